"""Mistakes that the type checker refuses: each line that must fail says so."""

from __future__ import annotations

import infrarouge as ir
from infrarouge.types import References, Text, Texts

rouge = ir.profile("rouge-score")

ir.profile("rouge-score", stemer="porter")  # refused: call-arg
ir.profile("rouge-score", stemmer=4)  # refused: arg-type
ir.profile("rouge-score", alpha="0.5")  # refused: arg-type
ir.profile("rouge-score", combine=None)  # refused: arg-type
ir.profile("rouge-score", tokens=None)  # refused: arg-type
ir.profile("rouge-score", tokens=len)  # refused: arg-type
ir.profile("rouge-score", stemmer=str.split)  # refused: arg-type
ir.profile("rouge-score", max_words=10.5)  # refused: arg-type
ir.profile("rouge-score", stopwords=[1, 2])  # refused: list-item
ir.profile("rouge-score", ignore_ids=0)  # refused: arg-type
ir.profile("rouge-score", resampling=1000)  # refused: arg-type
ir.profile("rouge-score", resampling=ir.Resampling(seed=1))  # refused: call-arg
ir.profile("rouge-score", quirks=1)  # refused: arg-type
rouge.replace(alhpa=0.5)  # refused: call-arg
rouge.replace(n_resamples="1000")  # refused: arg-type
ir.Profile.parse("rouge-score", tokenizer=str.split)  # refused: call-arg
ir.named(str.split, name="spaces")  # refused: call-arg
ir.named(str.split, name="spaces", version=1.0)  # refused: arg-type
print(ir.no_such_name)  # refused: attr-defined

text: Text = 3  # refused: assignment
several: Texts = "one text"  # refused: assignment
numbers: Texts = [1, 2]  # refused: list-item
references: References = "one text"  # refused: assignment

ir.score(prediction="a", reference="b", stemer="porter")  # refused: call-arg
ir.score(prediction=3, reference="b")  # refused: arg-type
ir.score("a", "b")  # refused: call-arg
ir.evaluate(predictions="one text", references=["b"])  # refused: arg-type
ir.evaluate(predictions=["a"], references=["b"], alpha="0.5")  # refused: arg-type
ir.Rouge("rouge1", combin="mean")  # refused: call-arg
ir.pairwise(predictions=["a"], lowercse=True)  # refused: call-overload
ir.dedup(["a"], treshold=0.5)  # refused: call-arg
ir.explain(prediction="a", reference="b", tokens=4)  # refused: arg-type
ir.Index(["a"], metrc="rouge1")  # refused: call-arg
