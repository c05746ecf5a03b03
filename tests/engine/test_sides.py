"""Texts that cross as one buffer of UTF-8 are read as the same texts in a list, by both engines and every verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from properties.test_engines import METRICS, PLAIN, rules

from infrarouge.engine import textbook
from infrarouge.errors import NOT_UTF8, TextFault
from infrarouge.types import NEVER, Side, Utf8

core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")

# Characters of every plane and of every length in UTF-8; there are no surrogates in it.
CHARACTERS = st.one_of(
    st.sampled_from(list("aab.\n <q>éßΣς東กी́\u200d\ufeff\ufffd😀𝔘\x00")),
    st.characters(min_codepoint=1, max_codepoint=0x10FFFF, exclude_categories=["Cs"]),
)
TEXTS = st.text(CHARACTERS, max_size=40) | st.text("ab c\n", max_size=300)
MAYBE = TEXTS | st.none()
FEW = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])


def arrays(data: bytes) -> Any:
    return np.frombuffer(data, dtype=np.uint8)


FORMS: list[Callable[[bytes], Any]] = [bytes, bytearray, memoryview, arrays]


def utf8(texts: list[Any], form: Callable[[bytes], Any] = bytes, before: str = "", after: str = "") -> Utf8:
    """The texts as a stretch of a larger buffer."""
    plain = Utf8.of([before, *texts, after]).part(1, len(texts) + 1)
    return plain._replace(data=form(plain.data))


def numbers(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


def counted(engine: Any, setup: dict[str, Any], sides: tuple[Side, Side], n: int, threads: int = 1) -> Any:
    counts, ours, theirs = np.zeros((n, len(setup["metrics"]), 3)), np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    engine.Plan(**setup).count(*sides, None, counts, ours, theirs, 0, n, threads)
    return counts.tolist(), ours.tolist(), theirs.tolist()


@FEW
@given(rules(), st.lists(st.tuples(MAYBE, MAYBE), max_size=6), st.sampled_from(FORMS), TEXTS, st.integers(0, 1))
def test_texts(setup: dict[str, Any], pairs: list[Any], form: Any, around: str, both: int) -> None:
    ours, theirs = [one for one, _ in pairs], [two for _, two in pairs]
    expected = counted(core, setup, (Side(ours), Side(theirs)), len(pairs))
    buffers = Side(utf8(ours, form, around, around)), Side(utf8(theirs, form) if both else theirs)
    for engine, threads in ((core, 1), (core, 3), (textbook, 1)):
        assert counted(engine, setup, buffers, len(pairs), threads) == expected


@FEW
@given(rules(), st.lists(st.lists(st.lists(TEXTS, max_size=3), max_size=3), min_size=1, max_size=3), st.booleans())
def test_sentences_and_tokens(setup: dict[str, Any], documents: list[list[list[str]]], tokens: bool) -> None:
    """What is nested is a buffer and offsets as well: sentences, tokens, and a flat view of its own."""
    setup = {**setup, "sentences": "list", "max_words": None, "max_bytes": None}
    sentences = [sentence for document in documents for sentence in document]
    words = [word for sentence in sentences for word in sentence]
    ends = numbers(*np.cumsum([0, *map(len, documents)]))
    if tokens:
        setup |= {"tokens": "list", "lowercase": "none"}
        flat = [word for document in documents for sentence in document for word in sentence[:1]]
        starts = np.cumsum([0, *(sum(len(part[:1]) for part in document) for document in documents)])
        inner = numbers(*np.cumsum([0, *map(len, sentences)]))
        plain = Side(words, ends, inner, flat, numbers(*starts))
        buffers = plain._replace(items=utf8(words), flat=utf8(flat))
    else:
        lines = [" ".join(sentence) for sentence in sentences]
        plain, buffers = Side(lines, ends), Side(utf8(lines), ends)
    n = len(documents)
    expected = counted(core, setup, (plain, plain), n)
    for engine in (core, textbook):
        assert counted(engine, setup, (buffers, plain), n) == expected
        assert counted(engine, setup, (buffers, buffers), n) == expected


@FEW
@given(st.lists(MAYBE, min_size=1, max_size=6), st.lists(MAYBE, min_size=1, max_size=6), st.sampled_from(FORMS))
def test_kept_texts(ours: list[Any], theirs: list[Any], form: Any) -> None:
    setup = {**PLAIN, "metrics": [("lcs", 0.0, False)]}
    answers = []
    for engine, wrap in ((core, list), (core, utf8), (textbook, utf8)):
        plan = engine.Plan(**setup)
        kept = [wrap(texts) if wrap is list else utf8(texts, form, "é") for texts in (ours, theirs)]
        index, flags = plan.index(), np.zeros(len(theirs), np.uint8)
        index.add(Side(kept[1]), "text", flags, 0, len(theirs))
        totals, own = np.zeros(len(ours)), np.zeros(len(ours), np.uint8)
        index.measure(Side(kept[0]), "text", totals, own, 0, len(ours), 1)
        sizes = np.maximum(1, np.minimum(totals[:, None], index.totals()) // 2)
        needs = np.where(totals[:, None] * index.totals() > 0, sizes, NEVER).astype(np.int32)
        hits = index.search(Side(kept[0]), needs, np.arange(len(ours)), None, 0, len(ours), 1)
        starts, rows = np.zeros(len(ours), np.int64), np.arange(len(ours) + 1) * len(theirs)
        counts = np.zeros((len(ours) * len(theirs), 1, 3))
        index.count(Side(kept[0]), starts, rows, counts, own, 0, len(ours), 1)
        greedy, chosen, scores = plan.greedy(), np.zeros((1, 2), np.int64), np.zeros(1)
        articles = Side(kept[0]), numbers(0, len(ours)), Side(kept[1]), own, flags
        greedy.extract(*articles, chosen, scores, 0.5, 2, 0, 1, 1)
        parts = (flags, own, totals, *hits, counts, chosen, scores)
        answers.append([part.tolist() for part in parts])
    assert answers[1] == answers[0]
    assert answers[2] == answers[0]


@FEW
@given(st.lists(st.binary(max_size=6) | TEXTS.map(str.encode), max_size=8))
def test_what_is_not_utf8_is_named(pieces: list[bytes]) -> None:
    """Python's own decoder tells what is UTF-8, of bytes that are cut anywhere."""
    side = Side(Utf8(b"".join(pieces), numbers(*np.cumsum([0, *map(len, pieces)]))))
    wrong = []
    for at, piece in enumerate(pieces):
        try:
            piece.decode()
        except UnicodeDecodeError:
            wrong.append(at)
    others = Side(["a"] * len(pieces))
    for engine, threads in ((core, 1), (core, 2), (textbook, 1)):
        if not wrong:
            counted(engine, PLAIN, (side, others), len(pieces), threads)
            continue
        with pytest.raises(TextFault) as caught:
            counted(engine, PLAIN, (side, others), len(pieces), threads)
        assert caught.value.args == ("prediction", wrong[0], NOT_UTF8)


