"""An analyser of a language reads batches, compares base forms and shows surface forms; stemmers run once a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import infrarouge as ir
from infrarouge.reading.analyzers import Analysis, Analyzer
from infrarouge.rules.identity import named


class Lemmas:
    """Words between blanks; some have another base form."""

    infrarouge_name, infrarouge_version = "lemmas", "2.1"
    table: ClassVar[dict[str, str]] = {"mice": "mouse", "ran": "run", "runs": "run"}

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def analyze(self, texts: Sequence[str]) -> list[Analysis]:
        self.batches.append(list(texts))
        analyses = []
        for text in texts:
            words, spans, end = text.split(), [], 0
            for word in words:
                start = text.index(word, end)
                end = start + len(word)
                spans.append((start, end))
            analyses.append(Analysis(words, [self.table.get(word, word) for word in words], spans))
        return analyses


def test_base_forms_are_compared_and_surface_forms_shown() -> None:
    lemmas = Lemmas()
    assert isinstance(lemmas, Analyzer)
    scores = ir.score(
        prediction="two mice ran", reference="a mouse runs", metrics="rouge1 rouge2 rougeL", tokens=lemmas
    )
    assert scores["rouge1"].recall == 2 / 3
    assert scores["rouge2"].recall == 0.5
    why = ir.explain(prediction="Two Mice ran", reference="a mouse runs", metric="rougeL", tokens=lemmas)
    assert [text for text, kind in why.parts("prediction") if kind == "matched"] == ["Mice", "ran"]


def test_a_side_is_one_batch_and_each_text_is_read_once() -> None:
    lemmas = Lemmas()
    rouge = ir.Rouge("rouge1", tokens=lemmas)
    rouge.evaluate(predictions=["a b", "c", "a b"], references=["x", "y", "z"])
    assert lemmas.batches == [["a b", "c"], ["x", "y", "z"]]


def test_name_and_version_are_in_the_signature() -> None:
    assert ir.Rouge(tokens=Lemmas()).signature == "infrarouge-1|tok:custom-lemmas@2.1"


def test_a_stemmer_runs_once_for_each_distinct_word() -> None:
    calls: Counter[str] = Counter()

    def stem(word: str) -> str:
        calls[word] += 1
        return word.rstrip("s")

    rouge = ir.Rouge("rouge1", stemmer=named(stem, name="plural", version="1"))
    report = rouge.evaluate(predictions=["cats cats dogs", "dogs cats"], references=["cat", "dogs"])
    assert report.scores[0, 0].tolist() == [1 / 3, 1.0, 0.5]
    assert calls == {"cats": 1, "dogs": 2}  # once for each side
