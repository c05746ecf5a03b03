"""The command of sumeval: its output on texts and files, as sumeval 0.2.2 printed it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from infrarouge.compat.sumeval.command import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    main(arguments)
    return json.loads(capsys.readouterr().out)


def test_texts(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "r-nl", "the cats ran home", "the cat ran home", "dogs ran")
    scores = {"ROUGE-1": 0.5454545454545454, "ROUGE-2": 0.28571428571428575, "ROUGE-L": 0.5454545454545454}
    assert printed == {
        "options": {
            "stopwords": True,
            "stemming": False,
            "word_limit": -1,
            "length_limit": -1,
            "alpha": 0.5,
            "input-summary": "the cats ran home",
            "input-references": ["the cat ran home", "dogs ran"],
        },
        "averages": scores,
        "scores": [scores],
    }
    assert list(run(capsys, "r-LN", "cat", "cat")["averages"]) == ["ROUGE-L", "ROUGE-1", "ROUGE-2"]
    assert run(capsys, "r-l", "a cat", "cats", "-st", "-wl", "2", "-alpha", "0.2")["scores"] == [{"ROUGE-L": 0}]


def test_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The shortest file decides how many rows there are."""
    texts = {"s": "a cat ran\nthe dogs\nleft over\n", "r1": "cats ran\ndogs sat\n", "r2": "cat ran far\nthe dogs\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    printed = run(capsys, "r-nl", "-f", *(str(tmp_path / name) for name in texts), "-in")
    assert printed["averages"] == {
        "ROUGE-1": 0.6477272727272727,
        "ROUGE-2": 0.3928571428571429,
        "ROUGE-L": 0.6477272727272727,
    }
    assert [row["ROUGE-1"] for row in printed["scores"]] == [0.5454545454545454, 0.75]


def test_what_is_not_scored(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "r", "a", "a")["scores"] == [{}]
    assert run(capsys, "x-n", "a", "a")["scores"] == []
    main(["r-n", "a"])
    assert capsys.readouterr().out == "You have to specify at least one summary and reference.\n"
    for kind in ("b", "r-nb"):
        with pytest.raises(SystemExit, match="type r-nl"):
            main([kind, "a", "a"])
