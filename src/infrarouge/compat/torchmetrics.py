"""torchmetrics 1.9's ROUGE: the metric `ROUGEScore`, a class of torchmetrics' own, and the function `rouge_score`.

The one thing more is the keyword `sentences`, the rule for the sentences of rougeLsum: "punkt" as in torchmetrics, or
any rule of infrarouge. Nothing is ever downloaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from infrarouge.api import Rouge
from infrarouge.compat.coverage import own_advice
from infrarouge.compat.rouge_score.tokenizers import PorterStemmer
from infrarouge.engine.coverage import example_losses, marked
from infrarouge.errors import MissingDataError, MissingExtraError, TextTypeError
from infrarouge.reading.programs.punkt import punkt
from infrarouge.reading.programs.punkt_data import punkt_data
from infrarouge.reporting.report import evaluated
from infrarouge.rules.identity import unsigned
from infrarouge.types import TOLD, Score, Side

PROFILE = "torchmetrics-1.9"
ALLOWED_ROUGE_KEYS: dict[str, int | str] = {f"rouge{n}": n for n in range(1, 10)} | {"rougeL": "L", "rougeLsum": "Lsum"}
ALLOWED_ACCUMULATE_VALUES = ("avg", "best")
DEFAULT_KEYS = ("rouge1", "rouge2", "rougeL", "rougeLsum")
# Each measure by its name in results, in their order, and its place in a score.
MEASURES = {"fmeasure": 2, "precision": 0, "recall": 1}
# Values of one measure that torch adds up in the same order with other rows and without.
SHORT_ROW = 4096

Values = npt.NDArray[np.float32]


class Missing:
    """Stands in for what a package that is not installed would give, and says so when it is made."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        raise _missing("ROUGEScore")


def _missing(what: str) -> MissingExtraError:
    return MissingExtraError("torchmetrics", "torch", f"infrarouge.compat.torchmetrics.{what}")


torch: Any = None
Metric: Any = Missing
Original: Any = Missing
if find_spec("torch") is not None and find_spec("torchmetrics") is not None:
    torch = import_module("torch")
    Metric = import_module("torchmetrics").Metric
    Original = import_module("torchmetrics.text.rouge").ROUGEScore


class MissingPunktError(MissingDataError, OSError):
    """NLTK's data for Punkt is not installed, where torchmetrics raises OSError."""


# ---------------------------------------------------------------- what both forms share


@dataclass(frozen=True)
class Words:
    """A user's tokenizer, without the words that are no str or empty."""

    tokenizer: Callable[[str], Iterable[Any]]

    def __call__(self, text: str) -> list[str]:
        return [word for word in self.tokenizer(text) if isinstance(word, str) and word]


def _keys(rouge_keys: Any, allowed: Any) -> tuple[str, ...]:
    keys = rouge_keys if isinstance(rouge_keys, tuple) else (rouge_keys,)
    for key in keys:
        if isinstance(key, (list, set, dict)):
            kind = type(key).__name__
            raise TypeError(
                f"unhashable type: '{kind}'; rouge_keys is a str or a tuple of str, such as ('rouge1', 'rougeL')"
            )
        if key not in allowed:
            raise ValueError(f"Got unknown rouge key {key}. Expected to be one of {allowed}")
    return tuple(dict.fromkeys(keys))


def _check_punkt(keys: Iterable[Any], sentences: Any) -> None:
    """Fail before anything is scored if Punkt is wanted and its data is missing."""
    if "rougeLsum" not in keys or sentences != "punkt" or punkt_data() is not None:
        return
    try:
        punkt("One sentence. Another.")
    except MissingDataError as error:
        raise MissingPunktError(str(error)) from None


