"""Every public path gives the same number: one pair, batch, kept texts, stream, report, explanation, page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from paths import PATHS, Pair, explained, outcome, score

import infrarouge as ir
from infrarouge.compat import evaluate as compat_evaluate
from infrarouge.compat import js_rouge
from infrarouge.compat.distancia import ROUGEScore as DistanciaRouge
from infrarouge.compat.rage4j import RougeScoreEvaluator, Sample
from infrarouge.compat.rouge import Rouge as PltrdyRouge
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer
from infrarouge.reporting.page.columns import SCALE, means, whole_scores

METRICS = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW-1.2", "rougeWsum-1.2", "rougeS", "rougeS1", "rougeSU4"]
PROFILES = sorted(ir.profiles())
WORDS = ["a", "b", "the", "cats", "cat", "sat.", "on", "Mr. X", "naps", "né", "东京", ".", "\n", "\n\n"]

texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
rules = st.sampled_from(
    [
        {},
        {"combine": "mean"},
        {"empty": "skip"},
        {"empty": "zero"},
        {"alpha": 0.8},
        {"decimals": 2},
        {"stemmer": "porter"},
    ]
)


def check(pair: Pair) -> None:
    expected = outcome(score, pair)
    others = {name: outcome(path, pair) for name, path in PATHS.items()}
    if pair.profile.score.empty in ("zero", "raise"):
        # An explanation has no rule for texts without words: it shows that nothing matches.
        others["explain"] = outcome(explained, pair) if expected != "refused" else expected
    assert {name: said for name, said in others.items() if said != expected} == {}, f"score says {expected}"


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("profile", PROFILES)
def test_every_path_on_every_profile_and_metric(profile: str, metric: str) -> None:
    ours, theirs = "The cats sat on the mat.\nthe cats naps on naps", "the cat sat on a mat.\nOn the mat naps the cats"
    if profile.startswith("js-rouge"):
        ours, theirs = ours.replace("\n", " "), theirs.replace("\n", " ")
    if profile.startswith("torchmetrics"):
        ours, theirs = ours.replace(".", ""), theirs.replace(".", "")  # without marks Punkt needs no data
    check(Pair(ours, theirs, metric, ir.profile(profile)))


@settings(deadline=None)
@given(texts, texts, st.sampled_from(METRICS), st.sampled_from(PROFILES), rules)
@example("a b c d", "a b x c d", "rougeWsum-1.2", "rouge-1.5.5", {})  # the second weight of the reference
@example("a", "a b", "rouge2", "js-rouge-3.2.0", {})  # a text too short for a unit is refused
@example("sat.", "sat. sat.", "rouge1", "js-rouge-3.2.0", {})  # refused by rougeLsum alone
@example("...\n...\na", "a", "rouge1", "rouge-1.5.5", {"max_bytes": 5, "empty": "skip"})  # words in one view alone
@example("", "a", "rouge1", "infrarouge-1", {"empty": "skip"})
def test_every_path_on_random_texts(
    prediction: str, reference: str, metric: str, profile: str, changes: dict[str, Any]
) -> None:
    if profile.startswith("torchmetrics"):
        prediction, reference = prediction.replace(".", ""), reference.replace(".", "")
    if ir.profile(profile).text.tokens == "list":
        changes = {key: value for key, value in changes.items() if key != "stemmer"}
    check(Pair(prediction, reference, metric, ir.profile(profile, **changes)))


@pytest.mark.parametrize("profile", PROFILES)
def test_summed_counts_have_one_rule(profile: str) -> None:
    """The micro average is the estimate over summed counts."""
    readable = ir.profile(profile)
    ours = ["the cat sat on the mat", "a dog ran far away", "the old house"]
    theirs = ["the cat lay on the mat", "a dog ran away", "an old house here"]
    if readable.text.tokens == "list":
        ours, theirs = [text.split() for text in ours], [text.split() for text in theirs]  # type: ignore[misc]
    report = ir.evaluate(
        predictions=ours, references=theirs, metrics="rouge1 rougeL rougeLsum rougeW rougeWsum", profile=readable
    )
    counted = report.rescore(resampling=ir.Resampling(average="counts", n_resamples=0, center="mean"))
    for label, micro in report.micro.items():
        assert list(micro) == [estimate.value for estimate in counted[label]]


def test_the_page_shows_the_scores_of_the_report() -> None:
    for profile in ("infrarouge-1", "rouge-1.5.5", "pltrdy", "rage4j"):
        ours, theirs = ["the cat sat on the mat", "a dog"], ["the cat sat on a mat", "a dog ran"]
        report = ir.evaluate(predictions=ours, references=theirs, metrics=METRICS, profile=profile)
        shown, missing = whole_scores(report.scores)
        assert shown.tolist() == np.rint(report.scores * SCALE).tolist()
        assert not missing.any()
        estimates = [[round(estimate.value * SCALE) for estimate in report[label]] for label in report]
        assert means(report) == estimates


# ---------------------------------------------------------------- drop-ins


def from_rouge_score(pair: Pair) -> tuple[float, ...]:
    scorer = RougeScorer([pair.metric])
    return tuple(scorer.score(pair.reference, pair.prediction)[pair.metric])


def from_evaluate(pair: Pair) -> tuple[float, ...]:
    how = {"rouge_types": [pair.metric], "use_aggregator": False}
    return (compat_evaluate.rouge(predictions=[pair.prediction], references=[pair.reference], **how)[pair.metric][0],)


def from_rouge(pair: Pair) -> tuple[float, ...]:
    name = {"rouge1": "rouge-1", "rouge2": "rouge-2", "rougeLsum": "rouge-l"}[pair.metric]
    version = pair.profile.name.rpartition("-")[2]
    scores = PltrdyRouge(metrics=[name], version=version).get_scores(pair.prediction, pair.reference)[0][name]
    return scores["p"], scores["r"], scores["f"]


def from_js_rouge(pair: Pair) -> tuple[float, ...]:
    how: Any = {"version": pair.profile.name.rpartition("-")[2], "beta": pair.profile.score.beta}
    if pair.metric == "rougeLsum":
        return (js_rouge.l(pair.prediction, pair.reference, **how),)
    if pair.metric == "rougeS1":
        return (js_rouge.s(pair.prediction, pair.reference, max_skip=2, **how),)
    return (js_rouge.n(pair.prediction, pair.reference, n=int(pair.metric[-1]), **how),)


def from_rage4j(pair: Pair) -> tuple[float, ...]:
    kind = {"rouge1": "ROUGE1", "rouge2": "ROUGE2", "rougeL": "ROUGE_L", "rougeLsum": "ROUGE_L_SUM"}[pair.metric]
    sample = Sample(answer=pair.prediction, ground_truth=pair.reference)
    return tuple(
        RougeScoreEvaluator(kind, measure).evaluate(sample).value for measure in ("PRECISION", "RECALL", "F1SCORE")
    )


def from_distancia(pair: Pair) -> tuple[float, ...]:
    return (DistanciaRouge(int(pair.metric[-1])).compute(pair.prediction, [pair.reference])["recall"],)


DROPINS: dict[str, tuple[Callable[[Pair], tuple[float, ...]], list[str], slice]] = {
    "rouge-score-0.1.2": (from_rouge_score, ["rouge1", "rouge2", "rougeL", "rougeLsum"], slice(3)),
    "evaluate-0.4.6": (from_evaluate, ["rouge1", "rouge2", "rougeL", "rougeLsum"], slice(2, 3)),
    "pltrdy-1.0.1": (from_rouge, ["rouge1", "rouge2", "rougeLsum"], slice(3)),
    "pltrdy-1.0.0": (from_rouge, ["rouge1", "rouge2", "rougeLsum"], slice(3)),
    "js-rouge-3.2.3": (from_js_rouge, ["rouge1", "rouge2", "rougeLsum", "rougeS1"], slice(2, 3)),
    "js-rouge-3.2.0": (from_js_rouge, ["rouge1", "rouge2", "rougeLsum", "rougeS1"], slice(2, 3)),
    "rage4j-2.0": (from_rage4j, ["rouge1", "rouge2", "rougeL", "rougeLsum"], slice(3)),
    "distancia-0.0.85": (from_distancia, ["rouge1", "rouge2"], slice(1, 2)),
}
"""For each profile its drop-in, the metrics that it has, and which of precision, recall and F it tells."""


@pytest.mark.parametrize("profile", sorted(DROPINS))
@given(data=st.data())
def test_a_drop_in_gives_the_numbers_of_its_profile(profile: str, data: st.DataObject) -> None:
    dropin, metrics, measures = DROPINS[profile]
    pair = Pair(data.draw(texts), data.draw(texts), data.draw(st.sampled_from(metrics)), ir.profile(profile))
    ours, theirs = outcome(lambda pair: score(pair)[measures], pair), outcome(dropin, pair)
    assert ours == theirs
