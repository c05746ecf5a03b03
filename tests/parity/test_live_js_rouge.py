"""js-rouge itself, run by Node, against our surface: random texts, options and helpers, with == on floats."""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from goldens import content
from js_texts import texts

from infrarouge.compat import js_rouge
from infrarouge.errors import RangeError

pytestmark = pytest.mark.peers

ROOT = Path(__file__).resolve().parents[2]
MODULES = Path(os.environ.get("NODE_PATH", ROOT / ".peers/node_modules"))
PACKAGES = {"3.2.3": "js-rouge", "3.2.0": "js-rouge-3.2.0"}
HOOKS = {
    "cut:newline": lambda text: [one for one in text.split("\n") if one.strip()],
    "cut:space": lambda t: t.split(" "),
}
SPECIAL = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}
PIECES = [
    *"aAbzS19.,:;!?()[]{}<>-`$%&#@'\"\n\t\u00a0é東😀«“_|/",
    *(" ", "  ", ". ", "? ", ".\n", "\n\n", "...", "..", "--", "''", "``", "'", '"'),
    *(
        "cannot",
        "gonna",
        "wanna ",
        "'tis",
        "'Twas",
        "more'n",
        "n't",
        "'s",
        "'ll",
        "'RE",
        "U.S.",
        "A.B",
        "it's",
        "CANNOT",
    ),
    *(" Mr. ", " Dr. ", " e.g. ", " Jan. ", " st. ", " Inc. ", "The", "cat", "A. ", " b. ", "Hello World", " a.m. "),
]
WORDS = [
    "The",
    "cat",
    "sat",
    "on",
    "the",
    "mat",
    "and",
    "the",
    "dog",
    "ran",
    "to",
    "a",
    "big",
    "red",
    "house",
    "while",
    "it",
    "rained",
    "in",
    "June",
]


