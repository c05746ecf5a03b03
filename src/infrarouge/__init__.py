"""infrarouge: every ROUGE, every number, at the speed of the machine."""

import sys
from importlib import import_module
from types import ModuleType

from infrarouge.__about__ import __version__

# What the type checker reads; importing `typing` for it would take longer than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infrarouge.aggregate import Estimate
    from infrarouge.api import Rouge, evaluate, score
    from infrarouge.checks import Check, check
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
    from infrarouge.explanation import Explanation, explain
    from infrarouge.index import Deduplication, Index, Match, dedup
    from infrarouge.metrics import metrics
    from infrarouge.oracles import Extract, oracle
    from infrarouge.pairs import Choice, mbr, pairwise
    from infrarouge.prepared import Prepared
    from infrarouge.profile import MatchRules, Profile, Resampling, ScoreRules, TextRules
    from infrarouge.profiles import profile, profiles
    from infrarouge.quirks import Quirk
    from infrarouge.report import Report, Scores
    from infrarouge.significance import Comparison, compare
    from infrarouge.store import Pairs
    from infrarouge.text import tokenizers
    from infrarouge.types import Counts, Score

# Every public name is imported when it is first used: name -> module.
_MODULES = {
    "Check": "infrarouge.checks",
    "Choice": "infrarouge.pairs",
    "Comparison": "infrarouge.significance",
    "Counts": "infrarouge.types",
    "CoverageError": "infrarouge.errors",
    "CoverageWarning": "infrarouge.errors",
    "Deduplication": "infrarouge.index",
    "EmptyTextError": "infrarouge.errors",
    "EngineWarning": "infrarouge.errors",
    "Estimate": "infrarouge.aggregate",
    "Explanation": "infrarouge.explanation",
    "Extract": "infrarouge.oracles",
    "Index": "infrarouge.index",
    "InfrarougeError": "infrarouge.errors",
    "InputError": "infrarouge.errors",
    "InputTypeError": "infrarouge.errors",
    "Match": "infrarouge.index",
    "MatchRules": "infrarouge.profile",
    "MissingDataError": "infrarouge.errors",
    "MissingExtraError": "infrarouge.errors",
    "Pairs": "infrarouge.store",
    "Prepared": "infrarouge.prepared",
    "Profile": "infrarouge.profile",
    "Quirk": "infrarouge.quirks",
    "Report": "infrarouge.report",
    "Resampling": "infrarouge.profile",
    "Rouge": "infrarouge.api",
    "Score": "infrarouge.types",
    "ScoreRules": "infrarouge.profile",
    "Scores": "infrarouge.report",
    "TextRules": "infrarouge.profile",
    "UnknownNameError": "infrarouge.errors",
    "check": "infrarouge.checks",
    "compare": "infrarouge.significance",
    "dedup": "infrarouge.index",
    "evaluate": "infrarouge.api",
    "explain": "infrarouge.explanation",
    "mbr": "infrarouge.pairs",
    "metrics": "infrarouge.metrics",
    "oracle": "infrarouge.oracles",
    "pairwise": "infrarouge.pairs",
    "profile": "infrarouge.profiles",
    "profiles": "infrarouge.profiles",
    "score": "infrarouge.api",
    "tokenizers": "infrarouge.text",
}


class _Package(ModuleType):
    """The package: a module that is named like a public function (`profile`) does not take its place."""

    def __getattr__(self, name: str) -> "Any":
        if name not in _MODULES:
            raise AttributeError(f"module 'infrarouge' has no attribute {name!r}")
        value = getattr(import_module(_MODULES[name]), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_MODULES})


sys.modules[__name__].__class__ = _Package

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
