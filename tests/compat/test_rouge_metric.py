"""The surface of rouge-metric beyond its golden rows: refusals, PerlRouge without Perl, the command, its name."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import infrarouge as ir
from infrarouge import compat
from infrarouge.compat.rouge_metric import PerlRouge, PyRouge, __version__, main
from infrarouge.compat.rouge_metric.__main__ import main as same


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---------------------------------------------------------------- PyRouge


@pytest.mark.parametrize(
    ("how", "texts", "error"),
    [
        ({"rouge_n": 2.0}, (["a"], [["a"]]), TypeError),
        ({"rouge_n": ("1",)}, (["a"], [["a"]]), TypeError),
        ({"rouge_w": True, "rouge_w_weight": "2"}, (["a"], [["a"]]), TypeError),
        ({"alpha": "a"}, (["a"], [["a"]]), TypeError),
        ({"mode": "x", "alpha": 3}, (["a"], [["a"]]), ValueError),
        ({}, ([5], [["a"]]), AttributeError),
        ({}, ([b"a"], [["a"]]), TypeError),
        ({}, ([None], []), AttributeError),
        ({}, (["a"], [None]), TypeError),
        ({}, (None, []), TypeError),
        ({}, (["a", "b"], [["a"], []]), ValueError),
    ],
)
def test_refusals(how: dict[str, Any], texts: tuple[Any, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        PyRouge(**how).evaluate(*texts)
    assert type(caught.value) is error


def test_nothing_is_checked_where_nothing_is_scored() -> None:
    wrong: dict[str, Any] = {"alpha": 3, "multi_ref_mode": "x", "rouge_w": True, "rouge_w_weight": 0.5}
    assert PyRouge(**wrong).evaluate([], []) == {}
    assert PyRouge(**wrong, mode="individual").evaluate([], []) == []
    assert PyRouge(rouge_n=0, rouge_l=False, alpha=3).evaluate(["a"], [[]]) == {}


def test_ngrams_without_words() -> None:
    """The original slices with any number; recorded with it."""
    rouge = PyRouge(rouge_n=(-1, 0), rouge_l=False)
    assert rouge.evaluate(["a b"], [["a"]]) == {
        "rouge--1": {"r": 1.0, "p": 0.75, "f": 0.8571428571428571},
        "rouge-0": {"r": 1.0, "p": 0.6666666666666666, "f": 0.8},
    }


def test_names_follow_the_arguments() -> None:
    def names(**how: Any) -> list[str]:
        return list(PyRouge(rouge_n=0, rouge_l=False, **how).evaluate(["a b c"], [["a c"]]))  # type: ignore[arg-type]

    assert names(rouge_w=True, rouge_w_weight=1) == ["rouge-w-1"]
    assert names(rouge_w=True, rouge_w_weight=1.0) == ["rouge-w-1.0"]
    assert names(rouge_s=True, rouge_su=True, skip_gap=2) == ["rouge-s2", "rouge-su2"]
    assert names(rouge_s=True, skip_gap=2.0) == ["rouge-s2.0"]
    assert names(rouge_s=True, skip_gap=0) == names(rouge_s=True, skip_gap=-5) == ["rouge-s*"]


# ---------------------------------------------------------------- PerlRouge


def with_intervals(**scores: float) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for letter, value in scores.items():
        told |= {letter: value, f"{letter}_conf_int": (value, value)}
    return told


def test_scores_of_the_perl_program() -> None:
    """Recorded with the original."""
    assert PerlRouge().evaluate(["the cat sat"], [["the cat", "a cat sat"]]) == {
        "rouge-1": with_intervals(r=0.8, p=0.66667, f=0.72727),
        "rouge-2": with_intervals(r=0.66667, p=0.5, f=0.57143),
        "rouge-l": with_intervals(r=0.8, p=0.66667, f=0.72727),
    }
    weighted = PerlRouge(rouge_n_max=0, rouge_l=False, rouge_w=True, rouge_w_weight=2)
    assert weighted.evaluate(["a b"], [["a b"]]) == {"rouge-w-2": with_intervals(r=0.5, p=1.0, f=0.66667)}
    skips = PerlRouge(rouge_n_max=0, rouge_l=False, rouge_su=True, skip_gap=4)
    assert skips.evaluate(["a b c"], [["a c"]]) == {"rouge-su4": with_intervals(r=1.0, p=0.4, f=0.57143)}
    both = PerlRouge(rouge_n_max=0, rouge_l=False, rouge_s=True, rouge_su=True, skip_gap=0)
    assert list(both.evaluate(["a b"], [["a b"]])) == ["rouge-s0", "rouge-su0"]
    stemmed = PerlRouge(stemming=True, remove_stopwords=True, word_limit=4, rouge_n_max=1, rouge_l=False)
    assert stemmed.evaluate(["the cats running fast away"], [["cat run fast"]])["rouge-1"]["f"] == 1.0
    foreign = PerlRouge(rouge_n_max=1, rouge_l=False)
    assert foreign.evaluate(["고양이 cat"], [["고양이 cat dog"]])["rouge-1"]["r"] == 0.5
    assert os.listdir() == []


def test_several_documents_are_numbered_in_order() -> None:
    texts, references = ["the cat sat", "a b", "x"], [["the cat"], ["a c", "b"], ["y"]]
    scores = PerlRouge(rouge_n_max=1, resampling=50, confidence=90).evaluate(texts, references)
    report = ir.evaluate(
        predictions=texts,
        references=references,
        metrics="rouge1 rougeLsum",
        profile="rouge-1.5.5",
        resampling=ir.Resampling(n_resamples=50, confidence_level=0.9),
        ids=["1.A", "2.A", "3.A"],
    )
    for name, label in (("rouge-1", "rouge1"), ("rouge-l", "rougeLsum")):
        for letter, estimate in zip("prf", report[label], strict=True):
            assert scores[name][letter] == round(estimate.value, 5)
            assert scores[name][f"{letter}_conf_int"] == (round(estimate.low, 5), round(estimate.high, 5))


@pytest.mark.parametrize(
    ("how", "texts", "error"),
    [
        ({"alpha": 2}, (["a"], [["a"]]), ValueError),
        ({"confidence": 101}, (["a"], [["a"]]), ValueError),
        ({"rouge_w": True, "rouge_w_weight": 0.5}, (["a"], [["a"]]), ValueError),
        ({"multi_ref_mode": "x"}, (["a"], [["a"]]), ValueError),
        ({"word_limit": 3, "byte_limit": 3}, (["a"], [["a"]]), ValueError),
        ({}, (["a"], []), ValueError),
        ({}, (["a"], [[]]), RuntimeError),
        ({}, ([None], [["a"]]), TypeError),
        ({"resampling": 0}, (["a"], [["a"]]), subprocess.CalledProcessError),
        ({"rouge_w": True}, (["a"], [[""]]), subprocess.CalledProcessError),
    ],
)
def test_refusals_of_perl_rouge(how: dict[str, Any], texts: tuple[Any, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        PerlRouge(**how).evaluate(*texts)
    assert type(caught.value) is error
    assert os.listdir() == []


def test_nothing_to_score() -> None:
    assert PerlRouge().evaluate([], []) == {}
    assert PerlRouge(rouge_n_max=0, rouge_l=False).evaluate(["a"], [["a"]]) == {}
    assert PerlRouge().evaluate_from_files("nowhere", "nowhere") == {}


def test_folders_that_are_kept() -> None:
    PerlRouge(clean_up=False, temp_dir="kept/here").evaluate(["a"], [["a", "b"]])
    kept = sorted(path.name for path in Path("kept/here").rglob("*.*"))
    assert kept == ["0.0.txt", "0.1.txt", "0.txt", "config.xml"]
    PerlRouge(temp_dir="kept").evaluate(["a"], [["a"]])
    assert os.listdir("kept") == ["here"]


@pytest.fixture
def folders() -> None:
    for name, text in {
        "h/a.b.txt": "the cat sat",
        "h/plain": "x y",
        "h/.hidden.txt": "no",
        "h/sub/c.txt": "no",
        "r/a.b.1.txt": "the cat",
        "r/a.x.txt": "a dog",
        "r/plain.1": "x y",
    }.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text + "\n")


@pytest.mark.usefixtures("folders")
def test_files() -> None:
    """Recorded with the original."""
    scores = PerlRouge(rouge_n_max=1, rouge_l=False).evaluate_from_files("h", "r")
    assert (scores["rouge-1"]["r"], scores["rouge-1"]["p_conf_int"]) == (1.0, (0.66667, 1.0))
    Path("h/other.txt").write_text("a")
    with pytest.raises(RuntimeError, match=r"Reference not found for h/other\.txt; the names of its references begin"):
        PerlRouge().evaluate_from_files("h", "r")


@pytest.mark.usefixtures("folders")
def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main is same
    main(["h/a.b.txt", "r/a.b.1.txt", "r/a.x.txt", "-n", "1", "-x"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [
        "A ROUGE-1 Average_R: 1.00000 (95%-conf.int. 1.00000 - 1.00000)",
        "A ROUGE-1 Average_P: 0.66667 (95%-conf.int. 0.66667 - 0.66667)",
        "A ROUGE-1 Average_F: 0.80000 (95%-conf.int. 0.80000 - 0.80000)",
    ]
    main(["-n", "1", "h", "r"])
    assert "A ROUGE-L Average_R: 1.00000" in capsys.readouterr().out
    main(["-h"])
    assert capsys.readouterr().out.startswith("usage: python -m infrarouge.compat.rouge_metric HYPOTHESIS")
    with pytest.raises(SystemExit, match="nowhere is neither a file nor a folder"):
        main(["nowhere", "r"])
    with pytest.raises(SystemExit, match="give a hypothesis and its references"):
        main(["h"])


def test_the_name_of_the_original() -> None:
    with compat.installed("rouge_metric"):
        import rouge_metric
        from rouge_metric.py_rouge import PyRouge as theirs

        assert theirs is PyRouge is rouge_metric.PyRouge
        assert rouge_metric.PerlRouge is PerlRouge
        assert rouge_metric.__version__ == __version__ == "1.0.1"
