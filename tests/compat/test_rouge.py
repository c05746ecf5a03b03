"""The surface of PyPI rouge: arguments, results, errors, files and command line."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from infrarouge.compat import rouge
from infrarouge.compat.rouge import FilesRouge, Rouge, rouge_score

HYPS = [
    "he began by starting a five person war cabinet and included chamberlain as lord president of the council",
    "the siege lasted from 250 to 241 bc, the romans laid siege to lilybaeum",
    "the original ocean water was found in aquaculture",
]


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (("", "a"), ValueError, "Hypothesis is empty."),
        (("a", ""), ValueError, "Reference is empty."),
        (("..", "a"), ValueError, "Hypothesis is empty."),
        (("a", "..."), ValueError, "Reference is empty."),
        ((None, None), TypeError, ""),
        (("a", None), AttributeError, ""),
        (("a", ["b"]), AttributeError, ""),
        ((["a"], "b"), AssertionError, "same type"),
        ((["a"], None), AssertionError, "same type"),
        ((("a",), ["b"]), AssertionError, "same type"),
        ((["a"], ["b", "c"]), AssertionError, "1 hyps and 2 refs"),
        (([1], [2]), AttributeError, ""),
    ],
)
def test_refused_texts(arguments: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        Rouge().get_scores(*arguments)
    assert type(caught.value) is error
    assert says in str(caught.value)


def test_one_refused_text_refuses_the_batch() -> None:
    with pytest.raises(ValueError, match=r"Reference is empty\."):
        Rouge().get_scores(["a", "b"], ["a", "."])


def test_blank_is_a_word() -> None:
    [scores] = Rouge(["rouge-1"], raw_results=True).get_scores("a. ", "a")
    assert scores == {"rouge-1": {"hyp": 2, "ref": 1, "overlap": 1}}


def test_no_texts() -> None:
    assert Rouge().get_scores([], []) == []
    with pytest.raises(ZeroDivisionError):
        Rouge().get_scores([], [], avg=True)


def test_ignore_empty() -> None:
    found = Rouge(["rouge-1"], ["f"]).get_scores(["", " ", "a"], ["a", "a", "a"], ignore_empty=True)
    assert found == [{"rouge-1": {"f": 0.0}}, {"rouge-1": {"f": 0.999999995}}]
    for hyps in (["", ""], ""):
        with pytest.raises(ValueError, match="no pair is left"):
            Rouge().get_scores(hyps, ["a", "a"] if hyps else "a", ignore_empty=True)


def test_names() -> None:
    assert list(Rouge(["ROUGE-L", "rouge-1", "rouge-1"], "FP").get_scores("a", "a")[0]) == ["rouge-l", "rouge-1"]
    assert list(Rouge(stats=["F", "p"]).get_scores("a", "a")[0]["rouge-2"]) == ["f", "p"]
    assert Rouge([]).get_scores("a", "a") == [{}]
    with pytest.raises(ValueError, match=r"^Unknown metric 'rouge-9'$"):
        Rouge(["rouge-9"])
    with pytest.raises(ValueError, match=r"^Unknown stat 'x'$"):
        Rouge(stats=["x"])
    with pytest.raises(ValueError, match=r"^Unknown metric 'rouge-3'$"):
        Rouge(["rouge-3"], version="1.0.0")
    with pytest.raises(ValueError, match=r"did you mean '1\.0\.1'"):
        Rouge(version="1.0.2")


def test_lengths_and_counts() -> None:
    counted = Rouge(return_lengths=True, raw_results=True, stats=["f"])
    [scores] = counted.get_scores("a.b c. ", "a b.c")
    assert scores["lengths"] == {"hyp": 3, "ref": 3}
    assert scores["rouge-2"] == {"hyp": 3, "ref": 2, "overlap": 2}
    assert all(type(value) is int for row in scores.values() for value in row.values())
    with pytest.raises(KeyError):
        counted.get_scores(["a"], ["a"], avg=True)


def test_sum_may_exceed_one() -> None:
    [scores] = Rouge(["rouge-l"], exclusive=False).get_scores("a b. a b", "a b. a b")
    assert scores["rouge-l"]["r"] == 2.0
    [scores] = Rouge(["rouge-l"], exclusive=False, version="1.0.0").get_scores("a b. a b", "a b. a b")
    assert scores["rouge-l"]["r"] == 1.0


def test_pickle() -> None:
    before = Rouge(["rouge-l"], ["f"], exclusive=False)
    after = pickle.loads(pickle.dumps(before))
    assert after.get_scores(HYPS, HYPS[::-1]) == before.get_scores(HYPS, HYPS[::-1])
    assert vars(after).keys() == vars(before).keys()


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "hyp").write_text("the cat sat\n\nthe dog", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sits\na\nthe dog\n", encoding="utf-8")
    return str(tmp_path / "hyp"), str(tmp_path / "ref")


def test_files(files: tuple[str, str]) -> None:
    kept = FilesRouge(["rouge-1"], ["f"]).get_scores(*files, ignore_empty=True)
    assert kept == [{"rouge-1": {"f": 0.6666666616666668}}, {"rouge-1": {"f": 0.999999995}}]
    # The last line has no line break, so the original cuts the dog to "do".
    cut = FilesRouge(["rouge-1"], ["f"], strict=True).get_scores(*files, ignore_empty=True)
    assert cut[1] == {"rouge-1": {"f": 0.4999999950000001}}
    with pytest.raises(ValueError, match="Hypothesis is empty"):
        FilesRouge().get_scores(*files)


def test_files_that_do_not_fit(files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "one").write_text("a\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"3 lines .* 1;"):
        FilesRouge().get_scores(files[0], str(tmp_path / "one"))
    with pytest.raises(AssertionError, match="no file"):
        FilesRouge().get_scores(files[0], str(tmp_path / "none"))


def test_command_line(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    rouge.main(["the cat", "the cat sat"])
    printed = capsys.readouterr().out
    assert printed.startswith('[\n  {\n    "rouge-1": {\n      "r": 0.6666666666666666,\n')
    assert json.loads(printed) == Rouge().get_scores("the cat", "the cat sat")
    rouge.main(["-f", "-a", "--ignore_empty", "--metrics", "1", "L", "--stats", "F", "--", *files])
    assert list(json.loads(capsys.readouterr().out)) == ["rouge-1", "rouge-l"]
    with pytest.raises(SystemExit) as caught:
        rouge.main(["a", "b", "--metrics", "9"])
    assert caught.value.code == 2


def test_command_line_of_a_release(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for release in ("1.0.1", "1.0.0"):
        rouge.main(["--release", release, "a a b", "a b b"])
        printed = json.loads(capsys.readouterr().out)
        assert printed == Rouge(version=release).get_scores("a a b", "a b b")
        assert list(printed[0]["rouge-1"]) == list(Rouge(version=release).stats)
        rouge.main(["-f", "--ignore_empty", "--release", release, *files])
        assert json.loads(capsys.readouterr().out) == FilesRouge(version=release).get_scores(*files, ignore_empty=True)
    for wrong in (["--release", "1.0.0", "--metrics", "3"], ["--release", "0.9"]):
        with pytest.raises(SystemExit):
            rouge.main(["a", "b", *wrong])
    assert "release 1.0.0 has no rouge-3; its metrics are: 1 2 L" in capsys.readouterr().err


# ---------------------------------------------------------------- the functions of its module rouge_score

SENTENCES = ["the cat sat", "on the mat"], ["the cat sat on", "a mat"]


def test_functions() -> None:
    assert rouge_score.rouge_n(*SENTENCES) == {"f": 0.5999999950000001, "p": 0.6, "r": 0.6}
    assert rouge_score.rouge_n(*SENTENCES, n=1, raw_results=True) == {"hyp": 5, "ref": 6, "overlap": 5}
    scores = rouge_score.rouge_n(["the the cat"], ["the the the"], 1, raw_results=True, exclusive=False)
    assert scores == {"hyp": 3, "ref": 3, "overlap": 2}
    scores = rouge_score.rouge_l_summary_level(*SENTENCES)
    assert scores == {"f": 0.9090909041322315, "p": 1.0, "r": 0.8333333333333334}
    repeated = ["the cat sat", "the cat"], SENTENCES[1]
    scores = rouge_score.rouge_l_summary_level(*repeated, exclusive=False, raw_results=True, other=1)
    assert scores == {"hyp": 5, "ref": 6, "overlap": 5}
    # A str is taken for the list of its characters, and a blank has an empty word on either side.
    assert rouge_score.multi_rouge_n(["a b c", "a b", "c"], [(0, 1), (1, 2)], n=1) == [
        {"f": 0.8571428522448981, "p": 0.75, "r": 1.0},
        {"f": 0.0, "p": 0.0, "r": 0.0},
    ]
    assert rouge_score.multi_rouge_n([["a"]], []) == []


def test_functions_agree_with_the_class() -> None:
    for exclusive in (True, False):
        [scores] = Rouge(exclusive=exclusive).get_scores("the cat sat. on the mat", "the cat sat on. a mat")
        spaced = [["the cat sat", "on the mat"], ["the cat sat on", "a mat"]]
        for n in (1, 2):
            assert rouge_score.rouge_n(*spaced, n, exclusive=exclusive) == scores[f"rouge-{n}"]
        assert rouge_score.rouge_l_summary_level(*spaced, exclusive=exclusive) == scores["rouge-l"]


def test_functions_refuse() -> None:
    for ours, theirs, says in (([], ["a"], "Hypothesis is empty."), (["a"], [], "Reference is empty.")):
        with pytest.raises(ValueError, match=says):
            rouge_score.rouge_n(ours, theirs)
        with pytest.raises(ValueError, match="Collections must contain at least 1 sentence"):
            rouge_score.rouge_l_summary_level(ours, theirs)
    with pytest.raises(AssertionError, match="sequence 1 has no sentence"):
        rouge_score.multi_rouge_n([["a"], []], [(0, 1)])
    with pytest.raises(AssertionError, match="n is 0"):
        rouge_score._get_word_ngrams(0, ["a"])


def test_ngrams() -> None:
    bag, other = (rouge_score.Ngrams(text, exclusive=False) for text in ("aab", "aac"))
    assert bag.intersection(other)._ngrams == ["a", "a"]
    assert bag.union(other)._ngrams == list("aabaac")
    bag, other = rouge_score.Ngrams("aab"), rouge_score.Ngrams("aac")
    other.add("b")
    assert bag.intersection(other)._ngrams == {"a", "b"}
    assert bag.union(other)._ngrams == set("abc")
    assert rouge_score._get_ngrams(2, "abab", exclusive=False)._ngrams == [("a", "b"), ("b", "a"), ("a", "b")]


def test_module_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "infrarouge.compat.rouge", "-a", "é", "é", "--stats", "R"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(done.stdout)["rouge-1"] == {"r": 1.0}