def live(calls: list[list[Any]]) -> list[Any]:
    node = shutil.which("node")
    if node is None or not all((MODULES / package).is_dir() for package in PACKAGES.values()):
        pytest.skip("needs node and js-rouge; type: make test-all")
    done = subprocess.run(
        [node, str(ROOT / "tests/js_rouge_driver.cjs")],
        input="".join(json.dumps([PACKAGES[version], *rest]) + "\n" for version, *rest in calls),
        env={**os.environ, "NODE_PATH": str(MODULES)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def given(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: given(one) for key, one in value.items()}
    if isinstance(value, str):
        if value.startswith("own:"):
            return getattr(js_rouge, value.removeprefix("own:"))
        return SPECIAL.get(value, HOOKS.get(value, value))
    return value


def ours(version: str, name: str, *arguments: Any) -> Any:
    keywords = {} if name in ("lcs", "intersection", "jackKnife") else {"version": version}
    try:
        found = getattr(js_rouge, name)(*map(given, arguments), **keywords)
    except (RangeError, TypeError) as error:
        return {"error": type(error).__name__, "message": str(error)}
    return str(found).replace("inf", "Infinity").replace("nan", "NaN") if _odd(found) else found


def _odd(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def compare(calls: list[list[Any]]) -> None:
    for call, expected in zip(calls, live(calls), strict=True):
        assert ours(*call) == expected, call


def jumbles(seed: int, count: int, longest: int = 12) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices(PIECES, k=rng.randint(1, longest))) for _ in range(count)]


def prose(seed: int, count: int) -> list[str]:
    """Texts whose sentences leave no doubt."""
    rng = random.Random(seed)
    texts = []
    for _ in range(count):
        sentences = [" ".join(rng.choices(WORDS, k=rng.randint(2, 9))).capitalize() for _ in range(rng.randint(1, 4))]
        texts.append(" ".join(one + rng.choice([" hid.", " won!", " left?"]) for one in sentences))
    return texts


@pytest.mark.parametrize("version", PACKAGES)
def test_words(version: str) -> None:
    compare([[version, "treeBankTokenize", text] for text in jumbles(1, 4000)])


def test_sentences_of_the_old_release() -> None:
    compare([["3.2.0", "sentenceSegment", text] for text in jumbles(2, 4000)])


@pytest.mark.parametrize("neutral", [False, True])
def test_sentences_of_the_new_release(neutral: bool) -> None:
    hard = texts(3, 4000) + jumbles(2, 1000) + prose(3, 500)
    compare([["3.2.3", "sentenceSegment", text, {"caseNeutral": neutral}] for text in hard])


def test_sentences_of_the_kept_texts() -> None:
    """The file of texts with their sentences is what the package gives."""
    golden = content("js-rouge/segments-3.2.3.json")
    calls = [
        ["3.2.3", "sentenceSegment", row["text"], {"caseNeutral": flag}] for row in golden for flag in (False, True)
    ]
    assert live(calls) == [row[key] for row in golden for key in ("sentences", "caseNeutral")]


@pytest.mark.parametrize("version", PACKAGES)
@pytest.mark.parametrize("make", [prose, jumbles, texts])
def test_scores(version: str, make: Any) -> None:
    rng = random.Random(4)
    made = make(5, 800)
    calls: list[list[Any]] = []
    for candidate, reference in zip(made[::2], made[1::2], strict=True):
        options: dict[str, Any] = {"beta": rng.choice([0, 0.5, 1, 2, "Infinity"]), "caseSensitive": rng.random() < 0.5}
        if rng.random() < 0.3:
            options["tokenizer"] = rng.choice(["cut:space", "own:treeBankTokenize"])
        calls.append([version, "n", candidate, reference, {**options, "n": rng.choice([1, 2, 3])}])
        calls.append([version, "n", candidate, reference, {**options, "nGram": "own:nGram"}])
        calls.append([version, "s", candidate, reference, {**options, "maxSkip": rng.choice([0, 1, 2, 4, "Infinity"])}])
        calls.append([version, "s", candidate, reference, {**options, "skipBigram": "own:skipBigram"}])
        calls.append([version, "l", candidate, reference, options])
        calls.append([version, "l", candidate, reference, {**options, "segmenter": "cut:newline"}])
        own = {"segmenter": "own:sentenceSegment", "lcs": "own:lcs"}
        calls.append([version, "l", candidate, reference, {**options, **own}])
    compare(calls)


@pytest.mark.parametrize("version", PACKAGES)
def test_words_for_wrong_types(version: str) -> None:
    calls: list[list[Any]] = []
    for wrong in (5, None, True, [], ["a"], ["a", "b"], ""):
        for name in ("n", "l", "s"):
            for options in ({}, {"caseSensitive": False}):
                calls += [[version, name, wrong, "a b", options], [version, name, "a b", wrong, options]]
            calls.append([version, name, wrong, "a b", {"n": -1, "maxSkip": -1, "beta": -1}])
        for name in ("treeBankTokenize", "sentenceSegment", "charIsUpperCase", "strIsTitleCase"):
            # An empty list is an empty text to these.
            calls += [[version, name, wrong]] if wrong != [] else []
    for name, option in (("n", "nGram"), ("s", "skipBigram"), ("l", "segmenter"), ("l", "lcs"), ("n", "tokenizer")):
        calls.append([version, name, "a b", "a c", {option: 5}])
    for few in ("", "a", "ab", 5, None, [], ["a"]):
        calls.append([version, "jackKnife", few, "a", "own:n"])
    calls += [[version, "n", "a", "a", {"n": size}] for size in (1.5, 2, 0.5, "NaN")]
    compare(calls)


@pytest.mark.parametrize("version", PACKAGES)
def test_helpers(version: str) -> None:
    rng = random.Random(6)
    numbers = [0, 0.1, 0.25, 1 / 3, 0.5, 0.7, 1, 1.5, -0.1, "NaN"]
    betas = [0, 1e-3, 0.5, 1, 3, 1e5, "Infinity", "NaN", -1]
    calls: list[list[Any]] = [[version, "fMeasure", p, r, beta] for p in numbers for r in numbers for beta in betas]
    calls += [[version, "fMeasure", rng.random(), rng.random(), 2 ** rng.uniform(-9, 9)] for _ in range(500)]
    tiny = [5e-324, 1e-323, 1e-310, 2.2250738585072014e-308, 1e-200, 0.3, 1.0]
    large = [1e-308, 1e-161, 1e154, 1.3407807929942597e154, 1e155, 1e161, 4e161, 1.7976931348623157e308]
    calls += [[version, "fMeasure", p, r, beta] for p in tiny for r in tiny for beta in large]
    calls += [[version, "fact", one] for one in [-1, *range(172)]]
    calls += [[version, "comb2", one] for one in (-1, 0, 1, 2, 2.5, 3, 10, 10**8)]
    tokens = [rng.choices("abc", k=rng.randint(0, 7)) for _ in range(200)]
    calls += [[version, "lcs", one, two] for one, two in zip(tokens, tokens[::-1], strict=True)]
    calls += [[version, "intersection", one, two] for one, two in zip(tokens, tokens[::-1], strict=True)]
    for one in tokens:
        calls.append([version, "nGram", one, rng.choice([0, 1, 1.5, 2, 3]), {"start": rng.random() < 0.5}])
        calls.append([version, "skipBigram", one, rng.choice([-1, 0, 1, 1.5, 2, "Infinity"])])
    calls += [[version, "arithmeticMean", [rng.random() for _ in range(rng.randint(0, 9))]] for _ in range(50)]
    compare(calls)


@pytest.mark.parametrize("version", PACKAGES)
def test_capitals(version: str) -> None:
    letters = [chr(code) for code in range(0x250)] + [*"ΑαЖжԱաႠⴀᾈⅧⒶⓐǅ中", "", "AB", "𝐀"]
    compare([[version, name, one] for one in letters for name in ("charIsUpperCase", "strIsTitleCase")])
