"""What stands in for ignite where it is not installed: a metric without an engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from infrarouge.errors import MissingExtraError


class NotComputableError(RuntimeError):
    """There is nothing yet to compute a result from."""


class Metric:
    """The part of an ignite metric that needs neither torch nor an engine."""

    def __init__(self, output_transform: Callable[[Any], Any], device: Any = "cpu") -> None:
        self._output_transform = output_transform
        self._device = device
        self.reset()

    def reset(self) -> None:
        """Forget what was scored."""
        raise NotImplementedError(f"{type(self).__name__} defines how it is reset")

    def _needs_ignite(self, *args: Any, **kwargs: Any) -> Any:
        raise MissingExtraError("pytorch-ignite", "ignite", f"{type(self).__name__} with an engine or a checkpoint")

    attach = detach = is_attached = started = iteration_completed = completed = _needs_ignite
    state_dict = load_state_dict = _needs_ignite


def unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    """Leave a method as it is.

    >>> unchanged(len)("ab")
    2
    """
    return function


def sync_all_reduce(*attributes: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a method with nothing: there are no other processes to add up over.

    >>> sync_all_reduce("_count")(len)("ab")
    2
    """
    return unchanged
