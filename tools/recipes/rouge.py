"""PyPI's rouge."""

from __future__ import annotations

from job import Job, Row, outcome
from rouge import Rouge


def get_scores(job: Job) -> list[Row]:
    rouge = Rouge(**job.options)
    return job.scored(lambda row: rouge.get_scores(row["candidate"], row["references"][0])[0])


def averages(job: Job) -> list[Row]:
    known = {row["id"]: row for row in job.inputs}
    results = []
    for case in job.held:
        options = {
            key: case[key] for key in ("metrics", "stats", "exclusive", "return_lengths") if case.get(key) is not None
        }
        texts = (
            [known[name]["candidate"] for name in case["ids"]],
            [known[name]["references"][0] for name in case["ids"]],
        )
        switches = {"avg": case["avg"], "ignore_empty": case["ignore_empty"]}
        results.append(
            {
                **case,
                "result": outcome(
                    lambda options=options, texts=texts, switches=switches: Rouge(**options).get_scores(
                        *texts, **switches
                    )
                ),
            }
        )
    return results
