"""Texts for the tests of pairs, search and deduplication: short, with near copies, empty ones and other scripts."""

from __future__ import annotations

import random

WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "dog",
    "ran",
    "home",
    "big",
    "Cats",
    "running",
    "naïve",
    "東京",
    "x",
    "y",
]


def some_texts(n: int, seed: int = 0, words: int = 12) -> list[str]:
    """Random texts of few different words, a third of them near copies of an earlier one."""
    rng = random.Random(seed)
    made: list[list[str]] = []
    while len(made) < n:
        if made and rng.random() < 0.35:
            text = list(rng.choice(made))
            if text:
                text[rng.randrange(len(text))] = rng.choice(WORDS)
        else:
            text = rng.choices(WORDS, k=rng.randint(0, words))
        made.append(text)
    return ["".join(word + rng.choice([" ", " ", "\n"]) for word in text) for text in made]


# Every kind of metric, with rules that change what is read, counted and scored.
SETTINGS = [
    ("rougeL", {}),
    ("rougeL", {"stemmer": "porter", "profile": "rouge-score"}),
    ("rougeL", {"alpha": 0.2}),
    ("rougeL", {"decimals": 2}),
    ("rougeL", {"beta": 2.0}),
    ("rouge1", {}),
    ("rouge1", {"count": "set"}),
    ("rouge2", {}),
    ("rouge2", {"count": "distinct"}),
    ("rouge3", {"dtype": "float32"}),
    ("rougeLsum", {}),
    ("rougeLsum", {"union": "exclusive"}),
    ("rougeLsum", {"union": "sum"}),
    ("rougeLsum", {"max_bytes": 20, "quirks": ["bytes-per-sentence"]}),
    ("rougeLsum", {"tokens": str.split, "flat": "whole"}),
    ("rougeW-1.2", {}),
    ("rougeWsum-1.2", {}),
    ("rougeS4", {}),
    ("rougeSU", {"count": "set"}),
    ("rougeL", {"empty": "nan"}),
    ("rougeL", {"tokens": "chars"}),
    ("rougeL", {"profile": "torchmetrics", "sentences": "newline"}),
    ("rouge2", {"profile": "pltrdy", "empty": "zero"}),
    ("rougeLsum", {"profile": "js-rouge", "sentences": "newline", "empty": "zero"}),
    ("rougeSU4", {"profile": "rouge-1.5.5"}),
    ("rougeWsum-1.2", {"profile": "rouge-1.5.5"}),
]
