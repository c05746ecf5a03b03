"""Surfaces against the packages they mimic: the same calls on the same texts, results compared before they are timed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import corpus
from contest import OURS, Contender, Table, contest, installed, options, rate, ratio, show

Call = Callable[[Any, list[str], list[str]], Any]
"""Scores predictions against references with a module: the original's, or ours of the same name."""


def pycocoevalcap(module: Any, predictions: list[str], references: list[str]) -> Any:
    gts = {at: [text] for at, text in enumerate(references)}
    return module.Rouge().compute_score(gts, {at: [text] for at, text in enumerate(predictions)})[1].tolist()


def rouge_chinese(module: Any, predictions: list[str], references: list[str]) -> Any:
    return module.Rouge().get_scores(predictions, references)


def korouge_score(module: Any, predictions: list[str], references: list[str]) -> Any:
    scorer = module.RougeScorer(["rouge1", "rouge2", "rougeL"])
    return [scorer.score(reference, text) for reference, text in zip(references, predictions, strict=True)]


def rouge_metric(module: Any, predictions: list[str], references: list[str]) -> Any:
    return module.PyRouge(mode="individual").evaluate(predictions, [[text] for text in references])


def ignite(module: Any, predictions: list[str], references: list[str]) -> Any:
    metric = module.Rouge(variants=[1, 2, "L"])
    metric.update(([text.split() for text in predictions], [[text.split()] for text in references]))
    return metric.compute()


WORK: dict[str, tuple[str, Call]] = {
    "pycocoevalcap": ("rouge.rouge", pycocoevalcap),
    "rouge_chinese": ("rouge", rouge_chinese),
    "korouge_score": ("rouge_scorer", korouge_score),
    "rouge_metric": ("py_rouge", rouge_metric),
    "ignite": ("metrics", ignite),
}
"""The module of each package that is called, and how."""
PAIRS = 60


def run(given: Any) -> list[Table]:
    table = Table(
        "Surfaces against their originals, CNN/DM-like texts (pairs a second)",
        ["package", "original", OURS, "times faster"],
    )
    predictions, references = corpus.pairs("cnndm", 10 if given.quick else PAIRS)
    for package, (module, call) in WORK.items():
        if not installed(package):
            table.rows.append([package, "not installed", "", ""])
            continue
        theirs = import_module(f"{package}.{module}")
        ours = import_module(f"infrarouge.compat.{package}.{module}")
        assert call(theirs, predictions, references) == call(ours, predictions, references), package
        sides = [(package, theirs), (OURS, ours)]
        contenders = [
            Contender(name, lambda side=side, call=call: call(side, predictions, references), len(predictions))  # type: ignore[misc]  # defaults bind the loop
            for name, side in sides
        ]
        seconds = contest(contenders, given.rounds)
        faster = f"{ratio(seconds, package):.1f}"
        table.rows.append([package, rate(seconds[package]), rate(seconds[OURS]), faster])
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
