"""Synthetic texts like published system outputs: tokenised and lower-cased news, predictions that copy parts of references.

The real sets are not ours to ship; `bench_corpus.py` prints the statistics of these texts beside those of real ones.
"""

from __future__ import annotations

import random
from itertools import accumulate
from typing import NamedTuple

LISTS = {
    "function words": (
        "the of to in a and for on is was with at he as by from has his it be that an have are after her who will not "
        "said she their been but they this were had up one its two more which him out over when would or could first "
        "into than about year i we you all there also last new people time no years against what before so only can "
        "some other if"
    ),
    "onsets": "b c d f g h j k l m n p r s t v w st tr br pl cl gr sh ch th sp",
    "vowels": "a e i o u ea ou ai ee",
    "codas": "n r l t s nd rt ck m",
}
FUNCTION_WORDS, ONSETS, VOWELS, CODAS = (words.split() for words in LISTS.values())
SUFFIXES = ["", "", "", "", "", "s", "ed", "ing", "er", "ly", "ation", "ment", "al"]
# What stands apart in tokenised text: marks behind a word, and the ends of words that are cut off.
PIECES = {",": 0.035, "'s": 0.026, "-": 0.003, ":": 0.003, "n't": 0.004, "-rrb-": 0.001}
QUOTES = [("``", "''"), ("`", "'")]
STORY = 4  # sentences of one story: longer texts tell several


class Shape(NamedTuple):
    """How many words a reference has and in how many sentences, and how a prediction rewrites them."""

    words: int
    sentences: int
    longer: float = 1.07  # words that take the place of one
    copied: float = 0.34  # share of the steps that copy a stretch


SHAPES = {
    "cnndm": Shape(51, 4),
    "xsum": Shape(20, 1, 0.9, 0.37),
    "tiny": Shape(7, 1, 0.85, 0.42),
    "long": Shape(5000, 400, 0.85),
}


def vocabulary(rng: random.Random, size: int) -> list[str]:
    """Distinct pseudo-words, short and frequent ones first; no function word is among them."""
    words: dict[str, None] = {}
    while len(words) < size:
        syllables = 1 + (rng.random() < 0.83)
        stem = "".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(["", "", *CODAS]) for _ in range(syllables))
        words[stem + rng.choice(SUFFIXES)] = None
    content = [word for word in words if word not in FUNCTION_WORDS]
    # Frequent words are short: rank by length, loosely.
    content.sort(key=lambda word: len(word) + rng.uniform(0, 24))
    return content


class Writer:
    """Writes references and predictions of one shape, the same ones for the same seed."""

    def __init__(self, seed: int = 0, size: int = 40_000) -> None:
        self.rng = random.Random(seed)
        self.content = vocabulary(self.rng, size)
        self.content_weights = list(accumulate((rank + 25) ** -1.0 for rank in range(len(self.content))))
        self.function_weights = list(accumulate((rank + 1.6) ** -0.95 for rank in range(len(FUNCTION_WORDS))))

    def content_words(self, n: int) -> list[str]:
        """Draw names, nouns and verbs by Zipf's law; some are numbers, and some are joined by hyphens."""
        words = self.rng.choices(self.content, cum_weights=self.content_weights, k=n)
        for place in range(n):
            kind = self.rng.random()
            if kind < 0.05:
                words[place] = str(self.rng.choice([self.rng.randint(1, 60), self.rng.randint(1980, 2015)]))
            elif kind < 0.07:
                words[place] += "-" + self.rng.choice(self.content[:500])
        return words

    def draw(self, n: int, story: list[str] | None = None) -> list[str]:
        """Draw running words; those that a story is about come again and again."""
        story = story or self.content_words(12)
        words = self.rng.choices(FUNCTION_WORDS, cum_weights=self.function_weights, k=n)
        for place, fresh in enumerate(self.content_words(n)):
            kind = self.rng.random()
            if kind < 0.44:
                words[place] = fresh
            elif kind < 0.565:
                words[place] = self.rng.choice(story)
        return words

    def sentence(self, n: int, story: list[str]) -> list[str]:
        """About n words with the marks that stand among them and behind them, each a token."""
        tokens: list[str] = []
        closing = ""
        for word in self.draw(n, story):
            if not closing and self.rng.random() < 0.006:
                opening, closing = self.rng.choice(QUOTES)
                tokens.append(opening)
            tokens.append(word)
            for piece, share in PIECES.items():
                if self.rng.random() < share:
                    tokens.append(piece)
                    break
            if closing and self.rng.random() < 0.25:
                tokens.append(closing)
                closing = ""
        return [*tokens, closing or "."]

    def reference(self, shape: Shape) -> list[list[str]]:
        """Sentences of tokens."""
        size = max(2, shape.words // shape.sentences)
        sentences = []
        story: list[str] = []
        for place in range(shape.sentences):
            if place % STORY == 0:
                story = self.content_words(12)
            sentences.append(self.sentence(max(2, size + self.rng.randint(-size // 3, size // 3)), story))
        return sentences

    def prediction(self, reference: list[list[str]], shape: Shape = SHAPES["cnndm"]) -> list[list[str]]:
        """Tell the same stories in other words, with stretches of the reference copied."""
        sentences = []
        for begin in range(0, len(reference), STORY):
            around = reference[begin : begin + STORY]
            told = [self.rewrite(sentence, around, shape) for sentence in around]
            if self.rng.random() < 0.4:
                self.rng.shuffle(told)
            sentences += told
        return sentences

    def rewrite(self, sentence: list[str], around: list[list[str]], shape: Shape) -> list[str]:
        """One sentence of a prediction: copied stretches, between them words of the story and others."""
        story = [token for line in around for token in line if token[0].isalnum() and token not in FUNCTION_WORDS]
        tokens: list[str] = []
        at = 0
        while at < len(sentence) - 1:
            if self.rng.random() < shape.copied:
                size = 1 + min(int(self.rng.expovariate(0.5)), 14)
                tokens += sentence[at : min(at + size, len(sentence) - 1)]
            else:
                size = self.rng.randint(1, 5)
                tokens += self.sentence(max(1, round(size * shape.longer)), story)[:-1]
            at += size
        return [*tokens, "."]

    def text(self, sentences: list[list[str]]) -> str:
        """Spell sentences with a blank between tokens, one a line."""
        return "\n".join(" ".join(sentence) for sentence in sentences)


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
        predictions.append(writer.text(writer.prediction(reference, SHAPES[shape])))
    return predictions, references


def documents(n: int, sentences: int = 30, seed: int = 0) -> list[tuple[list[str], str]]:
    """Articles as lists of sentences, each with a summary made of rewritten sentences of it."""
    writer = Writer(seed)
    articles = []
    for _ in range(n):
        article = writer.reference(Shape(25 * sentences, sentences))
        summary = writer.prediction(writer.rng.sample(article, 3))
        articles.append(([writer.text([sentence]) for sentence in article], writer.text(summary)))
    return articles


def instructions(n: int, seed: int = 0, copies: float = 0.3) -> list[str]:
    """Short instruction-like texts of 10 to 40 words, a share of them near copies of an earlier one."""
    writer = Writer(seed)
    texts: list[list[str]] = []
    for _ in range(n):
        if texts and writer.rng.random() < copies:
            words = list(writer.rng.choice(texts))
            for _ in range(writer.rng.randint(1, max(1, len(words) // 4))):
                words[writer.rng.randrange(len(words))] = writer.draw(1)[0]
        else:
            words = writer.draw(writer.rng.randint(10, 40))
        texts.append(words)
    return [writer.text([[*words, "."]]) for words in texts]
