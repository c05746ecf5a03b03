"""The command ``sumeval``: ROUGE of a summary and its references, or of files of them, as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from statistics import mean
from typing import Any

from infrarouge.compat.sumeval.metrics.rouge import RougeCalculator

BE = "b"


def main(arguments: Sequence[str] | None = None) -> None:
    """Score what the arguments name, and print it as sumeval does."""
    told = parser().parse_intermixed_args(arguments)
    kind, _, letters = told.score_desc.lower().partition("-")
    if not told.references:
        print("You have to specify at least one summary and reference.")
        return
    if kind == "b":
        sys.exit("sumeval's BLEU is no part of infrarouge; type r-nl for ROUGE-N and ROUGE-L, or use sumeval's own")
    if kind == "r" and BE in letters:
        sys.exit("ROUGE-BE needs a parser; type r-nl for ROUGE-N and ROUGE-L, or use sumeval's own")
    calculator = RougeCalculator(
        stopwords=not told.include_stopwords,
        stemming=told.stemming,
        word_limit=told.word_limit,
        length_limit=told.length_limit,
        lang=told.language,
    )
    rows = list(read(told.summary, told.references)) if told.use_file else [(told.summary, told.references)]
    scores = [scored(calculator, letters, told.alpha, *row) for row in rows] if kind == "r" else []
    print(json.dumps(printed(told, scores), indent=2, ensure_ascii=False))


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    made = argparse.ArgumentParser(prog="sumeval", description="Calculate ROUGE score.")
    made.add_argument("score_desc", help="score kind: r-n, r-l, or r-nl for both")
    made.add_argument("summary")
    made.add_argument("references", nargs="*")
    made.add_argument("-f", "--use-file", action="store_true", help="read data from file")
    made.add_argument("-in", "--include-stopwords", action="store_true", help="don't ignore stop words")
    made.add_argument("-st", "--stemming", action="store_true", help="use stemming")
    made.add_argument("-wl", "--word-limit", type=int, default=-1, help="word limit count")
    made.add_argument("-ll", "--length-limit", type=int, default=-1, help="sentence limit length")
    made.add_argument("-alpha", "--alpha", type=float, default=0.5, help="alpha for f1-score")
    made.add_argument("-la", "--language", default="en", help="en, ja or zh")
    return made


def read(summary: str, references: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The lines of files, side by side as far as all of them go."""
    with ExitStack() as stack:
        files = [stack.enter_context(open(path, encoding="utf-8")) for path in (summary, *references)]
        for first, *others in zip(*files, strict=False):
            yield first.strip(), [line.strip() for line in others]


def scored(
    calculator: RougeCalculator, letters: str, alpha: float, summary: str, references: list[str]
) -> dict[str, float]:
    """The scores of one summary, in the order of the letters.

    >>> scored(RougeCalculator(), "ln", 0.5, "cats ran home", ["cats ran"])
    {'ROUGE-L': 0.8, 'ROUGE-1': 0.8, 'ROUGE-2': 0.6666666666666666}
    """
    scores: dict[str, float] = {}
    for letter in letters:
        if letter == "n":
            scores["ROUGE-1"] = calculator.rouge_n(summary, references, 1, alpha)
            scores["ROUGE-2"] = calculator.rouge_n(summary, references, 2, alpha)
        elif letter == "l":
            scores["ROUGE-L"] = calculator.rouge_l(summary, references, alpha)
    return scores


def printed(told: argparse.Namespace, scores: list[dict[str, float]]) -> dict[str, Any]:
    """What is printed: the options, the means and the scores of every summary."""
    return {
        "options": {
            "stopwords": not told.include_stopwords,
            "stemming": told.stemming,
            "word_limit": told.word_limit,
            "length_limit": told.length_limit,
            "alpha": told.alpha,
            "input-summary": told.summary,
            "input-references": told.references,
        },
        "averages": {name: mean(row[name] for row in scores) for name in (scores[0] if scores else {})},
        "scores": scores,
    }
