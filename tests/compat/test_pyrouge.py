"""compat.pyrouge: what pyrouge users call, and beside the real pyrouge on an installed home."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

import pytest

from infrarouge.compat.pyrouge import Rouge155
from infrarouge.errors import InputError, MissingDataError
from infrarouge.reading.sentences import SENTENCES
from infrarouge.rouge155.home import install

SYSTEM = {
    "a.001.txt": 'The cat sat.\nIt was <big> & "happy", café.\n',
    "a.002.txt": "dogs ran\n\n  two  \n",
    "other": "x",
}
MODEL = {"a.A.001.txt": "The cats sat down.\n", "a.B.001.txt": "It was big.", "a.A.002.txt": "a dog runs\n"}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    for side, texts in (("system", SYSTEM), ("model", MODEL)):
        (tmp_path / side).mkdir()
        for name, text in texts.items():
            (tmp_path / side / name).write_text(text, encoding="utf-8")
    return str(tmp_path / "system"), str(tmp_path / "model")


def ready(made: Any, folders: tuple[str, str]) -> Any:
    made.system_dir, made.model_dir = folders
    made.system_filename_pattern, made.model_filename_pattern = r"a.(\d+).txt", "a.[A-Z].#ID#.txt"
    return made


def test_from_folders_to_a_dict(folders: tuple[str, str]) -> None:
    rouge = ready(Rouge155(), folders)
    output = rouge.convert_and_evaluate()
    assert output.splitlines()[1] == "1 ROUGE-1 Average_R: 0.52381 (95%-conf.int. 0.33333 - 0.71429)"
    found = rouge.output_to_dict(output)
    assert found["rouge_1_recall"] == 0.52381
    assert found["rouge_1_recall_cb"] == 0.33333
    assert found["rouge_1_recall_ce"] == 0.71429
    names = ("1", "2", "3", "4", "l", "w_1.2", "s*", "su*")
    assert list(found) == [
        f"rouge_{name}_{measure}{end}"
        for name in names
        for measure in ("recall", "precision", "f_score")
        for end in ("", "_cb", "_ce")
    ]
    assert Path(rouge.config_file).is_file()
    assert rouge.system_dir != folders[0]


def test_options_and_stemming(folders: tuple[str, str]) -> None:
    plain = ready(Rouge155(), folders).convert_and_evaluate("S", rouge_args="-n 1 -x -a")
    assert plain.splitlines()[1].startswith("S ROUGE-1 Average_R: ")
    assert len(plain.splitlines()) == 4
    # pyrouge stems whatever the options say, and its own options come first.
    assert ready(Rouge155(None, '"-n 1 -x -a"'), folders).convert_and_evaluate("S", rouge_args="-n 2 -a") == plain
    assert ready(Rouge155("/nowhere", "-n 1 -x -a -m"), folders).convert_and_evaluate("S") == plain
    assert ready(Rouge155(None, "-n 1 -x -a", stem=False), folders).convert_and_evaluate("S") != plain


def test_steps_one_by_one(folders: tuple[str, str], tmp_path: Path) -> None:
    made = [str(tmp_path / "see" / side) for side in ("system", "model")]
    for source, target in zip(folders, made, strict=True):
        Rouge155.convert_summaries_to_rouge_format(source, target)
    assert sorted(os.listdir(made[0])) == sorted(SYSTEM)
    rouge = ready(Rouge155(), (made[0], made[1]))
    output = rouge.evaluate(system_id=7)
    assert output.replace("7 ROUGE", "1 ROUGE") == ready(Rouge155(), folders).convert_and_evaluate()
    rouge.write_config(str(tmp_path / "c.xml"), 5)
    assert rouge.config_file == str(tmp_path / "c.xml")
    assert '<P ID="5">a.001.txt</P>' in (tmp_path / "c.xml").read_text()


def test_what_is_wrong_is_said(folders: tuple[str, str], tmp_path: Path) -> None:
    rouge = Rouge155()
    with pytest.raises(InputError, match="Cannot set system directory because the path /nope does not exist"):
        rouge.system_dir = "/nope"
    with pytest.raises(InputError, match="system_dir is not set"):
        rouge.convert_and_evaluate()
    rouge.system_dir, rouge.model_dir = folders
    with pytest.raises(InputError, match="system_filename_pattern and model_filename_pattern not set"):
        rouge.evaluate()
    for name, pattern, what in (
        ("system_filename_pattern", r"b.(\d+)", "Did not find any files matching the pattern"),
        ("system_filename_pattern", r"a.\d+", "has no group"),
        ("model_filename_pattern", "b#ID#", "Could not find any model summaries for the system summary with ID 001"),
    ):
        rouge = ready(Rouge155(), folders)
        setattr(rouge, name, pattern)
        with pytest.raises(InputError, match=what):
            rouge.evaluate()
    Path(folders[0], "a.003.txt").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match="is not UTF-8"):
        ready(Rouge155(), folders).convert_and_evaluate()


def test_names_that_xml_would_misread(tmp_path: Path) -> None:
    for side in ("s&s", "m<m"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "x&1.txt").write_text("a b")
    rouge = Rouge155()
    rouge.system_dir, rouge.model_dir = str(tmp_path / "s&s"), str(tmp_path / "m<m")
    rouge.system_filename_pattern, rouge.model_filename_pattern = r"x&(\d+).txt", "x&#ID#.txt"
    assert rouge.output_to_dict(rouge.convert_and_evaluate('A "&" B'))["rouge_1_f_score"] == 1.0


def test_rest_of_the_surface(caplog: pytest.LogCaptureFixture, folders: tuple[str, str]) -> None:
    rouge = ready(Rouge155("/home"), folders)
    rouge.save_home_dir()
    assert not Path(rouge.settings_file).is_relative_to(folders[0])
    assert rouge.bin_path == "infrarouge rouge-1.5.5"
    assert Path(rouge.data_dir, "smart-stopwords.txt").is_file()
    with caplog.at_level(logging.INFO):
        rouge.convert_and_evaluate()
    assert "-c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a -m" in caplog.text


@pytest.mark.skipif("punkt" not in SENTENCES, reason="no Punkt")
def test_split_sentences(folders: tuple[str, str]) -> None:
    pytest.importorskip("nltk")
    rouge = ready(Rouge155(), folders)
    try:
        rouge.split_sentences()
    except MissingDataError as error:
        pytest.skip(str(error))
    assert Path(rouge.system_dir, "a.002.txt").read_text().splitlines()[0] == "dogs ran"


@pytest.mark.peers
def test_beside_the_real_pyrouge(folders: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its own convert_and_evaluate to output_to_dict, on a home that we installed."""
    theirs = pytest.importorskip("pyrouge").Rouge155
    monkeypatch.setenv("HOME", str(tmp_path))
    install(tmp_path / "home")
    for options in (None, "-c 95 -2 4 -u -r 100 -n 2 -a", "-n 1 -l 3 -f B -a -d"):
        real = ready(theirs(str(tmp_path / "home"), options), folders)
        ours = ready(Rouge155(None, options), folders)
        output = real.convert_and_evaluate()
        assert output == ours.convert_and_evaluate()
        assert output.startswith("-----")
        assert real.output_to_dict(output) == ours.output_to_dict(output) != {}
    for text in ("a b\nc <d>\n\n e \n", "", "é"):
        assert theirs.convert_text_to_rouge_format(text, "t") == Rouge155.convert_text_to_rouge_format(text, "t")
    written = []
    for which in (theirs, Rouge155):
        path = tmp_path / "config.xml"
        which.write_config_static(folders[0], r"a.(\d+).txt", folders[1], "a.[A-Z].#ID#.txt", str(path), 3)
        written.append(path.read_text())
    assert written[0] == written[1]
