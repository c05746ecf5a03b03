"""infrarouge: every ROUGE, every number, at the speed of the machine."""

import sys
from importlib import import_module
from types import ModuleType

from infrarouge.__about__ import __version__

# What the type checker reads; importing `typing` for it would take longer than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    from infrarouge.matching import metrics
    from infrarouge.reading.tokens import tokenizers
    from infrarouge.reporting.check import Check, check
    from infrarouge.reporting.comparison import Comparison, compare
    from infrarouge.reporting.explain import Explanation, explain
    from infrarouge.reporting.report import Report
    from infrarouge.reporting.scores import Scores
    from infrarouge.rules.catalogue import profile, profiles
    from infrarouge.rules.profile import MatchRules, Profile, Resampling, ScoreRules, TextRules
    from infrarouge.rules.quirks import Quirk
    from infrarouge.scoring.aggregate import Estimate
    from infrarouge.search.index import Deduplication, Index, Match, dedup
    from infrarouge.search.oracle import Extract, oracle
    from infrarouge.search.pairwise import Choice, mbr, pairwise
    from infrarouge.search.prepared import Prepared
    from infrarouge.search.store import Pairs
    from infrarouge.types import Counts, Score

# Every public name is imported when it is first used: name -> module.
_MODULES = {
    "Check": "infrarouge.reporting.check",
    "Choice": "infrarouge.search.pairwise",
    "Comparison": "infrarouge.reporting.comparison",
    "Counts": "infrarouge.types",
    "CoverageError": "infrarouge.errors",
    "CoverageWarning": "infrarouge.errors",
    "Deduplication": "infrarouge.search.index",
    "EmptyTextError": "infrarouge.errors",
    "EngineWarning": "infrarouge.errors",
    "Estimate": "infrarouge.scoring.aggregate",
    "Explanation": "infrarouge.reporting.explain",
    "Extract": "infrarouge.search.oracle",
    "Index": "infrarouge.search.index",
    "InfrarougeError": "infrarouge.errors",
    "InputError": "infrarouge.errors",
    "InputTypeError": "infrarouge.errors",
    "Match": "infrarouge.search.index",
    "MatchRules": "infrarouge.rules.profile",
    "MissingDataError": "infrarouge.errors",
    "MissingExtraError": "infrarouge.errors",
    "Pairs": "infrarouge.search.store",
    "Prepared": "infrarouge.search.prepared",
    "Profile": "infrarouge.rules.profile",
    "Quirk": "infrarouge.rules.quirks",
    "Report": "infrarouge.reporting.report",
    "Resampling": "infrarouge.rules.profile",
    "Rouge": "infrarouge.api",
    "Score": "infrarouge.types",
    "ScoreRules": "infrarouge.rules.profile",
    "Scores": "infrarouge.reporting.scores",
    "TextRules": "infrarouge.rules.profile",
    "UnknownNameError": "infrarouge.errors",
    "check": "infrarouge.reporting.check",
    "compare": "infrarouge.reporting.comparison",
    "dedup": "infrarouge.search.index",
    "evaluate": "infrarouge.api",
    "explain": "infrarouge.reporting.explain",
    "mbr": "infrarouge.search.pairwise",
    "metrics": "infrarouge.matching",
    "oracle": "infrarouge.search.oracle",
    "pairwise": "infrarouge.search.pairwise",
    "profile": "infrarouge.rules.catalogue",
    "profiles": "infrarouge.rules.catalogue",
    "score": "infrarouge.api",
    "tokenizers": "infrarouge.reading.tokens",
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
