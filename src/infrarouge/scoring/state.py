"""What batches leave behind: counts keyed by row, which merge in any order to the same whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import index

import numpy as np

from infrarouge.errors import InputError, InputTypeError
from infrarouge.matching import Metric
from infrarouge.rules.profile import Profile
from infrarouge.scoring.examples import refuse_repeated
from infrarouge.types import LOW_COVERAGE, NO_WORDS, SEVERAL_SENTENCES, Flags, Floats, Integers


@dataclass(frozen=True, eq=False)
class State:
    """Counts of scored examples, keyed by their rows in the whole; a report judges them, a state never does.

    Merging is associative and does not depend on the order: the rows of a state stand in the order of their keys. A row
    that comes twice with the same counts is the same row, as when a task was run again.

    >>> from infrarouge import Rouge
    >>> rouge = Rouge("rouge1")
    >>> first = rouge.state(predictions=["a b"], references=["a c"])
    >>> second = rouge.state(predictions=["c"], references=["c"], start=1)
    >>> State.merge([second, first, second]).counts.tolist()
    [[[1.0, 2.0, 2.0]], [[1.0, 1.0, 1.0]]]
    """

    metrics: tuple[Metric, ...]
    profile: Profile
    counts: Floats
    """Counts of every pair: [pairs, metrics, (matched, prediction, reference)]; a stream's are whole numbers of few bytes."""
    rows: Integers | None
    """Where each example's references stand among the pairs; None where each has one."""
    flags: Flags
    """What the engine noticed of each example: no words, letters dropped."""
    keys: Integers
    """The row of each example in the whole, in rising order."""
    ids: tuple[str, ...] | None = None
    """Names of the examples; None where they are numbered."""
    groups: tuple[str, ...] | None = None
    """The group of each example; None where there are none."""
    languages: tuple[str, ...] | None = None
    """The language or script of each example under ``lang="auto"``, else None."""
    lost: Integers | None = None
    """Thousandths of the letters of each example that end up in no word, of its text that loses most; None for none."""
    scripts: tuple[tuple[tuple[str, int], ...], ...] | None = None
    """The letters of each example by script, where it loses most of them; nothing for the others."""

    @property
    def n(self) -> int:
        """How many examples there are."""
        return len(self.flags)

    @property
    def sentences(self) -> bool:
        """Whether a text has several sentences."""
        return bool((self.flags & SEVERAL_SENTENCES).any())

    @property
    def empty(self) -> Integers:
        """Places of the examples whose prediction, or all of whose references, have no words."""
        return np.flatnonzero(self.flags & NO_WORDS)

    @property
    def low_coverage(self) -> Integers:
        """Places of the examples in which the tokenizer drops most of the letters."""
        return np.flatnonzero(self.flags & LOW_COVERAGE)

    @property
    def sizes(self) -> Integers:
        """How many references each example has."""
        return np.ones(self.n, dtype=np.int64) if self.rows is None else np.diff(self.rows)

    def shifted(self, start: int) -> State:
        """The same examples further down in the whole."""
        return replace(self, keys=self.keys + start)

    def at(self, keys: Iterable[int]) -> State:
        """The same examples at other rows of the whole, such as those that a sampler drew, in the order of these rows.

        >>> from infrarouge import Rouge
        >>> state = Rouge("rouge1").state(predictions=["a", "b", "a"], references=["a", "c", "a"])
        >>> drawn = state.at([4, 2, 4])
        >>> drawn.keys.tolist(), drawn.counts[:, 0, 0].tolist()
        ([2, 4], [0.0, 1.0])
        """
        try:
            listed = [index(key) for key in keys]
        except TypeError as error:
            raise InputTypeError(f"keys are whole numbers, the rows of the examples in the whole: {error}") from None
        if len(listed) != self.n or not all(0 <= key < 2**63 for key in listed):
            raise InputError(
                f"{len(listed)} keys from {min(listed, default=0)} on for {self.n} examples; give each example its row "
                "in the whole, counted from 0"
            )
        moved = replace(self, keys=np.array(listed, dtype=np.int64))
        return moved if (np.diff(moved.keys) > 0).all() else moved._ordered()

    @classmethod
    def merge(cls, states: Iterable[State]) -> State:
        """Put states together; they need the same metrics and profile."""
        parts = list(states) if isinstance(states, Iterable) else [None]
        if not parts:
            raise InputError("there is no state to merge; give at least one")
        for part in parts:
            if not isinstance(part, State):
                raise InputTypeError(
                    f"states is {type(states).__name__} with {type(part).__name__}; give a list of states"
                )
        first = parts[0]
        for part in parts[1:]:
            if (part.metrics, part.profile) != (first.metrics, first.profile):
                raise InputError(
                    f"cannot merge {told_settings(part.metrics, part.profile)} into {told_settings(first.metrics, first.profile)}; shards need the same profile and metrics"
                )
        if len(parts) == 1:
            return first
        sizes = np.concatenate([part.sizes for part in parts])
        several = any(part.rows is not None for part in parts)
        named = any(part.ids is not None for part in parts)
        names = [name for part in parts for name in (part.ids or map(str, (part.keys + 1).tolist()))] if named else None
        grouped = [part for part in parts if part.groups is not None]
        if grouped and len(grouped) < len(parts):
            raise InputError(
                f"{len(grouped)} of {len(parts)} shards have groups; give groups=[...] to every shard, or to none"
            )
        whole = cls(
            metrics=first.metrics,
            profile=first.profile,
            counts=np.concatenate([part.counts for part in parts]),
            rows=offsets_of(sizes) if several else None,
            flags=np.concatenate([part.flags for part in parts]),
            keys=np.concatenate([part.keys for part in parts]),
            ids=None if names is None else tuple(names),
            groups=tuple(group for part in grouped for group in part.groups or ()) if grouped else None,
            languages=None if first.languages is None else tuple(of for part in parts for of in part.languages or ()),
        )
        if any(part.lost is not None for part in parts):
            lost = [np.zeros(part.n, dtype=np.int64) if part.lost is None else part.lost for part in parts]
            scripts = [of for part in parts for of in part.scripts or ((),) * part.n]
            whole = replace(whole, lost=np.concatenate(lost), scripts=tuple(scripts))
        whole = whole if (np.diff(whole.keys) > 0).all() else whole._ordered()
        refuse_repeated(whole.ids or ())
        return whole

    def _ordered(self) -> State:
        """The rows in the order of their keys, each once."""
        order = np.argsort(self.keys, kind="stable")
        repeated = np.flatnonzero(np.diff(self.keys[order]) == 0)
        for at in repeated:
            if not self._same(int(order[at]), int(order[at + 1])):
                raise InputError(
                    f"row {int(self.keys[order[at]])} comes twice with different counts; give each shard the rows of its own"
                )
        return self.taken(np.delete(order, repeated + 1))

    def _same(self, here: int, there: int) -> bool:
        ours, theirs = self._pairs(here), self._pairs(there)
        return bool(
            self.flags[here] == self.flags[there]
            and self.counts[ours].shape == self.counts[theirs].shape
            and np.array_equal(self.counts[ours], self.counts[theirs], equal_nan=True)
        )

    def _pairs(self, at: int) -> slice:
        return slice(at, at + 1) if self.rows is None else slice(int(self.rows[at]), int(self.rows[at + 1]))

    def taken(self, places: Integers) -> State:
        """The examples at some places, in that order; each keeps its key.

        >>> from infrarouge import Rouge
        >>> whole = Rouge("rouge1").state(predictions=["a b", "c"], references=["a c", "c"], ids=["x", "y"])
        >>> whole.taken(np.array([1])).ids
        ('y',)
        """
        rows, pairs = None, places
        if self.rows is not None:
            sizes = np.diff(self.rows)[places]
            rows = offsets_of(sizes)
            pairs = np.arange(int(rows[-1])) + np.repeat(self.rows[places] - rows[:-1], sizes)
        return replace(
            self,
            counts=self.counts[pairs],
            rows=rows,
            flags=self.flags[places],
            keys=self.keys[places],
            ids=None if self.ids is None else tuple(self.ids[at] for at in places),
            groups=None if self.groups is None else tuple(self.groups[at] for at in places),
            languages=None if self.languages is None else tuple(self.languages[at] for at in places),
            lost=None if self.lost is None else self.lost[places],
            scripts=None if self.scripts is None else tuple(self.scripts[at] for at in places),
        )


def offsets_of(sizes: Integers) -> Integers:
    """Where each of several stretches begins, and where the last one ends.

    >>> offsets_of(np.array([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def told_settings(metrics: Iterable[Metric], profile: Profile) -> str:
    """What messages say of how a state was counted.

    >>> from infrarouge import Rouge
    >>> told_settings(Rouge("rouge1 rougeL").metrics, Rouge(stemmer="porter").profile)
    'infrarouge-1|stem:porter (rouge1 rougeL)'
    """
    return f"{profile.signature} ({' '.join(metric.label for metric in metrics)})"
