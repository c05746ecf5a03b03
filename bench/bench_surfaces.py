"""Surfaces against the packages they mimic, called one pair at a time; results are compared before they are timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import StringIO
from typing import Any

import corpus
from contest import OURS, Contender, Table, contest, options, rate, ratio, show
from in_node import js_rouge
from peers import PEERS, find_punkt

from infrarouge.compat.surfaces import module_of, surface_of

Call = Callable[[Any, list[str], list[str]], Any]
"""Scores predictions against references with a module: the original's, or ours of the same name."""

KEYS = ("rouge1", "rouge2", "rougeL", *(["rougeLsum"] if find_punkt() else []))
"""What torchmetrics counts: all that it does unless told otherwise, where the data of Punkt is installed."""


def pycocoevalcap(module: Any, predictions: list[str], references: list[str]) -> Any:
    rouge = module.Rouge()
    pairs = zip(predictions, references, strict=True)
    return [rouge.compute_score({0: [reference]}, {0: [text]})[1].tolist() for text, reference in pairs]


def get_scores(module: Any, predictions: list[str], references: list[str]) -> Any:
    rouge = module.Rouge()
    return [rouge.get_scores(text, reference) for text, reference in zip(predictions, references, strict=True)]


def scorer(module: Any, predictions: list[str], references: list[str]) -> Any:
    scores = module.RougeScorer(["rouge1", "rouge2", "rougeL"])
    return [scores.score(reference, text) for reference, text in zip(references, predictions, strict=True)]


def rouge_metric(module: Any, predictions: list[str], references: list[str]) -> Any:
    rouge = module.PyRouge(mode="individual")
    return [rouge.evaluate([text], [[reference]]) for text, reference in zip(predictions, references, strict=True)]


def py_rouge(module: Any, predictions: list[str], references: list[str]) -> Any:
    rouge = module.Rouge(["rouge-n", "rouge-l"], max_n=2)
    return [rouge.get_scores(text, reference) for text, reference in zip(predictions, references, strict=True)]


@cache
def words_of(text: str) -> list[str]:
    """The words of a text for packages that take words: to cut them is no part of their work."""
    return text.split()


@cache
def lines_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def easy_rouge(module: Any, predictions: list[str], references: list[str]) -> Any:
    pairs = [(lines_of(text), lines_of(reference)) for text, reference in zip(predictions, references, strict=True)]
    scores = [
        [module.rouge_n_summary_level(*pair, n) for n in (1, 2)] + [module.rouge_l_summary_level(*pair)]
        for pair in pairs
    ]
    return [[tuple(score) for score in row] for row in scores]


def ignite(module: Any, predictions: list[str], references: list[str]) -> Any:
    metric = module.Rouge(variants=[1, 2, "L"])
    for text, reference in zip(predictions, references, strict=True):
        metric.update(([words_of(text)], [[words_of(reference)]]))
    return metric.compute()


def sumeval(module: Any, predictions: list[str], references: list[str]) -> Any:
    rouge = module.RougeCalculator(stopwords=True, lang="en")
    pairs = list(zip(predictions, references, strict=True))
    return [
        (rouge.rouge_n(text, [other], 1), rouge.rouge_n(text, [other], 2), rouge.rouge_l(text, [other]))
        for text, other in pairs
    ]


def distancia(module: Any, predictions: list[str], references: list[str]) -> Any:
    rouge = module.ROUGEScore(n_gram=2)
    pairs = zip(predictions, references, strict=True)
    return [rouge.compute(words_of(text), [words_of(reference)]) for text, reference in pairs]


def torchmetrics(module: Any, predictions: list[str], references: list[str]) -> Any:
    pairs = zip(predictions, references, strict=True)
    scores = [module.rouge_score(text, reference, rouge_keys=KEYS) for text, reference in pairs]
    return [{name: float(value) for name, value in row.items()} for row in scores]


def torchmetrics_metric(module: Any, predictions: list[str], references: list[str]) -> Any:
    metric = module.ROUGEScore(rouge_keys=KEYS)
    for text, reference in zip(predictions, references, strict=True):
        metric.update(text, reference)
    return {name: float(value) for name, value in metric.compute().items()}


def torchmetrics_call(module: Any, predictions: list[str], references: list[str]) -> Any:
    metric = module.ROUGEScore(rouge_keys=KEYS)
    return [float(metric(*pair)["rougeL_fmeasure"]) for pair in zip(predictions, references, strict=True)]


