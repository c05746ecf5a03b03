"""Batches from anywhere scored one after another: texts pass through, and only counts are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from infrarouge.by_name import told_names
from infrarouge.engine.runner import runner_of
from infrarouge.errors import InputError, InputTypeError
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.progress import Progress
from infrarouge.reading.containers import columns_of, matched
from infrarouge.registry import nearest
from infrarouge.reporting.report import Report, report_of
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.gathered import Gathered

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules


@told_names
def evaluate_batches(
    batches: Iterable[Any],
    *,
    prediction: str = "prediction",
    reference: str = "reference",
    id: str | None = None,
    group: str | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Unpack[Rules],
) -> Report:
    """Score batches as they come, in memory that does not grow with their texts; the report is that of the whole.

    A batch is a pair `(predictions, references)`, or a table (a dict of lists, a data frame, an Arrow record batch) whose
    columns `prediction` and `reference` hold the texts, and the columns `id` and `group`, where named, what the rows are
    called and which belong together. Of every pair a few counts are kept, in one or two bytes each until the end.

    >>> batches = (([f"text {n}"], ["a text"]) for n in range(3))
    >>> evaluate_batches(batches, metrics="rouge1")["rouge1"].recall.value
    0.5
    >>> tables = [{"answer": ["a b"], "gold": ["a c"]}, {"answer": ["c"], "gold": ["c"]}]
    >>> evaluate_batches(tables, prediction="answer", reference="gold", metrics="rouge1").n
    2
    """
    runner = runner_of(metrics, profile, threads, strict, rules)
    if not isinstance(batches, Iterable) or columns_of(batches) is not None:
        raise InputTypeError(
            f"batches is {type(batches).__name__}; give a list or a generator of batches, such as [batch]"
        )
    gathered = Gathered()
    with Progress(None, shown=progress) as bar:
        for number, batch in enumerate(batches):
            ours, theirs, *more = batch_texts(batch, (prediction, reference), (id, group), number)
            rows = runner.rows(*matched(ours, theirs)[:2])
            gathered.add(runner.state(rows, *more, start=gathered.n))
            bar.advance(len(rows.predictions))
    if not gathered.n:
        raise InputError("there are no texts to score; give at least one batch with rows")
    return report_of(runner, gathered.state())


def batch_texts(batch: Any, texts: tuple[str, str], about: tuple[str | None, str | None], number: int) -> list[Any]:
    """The predictions, references, ids and groups of a batch; `number` is for messages.

    >>> batch_texts((["a"], ["b"]), ("prediction", "reference"), (None, None), 0)
    [['a'], ['b'], None, None]
    """
    if isinstance(batch, (tuple, list)) and len(batch) == 2:
        if about != (None, None):
            raise InputError("a batch is a pair of lists and has no columns of ids or groups; give tables instead")
        return [*batch, None, None]
    names = list(map(str, batch)) if isinstance(batch, Mapping) else columns_of(batch)
    if names is None:
        schema = getattr(batch, "schema", None)  # a record batch of Arrow
        names = list(getattr(schema, "names", ()))
    if not names:
        raise InputTypeError(
            f"batch {number} is {type(batch).__name__}; give pairs (predictions, references), or tables with the columns "
            f"{texts[0]!r} and {texts[1]!r}"
        )
    for name in (*texts, *about):
        if name is not None and name not in names:
            raise InputError(f"batch {number} has no column {name!r}{nearest(name, names)}")
    return [None if name is None else batch[name] for name in (*texts, *about)]
