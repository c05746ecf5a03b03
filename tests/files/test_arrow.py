"""Folders of datasets that are broken are named, and none leads out of itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from infrarouge.errors import InputError
from infrarouge.files.arrow import arrow_files


@pytest.mark.parametrize("name", ["../a.arrow", "/etc/passwd", "sub/a.arrow", 3, None])
def test_a_folder_names_files_of_its_own_only(tmp_path: Path, name: Any) -> None:
    (tmp_path / "state.json").write_text(json.dumps({"_data_files": [{"filename": name}]}))
    with pytest.raises(InputError, match=r"is broken .*which is no file of its folder.*save the dataset again"):
        arrow_files(str(tmp_path))


@pytest.mark.parametrize("content", ["{", '{"splits": 3}', '{"splits": ["train"]}'])
def test_a_dataset_whose_splits_are_gone_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "dataset_dict.json").write_text(content)
    with pytest.raises(InputError, match="is a dataset without its splits; save it again"):
        arrow_files(str(tmp_path))
