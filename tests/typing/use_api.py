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
prepared: ir.Prepared = rouge.prepare(["a", ["b", "c"]])
rewards: ir.Report = prepared.evaluate(predictions=[["a", "b"], ["c"]])
one: ir.Scores = prepared.score(prediction="a", row=1)
matrix = ir.pairwise(predictions=["a"], references=["b"], metric="rouge1", stemmer="porter")
corner: float = float(matrix[0, 0])
pairs: ir.Pairs = ir.pairwise(predictions=["a", "b"], cutoff=0.5)
i, j, values = pairs
index = ir.Index(["a"], metric="rougeL", measure="recall")
position: int = index.add("b")
near: list[ir.Match] = index.nearest("a", 2) + index.above("a", 0.5)
kept: list[int] = ir.dedup(["a", "b"], threshold=0.9).kept.tolist()
extract: ir.Extract = ir.oracle(sentences=["a", "b"], reference="a", metric="rouge1+rouge2")
labels: list[list[int]] = [each.labels for each in ir.oracle(documents=[["a"]], references=["a"], threads=1)]
choice: ir.Choice = ir.mbr(["a", "b"], weights=[1, 2])
best: int = choice.best

grouped = ir.evaluate(predictions=["a"], references=["a"], ids=["x"], groups=("news",))
example_names: tuple[str, ...] | None = grouped.ids
by_group: float = grouped.by_group()["news"]["rouge1"].f1.value
changes: list[str] = [change.group for change in ir.compare({"a": grouped, "b": grouped}).by_group().changes]
missed: list[str] = [gram.text for gram in grouped.analysis(predictions=["a"], references=["a"]).missed[1]]
lowest: float = grouped.worst("rouge1", most=1)[0].score
shown: str = f"{grouped['rougeL'].fmeasure:.2f}"
plain: dict[str, dict[str, float]] = ir.score(prediction="a", reference="a").to_dict()
