"""The surface of rouge-chinese beyond its golden rows: files, command line, functions, and its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from infrarouge import compat
from infrarouge.compat.rouge_chinese import FilesRouge, Rouge, __version__, main, rouge_score
from infrarouge.compat.rouge_chinese.__main__ import main as same


def test_nothing_to_score() -> None:
    assert Rouge(metrics=[]).get_scores("", "") == [{}]
    assert Rouge(metrics=[]).get_scores([], [], avg=True) == {}
    assert Rouge(metrics=[], return_lengths=True).get_scores("a b", "") == [{"lengths": {"hyp": 2, "ref": 0}}]


@pytest.mark.parametrize("text", [None, 5, b"a"])
def test_a_text_of_a_wrong_type(text: object) -> None:
    with pytest.raises(TypeError, match="give a str"):
        Rouge().cut_sent(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="give a str"):
        Rouge(metrics=[]).get_scores("a", text)  # type: ignore[call-overload]


def test_messages_of_blank_texts() -> None:
    with pytest.raises(ValueError, match="Hypothesis is empty"):
        Rouge().get_scores("\n", "")
    with pytest.raises(ValueError, match="Reference is empty"):
        Rouge().get_scores("a", "\u3000")
    with pytest.raises(ValueError, match="at least 1 sentence"):
        Rouge(["rouge-l", "rouge-1"]).get_scores("a", "")


def test_the_first_pair_that_is_wrong_decides() -> None:
    with pytest.raises(ValueError, match="is empty"):
        Rouge().get_scores(["", "a"], ["a", None])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="give a str"):
        Rouge().get_scores(["a", ""], [None, "a"])  # type: ignore[list-item]


def test_files(tmp_path: Path) -> None:
    for name, text in (("hyp", "今天 很 好\n\n"), ("ref", "今天 好\n好\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = str(tmp_path / "hyp"), str(tmp_path / "ref")
    assert FilesRouge(["rouge-l"]).get_scores(*files, ignore_empty=True) == Rouge(["rouge-l"]).get_scores(
        ["今天 很 好"], ["今天 好"]
    )


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main is same
    main(["a b", "a c", "-a", "--metrics", "1", "l"])
    assert json.loads(capsys.readouterr().out) == Rouge(["rouge-1", "rouge-l"]).get_scores("a b", "a c", avg=True)


def test_functions() -> None:
    both = ["the cat", "sat the"], ["the cat the sat"]
    assert rouge_score.rouge_l_summary_level(*both, raw_results=True, exclusive=True) == {
        "hyp": 4,
        "ref": 4,
        "overlap": 3,
    }
    assert rouge_score.rouge_n(*both, n=1) == {"f": 0.999999995, "p": 1.0, "r": 1.0}
    with pytest.raises(ValueError, match="at least 1 sentence"):
        rouge_score.rouge_l_summary_level([], ["a"])


def test_the_name_of_the_original() -> None:
    with compat.installed("rouge_chinese"):
        import rouge_chinese
        from rouge_chinese.rouge import Rouge as theirs

        assert theirs is Rouge is rouge_chinese.Rouge
        assert rouge_chinese.__version__ == __version__ == "1.0.3"
