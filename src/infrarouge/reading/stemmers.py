"""Stemmers by name, and the words they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from infrarouge.reading import unicode
from infrarouge.reading.porter import exceptions, porter, porter155
from infrarouge.reading.rule import Later, Rule
from infrarouge.registry import Registry
from infrarouge.rules.languages import STEMMERS as SNOWBALL_LANGUAGES
from infrarouge.rules.libraries import library_of, split_version

STEMMERS: Registry[Rule] = Registry("stemmer")
STEMMERS.add("porter", Rule("porter", None, "Porter as NLTK applies it, as in rouge-score"))
STEMMERS.add("porter-1.5.5", Rule("porter155", None, "irregular forms by table, else the Porter of ROUGE-1.5.5"))
STEMMERS.add("porter-1.5.5-bare", Rule("porter155", None, "the Porter of ROUGE-1.5.5 with an empty table"))
STEMMERS.add(
    "py-rouge",
    Rule(
        None,
        Later("infrarouge.reading.programs.py_rouge", "stem"),
        "irregular forms and special cases by table, else Porter as he published it (py-rouge)",
    ),
)
STEMMERS.add(
    "py-rouge-nltk",
    Rule(
        None,
        Later("infrarouge.reading.programs.py_rouge", "stem_nltk"),
        "irregular forms by table, else Porter as NLTK applies it (py-rouge without ensure_compatibility)",
    ),
)

_XLSUM = (
    "english hindi turkish bengali arabic danish dutch finnish french german hungarian italian norwegian portuguese"
)
for _language in f"{_XLSUM} romanian russian spanish swedish".split():
    STEMMERS.add(
        f"xlsum-{_language}",
        Rule(
            None,
            Later("infrarouge.reading.programs.xlsum_languages", "STEMMERS", _language),
            f"the stemmer of {_language.title()} in XL-Sum",
        ),
    )

STEMMERS.add(
    "sumeval",
    Rule(
        None,
        Later("infrarouge.reading.programs.sumeval", "stem"),
        "irregular forms by table, and nothing else (sumeval, which stems references alone)",
    ),
)

STEMMERS.add(
    "snowball-english",
    Rule(
        None,
        Later("infrarouge.reading.snowball", "snowball_english"),
        "Snowball's English stemmer before its release 3.0, as in ROUGE 2.0",
    ),
)
for _algorithm in sorted(set(SNOWBALL_LANGUAGES.values())):
    STEMMERS.add(f"snowball-{_algorithm}", Rule(None, None, f"Snowball's stemmer of {_algorithm.title()}"))


def stemmer_rule(name: str) -> tuple[str | None, Callable[[str], str] | None]:
    """The engine's word for a named stemmer, or the function that runs in Python.

    >>> stemmer_rule("porter")
    ('porter', None)
    """
    bare = split_version(name)[0]
    rule = STEMMERS[bare]
    if library_of(bare) is None:
        return rule.native, rule.function
    # For start-up time: it is needed for languages with a stemmer of a library only.
    from infrarouge.reading.analyzers.snowball import snowball

    return None, snowball(name)


def exceptions_of(stemmer: Any) -> list[tuple[str, str]]:
    """The irregular forms a stemmer looks up before its rules.

    >>> ("were", "be") in exceptions_of("porter-1.5.5"), exceptions_of("porter-1.5.5-bare")
    (True, [])
    """
    return list(exceptions().items()) if stemmer == "porter-1.5.5" else []


def stem(word: str, stemmer: str, irregular: Mapping[str, str]) -> str:
    """Stem a word by an engine's rule; `irregular` holds the forms that are looked up first.

    >>> stem("naps", "porter", {}), stem("were", "porter155", {"were": "be"}), stem("naps", "none", {})
    ('nap', 'be', 'naps')
    """
    if stemmer == "porter":
        return porter(unicode.lower(word))
    if stemmer == "porter155":
        return irregular.get(word) or porter155(word)
    return word
