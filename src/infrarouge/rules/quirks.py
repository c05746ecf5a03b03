"""Oddities of other programs that a profile keeps faithfully; ``replace(quirks=())`` gives the clean reading."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from infrarouge.errors import UnknownNameError
from infrarouge.registry import one_of


class Quirk(str, Enum):
    """One oddity, read in one place.

    >>> Quirk("su-last-word").name
    'SU_LAST_WORD'
    """

    SU_LAST_WORD = "su-last-word"
    """SU counts no unigram for the last word of a text, so a one-word text has no unit at all."""

    W_DOUBLE_WEIGHT = "w-double-weight"
    """ROUGE-W over sentences weighs the reference length twice: its sentences' lengths, and then their sum."""

    W_FLAT_PREDICTION = "w-flat-prediction"
    """ROUGE-W over sentences weighs the prediction as one sentence, and the reference sentence by sentence."""

    W_REFERENCE_RUNS = "w-reference-runs"
    """ROUGE-W over sentences measures runs in the reference alone, on words clipped by both texts as ROUGE-L does."""

    W_OPEN_RUNS = "w-open-runs"
    """A reference run whose last word is clipped away stays open: the next run continues it, or it is lost."""

    W_PLAIN_TOTALS = "w-plain-totals"
    """ROUGE-W of summed counts is their bare ratio: the weight is not undone."""

    BYTES_PER_SENTENCE = "bytes-per-sentence"
    """The byte limit is applied to each sentence anew where sentences are matched, and to the whole text elsewhere."""

    LEADING_BLANK_WORD = "leading-blank-word"
    """White space at the start of a sentence counts as a word of the word limit."""

    NO_UNITS = "no-units"
    """A text too short to have a unit of a metric is refused, where other programs score it 0."""

    SHORT_TOTALS = "short-totals"
    """A text of fewer than n words has a negative number of n-grams, which counts where references are pooled."""

    W_PATH_12 = "w-path-1.2"
    """ROUGE-W finds its path with the weight 1.2, whatever weight the runs on it are measured with."""

    L_BLANK_WORD = "l-blank-word"
    """An empty word counts in the totals of ROUGE-L over sentences, and is never matched."""

    L_NO_WORDS_NAN = "l-no-words-nan"
    """ROUGE-L divides by zero where a text has no words, and gives what is not a number."""

    def __str__(self) -> str:
        return self.value


def quirks_of(value: object) -> frozenset[Quirk]:
    """Oddities as a set, from any collection of them or of their names.

    >>> quirks_of(["no-units"]) == {Quirk.NO_UNITS}
    True
    >>> quirks_of("no-units")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: quirks is 'no-units'; give a list of names, such as quirks=['no-units']
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        likely = value if value in QUIRKS else QUIRKS[0]
        raise UnknownNameError(f"quirks is {value!r}; give a list of names, such as quirks=[{likely!r}]")
    return frozenset(each if isinstance(each, Quirk) else Quirk(one_of("quirk", each, QUIRKS)) for each in value)


QUIRKS = tuple(quirk.value for quirk in Quirk)
"""The names of all oddities."""
