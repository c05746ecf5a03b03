"""The F formulas: from precision and recall to the number between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from infrarouge.errors import RangeError
from infrarouge.matching import LongestCommon, Metric
from infrarouge.registry import Registry
from infrarouge.rules.profile import ScoreRules
from infrarouge.types import Floats

PRECISION, RECALL, FMEASURE = 0, 1, 2

Formula = Callable[[Floats, Floats, ScoreRules], Floats]
FORMULAS: Registry[Formula] = Registry("F formula")


def _divide(top: Floats, bottom: Floats) -> Floats:
    return np.asarray(np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0))


def _divide_signed(top: Floats, bottom: Floats) -> Floats:
    # Adding zero takes the sign off a zero that was divided by a negative total.
    return np.asarray(np.divide(top, bottom, out=np.zeros_like(top), where=bottom != 0)) + 0.0


def _weighted(p: Floats, r: Floats, alpha: float) -> Floats:
    # With alpha 0.5 this is 2PR/(P+R) to the last bit: halving and doubling are exact.
    return _divide(p * r, (1 - alpha) * p + alpha * r)


def _alpha(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    return _weighted(p, r, rules.alpha)


def _alpha_signed(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """As `_alpha`, for programs in which alpha lies anywhere and a recall can be negative."""
    return _divide_signed(p * r, (1 - rules.alpha) * p + rules.alpha * r)


def _beta(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    square = rules.beta * rules.beta
    if np.isinf(square):
        return +r
    return _divide((1 + square) * p * r, square * p + r)


def _epsilon(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    # PyPI rouge and rage4j: a perfect match is 0.999999995; golden: doc-13.
    return np.asarray(2 * (p * r / (p + r + 1e-8)))


def _float32(values: Floats) -> Any:
    return values.astype(np.float32)


def _tensorflow_text(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of tensorflow-text: `_alpha` with every step in float32."""
    p32, r32 = _float32(p), _float32(r)
    alpha = np.float32(rules.alpha)
    return _divide(p32 * r32, alpha * r32 + (np.float32(1) - alpha) * p32).astype(np.float64)


def _tensor2tensor(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of tensor2tensor, where beta is precision over recall; every step in float32."""
    p32, r32 = _float32(p), _float32(r)
    beta = p32 / (r32 + np.float32(1e-12))
    square = beta * beta
    return _divide((np.float32(1) + square) * r32 * p32, r32 + square * p32).astype(np.float64)


def _rouge2(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of ROUGE 2.0 in its order of operations; zero unless one of both is above it, also where one is no number."""
    square = rules.beta * rules.beta
    with np.errstate(all="ignore"):
        return np.asarray(np.where((p > 0) | (r > 0), ((1 + square) * r * p) / ((square * p) + r), 0.0))


def _refuse(values: Floats, name: str, letter: str) -> None:
    if not ((values >= 0) & (values <= 1) | np.isnan(values)).all():
        raise RangeError(f"{name} value {letter} must have bounds 0 ≤ {letter} ≤ 1")


def _js_320(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of js-rouge 3.2.0, in its order of operations; a precision above 1 is refused."""
    _refuse(p, "Precision", "p")
    _refuse(r, "Recall", "r")
    if np.isinf(rules.beta):
        return +r
    square = rules.beta * rules.beta
    with np.errstate(all="ignore"):
        bottom = square * p + r
        return np.asarray(np.where(bottom == 0, 0.0, (1 + square) * p * r / bottom))


def _js_323(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of js-rouge 3.2.3, which stays between P and R whatever beta is."""
    _refuse(p, "Precision", "p")
    _refuse(r, "Recall", "r")
    return _js_323_of(p, r, rules.beta)


def _js_323_of(p: Floats, r: Floats, beta: float) -> Floats:
    """The same of numbers that are in bounds, in its order of operations, for a beta of any size."""
    if beta == np.inf:
        return np.asarray(np.where(p == r, p, r))
    with np.errstate(all="ignore"):
        if beta == 0:
            between = p
        elif beta < 1:
            between = _js_323_of(r, p, 1 / beta)
        else:
            inverse, square = (1 / beta) * (1 / beta), beta * beta
            above = np.minimum(p, r * ((1 + inverse) / (1 + inverse * (r / p))))
            if square < np.inf:
                below = np.minimum(r, p * ((1 + square) / (1 + square * (p / r))))
            else:
                ratio = ((p * beta) / r) * beta
                below = np.where(np.isinf(ratio), r, r * (ratio / (1 + ratio)))
            between = np.where(p > r, above, below)
    return np.asarray(np.where(p == r, p, np.where((p == 0) | (r == 0), 0.0, between)))


FORMULAS.add("alpha", _alpha)
FORMULAS.add("alpha-signed", _alpha_signed)
FORMULAS.add("beta", _beta)
FORMULAS.add("epsilon", _epsilon)
FORMULAS.add("tensorflow-text", _tensorflow_text)
FORMULAS.add("tensor2tensor", _tensor2tensor)
FORMULAS.add("rouge2", _rouge2)
FORMULAS.add("js-3.2.0", _js_320)
FORMULAS.add("js-3.2.3", _js_323)


def exponent_of(metric: Metric, rules: ScoreRules) -> float:
    """The power to which precision and recall are raised: it undoes the run weight of ROUGE-W, or roots ROUGE-L.

    >>> from infrarouge.matching import metric
    >>> exponent_of(metric("rougeW-2"), ScoreRules()), exponent_of(metric("rougeL"), ScoreRules(lcs_root=4.0))
    (0.5, 0.25)
    """
    return 1.0 / rules.lcs_root if isinstance(metric, LongestCommon) else metric.exponent


def ratios(counts: Floats, exponents: Sequence[float]) -> tuple[Floats, Floats]:
    """Precision and recall of counts [..., metrics, 3], each metric's raised to a power."""
    matched, prediction, reference = (counts[..., at] for at in range(3))
    p, r = _divide_signed(matched, prediction), _divide_signed(matched, reference)
    for at, exponent in enumerate(exponents):
        if exponent != 1.0:
            p[..., at], r[..., at] = power(p[..., at], exponent), power(r[..., at], exponent)
    return p, r


def power(values: Floats, exponent: float) -> Floats:
    """Raise with the C library's pow: NumPy's vector code may differ in the last bit."""
    return np.array([value**exponent for value in values.ravel().tolist()]).reshape(values.shape)


def usual_scores(counts: Floats, alpha: float) -> Floats:
    """Precision, recall and F of counts [n, (matched, prediction, reference)]: `usual` of many at once.

    >>> usual_scores(np.array([[3.0, 4.0, 6.0], [0.0, 0.0, 2.0]]), 0.5).tolist()
    [[0.75, 0.5, 0.6], [0.0, 0.0, 0.0]]
    """
    p, r = ratios(counts, ())
    return np.stack([p, r, _weighted(p, r, alpha)], axis=-1)


def usual(matched: float, prediction: float, reference: float, alpha: float) -> tuple[float, float, float]:
    """Precision, recall, and their weighted harmonic mean F.

    >>> usual(3, 4, 6, 0.5)
    (0.75, 0.5, 0.6)
    """
    # Adding zero takes the sign off a zero that was divided by a negative total.
    p = matched / prediction + 0.0 if prediction else 0.0
    r = matched / reference + 0.0 if reference else 0.0
    below = (1 - alpha) * p + alpha * r
    return p, r, p * r / below if below > 0 else 0.0
