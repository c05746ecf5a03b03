"""The logger of pyrouge, which programs fetch to make it quieter: ``log.get_global_console_logger().setLevel(...)``."""

from __future__ import annotations

import logging

GLOBAL = "infrarouge.compat.pyrouge"


def get_console_logger(name: str, level: int | str | None = None) -> logging.Logger:
    """The logger of a name, set to a level if one is given.

    >>> get_console_logger("infrarouge.example", "WARNING").level == logging.WARNING
    True
    """
    logger = logging.getLogger(name)
    if level is not None:
        logger.setLevel(level)
    return logger


def get_global_console_logger(level: int | str | None = None) -> logging.Logger:
    """The logger that every `Rouge155` writes to.

    >>> get_global_console_logger().name
    'infrarouge.compat.pyrouge'
    """
    return get_console_logger(GLOBAL, level)
