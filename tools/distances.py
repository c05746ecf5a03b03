"""How far each program is from ROUGE-1.5.5, pair by pair: the share of pairs whose score is off by more than 0.005."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np

from infrarouge.engine.runner import Runner
from infrarouge.errors import CoverageWarning, InfrarougeError
from infrarouge.matching import DEFAULT_METRICS, parse_metrics
from infrarouge.reporting.settings import offers
from infrarouge.reporting.tables import markdown_table
from infrarouge.rules.catalogue import profile
from infrarouge.rules.profile import Profile
from infrarouge.types import Floats

BASE = "rouge-1.5.5"
FAR = 0.005
PAIRS = 11_490
"""As many as the test set of CNN/DM has."""


def scores(rules: Profile, label: str, predictions: list[str], references: list[str]) -> Floats:
    """The scores of every pair in one metric; not a number where the program refuses the pair."""
    runner = Runner(parse_metrics(label), rules)
    try:
        return runner.scores(runner.rows(predictions, references))[:, 0]
    except InfrarougeError:
        if len(predictions) == 1:
            return np.full((1, 3), np.nan)
        half = len(predictions) // 2
        parts = [slice(0, half), slice(half, None)]
        return np.concatenate([scores(rules, label, predictions[part], references[part]) for part in parts])


def shares(profiles: list[Profile], predictions: list[str], references: list[str]) -> list[list[str]]:
    """The rows of the table: a profile, and the share of pairs off in each metric, of those that it scores."""
    labels = DEFAULT_METRICS.split()
    rows = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoverageWarning)
        # What the Perl program prints as ROUGE-L is rougeLsum.
        base = {
            label: scores(profile(BASE), "rougeLsum" if label == "rougeL" else label, predictions, references)
            for label in labels
        }
        for rules in profiles:
            column = 1 if rules.measures == "r" else 2
            cells = []
            for label in labels:
                if not offers(rules, parse_metrics(label)[0]):
                    cells.append("-")
                    continue
                off = np.abs(scores(rules, label, predictions, references) - base[label])[:, column]
                told = ~np.isnan(off)
                share = f"{100 * (off[told] > FAR).mean():.1f}%" if told.any() else "refused"
                cells.append(f"{share} (of {told.sum():,})" if 0 < told.sum() < len(told) else share)
            if rules.name != BASE:
                rows.append([f"`{rules.signature}`", *cells])
    return rows


def table(profiles: list[Profile], predictions: list[str], references: list[str]) -> str:
    """The table in Markdown."""
    head = ["profile", *DEFAULT_METRICS.split()]
    return markdown_table(head, shares(profiles, predictions, references), is_markdown=True)


def news_shaped(n: int = PAIRS) -> tuple[list[str], list[str]]:
    """Texts of the shape of CNN/DM."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
    import corpus  # stands beside the benchmarks

    return corpus.pairs("cnndm", n)
