"""Numbers one can print: claims, and whether a claim holds."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar

from infrarouge import __about__
from infrarouge.errors import InputError
from infrarouge.registry import nearest
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.tables import Tabular
from infrarouge.rules.profile import PROFILES, Profile
from infrarouge.scoring.measures import LETTERS, MEASURES, named_measure

MOST_DIGITS = 30
"""The most decimals of a printed number: a score has no more that mean anything."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A printed number and what is said to have made it.

    >>> claim = Claim.parse("rouge1.f rouge-score|stem:porter|n:30|v:0.1.0 = 41.23")
    >>> claim.metric, claim.measure, claim.profile.text.stemmer, claim.n, claim.digits
    ('rouge1', 'fmeasure', 'porter', 30, 2)
    """

    text: str
    metric: str | None
    measure: str | None
    profile: Profile
    facts: dict[str, str]
    number: Decimal
    percent: bool = False

    @classmethod
    def parse(cls, text: str, **custom: Any) -> Claim:
        """Read ``[METRIC[.MEASURE]] SIGNATURE = NUMBER``; `custom` is what `Profile.parse` takes beside the signature."""
        left, equals, right = text.rpartition("=")
        percent = right.strip().endswith("%")
        try:
            number = Decimal(right.strip().rstrip("% "))
            if not number.is_finite() or abs(number) > 100 or -int(number.as_tuple().exponent) > MOST_DIGITS:
                raise InvalidOperation
        except InvalidOperation:
            raise InputError(
                f"{text!r}: give 'METRIC SIGNATURE = NUMBER', such as 'rouge1.f infrarouge-1|n:30 = 41.23'"
            ) from None
        words = left.split()
        at = next((at for at, word in enumerate(words) if word.split("|")[0] in PROFILES), None)
        if not equals or at is None:
            first = next((word for word in words if "|" in word), words[-1] if words else "")
            raise InputError(f"{text!r} names no profile{nearest(first.split('|')[0], PROFILES)}")
        named = named_measure(" ".join(words[:at])) if at else None
        if at and named is None:
            raise InputError(
                f"{' '.join(words[:at])!r} is no metric; type it as in rouge1.f, rougeL.recall or rougeSU4"
            )
        signature = " ".join(words[at:])
        facts = dict(part.partition(":")[::2] for part in signature.split("|")[1:])
        facts = {key: value for key, value in facts.items() if key in ("n", "v", "hash")}
        if not facts.get("n", "0").isdecimal():
            raise InputError(f"{text!r}: n:{facts['n']} is no number of examples; type it as in n:30, or leave it out")
        metric, measure = named or (None, None)
        return cls(text, metric, measure, Profile.parse(signature, **custom), facts, number, percent)

    @property
    def digits(self) -> int:
        """How many decimals were printed."""
        return max(0, -int(self.number.as_tuple().exponent))

    @property
    def n(self) -> int | None:
        """How many examples the signature speaks of."""
        return int(self.facts["n"]) if "n" in self.facts else None

    def scale_of(self, value: float) -> int | None:
        """The scale, 1 or 100, on which a score prints as the claimed number; None if on neither.

        >>> Claim.parse("rouge1 infrarouge-1 = 41.2").scale_of(0.4123), Claim.parse("rouge1 infrarouge-1 = 0.41").scale_of(0.5)
        (100, None)
        """
        scales = (100,) if self.percent or self.number > 1 else (1, 100)
        # Half a unit of the last digit printed; a hair more, for scores that lie on the edge but for rounding.
        reach = Decimal(5).scaleb(-self.digits - 1) + Decimal("1e-12")
        return next((scale for scale in scales if abs(Decimal(value) * scale - self.number) <= reach), None)


def claim(report: Numbers, which: str, digits: int = 2) -> str:
    """Write a number with all it takes to check it; `Claim.parse` and ``infrarouge verify`` read it.

    >>> from infrarouge import evaluate
    >>> claim(evaluate(predictions=["a b"], references=["a c"], metrics="rouge1"), "rouge1.f")
    'rouge1.f infrarouge-1|n:1|v:0.1.0 = 50.00'
    """
    metric, measure = named_measure(which) or (which, "fmeasure")
    value = float(getattr(report[metric], measure))
    return f"{metric}.{LETTERS[measure]} {report.signature} = {100 * value:.{digits}f}"


@dataclass(frozen=True, eq=False)
class Verdict(Tabular):
    """Whether a claim holds, and why."""

    decimals: ClassVar[int] = 4
    claim: Claim
    report: Numbers

    @property
    def found(self) -> dict[str, float]:
        """The scores that the claim may speak of, by metric and measure."""
        labels = [self.claim.metric] if self.claim.metric else self.report.labels
        measures = [self.claim.measure] if self.claim.measure else MEASURES
        return {
            f"{label}.{LETTERS[measure]}": float(getattr(self.report[label], measure))
            for label in labels
            for measure in measures
        }

    @property
    def matching(self) -> dict[str, float]:
        """The scores that print as the claimed number."""
        return {name: value for name, value in self.found.items() if self.claim.scale_of(value) is not None}

    @property
    def objections(self) -> list[str]:
        """What speaks against the claim."""
        said = self.claim.facts
        against = []
        if not self.matching:
            scale = 1 if self.claim.number <= 1 and not self.claim.percent else 100
            shown = ", ".join(
                f"{name} is {scale * value:.{self.claim.digits + 2}f}" for name, value in self.found.items()
            )
            against.append(f"no score is {self.claim.number}: {shown}" if len(self.found) > 1 else shown)
        if self.claim.n is not None and self.claim.n != self.report.n:
            against.append(f"the signature speaks of {self.claim.n} examples, the files hold {self.report.n}")
        if "hash" in said and self.report.input_hash not in (None, said["hash"]):
            against.append(f"the texts are others: their hash is {self.report.input_hash}")
        return against

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the claim."""
        return not self.objections

    def __bool__(self) -> bool:
        return self.holds

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if not self.holds:
            return f"does not hold: {self.claim.number} was claimed, but {'; '.join(self.objections)}"
        digits = self.claim.digits + 2
        exact = [
            f"{name} is {(self.claim.scale_of(value) or 1) * value:.{digits}f}" for name, value in self.matching.items()
        ]
        return f"holds: {', '.join(exact)}, which prints as {self.claim.number}"

    def notes(self) -> list[str]:
        """That the version is another, if it is."""
        said = self.claim.facts.get("v")
        ours = __about__.__version__
        return [] if said in (None, ours) else [f"claimed with infrarouge {said}, checked with {ours}"]

    def header(self) -> list[str]:
        """The table's head."""
        return ["score", "found", "claimed", "holds"]

    def cells(self, digits: int = 4) -> list[list[str]]:
        """One row a score that the claim may speak of."""
        shown = self.matching or self.found
        return [
            [name, f"{100 * value:.{digits}f}", str(self.claim.number), "yes" if name in self.matching else "no"]
            for name, value in shown.items()
        ]

    def signatures(self) -> list[str]:
        """The signature of what was scored now."""
        return [self.report.signature]

    def records(self) -> list[dict[str, Any]]:
        """One record a score that the claim may speak of."""
        return [
            {"score": name, "found": value, "claimed": str(self.claim.number), "holds": name in self.matching}
            for name, value in self.found.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "holds": self.holds,
            "sentence": self.sentence,
            "claim": self.claim.text,
            "found": self.found,
            "signature": self.report.signature,
            "notes": self.notes(),
        }

    def to_table(self, digits: int | None = None) -> str:
        """The verdict, and the signature."""
        return "\n".join([self.sentence, *self.signatures(), *self.notes()])
