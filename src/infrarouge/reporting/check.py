"""Checks scores against limits: for tests and for continuous integration."""

from __future__ import annotations

import numbers
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple
from xml.etree import ElementTree

import numpy as np

from infrarouge.by_name import by_name
from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError, InputTypeError, UnknownNameError, some
from infrarouge.escapes import printable
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import integer
from infrarouge.reporting.report import Report, evaluated
from infrarouge.reporting.tables import Tabular
from infrarouge.reporting.transposed import warn_transposed
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import RULES, Profile
from infrarouge.scoring.measures import LETTERS, MEASURES, named_measure
from infrarouge.types import Floats

WORDS = {"precision": "precision", "recall": "recall", "fmeasure": "F"}
# What a comparison says when it is true, and what is true when it is not.
FACTS = {
    ">=": ("at least", "less than"),
    ">": ("more than", "at most"),
    "<=": ("at most", "more than"),
    "<": ("less than", "at least"),
    "==": ("equal to", "different from"),
}


class Condition(NamedTuple):
    """A limit on one measure of one metric."""

    metric: str
    measure: str
    sign: str
    limit: float

    @property
    def label(self) -> str:
        """The condition as it is typed.

        >>> Condition("rougeL", "fmeasure", ">=", 0.6).label
        'rougeL.f >= 0.6'
        """
        return f"{self.metric}.{LETTERS[self.measure]} {self.sign} {self.limit:g}"

    def holds(self, values: Any) -> Any:
        """Whether the values keep to the limit; what is not a number never does."""
        holds = {
            ">=": np.greater_equal,
            ">": np.greater,
            "<=": np.less_equal,
            "<": np.less,
            "==": np.equal,
        }
        return holds[self.sign](values, self.limit)


@dataclass(frozen=True, slots=True)
class Finding:
    """A condition and what was found; `row` is the worst example where each of them is checked."""

    condition: Condition
    value: float
    holds: bool
    n: int
    row: int | None = None
    failing: tuple[int, ...] = ()
    ids: tuple[str, ...] | None = None
    """The names of all examples, if they have names."""

    def named(self, row: int) -> str:
        """An example by its row, and by its id if it has one."""
        return f"row {row}" if self.ids is None else f"{self.ids[row]}, row {row}"

    @property
    def sentence(self) -> str:
        """What was found: a fact, and so right whether it was hoped for or not.

        >>> condition = Condition("rougeL", "fmeasure", ">=", 0.6)
        >>> Finding(condition, 0.7, True, 1).sentence
        'rougeL F is 0.7000, which is at least 0.6'
        >>> Finding(condition, 0.59999, False, 1).sentence
        'rougeL F is 0.59999, which is less than 0.6'
        """
        limit = self.condition
        what = f"{limit.metric} {WORDS[limit.measure]}"
        if self.row is not None:
            end = "lowest" if limit.sign in (">=", ">") else "highest" if limit.sign in ("<=", "<") else "farthest"
            what = f"the {end} {what} of {self.n} examples ({self.named(self.row)})"
        if np.isnan(self.value):
            return f"{what} is not a number, so it is not {FACTS[limit.sign][0]} {limit.limit:g}"
        return (
            f"{what} is {apart(self.value, limit.limit)}, which is {FACTS[limit.sign][not self.holds]} {limit.limit:g}"
        )


