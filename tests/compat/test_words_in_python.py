"""Drop-ins whose words are cut in Python: a pair alone is scored as it is among others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrarouge.compat.py_rouge import Rouge
from infrarouge.compat.xlsum.rouge_scorer import MultiTokenizer, RougeScorer
from infrarouge.compat.xlsum.tokenization_wrapper import tokenize

TEXTS = st.lists(
    st.sampled_from(
        ["gonna", "cannot", "Cats", "were", "5th", "a", "b.", "東京", "é́", "_", "\x07", "5€", "x1y2", "\n"]
    ),
    max_size=12,
).map(" ".join)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"apply_avg": False, "apply_best": True},
    {"stemming": False, "alpha": 0.8},
    {"length_limit": 9},
    {"length_limit": 2, "length_limit_type": "words"},
    {"length_limit": -2},
    {"limit_length": False},
    {"apply_avg": False},
]


@pytest.mark.parametrize("options", OPTIONS)
@given(TEXTS, TEXTS)
def test_py_rouge_scores_a_pair_as_several(options: dict[str, Any], prediction: str, reference: str) -> None:
    rouge = Rouge(["rouge-n", "rouge-l"], max_n=3, **options)
    alone = rouge.get_scores(prediction, reference)
    # Half of a number's double is the number.
    twice = rouge.get_scores([prediction] * 2, [[reference]] * 2)
    assert alone == {name: stats if isinstance(stats, dict) else stats[:1] for name, stats in twice.items()}


@given(TEXTS)
def test_xlsum_cuts_words_at_once_as_step_by_step(text: str) -> None:
    scorer = RougeScorer(["rouge1"])
    assert scorer._words(text) == tokenize(text, None, MultiTokenizer())
