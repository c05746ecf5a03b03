"""Write the tables of normal forms of both engines from Unicode data of one fixed version.

    python3.13 tools/make_normal_forms.py            writes the two files
    python3.13 tools/make_normal_forms.py --check    fails if a file differs from what would be written

Another Python will do if the package unicodedata2 of that version is installed. Both files hold the same numbers: runs of
combining classes, decompositions of one step, the code points that are never composed, and the zeros of decimal digits.
"""

from __future__ import annotations

import importlib
import sys
import unicodedata
from pathlib import Path
from typing import Any

from generated import put

UNICODE = "15.1.0"  # the version of unicode_tables, and of Python 3.13
ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "cpp" / "include" / "infrarouge" / "reading" / "normal_tables.hpp"
MODULE = ROOT / "src" / "infrarouge" / "data" / "normal_tables.py"
END = 0x110000


def unicode_data() -> Any:
    """The module that knows the wanted version, or None."""
    if unicodedata.unidata_version == UNICODE:
        return unicodedata
    try:
        other = importlib.import_module("unicodedata2")
    except ImportError:
        return None
    return other if other.unidata_version == UNICODE else None


def classes(data: Any) -> list[int]:
    """Return first, last, class for each run of code points with one combining class other than 0."""
    runs: list[list[int]] = []
    for code in range(END):
        combining = data.combining(chr(code))
        if not combining:
            continue
        if runs and runs[-1][1] == code - 1 and runs[-1][2] == combining:
            runs[-1][1] = code
        else:
            runs.append([code, code, combining])
    return [number for run in runs for number in run]


def decompositions(data: Any, compatible: bool) -> list[int]:
    """Return the decompositions of one step, canonical or compatible, as runs of neighbours.

    A run is first code point, how many, how many characters each becomes, and these characters; with 0 in the third
    place the code points become single characters that are neighbours too, and only the first of those follows.
    """
    steps: dict[int, list[int]] = {}
    for code in range(END):
        words = data.decomposition(chr(code)).split()
        if words and words[0].startswith("<") == compatible:
            steps[code] = [int(word, 16) for word in words[compatible:]]
    numbers: list[int] = []
    codes = sorted(steps)
    at = 0
    while at < len(codes):
        first, size = codes[at], len(steps[codes[at]])
        n = rising = 1
        while at + n < len(codes) and codes[at + n] == first + n and len(steps[first + n]) == size:
            if rising == n and size == 1 and steps[first + n][0] == steps[first][0] + n:
                rising += 1
            elif rising > 3:
                break
            n += 1
        if rising > 3:
            numbers += [first, rising, 0, *steps[first]]
            at += rising
        else:
            numbers += [first, n, size, *(part for code in range(first, first + n) for part in steps[code])]
            at += n
    return numbers


def excluded(data: Any) -> list[int]:
    """Return the code points that decompose into two characters and are never composed again."""
    pairs = [code for code in range(END) if len(data.decomposition(chr(code)).split()) == 2]
    canonical = [code for code in pairs if not data.decomposition(chr(code)).startswith("<")]
    return [code for code in canonical if data.normalize("NFC", chr(code)) != chr(code)]


def zeros(data: Any) -> list[int]:
    """Return the zeros of the scripts that have decimal digits; the digits up to nine follow each."""
    found = [code for code in range(END) if data.decimal(chr(code), None) == 0 and data.category(chr(code)) == "Nd"]
    if any(data.decimal(chr(zero + digit), None) != digit for zero in found for digit in range(10)):
        raise SystemExit("digits that do not follow their zero are not expected")
    return found


def rows(values: list[int], width: int = 150) -> str:
    """Return values joined by commas in lines no longer than `width`."""
    lines: list[str] = []
    line = "    "
    for value in values:
        if len(line) + len(str(value)) + 1 > width:
            lines.append(line)
            line = "    "
        line += f"{value},"
    return "\n".join([*lines, line])


TABLES = {
    "classes": "Runs of code points with one combining class: first, last, class.",
    "canonical": "Canonical decompositions of one step, in runs: first, how many, characters each becomes, and these;\n"
    "{0} with 0 in the third place neighbours become neighbours, and only the first of those follows.",
    "compatible": "Compatibility decompositions, in the same way.",
    "excluded": "Code points that decompose into two characters and are never composed again.",
    "zeros": "The zeros of the scripts that have decimal digits; the digits up to nine follow each.",
}


def header(tables: dict[str, list[int]]) -> str:
    """Return the C++ header."""
    parts = [
        f"// {TABLES[name].format('//')}\ninline constexpr std::uint32_t {name}[] = {{\n{rows(values)}\n}};\n"
        for name, values in tables.items()
    ]
    return f"""// Normal forms of Unicode {UNICODE}, written by tools/make_normal_forms.py; do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace infrarouge {{
namespace normal_tables {{

{chr(10).join(parts)}
}}  // namespace normal_tables
}}  // namespace infrarouge
"""


def module(tables: dict[str, list[int]]) -> str:
    """Return the Python module."""
    parts = [
        f"# {TABLES[name].format('#')}\n{name.upper()}: tuple[int, ...] = (\n{rows(values)}\n)\n"
        for name, values in tables.items()
    ]
    head = f'"""Normal forms of Unicode {UNICODE}, written by tools/make_normal_forms.py; do not edit."""'
    return f"{head}\n\n# ruff: noqa\n# fmt: off\n{chr(10).join(parts)}"


def main(arguments: list[str]) -> int:
    """Write or check the two files."""
    data = unicode_data()
    if data is None:
        print(
            f"Unicode {UNICODE} needed: run this with Python 3.13, or install unicodedata2=={UNICODE}", file=sys.stderr
        )
        return 2
    tables = {
        "classes": classes(data),
        "canonical": decompositions(data, compatible=False),
        "compatible": decompositions(data, compatible=True),
        "excluded": excluded(data),
        "zeros": zeros(data),
    }
    return put({HEADER: header(tables), MODULE: module(tables)}, arguments, "make_normal_forms.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
