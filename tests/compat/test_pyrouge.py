"""compat.pyrouge: what pyrouge users call, and beside the real pyrouge on an installed home."""

from __future__ import annotations

import logging
import os
import random
from pathlib import Path
from typing import Any

import pytest

import infrarouge as ir
from infrarouge import compat
from infrarouge.compat.pyrouge import Rouge155
from infrarouge.compat.pyrouge.utils import log
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
    with caplog.at_level(logging.INFO, logger=log.GLOBAL):
        rouge.convert_and_evaluate()
    assert "-c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a -m" in caplog.text


@pytest.fixture
def level() -> Any:
    before = log.get_global_console_logger().level
    yield
    log.get_global_console_logger(before)


def test_arguments_of_the_versions_on_github(
    folders: tuple[str, str], tmp_path: Path, level: None, caplog: pytest.LogCaptureFixture
) -> None:
    options = "-n 1 -x -a"
    for stemming in (True, False):
        rouge = ready(Rouge155(None, options, stemming=stemming, log_level=logging.WARNING), folders)
        assert (
            rouge.convert_and_evaluate()
            == ready(Rouge155(None, options, stem=stemming), folders).convert_and_evaluate()
        )
        assert rouge.log.level == logging.WARNING
    assert "rouge-1.5.5" not in caplog.text
    log.get_global_console_logger().setLevel("ERROR")
    assert Rouge155(log_level=None).log.level == logging.ERROR
    assert log.get_console_logger("other", logging.DEBUG).level == logging.DEBUG
    inside = ready(Rouge155(temp_dir=str(tmp_path)), folders)
    inside.convert_and_evaluate()
    assert Path(inside.config_file).is_relative_to(tmp_path)


def test_as_files2rouge_calls_it(tmp_path: Path, level: None) -> None:
    """One file of each text, IDs from 0, the data folder among the options, stemming on and off."""
    home = tmp_path / "home"
    install(home)
    texts = {"s.{}.txt": ["the cats sat", "a dog\nran"], "m.A.{}.txt": ["the cat sat", "the dog\nruns"]}
    for at, (name, sentences) in enumerate(texts.items()):
        (tmp_path / str(at)).mkdir()
        for row, text in enumerate(sentences):
            (tmp_path / str(at) / name.format(row)).write_text(text)
    recalls = []
    for stemming in (True, False):
        rouge = Rouge155(rouge_dir=str(home), log_level=logging.ERROR, stemming=stemming)
        rouge.system_dir, rouge.model_dir = str(tmp_path / "0"), str(tmp_path / "1")
        rouge.system_filename_pattern, rouge.model_filename_pattern = r"s.(\d+).txt", "m.[A-Z].#ID#.txt"
        output = rouge.convert_and_evaluate(rouge_args=f"-e {home / 'data'} -c 95 -r 1000 -n 2 -a")
        recalls.append(rouge.output_to_dict(output)["rouge_1_recall"])
    assert recalls == [0.66667, 0.5]


def test_lists_have_the_digits_of_pyrouge(tmp_path: Path) -> None:
    """Examples are named 1 to n and drawn in the order of these names as text, as pyrouge has them."""
    rng = random.Random(3)
    words = ["the", "a", "cat", "cats", "dog", "dogs", "sat", "ran", "running", "on", "mat"]
    texts = [["\n".join(" ".join(rng.choices(words, k=5)) for _ in range(2)) for _ in range(12)] for _ in range(2)]
    for side, names, several in zip(("system", "model"), ("a.{:03}.txt", "a.A.{:03}.txt"), texts, strict=True):
        (tmp_path / side).mkdir()
        for at, text in enumerate(several, 1):
            (tmp_path / side / names.format(at)).write_text(text)
    rouge = ready(Rouge155(), (str(tmp_path / "system"), str(tmp_path / "model")))
    printed = rouge.convert_and_evaluate()
    how = {"profile": "rouge-1.5.5", "stemmer": "porter-1.5.5", "metrics": "rouge1 rouge2 rougeLsum"}
    report = ir.evaluate(predictions=texts[0], references=texts[1], **how)
    assert report.names == [str(n) for n in range(1, 13)]
    for line in report.to_rouge155(system="1").splitlines():
        assert line in printed.splitlines()
    # Other names are another order, and so other resamples.
    other = ir.evaluate(predictions=texts[0], references=texts[1], ids=[f"{n:02}" for n in range(12)], **how)
    assert other["rouge1"].recall.value != report["rouge1"].recall.value


@pytest.mark.peers
def test_inside_summeval(tmp_path: Path, level: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """SummEval's metric, which asks pyrouge for `log_level`, on an installed home."""
    pytest.importorskip("summ_eval")
    install(tmp_path / "home")
    monkeypatch.setenv("ROUGE_HOME", str(tmp_path / "home"))
    with compat.installed("pyrouge"):
        metric = pytest.importorskip("summ_eval.rouge_metric").RougeMetric(rouge_dir=str(tmp_path / "home"))
        assert type(metric.r) is Rouge155
        texts = ["the cats sat", "a dog ran"], ["the cat sat", "the dog runs"]
        alone = metric.evaluate_example(texts[0][0], texts[1][0])["rouge"]
        both = metric.evaluate_batch(*texts)["rouge"]
    assert (alone["rouge_1_f_score"], alone["rouge_2_f_score"]) == (1.0, 1.0)
    assert both["rouge_1_recall"] == 0.66667


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
