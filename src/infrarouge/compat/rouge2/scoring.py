"""A system text against its references, by the settings of ROUGE 2.0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from infrarouge.compat.rouge2.settings import UNIT, Settings, one_tag, stop_words
from infrarouge.compat.rouge2.synonyms import synonym_overlap
from infrarouge.engine.runner import Rows, Runner, runner_of
from infrarouge.errors import MissingExtraError
from infrarouge.matching import LongestCommon, Metric, NGram, SkipBigram
from infrarouge.reading.programs import java
from infrarouge.reading.programs.rouge2 import cleaned, lines, stemmed, topics, viewed, without_stop_words
from infrarouge.reading.snowball import snowball_english

PROFILE = "rouge2-1.2.2"
Stem = Callable[[str], str]


class Result(NamedTuple):
    """Recall, precision and F; recall and precision of L are not a number where a text has no words.

    >>> Result(0.5, 0.5, 0.5).f
    0.5
    """

    recall: float
    precision: float
    f: float


def score(
    system: str | bytes,
    references: Sequence[str | bytes],
    ngram: str = "1",
    *,
    rouge_type: str = "normal",
    beta: float = 1.0,
    stop_words: Any = None,
    stem: bool = False,
    stemmer: str = "englishStemmer",
    topic_type: str = "nn",
    tagger: Any = None,
    synonyms: Any = None,
) -> dict[str, Result]:
    """Score a system text against its references; `ngram` is a list such as ``"1,2,S4,SU4,L"``, and names the results.

    Texts are str, or the bytes of a file. `stop_words` are words, or a file of them; `tagger` is a function from cleaned lines to lines of ``word_TAG`` words, or
    ``"ready"`` where the texts are such lines; `synonyms` tell the synonyms of a ``word_tag``.

    >>> score("the cat sat", ["the cats sat"], "1,2", stem=True)["2"].f
    1.0
    """
    chosen = Settings(
        rouge_type=rouge_type,
        ngram=ngram,
        beta=float(beta),
        stop_words=None if stop_words is None else _listed(stop_words),
        stem=stem,
        stemmer=stemmer,
        topic_type=topic_type,
        tagger=one_tag if tagger == "ready" else tagger,
        synonyms=synonyms,
    )
    return score_texts(system, references, chosen)


def _listed(words: Any) -> frozenset[str]:
    return stop_words(words)


def score_texts(system: str | bytes, references: Sequence[str | bytes], settings: Settings) -> dict[str, Result]:
    """Score a system text against its references.

    >>> score_texts("a b", [], Settings())
    {'1': Result(recall=nan, precision=nan, f=0.0)}
    """
    if isinstance(references, (str, bytes)):
        references = [references]
    if not references:
        return {unit: Result(np.nan, np.nan, 0.0) for unit in settings.units}
    ready = _first(system, settings)
    ours: list[list[str]] = []
    theirs: list[list[str]] = []
    for reference in references:
        # The program prepares the system text anew for each reference, on top of what it did for those before.
        ready = _prepared(ready, settings)
        ours.append(ready)
        theirs.append(_prepared(_first(reference, settings), settings))
    results: dict[str, Result] = {}
    for unit in settings.units:
        runner = _runner(unit, settings)
        counts = _counts(runner, unit, settings, ours, theirs)
        values = runner.scoring.scores(counts, np.array([0, len(counts)]))[0, 0].tolist()
        results[unit] = Result(values[1], values[0], values[2])
    return results


def _first(text: str | bytes, settings: Settings) -> list[str]:
    """The lines of a text, cleaned; those of tagged text as they are."""
    cut = lines(viewed(text))
    return cut if settings.tagger is one_tag else [cleaned(line) for line in cut]


def _prepared(text: list[str], settings: Settings) -> list[str]:
    """Tag, leave out stop words and stem, as far as the settings say."""
    if settings.tagger is not None:
        text = list(settings.tagger(text))
        if settings.rouge_type.startswith("topic"):
            text = topics(text, settings.topic_type)
    if settings.stop_words is not None:
        text = [without_stop_words(line, settings.stop_words) for line in text]
    if settings.stem:
        stem = stemmer_of(settings.stemmer)
        text = [stemmed(line, stem) for line in text]
    return text


@cache
def stemmer_of(name: str) -> Stem:
    """The stemmer of a name such as ``englishStemmer``: English is built in, and so is the answer to unknown names.

    >>> stemmer_of("englishStemmer")("houses")
    'hous'
    """
    language = name.removesuffix("Stemmer").lower()
    if language == "english":
        return snowball_english
    try:
        import snowballstemmer  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("snowballstemmer", "rouge2", f"stemmer.name={name}") from None
    if language not in snowballstemmer.algorithms():
        return snowball_english
    return snowballstemmer.stemmer(language).stemWord  # type: ignore[no-any-return]  # an untyped package


def metric_of(unit: str) -> Metric:
    """Our metric for a unit of the program, whose distances count one more than ours.

    >>> [metric_of(unit).label for unit in ("2", "S4", "SU1", "L")]
    ['rouge2', 'rougeS3', 'rougeSU0', 'rougeLsum']
    """
    parts = UNIT.fullmatch(unit)
    assert parts is not None, "settings have been checked"
    number, kind, distance, _ = parts.groups()
    if number:
        return NGram(int(number))
    return SkipBigram(int(distance) - 1, unigrams=kind == "SU") if kind else LongestCommon(union=True)


def _runner(unit: str, settings: Settings) -> Runner:
    topic = settings.rouge_type.startswith("topic")
    metric = NGram(1) if topic else metric_of(unit)
    sets = settings.rouge_type in ("normalCompressed", "topicUniq")
    rules = {
        "sentences": "list",
        "tokens": "list",
        "beta": settings.beta,
        "count": "set" if sets else "clipped",
    }
    return runner_of(metric, PROFILE, rules=rules)


def _counts(
    runner: Runner, unit: str, settings: Settings, ours: Iterable[list[str]], theirs: Iterable[list[str]]
) -> Any:
    """Matched, prediction and reference units of the system text, as it is for each reference, with that reference."""
    documents = [[[java.words(line) for line in text] for text in side] for side in (ours, theirs)]
    if settings.synonyms is not None and metric_of(unit) != LongestCommon(union=True):
        find = settings.synonyms if callable(settings.synonyms) else settings.synonyms.__getitem__
        pairs = zip(*documents, strict=True)
        return np.array([[synonym_overlap(a, b, metric_of(unit), find)] for a, b in pairs], dtype=np.float64)
    if settings.synonyms is not None:
        for a, b in zip(*documents, strict=True):
            synonym_overlap(a, b, NGram(1), lambda word: [word])  # L counts no synonyms, and fails where they fail
    return runner.count(Rows(documents[0], documents[1], None)).counts