@dataclass(frozen=True, eq=False)
class Check(Tabular):
    """The outcome of a check: true if it passed.

    >>> from infrarouge import check
    >>> done = check(prediction="the cat", reference="the cat sat", rouge1=">=0.9")
    >>> bool(done), done.sentence
    (False, 'rouge1 F is 0.8000, which is less than 0.9')
    """

    text_columns: ClassVar[int] = 1
    findings: tuple[Finding, ...]
    signature: str
    negate: bool = False

    @property
    def passed(self) -> bool:
        """Whether every condition holds; with `negate`, whether one does not."""
        return all(finding.holds for finding in self.findings) != self.negate

    def __bool__(self) -> bool:
        return self.passed

    @property
    def sentence(self) -> str:
        """What was found, as facts: right also where the opposite was wanted."""
        return "; ".join(finding.sentence for finding in self.findings)

    def __repr__(self) -> str:
        return f"<Check {'passed' if self.passed else 'failed'}{' (negated)' * self.negate}: {self.sentence}>"

    def header(self) -> list[str]:
        """The table's head."""
        return ["condition", "found", "holds"]

    def cells(self, digits: int = 4) -> list[list[str]]:
        """One row a condition."""
        return [
            [finding.condition.label, apart(finding.value, finding.condition.limit), "yes" if finding.holds else "no"]
            for finding in self.findings
        ]

    def records(self) -> list[dict[str, Any]]:
        """One record a condition."""
        return [
            {
                **finding.condition._asdict(),
                "value": finding.value,
                "holds": finding.holds,
                "sentence": finding.sentence,
            }
            for finding in self.findings
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        conditions = [
            {
                **record,
                "row": finding.row,
                "failing": list(finding.failing),
                **({} if finding.ids is None else {"ids": [finding.ids[row] for row in finding.failing]}),
            }
            for record, finding in zip(self.records(), self.findings, strict=True)
        ]
        return {
            "passed": self.passed,
            "negate": self.negate,
            "signature": self.signature,
            "conditions": conditions,
        }

    def signatures(self) -> list[str]:
        """The signature."""
        return [self.signature]

    def notes(self) -> list[str]:
        """The outcome in words."""
        wanted = " (wanted: one condition that does not hold)" if self.negate else ""
        return [f"{'passed' if self.passed else 'failed'}{wanted}: {self.sentence}"]

    def to_junit(self, name: str = "infrarouge") -> str:
        """JUnit XML: one test case a condition, or one in all where the check is negated."""
        told = [(self._all(), self.sentence, self.passed)] if self.negate else self._cases()
        # XML has no place for control characters, which ids may hold.
        cases = [(printable(label), printable(sentence), passed) for label, sentence, passed in told]
        suite = ElementTree.Element("testsuite", name=name, tests=str(len(cases)))
        suite.set("failures", str(sum(not passed for _, _, passed in cases)))
        suite.set("errors", "0")
        for label, sentence, passed in cases:
            case = ElementTree.SubElement(suite, "testcase", classname=f"{name}.check", name=label)
            if not passed:
                ElementTree.SubElement(case, "failure", message=sentence).text = f"{sentence}\n{self.signature}"
            else:
                ElementTree.SubElement(case, "system-out").text = f"{sentence}\n{self.signature}"
        ElementTree.indent(suite)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"

    def to_github(self, title: str = "infrarouge check", file: str | None = None) -> str:
        """Annotations for GitHub: an error for what failed, a notice for what passed.

        >>> from infrarouge import check
        >>> print(check(prediction="a", reference="a", rouge1=">=0.9").to_github())
        ::notice title=infrarouge check::rouge1 F is 1.0000, which is at least 0.9
        """
        cases = [(self._all(), self.sentence, self.passed)] if self.negate else self._cases()
        where = f"file={_escape(file, True)}," if file else ""
        return "\n".join(
            f"::{'notice' if passed else 'error'} {where}title={_escape(title, True)}::{_escape(sentence)}"
            for _, sentence, passed in cases
        )

    def _cases(self) -> list[tuple[str, str, bool]]:
        return [(finding.condition.label, finding.sentence, finding.holds) for finding in self.findings]

    def _all(self) -> str:
        return f"not ({' and '.join(finding.condition.label for finding in self.findings)})"


def _escape(text: str, within: bool = False) -> str:
    for char, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), *(((":", "%3A"), (",", "%2C")) if within else ())):
        text = text.replace(char, code)
    return text


def apart(value: float, limit: float) -> str:
    """Write a value with as many decimals as tell it from the limit.

    >>> apart(0.6, 0.6), apart(0.59999999, 0.6)
    ('0.6000', '0.59999999')
    """
    if np.isnan(value):
        return "nan"
    side = np.sign(value - limit)
    shown = (f"{value:.{digits}f}" for digits in range(4, 18))
    return next((text for text in shown if np.sign(float(text) - limit) == side), repr(value))


# ---------------------------------------------------------------- conditions


def conditions_of(limits: Mapping[str, Any]) -> list[Condition]:
    """Read limits: a number is the least that will do, a str has its sign, several may follow one another.

    >>> [one.label for one in conditions_of({"rougeL": ">=0.4 <0.9", "rouge1.r": 0.5, "rouge2": ">= 20%"})]
    ['rougeL.f >= 0.4', 'rougeL.f < 0.9', 'rouge1.r >= 0.5', 'rouge2.f >= 0.2']
    """
    return [condition for name, limit in limits.items() for condition in _conditions(name, limit)]


def _conditions(name: str, limit: Any) -> Iterable[Condition]:
    measured = named_measure(name)
    if measured is None:
        parse_metric(name)  # raises with the nearest name
        raise UnknownNameError(f"unknown metric {name!r}")
    text = str(limit)
    if isinstance(limit, numbers.Real) and not isinstance(limit, bool):
        text = (
            f">={limit if integer(limit) is not None else float(limit)}"  # NumPy's repr has its name around the number
        )
    number = r"([0-9]*\.?[0-9]+(?:e-?[0-9]+)?)\s*(%?)"
    if not re.fullmatch(rf"\s*(?:(?:>=|<=|==|>|<)\s*{number}[\s,]*)+", text):
        raise InputError(f"{name}={limit!r}: give a limit such as '>=0.6', '<0.9', '==1' or '>=60%'")
    for sign, digits, percent in re.findall(rf"(>=|<=|==|>|<)\s*{number}", text):
        value = float(digits) / 100 if percent else float(digits)
        if value > 1:
            raise InputError(f"{name}={limit!r}: scores go from 0 to 1; type {value / 100:g} or {value:g}%")
        yield Condition(*measured, sign, value)


