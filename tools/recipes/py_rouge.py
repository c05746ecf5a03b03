"""py-rouge, over the recorded sentences of NLTK."""

from __future__ import annotations

from job import Job, Row, cut_with, outcome, sentences
from rouge import Rouge

known = sentences("punkt_english")


def split(text: str, language: str = "english") -> list[str]:
    """The recorded sentences of a text; what else the package passes on has no sentence ends left in it."""
    try:
        return known(text)
    except KeyError:
        return [text]


cut_with(split)


def get_scores(job: Job) -> list[Row]:
    Rouge.WORDNET_KEY_VALUE, Rouge.STEMMER = {}, None  # the first object of a program fills them, for all that follow
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
    Rouge.WORDNET_KEY_VALUE, Rouge.STEMMER = {}, None
    Rouge.load_stemmer(job.options["ensure_compatibility"])
    Rouge.load_wordnet_db(job.options["ensure_compatibility"])
    words = [line.partition("\t")[0] for line in job.held.split("\n") if line]
    return "".join(f"{word}\t{Rouge.stem_tokens([word])[0]}\n" for word in words)
