"""A Python assertion for promptfoo: ROUGE of the output against a reference, with a threshold.

In the configuration, ``value: file://rouge_assert.py`` names a file with the line
``from infrarouge.compat.promptfoo import get_assert``; the settings stand in the assertion's ``config``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from infrarouge import api
from infrarouge.errors import InputError
from infrarouge.registry import one_of
from infrarouge.scoring.measures import MEASURES

THRESHOLD = 0.75


def get_assert(output: Any, context: Mapping[str, Any]) -> dict[str, Any]:
    """Grade an output: whether it passes, its score, and why.

    The config takes `metric` (rougeL), `measure` (fmeasure), `threshold` (0.75), `reference` (a text or a list of texts;
    otherwise the test's variable of that name) and any rule of a profile by its name, such as `stemmer` or `profile`.

    >>> context = {"vars": {"reference": "the cat sat"}, "config": {"metric": "rouge1", "threshold": 0.5}}
    >>> get_assert("the cat", context)
    {'pass': True, 'score': 0.8, 'reason': 'rouge1 fmeasure 0.8000 is at least 0.5 (infrarouge-1|n:1|v:...)'}
    """
    config = dict(context.get("config") or {})
    reference = config.pop("reference", (context.get("vars") or {}).get("reference"))
    if reference is None:
        raise InputError(
            "no reference to compare with; give the test a variable 'reference', or the config 'reference'"
        )
    metric, threshold = config.pop("metric", "rougeL"), float(config.pop("threshold", THRESHOLD))
    measure = one_of("measure", config.pop("measure", "fmeasure"), MEASURES)
    scores = api.score(
        prediction=output if isinstance(output, str) else str(output),
        references=[reference] if isinstance(reference, str) else list(reference),
        metrics=metric,
        **config,
    )
    [(label, found)] = scores.items()
    value = float(getattr(found, measure))
    passes = value >= threshold
    return {
        "pass": passes,
        "score": value,
        "reason": f"{label} {measure} {value:.4f} is {'at least' if passes else 'below'} {threshold:g} ({scores.signature})",
    }
