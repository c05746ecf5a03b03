"""Synthetic texts with the shape of the well-known sets: words by Zipf's law, predictions that copy and rewrite references.

The real sets are not ours to ship; shapes (words a side, bytes a pair, distinct words) follow their published system outputs.
"""

from __future__ import annotations

import random
from itertools import accumulate
from typing import NamedTuple

FUNCTION_WORDS = [
    "the",
    "of",
    "to",
    "and",
    "in",
    "a",
    "is",
    "that",
    "for",
    "on",
    "was",
    "with",
    "as",
    "it",
    "he",
    "said",
    "be",
    "at",
    "by",
    "his",
    "from",
    "has",
    "are",
    "have",
    "had",
    "an",
    "but",
    "not",
    "they",
    "who",
    "this",
    "were",
    "will",
    "been",
    "their",
    "which",
    "or",
    "about",
    "its",
    "after",
    "more",
    "when",
    "up",
    "would",
    "one",
    "out",
    "she",
    "her",
    "than",
    "all",
    "there",
    "also",
    "into",
    "over",
    "two",
    "last",
    "new",
    "people",
    "we",
    "you",
    "year",
    "first",
    "can",
    "some",
    "other",
    "if",
    "time",
    "no",
    "years",
    "against",
    "what",
    "could",
    "i",
    "him",
    "before",
    "so",
    "only",
]
SUFFIXES = ["", "", "", "", "s", "ed", "ing", "er", "ly", "ation", "ment", "ness", "al"]
ONSETS = [
    "b",
    "c",
    "d",
    "f",
    "g",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "t",
    "v",
    "w",
    "st",
    "tr",
    "br",
    "pl",
    "cl",
    "gr",
    "sh",
    "ch",
    "th",
    "sp",
]
VOWELS = ["a", "e", "i", "o", "u", "ea", "ou", "ai", "ee"]
CODAS = ["", "", "n", "r", "l", "t", "s", "nd", "rt", "ck", "m"]


class Shape(NamedTuple):
    """How many words a side has, and how many sentences."""

    words: int
    sentences: int


SHAPES = {
    "cnndm": Shape(58, 4),
    "xsum": Shape(22, 1),
    "tiny": Shape(7, 1),
    "long": Shape(5000, 200),
}


def vocabulary(rng: random.Random, size: int) -> list[str]:
    """Distinct pseudo-words, short and frequent ones first."""
    words = dict.fromkeys(FUNCTION_WORDS)
    while len(words) < size:
        syllables = 1 + (rng.random() < 0.55) + (rng.random() < 0.25)
        stem = "".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(syllables))
        words[stem + rng.choice(SUFFIXES)] = None
    content = [word for word in words if word not in FUNCTION_WORDS]
    # Frequent words are short: rank by length, loosely.
    content.sort(key=lambda word: len(word) + rng.uniform(0, 9))
    return FUNCTION_WORDS + content


class Writer:
    """Writes references and predictions of one shape, the same ones for the same seed."""

    def __init__(self, seed: int = 0, size: int = 40_000) -> None:
        self.rng = random.Random(seed)
        self.words = vocabulary(self.rng, size)
        self.weights = list(accumulate((rank + 2.7) ** -1.05 for rank in range(size)))

    def draw(self, n: int) -> list[str]:
        """Draw words by Zipf's law."""
        return self.rng.choices(self.words, cum_weights=self.weights, k=n)

    def reference(self, shape: Shape) -> list[list[str]]:
        """Sentences of words."""
        size = max(1, shape.words // shape.sentences)
        return [self.draw(max(2, size + self.rng.randint(-size // 3, size // 3))) for _ in range(shape.sentences)]

    def prediction(self, reference: list[list[str]]) -> list[list[str]]:
        """Copy stretches of the reference, put other words between, and drop some."""
        made = []
        for sentence in reference:
            words: list[str] = []
            at = 0
            while at < len(sentence):
                step = self.rng.randint(1, 6)
                if self.rng.random() < 0.5:
                    words += sentence[at : at + step]
                else:
                    words += self.draw(step)
                at += step
            made.append(words)
        self.rng.shuffle(made)
        return made

    def text(self, sentences: list[list[str]]) -> str:
        """Spell sentences with capitals, commas and full stops, one a line."""
        lines = []
        for sentence in sentences:
            words = [word + "," if self.rng.random() < 0.06 else word for word in sentence]
            words = [word.capitalize() if self.rng.random() < 0.12 else word for word in words]
            lines.append(" ".join(words).capitalize() + " .")
        return "\n".join(lines)


def pairs(shape: str, n: int, seed: int = 0) -> tuple[list[str], list[str]]:
    """Predictions and references of a named shape.

    >>> predictions, references = pairs("xsum", 2)
    >>> len(predictions), len(references)
    (2, 2)
    """
    writer = Writer(seed)
    predictions, references = [], []
    for _ in range(n):
        reference = writer.reference(SHAPES[shape])
        references.append(writer.text(reference))
        predictions.append(writer.text(writer.prediction(reference)))
    return predictions, references


def documents(n: int, sentences: int = 30, seed: int = 0) -> list[tuple[list[str], str]]:
    """Articles as lists of sentences, each with a summary made of rewritten sentences of it."""
    writer = Writer(seed)
    made = []
    for _ in range(n):
        article = writer.reference(Shape(25 * sentences, sentences))
        summary = writer.prediction(writer.rng.sample(article, 3))
        made.append(([writer.text([sentence]) for sentence in article], writer.text(summary)))
    return made


def instructions(n: int, seed: int = 0, copies: float = 0.3) -> list[str]:
    """Short instruction-like texts of 10 to 40 words, a share of them near copies of an earlier one."""
    writer = Writer(seed)
    made: list[list[str]] = []
    for _ in range(n):
        if made and writer.rng.random() < copies:
            words = list(writer.rng.choice(made))
            for _ in range(writer.rng.randint(1, max(1, len(words) // 4))):
                words[writer.rng.randrange(len(words))] = writer.draw(1)[0]
        else:
            words = writer.draw(writer.rng.randint(10, 40))
        made.append(words)
    return [writer.text([words]) for words in made]


if __name__ == "__main__":
    for name in SHAPES:
        predictions, references = pairs(name, 20 if name == "long" else 2000)
        both = predictions + references
        distinct = {word.strip(".,").lower() for text in both for word in text.split()}
        print(
            f"{name}: {sum(len(text.split()) for text in both) / len(both):.1f} words a side, "
            f"{sum(map(len, both)) / len(predictions):.0f} bytes a pair, {len(distinct)} distinct words"
        )