def _scorer(
    keys: tuple[str, ...], accumulate: str, use_stemmer: bool, normalizer: Any, tokenizer: Any, sentences: Any
) -> Rouge | None:
    """Say in rules what the arguments mean; without keys there is nothing to score."""
    if not keys:
        return None
    if not callable(normalizer) and not callable(tokenizer) and type(sentences) is str:
        return _named_scorer(keys, accumulate, bool(use_stemmer), sentences)
    rules: dict[str, Any] = {
        "combine": "mean" if accumulate == "avg" else "best",
        "stemmer": "porter" if use_stemmer else None,
        "sentences": unsigned(sentences),
    }
    if callable(normalizer):
        rules |= {"lowercase": None, "normalizer": unsigned(normalizer), "tokens": "whitespace"}
    if callable(tokenizer):
        rules |= {"tokens": unsigned(Words(tokenizer))}
        rules.setdefault("normalizer", "alnum")
    return Rouge(keys, PROFILE, **rules)


@lru_cache(maxsize=16)
def _named_scorer(keys: tuple[str, ...], accumulate: str, use_stemmer: bool, sentences: str) -> Rouge:
    """The scorer of arguments that are names, which mean the same in every call."""
    combine, stemmer = "mean" if accumulate == "avg" else "best", "porter" if use_stemmer else None
    return Rouge(keys, PROFILE, combine=combine, stemmer=stemmer, sentences=sentences)


def _rows(preds: Any, target: Any) -> tuple[list[Any], list[list[Any]]]:
    """Pair predictions with lists of references; only a list counts as one, and the longer side is cut."""
    if isinstance(target, list) and all(isinstance(one, str) for one in target):
        target = [target] if isinstance(preds, str) else [[one] for one in target]
    if isinstance(preds, str):
        preds = [preds]
    if isinstance(target, str):
        target = [[target]]
    rows = [(prediction, list(references)) for prediction, references in zip(preds, target, strict=False)]
    return [prediction for prediction, _ in rows], [references for _, references in rows]


def _values(rouge: Rouge | None, accumulate: str, preds: Any, target: Any) -> Values:
    """Score every prediction: float32 [predictions, keys, (precision, recall, F)]."""
    if type(preds) is str and type(target) is str and rouge is not None and accumulate in ALLOWED_ACCUMULATE_VALUES:
        alone = _pair(rouge, preds, target)
        if alone is not None:
            return alone
    predictions, references = _rows(preds, target)
    for text in [*predictions, *(one for row in references for one in row)]:
        if not isinstance(text, str):
            kind = type(text).__name__
            raise TextTypeError(
                f"'{kind}' object has no attribute 'lower': predictions and references are str, not {kind}"
            )
    if rouge is None or accumulate not in ALLOWED_ACCUMULATE_VALUES:
        return np.zeros((0, 0 if rouge is None else len(rouge.metrics), 3), dtype=np.float32)
    single = len(predictions) == 1 and len(references[0]) == 1
    alone = _pair(rouge, predictions[0], references[0][0]) if single else None
    if alone is not None:
        return alone
    having = np.array([bool(row) for row in references], dtype=bool)
    if accumulate == "best" and not having.all():
        raise IndexError(
            f"prediction {int(np.argmin(having))} has no reference to choose the best of; give at least one"
        )
    values = np.full((len(predictions), len(rouge.metrics), 3), np.nan, dtype=np.float32)
    with own_advice("give normalizer= and tokenizer=, such as normalizer=str.lower, which keeps all letters"):
        texts = [text for text, row in zip(predictions, references, strict=True) if row]
        # Where no row is left there is nothing to average, which is no error there.
        report = evaluated(rouge.runner, rouge.runner.rows(texts, [row for row in references if row]))
    values[having] = report.scores
    if accumulate == "avg" and report.rows is not None and np.diff(report.rows).max(initial=0) > 4:
        # From five numbers on, torch adds up in an order of its own.
        pairs = torch.from_numpy(report.scoring.scores(report.counts, None).astype(np.float32))
        for at, begin, end in zip(np.flatnonzero(having), report.rows[:-1], report.rows[1:], strict=True):
            values[at] = pairs[begin:end].permute(1, 2, 0).contiguous().mean(-1).numpy()
    return values


