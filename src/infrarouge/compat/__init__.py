"""Drop-in surfaces: each module keeps the names, arguments and results of the package it is named after.

``install("rouge_score")`` puts one under the original's name for this process, ``uninstall`` takes it away again, and
``with installed("rouge_score"):`` does both. Nothing stands under those names otherwise. ``python -m infrarouge.compat
run -- PROGRAM`` runs another program that way.
"""

from infrarouge.compat.installing import PACKAGES, InstallWarning, install, installed, uninstall

__all__ = ["PACKAGES", "InstallWarning", "install", "installed", "uninstall"]
