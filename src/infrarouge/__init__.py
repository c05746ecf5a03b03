"""infrarouge: every ROUGE, every number, at the speed of the machine."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from infrarouge.__about__ import __version__
from infrarouge.aggregate import Estimate
from infrarouge.api import Rouge, evaluate, score
from infrarouge.errors import (
    CoverageError,
    CoverageWarning,
    EmptyTextError,
    EngineWarning,
    InfrarougeError,
    InputError,
    InputTypeError,
    MissingDataError,
    MissingExtraError,
    UnknownNameError,
)
from infrarouge.metrics import metrics
from infrarouge.profile import MatchRules, Profile, Resampling, ScoreRules, TextRules
from infrarouge.profiles import profile, profiles
from infrarouge.quirks import Quirk
from infrarouge.report import Report, Scores
from infrarouge.text import tokenizers
from infrarouge.types import Counts, Score

# Names that need more than scoring does, imported on first use: name -> module.
_LATER: dict[str, str] = {
    "Check": "infrarouge.checks",
    "check": "infrarouge.checks",
    "Comparison": "infrarouge.significance",
    "Explanation": "infrarouge.explanation",
    "compare": "infrarouge.significance",
    "explain": "infrarouge.explanation",
}

if TYPE_CHECKING:
    from infrarouge.checks import Check, check
    from infrarouge.explanation import Explanation, explain
    from infrarouge.significance import Comparison, compare


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'infrarouge' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


__all__ = [
    "Check",
    "Comparison",
    "Counts",
    "CoverageError",
    "CoverageWarning",
    "EmptyTextError",
    "EngineWarning",
    "Estimate",
    "Explanation",
    "InfrarougeError",
    "InputError",
    "InputTypeError",
    "MatchRules",
    "MissingDataError",
    "MissingExtraError",
    "Profile",
    "Quirk",
    "Report",
    "Resampling",
    "Rouge",
    "Score",
    "ScoreRules",
    "Scores",
    "TextRules",
    "UnknownNameError",
    "__version__",
    "check",
    "compare",
    "evaluate",
    "explain",
    "metrics",
    "profile",
    "profiles",
    "score",
    "tokenizers",
]
