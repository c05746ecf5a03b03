"""The settings that users of each program are known to change, and every combination of a few of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from infrarouge.matching import LongestCommon, Metric, WeightedCommon, needs_sentences
from infrarouge.reporting.settings import offers, readable
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import MEANS

MOST_CHANGES = 3
"""The most settings that are changed at once: an answer with more of them explains nothing."""

FIRST_REFERENCE = "first"
MARKERS = ("<n>", "<q>", "<t>", "<S>")
"""Marks that models and scripts write between sentences."""


class Switch(NamedTuple):
    """One change of a setting: what it is called, and the rules that it sets."""

    setting: str
    value: str
    rules: dict[str, Any] = {}  # noqa: RUF012  # a named tuple makes no copies, and nobody writes to it

    @property
    def words(self) -> str:
        """The change in words.

        >>> Switch("stemming", "porter").words
        'stemming porter'
        """
        return f"{self.setting} {self.value}"


def _limits(**limits: int) -> list[Switch]:
    rules = {"max_words": None, "max_bytes": None}
    return [
        Switch("limit", f"{number} {name.removeprefix('max_')}", {**rules, name: number})
        for name, number in limits.items()
    ]


STEMMERS: dict[str, tuple[str | None, ...]] = {
    "rouge-1.5.5": ("porter-1.5.5",),
    "py-rouge-1.1": (None, "py-rouge-nltk"),
    "xlsum-2024": ("porter", "xlsum-english"),
    "rouge2-1.2.2": ("snowball-english",),
    "sumeval-0.2.2": (),
    "pycocoevalcap-1.2": (),
}
"""The stemmers that a program can be told to use, or to do without; Porter's where nothing is said."""

READING: dict[str, list[list[Switch]]] = {
    "rouge-1.5.5": [
        [Switch("stop words", "smart", {"stopwords": "smart"})],
        [*_limits(max_words=100), *_limits(max_bytes=665), *_limits(max_bytes=75)],
    ],
    "py-rouge-1.1": [[Switch("limit", "none", {"max_bytes": None}), *_limits(max_words=100)]],
    "pycocoevalcap-1.2": [[Switch("tokenizer", "ptb", {"tokens": "ptb"})]],
    "pltrdy-1.0.1": [[Switch("set or bag", "clipped", {"count": "clipped", "union": "sum"})]],
    "rouge-chinese-1.0.3": [
        [Switch("set or bag", "clipped", {"count": "clipped"})],
        [Switch("tokenizer", "chars", {"tokens": "chars"})],
    ],
    "sumeval-0.2.2": [[Switch("stop words", "none", {"stopwords": None})]],
    "rouge2-1.2.2": [[Switch("set or bag", "set", {"count": "set"})]],
}
"""Options of single programs that change how texts are read and counted; of each inner list one is taken."""

SCORING: dict[str, list[list[Switch]]] = {
    "ignite-0.5.5": [[Switch("F formula", "alpha 0.5", {"alpha": 0.5})]],
    "tensorflow-text-2.21": [[Switch("F formula", "tensor2tensor", {"formula": "tensor2tensor"})]],
}
"""Options of single programs that change how counts become scores."""

BEST: dict[str, str] = {
    "rouge-1.5.5": "best-recall-5",
    "py-rouge-1.1": "best-recall-w",
    "rouge-metric-1.0.1": "best-ratio",
    "ignite-0.5.5": "best-recall",
}
"""How a program takes the best of several references, where it has its own way; the largest F elsewhere."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What of the texts decides which settings can matter."""

    capitals: bool
    lines: bool
    several: bool
    markers: tuple[str, ...]

    @classmethod
    def of(cls, texts: Iterable[Any], several: bool) -> Facts:
        """Look at the texts once.

        >>> Facts.of(["a b<n>c", "D"], several=False)
        Facts(capitals=True, lines=False, several=False, markers=('<n>',))
        """
        strings = [text for text in texts if isinstance(text, str)]
        return cls(
            capitals=any(text != text.lower() for text in strings),
            lines=any("\n" in text for text in strings),
            several=several,
            markers=tuple(mark for mark in MARKERS if any(mark in text for text in strings)),
        )


class Variant(NamedTuple):
    """A profile with some settings changed; `first` if only the first reference of each row is looked at."""

    profile: Profile
    changes: tuple[Switch, ...] = ()
    first: bool = False


def readings(profile: Profile, metrics: Sequence[Metric], facts: Facts) -> Iterator[Variant]:
    """Every way in which a program's users make it read texts, the program's own first.

    >>> from infrarouge.matching import parse_metrics
    >>> from infrarouge.rules.catalogue import profile
    >>> facts = Facts.of(["a\\nb"], several=False)
    >>> [way.profile.signature for way in readings(profile("rouge-score"), parse_metrics("rouge1"), facts)]
    ['rouge-score-0.1.2', 'rouge-score-0.1.2|stem:porter']
    """
    ready = readable(profile)
    groups = [*READING.get(profile.name, []), _stemming(ready), _case(ready, facts)]
    if needs_sentences(metrics, ready.match.within):
        groups.append(_sentences(ready, facts))
    yield from _combinations(Variant(ready), groups)


