"""The oracle equals the naive routine that scores every extract anew."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kept import some_texts

import infrarouge as ir

METRICS = [
    "rouge1+rouge2",
    "rouge1",
    "rouge2",
    "rouge3+rouge1",
    "rougeL",
    "rougeLsum",
    "rougeW-1.2",
    "rougeSU4",
    "rougeL+rouge2",
]


def documents(n: int, seed: int, words: int = 8) -> tuple[list[list[str]], list[str]]:
    """Articles of one-line sentences, and references made of some of them."""
    rng = random.Random(seed)
    articles, references = [], []
    for at in range(n):
        lines = [text.replace("\n", " ") for text in some_texts(rng.randint(0, 9), 100 * seed + at, words)]
        articles.append(lines)
        references.append("\n".join(rng.sample(lines, min(len(lines), 3))) + " the cat")
    return articles, references


def naive(sentences: list[Any], reference: Any, rouge: ir.Rouge, measure: str, most: int, join: Any) -> Any:
    """Score every extract with one more sentence, and take the first of the best while the score rises."""
    chosen, best = list[int](), 0.0
    for _ in range(most):
        top, at = best, None
        for one in range(len(sentences)):
            if one in chosen:
                continue
            extract = join([sentences[place] for place in sorted([*chosen, one])])
            scores = rouge.score(prediction=extract, reference=reference)
            value = sum(getattr(scores[label], measure) for label in rouge.labels)
            if value > top:
                top, at = value, one
        if at is None:
            break
        best = top
        chosen.append(at)
    return tuple(chosen), best, len(sentences)


def flat(sentences: list[list[str]]) -> list[str]:
    return [word for sentence in sentences for word in sentence]


def told(found: ir.Extract) -> Any:
    return found.sentences, found.score, found.size


@pytest.mark.parametrize("measure", ["fmeasure", "recall"])
@pytest.mark.parametrize("metric", METRICS)
def test_equals_the_naive_routine(metric: str, measure: str) -> None:
    articles, references = documents(30, 1)
    rouge = ir.Rouge(metric.split("+"))
    for most in (0, 1, 3, 20):
        expected = [naive(*one, rouge, measure, most, "\n".join) for one in zip(articles, references, strict=True)]
        given = {"metric": metric, "measure": measure, "max_sentences": most}
        for threads in (1, 3):
            found = ir.oracle(documents=articles, references=references, threads=threads, **given)
            assert [told(one) for one in found] == expected
    assert told(ir.oracle(sentences=articles[3], reference=references[3], **given)) == expected[3]


RULES: list[dict[str, Any]] = [
    {"profile": "rouge-score", "stemmer": "porter"},
    {"count": "set"},
    {"count": "distinct"},
    {"union": "sum"},
    {"sentences": "none"},
    {"sentences": "period"},
    {"sentences": "marker:<q>"},
    {"sentences": str.splitlines},
    {"max_words": 7},
    {"max_bytes": 30},
    {"tokens": str.split},
    {"tokens": "chars"},
    {"alpha": 0.9},
    {"decimals": 1},
    {"empty": "nan"},
]


@pytest.mark.parametrize("metric", ["rouge1+rouge2", "rougeLsum"])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_rule(rules: dict[str, Any], metric: str) -> None:
    articles, references = documents(12, 2)
    rouge = ir.Rouge(metric.split("+"), **rules)
    join = "<q>".join if str(rules.get("sentences", "")).startswith("marker") else "\n".join
    expected = [naive(*one, rouge, "fmeasure", 3, join) for one in zip(articles, references, strict=True)]
    # `sentences` is what the oracle is given, so the rule of that name comes with the profile.
    found = ir.oracle(documents=articles, references=references, metric=metric, profile=rouge.profile)
    assert [told(one) for one in found] == expected


@pytest.mark.parametrize("metric", ["rouge1+rouge2", "rougeL", "rougeLsum"])
def test_other_kinds_of_texts(metric: str) -> None:
    articles, references = documents(10, 3)
    words = [[line.split() for line in article] for article in articles]
    summaries = [reference.split() for reference in references]
    rouge = ir.Rouge(metric.split("+"), tokens="list")
    expected = [naive(*one, rouge, "fmeasure", 3, flat) for one in zip(words, summaries, strict=True)]
    found = ir.oracle(documents=words, references=summaries, metric=metric, tokens="list")
    assert [told(one) for one in found] == expected
    nested = ir.Rouge(metric.split("+"), sentences="list")
    lines = [reference.split("\n") for reference in references]
    expected = [naive(*one, nested, "fmeasure", 3, list) for one in zip(articles, lines, strict=True)]
    found = ir.oracle(documents=articles, references=lines, metric=metric, profile=nested.profile)
    assert [told(one) for one in found] == expected


def test_ties_go_to_the_first_sentence() -> None:
    assert ir.oracle(sentences=["x", "a b", "b a", "a b"], reference="a b c", metric="rouge1").sentences == (1,)


def test_stops_where_nothing_raises_the_score() -> None:
    found = ir.oracle(sentences=["a b", "c d", "x"], reference="c d a b", max_sentences=9)
    assert found.labels == [1, 1, 0]
    assert found == ir.Extract((0, 1), found.score, 3)
    assert ir.oracle(sentences=["x", ""], reference="a") == ir.Extract((), 0.0, 2)
    assert ir.oracle(sentences=[], reference="a") == ir.Extract((), 0.0, 0)
    assert ir.oracle(documents=[], references=[]) == []


def test_sentences_of_several_lines() -> None:
    article, reference = ["a b\nc", "d\n\ne f", "c d"], "a b\nc d\ne f"
    rouge = ir.Rouge("rougeLsum")
    expected = naive(article, reference, rouge, "fmeasure", 3, "\n".join)
    assert told(ir.oracle(sentences=article, reference=reference, metric="rougeLsum")) == expected


def test_many_documents_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infrarouge.search.oracle.FIRST_DOCUMENTS", 2)
    monkeypatch.setattr("infrarouge.search.oracle.MOST_DOCUMENTS", 8)
    articles, references = documents(40, 4)
    found = ir.oracle(documents=articles, references=references)
    single = [ir.oracle(sentences=one, reference=two) for one, two in zip(articles, references, strict=True)]
    assert found == single


def test_noticed_texts() -> None:
    with pytest.warns(ir.CoverageWarning, match="1 of 2 examples"):
        ir.oracle(documents=[["cat"], ["кот"]], references=["cat", "cat"], profile="rouge-score")
    with pytest.raises(ir.EmptyTextError, match="1 of 2 references have no words: row 1"):
        ir.oracle(documents=[["a"], ["b", ""]], references=["a", "."], empty="raise")
    assert ir.oracle(sentences=["", "a"], reference="a", empty="raise").sentences == (1,)


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: ir.oracle(), ir.InputTypeError, "give one document as sentences="),
        (lambda: ir.oracle(sentences=["a"], documents=[["a"]]), ir.InputTypeError, "give one document as sentences="),
        (lambda: ir.oracle(sentences="a b", reference="a"), ir.InputTypeError, "document 0 is a str"),
        (
            lambda: ir.oracle(documents=[["a"], ["b", 3]], references=["a", "b"]),
            ir.InputTypeError,
            "document 1 holds 3",
        ),
        (lambda: ir.oracle(sentences=["a"], reference=3), ir.InputTypeError, "reference 0 is int"),
        (lambda: ir.oracle(documents=[["a"]], references=[]), ir.InputError, "1 documents and 0 references"),
        (lambda: ir.oracle(sentences=["a"], reference="a", max_sentences=-1), ir.InputError, "max_sentences is -1"),
        (lambda: ir.oracle(sentences=["a"], reference="a", metric="rouge1+rougeX"), ir.UnknownNameError, "rougeX"),
        (lambda: ir.oracle(sentences=["a"], reference="a", measure="x"), ir.UnknownNameError, "unknown measure"),
    ],
)
def test_errors_say_what_to_type(call: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        call()
