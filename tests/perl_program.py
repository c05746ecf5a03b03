"""Runs the program on texts written as one line, with ``/`` between sentences."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from infrarouge.rouge155.options import parse
from infrarouge.rouge155.program import run


class Ran(NamedTuple):
    """What the program printed, and what it warned of."""

    lines: list[str]
    warnings: list[str]

    def numbers(self, label: str = "ROUGE-1") -> list[str]:
        """Average R, P and F of a metric, or its M, P and H under -t 2."""
        own = [line for line in self.lines if f" {label} " in line and " Eval " not in line]
        if " M_count: " in own[0]:
            return own[0].split()[-5::2]
        return [line.split(": ")[1].split()[0] for line in own]


def write(folder: Path, name: str, text: str | bytes) -> str:
    """Write a file: bytes as they are, a text with every ``" / "`` a new line."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else (text.replace(" / ", "\n") + "\n").encode("utf-8"))
    return str(path)


def program(*words: str) -> Ran:
    """Run with these words."""
    warnings: list[str] = []
    return Ran(list(run(parse(list(words)), warnings.append)), warnings)


def score(
    folder: Path, options: str, *evals: tuple[str | bytes, list[str | bytes]], format: str = "SPL", system: str = "X"
) -> Ran:
    """Run on evaluations, each a peer and its models."""
    lines = []
    for at, (peer, models) in enumerate(evals):
        names = [write(folder, f"{at}.{part}", text) for part, text in enumerate([peer, *models])]
        lines.append(" ".join(names) + "\n")
    listed = write(folder, "list", "".join(lines).encode())
    return program(*options.split(), "-z", format, listed, system)


def evaluation(
    peers: str = '<P ID="A">1</P>',
    models: str = '<M ID="A">1</M>',
    id: str = "1",
    roots: str = "<PEER-ROOT> p </PEER-ROOT><MODEL-ROOT>\nm\n</MODEL-ROOT>",
    format: str = '<INPUT-FORMAT TYPE="spl"/>',
) -> str:
    return f'<EVAL ID="{id}">{roots}{format}<PEERS>{peers}</PEERS><MODELS>{models}</MODELS></EVAL>'


def summaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write some peers and models, and go to their folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("p/1", "a b c d"), ("p/2", "x"), ("m/1", "a b"), ("m/2", "x y z"), ("q/1", "a"), ("q/2", "b")):
        write(tmp_path, name, text)
    return tmp_path


def xml(folder: Path, *evals: str, options: str = "-n 1 -x -t 1 -d -a", system: str | None = None) -> Ran:
    path = write(folder, "c.xml", f"<ROUGE-EVAL version='1.0'>{''.join(evals)}</ROUGE-EVAL>".encode())
    return program(*options.split(), path, *([] if system is None else [system]))


def items(ran: Ran) -> list[str]:
    return [line.partition(" ROUGE-1 Eval ")[2] for line in ran.lines if " Eval " in line]
