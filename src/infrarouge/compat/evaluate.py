"""The rouge metric of Hugging Face `evaluate` 0.4.6, without its download: ``load("rouge").compute(...)``.

`MODULE` is a folder that the real `evaluate.load` loads offline: ``evaluate.load(str(MODULE))``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from infrarouge import api
from infrarouge.compat.coverage import own_advice
from infrarouge.compat.rouge_score.rouge_scorer import check_type
from infrarouge.errors import InputError, UnknownNameError
from infrarouge.matching import DEFAULT_METRICS
from infrarouge.rules.identity import unsigned
from infrarouge.rules.profile import Resampling

PROFILE = "evaluate-0.4.6"
NAMES = ("rouge", "evaluate-metric/rouge")
MODULE = Path(__file__).parent / "evaluate_module" / "rouge"
DESCRIPTION = "ROUGE, with the numbers of evaluate's own rouge metric, computed by infrarouge."
ABOUT_INPUTS = """
predictions: list of texts to score.
references: list of texts, or list of lists of texts.
rouge_types: types to compute, rouge1, rouge2, rougeL and rougeLsum unless told.
use_aggregator: the median of the bootstrap means of F if true, a list with the F of every text if not.
use_stemmer: whether words are stemmed with Porter's stemmer.
tokenizer: a function from a text to its words; it replaces lower-casing and stemming.
"""


def rouge(
    predictions: Sequence[str],
    references: Sequence[Any],
    rouge_types: Iterable[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Callable[[str], Sequence[str]] | None = None,
    *,
    seed: int = 0,
) -> dict[str, Any]:
    """Compute what the metric returns: F by type, of the corpus or of every text.

    >>> rouge(["the cat"], ["the cat sat"], rouge_types=["rouge1"], use_aggregator=False)
    {'rouge1': [0.8]}
    """
    labels = [check_type(one) for one in (DEFAULT_METRICS.split() if rouge_types is None else rouge_types)]
    several = isinstance(references[0], list)
    if not labels:
        return {}
    rules: dict[str, Any] = {"stemmer": "porter" if use_stemmer else None}
    if tokenizer is not None:
        rules = {"tokens": unsigned(tokenizer), "lowercase": None}
    with own_advice("give tokenizer=, such as tokenizer=lambda text: text.lower().split()"):
        report = api.evaluate(
            predictions=predictions,
            references=[list(row) for row in references] if several else references,
            metrics=labels,
            profile=PROFILE,
            resampling=Resampling(rng=seed),
            **rules,
        )
    if use_aggregator:
        return {label: np.float64(report[label].fmeasure.value) for label in report}
    return {label: report.scores[:, at, 2].tolist() for at, label in enumerate(report)}


class Rouge:
    """The metric: collect texts with `add` and `add_batch`, or hand them all to `compute`.

    The bootstrap is seeded with `seed`, or with a number from NumPy's global generator as it stands now, so that one
    metric always gives the same result.

    >>> metric = Rouge(seed=42)
    >>> metric.add(prediction="the cat", reference="the cat sat")
    >>> round(float(metric.compute(rouge_types=["rouge1"])["rouge1"]), 4)
    0.8
    """

    name = "rouge"
    module_type = "metric"
    description = DESCRIPTION
    inputs_description = ABOUT_INPUTS

    def __init__(
        self,
        config_name: str | None = None,
        keep_in_memory: bool = False,
        cache_dir: str | None = None,
        num_process: int = 1,
        process_id: int = 0,
        seed: int | None = None,
        experiment_id: str | None = None,
        **kwargs: Any,
    ) -> None:
        if num_process != 1:
            raise InputError(
                f"num_process is {num_process}; score each shard with infrarouge.evaluate and join the reports with "
                "Report.merge, or load the metric with the package evaluate itself: evaluate.load(str(MODULE))"
            )
        self.config_name = config_name or "default"
        self.experiment_id = experiment_id or "default_experiment"
        self.seed = _current_seed() if seed is None else seed
        self._texts: tuple[list[Any], list[Any]] = ([], [])

    def add(self, *, prediction: Any = None, reference: Any = None) -> None:
        """Add one prediction and its reference, or list of references."""
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add predictions and their references."""
        ours, theirs = _texts(predictions, "predictions"), _texts(references, "references")
        theirs = [list(one) if isinstance(one, (tuple, np.ndarray)) else one for one in theirs]
        if len(ours) != len(theirs):
            raise ValueError(
                f"Mismatch in the number of predictions ({len(ours)}) and references ({len(theirs)}); each prediction "
                "needs its reference, or a list of its references"
            )
        several = isinstance((self._texts[1] or theirs or [""])[0], list)
        for at, (prediction, reference) in enumerate(zip(ours, theirs, strict=True)):
            texts = [prediction, *(reference if isinstance(reference, list) else [reference])]
            if isinstance(reference, list) != several or not all(isinstance(one, str) for one in texts):
                raise ValueError(
                    f"Predictions and/or references don't match the expected format in row {at}: predictions are str, "
                    f"and references are {'lists of str' if several else 'str'} as in the first row"
                )
        self._texts[0].extend(ours)
        self._texts[1].extend(theirs)

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> dict[str, Any]:
        """Score all that was added, and what is given; then start afresh. For `kwargs` see `rouge`."""
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        elif not self._texts[0]:
            raise ValueError("nothing to compute; give predictions= and references=, or call add or add_batch before")
        ours, theirs = self._texts
        self._texts = ([], [])
        return rouge(ours, theirs, **kwargs, seed=self.seed)


def load(
    path: str,
    config_name: str | None = None,
    module_type: str | None = None,
    process_id: int = 0,
    num_process: int = 1,
    cache_dir: str | None = None,
    experiment_id: str | None = None,
    keep_in_memory: bool = False,
    download_config: Any = None,
    download_mode: Any = None,
    revision: Any = None,
    **init_kwargs: Any,
) -> Rouge:
    """Load the metric "rouge"; nothing is downloaded.

    >>> load("rouge", seed=42).compute(predictions=["a b"], references=["a c"], use_aggregator=False)["rouge1"]
    [0.5]
    """
    if path not in NAMES:
        raise UnknownNameError(f"unknown metric {path!r}; this module has 'rouge' only, evaluate itself has the others")
    return Rouge(config_name, num_process=num_process, experiment_id=experiment_id, **init_kwargs)


def beside(original: Callable[..., Any]) -> Callable[..., Any]:
    """Make a `load` for the package evaluate itself: "rouge" is loaded from `MODULE`, anything else as ever.

    >>> beside(lambda path, **options: path)("accuracy")
    'accuracy'
    """

    @wraps(original)
    def load(path: str, *args: Any, **kwargs: Any) -> Any:
        # A folder of that name in the working folder goes first in evaluate.
        return original(str(MODULE) if path in NAMES and not Path(path).exists() else path, *args, **kwargs)

    return load


def _current_seed() -> int:
    """The number that evaluate takes as seed: the next word of NumPy's global generator, which is left as it is."""
    state: Any = np.random.get_state(legacy=True)
    words, at = state[1], state[2]
    return int(words[at if at < len(words) else 0])


def _texts(given: Any, name: str) -> list[Any]:
    if given is None:
        raise ValueError(f"Evaluation module inputs are missing: ['{name}']; give predictions= and references=")
    if isinstance(given, str):
        raise ValueError(f"{name} is a str; give a list of texts")
    return list(given)
