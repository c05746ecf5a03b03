"""The places of an explanation lie inside the text, whatever cuts it into words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.errors import InfrarougeError, MissingExtraError

PIECES = [
    "a",
    "B",
    "the cat",
    ".",
    " ",
    "\n",
    "don't",
    "é",
    "e\u0301",
    "İ",
    "ß",
    "语言",
    "한국어",
    "ㄱ",
    "\U0001f600",
    "x-y",
    "...",
]
TEXTS = st.lists(st.sampled_from([*PIECES, "\x1b[1m", "\u200d", "\u0301", "1.5", "\t"]), max_size=8).map("".join)
METRICS = ("rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW-1.2", "rougeWsum-1.2", "rougeS", "rougeSU4")


def check(prediction: str, reference: str, metric: str, **rules: str) -> None:
    try:
        explanation = ir.explain(prediction=prediction, reference=reference, metric=metric, **rules)
    except MissingExtraError:
        pytest.skip("its language library is not installed")
    except InfrarougeError:
        return  # texts that the rules refuse have nothing to explain
    for name, text in (("prediction", prediction), ("reference", reference)):
        assert "".join(part for part, _ in explanation.parts(name)) == text
        for match in explanation.matches:
            for start, end in getattr(match, name).spans:
                assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize("profile", ir.profiles())
@settings(max_examples=8, deadline=None)
@given(prediction=TEXTS, reference=TEXTS, metric=st.sampled_from(METRICS))
def test_places_lie_inside_under_every_profile(profile: str, prediction: str, reference: str, metric: str) -> None:
    check(prediction, reference, metric, profile=profile)


@pytest.mark.parametrize("tokens", ir.tokenizers())
@settings(max_examples=5, deadline=None)
@given(prediction=TEXTS, reference=TEXTS, metric=st.sampled_from(METRICS))
def test_places_lie_inside_with_every_tokenizer(tokens: str, prediction: str, reference: str, metric: str) -> None:
    check(prediction, reference, metric, tokens=tokens)
