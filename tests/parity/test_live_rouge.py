"""PyPI rouge itself against our surface: random texts and options, with == on floats."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import random
import sys
from importlib import metadata
from typing import Any

import pytest

from infrarouge.compat import rouge as ours

pytestmark = pytest.mark.peers
theirs = pytest.importorskip("rouge", reason="needs PyPI rouge; type: make test-all")
try:
    VERSION = metadata.version("rouge")
except metadata.PackageNotFoundError:
    VERSION = "none"
if VERSION not in ("1.0.1", "1.0.0"):
    pytest.skip("needs PyPI rouge 1.0.1 or 1.0.0", allow_module_level=True)

PIECES = [
    "the",
    "cat",
    "sat",
    "a",
    "A",
    "é",
    "東京",
    "x,",
    "3.5",
    ".",
    ". ",
    " . ",
    " ",
    "  ",
    "\n",
    "\t",
    "\xa0",
    "the cat",
]


def texts(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(PIECES, k=rng.randint(0, 14))) for _ in range(count)]


def result(call: Any, *arguments: Any, **options: Any) -> Any:
    try:
        return call(*arguments, **options)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize("raw", [True, False])
def test_scores(exclusive: bool, raw: bool) -> None:
    options: dict[str, Any] = {"exclusive": exclusive, "raw_results": raw, "return_lengths": True}
    metrics = [f"rouge-{n}" for n in ("12345l" if VERSION == "1.0.1" else "12l")]
    mine, real = ours.Rouge(metrics, **options, version=VERSION), theirs.Rouge(metrics, **options)
    for hyp, ref in zip(texts(1, 400), texts(2, 400), strict=True):
        assert result(mine.get_scores, hyp, ref) == result(real.get_scores, hyp, ref), (hyp, ref)


@pytest.mark.parametrize(
    "arguments", [(None, None), ("a", None), ("a", ["b"]), (["a"], "b"), (("a",), ["a"]), ([], [])]
)
@pytest.mark.parametrize("options", [{}, {"avg": True}, {"ignore_empty": True}])
def test_odd_arguments(arguments: Any, options: Any) -> None:
    mine, real = result(ours.Rouge(version=VERSION).get_scores, *arguments, **options), theirs.Rouge().get_scores
    assert mine == result(real, *arguments, **options)


def test_average() -> None:
    pairs = [
        (a, b) for a, b in zip(texts(3, 200), texts(4, 200), strict=True) if a.strip(". \n\t") and b.strip(". \n\t")
    ]
    hyps, refs = map(list, zip(*pairs, strict=True))
    assert ours.Rouge(version=VERSION).get_scores(hyps, refs, avg=True) == theirs.Rouge().get_scores(
        hyps, refs, avg=True
    )


@pytest.mark.skipif(VERSION != "1.0.1", reason="the functions are those of release 1.0.1")
def test_functions() -> None:
    """The module rouge_score: its functions on lists of sentences."""
    mine, real = ours.rouge_score, theirs.rouge_score
    lists = [[part for part in text.split(".") if part] for text in texts(5, 300)]
    for hyp, ref in itertools.pairwise(lists):
        for options in ({}, {"exclusive": False}, {"raw_results": True}):
            for name in ("rouge_n", "rouge_l_summary_level"):
                pair = (result(getattr(side, name), hyp, ref, **options) for side in (mine, real))
                assert len({repr(value) for value in pair}) == 1, (name, hyp, ref)
    full = [sentences for sentences in lists if sentences][:20]
    ids = [(a, b) for a in range(20) for b in range(0, 20, 3)]
    assert mine.multi_rouge_n(full, ids, 1) == real.multi_rouge_n(full, ids, 1)
    for counts in ((3, 4, 2), (0, 4, 0), (0, 0, 0), (7, 7, 7)):
        assert mine.f_r_p_rouge_n(*counts) == real.f_r_p_rouge_n(*counts)


def test_files(tmp_path: Any) -> None:
    for name, lines in (("hyp", "the cat\na b c\nthe dog"), ("ref", "the cat sat\na b\nthe dog")):
        (tmp_path / name).write_text(lines, encoding="utf-8")
    paths = str(tmp_path / "hyp"), str(tmp_path / "ref")
    assert ours.FilesRouge(strict=True, version=VERSION).get_scores(*paths) == theirs.FilesRouge().get_scores(*paths)


def test_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    command = pytest.importorskip("bin.rouge_cmd")
    for arguments in (["a b", "a c"], ["-a", "a b", "a c", "--metrics", "1", "L"], ["a", "b", "--stats", "F", "R"]):
        printed = []
        for main, more in ((command.main, []), (ours.main, ["--release", VERSION])):
            monkeypatch.setattr(sys, "argv", ["rouge", *arguments, *more])
            with contextlib.redirect_stdout(io.StringIO()) as out:
                main()
            printed.append(out.getvalue())
        assert printed[0] == printed[1]
        json.loads(printed[0])
