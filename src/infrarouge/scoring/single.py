"""Scores of one pair in plain floats: what `Scoring` makes of arrays, without the cost of making them.

Every step is the one of `formulas`, so that both give the same bits; formulas that need more than a step or two of
float64 arithmetic stay there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from struct import Struct

from infrarouge.errors import RangeError
from infrarouge.rules.profile import ScoreRules
from infrarouge.scoring.scoring import Scoring

Single = Callable[[float, float], float]
"""F of precision and recall."""
THREE = Struct("fff")
"""A score as float32, to which C rounds as numpy does."""


def single_formula(rules: ScoreRules) -> Single | None:
    """F of one precision and recall by the formula of the rules; None where only arrays have it.

    >>> single_formula(ScoreRules())(0.5, 1.0), single_formula(ScoreRules(formula="tensor2tensor"))
    (0.6666666666666666, None)
    """
    make = _FORMULAS.get(rules.formula)
    return None if make is None else make(rules)


def _alpha(rules: ScoreRules) -> Single:
    alpha, rest = rules.alpha, 1 - rules.alpha

    def f(p: float, r: float) -> float:
        below = rest * p + alpha * r
        return p * r / below if below > 0 else 0.0

    return f


def _alpha_signed(rules: ScoreRules) -> Single:
    alpha, rest = rules.alpha, 1 - rules.alpha

    def f(p: float, r: float) -> float:
        below = rest * p + alpha * r
        return p * r / below + 0.0 if below != 0 else 0.0

    return f


def _epsilon(rules: ScoreRules) -> Single:
    del rules
    return lambda p, r: 2 * (p * r / (p + r + 1e-8))


def _beta(rules: ScoreRules) -> Single:
    square = rules.beta * rules.beta
    if math.isinf(square):
        return lambda p, r: +r

    def f(p: float, r: float) -> float:
        below = square * p + r
        return (1 + square) * p * r / below if below > 0 else 0.0

    return f


def _refuse(p: float, r: float) -> None:
    for value, name, letter in ((p, "Precision", "p"), (r, "Recall", "r")):
        if not 0 <= value <= 1:
            raise RangeError(f"{name} value {letter} must have bounds 0 ≤ {letter} ≤ 1")


def _js_320(rules: ScoreRules) -> Single | None:
    square = rules.beta * rules.beta
    if not math.isfinite(square):
        return None

    def f(p: float, r: float) -> float:
        _refuse(p, r)
        below = square * p + r
        return (1 + square) * p * r / below if below != 0 else 0.0

    return f


def _js_323(rules: ScoreRules) -> Single | None:
    beta = rules.beta
    square = beta * beta
    if not 1 <= square < math.inf:
        return None
    inverse = (1 / beta) * (1 / beta)

    def f(p: float, r: float) -> float:
        _refuse(p, r)
        if p == r:
            return p
        if p == 0 or r == 0:
            return 0.0
        if p > r:
            return min(p, r * ((1 + inverse) / (1 + inverse * (r / p))))
        return min(r, p * ((1 + square) / (1 + square * (p / r))))

    return f


_FORMULAS: dict[str, Callable[[ScoreRules], Single | None]] = {
    "alpha": _alpha,
    "alpha-signed": _alpha_signed,
    "beta": _beta,
    "epsilon": _epsilon,
    "js-3.2.0": _js_320,
    "js-3.2.3": _js_323,
}


class SingleScoring:
    """How the counts of one pair become scores; only for rules that neither round, weigh nor refuse counts.

    >>> from infrarouge import profile
    >>> from infrarouge.matching import parse_metrics
    >>> from infrarouge.scoring.rounding import round_decimal
    >>> scoring = SingleScoring.of(Scoring(parse_metrics("rouge1"), profile("pltrdy"), round_decimal))
    >>> scoring.scores([1.0, 2.0, 2.0])
    [(0.5, 0.5, 0.4999999950000001)]
    """

    def __init__(self, formula: Single, narrow: bool = False) -> None:
        self.formula = formula
        self.narrow = narrow
        """Whether scores are kept as float32."""

    @classmethod
    def of(cls, scoring: Scoring) -> SingleScoring | None:
        """The same rules for one pair, or None if they ask for more."""
        rules = scoring.rules
        formula = single_formula(rules)
        special = scoring.double_weight or scoring.refused or scoring.undefined
        usual = rules.decimals is None and set(scoring.exponents) <= {1.0}
        return cls(formula, rules.dtype == "float32") if formula is not None and usual and not special else None

    def scores(self, counts: Sequence[float]) -> list[tuple[float, float, float]]:
        """Precision, recall and F of every metric from counts that stand one after another."""
        formula, scores = self.formula, []
        for at in range(0, len(counts), 3):
            matched, prediction, reference = counts[at : at + 3]
            # Adding zero takes the sign off a zero that was divided by a negative total.
            p = matched / prediction + 0.0 if prediction else 0.0
            r = matched / reference + 0.0 if reference else 0.0
            score = p, r, formula(p, r)
            scores.append(THREE.unpack(THREE.pack(*score)) if self.narrow else score)
        return scores
