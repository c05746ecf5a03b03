"""Runs the console blocks of Markdown pages and compares what they print with the page; --write puts it there.

A block opens with ```console. A line that starts with "$ " is a command (a backslash continues it), and what follows, up
to the next command, is what it prints. A line "..." stands for any lines. All commands of a page share a folder of their
own, in which samples/ is the one of the tree.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def steps(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what it should print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        found = re.match(r"((?:[^\n]*\\\n)*[^\n]*\n)", part)
        assert found is not None, f"a command without an end: {part!r}"
        yield found[1], part[found.end() :]


def matches(expected: str, printed: str) -> bool:
    """Whether the page tells the truth; a line "..." on it stands for any lines."""
    pattern = re.escape(expected.strip("\n")).replace(re.escape("..."), "...")
    pattern = re.sub(r"^\.\.\.$", r"(?:.*\n)*?.*", pattern.replace("\\\n", "\n"), flags=re.MULTILINE)
    return re.fullmatch(pattern, printed.strip("\n")) is not None


def run(command: str, folder: Path) -> str:
    """What a command prints, errors among it."""
    env = {**os.environ, "PATH": f"{folder / '.bin'}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n" if done.stdout else ""


def prepare(folder: Path) -> None:
    """Make the folder of a page: the samples, and an infrarouge that is this one."""
    (folder / "samples").symlink_to(ROOT / "samples")
    tool = folder / ".bin" / "infrarouge"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m infrarouge "$@"\n')
    tool.chmod(0o755)


def differences(page: Path) -> list[str]:
    """What the page says wrongly."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            for command, expected in steps(block[1]):
                printed = run(command, Path(name))
                if not matches(expected, printed):
                    found.append(f"{page.name}: $ {command}expected:\n{expected}\nprinted:\n{printed}")
    return found


def rewrite(page: Path) -> None:
    """Put what the commands print into the page, where it is not shortened there."""
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))

        def renew(block: re.Match[str]) -> str:
            made = "```console\n"
            for command, expected in steps(block[1]):
                printed = run(command, Path(name))
                made += f"$ {command}{expected if matches(expected, printed) else printed}"
            return made + "```"

        page.write_text(BLOCK.sub(renew, page.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> int:
    """Check or rewrite the pages named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="pages; README.md and docs/ unless told")
    parser.add_argument("--write", action="store_true", help="put what is printed into the pages")
    told = parser.parse_args()
    pages = told.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if told.write:
        for page in pages:
            rewrite(page)
        return 0
    wrong = [text for page in pages for text in differences(page)]
    print("\n".join(wrong) or f"{len(pages)} pages tell the truth")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
