"""Signals are answered inside the core: each of these calls takes minutes, and ends when a signal comes."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from engine.interrupted import CASES, Alarm, ring, words

import infrarouge as ir
from infrarouge import engine
from infrarouge.engine.runner import runner_of

pytestmark = [
    pytest.mark.skipif(engine.name() != "core", reason="the textbook is Python, which answers by itself"),
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends signals"),
]
HANG = 100  # seconds after which a call that is not interrupted fails the test; each would go on for far longer


@pytest.mark.parametrize("kind", ["keyboard", "handler"])
@pytest.mark.parametrize("name", CASES)
def test_a_call_that_takes_minutes_ends_with_a_signal(name: str, kind: str) -> None:
    if kind == "handler" and name not in ("rougeL", "bootstrap"):
        pytest.skip("one way to raise is like the other")
    program = Path(__file__).with_name("interrupted.py")
    done = subprocess.run(
        [sys.executable, str(program), name, kind],
        capture_output=True,
        text=True,
        timeout=HANG,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["KeyboardInterrupt" if kind == "keyboard" else "Alarm"]


def answered(call: Callable[[], Any]) -> int:
    """How often signals were answered around a call; more than twice only if they were answered inside it."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    before = signal.signal(signal.SIGALRM, note)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return count


def pair_of(text: str, **rules: Any) -> Callable[[], Any]:
    plan = runner_of("rouge1 rougeLsum", "infrarouge-1", rules=rules).plan
    return lambda: plan.pair(text, "a")


def line_of(content: bytes, delimited: bool) -> Callable[[], Any]:
    files: Any = import_module("infrarouge._core").files
    block = files.read_block(io.BytesIO(content).readinto, None, 0, len(content))
    if delimited:
        return lambda: files.delimited(block, ",", 1, [0], True)
    return lambda: files.json_lines(block, [("a", "", "text")], True)


SENTENCE = 'The cat\'s on the mat, and "Mr. Smith" cannot say no to it - ever - '
READERS: dict[str, Callable[[], Callable[[], Any]]] = {
    "words of js-rouge 3.2.0": lambda: pair_of(SENTENCE * 500_000, tokens="treebank-js-3.2.0"),
    "words of js-rouge 3.2.3": lambda: pair_of(SENTENCE * 500_000, tokens="treebank-js-3.2.3"),
    "words of rage4j": lambda: pair_of(SENTENCE * 1_500_000, tokens="java-whitespace"),
    "words of ROUGE 2.0": lambda: pair_of(SENTENCE * 1_000_000, tokens="rouge2"),
    "one long word": lambda: pair_of("a" * 100_000_000, tokens="whitespace"),
    "sentences of js-rouge 3.2.0": lambda: lambda: engine.engine.js_sentences_320("Mr. " * 10_000_000),
    "sentences of js-rouge 3.2.3": lambda: lambda: engine.engine.js_sentences(SENTENCE * 300_000, False),
    "sentences of rouge-chinese": lambda: pair_of("東京。" * 8_000_000, sentences="rouge-chinese", tokens="chars"),
    "a normal form": lambda: pair_of("a" + "\u0301\u0323" * 4_000_000, normalizer="nfc"),
    "a line of JSON": lambda: line_of(b'{"a": "' + rb"\n" * 40_000_000 + b'"}\n', False),
    "a row of CSV": lambda: line_of(b'"' + b'""' * 50_000_000 + b'"\n', True),
}


@pytest.mark.parametrize("name", READERS)
def test_signals_are_answered_while_one_long_text_is_read(name: str) -> None:
    assert answered(READERS[name]()) > 2


def search(index: ir.Index, text: str) -> None:
    while True:
        index.above(text, 0.01)


def test_what_was_interrupted_goes_on_as_if_nothing_had_been() -> None:
    """The same scorer and the same index give what they always give, after each of several interruptions."""
    long, other, texts = words(200_000, 500, 1), words(200_000, 500, 2), [words(30, 300, seed) for seed in range(3000)]
    rouge, index = ir.Rouge("rougeW-1.2 rougeL rougeLsum"), ir.Index(texts, metric="rougeL")
    expected = rouge.score(prediction=texts[0], reference=texts[1])
    above = index.above(texts[7], 0.3)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for wait in (0.02, 0.1, 0.2):
            signal.setitimer(signal.ITIMER_REAL, wait)
            with pytest.raises(Alarm):
                rouge.score(prediction=long, reference=other)
            signal.setitimer(signal.ITIMER_REAL, wait)
            with pytest.raises(Alarm):
                search(index, " ".join(texts[:50]))
            assert rouge.score(prediction=texts[0], reference=texts[1]) == expected
            assert index.above(texts[7], 0.3) == above
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_other_threads_score_while_the_main_thread_is_interrupted() -> None:
    texts, long = [words(400, 300, seed) for seed in range(200)], words(300_000, 500, 1)
    others_words = words(300_000, 500, 2)
    rouge = ir.Rouge("rougeL rougeLsum rougeW-1.2")
    expected = rouge.evaluate(predictions=texts, references=texts[::-1]).scores
    results: list[bool] = []

    def work() -> None:
        for _ in range(5):
            scores = rouge.evaluate(predictions=texts, references=texts[::-1]).scores
            results.append(bool((scores == expected).all()))

    others = [threading.Thread(target=work) for _ in range(3)]
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for other in others:
            other.start()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Alarm):
            rouge.score(prediction=long, reference=others_words)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        for other in others:
            other.join()
    assert results == [True] * 15
