"""Ordinary code over the surfaces that the type checker passes."""

from __future__ import annotations

from infrarouge.compat import js_rouge
from infrarouge.compat.distancia import ROUGEScore
from infrarouge.compat.rage4j import MeasureType, RougeScoreEvaluator, RougeType, Sample
from infrarouge.compat.rouge import FilesRouge, Rouge
from infrarouge.diff import Cause, Diff, diff

f: float = Rouge().get_scores("a b", "a")[0]["rouge-1"]["f"]
mean: float = Rouge(["rouge-l"], exclusive=False).get_scores(["a"], ["a"], avg=True)["rouge-l"]["f"]
files: FilesRouge = FilesRouge(strict=True)

options: js_rouge.RougeNOptions = {"n": 2, "case_sensitive": False, "tokenizer": str.split}
bigrams: float = js_rouge.n("a b", "a b", options)
union: float = js_rouge.l("a b", "a b", beta=0.5, version="3.2.0")
knife: float = js_rouge.jack_knife(["a", "b"], "a", js_rouge.n)
words: list[str] = js_rouge.tree_bank_tokenize("a b")
shared: list[int] = js_rouge.lcs([1, 2], [2, 3])

value: float = RougeScoreEvaluator(RougeType.ROUGE2, MeasureType.RECALL).evaluate(Sample(answer="a b")).value
recall: float = ROUGEScore(n_gram=1).compute(["a"], [["a", "b"]])["recall"]

found: Diff = diff(predictions=["a"], references=["a"], profiles=["pltrdy"], metrics="rouge1")
causes: tuple[Cause, ...] = found.entries[0].causes
