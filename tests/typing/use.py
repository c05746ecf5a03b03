"""Ordinary user code that the type checker passes."""

from __future__ import annotations

import numpy as np

import infrarouge as ir

scores: ir.Scores = ir.score(prediction="a b", reference="a c", metrics="rouge1 rougeL")
f: float = scores["rougeL"].fmeasure
report: ir.Report = ir.evaluate(
    predictions=["a"], references=[["a", "b"]], metrics=["rouge1"], resampling=ir.Resampling(rng=1), stemmer="porter"
)
low: float = report["rouge1"].fmeasure.low
shape: tuple[int, ...] = report.scores.shape
column = np.mean(report.scores[:, 0, 2])
rouge = ir.Rouge("rouge1", "rouge-score", threads=2, alpha=0.8)
words: list[str] = rouge.tokenize("some text")
profile: ir.Profile = ir.profile("rouge-score", stemmer="porter").replace(combine="mean")
signature: str = ir.Profile.parse(profile.signature).signature
merged: ir.Report = report.merge(report).rescore(alpha=0.2)
found: ir.Comparison = ir.compare({"base": ["a"], "new": ["b"]}, references=["a"])
change: float = found["new", "rouge1"].change
rows: list[int] = [one.row for one in found.moved("rouge1")]
passed: bool = ir.check(prediction="a", reference="a", rouge1=">=0.5").passed
names: dict[str, str] = ir.metrics() | ir.profiles() | ir.tokenizers()
