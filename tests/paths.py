"""Every public path from two texts to a score, for tests that ask all of them for the same number."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import infrarouge as ir
from infrarouge.errors import InfrarougeError
from infrarouge.files.inputs import Column, Texts
from infrarouge.files.stream import score_stream
from infrarouge.scoring.state import State

OTHER = "another text, of which nothing is asked"


class Pair:
    """Two texts, in the form that a profile takes, with a metric: what every path is asked to score."""

    def __init__(self, prediction: str, reference: str, metric: str, profile: ir.Profile) -> None:
        self.metric, self.profile = metric, profile
        ready = profile.text.tokens == "list"
        self.prediction: Any = prediction.split() if ready else prediction
        self.reference: Any = reference.split() if ready else reference
        self.other: Any = OTHER.split() if ready else OTHER

    def rouge(self, company: str = "") -> ir.Rouge:
        return ir.Rouge(f"{company} {self.metric}", self.profile)


def batch(pair: Pair) -> tuple[float, ...]:
    report = pair.rouge().evaluate(predictions=[pair.prediction], references=[pair.reference])
    return tuple(report.scores[0, 0].tolist())


COMPANY = ("rouge1", "rougeLsum", "rougeWsum-1.2", "rougeL")


def is_scored(pair: Pair, label: str) -> bool:
    """Whether the profile scores the texts by a metric; one that it refuses makes no company."""
    try:
        ir.Rouge(label, pair.profile).score(prediction=pair.prediction, reference=pair.reference)
    except ir.InfrarougeError:
        return False
    return True


def in_company(pair: Pair) -> tuple[float, ...]:
    company = [label for label in COMPANY if label == pair.metric or is_scored(pair, label)]
    scorer = pair.rouge(" ".join(company))
    return tuple(scorer.score(prediction=pair.prediction, reference=pair.reference)[pair.metric])


def columns(pair: Pair) -> tuple[float, ...]:
    both = pair.rouge().scores(predictions=[pair.prediction], references=[pair.reference])
    return tuple(both[0, 0].tolist())


def listed(pair: Pair) -> tuple[float, ...]:
    """A single reference in a list is that reference."""
    return tuple(pair.rouge().score(prediction=pair.prediction, references=[pair.reference])[pair.metric])


def merged(pair: Pair) -> tuple[float, ...]:
    """States in the wrong order, one of them twice."""
    rouge = pair.rouge()
    parts = [
        rouge.state(predictions=[text], references=[text if row else pair.reference], start=row)
        for row, text in enumerate([pair.prediction, pair.other])
    ]
    report = rouge.report(State.merge([parts[1], parts[0], parts[1]]))
    return tuple(report.scores[0, 0].tolist())


def rescored(pair: Pair) -> tuple[float, ...]:
    other = pair.profile.replace(alpha=0.25, empty="zero")
    report = ir.Rouge(pair.metric, other).evaluate(predictions=[pair.prediction], references=[pair.reference])
    back = report.rescore(alpha=pair.profile.score.alpha, empty=pair.profile.score.empty)
    return tuple(back.scores[0, 0].tolist())


def kept(pair: Pair) -> tuple[float, ...]:
    prepared = pair.rouge().prepare([pair.other, pair.reference])
    return tuple(prepared.score(prediction=pair.prediction, row=1)[pair.metric])


def kept_batch(pair: Pair) -> tuple[float, ...]:
    prepared = pair.rouge().prepare([pair.reference])
    return tuple(prepared.evaluate(predictions=[pair.prediction]).scores[0, 0].tolist())


def all_pairs(pair: Pair) -> tuple[float, ...]:
    how = {"predictions": [pair.prediction], "references": [pair.reference], "metric": pair.metric}
    return tuple(
        float(ir.pairwise(**how, measure=measure, profile=pair.profile)[0, 0])
        for measure in ("precision", "recall", "fmeasure")
    )


def searched(pair: Pair) -> tuple[float, ...]:
    found = []
    for measure in ("precision", "recall", "fmeasure"):
        index = ir.Index([pair.reference], metric=pair.metric, measure=measure, profile=pair.profile)
        found += [match.score for match in index.nearest(pair.prediction)] or [math.nan]
    return tuple(found)


def streamed(pair: Pair) -> tuple[float, ...]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        rows = [(pair.prediction, pair.reference), (pair.other, pair.other)]
        path.write_text("".join(json.dumps({"p": ours, "r": theirs}) + "\n" for ours, theirs in rows))
        column = Column(str(path), "p")
        files = Texts(systems={"a": column}, references=(column._replace(name="r"),))
        return tuple(score_stream(pair.rouge().runner, files)["a"].scores[0, 0].tolist())


def explained(pair: Pair) -> tuple[float, ...]:
    why = ir.explain(prediction=pair.prediction, reference=pair.reference, metric=pair.metric, profile=pair.profile)
    return tuple(why.score)


def batched(pair: Pair) -> tuple[float, ...]:
    batches = [([pair.prediction], [pair.reference]), ([pair.other], [pair.other])]
    report = ir.evaluate_batches(batches, metrics=pair.metric, profile=pair.profile)
    return tuple(report.scores[0, 0].tolist())


def in_columns(pair: Pair) -> tuple[float, ...]:
    """Columns of Arrow in place of lists."""
    arrow: Any = import_module("pyarrow")
    ours, theirs = (arrow.array([text, text]) for text in (pair.prediction, pair.reference))
    return tuple(pair.rouge().evaluate(predictions=ours, references=theirs).scores[1, 0].tolist())


PATHS: dict[str, Callable[[Pair], tuple[float, ...]]] = {
    "score_pair": lambda pair: tuple(pair.rouge().score_pair(pair.prediction, pair.reference)[0][pair.metric]),
    "evaluate": batch,
    "in company": in_company,
    "scores": columns,
    "references": listed,
    "states": merged,
    "rescore": rescored,
    "prepared": kept,
    "prepared batch": kept_batch,
    "pairwise": all_pairs,
    "index": searched,
    "stream": streamed,
    "batches": batched,
    **({"columns": in_columns} if find_spec("pyarrow") else {}),
}


def outcome(path: Callable[[Pair], tuple[float, ...]], pair: Pair) -> Any:
    """The scores as text, so that what is no number equals itself; or that the texts are refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return repr(tuple(map(float, path(pair))))
        except (InfrarougeError, ValueError):
            return "refused"


def score(pair: Pair) -> tuple[float, ...]:
    return tuple(pair.rouge().score(prediction=pair.prediction, reference=pair.reference)[pair.metric])


def unfit(pair: Pair) -> set[str]:
    """The paths that cannot be asked for a pair."""
    names = set()
    if any("\\ud" in repr(text) for text in (pair.prediction, pair.reference)):
        names.add("columns")  # a column of Arrow holds no lone surrogate
    if str(pair.profile.text.tokens).startswith("auto"):
        names |= {"prepared", "prepared batch", "pairwise", "index"}  # a language that goes by row, and no rows
    if outcome(score, Pair(OTHER, OTHER, pair.metric, pair.profile)) == "refused":
        names |= {"states", "stream", "batches", "prepared"}  # the other row they need is refused
    return names
