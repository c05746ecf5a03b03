"""infrarouge: every ROUGE, every number, at the speed of the machine."""

from importlib import import_module as _import_module

from infrarouge.__about__ import __version__

# Every public name is imported when it is first used: name -> module. Type checkers and editors read __init__.pyi.
_MODULES = {
    "AnalyzerVersionError": "infrarouge.errors",
    "Check": "infrarouge.reporting.check",
    "Candidates": "infrarouge.reporting.which",
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
    "LanguageWarning": "infrarouge.errors",
    "Match": "infrarouge.search.index",
    "MatchRules": "infrarouge.rules.profile",
    "MissingDataError": "infrarouge.errors",
    "MissingExtraError": "infrarouge.errors",
    "Pairs": "infrarouge.search.store",
    "Prepared": "infrarouge.search.prepared",
    "Profile": "infrarouge.rules.profile",
    "Quirk": "infrarouge.rules.quirks",
    "RangeError": "infrarouge.errors",
    "ReferenceOrderWarning": "infrarouge.errors",
    "Report": "infrarouge.reporting.report",
    "Resampling": "infrarouge.rules.profile",
    "Rouge": "infrarouge.api",
    "Rules": "infrarouge.rules.keywords",
    "Score": "infrarouge.types",
    "ScoreRules": "infrarouge.rules.profile",
    "Scores": "infrarouge.reporting.scores",
    "SignatureError": "infrarouge.errors",
    "State": "infrarouge.scoring.state",
    "TextRules": "infrarouge.rules.profile",
    "TextTypeError": "infrarouge.errors",
    "UnknownNameError": "infrarouge.errors",
    "check": "infrarouge.reporting.check",
    "compare": "infrarouge.reporting.comparison",
    "dedup": "infrarouge.search.index",
    "evaluate": "infrarouge.api",
    "evaluate_batches": "infrarouge.files.batches",
    "explain": "infrarouge.reporting.explain",
    "mbr": "infrarouge.search.pairwise",
    "metrics": "infrarouge.matching",
    "named": "infrarouge.rules.identity",
    "oracle": "infrarouge.search.oracle",
    "pairwise": "infrarouge.search.pairwise",
    "profile": "infrarouge.rules.catalogue",
    "profiles": "infrarouge.rules.catalogue",
    "score": "infrarouge.api",
    "tokenizers": "infrarouge.reading.tokens",
    "which": "infrarouge.reporting.which",
}

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'infrarouge' has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