def scorings(reading: Variant, facts: Facts, empty: bool) -> Iterator[Variant]:
    """Every way in which counts of a reading become one number for the corpus, the program's own first.

    `empty` says that there are texts without words.
    """
    profile = reading.profile
    groups = [*SCORING.get(profile.name, []), _averages(profile)]
    if facts.several:
        groups.append(_references(profile))
    if empty:
        groups.append(_changed("empty texts", "empty", profile.score.empty, ("zero", "skip")))
    yield from _combinations(reading, groups)


def _combinations(start: Variant, groups: Sequence[Sequence[Switch]]) -> Iterator[Variant]:
    """Take at most one switch of every group, fewer changes first."""
    several = [
        tuple(switch for switch in choice if switch) for choice in product(*([None, *group] for group in groups))
    ]
    for switches in sorted(several, key=len):
        changes = start.changes + switches
        if len(changes) <= MOST_CHANGES:
            rules = {rule: value for switch in switches for rule, value in switch.rules.items()}
            first = any(switch.value == FIRST_REFERENCE for switch in switches)
            yield Variant(start.profile.replace(**rules), changes, first)


def _changed(setting: str, rule: str, own: Any, values: Iterable[Any]) -> list[Switch]:
    """Switches to every other value of a rule."""
    return [Switch(setting, str(value or "none"), {rule: value}) for value in values if value != own]


def _stemming(profile: Profile) -> list[Switch]:
    return _changed("stemming", "stemmer", profile.text.stemmer, STEMMERS.get(profile.name, ("porter",)))


def _case(profile: Profile, facts: Facts) -> list[Switch]:
    """Texts in small letters, where the program does not make them itself."""
    small = profile.text.lowercase or profile.text.tokens in ("ptb", "sumeval", "rouge2")
    return [] if small or not facts.capitals else [Switch("case", "lower", {"lowercase": "unicode"})]


def _sentences(profile: Profile, facts: Facts) -> list[Switch]:
    own = profile.text.sentences
    ways = ["newline", *["none"] * facts.lines, "punkt", *(f"marker:{mark}" for mark in facts.markers)]
    # Without line breaks a line is the whole text.
    same = {own, "newline"} if own == "none" and not facts.lines else {own}
    return [switch for way in ways if way not in same for switch in _changed("sentences", "sentences", own, [way])]


def _references(profile: Profile) -> list[Switch]:
    ways = dict.fromkeys([BEST.get(profile.name, "best"), "mean", "pool", "jackknife"])
    switches = _changed("references", "combine", profile.score.combine, ways)
    return [*switches, Switch("references", FIRST_REFERENCE)]


def _averages(profile: Profile) -> list[Switch]:
    """The mean, the median of a bootstrap where the program has one, and the score of the summed counts."""
    own = profile.resampling.center
    switches = [] if own in MEANS else [Switch("average", "mean", {"center": "mean"})]
    if profile.resampling.generator == "mt19937":
        switches += _changed("average", "center", own, ["median"])
    return [*switches, Switch("average", "totals", {"average": "totals"})]


def targets(profile: Profile, metrics: Sequence[Metric]) -> Iterator[tuple[tuple[Metric, ...], tuple[Switch, ...]]]:
    """What the metrics of a report can be in a program: what goes by that name there, then its twin.

    Programs without rougeL call rougeLsum so. Nothing is told of a program that lacks one of the metrics.

    >>> from infrarouge.matching import parse_metrics
    >>> from infrarouge.rules.catalogue import profile
    >>> for name in ("rouge-score", "pltrdy"):
    ...     print([([metric.label for metric in ours], *changes) for ours, changes in
    ...         targets(profile(name), parse_metrics("rougeL"))])
    [(['rougeL'],), (['rougeLsum'], Switch(setting='metric', value='rougeLsum', rules={}))]
    [(['rougeLsum'],)]
    """
    united = "rougeL" in profile.lacks.split()
    called = tuple(_union(metric, True) if united else metric for metric in metrics)
    twins = tuple(_twin(metric) for metric in called)
    for choice, changed in ((called, False), (twins, True)):
        if choice != called or not changed:
            other = [metric.label for metric, before in zip(choice, called, strict=True) if metric != before]
            if all(offers(profile, metric) for metric in choice):
                yield choice, tuple(Switch("metric", label) for label in other[:1])


def _union(metric: Metric, union: bool) -> Metric:
    if isinstance(metric, LongestCommon):
        return LongestCommon(union)
    return WeightedCommon(metric.weight, union) if isinstance(metric, WeightedCommon) else metric


def _twin(metric: Metric) -> Metric:
    return _union(metric, not metric.union) if isinstance(metric, (LongestCommon, WeightedCommon)) else metric
