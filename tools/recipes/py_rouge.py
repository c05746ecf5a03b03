"""py-rouge, over the recorded sentences of NLTK."""

from __future__ import annotations

from job import Job, Row, cut_with, outcome, sentences
from rouge import Rouge

cut_with(sentences("punkt_english"))


def get_scores(job: Job) -> list[Row]:
    rouge = Rouge(**job.options)
    return job.scored(lambda row: rouge.get_scores(row["candidate"], row["references"]))


def corpus(job: Job) -> list[Row]:
    results = []
    for case in job.held:
        chosen = [row for row in job.inputs if row["id"] in case["ids"]]
        modes = {"apply_avg": case["mode"] == "avg", "apply_best": case["mode"] == "best"}
        rouge = Rouge(["rouge-n", "rouge-l", "rouge-w"], **job.options, **modes)
        texts = [row["candidate"] for row in chosen], [row["references"] for row in chosen]
        results.append({**case, "scores": outcome(lambda rouge=rouge, texts=texts: rouge.get_scores(*texts))})
    return results


def stems(job: Job) -> str:
    compatible = job.options["ensure_compatibility"]
    Rouge.load_stemmer(compatible)
    if compatible:
        Rouge.load_wordnet_db(compatible)
    words = [line.partition("\t")[0] for line in job.held.split("\n") if line]
    return "".join(f"{word}\t{Rouge.stem_tokens([word])[0]}\n" for word in words)
