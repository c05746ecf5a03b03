"""Write the tables of characters that the core needs to cut text as single programs do.

    python3.13 tools/make_program_tables.py            writes the two headers
    python3.13 tools/make_program_tables.py --check    fails if a header differs from what would be written

One header has what Punkt asks of a character: decimal digit, part of a word as Unicode's annex on regular expressions has
it but no digit, capital, small letter. The other has what JavaScript says of it, as infrarouge/data/js_unicode.py lists it.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

from generated import put
from make_unicode import BLOCK, END, ROOT, UNICODE, rows, runs

sys.path.insert(0, str(ROOT / "src"))
from infrarouge.data.js_unicode import CLASSES, STARTS, WHICH  # the path is set above
from infrarouge.reading.programs.punkt_rules import is_initial

FOLDER = ROOT / "cpp" / "include" / "infrarouge" / "reading" / "programs"
KINDS = ("--", "P", "Pd", "Ps", "Sc", "S", "N", "M", "Lu", "Ll", "Lt", "Lm", "Lo")
"""The order of `js::Kind`."""


def python_bits(code: int) -> int:
    """Return what is known of a code point: decimal 1, other part of a word 2, capital 4, small letter 8."""
    char = chr(code)
    return (
        (1 if re.match(r"\d", char) else 0)
        | (2 if is_initial(char) else 0)
        | (4 if char.isupper() else 0)
        | (8 if char.islower() else 0)
    )


def js_bits() -> bytes:
    """Return what JavaScript says of every code point: its kind, then cased 16, capital 32, identifier 64, raised 128."""
    table = bytearray(END)
    ends = (*STARTS[1:], END)
    for start, end, which in zip(STARTS, ends, WHICH, strict=True):
        kind, _, letters = CLASSES[which].partition(" ")
        bits = KINDS.index(kind) | sum(16 << at for at, letter in enumerate("cuir") if letter in letters)
        table[start:end] = bytes([bits]) * (end - start)
    return bytes(table)


def header(table: bytes, name: str, about: str) -> str:
    """Return a header with a table in two stages, each as runs."""
    blocks: dict[bytes, int] = {}
    index = [blocks.setdefault(table[i : i + BLOCK], len(blocks)) for i in range(0, END, BLOCK)]
    while len(index) > 1 and index[-1] == index[-2]:
        index.pop()
    if len(blocks) > 256:
        raise SystemExit(f"{len(blocks)} different blocks do not fit into an index of bytes")
    return f"""// {about}, written by tools/make_program_tables.py; do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace infrarouge::tables::{name} {{

// A code point's byte is blocks[index[min(code / {BLOCK}, last)] * {BLOCK} + code % {BLOCK}]; both as runs.
inline constexpr std::uint32_t n_blocks = {len(blocks)};
inline constexpr std::uint32_t n_index = {len(index)};
inline constexpr std::uint16_t index_runs[] = {{
{rows(runs(index), 150)}
}};
inline constexpr std::uint16_t block_runs[] = {{
{rows(runs(b"".join(blocks)), 150)}
}};

}}  // namespace infrarouge::tables::{name}
"""


def main(arguments: list[str]) -> int:
    """Write or check the two headers."""
    if unicodedata.unidata_version != UNICODE:
        print(
            f"Unicode {unicodedata.unidata_version} found, {UNICODE} needed: run this with Python 3.13", file=sys.stderr
        )
        return 2
    python = bytes(python_bits(code) for code in range(END))
    files: dict[Path, str] = {
        FOLDER / "python_tables.hpp": header(python, "python", f"Unicode {UNICODE} as Punkt looks at it"),
        FOLDER / "js_tables.hpp": header(js_bits(), "js", "Unicode 17.0 as JavaScript sees it"),
    }
    return put(files, arguments, "make_program_tables.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
