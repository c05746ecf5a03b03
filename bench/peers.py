"""What `make bench` puts beside this folder: packages that stand apart, and the data of Punkt inside one of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from infrarouge.reading.programs.punkt_data import punkt_data

PEERS = Path(__file__).resolve().parents[1] / ".peers"
"""Where packages stand that share the name of their module with another one, each in a folder of its own."""
DATA = PEERS / "llama-index-core" / "llama_index" / "core" / "_static" / "nltk_cache"


def find_punkt() -> bool:
    """Let NLTK and infrarouge look for the data of Punkt where it lies; False if it is not installed anywhere."""
    if DATA.is_dir():
        os.environ["NLTK_DATA"] = os.pathsep.join(filter(None, [str(DATA), os.environ.get("NLTK_DATA", "")]))
        if "nltk.data" in sys.modules:
            sys.modules["nltk.data"].path.insert(0, str(DATA))
    return punkt_data() is not None
