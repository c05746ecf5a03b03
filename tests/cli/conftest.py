"""Runs the command line in the process of the tests, where the samples are."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest
from cli.samples import ROOT

from infrarouge.cli import main


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command finds samples/ and writes to a terminal of 80 columns."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command line here, without a new process: exit status, standard output, standard error."""

    def call(*words: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["infrarouge", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as caught:
            main()
        out = capsys.readouterr()
        return int(caught.value.code or 0), out.out, out.err

    return call
