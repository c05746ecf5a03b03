"""What other code reaches for in pyrouge's `utils`."""

from infrarouge.compat.pyrouge.utils import log

__all__ = ["log"]
