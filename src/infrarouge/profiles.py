"""The catalogue: each supported tool is one value, and this page reads as a comparison table of ROUGE programs."""

from __future__ import annotations

from typing import Any

from infrarouge.profile import Profile, Resampling, ScoreRules, TextRules
from infrarouge.registry import Registry

PROFILES: Registry[Profile] = Registry("profile", "infrarouge.profiles()")


def _profile(*aliases: str, **rules: Any) -> Profile:
    made = Profile(**rules)
    for name in (made.name, *aliases):
        PROFILES.add(name, made)
    return made


INFRAROUGE_1 = _profile(
    "infrarouge",
    name="infrarouge-1",
    about="the default: rouge-score's numbers on ASCII text, and Unicode words in every other script",
)

ROUGE_SCORE_012 = _profile(
    "rouge-score",
    name="rouge-score-0.1.2",
    about="PyPI rouge-score 0.1.2: ASCII letters and digits only, clipped counts, best reference by F",
    text=TextRules(tokens="alnum", flat="whole"),
    score=ScoreRules(combine="best"),
    resampling=Resampling(generator="mt19937", center="mean"),
)

EVALUATE_046 = _profile(
    "evaluate",
    "hf-evaluate",
    name="evaluate-0.4.6",
    about="the rouge metric of Hugging Face evaluate 0.4.6: rouge-score, and the median of a bootstrap for the corpus",
    text=TextRules(tokens="alnum", flat="whole"),
    score=ScoreRules(combine="best"),
    resampling=Resampling(generator="mt19937", center="median"),
)

TORCHMETRICS_19 = _profile(
    "torchmetrics",
    name="torchmetrics-1.9",
    about="torchmetrics 1.9 ROUGEScore: rouge-score with sentences by NLTK's Punkt, in float32",
    text=TextRules(sentences="punkt", tokens="alnum", flat="whole"),
    score=ScoreRules(combine="best", dtype="float32"),
)

DEFAULT = INFRAROUGE_1


def profile(name: str | Profile = DEFAULT.name, **rules: Any) -> Profile:
    """Take a profile from the catalogue, with some rules changed.

    >>> profile("rouge-score", stemmer="porter").signature
    'rouge-score-0.1.2|stem:porter'
    >>> profile("rouge-scoer")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown profile 'rouge-scoer'; did you mean 'rouge-score'? See infrarouge.profiles().
    """
    if isinstance(name, Profile):
        base = name
    elif "|" in str(name):
        base = Profile.parse(name)
    else:
        base = PROFILES[name]
    return base.replace(**rules) if rules else base


def profiles() -> dict[str, str]:
    """List the catalogue: full names and what each reproduces.

    >>> "infrarouge-1" in profiles()
    True
    """
    return {one.name: one.about for one in dict.fromkeys(PROFILES.values())}