def test_the_first_of_many_wrong_texts_is_named() -> None:
    texts = [b"fine", *[b"\xff"] * 5000]
    side = Side(Utf8(b"".join(texts), numbers(*np.cumsum([0, *map(len, texts)]))))
    for threads in (1, 4):
        with pytest.raises(TextFault) as caught:
            counted(core, PLAIN, (side, Side(["a"] * len(texts))), len(texts), threads)
        assert caught.value.row == 1


DATA, TWO = b"ab", numbers(0, 1, 2)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (Utf8(DATA, numbers(0, 1)), "one more entry"),
        (Utf8(DATA, numbers(0, 2, 1)), "must not fall"),
        (Utf8(DATA, numbers(-1, 1, 2)), "must not be negative"),
        (Utf8(DATA, numbers(0, 1, 3)), "reach beyond the bytes"),
        (Utf8(DATA, numbers(0, 1, 2**62)), "reach beyond the bytes"),
        (Utf8(b"", numbers(0, 0, 1)), "reach beyond the bytes"),
        (Utf8(DATA, [0, 1, 2]), "must be an array of int64"),  # type: ignore[arg-type]
        (Utf8(np.zeros(2), TWO), "must be bytes"),
        (Utf8("ab", TWO), "bytes-like object"),
        (Utf8(None, TWO), "bytes-like object"),
        (Utf8(np.zeros((2, 2), np.uint8)[:, 0], TWO), "contiguous"),
        (Utf8(DATA, TWO, np.zeros(1, np.uint8)), "missing must have one entry"),
        (Utf8(DATA, TWO, "x"), "missing must be an array"),  # type: ignore[arg-type]
    ],
)
def test_buffers_that_lie_are_refused(texts: Utf8, message: str) -> None:
    for sides in ((Side(texts), Side(["a", "b"])), (Side(["a", "b"]), Side(texts))):
        with pytest.raises((ValueError, TypeError, BufferError), match=message):
            counted(core, PLAIN, sides, 2)


def test_a_buffer_stays_in_place_while_it_is_read() -> None:
    data = bytearray(b"a b c")
    counted(core, PLAIN, (Side(Utf8(data, numbers(0, 5))), Side(["a"])), 1)
    data.extend(b"more")  # it was let go again
    empty = Side(Utf8(b"", numbers(0, 0, 0)))
    assert counted(core, PLAIN, (empty, Side(["a", "b"])), 2)[1] == [1, 1]


def test_missing_is_not_for_what_is_nested() -> None:
    side = Side(Utf8(b"ab", TWO, np.array([0, 1], np.uint8)), numbers(0, 1, 2))
    for engine in (core, textbook):
        with pytest.raises(TextFault) as caught:
            counted(engine, {**PLAIN, "sentences": "list"}, (side, Side(["a", "b"])), 2)
        assert caught.value.args == ("prediction", 1, "NoneType")


def test_ids_of_another_type_are_converted() -> None:
    """The converted copy lives as long as it is read."""
    n = 200_000
    ids = np.arange(n) % 1000
    texts, setup = numbers(0, 1), {**PLAIN, "tokens": "ids", "sentences": "list", "metrics": METRICS[:2]}
    sides = [Side(ids.astype(kind), texts, numbers(0, n)) for kind in (np.int64, np.int32, np.uint8)]
    answers = [counted(core, setup, (side, side), 1) for side in sides[:2]]
    assert answers[0] == answers[1]
    assert counted(core, setup, (sides[2], sides[2]), 1)[0][0][0] == [n] * 3
    with pytest.raises(ValueError, match="ids must be an array of int64"):
        counted(core, setup, (Side(object(), texts, numbers(0, n)), sides[0]), 1)
