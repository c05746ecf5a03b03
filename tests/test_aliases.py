"""Words of other programs: one table answers them in Python, in metric names, in `check` and on the command line."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from typing import Any

import pytest

import infrarouge as ir
from infrarouge.aliases import MEANINGS, METRIC_WORDS, meant, option_hint
from infrarouge.matching import metric
from infrarouge.reporting.diff import diff
from infrarouge.rules.profile import RULES

PAIR: dict[str, Any] = {"prediction": "a b", "reference": "a"}
BATCH: dict[str, Any] = {"predictions": ["a b"], "references": ["a"]}
ROUGE = ir.Rouge("rouge1")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ir.evaluate(**BATCH, use_stemmer=True), "unknown keyword 'use_stemmer'; type stemmer='porter'"),
        (lambda: ir.score(**PAIR, use_stemmer=True), "unknown keyword 'use_stemmer'; type stemmer='porter'"),
        (lambda: ir.evaluate(preds=["a"], targets=["a"]), "unknown keyword 'preds'; type predictions=..."),
        (lambda: ir.evaluate(predictions=["a"], targets=["a"]), "unknown keyword 'targets'; type references=..."),
        (lambda: ir.evaluate(predictions=["a"], refrences=["a"]), "unknown keyword 'refrences'; did you mean"),
        (lambda: ir.score(candidate="a", reference="a"), "unknown keyword 'candidate'; type prediction=..."),
        (lambda: ir.score(prediction="a", target="a"), "unknown keyword 'target'; type reference=..."),
        (lambda: ir.score(hypothesis="a", reference="a"), "unknown keyword 'hypothesis'; type prediction=..."),
        (lambda: ir.evaluate(summaries=["a"], references=["a"]), "unknown keyword 'summaries'; type predictions=..."),
        (lambda: ir.evaluate(**BATCH, metric="rouge1"), "unknown keyword 'metric'; type metrics=..."),
        (lambda: ir.evaluate(**BATCH, rouge_types=["rouge1"]), "unknown keyword 'rouge_types'; type metrics=..."),
        (lambda: ir.evaluate(**BATCH, max_skip=4), "unknown keyword 'max_skip'; type metrics='rougeS4'"),
        (lambda: ir.evaluate(**BATCH, seed=4), "unknown keyword 'seed'; type rng=..."),
        (lambda: ir.evaluate(**BATCH, tokenizer=str.split), "unknown keyword 'tokenizer'; type tokens=..."),
        (lambda: ir.evaluate(**BATCH, n_jobs=4), "unknown keyword 'n_jobs'; type threads=..."),
        (lambda: ir.Rouge(rouge_types=["rouge1"]), "unknown keyword 'rouge_types'; type metrics=..."),
        (lambda: ir.Rouge(use_stemmer=True), "unknown keyword 'use_stemmer'; type stemmer='porter'"),
        (lambda: ROUGE.score(prediction="a", target="a"), "unknown keyword 'target'; type reference=..."),
        (lambda: ROUGE.evaluate(preds=["a"], references=["a"]), "unknown keyword 'preds'; type predictions=..."),
        (lambda: ROUGE.scores(preds=["a"], references=["a"]), "unknown keyword 'preds'; type predictions=..."),
        (lambda: ROUGE.prepare(targets=["a"]), "unknown keyword 'targets'; type references=..."),
        (lambda: ROUGE.prepare(["a"]).score(candidate="a"), "unknown keyword 'candidate'; type prediction=..."),
        (lambda: ROUGE.prepare(["a"]).evaluate(preds=["a"]), "unknown keyword 'preds'; type predictions=..."),
        (lambda: ir.Resampling(seed=1), "unknown keyword 'seed'; type rng=..."),
        (lambda: ir.Resampling(resamples=1), "unknown keyword 'resamples'; type n_resamples=..."),
        (lambda: ir.Resampling(confidence=0.9), "unknown keyword 'confidence'; type confidence_level=..."),
        (lambda: ir.TextRules(use_stemmer=True), "unknown keyword 'use_stemmer'; type stemmer='porter'"),
        (lambda: ir.profile("rouge-score", use_stemmer=True), "unknown keyword 'use_stemmer'; type stemmer='porter'"),
        (lambda: ir.pairwise(preds=["a"]), "unknown keyword 'preds'; type predictions=..."),
        (lambda: ir.pairwise(predictions=["a"], metrics="rouge1"), "unknown keyword 'metrics'; type metric=..."),
        (lambda: ir.mbr(hypotheses=["a"]), "unknown keyword 'hypotheses'; type candidates=..."),
        (lambda: ir.dedup(summaries=["a"]), "unknown keyword 'summaries'; type texts=..."),
        (lambda: ir.dedup(["a"], cut_off=0.5), "unknown keyword 'cut_off'; type threshold=..."),
        (lambda: ir.Index(["a"], rouge_type="rouge1"), "unknown keyword 'rouge_type'; type metric=..."),
        (lambda: ir.oracle(sentences=["a"], target="a"), "unknown keyword 'target'; type reference=..."),
        (lambda: ir.explain(**PAIR, rouge_type="rouge1"), "unknown keyword 'rouge_type'; type metric=..."),
        (lambda: ir.compare({"a": ["a"], "b": ["b"]}, targets=["a"]), "unknown keyword 'targets'; type references=..."),
        (lambda: ir.evaluate_batches([], rouge_types="rouge1"), "unknown keyword 'rouge_types'; type metrics=..."),
        (lambda: diff(preds=["a"], references=["a"]), "unknown keyword 'preds'; type predictions=..."),
        (lambda: ir.check(**PAIR, rogueL=">=0.5"), "unknown metric 'rogueL'; did you mean 'rougeL'?"),
        (lambda: ir.check(**PAIR, rougeN=">=0.5"), "unknown metric 'rougeN'; name the metrics of the family: rouge1"),
        (lambda: ir.check(**PAIR, rouge1=0.5, use_stemmer=True), "unknown keyword 'use_stemmer'; type stemmer="),
        (lambda: ir.check(candidate="a", reference="a", rouge1=0.5), "unknown keyword 'candidate'; type prediction="),
    ],
)
def test_words_of_other_programs_are_answered(call: Any, message: str) -> None:
    with pytest.raises(ir.UnknownNameError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("call", "typed"),
    [
        (lambda: ir.score("a", "b"), "infrarouge.score(prediction=..., reference=...)"),
        (lambda: ROUGE.score("a", "b"), "score(prediction=..., reference=...)"),
        (lambda: ROUGE.scores(["a"], ["b"]), "scores(predictions=[...], references=[...])"),
        (lambda: ROUGE.evaluate(["a"], ["b"]), "evaluate(predictions=[...], references=[...])"),
        (lambda: ROUGE.counts(["a"], ["b"]), "counts(predictions=[...], references=[...])"),
        (lambda: ROUGE.state(["a"], ["b"]), "state(predictions=[...], references=[...])"),
    ],
)
def test_texts_without_their_names_are_answered(call: Any, typed: str) -> None:
    with pytest.raises(ir.InputTypeError) as caught:
        call()
    assert str(caught.value) == f"texts are passed by name, so that none takes the place of another; type: {typed}"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("rogueL", "did you mean 'rougeL'?"),
        ("ROUGE-N", "name the metrics of the family: rouge1, rouge2."),
        ("rouge", "name the metrics of the family: rouge1, rouge2, rougeL."),
        ("R-2", "did you mean 'rouge2'?"),
        ("R-L", "did you mean 'rougeL'?"),
        ("LCS", "did you mean 'rougeL'?"),
        ("bigram", "did you mean 'rouge2'?"),
        ("rouge1_fmeasure", "every metric has precision, recall and F: name it 'rouge1'."),
        ("rougeL.recall", "every metric has precision, recall and F: name it 'rougeL'."),
        ("BLEU", "infrarouge computes ROUGE alone"),
    ],
)
def test_metrics_by_other_names(name: str, hint: str) -> None:
    for call in (
        lambda: metric(name),
        lambda: ir.evaluate(**BATCH, metrics=[name]),
        lambda: ir.Rouge(name),
        lambda: ir.pairwise(predictions=["a"], metric=name),
    ):
        with pytest.raises(ir.UnknownNameError) as caught:
            call()
        assert hint in str(caught.value)


def test_every_suggestion_is_right() -> None:
    """What the table says to type is accepted by the functions that take it."""
    keywords = set(RULES)
    for function in (ir.score, ir.evaluate, ir.pairwise, ir.mbr, ir.dedup, ir.oracle, ir.explain, ir.compare, ir.Rouge):
        keywords |= inspect.signature(function).parameters.keys()
    options = {"seed", "resamples", "confidence"}
    for word, meaning in MEANINGS.items():
        assert keywords & {*meaning.names}, word
        assert {*meaning.names} <= keywords | options, word
        name = next(name for name in meaning.names if name in keywords)
        if meaning.value is not None and name in RULES and meaning.value != "punkt":
            ir.Rouge("rouge1", **{name: meaning.value})
        elif meaning.value is not None and name == "metrics":
            ir.Rouge(meaning.value)
    for label in METRIC_WORDS.values():
        metric(label)
    assert not {rule for rule in RULES if meant(rule, RULES)}, "a rule means itself"


def test_options_are_answered_from_the_same_table() -> None:
    known = ["metrics", "stemmer", "seed", "resamples", "confidence", "references", "max-words"]
    assert option_hint("use-stemmer", known) == "; type --stemmer porter"
    assert option_hint("random_state", known) == "; type --seed"
    assert option_hint("max_length", known) == "; type --max-words"
    assert option_hint("ngram", known) == "; type --metrics 'rouge1 rouge2'"


def test_rules_are_still_values() -> None:
    rules = ir.Resampling(rng=7)
    assert pickle.loads(pickle.dumps(rules)) == rules == dataclasses.replace(ir.Resampling(), rng=7)
    assert "rng" in inspect.signature(ir.Resampling).parameters
