"""The surface of korouge-score beyond its golden rows: what it refuses and when, its modules, its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from infrarouge import compat
from infrarouge.compat.korouge_score import io, tokenize2, tokenizers
from infrarouge.compat.korouge_score.rouge_scorer import RougeScorer
from infrarouge.compat.rouge_score.tokenizers import PorterStemmer


@pytest.mark.parametrize(
    ("types", "target", "error"),
    [
        (["rouge1"], None, AttributeError),
        (["rouge1"], b"a", TypeError),
        (["rougeLsum", "rouge1"], b"a", TypeError),
        (["rougeLsum"], None, TypeError),
        ([], None, AttributeError),
        (["no such type"], b"a", TypeError),  # texts are read before types are looked at
        (["no such type"], "a", ValueError),
        ([1], "a", TypeError),
    ],
)
def test_refusals(types: list[Any], target: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        RougeScorer(types).score(target, "a")
    assert type(caught.value) is error


def test_bytes_where_only_sentences_are_scored() -> None:
    assert RougeScorer(["rougeLsum"]).score("연구".encode(), "연구")["rougeLsum"].fmeasure == 1.0


def test_zeros_without_sentences_are_integers() -> None:
    assert repr(RougeScorer(["rougeLsum"]).score("\n", "a")["rougeLsum"].recall) == "0"
    assert repr(RougeScorer(["rougeL"]).score("", "a")["rougeL"].recall) == "0.0"
    assert RougeScorer(["rougeLsum"]).score(" \n", "\n ")["rougeLsum"].fmeasure == 1.0


def test_words() -> None:
    assert tokenize2.tokenize(" Running 연구를 ", PorterStemmer()) == ["", "run", "연구를", ""]
    assert tokenizers.DefaultTokenizer().tokenize("") == [""]
    assert tokenize2.SPACES_RE.split("a \u3000b") == ["a", "b"]


def test_a_tokenizer_of_the_user_sees_the_text_as_it_is() -> None:
    class Kept(tokenizers.Tokenizer):
        def tokenize(self, text: Any) -> list[Any]:
            return [text]

    assert RougeScorer(["rouge1"], tokenizer=Kept()).score(b"A", b"A")["rouge1"].fmeasure == 1.0


def test_files(tmp_path: Path) -> None:
    for name in ("target", "prediction"):
        (tmp_path / name).write_text("연구 시작\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("target", "prediction", "scores")]
    io.compute_scores_and_write_to_csv(*files, RougeScorer(["rouge1"]), None)
    assert (tmp_path / "scores").read_text() == "id,rouge1-P,rouge1-R,rouge1-F\n0,1.000000,1.000000,1.000000\n"


def test_the_name_of_the_original() -> None:
    with compat.installed("korouge_score"):
        from korouge_score import rouge_scorer, scoring, tokenize2, tokenizers

        assert rouge_scorer.RougeScorer is RougeScorer
        assert scoring.__name__ == "infrarouge.compat.korouge_score.scoring"
        assert tokenize2.tokenize("A", None) == tokenizers.DefaultTokenizer().tokenize("A") == ["a"]
