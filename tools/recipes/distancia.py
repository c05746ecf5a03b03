"""distancia."""

from __future__ import annotations

from distancia import ROUGEScore
from job import Job, Row, outcome


def compute(job: Job) -> list[Row]:
    cut = str if job.options["tokens"] == "characters" else str.split

    def score(row: Row) -> Row:
        candidate, references = cut(row["candidate"]), [cut(text) for text in row["references"]]
        return {
            f"n{n}": outcome(lambda n=n: ROUGEScore(n_gram=n).compute(candidate, references))
            for n in job.options["n_gram"]
        }

    return job.scored(score)
