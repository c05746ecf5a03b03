"""`RougeScorer`, and the helpers beside it that other code reaches for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from infrarouge.api import Rouge
from infrarouge.compat.rouge_score import scoring, tokenizers
from infrarouge.compat.rouge_score.scoring import Score
from infrarouge.compat.rouge_score.tokenize import text_of
from infrarouge.engine import textbook
from infrarouge.engine.calls import Quick, quick_scorer
from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import TextFault
from infrarouge.reading.programs.punkt import punkt
from infrarouge.scoring.formulas import usual
from infrarouge.types import NO_WORDS

PROFILE = "rouge-score-0.1.2"
TYPES = (*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum")


@dataclass(slots=True)
class Ready:
    """What a scorer has resolved: for which types and tokenizer, the labels, and what reads texts if no user's does."""

    types: Iterable[str]
    tokenizer: Any
    labels: tuple[str, ...]
    rouge: Rouge | None = None
    quick: Quick[dict[str, Score]] | None = None


class RougeScorer(scoring.BaseScorer):
    """Scores one prediction a call; the reference comes first.

    Types are rouge1 to rouge9, rougeL (whole texts) and rougeLsum (sentences); they are checked when scoring. A
    `tokenizer` is an object with ``tokenize(text)`` and replaces lower-casing and stemming. `split_summaries` finds
    the sentences of rougeLsum with NLTK's Punkt; otherwise there is one a line.

    >>> scorer = RougeScorer(["rouge1", "rougeLsum"])
    >>> scorer.score("the cat\\nsat down", "sat down\\nthe cat")["rougeLsum"].fmeasure
    1.0
    """

    # What a fork of rouge-score changes.
    _profile = PROFILE
    _default: type[tokenizers.Tokenizer] = tokenizers.DefaultTokenizer

    def __init__(
        self,
        rouge_types: Iterable[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        self.rouge_types = rouge_types
        self._tokenizer = tokenizer or self._default(use_stemmer)  # type: ignore[call-arg]  # a default one takes it
        self._split_summaries = split_summaries
        self._ready: Ready | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_ready": None}

    def score(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Score a prediction against its target.

        >>> RougeScorer(["rouge2"]).score("a b c", "a b")["rouge2"].recall
        0.5
        """
        ready = self._ready
        if ready is None or ready.tokenizer is not self._tokenizer or ready.types is not self.rouge_types:
            ready = self._ready = self._resolve()
        if ready.quick is not None:
            scores = ready.quick(prediction, target)
            if scores is not None:
                return scores
        if ready.rouge is None:
            return self._score_tokens(ready.labels, target, prediction)
        ours = prediction if type(prediction) is str else text_of(prediction)
        theirs = target if type(target) is str else text_of(target)
        return _settled(*ready.rouge.score_pair(ours, theirs))

    def score_multi(self, targets: Iterable[Any], prediction: Any) -> dict[str, Score]:
        """Score a prediction against several targets: for each type the score of the best, by F, first of equals.

        >>> RougeScorer(["rouge1"]).score_multi(["a c", "a b"], "a b")["rouge1"].fmeasure
        1.0
        """
        by_target = [self.score(target, prediction) for target in targets]
        if not by_target:
            raise ValueError("targets is empty; give at least one reference")
        return {
            label: max((scores[label] for scores in by_target), key=lambda score: score.fmeasure)
            for label in by_target[0]
        }

    @property
    def _is_default(self) -> bool:
        """Whether the words are the package's own, and no user's."""
        return type(self._tokenizer) is self._default and "tokenize" not in vars(self._tokenizer)

    def _resolve(self) -> Ready:
        labels = tuple(dict.fromkeys(check_type(name) for name in self.rouge_types))
        if not self._is_default or not labels:
            return Ready(self.rouge_types, self._tokenizer, labels)
        sentences = "punkt" if self._split_summaries else "newline"
        stemmer = "porter" if vars(self._tokenizer)["_stemmer"] else None
        rouge = Rouge(labels, self._profile, sentences=sentences, stemmer=stemmer)
        return Ready(self.rouge_types, self._tokenizer, labels, rouge, quick_scorer(rouge.runner, dict))

    def _score_tokens(self, labels: Sequence[str], target: Any, prediction: Any) -> dict[str, Score]:
        """Score what the user's tokenizer makes of the texts."""
        flat = tuple(label for label in labels if label != "rougeLsum")
        scores: dict[str, Score] = {}
        if flat:
            tokenize = self._tokenizer.tokenize
            scores = score_tokens(flat, tokenize(target), tokenize(prediction))
        if len(flat) < len(labels):
            scores["rougeLsum"] = _summary_level_lcs(self._sentences(target), self._sentences(prediction))
        return {label: scores[label] for label in labels}

    def _sentences(self, text: Any) -> list[Sequence[Hashable]]:
        text = text_of(text)
        sentences = punkt(text) if self._split_summaries else textbook.split(text, "newline")
        return [self._tokenizer.tokenize(sentence) for sentence in sentences]


def check_type(rouge_type: Any) -> str:
    """Pass on a type that rouge-score has.

    >>> check_type("rouge10")
    Traceback (most recent call last):
        ...
    ValueError: Invalid rouge type: rouge10; the types are rouge1 to rouge9, rougeL and rougeLsum
    """
    if not isinstance(rouge_type, str):
        raise TypeError(f"not expecting type '{type(rouge_type)}': a rouge type is a str, such as 'rouge1'")
    if rouge_type == "rouge0":
        raise ValueError("rougen requires positive n: rouge0; type rouge1")
    if rouge_type not in TYPES:
        raise ValueError(f"Invalid rouge type: {rouge_type}; the types are rouge1 to rouge9, rougeL and rougeLsum")
    return rouge_type


def _settled(scores: dict[str, Score], flags: int) -> dict[str, Score]:
    """Put integers where rouge-score has them: in the LCS of a text without words."""
    if flags & NO_WORDS:
        scores.update({label: Score(0, 0, 0) for label in ("rougeL", "rougeLsum") if label in scores})
    return scores


# ---------------------------------------------------------------- tokens of any kind, written as numbers


@cache
def _scorer(labels: tuple[str, ...]) -> Rouge:
    return Rouge(labels, PROFILE, tokens="whitespace", lowercase=None)


def _written(ids: dict[Hashable, str], tokens: Iterable[Hashable]) -> str:
    """Write tokens as a line of numbers: the same token, the same number."""
    return " ".join([ids.setdefault(token, str(len(ids))) for token in tokens])


def score_tokens(
    labels: tuple[str, ...], target: Iterable[Hashable], prediction: Iterable[Hashable]
) -> dict[str, Score]:
    """Score two lists of tokens by types other than rougeLsum.

    >>> score_tokens(("rouge1",), ["a", 5], [5])["rouge1"].recall
    0.5
    """
    ours, theirs = list(prediction), list(target)
    scored = _score_words(labels, ours, theirs)
    if scored is not None:
        return scored
    ids: dict[Hashable, str] = {}
    return _settled(*_scorer(labels).score_pair(_written(ids, ours), _written(ids, theirs)))


@cache
def _words_scorer(labels: tuple[str, ...]) -> Runner:
    return runner_of(labels, PROFILE, rules={"tokens": "list", "lowercase": None})


def _score_words(labels: tuple[str, ...], prediction: list[Any], target: list[Any]) -> dict[str, Score] | None:
    """Score two lists of tokens that are all str; None for others."""
    runner = _words_scorer(labels)
    try:
        counts, flags = runner.plan.pair([prediction], [target])
    except TextFault:
        return None
    if runner.single is None:
        return None
    return _settled(dict(zip(runner.labels, map(Score._make, runner.single.scores(counts)), strict=True)), flags)


# ---------------------------------------------------------------- the helpers beside RougeScorer


def _score_lcs(target_tokens: Sequence[Hashable], prediction_tokens: Sequence[Hashable]) -> Score:
    """Score the longest common subsequence of two lists of tokens.

    >>> _score_lcs(["a", "b", "c"], ["a", "c"]).recall
    0.6666666666666666
    """
    return score_tokens(("rougeL",), target_tokens, prediction_tokens)["rougeL"]


def _summary_level_lcs(ref_sent: Sequence[Sequence[Hashable]], can_sent: Sequence[Sequence[Hashable]]) -> Score:
    """Score the union of longest common subsequences over sentences of tokens.

    >>> _summary_level_lcs([["a", "b"], ["c"]], [["c"], ["a", "b"]]).fmeasure
    1.0
    """
    return score_sentences(ref_sent, can_sent)


def score_sentences(target: Sequence[Sequence[Hashable]], prediction: Sequence[Sequence[Hashable]]) -> Score:
    """Score two lists of sentences, each a list of tokens, by rougeLsum.

    >>> score_sentences([["a", 5]], [["b"], [5]]).recall
    0.5
    """
    ids: dict[Hashable, str] = {}
    ours, theirs = ("\n".join([_written(ids, sentence) for sentence in side]) for side in (prediction, target))
    return _settled(*_scorer(("rougeLsum",)).score_pair(ours, theirs))["rougeLsum"]


def _create_ngrams(tokens: Sequence[Hashable], n: int) -> Counter[tuple[Hashable, ...]]:
    """Count the runs of `n` tokens.

    >>> _create_ngrams("aba", 2)
    Counter({('a', 'b'): 1, ('b', 'a'): 1})
    """
    return Counter(textbook.ngrams(tokens, n))


def _score_ngrams(target_ngrams: Mapping[Any, int], prediction_ngrams: Mapping[Any, int]) -> Score:
    """Score two bags of n-grams.

    >>> _score_ngrams(_create_ngrams("ab", 1), _create_ngrams("bb", 1)).precision
    0.5
    """
    ours, theirs = (list(Counter(side).elements()) for side in (prediction_ngrams, target_ngrams))
    return Score(*usual(*textbook.overlap(ours, theirs, "clipped"), 0.5))


def _lcs_table(ref: Sequence[Hashable], can: Sequence[Hashable]) -> list[list[int]]:
    """The length of the longest common subsequence of every pair of beginnings.

    >>> _lcs_table("ab", "b")
    [[0, 0], [0, 0], [0, 1]]
    """
    return textbook.lcs_table(ref, can)


def lcs_ind(ref: Sequence[Hashable], can: Sequence[Hashable]) -> list[int]:
    """The places in `ref` of one longest common subsequence.

    >>> lcs_ind("abcde", "acxye")
    [0, 2, 4]
    """
    return [at for at, _ in reversed(textbook.lcs_path(can, ref, "reference"))]


def _backtrack_norec(t: Any, ref: Sequence[Hashable], can: Sequence[Hashable]) -> list[int]:
    """The same places; `t` is the table of `_lcs_table`, which is not needed.

    >>> _backtrack_norec(None, "ab", "b")
    [1]
    """
    return lcs_ind(ref, can)


def _find_union(lcs_list: Iterable[Iterable[int]]) -> list[int]:
    """Unite lists of places.

    >>> _find_union([[0, 2], [1, 2]])
    [0, 1, 2]
    """
    return sorted({place for places in lcs_list for place in places})


def _union_lcs(ref: Sequence[Hashable], c_list: Iterable[Sequence[Hashable]]) -> list[Hashable]:
    """The tokens of `ref` that a longest common subsequence with any sentence of `c_list` matches.

    >>> _union_lcs("abcde", ["abfgh", "acxye"])
    ['a', 'b', 'c', 'e']
    """
    return [ref[place] for place in _find_union(lcs_ind(ref, candidate) for candidate in c_list)]
