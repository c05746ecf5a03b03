"""Why a score is what it is: the units two texts share, where they stand, and how they add up to the counts."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from infrarouge.by_name import by_name
from infrarouge.engine.runner import Rows
from infrarouge.escapes import one_line, printable
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.reading.containers import plain
from infrarouge.registry import one_of
from infrarouge.reporting.matched import PREDICTION, REFERENCE, Matched, MatchReader, Unit
from infrarouge.reporting.origin import origins
from infrarouge.reporting.signature import result_signature
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.profile import Profile
from infrarouge.scoring.formulas import exponent_of
from infrarouge.types import Counts, Score, Text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules

MOST = 12
"""How many units a print-out lists of each kind."""


class MatchedUnits(NamedTuple):
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
    origin: dict[str, str] = field(repr=False)
    """Where each count comes from, in words."""
    _matched: Matched = field(repr=False)

    @property
    def prediction(self) -> str:
        """The text of the prediction, into which spans point."""
        return self._matched.prediction.text

    @property
    def reference(self) -> str:
        """The text of the reference, into which spans point."""
        return self._matched.reference.text

    @property
    def signature(self) -> str:
        """The profile's signature, the number of examples and the version."""
        return result_signature(self.profile, 1)

    @cached_property
    def matches(self) -> tuple[MatchedUnits, ...]:
        """The matched units, in the order of the prediction; a unit that repeats is matched from its first occurrence on."""
        return tuple(self._matches())

    @cached_property
    def missed(self) -> tuple[Unit, ...]:
        """Units of the reference without a match."""
        return tuple(map(self._matched.reference.unit, self._matched.left(REFERENCE)))

    @cached_property
    def extra(self) -> tuple[Unit, ...]:
        """Units of the prediction without a match."""
        return tuple(map(self._matched.prediction.unit, self._matched.left(PREDICTION)))

    @cached_property
    def _order(self) -> list[int]:
        """The matches in the order of the prediction."""
        (theirs, ours) = (self._matched.used(which) for which in (REFERENCE, PREDICTION))
        return sorted(range(len(ours)), key=lambda at: (ours[at], theirs[at]))

    def _matches(self, most: int | None = None) -> Iterator[MatchedUnits]:
        matched = self._matched
        for at in self._order[:most]:
            theirs, ours = matched.places[at].tolist()
            run = int(matched.runs[at]) if matched.weighted else None
            yield MatchedUnits(
                matched.prediction.unit((ours[0], ours[1])), matched.reference.unit((theirs[0], theirs[1])), run
            )

    # ------------------------------------------------------------ views

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """Plain Python values for tools; `most` caps the units listed of each kind, and the totals stay.

        >>> explain(prediction="a b", reference="a", metric="rouge1").to_dict()["extra"]
        {'total': 1, 'units': [{'words': ['b'], 'spans': [[2, 3]]}]}
        """

        def plain(unit: Unit) -> dict[str, Any]:
            return {"words": list(unit.words), "spans": [list(span) for span in unit.spans]}

        def listed(which: int) -> dict[str, Any]:
            left, side = self._matched.left(which), self._matched.side(which)
            return {"total": len(left), "units": [plain(side.unit(place)) for place in left[:most]]}

        return {
            "metric": self.metric,
            "signature": self.signature,
            "prediction": self.prediction,
            "reference": self.reference,
            "counts": dict(self.counts._asdict()),
            "score": dict(self.score._asdict()),
            "origin": self.origin,
            "matched": {
                "total": len(self._order),
                "units": [
                    {
                        "words": list(match.prediction.words),
                        "prediction": [list(span) for span in match.prediction.spans],
                        "reference": [list(span) for span in match.reference.spans],
                        **({} if match.run is None else {"run": match.run}),
                    }
                    for match in self._matches(most)
                ],
            },
            "missed": listed(REFERENCE),
            "extra": listed(PREDICTION),
        }

    def parts(self, which: str) -> list[tuple[str, str]]:
        """Cut a text into parts, each with what it is: ``matched``, ``missed`` or ``extra``, or nothing.

        Words of one matched unit or run that stand side by side are one part. Together the parts are the text.

        >>> explain(prediction="a b", reference="b c", metric="rouge1").parts("prediction")
        [('a', 'extra'), (' ', ''), ('b', 'matched')]
        """
        side_name = one_of("side", which, ("prediction", "reference"))
        number, other = (PREDICTION, "extra") if side_name == "prediction" else (REFERENCE, "missed")
        side = self._matched.side(number)
        matched, tied = self._matched.marks(number)
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

    def _shown(self, which: str) -> list[tuple[str, str]]:
        """The parts of a text as a terminal may show them."""
        return [(printable(text), kind) for text, kind in self.parts(which)]

    def _lines(self) -> list[tuple[str, str]]:
        """What is said below the texts: a heading, and the rest of its line."""
        lines = [
            ("matched", _some([" ".join(match.prediction.words) for match in self._matches(MOST)], len(self._order)))
        ]
        for name, which in (("missed", REFERENCE), ("extra", PREDICTION)):
            left, side = self._matched.left(which), self._matched.side(which)
            lines.append((name, _some([" ".join(side.names(place)) for place in left[:MOST]], len(left))))
        return lines

    def _numbers(self) -> list[tuple[str, str]]:
        p, r, f = self.score
        matched, ours, theirs = map(_short, self.counts)
        exponent = exponent_of(parse_metric(self.metric), self.profile.score)
        power = f", to the power {_short(exponent)}" if self._matched.weighted or exponent != 1 else ""
        return [
            ("precision", f"{p:.4f} = {matched} / {ours}{power}"),
            ("recall", f"{r:.4f} = {matched} / {theirs}{power}"),
            ("F", f"{f:.4f}"),
        ]

    def __str__(self) -> str:
        lines = [self.metric]
        for which in ("prediction", "reference"):
            shown = "".join(f"[{text}]" if kind == "matched" else text for text, kind in self._shown(which))
            lines.append(f"{which:<10}  {shown.replace(chr(10), chr(10) + ' ' * 12)}")
        lines += [f"{name:<10}  {one_line(rest)}" for name, rest in [*self._lines(), *self._numbers()]]
        lines += [f"{_short(count)} {self.origin[name]}" for name, count in self.counts._asdict().items()]
        return "\n".join([*lines, one_line(self.signature)])

    def __repr__(self) -> str:
        return f"<Explanation {self.metric} {self.counts} ({self.signature})>"

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2))
        for which in ("prediction", "reference"):
            shown = Text()
            for text, kind in self._shown(which):
                shown.append(text, STYLES[kind])
            table.add_row(Text(which, "bold"), shown)
        for name, rest in [*self._lines(), *self._numbers()]:
            table.add_row(Text(name, "bold"), Text(one_line(rest), STYLES.get(name, "")))
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


@by_name("infrarouge.explain(prediction=..., reference=...)")
def explain(
    *,
    prediction: Text,
    reference: Text,
    metric: str | Metric = "rougeL",
    profile: str | Profile = DEFAULT.name,
    **rules: Unpack[Rules],
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
    resolved = find_profile(profile, **rules)
    parsed = parse_metric(metric)
    reader = MatchReader(parsed, resolved)
    prediction, reference = plain(prediction), plain(reference)
    scoring = reader.runner.scoring
    # Counting checks the texts, and what functions of the user's own return.
    counted = scoring.weighed(reader.runner.count(Rows([prediction], [reference], None)).counts)
    language = reader.language_of([reference])
    ours, theirs = reader.read(prediction, "prediction", language), reader.read(reference, "reference", language)
    matched = reader.matched(ours, theirs, reader.find([prediction], [reference]))
    values = scoring.score(counted)[0, 0].tolist()
    origin = origins(parsed, reader.rules, matched, ours, theirs)
    return Explanation(parsed.label, resolved, Counts(*counted[0, 0].tolist()), Score(*values), origin, matched)
