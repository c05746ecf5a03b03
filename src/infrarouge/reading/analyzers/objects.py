"""Tokenizer objects of Hugging Face, tiktoken and spaCy as analysers: batches in, words with their places out.

Each is used through its own methods, and its library is never imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any, cast

from infrarouge.reading.analyzers import Analysis, Analyzer, analyzer_of
from infrarouge.rules.identity import Named
from infrarouge.rules.objects import library_of, origin_of

Placed = Iterable[tuple[str, tuple[int, int]]]


class ObjectWords:
    """A tokenizer object of a library, read as analysers are.

    >>> class Pieces:
    ...     name = "pieces"
    ...     def encode_ordinary_batch(self, texts):
    ...         return [list(text.encode()) for text in texts]
    ...     def decode_single_token_bytes(self, number):
    ...         return bytes([number])
    >>> words = token_analyzer(Pieces())
    >>> words.infrarouge_name, words.analyze(["hé"])[0].spans
    ('pieces', [(0, 1), (1, 2), (1, 2)])
    """

    def __init__(self, value: Any, library: str) -> None:
        self.value = value
        self.read: Callable[[Any, list[str]], Iterable[Placed]] = READERS[library]

    @property
    def infrarouge_name(self) -> str:
        """The name of the object, as in the signature."""
        origin = origin_of(self.value)
        return origin.name if origin else type(self.value).__name__

    @property
    def infrarouge_version(self) -> str:
        """The version of its library and a hash of its content."""
        origin = origin_of(self.value)
        return origin.version if origin else "0"

    def analyze(self, texts: Sequence[str]) -> list[Analysis]:
        """Read a batch of texts in one call."""
        return [_analysis(words) for words in self.read(self.value, list(texts))] if texts else []


def token_analyzer(rule: Any) -> Analyzer | None:
    """The analyser behind a token rule: an object of a known library, another one of the user's, one by name, or none.

    >>> token_analyzer("unicode") is None
    True
    """
    bare = rule.__wrapped__ if isinstance(rule, Named) else rule
    library = library_of(bare)
    if library is not None:
        return cast("Analyzer", ObjectWords(bare, library))  # its name and version are worked out when asked for
    return analyzer_of(rule)


def _analysis(words: Placed) -> Analysis:
    placed = [(word, span) for word, span in words if word]
    forms = [word for word, _ in placed]
    return Analysis(forms, forms, [span for _, span in placed])


def _tokenizers(value: Any, texts: list[str]) -> Iterable[Placed]:
    for encoding in value.encode_batch(texts, add_special_tokens=False):
        read = zip(encoding.tokens, encoding.offsets, encoding.attention_mask, strict=True)
        # What is not attended to is padding.
        yield [(token, (start, end)) for token, (start, end), attended in read if attended]


def _transformers(value: Any, texts: list[str]) -> Iterable[Placed]:
    if not getattr(value, "is_fast", False):
        for text in texts:
            # Without places; whoever needs them looks for the words in the text.
            yield [(token, (-1, -1)) for token in value.tokenize(text)]
        return
    batch = value(
        texts,
        add_special_tokens=False,
        padding=False,
        truncation=False,
        return_offsets_mapping=True,
        return_attention_mask=False,
        return_token_type_ids=False,
        verbose=False,
    )
    for ids, spans in zip(batch["input_ids"], batch["offset_mapping"], strict=True):
        yield [(token, (int(a), int(b))) for token, (a, b) in zip(value.convert_ids_to_tokens(ids), spans, strict=True)]


def _tiktoken(value: Any, texts: list[str]) -> Iterable[Placed]:
    known: dict[int, bytes] = {}
    for text, ids in zip(texts, value.encode_ordinary_batch(texts), strict=True):
        for number in ids:
            if number not in known:
                known[number] = value.decode_single_token_bytes(number)
        pieces = [known[number] for number in ids]
        # Bytes that are no character by themselves still make a word of their own.
        words = [piece.decode("utf-8", "surrogateescape") for piece in pieces]
        yield zip(words, _byte_spans(text, pieces), strict=True)


def _byte_spans(text: str, pieces: list[bytes]) -> list[tuple[int, int]]:
    """Where pieces of the UTF-8 bytes of a text stand among its characters; part of a character stands where it does.

    >>> _byte_spans("aé", [b"a", b"\\xc3", b"\\xa9"])
    [(0, 1), (1, 2), (1, 2)]
    """
    ends = list(accumulate(map(len, pieces)))
    starts = [0, *ends][:-1]
    if text.isascii():
        return list(zip(starts, ends, strict=True))
    homes = [at for at, char in enumerate(text) for _ in char.encode("utf-8", "replace")]
    last = len(homes) - 1
    if last < 0:
        return [(0, 0) for _ in pieces]
    return [
        (homes[min(start, last)], homes[min(max(start, end - 1), last)] + 1)
        for start, end in zip(starts, ends, strict=True)
    ]


def _spacy(value: Any, texts: list[str]) -> Iterable[Placed]:
    for document in value.pipe(texts):
        yield [(token.text, (token.idx, token.idx + len(token.text))) for token in document if not token.is_space]


READERS: dict[str, Callable[[Any, list[str]], Iterable[Placed]]] = {
    "tokenizers": _tokenizers,
    "transformers": _transformers,
    "tiktoken": _tiktoken,
    "spacy": _spacy,
}
"""How a batch of texts is read, by library."""
