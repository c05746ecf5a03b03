"""Ordinary code over the surfaces that the type checker passes."""

from __future__ import annotations

from typing import Any

from infrarouge import compat
from infrarouge.compat import evaluate, js_rouge
from infrarouge.compat.distancia import ROUGEScore
from infrarouge.compat.ignite import RougeL
from infrarouge.compat.korouge_score.rouge_scorer import RougeScorer as KoreanScorer
from infrarouge.compat.promptfoo import get_assert
from infrarouge.compat.pycocoevalcap.rouge.rouge import Rouge as CaptionRouge
from infrarouge.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from infrarouge.compat.pyrouge import Rouge155
from infrarouge.compat.ragas import RougeScore
from infrarouge.compat.rage4j import MeasureType, RougeScoreEvaluator, RougeType, Sample
from infrarouge.compat.rouge import FilesRouge, Rouge
from infrarouge.compat.rouge.rouge_score import rouge_n
from infrarouge.compat.rouge_chinese import Rouge as ChineseRouge
from infrarouge.compat.rouge_metric import PerlRouge, PyRouge
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer
from infrarouge.compat.rouge_score.scoring import BootstrapAggregator, Score
from infrarouge.compat.trl import RougeReward
from infrarouge.reporting.diff import Cause, Diff, diff

f: float = Rouge().get_scores("a b", "a")[0]["rouge-1"]["f"]
mean: float = Rouge(["rouge-l"], exclusive=False).get_scores(["a"], ["a"], avg=True)["rouge-l"]["f"]
files: FilesRouge = FilesRouge(strict=True)

options: js_rouge.RougeNOptions = {"n": 2, "case_sensitive": False, "tokenizer": str.split}
bigrams: float = js_rouge.n("a b", "a b", options)
union: float = js_rouge.l("a b", "a b", beta=0.5, version="3.2.0")
knife: float = js_rouge.jack_knife(["a", "b"], "a", js_rouge.n)
words: list[str] = js_rouge.tree_bank_tokenize("a b")
shared: list[int] = js_rouge.lcs([1, 2], [2, 3])

sample = Sample(answer="a b", ground_truth="a")
value: float = RougeScoreEvaluator(RougeType.ROUGE2, MeasureType.RECALL).evaluate(sample).value
built: Sample = Sample.builder().withAnswer("a b").withGroundTruth("a").build()
named: float = RougeScoreEvaluator("ROUGE_L", RougeScoreEvaluator.MeasureType.RECALL).evaluate(built).getValue()
recall: float = ROUGEScore(n_gram=1).compute(["a"], [["a", "b"]])["recall"]

found: Diff = diff(predictions=["a"], references=["a"], profiles=["pltrdy"], metrics="rouge1")
causes: tuple[Cause, ...] = found.entries[0].causes

one: Score = RougeScorer(["rouge1"], use_stemmer=True).score("a b", "a")["rouge1"]
aggregator = BootstrapAggregator(0.9, n_samples=10)
aggregator.add_scores({"rouge1": one})
low: float = aggregator.aggregate()["rouge1"].low.recall
corpus: dict[str, Any] = evaluate.load("rouge", seed=1).compute(predictions=["a"], references=["a"])
rewards: list[float | None] = RougeReward("rouge1", column="summary")(completions=["a"], summary=["a b"])
grade: dict[str, Any] = get_assert("a", {"vars": {"reference": "a"}})

captions: dict[int, list[str]] = PTBTokenizer().tokenize({1: [{"caption": "A dog."}]})
caption: float = CaptionRouge().calc_score(captions[1], ["a dog"])
chinese: float = ChineseRouge().get_scores("a b", "a")[0]["rouge-l"]["f"]
korean: Score = KoreanScorer(["rouge1"]).score("a b", "a")["rouge1"]
metric = PyRouge(rouge_n=(1, 2), mode="individual").evaluate(["a"], [["a", "b"]])
printed: dict[str, dict[str, Any]] = PerlRouge(rouge_n_max=1).evaluate([], [])
tokens = RougeL(alpha=0.5)
tokens.update(([["a", "b"]], [[["a"]]]))
lcs: dict[str, float] = tokens.compute()
with compat.installed("rouge_score", "rouge"):
    bare: dict[str, float] = rouge_n(["a b"], ["a"], n=1)
perl: str | None = Rouge155(log_level="ERROR", stemming=False).system_dir
single: float = RougeScore(rouge_type="rouge1").score(response="a", reference="a b").value
