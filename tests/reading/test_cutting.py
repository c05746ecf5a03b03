"""Words cut by an engine for a stemmer in Python are those of the definitions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrarouge import Rouge
from infrarouge.reading.reader import Reader


def stem(word: str) -> str:
    return word[:3]


PIECES = [
    "Running",
    "café",
    "cafe\u0301",
    "ΟΔΟΣ",
    "İx",
    "東京",
    "กิน",
    "한글",
    "ㅋ",
    "№",
    "٣",
    " ",
    " ",
    "\n",
    ". ",
    "-",
    "\u200d",
    "the",
]
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=20).map("".join), st.text(max_size=20))
RULES = st.fixed_dictionaries(
    {
        "stemmer": st.sampled_from([stem, "snowball-english"]),
        "tokens": st.sampled_from(["unicode", "alnum", "whitespace", "chars"]),
        "lowercase": st.sampled_from(["unicode", "ascii", None]),
        "normalizer": st.sampled_from([None, "canonical", "nfkc+unaccent", "digits", "nfkc+alnum", str.strip]),
        "flat": st.sampled_from(["joined", "whole"]),
        "stopwords": st.sampled_from([None, frozenset({"the", "cafe\u0301", "한글"})]),
        "synonyms": st.sampled_from([None, (("running", "ran"), ("new york", "ny"))]),
        "max_words": st.sampled_from([None, 3]),
    }
)


@given(RULES, st.lists(TEXTS, max_size=3))
def test_sides_are_those_of_the_definitions(rules: dict[str, Any], texts: list[str]) -> None:
    runner = Rouge("rouge1 rougeLsum", **rules).runner
    alone = Reader(runner.profile)
    assert alone.words_of is None
    ours, plain = runner.reader.side(texts, "prediction"), alone.side(texts, "prediction")
    assert [None if part is None else list(part) for part in ours] == [
        None if part is None else list(part) for part in plain
    ]


@pytest.mark.parametrize(("normalizer", "cuts"), [("canonical", True), ("nfkc+alnum", False), (str.strip, False)])
def test_an_engine_cuts_where_it_can(normalizer: Any, cuts: bool) -> None:
    assert (Rouge(stemmer=stem, normalizer=normalizer).runner.reader.words_of is not None) is cuts
    assert Rouge(tokens=str.split).runner.reader.words_of is None
    assert Rouge(stemmer="porter").runner.reader.words_of is None
