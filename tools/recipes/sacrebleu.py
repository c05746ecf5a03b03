"""sacreBLEU's tokenizers, and NLTK's."""

from __future__ import annotations

from job import Job, Row
from nltk.tokenize.destructive import NLTKWordTokenizer
from sacrebleu.metrics import BLEU


def tokens(job: Job) -> list[Row]:
    names = [name for name in job.options["tokenizers"] if name[:2] not in ("ja", "ko")]
    tokenizers = {name: BLEU(tokenize=name).tokenizer for name in job.options["tokenizers"]}
    treebank = NLTKWordTokenizer()
    results = []
    for row in job.held:
        again = {name: tokenizers[name](row["text"]).split() for name in tokenizers if name in row}
        assert set(names) <= set(again)
        results.append({**row, **again, "treebank": treebank.tokenize(row["text"])})
    return results