def _pair(rouge: Rouge, prediction: str, reference: str) -> Values | None:
    """The values of a single pair at the least cost; None where there is more to say of it, or words are the user's."""
    runner = rouge.runner
    scores: dict[str, Score] = {}
    if not runner.reader.plain:
        return None
    # In double precision, and made narrow below: that is what the profile does.
    flags = runner.plan.score(prediction, reference, runner.profile.score.alpha, runner.labels, Score, scores)
    if flags & TOLD:
        return None
    if not (prediction.isascii() and reference.isascii()):
        texts = [prediction], [reference]
        lost = example_losses(runner.reader, texts, (Side(texts[0]), Side(texts[1])), None, 1)
        if marked(np.zeros(1, dtype=np.uint8), lost).any():
            return None
    return np.array([[*scores.values()]], dtype=np.float32)


@lru_cache(maxsize=64)
def _names(keys: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The names of results, in their order, each with its place in a row of values."""
    return tuple(
        (f"{key}_{measure}", 3 * at + place) for at, key in enumerate(keys) for measure, place in MEASURES.items()
    )


def rouge_score(
    preds: str | Sequence[str],
    target: str | Sequence[str] | Sequence[Sequence[str]],
    accumulate: str = "best",
    use_stemmer: bool = False,
    normalizer: Callable[[str], str] | None = None,
    tokenizer: Callable[[str], Sequence[str]] | None = None,
    rouge_keys: str | tuple[str, ...] = DEFAULT_KEYS,
    *,
    sentences: Any = "punkt",
) -> dict[str, Any]:
    """Score predictions against their references, or lists of references: the mean of each measure, by key.

    >>> rouge_score("My name is John", "Is your name John", rouge_keys="rouge1")["rouge1_fmeasure"]
    tensor(0.7500)
    """
    if torch is None:
        raise _missing("rouge_score")
    keys = _keys(rouge_keys, list(ALLOWED_ROUGE_KEYS))
    _check_punkt(keys, sentences)
    rouge = _scorer(keys, accumulate, use_stemmer, normalizer, tokenizer, sentences)
    scores = _values(rouge, accumulate, preds, target)
    if len(scores) == 1:  # whose mean is the value
        cells = torch.from_numpy(scores.reshape(-1)).unbind()
        return {name: cells[at] for name, at in _names(keys)}
    values = torch.from_numpy(scores)
    return {
        f"{key}_{measure}": values[:, at, place].contiguous().mean()
        for at, key in enumerate(keys)
        for measure, place in MEASURES.items()
    }


class ROUGEScore(Original):  # type: ignore[misc]  # torch and torchmetrics are not typed here
    """The metric, with one list of values for each key and measure as its state.

    Where sentences are found by Punkt, as they are for rougeLsum unless told, NLTK's data for it must be installed; that
    is checked here and now.

    >>> metric = ROUGEScore(rouge_keys=("rouge1", "rougeL"))
    >>> metric.update(["My name is John"], ["Is your name John"])
    >>> metric.compute()["rougeL_fmeasure"]
    tensor(0.5000)
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: Callable[[str], str] | None = None,
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        accumulate: str = "best",
        rouge_keys: str | tuple[str, ...] = DEFAULT_KEYS,
        *,
        sentences: Any = "punkt",
        **kwargs: Any,
    ) -> None:
        Metric.__init__(self, **kwargs)
        _check_punkt(rouge_keys if isinstance(rouge_keys, tuple) else (rouge_keys,), sentences)
        self.rouge_keys = _keys(rouge_keys, ALLOWED_ROUGE_KEYS)
        self.rouge_keys_values = [ALLOWED_ROUGE_KEYS[key] for key in self.rouge_keys]
        if accumulate not in ALLOWED_ACCUMULATE_VALUES:
            raise ValueError(
                f"Got unknown accumulate value {accumulate}. Expected to be one of {ALLOWED_ACCUMULATE_VALUES}"
            )
        self.stemmer = PorterStemmer() if use_stemmer else None
        self.normalizer = normalizer
        self.tokenizer = tokenizer
        self.accumulate = accumulate
        self._rouge = _scorer(self.rouge_keys, accumulate, use_stemmer, normalizer, tokenizer, sentences)
        for key in self.rouge_keys:
            for measure in MEASURES:
                self.add_state(f"{key}_{measure}", [], dist_reduce_fx=None)

    def update(self, preds: Any, target: Any) -> None:
        """Score predictions and keep the values."""
        scores = _values(self._rouge, self.accumulate, preds, target)
        if len(scores) == 1:
            state, cells = self.__dict__, torch.from_numpy(scores.reshape(-1)).to(self._device).unbind()
            for name, at in _names(self.rouge_keys):
                state[name].append(cells[at])
            return
        values = torch.from_numpy(scores).to(self._device)
        for at, key in enumerate(self.rouge_keys):
            for measure, place in MEASURES.items():
                # Each value owns its memory: a view would be pickled with all the others.
                getattr(self, f"{key}_{measure}").extend(value.clone() for value in values[:, at, place])

    def compute(self) -> dict[str, Any]:
        """The mean of every measure over all predictions."""
        lists = self._lists()
        lengths = {len(values) for _, values in lists}
        if len(lengths) != 1 or 0 in lengths:
            return {name: torch.stack(values).mean() if values else torch.tensor(torch.nan) for name, values in lists}
        # All values in one tensor, which is made sooner than one for each list.
        rows = torch.stack([value for _, values in lists for value in values]).view(len(lists), -1)
        # A long row alone is added up by several threads, and in another order than beside others.
        means = rows.mean(1).unbind() if rows.shape[1] <= SHORT_ROW else [row.mean() for row in rows.unbind()]
        return {name: mean for (name, _), mean in zip(lists, means, strict=True)}

    def _wrap_update(self, update: Callable[..., None]) -> Callable[..., None]:
        """What torchmetrics does around `update`, without switching gradients: the values never have any."""
        if type(self).update is not ROUGEScore.update:  # a subclass may do more
            return super()._wrap_update(update)  # type: ignore[no-any-return]  # torchmetrics is not typed here
        state = self.__dict__

        @wraps(update)
        def wrapped(*args: Any, **kwargs: Any) -> None:
            state["_computed"] = None
            state["_update_count"] += 1
            update(*args, **kwargs)
            if state["compute_on_cpu"]:
                self._move_list_states_to_cpu()

        return wrapped

    def _forward_full_state_update(self, *args: Any, **kwargs: Any) -> Any:
        """The result of a batch: torchmetrics scores it twice and copies all values before it, here neither is needed."""
        if type(self).update is not ROUGEScore.update or self.dist_sync_on_step:
            return super()._forward_full_state_update(*args, **kwargs)
        # What torch does when an attribute is set takes longer than the scoring.
        state, before = self.__dict__, dict(self._lists())
        on_cpu, count = state["compute_on_cpu"], state["_update_count"]
        state.update({name: [] for name in before}, _to_sync=False, _should_unsync=False, compute_on_cpu=False)
        try:
            self.update(*args, **kwargs)
            # What torchmetrics does around `compute` is for results that others hold as well.
            return ROUGEScore.compute(self) if type(self).compute is ROUGEScore.compute else self.compute()
        finally:
            for name, values in before.items():
                values += state[name]
            state.update(before, _to_sync=self.sync_on_compute, _should_unsync=True, compute_on_cpu=on_cpu)
            state.update(_computed=None, _is_synced=False, _update_count=count + 1)
            if on_cpu:
                self._move_list_states_to_cpu()

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Plot one result, a list of results, or what `compute` gives: figure and axes."""
        if find_spec("matplotlib") is None:
            raise MissingExtraError("matplotlib", "plot", "plotting a metric")
        return self._plot(val, ax)

    def _lists(self) -> list[tuple[str, list[Any]]]:
        return [(name, getattr(self, name)) for name in self._defaults]

    def _sync_dist(self, *args: Any, **kwargs: Any) -> None:
        """Gather each list in one piece: few calls, and the processes may hold different numbers of predictions."""
        for name, values in self._lists():
            setattr(self, name, [torch.stack(values) if values else torch.zeros(0, device=self.device)])
        super()._sync_dist(*args, **kwargs)
        for name, parts in self._lists():
            setattr(self, name, list(torch.cat(parts)))
