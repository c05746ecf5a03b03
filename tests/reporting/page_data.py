"""Pages for the tests, and the rows of a page read back in plain Python."""

from __future__ import annotations

import json
import random
import re
from typing import Any, NamedTuple

import pytest

import infrarouge as ir
from infrarouge.reporting.page.pack import unpacked

NASTY = "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=1'><!--<script> {{data}} & \"q\" \u2028 \x00"
METRICS = "rouge1 rouge2 rougeL rougeLsum rougeW-1.2 rougeWsum-1.5 rougeS rougeSU2"
PIECES = [
    "a",
    "b",
    "the",
    "The",
    "cats",
    "cat",
    "naps",
    "İ",
    "ΣΑΣ",
    "né",
    "东京",
    "\U0001d400b",
    "don't",
    "<b>",
    "\ufeff",
]

RULES: list[dict[str, Any]] = [
    {},
    {"profile": "rouge-score", "stemmer": "porter"},
    {"union": "exclusive", "tie": "prediction", "count": "set"},
    {"union": "values", "count": "distinct"},
    {"union": "distinct"},
    {"union": "sum", "tie": "prediction"},
    {"union": "prediction", "tokens": str.split, "flat": "whole"},
    {"union": "both", "tokens": str.split, "flat": "whole", "sentences": lambda text: [text[2:9], text[5:]]},
    {"union": "values", "tokens": str.split, "flat": "whole", "sentences": lambda text: [text[2:9], text[5:]]},
    {"quirks": tuple(ir.Quirk), "max_bytes": 40},
    {"quirks": ("w-reference-runs",)},
    {"quirks": ("w-open-runs", "w-flat-prediction")},
    {"quirks": ("w-double-weight", "w-reference-runs")},
    {"tokens": "chars", "normalizer": "nfkc", "max_words": 7},
    {"stopwords": {"the", "a"}, "sentences": "period"},
    {"within": "sentence", "sentences": "period"},
    {"within": "sentence", "count": "set", "quirks": ("su-last-word",)},
    {"quirks": ("short-totals",)},
]


def name_of(rules: dict[str, Any]) -> str:
    return rules.get("profile", "") or ",".join(rules) or "default"


def make(ours: list[Any], theirs: list[Any], metrics: str = "rouge1 rougeL", **rules: Any) -> str:
    report = ir.evaluate(predictions=ours, references=theirs, metrics=metrics, **rules)
    return report.to_html(predictions=ours, references=theirs)


def hash_of(tab: Any) -> str:
    """The part of a page's address after the file, as the page has it at this moment."""
    return str(tab.evaluate("() => location.hash"))


def random_texts(seed: int, n: int = 12) -> list[str]:
    draw = random.Random(seed)
    return [
        "".join(draw.choice(PIECES) + draw.choice([" ", " ", " ", "\n", ". "]) for _ in range(draw.randrange(0, 18)))
        for _ in range(n)
    ]


def scored(prediction: Any, reference: Any, **rules: Any) -> bool:
    """Whether the rules take the texts; some programs refuse short ones."""
    try:
        return bool(ir.score(prediction=prediction, reference=reference, metrics=METRICS, **rules))
    except ir.InfrarougeError:
        return False


def fitting_texts(rules: dict[str, Any]) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """Random texts in the form that the rules take and without those they refuse, and the rules to score them by."""
    profile = ir.profile(rules.get("profile", "infrarouge-1"))
    ours, theirs = list[Any](random_texts(1)), list[Any](random_texts(2))
    if profile.text.tokens == "list":
        ours, theirs = [text.split() for text in ours], [text.split() for text in theirs]
    rules = {"empty": "zero", "quirks": profile.quirks - {"no-units"}, **rules}
    if profile.text.sentences == "punkt" and not scored("a b. c", "a b. c", **rules):
        pytest.skip("NLTK or its data is not installed")
    kept = [at for at in range(len(ours)) if scored(ours[at], theirs[at], **rules)]
    assert len(kept) >= 2, "the profile refuses nearly every text"
    return [ours[at] for at in kept], [theirs[at] for at in kept], rules


def data_of(page: str) -> Any:
    """The data of a page."""
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match
    return json.loads(match[1])


