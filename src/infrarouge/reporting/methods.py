"""The sentences for a paper: metrics, settings in words, examples, intervals, version and signature."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from infrarouge import __about__
from infrarouge.reading.limits import LIMITS
from infrarouge.reading.normalizers import NORMALIZERS
from infrarouge.reading.sentences import MARKER, SENTENCES
from infrarouge.reading.stemmers import STEMMERS
from infrarouge.reading.tokens import TOKENS
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.tables import plural
from infrarouge.rules.languages import AUTO, languages
from infrarouge.rules.libraries import split_version
from infrarouge.rules.profile import Profile, spell


def methods_text(report: Numbers) -> str:
    """Say in words how the numbers were found: metrics, settings, examples, intervals, version and signature.

    >>> from infrarouge import evaluate
    >>> print(methods_text(evaluate(predictions=["a"], references=["a"], metrics="rouge1 rougeL", stemmer="porter")))
    ROUGE-1 and ROUGE-L were computed with infrarouge 0.1.0, profile infrarouge-1. Texts were split into sentences by
    the rule "newline" (one sentence a line), lower-cased, normalized by the rule "canonical" (NFC, and both kinds of
    Hangul jamo are the same letters), split into words by the rule "unicode" (words of every script; Han, Kana, Thai,
    Lao, Khmer, Burmese by character) and stemmed by the rule "porter" (Porter as NLTK applies it, as in rouge-score).
    F weighs precision and recall equally. The score is the mean over 1 example. Signature:
    infrarouge-1|stem:porter|n:1|v:0.1.0.
    """
    profile = report.profile
    metrics = _listed([label.replace("rouge", "ROUGE-", 1) for label in report.labels])
    verb = "was" if len(report.labels) == 1 else "were"
    sentences = [
        f"{metrics} {verb} computed with infrarouge {__about__.__version__}, profile {profile.name}",
        f"Texts were {_listed([words for rule in TEXT for words in rule(profile)])}",
        *_one_sentence(report),
        *([_references(profile)] if report.rows is not None else []),
        _weights(profile),
        _average(report),
        *_others(profile),
        f"Signature: {report.signature}",
    ]
    return " ".join(f"{sentence}." for sentence in sentences)


def _one_sentence(report: Numbers) -> list[str]:
    """That no text has several sentences, where metrics look at them."""
    note = report.sentence_note()
    return [] if note is None else [f"N{note.partition(' (')[0].replace('rouge', 'ROUGE-')[1:]}"]


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _rule(name: Any, known: Any, verb: str) -> str:
    if callable(name):
        return f"{verb} a function of our own ({spell(name)})"
    bare = split_version(name)[0].partition(":")[0]  # without the versions of a library
    about = f" ({known[bare].about})" if bare in known else ""
    return f'{verb} the rule "{name}"{about}'


def _language(profile: Profile) -> list[str]:
    code = profile.text.lang
    if code is None:
        return []
    if code == AUTO:
        return ["read in the language that the script of their references tells"]
    return [f"read as {languages()[code].name}"]


def _sentences(profile: Profile) -> list[str]:
    rule = profile.text.sentences
    if rule in ("list", "none"):
        return ["given as sentences" if rule == "list" else "read as one sentence each"]
    if isinstance(rule, str) and rule.startswith(MARKER):
        return [f'split into sentences at the mark "{rule.removeprefix(MARKER)}"']
    return [_rule(rule, SENTENCES, "split into sentences by")]


def _cut(profile: Profile) -> list[str]:
    text = profile.text
    limits = [(text.max_words, "words"), (text.max_bytes, LIMITS[text.limit].unit)]
    return [f"cut to the first {most} {unit}" for most, unit in limits if most is not None]


def _case(profile: Profile) -> list[str]:
    cases = {None: "kept in their case", "turkish": "lower-cased as Turkish is (I to ı, İ to i)"}
    return [cases.get(profile.text.lowercase, "lower-cased")]


def _normal(profile: Profile) -> list[str]:
    rule = profile.text.normalizer
    names = rule.split("+") if isinstance(rule, str) else [rule]
    return [] if rule is None else [_rule(name, NORMALIZERS, "normalized by") for name in names]


def _words(profile: Profile) -> list[str]:
    ready = {"list": "given as words", "ids": "given as integer ids"}
    tokens = profile.text.tokens
    return [
        ready[tokens] if isinstance(tokens, str) and tokens in ready else _rule(tokens, TOKENS, "split into words by")
    ]


def _stop(profile: Profile) -> list[str]:
    words = profile.text.stopwords
    return [] if words is None else [f"stripped of stop words ({spell(words)})"]


def _stems(profile: Profile) -> list[str]:
    if profile.text.stemmer is None:
        return ["not stemmed"]
    return [_rule(profile.text.stemmer, STEMMERS, "stemmed by")]


def _synonyms(profile: Profile) -> list[str]:
    sets = profile.text.synonyms
    return [] if sets is None else [f"matched with synonyms counting as one word ({spell(sets)})"]


TEXT: tuple[Callable[[Profile], list[str]], ...] = (
    _language,
    _sentences,
    _cut,
    _case,
    _normal,
    _words,
    _stop,
    _stems,
    _synonyms,
)
SAID = frozenset(
    [
        "lang",
        "sent",
        "words",
        "bytes",
        "case",
        "norm",
        "tok",
        "stop",
        "stem",
        "syn",
        "refs",
        "f",
        "a",
        "b",
        "boot",
        "ci",
        "seed",
        "empty",
        "avg",
    ]
)
"""Keys of a signature that the sentences above and below put into words."""


def _references(profile: Profile) -> str:
    ways = {
        "best": "the one with the highest F counts",
        "best-recall": "the one with the highest recall counts",
        "best-ratio": "the one with the highest share of matched units counts",
        "best-recall-5": "the one with the highest recall, to five digits, counts",
        "mean": "scores are averaged over them",
        "pool": "their counts are added up",
        "jackknife": "the jackknife mean of the best of all but one is taken",
        "best-each": "the highest precision and the highest recall are taken, each by itself",
    }
    how = profile.score.combine
    return (
        f"Of several references {ways[how]}" if how in ways else f'Several references are combined by the rule "{how}"'
    )


def _weights(profile: Profile) -> str:
    rules = profile.score
    if (rules.formula, rules.alpha) == ("alpha", 0.5) or (rules.formula, rules.beta) == ("beta", 1.0):
        return "F weighs precision and recall equally"
    name, value = ("alpha", rules.alpha) if rules.formula == "alpha" else ("beta", rules.beta)
    return f"F is taken with {name} = {value:g}" if rules.formula in ("alpha", "beta") else f"F follows {rules.formula}"


def _average(report: Numbers) -> str:
    how, empty = report.profile.resampling, report.profile.score.empty
    n = report.n - len(report.empty) if empty == "skip" else report.n
    text = f"The score is the mean over {plural(n, 'example')}"
    if how.average == "ratios":
        text += ", F that of the mean precision and the mean recall"
    elif how.average != "scores":
        text = f"The score is that of the counts of all {plural(n, 'example')} together"
    elif how.center == "resamples" and how.n_resamples:
        text = f"The score is the mean of the resamples of {plural(n, 'example')}"
    if empty == "skip" and len(report.empty):
        text += f" ({len(report.empty)} without words left out)"
    if report.has_intervals:
        text += f", with {100 * how.confidence_level:g}% bootstrap intervals ({how.n_resamples:,} resamples, seed {how.rng})"
    return text


def _others(profile: Profile) -> list[str]:
    settings = [part for part in profile.signature.split("|")[1:] if part.partition(":")[0] not in SAID]
    return [f"Further settings, as in the signature: {', '.join(settings)}"] if settings else []