@dataclass(frozen=True)
class Work:
    """What is done with a package: the module of it that is called, and how."""

    call: Call
    part: str = ""
    apart: str | None = None
    """The folder of `PEERS` in which it stands, where it shares the name of its module with another."""
    package: str = ""
    """The package, where the row has another name."""
    single: bool = False
    """Whether our surface is a single module."""


WORK = {
    "rouge": Work(get_scores),
    "pycocoevalcap": Work(pycocoevalcap, "rouge.rouge"),
    "rouge_chinese": Work(get_scores, "rouge", "rouge-chinese"),
    "multilingual_rouge": Work(scorer, "rouge_scorer"),
    "korouge_score": Work(scorer, "rouge_scorer"),
    "py-rouge": Work(py_rouge, apart="py-rouge"),
    "rouge_metric": Work(rouge_metric, "py_rouge"),
    "ignite": Work(ignite, "metrics"),
    "sumeval": Work(sumeval, "metrics.rouge"),
    "easy-rouge": Work(easy_rouge, apart="easy-rouge"),
    "distancia": Work(distancia),
    "torchmetrics": Work(torchmetrics, "functional.text.rouge", single=True),
    "torchmetrics, the metric updated": Work(torchmetrics_metric, "text.rouge", package="torchmetrics", single=True),
    "torchmetrics, the metric called": Work(torchmetrics_call, "text.rouge", package="torchmetrics", single=True),
}
LEFT_OUT = {
    "keras-hub and tensorflow-text": "TensorFlow is too large to install for a benchmark",
    "rage4j and ROUGE 2.0": "Java programs without a package that pip, npm or apt would install",
}
PAIRS = 60


def original(package: str, work: Work) -> Any:
    """The module of the original; one that stands apart is imported from its folder and leaves its name to others."""
    name = ".".join(filter(None, [module_of(package), work.part]))
    if work.apart is None:
        with redirect_stdout(StringIO()):  # some greet whoever imports them
            return import_module(name)
    folder = str(PEERS / work.apart)
    root = module_of(package)
    before = {known: sys.modules.pop(known) for known in list(sys.modules) if known.partition(".")[0] == root}
    sys.path.insert(0, folder)
    try:
        module = import_module(name)
        if not str(module.__file__).startswith(folder):
            raise ModuleNotFoundError(f"there is no {package} in {folder}")
        work.call(module, ["a"], ["a"])  # the first call may look for files by the name of the module
        return module
    finally:
        sys.path.remove(folder)
        for known in [known for known in sys.modules if known.partition(".")[0] == root]:
            del sys.modules[known]
        sys.modules.update(before)


def without_punkt() -> bool:
    """Where the data of Punkt is missing, let py-rouge run without; Punkt never finds a sentence end in what it is given."""
    with suppress(ImportError):
        import nltk.tokenize  # py-rouge needs it, and nothing else here

        try:
            nltk.tokenize.sent_tokenize("a")
        except LookupError:
            nltk.tokenize.sent_tokenize = lambda text, language="english": [text]
            return True
    return False


def run(given: Any) -> list[Table]:
    table = Table(
        "Surfaces against their originals, one pair a call, CNN/DM-like texts (pairs a second)",
        ["package", "original", OURS, "times faster"],
    )
    predictions, references = corpus.pairs("cnndm", 10 if given.quick else PAIRS)
    if without_punkt():
        table.notes.append(
            "torchmetrics and py-rouge ran without the data of Punkt; py-rouge does not use its sentences."
        )
    else:
        table.notes.append("torchmetrics counts rouge1, rouge2, rougeL and rougeLsum, with sentences by Punkt.")
    for name, work in WORK.items():
        package = work.package or name
        try:
            theirs = original(package, work)
        except ImportError as error:
            table.rows.append([name, "not installed", "", ""])
            table.notes.append(f"{name} was not measured: {error}.")
            continue
        ours = import_module(".".join(filter(None, [surface_of(package), "" if work.single else work.part])))
        assert work.call(theirs, predictions, references) == work.call(ours, predictions, references), package
        sides = [(package, theirs), (OURS, ours)]
        contenders = [
            Contender(who, lambda side=side, call=work.call: call(side, predictions, references), len(predictions))  # type: ignore[misc]  # defaults bind the loop
            for who, side in sides
        ]
        seconds = contest(contenders, given.rounds)
        faster = f"{ratio(seconds, package):.1f}"
        table.rows.append([name, rate(seconds[package]), rate(seconds[OURS]), faster])
    table.rows.append(js_rouge(predictions, references, given.rounds))
    table.notes += [f"{packages} were not measured: {why}." for packages, why in LEFT_OUT.items()]
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
