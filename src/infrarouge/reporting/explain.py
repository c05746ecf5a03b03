"""Why a score is what it is: the units two texts share, where they stand, and how they add up to the counts."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from infrarouge.engine.runner import Rows, Runner, plan_rules
from infrarouge.engine.textbook.matches import KINDS, Found, Unit, Units
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.reading.spans import Tracer
from infrarouge.reporting.signature import result_signature
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.profile import Profile
from infrarouge.rules.quirks import Quirk
from infrarouge.types import Counts, Score

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST = 12
"""How many units a print-out lists of each kind."""


class Match(NamedTuple):
    """A unit of the prediction and the unit of the reference it goes with; `run` numbers the runs of ROUGE-W."""

    prediction: Unit
    reference: Unit
    run: int | None = None


@dataclass(frozen=True, eq=False)
class Explanation:
    """The units a metric matched in a pair of texts, those it missed, and where each count comes from.

    Spans are of characters in `prediction` and `reference`: the texts as they were given, or ready sentences put
    together with line ends and ready tokens with blanks.

    >>> why = explain(prediction="The cat naps", reference="A cat napped", metric="rouge1", stemmer="porter")
    >>> [(match.prediction.words, match.prediction.spans, match.reference.spans) for match in why.matches]
    [(('cat',), ((4, 7),), ((2, 5),)), (('nap',), ((8, 12),), ((6, 12),))]
    >>> why.counts.matched == len(why.matches)
    True
    """

    metric: str
    profile: Profile
    counts: Counts
    score: Score
    _found: Found = field(repr=False)

    @property
    def prediction(self) -> str:
        """The text of the prediction, into which spans point."""
        return self._found.prediction.text

    @property
    def reference(self) -> str:
        """The text of the reference, into which spans point."""
        return self._found.reference.text

    @property
    def signature(self) -> str:
        """The profile's signature, the number of examples and the version."""
        return result_signature(self.profile, 1)

    @property
    def origin(self) -> dict[str, str]:
        """Where each count comes from, in words.

        >>> explain(prediction="a b", reference="a", metric="rouge1").origin["prediction"]
        'words of the prediction'
        """
        return dict(zip(Counts._fields, self._found.origin, strict=True))

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The matched units, in the order of the prediction; a unit that repeats is matched from its first occurrence on."""
        return tuple(self._matches())

    @cached_property
    def missed(self) -> tuple[Unit, ...]:
        """Units of the reference without a match."""
        return tuple(map(self._found.reference.unit, self._unmatched(0)))

    @cached_property
    def extra(self) -> tuple[Unit, ...]:
        """Units of the prediction without a match."""
        return tuple(map(self._found.prediction.unit, self._unmatched(1)))

    @cached_property
    def _pairs(self) -> list[tuple[int, int, int | None]]:
        runs = self._found.runs
        pairs = [(j, i, at if self._found.weighted else None) for at, run in enumerate(runs) for i, j in run]
        return sorted(pairs, key=lambda pair: (self._found.prediction.places[pair[0]], pair[1]))

    def _matches(self) -> Iterator[Match]:
        found = self._found
        for j, i, run in self._pairs:
            yield Match(found.prediction.unit(j), found.reference.unit(i), run)

    def _unmatched(self, which: int) -> list[int]:
        side = (self._found.reference, self._found.prediction)[which]
        used = {pair[which] for run in self._found.runs for pair in run}
        words = {side.unit(at).words for at in used} if self._found.once else set()
        return [at for at in side.counted if at not in used and not (words and side.unit(at).words in words)]

    # ------------------------------------------------------------ views

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """Plain Python values for tools; `most` caps the units listed of each kind, and the totals stay.

        >>> explain(prediction="a b", reference="a", metric="rouge1").to_dict()["extra"]
        {'total': 1, 'units': [{'words': ['b'], 'spans': [[2, 3]]}]}
        """

        def plain(unit: Unit) -> dict[str, Any]:
            return {"words": list(unit.words), "spans": [list(span) for span in unit.spans]}

        def listed(side: Units, which: list[int]) -> dict[str, Any]:
            return {"total": len(which), "units": [plain(side.unit(at)) for at in which[:most]]}

        return {
            "metric": self.metric,
            "signature": self.signature,
            "prediction": self.prediction,
            "reference": self.reference,
            "counts": dict(self.counts._asdict()),
            "score": dict(self.score._asdict()),
            "origin": self.origin,
            "matched": {
                "total": len(self._pairs),
                "units": [
                    {
                        "words": list(match.prediction.words),
                        "prediction": [list(span) for span in match.prediction.spans],
                        "reference": [list(span) for span in match.reference.spans],
                        **({} if match.run is None else {"run": match.run}),
                    }
                    for match in islice(self._matches(), most)
                ],
            },
            "missed": listed(self._found.reference, self._unmatched(0)),
            "extra": listed(self._found.prediction, self._unmatched(1)),
        }

    def parts(self, which: str) -> list[tuple[str, str]]:
        """Cut a text into parts, each with what it is: ``matched``, ``missed`` or ``extra``, or nothing.

        Words of one matched unit or run that stand side by side are one part. Together the parts are the text.

        >>> explain(prediction="a b", reference="b c", metric="rouge1").parts("prediction")
        [('a', 'extra'), (' ', ''), ('b', 'matched')]
        """
        side = self._found.prediction if which == "prediction" else self._found.reference
        other = "extra" if which == "prediction" else "missed"
        matched, tied = self._marks(which)
        parts: list[tuple[str, str]] = []
        end = 0
        order = sorted(range(len(side.words)), key=lambda at: (side.words[at].start, side.words[at].end))
        for at in order:
            word = side.words[at]
            start, kind = max(word.start, end), "matched" if at in matched else other
            if start >= word.end:
                continue
            if at in tied and parts and parts[-1][1] == "matched":
                parts[-1] = (parts[-1][0] + side.text[end : word.end], "matched")
            else:
                parts += [(side.text[end:start], ""), (side.text[start : word.end], kind)]
            end = word.end
        parts.append((side.text[end:], ""))
        return [part for part in parts if part[0]]

    def _marks(self, which: str) -> tuple[set[int], set[int]]:
        """Positions of matched words, and those of them that belong together with the word before."""
        side, at = (self._found.prediction, 1) if which == "prediction" else (self._found.reference, 0)
        matched: set[int] = set()
        tied: set[int] = set()
        for run in self._found.runs:
            groups = [side.places[pair[at]] for pair in run]
            if self._found.weighted:
                groups = [tuple(one for group in groups for one in group)]
            for group in groups:
                matched.update(group)
                tied.update(two for one, two in pairwise(group if self._found.tied else ()) if two == one + 1)
        return matched, tied

    def _lines(self) -> list[tuple[str, str]]:
        """What is said below the texts: a heading, and the rest of its line."""
        pairs = [" ".join(match.prediction.words) for match in islice(self._matches(), MOST)]
        lines = [("matched", _some(pairs, len(self._pairs)))]
        for name, side, which in (("missed", self._found.reference, 0), ("extra", self._found.prediction, 1)):
            found = self._unmatched(which)
            lines.append((name, _some([" ".join(side.unit(at).words) for at in found[:MOST]], len(found))))
        return lines

    def _numbers(self) -> list[tuple[str, str]]:
        p, r, f = self.score
        matched, ours, theirs = map(_short, self.counts)
        power = f", to the power {_short(parse_metric(self.metric).exponent)}" if self._found.weighted else ""
        return [
            ("precision", f"{p:.4f} = {matched} / {ours}{power}"),
            ("recall", f"{r:.4f} = {matched} / {theirs}{power}"),
            ("F", f"{f:.4f}"),
        ]

    def __str__(self) -> str:
        lines = [self.metric]
        for which in ("prediction", "reference"):
            shown = "".join(f"[{text}]" if kind == "matched" else text for text, kind in self.parts(which))
            lines.append(f"{which:<10}  {shown.replace(chr(10), chr(10) + ' ' * 12)}")
        lines += [f"{name:<10}  {rest}" for name, rest in [*self._lines(), *self._numbers()]]
        lines += [f"{_short(count)} {self.origin[name]}" for name, count in self.counts._asdict().items()]
        return "\n".join([*lines, self.signature])

    def __repr__(self) -> str:
        return f"<Explanation {self.metric} {self.counts} ({self.signature})>"

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2))
        for which in ("prediction", "reference"):
            shown = Text()
            for text, kind in self.parts(which):
                shown.append(text, STYLES[kind])
            table.add_row(Text(which, "bold"), shown)
        for name, rest in [*self._lines(), *self._numbers()]:
            table.add_row(Text(name, "bold"), Text(rest, STYLES.get(name, "")))
        for name, count in self.counts._asdict().items():
            table.add_row(Text(_short(count), "dim"), Text(self.origin[name], "dim"))
        return Group(Text(self.metric, "bold"), table, Text(self.signature, "dim"))

    def _repr_html_(self) -> str:
        rows = []
        for which in ("prediction", "reference"):
            shown = "".join(
                f'<span style="{HTML_STYLES[kind]}" title="{kind}">{html.escape(text)}</span>'
                if kind
                else html.escape(text)
                for text, kind in self.parts(which)
            )
            rows.append((which, f'<span style="white-space:pre-wrap">{shown}</span>'))
        rows += [(name, html.escape(rest)) for name, rest in [*self._lines(), *self._numbers()]]
        rows += [(_short(count), html.escape(self.origin[name])) for name, count in self.counts._asdict().items()]
        body = "".join(
            f'<tr><th style="text-align:left;vertical-align:top">{head}</th><td style="text-align:left">{rest}</td></tr>'
            for head, rest in rows
        )
        return (
            f"<table><caption>{html.escape(self.metric)}</caption><tbody>{body}</tbody></table>"
            f"<p><code>{html.escape(self.signature)}</code></p>"
        )


STYLES = {"matched": "bold green", "missed": "yellow", "extra": "magenta", "": ""}
HTML_STYLES = {
    "matched": "background:rgba(46,160,67,.30);border-radius:.2em",
    "missed": "border-bottom:2px dotted #b08800",
    "extra": "border-bottom:2px dotted #8250df",
}


def _some(names: Sequence[str], total: int) -> str:
    """List a few of many.

    >>> _some(["a", "b"], 3), _some([], 0)
    ('3: a, b, ...', '0')
    """
    return f"{total}{': ' if names else ''}{', '.join(names)}{', ...' if total > len(names) else ''}"


def _short(value: float) -> str:
    return f"{value:.6g}"


def explain(
    *,
    prediction: Any,
    reference: Any,
    metric: str | Metric = "rougeL",
    profile: str | Profile = DEFAULT.name,
    **rules: Any,
) -> Explanation:
    """Show which units of a prediction and a reference a metric matches, and where they stand in the texts.

    >>> print(explain(prediction="the cat sat", reference="the cat sat down", metric="rouge2"))
    rouge2
    prediction  [the cat sat]
    reference   [the cat sat] down
    matched     2: the cat, cat sat
    missed      1: sat down
    extra       0
    precision   1.0000 = 2 / 2
    recall      0.6667 = 2 / 3
    F           0.8000
    2 runs of 2 words that both texts have, as often as both have them
    2 runs of 2 words of the prediction
    3 runs of 2 words of the reference
    infrarouge-1|n:1|v:0.1.0
    """
    made = find_profile(profile, **rules)
    one = parse_metric(metric)
    runner = Runner((one,), made)
    tracer = Tracer(runner.reader)
    ours, theirs = tracer.read(prediction, "prediction"), tracer.read(reference, "reference")
    counted = runner.scoring.weighed(runner.count(Rows([prediction], [reference], None)).counts)
    counts = Counts(*counted[0, 0].tolist())
    twice = {"w_double_weight": Quirk.W_DOUBLE_WEIGHT in made.quirks}
    found = KINDS[one.spec.kind](ours, theirs, one, plan_rules(made, (one,), runner.reader) | twice)
    values = runner.scoring.score(np.array([counts]))[0].tolist()
    return Explanation(one.label, made, counts, Score(*values), found)
