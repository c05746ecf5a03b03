"""Every profile in a batch, beside the program that it reproduces: pairs a second on one thread, scores compared first.

The programs run as people call them. Those that are not installed here are left blank, and so are those in other languages.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from typing import Any

import corpus
from contest import OURS, Contender, Table, contest, installed, options, rate, ratio, show
from peers import find_punkt

import infrarouge as ir
from infrarouge.reading.programs.punkt import punkt
from infrarouge.rules.profile import PROFILES

Texts = list[str]
Score = Callable[[Texts, Texts], Any]
"""Scores predictions against references; F of each pair by metric, in the order of the row."""

SUMMARY = "rouge1 rouge2 rougeL rougeLsum"
WITHOUT_L = "rouge1 rouge2 rougeLsum"


def rouge_score(split: bool = False) -> Score:
    scorer: Any = import_module("rouge_score.rouge_scorer").RougeScorer(SUMMARY.split(), split_summaries=split)

    def score(predictions: Texts, references: Texts) -> Any:
        pairs = zip(references, predictions, strict=True)
        return [[score.fmeasure for score in scorer.score(*pair).values()] for pair in pairs]

    return score


def rouge() -> Score:
    scorer: Any = import_module("rouge").Rouge()

    def score(predictions: Texts, references: Texts) -> Any:
        return [[score["f"] for score in row.values()] for row in scorer.get_scores(predictions, references)]

    return score


def korouge_score() -> Score:
    scorer: Any = import_module("korouge_score.rouge_scorer").RougeScorer(SUMMARY.split())

    def score(predictions: Texts, references: Texts) -> Any:
        pairs = zip(references, predictions, strict=True)
        return [[score.fmeasure for score in scorer.score(*pair).values()] for pair in pairs]

    return score


def pycocoevalcap() -> Score:
    scorer: Any = import_module("pycocoevalcap.rouge.rouge").Rouge()

    def score(predictions: Texts, references: Texts) -> Any:
        pairs = zip(predictions, references, strict=True)
        return [[scorer.calc_score([text], [reference])] for text, reference in pairs]

    return score


def torchmetrics() -> Score:
    scorer: Any = import_module("torchmetrics.functional.text.rouge")

    def score(predictions: Texts, references: Texts) -> Any:
        keys = tuple(SUMMARY.split())
        pairs = zip(predictions, references, strict=True)
        rows = [scorer.rouge_score(*pair, rouge_keys=keys) for pair in pairs]
        return [[float(row[f"{key}_fmeasure"]) for key in keys] for row in rows]

    return score


WORK: dict[str, tuple[str, Callable[[], Score] | None]] = {
    "infrarouge-1": (SUMMARY, None),
    "rouge-score-0.1.2": (SUMMARY, rouge_score),
    "evaluate-0.4.6": (SUMMARY, None),
    "torchmetrics-1.9": (SUMMARY, torchmetrics),
    "pltrdy-1.0.1": (WITHOUT_L, rouge),
    "pltrdy-1.0.0": (WITHOUT_L, None),
    "js-rouge-3.2.3": (WITHOUT_L, None),
    "js-rouge-3.2.0": (WITHOUT_L, None),
    "rage4j-2.0": (SUMMARY, None),
    "rouge-1.5.5": ("rouge1 rouge2 rougeLsum rougeSU4 rougeWsum-1.2", None),
    "pycocoevalcap-1.2": ("rougeL", pycocoevalcap),
    "rouge-chinese-1.0.3": ("rouge1 rouge2 rougeL", None),
    "korouge-score-0.1.4": (SUMMARY, korouge_score),
    "rouge-metric-1.0.1": (WITHOUT_L, None),
    "py-rouge-1.1": (WITHOUT_L, None),
    "xlsum-2024": (SUMMARY, None),
    "sumeval-0.2.2": ("rouge1 rouge2 rougeL", None),
    "rouge2-1.2.2": (WITHOUT_L, None),
    "keras-hub-0.32": ("rouge1 rouge2 rougeL", None),
}
"""Metrics of each profile that reads text, and the program where Python can call it."""
PUNKT, REFUSES_LINES = "punkt", "js-rouge-3.2.0"
PAIRS, FEW, FEWEST = 2000, 200, 60
"""Pairs for rules of the core, for rules in Python, and for the programs."""


def row_of(name: str, texts: tuple[Texts, ...], rounds: int) -> list[str]:
    """Pairs a second of a profile and its program."""
    metrics, program = WORK[name]
    if name == REFUSES_LINES:
        texts = tuple([text.replace("\n", " ") for text in side] for side in texts)
    scorer = ir.Rouge(metrics, profile=name, threads=1)
    plain = scorer.runner.reader.plain
    many = tuple(side[: PAIRS if plain else FEW] for side in texts)
    few = tuple(side[:FEWEST] for side in texts)
    contenders = [Contender(OURS, lambda: scorer.scores(predictions=many[0], references=many[1]), len(many[0]))]
    theirs: Score | None = None
    if program is not None:
        with suppress(ImportError, LookupError), redirect_stdout(StringIO()):
            theirs = program()
            ours = scorer.scores(predictions=few[0], references=few[1])[:, :, 2].tolist()
            assert theirs(*few) == ours, name
    if theirs is not None:
        call = theirs
        contenders.append(Contender(name, lambda: call(*few), len(few[0])))
    seconds = contest(contenders, rounds)
    measured = [rate(seconds[name]), f"{ratio(seconds, name):.0f}"] if theirs is not None else ["", ""]
    # Python asks the core for the sentences of each text, which leaves those that are not ordinary to it.
    cut = "core" if plain else "core and Python" if name.startswith("js-rouge") else "Python"
    return [name, metrics, cut, rate(seconds[OURS]), *measured]


def run(given: Any) -> list[Table]:
    """Measure every profile."""
    table = Table(
        "Every profile in a batch, one thread, CNN/DM-like texts (pairs a second)",
        ["profile", "metrics", "text is cut in", OURS, "the program", "times faster"],
    )
    texts = corpus.pairs("cnndm", FEWEST if given.quick else PAIRS)
    with_punkt = find_punkt()
    for name in WORK:
        if PROFILES[name].text.sentences == PUNKT and not with_punkt:
            table.notes.append(f"{name} was not measured: the data of Punkt is not installed.")
            continue
        table.rows.append(row_of(name, texts, given.rounds))
    table.notes.append(
        "Where no program stands beside a profile, it is not installed or not called from Python; profiles of ready tokens "
        "cut no text and are left out."
    )
    tables = [table]
    if with_punkt and installed("nltk"):
        tables.append(punkt_table(texts[0], given.rounds))
    return tables


def punkt_table(texts: Texts, rounds: int) -> Table:
    """Punkt beside NLTK: what rouge1 takes longer with its sentences than with lines, twice for each pair."""
    nltk = import_module("nltk")
    with_punkt, with_lines = (
        ir.Rouge("rouge1", profile="torchmetrics", flat="joined", sentences=rule, threads=1)
        for rule in (PUNKT, "newline")
    )
    few = texts[:200]
    assert [punkt(text) for text in few] == [nltk.sent_tokenize(text) for text in few]
    contenders = [
        Contender(OURS, lambda: with_punkt.scores(predictions=texts, references=texts), 2 * len(texts)),
        Contender("lines", lambda: with_lines.scores(predictions=texts, references=texts), 2 * len(texts)),
        Contender("nltk", lambda: [nltk.sent_tokenize(text) for text in few], len(few)),
    ]
    seconds = contest(contenders, rounds)
    alone = [ours - lines for ours, lines in zip(seconds[OURS], seconds["lines"], strict=True)]
    times = statistics.median(theirs / ours for theirs, ours in zip(seconds["nltk"], alone, strict=True))
    return Table(
        "Sentences by Punkt, one thread, CNN/DM-like texts (texts a second)",
        ["language", "NLTK", OURS, "times faster"],
        [["English", rate(seconds["nltk"]), rate(alone), f"{times:.0f}"]],
        ["The time of infrarouge is what a pair takes longer with sentences by Punkt than with lines."],
    )


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
