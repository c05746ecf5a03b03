"""The settings in which profiles differ, and the way from one profile to another, setting by setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from infrarouge.errors import InputError
from infrarouge.matching import Metric
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.catalogue import profiles as catalogue
from infrarouge.rules.profile import RULES, Profile, spell
from infrarouge.scoring.aggregate import MEANS

SETTINGS: dict[str, tuple[str, ...]] = {
    "limits": ("max_words", "max_bytes", "limit"),
    "case": ("lowercase",),
    "tokenizer": ("tokens", "sentence_tokens", "normalizer", "ignore_ids", "lang"),
    "stop words": ("stopwords",),
    "stemming": ("stemmer", "stem_min"),
    "synonyms": ("synonyms",),
    "sentences": ("sentences", "flat"),
    "set or bag": ("count",),
    "units": ("within",),
    "union": ("union", "tie"),
    "quirks": ("quirks",),
    "references": ("combine",),
    "F formula": ("formula", "alpha", "beta", "lcs_root"),
    "rounding": ("decimals", "dtype"),
    "empty texts": ("empty",),
    "average": ("average", "center", "generator", "n_resamples", "rng", "order"),
}
"""The settings that can cause a gap, in the order in which a text meets them, each with its rules."""


def chosen(names: str | Iterable[str | Profile]) -> list[Profile]:
    """Find profiles by name: ``all``, or some, blank- or comma-separated.

    >>> [one.name for one in chosen("pltrdy, js-rouge")]
    ['pltrdy-1.0.1', 'js-rouge-3.2.3']
    """
    if isinstance(names, str):
        names = list(catalogue()) if names.strip() == "all" else names.replace(",", " ").split()
    profiles = list(dict.fromkeys(find_profile(name) for name in names))
    if not profiles:
        raise InputError("no profile was named; type profiles='all', or some names")
    return profiles


def readable(profile: Profile) -> Profile:
    """Let a profile that takes ready tokens read texts, between white space.

    >>> readable(find_profile("distancia")).text.tokens
    'whitespace'
    """
    return profile.replace(tokens="whitespace") if profile.text.tokens in ("list", "ids") else profile


def offers(profile: Profile, metric: Metric) -> bool:
    """Whether the program of a profile has a metric.

    >>> from infrarouge.matching import parse_metrics
    >>> offers(find_profile("distancia"), parse_metrics("rougeL")[0])
    False
    """
    return metric.label not in profile.lacks.split()


def steps(base: Profile, other: Profile) -> Iterator[tuple[str, str, str, Profile]]:
    """Go from one profile to another, setting by setting: its name, both values, and the profile it leads to.

    >>> [(name, there) for name, _, there, _ in steps(find_profile("rouge-score"), find_profile("pltrdy-1.0.0"))][:4]
    [('tokenizer', 'pltrdy'), ('case', 'none'), ('sentences', 'period, joined'), ('union', 'distinct, prediction')]
    """
    for setting in ordered(other):
        rules = SETTINGS[setting]
        here, there = ({rule: rule_of(side, rule) for rule in rules} for side in (base, other))
        changed = [rule for rule in rules if here[rule] != there[rule]]
        if setting == "average" and all(side["center"] in MEANS for side in (here, there)):
            changed = [rule for rule in changed if rule == "average"]  # resamples decide nothing then
        if changed:
            # A language that is named anew would bring its own case back.
            base = base.replace(**{rule: there[rule] for rule in rules if rule != "lang" or rule in changed})
            yield setting, spelled(here, changed), spelled(there, changed), base


def ordered(other: Profile) -> list[str]:
    """The settings in order; case changes where the tokenizer still, or already, gets small letters."""
    names = list(SETTINGS)
    if other.text.lowercase is None:
        # The tokenizer of rouge-score reads small letters only, so it must be gone before capitals come.
        names.remove("case")
        names.insert(names.index("tokenizer") + 1, "case")
    return names


def rule_of(profile: Profile, rule: str) -> Any:
    """The value of a rule, whichever group of the profile it is in.

    >>> rule_of(find_profile("pltrdy"), "count")
    'set'
    """
    if rule == "quirks":
        return profile.quirks
    return getattr(getattr(profile, RULES[rule]), rule)


def spelled(values: dict[str, Any], rules: list[str]) -> str:
    """Write the values of some rules.

    >>> spelled({"union": "both", "tie": "reference"}, ["union", "tie"])
    'both, reference'
    """
    if rules == ["quirks"]:
        return ", ".join(sorted(values["quirks"])) or "none"
    return ", ".join(spell(values[rule]) for rule in rules)
