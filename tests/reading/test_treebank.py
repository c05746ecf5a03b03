"""The words of js-rouge beyond its golden rows: white space, quotations, and boundaries of words."""

from __future__ import annotations

import pytest

from infrarouge.reading.programs.treebank import tokenize_320, tokenize_323


@pytest.mark.parametrize("space", ["\t", "\n", "\u00a0", "\u2003", "\u3000", "\ufeff", "\x85"])
def test_only_the_new_release_cuts_at_white_space_of_every_kind(space: str) -> None:
    assert tokenize_320(f"a{space}b") == [f"a{space}b"]
    assert tokenize_323(f"a{space}b") == ["a", "b"]


@pytest.mark.parametrize("char", ["\x1c", "\x1f", "\u200b"])
def test_what_javascript_does_not_call_space(char: str) -> None:
    assert tokenize_323(f"a{char}b") == [f"a{char}b"]


@pytest.mark.parametrize("char", ["é", "_", "1", "·", "\u0301", "\u200d"])
def test_boundaries_of_words(char: str) -> None:
    assert tokenize_323(f"cannot{char}") == [f"cannot{char}"]
    assert tokenize_323("cannot²") == ["can", "not", "²"]


def test_contractions_once_or_every_time() -> None:
    assert tokenize_320("gonna gonna") == ["gon", "na", "gonna"]
    assert tokenize_323("gonna gonna") == ["gon", "na", "gon", "na"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('("a" b)', ["(", "``", "a", "''", "b", ")"]),
        ('a"b', ["a", "''", "b"]),
        ("say ''yes'' now", ["say", "``", "yes", "''", "now"]),
        ("''yes'' now", ["''", "yes", "''", "now"]),
        ('𐄀"a"', ["𐄀", "''", "a", "''"]),
    ],
)
def test_quotations(text: str, words: list[str]) -> None:
    assert tokenize_323(text) == words


def test_digits_of_every_script_keep_their_marks() -> None:
    assert tokenize_323("١:٢ a:b 1,5") == ["١:٢", "a", ":", "b", "1,5"]
