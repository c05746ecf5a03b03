"""`RougeN` and `RougeL` of keras-hub: Keras metrics where Keras is installed, and the same by themselves where it is not."""

from __future__ import annotations

from typing import Any

import numpy as np

from infrarouge.engine.runner import runner_of

try:
    from keras.metrics import Metric as Base  # optional: what keras-hub's metrics are
except ImportError:

    class Base:  # type: ignore[no-redef]  # stands in for it
        """What a metric offers without Keras: a name, a number type, and a call that updates and tells."""

        def __init__(self, dtype: str | None = None, name: str | None = None) -> None:
            self.dtype = dtype
            self.name = name

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            self.update_state(*args, **kwargs)
            return self.result()

        def update_state(self, *args: Any, **kwargs: Any) -> None:
            """Defined by each metric."""
            raise NotImplementedError

        def result(self) -> Any:
            """Defined by each metric."""
            raise NotImplementedError


__all__ = ["RougeL", "RougeN"]

PROFILE = "keras-hub-0.32"
MEASURES = ("precision", "recall", "f1_score")


class RougeBase(Base):  # type: ignore[misc,unused-ignore]  # Keras has no types
    """Sums of precision, recall and F in the number type of the metric, and how many pairs they are of."""

    def __init__(self, label: str, use_stemmer: bool = False, dtype: str = "float32", name: str = "rouge") -> None:
        super().__init__(name=name, dtype=dtype)
        kind = np.dtype(getattr(dtype, "name", dtype))
        if kind.kind != "f":
            raise ValueError(f"dtype must be a floating type; it is {dtype!r}, type dtype='float32'")
        self.use_stemmer = use_stemmer
        self._kind = kind
        self._label = label
        self.reset_state()

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Add pairs of texts, references first; `sample_weight` is ignored, and predictions beyond the references too."""
        theirs, ours = _texts(y_true, "y_true"), _texts(y_pred, "y_pred")
        if len(ours) < len(theirs):
            raise ValueError(f"{len(theirs)} references and {len(ours)} predictions; each reference needs a prediction")
        rules = {"stemmer": "porter" if self.use_stemmer else None, "dtype": self._kind.name}
        runner = runner_of(self._label, PROFILE, rules=rules)
        for row in runner.scores(runner.rows(ours[: len(theirs)], theirs)).astype(self._kind)[:, 0]:
            self._sums += row
        self._count += len(theirs)

    def result(self) -> dict[str, Any]:
        """The means, as scalars of the number type; zeros before the first update."""
        values = self._sums / self._kind.type(self._count) if self._count else self._sums
        return dict(zip(MEASURES, values, strict=True))

    def reset_state(self) -> None:
        """Start anew."""
        self._sums = np.zeros(3, dtype=self._kind)
        self._count = 0

    def get_config(self) -> dict[str, Any]:
        """What makes the same metric again."""
        return {"name": self.name, "dtype": self._kind.name, "use_stemmer": self.use_stemmer}


class RougeN(RougeBase):
    """The mean ROUGE-N of many pairs, with n from 1 to 9.

    >>> rouge = RougeN(order=2)
    >>> rouge.update_state(["the cat sat", "a b"], ["the cat", "a c"])
    >>> float(rouge.result()["recall"])
    0.25
    """

    def __init__(
        self, order: int = 2, use_stemmer: bool = False, dtype: str = "float32", name: str = "rouge-n", **kwargs: Any
    ) -> None:
        if order not in range(1, 10):
            raise ValueError(f"order is {order!r}; it must be in the range [1, 9]")
        super().__init__(f"rouge{order}", use_stemmer, dtype, name, **kwargs)
        self.order = order

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "order": self.order}


class RougeL(RougeBase):
    """The mean ROUGE-L of many pairs.

    >>> float(RougeL()("the cat sat", "the sat")["precision"])
    1.0
    """

    def __init__(self, use_stemmer: bool = False, dtype: str = "float32", name: str = "rouge-l", **kwargs: Any) -> None:
        super().__init__("rougeL", use_stemmer, dtype, name, **kwargs)


def _texts(given: Any, name: str) -> list[str]:
    """Texts as a list: of a single one, of [batch], or of [batch, 1]; bytes are decoded."""
    array = np.asarray(given.numpy() if hasattr(given, "numpy") else given, dtype=object)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim > 1:
        raise ValueError(f"{name} has the shape {array.shape}; give one text, [batch] or [batch, 1]")
    return [text.decode("utf-8") if isinstance(text, bytes) else text for text in array.reshape(-1).tolist()]
