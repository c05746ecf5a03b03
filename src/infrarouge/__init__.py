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
    "Choice": "infrarouge.pairs",
    "Comparison": "infrarouge.significance",
    "Deduplication": "infrarouge.index",
    "Explanation": "infrarouge.explanation",
    "Extract": "infrarouge.oracles",
    "Index": "infrarouge.index",
    "Match": "infrarouge.index",
    "Pairs": "infrarouge.store",
    "Prepared": "infrarouge.prepared",
    "check": "infrarouge.checks",
    "compare": "infrarouge.significance",
    "dedup": "infrarouge.index",
    "explain": "infrarouge.explanation",
    "mbr": "infrarouge.pairs",
    "oracle": "infrarouge.oracles",
    "pairwise": "infrarouge.pairs",
}

if TYPE_CHECKING:
    from infrarouge.checks import Check, check
    from infrarouge.explanation import Explanation, explain
    from infrarouge.index import Deduplication, Index, Match, dedup
    from infrarouge.oracles import Extract, oracle
    from infrarouge.pairs import Choice, mbr, pairwise
    from infrarouge.prepared import Prepared
    from infrarouge.significance import Comparison, compare
    from infrarouge.store import Pairs


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'infrarouge' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


__all__ = [
    "Check",
    "Choice",
    "Comparison",
    "Counts",
    "CoverageError",
    "CoverageWarning",
    "Deduplication",
    "EmptyTextError",
    "EngineWarning",
    "Estimate",
    "Explanation",
    "Extract",
    "Index",
    "InfrarougeError",
    "InputError",
    "InputTypeError",
    "Match",
    "MatchRules",
    "MissingDataError",
    "MissingExtraError",
    "Pairs",
    "Prepared",
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
    "dedup",
    "evaluate",
    "explain",
    "mbr",
    "metrics",
    "oracle",
    "pairwise",
    "profile",
    "profiles",
    "score",
    "tokenizers",
]