# ---------------------------------------------------------------- the front door


def check_report(report: Report, conditions: Sequence[Condition], *, each: bool = False, negate: bool = False) -> Check:
    """Check a report: its averages, or with `each` the scores of every example."""
    findings = tuple((_each if each else _average)(report, condition) for condition in conditions)
    return Check(findings, report.signature, negate)


def _average(report: Report, condition: Condition) -> Finding:
    value = float(getattr(report[condition.metric], condition.measure))
    return Finding(condition, value, bool(condition.holds(value)), report.n)


def _each(report: Report, condition: Condition) -> Finding:
    values: Floats = report.scores[:, report.labels.index(condition.metric), MEASURES.index(condition.measure)]
    rows = np.arange(report.n)
    if report.profile.score.empty == "skip":
        rows = np.delete(rows, report.empty)
    values = values[rows]
    if not len(values):
        return Finding(condition, float("nan"), False, 0)
    failing = rows[~condition.holds(values)]
    distance = {">": values, "<": -values, "=": -np.abs(values - condition.limit)}[condition.sign[0]]
    worst = int(np.argmin(np.where(np.isnan(distance), -np.inf, distance)))
    return Finding(
        condition,
        float(values[worst]),
        not len(failing),
        len(rows),
        int(rows[worst]),
        tuple(map(int, failing)),
        report.ids,
    )


@by_name("infrarouge.check(prediction=..., reference=..., rougeL='>=0.6')")
def check(
    *,
    prediction: Any = None,
    reference: Any = None,
    predictions: Sequence[Any] | None = None,
    references: Sequence[Any] | None = None,
    profile: str | Profile = DEFAULT.name,
    each: bool = False,
    negate: bool = False,
    threads: int | None = None,
    strict: bool = False,
    **limits_and_rules: Any,
) -> Check:
    """Check scores against limits, named by metric: ``rougeL=">=0.6"``, ``rouge1_recall=">0.5"``.

    Takes one prediction with its reference or references, or several predictions with theirs; of several the average is
    checked, or with ``each=True`` every one. With ``negate=True`` the check passes if a condition does not hold. Other
    keywords are rules of the profile.

    >>> done = check(prediction="the cat sat", reference="the cat sat down", rougeL=">=0.6", rouge2=">=0.6")
    >>> print(done)
    condition       found  holds
    rougeL.f >= 0.6  0.8571    yes
    rouge2.f >= 0.6  0.8000    yes
    infrarouge-1|n:1|v:0.1.0
    passed: rougeL F is 0.8571, which is at least 0.6; rouge2 F is 0.8000, which is at least 0.6
    """
    limits = {name: limit for name, limit in limits_and_rules.items() if named_measure(name)}
    rules = {name: rule for name, rule in limits_and_rules.items() if name not in limits}
    for name in rules:
        # What begins as metrics do is one that is misspelled, and no rule.
        if name.lower().startswith(("ro", "ru")) and name not in RULES:
            conditions_of({name: rules[name]})
    if not limits:
        raise InputError("nothing to check; name a metric and its limit, such as rougeL='>=0.6'")
    conditions = conditions_of(limits)
    runner = runner_of([condition.metric for condition in conditions], profile, threads, strict, rules)
    return check_report(
        _report(runner, prediction, reference, predictions, references), conditions, each=each, negate=negate
    )


def _report(runner: Runner, prediction: Any, reference: Any, predictions: Any, references: Any) -> Report:
    if predictions is not None:
        if prediction is not None or reference is not None or references is None:
            raise InputTypeError("give prediction= with reference= or references=, or predictions= with references=")
        batch = runner.rows(predictions, references).filled()
        warn_transposed(runner, batch)
        return evaluated(runner, batch)
    return evaluated(runner, runner.row(prediction, reference, references))


def describe(finding: Finding) -> str:
    """Name the examples that do not keep to a limit.

    >>> describe(Finding(Condition("rougeL", "fmeasure", ">=", 0.6), 0.1, False, 9, 4, (4, 7)))
    'rougeL.f >= 0.6 does not hold in rows 4, 7'
    """
    names = "" if finding.ids is None else f" ({some_names([finding.ids[row] for row in finding.failing])})"
    return f"{finding.condition.label} does not hold in {some(finding.failing)}{names}"


def some_names(names: Sequence[str], most: int = 5) -> str:
    """A few names, as messages give them.

    >>> some_names(["a", "b", "c"], most=2)
    'a, b, ...'
    """
    return ", ".join([*names[:most], *["..."] * (len(names) > most)])
