"""Tokenizer objects of well-known libraries, known by their methods: none of the libraries is ever imported here.

What such an object does is decided by its vocabulary and settings, so that a signature shows its name, the version of its
library, and a hash of its content.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from infrarouge.rules.owners import version_of

PROTOCOLS = {
    "tokenizers": ("encode_batch", "to_str", "token_to_id"),
    "transformers": ("convert_ids_to_tokens", "get_vocab", "tokenize"),
    "tiktoken": ("encode_ordinary_batch", "decode_single_token_bytes"),
    "spacy": ("pipe", "make_doc", "to_bytes"),
}
"""The methods that an object of each library has, and no object of another."""


class Origin(NamedTuple):
    """Who a tokenizer object is: its name, the library with its version, and a hash of its content."""

    name: str
    library: str
    digest: str

    @property
    def version(self) -> str:
        """What stands for the version in a signature."""
        return f"{self.library}-{self.digest}"


def library_of(value: Any) -> str | None:
    """Which library an object follows the protocol of; None for anything else.

    >>> library_of("unicode"), library_of(str.split)
    (None, None)
    """
    if value is None or isinstance(value, (str, type)):
        return None
    for library, methods in PROTOCOLS.items():
        if all(callable(_attribute(value, method)) for method in methods):
            return library
    return None


def origin_of(value: Any) -> Origin | None:
    """Name a tokenizer object of one of the libraries; None for anything else.

    >>> class Encoding:
    ...     name, _pat_str, _mergeable_ranks, _special_tokens = "tiny", ".", {b"a": 0}, {}
    ...     def encode_ordinary_batch(self, texts): ...
    ...     def decode_single_token_bytes(self, number): ...
    >>> origin_of(Encoding()).name
    'tiny'
    """
    library = library_of(value)
    if library is None:
        return None
    name, content = CONTENTS[library](value)
    version = version_of(type(value).__module__ or "")
    import hashlib  # only an object of a library needs it

    digest = hashlib.sha256(content).hexdigest()[:8]
    return Origin(_word(name, library), f"{library}-{version}" if version else library, digest)


def _attribute(value: Any, name: str) -> Any:
    try:
        return getattr(value, name, None)
    except Exception:  # an object may refuse to be asked
        return None


def _word(name: object, otherwise: str) -> str:
    """A name as it can stand in a signature; of a place in a file system the last part."""
    text = str(name or "").rstrip("/\\")
    if os.path.isabs(text) or text.startswith("."):
        text = re.split(r"[/\\]", text)[-1]
    return re.sub(r"[\s|%@]|[^\x21-\x7e]", "-", text) or otherwise


def _plain(value: Any) -> bytes:
    """Values as JSON, in an order that does not depend on how they were made."""
    return json.dumps(value, sort_keys=True, default=repr).encode()


def _settings(serialized: str, *left_out: str) -> bytes:
    settings = json.loads(serialized)
    return _plain({key: value for key, value in settings.items() if key not in left_out})


def _tokenizers(value: Any) -> tuple[object, bytes]:
    # Padding is not read, so it does not count.
    model = _attribute(value, "model")
    return "" if model is None else type(model).__name__, _settings(value.to_str(), "padding")


def _transformers(value: Any) -> tuple[object, bytes]:
    name = _attribute(value, "name_or_path") or type(value).__name__
    backend = _attribute(value, "backend_tokenizer")
    if callable(_attribute(backend, "to_str")):
        # A call sets both for itself, and leaves them there.
        return name, _settings(backend.to_str(), "padding", "truncation")
    ranks = _attribute(value, "bpe_ranks") or {}
    model = _attribute(_attribute(value, "sp_model"), "serialized_model_proto")
    parts = {
        "class": type(value).__qualname__,
        "vocabulary": value.get_vocab(),
        "special": {key: str(token) for key, token in (_attribute(value, "special_tokens_map") or {}).items()},
        "merges": sorted((rank, repr(pair)) for pair, rank in ranks.items()),
        "model": model().hex() if callable(model) else None,
    }
    return name, _plain(parts)


def _tiktoken(value: Any) -> tuple[object, bytes]:
    ranks = _attribute(value, "_mergeable_ranks") or {}
    parts = {
        "pattern": _attribute(value, "_pat_str"),
        "ranks": {token.hex(): rank for token, rank in ranks.items()},
        "special": _attribute(value, "_special_tokens"),
    }
    return _attribute(value, "name"), _plain(parts)


def _spacy(value: Any) -> tuple[object, bytes]:
    meta = _attribute(value, "meta") or {}
    parts = [str(part) for part in (meta.get("lang"), meta.get("name")) if part]
    # The vocabulary grows with every text that is read, and decides nothing.
    return "_".join(parts), bytes(value.to_bytes(exclude=["vocab"]))


CONTENTS: dict[str, Callable[[Any], tuple[object, bytes]]] = {
    "tokenizers": _tokenizers,
    "transformers": _transformers,
    "tiktoken": _tiktoken,
    "spacy": _spacy,
}
"""The name of an object, and all that decides what it does."""