class Columns(NamedTuple):
    """The columns of a page: scores by system, metric and measure, best references by system, words of the texts,
    and the number of each row's group."""

    scores: list[list[list[list[int | None]]]]
    best: list[list[list[int]]]
    lengths: list[list[int]]
    group: list[int]


def columns_of(data: Any) -> Columns:
    """The columns of a page."""
    numbers = Numbers(unpacked(data["columns"]))
    scores = [
        [
            [[value - 1 if value else None for value in _column(numbers, data)] for _ in data["measures"]]
            for _ in data["metrics"]
        ]
        for _ in data["systems"]
    ]
    best = [[_column(numbers, data) for _ in data["metrics"]] for _ in data["systems"] if data["has_best"]]
    lengths = [_column(numbers, data) for _ in range(len(data["systems"]) + 1)]
    group = _column(numbers, data) if data["groups"] else []
    for _ in range(len(data["aspects"]) * len(data["systems"])):
        _column(numbers, data)
    assert numbers.at == len(numbers.data)
    return Columns(scores, best, lengths, group)


def _column(numbers: Numbers, data: Any) -> list[int]:
    return [numbers.next() for _ in range(data["size"])]


class Match(NamedTuple):
    """What a metric matches in a pair, as the page has it."""

    counts: list[float]
    runs: list[list[tuple[int, int]]]
    left: list[tuple[int, list[tuple[int, int]]]]


class Row(NamedTuple):
    """A row of a page: texts and spans of words by view, references first; matches by system, reference, metric."""

    texts: list[str]
    words: list[list[list[tuple[int, int]]]]
    matches: list[list[list[Match | None]]]


class Numbers:
    """Whole numbers of seven bits a byte, the lowest first."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def next(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self) -> int:
        value = self.next()
        return -(value + 1) // 2 if value % 2 else value // 2


def rows_of(data: Any) -> list[Row]:
    """All rows of a page."""
    return [row for block in data["blocks"] for row in _block(unpacked(block), data)]


def _block(data: bytes, page: Any) -> list[Row]:
    numbers = Numbers(data)
    sizes = [(numbers.next(), numbers.next()) for _ in range(numbers.next())]
    text = data[numbers.at + sum(size for _, size in sizes) :].decode("utf-8").encode("utf-16-le")
    rows, start = [], 0
    for length, size in sizes:
        end = numbers.at + size
        rows.append(_row(numbers, text[2 * start : 2 * (start + length)], page))
        assert numbers.at == end
        start += length
    assert 2 * start == len(text)
    return rows


def _row(numbers: Numbers, text: bytes, page: Any) -> Row:
    references = numbers.next()
    texts, words, at = [], [], 0
    for _ in range(references + len(page["systems"])):
        end = at + 2 * numbers.next()
        texts.append(text[at:end].decode("utf-16-le"))
        at = end + 2
    for _ in texts:
        words.append([_words(numbers) for _ in range(numbers.next())])
    matches = [
        [[_match(numbers, metric) if numbers.next() else None for metric in page["metrics"]] for _ in range(references)]
        for _ in page["systems"]
    ]
    return Row(texts, words, matches)


def _words(numbers: Numbers) -> list[tuple[int, int]]:
    spans, end = [], 0
    for _ in range(numbers.next()):
        start = end + numbers.signed()
        end = start + numbers.next()
        spans.append((start, end))
    return spans


def _match(numbers: Numbers, metric: Any) -> Match:
    counts = [numbers.signed() / metric["scale"] for _ in range(3)]
    runs: list[list[tuple[int, int]]] = []
    i = j = 0
    for _ in range(numbers.next()):
        j += numbers.signed()
        i += numbers.signed()
        length = numbers.next()
        pairs = [(i + k, j + k) for k in range(length // 2)]
        i, j = i + length // 2, j + length // 2
        if length % 2:
            runs[-1] += pairs
        else:
            runs += [pairs] if metric["runs"] else [[pair] for pair in pairs]
    left = []
    for _ in range(2):
        total, first, units = numbers.next(), 0, []
        for _ in range(numbers.next()):
            first += numbers.signed()
            units.append((first, first + numbers.next()))
        left.append((total, units))
    return Match(counts, runs, left)
