"""Write the Unicode tables of both engines from Python's unicodedata.

    python3.13 tools/make_unicode.py            writes the two files
    python3.13 tools/make_unicode.py --check    fails if a file differs from what would be written

One byte describes a code point: its kind in the low three bits, then one bit each for letter, space, cased,
case-ignorable and "lower-casing changes it". Casing is asked of str.lower() itself, so they agree.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from generated import put

UNICODE = "15.1.0"  # the version of Python 3.13
ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "cpp" / "include" / "infrarouge" / "reading" / "unicode_tables.hpp"
MODULE = ROOT / "src" / "infrarouge" / "data" / "unicode_tables.py"

SEPARATOR, WORD, SINGLE, MARK, IGNORED = range(5)
LETTER, SPACE, CASED, CASE_IGNORABLE, LOWERS = 8, 16, 32, 64, 128
END = 0x110000
BLOCK = 256

# Scripts written without spaces between words: each character is a token.
SINGLE_NAMES = (
    "CJK UNIFIED IDEOGRAPH",
    "CJK COMPATIBILITY IDEOGRAPH",
    "HIRAGANA",
    "HENTAIGANA",
    "KATAKANA",
    "HALFWIDTH KATAKANA",
    "IDEOGRAPHIC",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
)
SINGLE_CODES = {0x3005, 0x3007, 0x303B, *range(0x3031, 0x3036), 0x30FC}
VOICED_MARKS = {0xFF9E, 0xFF9F}  # halfwidth: letters by category, marks by use


def kind(code: int) -> int:
    """Return what a tokenizer does with a code point."""
    char = chr(code)
    category = unicodedata.category(char)
    if (category[0] == "M" and not is_selector(code)) or code in VOICED_MARKS:
        return MARK
    if category == "Cf" or is_selector(code):
        return IGNORED
    if category[0] not in "LN":
        return SEPARATOR
    if code in SINGLE_CODES:
        return SINGLE
    # Decimal digits stay whole numbers in every script.
    if category != "Nd" and unicodedata.name(char, "").startswith(SINGLE_NAMES):
        return SINGLE
    return WORD


def is_selector(code: int) -> bool:
    """Return whether a code point is a variation selector."""
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def properties(code: int) -> int:
    """Return the byte that describes a code point."""
    char = chr(code)
    bits = kind(code)
    if unicodedata.category(char)[0] == "L":
        bits |= LETTER
    if char.isspace():
        bits |= SPACE
    # A capital sigma shows its neighbours: it is final after a cased character, ignorable ones skipped.
    if (char + "\u03a3").lower().endswith("\u03c2"):
        bits |= CASED
    elif ("A" + char + "\u03a3").lower().endswith("\u03c2"):
        bits |= CASE_IGNORABLE
    if char.lower() != char:
        bits |= LOWERS
    return bits


def lower_ranges() -> list[tuple[int, int, int, int]]:
    """Return (first, last, step, delta) for all code points with a lower case of one character."""
    ranges: list[tuple[int, int, int, int]] = []
    for code in range(END):
        lowered = chr(code).lower()
        if len(lowered) != 1:
            if code != 0x130 or lowered != "i\u0307":
                raise SystemExit(f"U+{code:04X} lowers to {lowered!r}; only U+0130 is expected to grow")
            continue
        delta = ord(lowered) - code
        if not delta:
            continue
        if ranges:
            first, last, step, before = ranges[-1]
            gap = code - last
            if delta == before and gap in (1, 2) and (first == last or gap == step):
                ranges[-1] = (first, code, gap, delta)
                continue
        ranges.append((code, code, 1, delta))
    return ranges


def rows(values: list[str], width: int) -> str:
    """Return values joined by commas in lines no longer than `width`."""
    lines: list[str] = []
    line = "   "
    for value in values:
        if len(line) + len(value) + 2 > width:
            lines.append(line)
            line = "   "
        line += f" {value},"
    lines.append(line)
    return "\n".join(lines)


def runs(values: Iterable[int]) -> list[str]:
    """Return values as runs: how often each comes in a row, and which it is."""
    return [f"{sum(1 for _ in group)},{value}" for value, group in groupby(values)]


def header(table: bytes, ranges: list[tuple[int, int, int, int]]) -> str:
    """Return the C++ header: a two-stage table, each stage as runs, and the ranges of lower-casing."""
    blocks: dict[bytes, int] = {}
    index = [blocks.setdefault(table[i : i + BLOCK], len(blocks)) for i in range(0, END, BLOCK)]
    # Everything from the last block that differs on is one constant.
    while len(index) > 1 and index[-1] == index[-2]:
        index.pop()
    if len(blocks) > 256:
        raise SystemExit(f"{len(blocks)} different blocks do not fit into an index of bytes")
    lowers = [f"{{{first}, {last}, {step}, {delta}}}" for first, last, step, delta in ranges]
    return f"""// Unicode {UNICODE} properties, written by tools/make_unicode.py; do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace infrarouge {{
namespace tables {{

inline constexpr char unicode_version[] = "{UNICODE}";

// A code point's byte is blocks[index[min(code / {BLOCK}, last)] * {BLOCK} + code % {BLOCK}].
inline constexpr std::uint32_t block_size = {BLOCK};
inline constexpr std::uint32_t n_blocks = {len(blocks)};
inline constexpr std::uint32_t n_index = {len(index)};

// Both as runs: how many values, and which.
inline constexpr std::uint16_t index_runs[] = {{
{rows(runs(index), 150)}
}};
inline constexpr std::uint16_t block_runs[] = {{
{rows(runs(b"".join(blocks)), 150)}
}};

// Lower case of one character: first, last, step, what to add. U+0130 is not here: it becomes two characters.
struct LowerRange {{
  std::uint32_t first, last, step;
  std::int32_t delta;
}};
inline constexpr LowerRange lower_ranges[] = {{
{rows(lowers, 150)}
}};

}}  // namespace tables
}}  // namespace infrarouge
"""


def module(table: bytes, ranges: list[tuple[int, int, int, int]]) -> str:
    """Return the Python module: runs of equal bytes and the ranges of lower-casing."""
    starts = [i for i in range(END) if not i or table[i] != table[i - 1]]
    lowers = [f"({first}, {last}, {step}, {delta})" for first, last, step, delta in ranges]
    return f'''"""Unicode {UNICODE} properties, written by tools/make_unicode.py; do not edit."""

# ruff: noqa
# fmt: off
UNICODE_VERSION = "{UNICODE}"

# Code points STARTS[i] .. STARTS[i + 1] - 1 have the properties BYTES[i].
STARTS: tuple[int, ...] = (
{rows([str(i) for i in starts], 150)}
)
BYTES: bytes = bytes((
{rows([str(table[i]) for i in starts], 150)}
))

# Lower case of one character: first, last, step, what to add. U+0130 is not here: it becomes two characters.
LOWER_RANGES: tuple[tuple[int, int, int, int], ...] = (
{rows(lowers, 150)}
)
'''


def main(arguments: list[str]) -> int:
    """Write or check the two files."""
    if unicodedata.unidata_version != UNICODE:
        print(
            f"Unicode {unicodedata.unidata_version} found, {UNICODE} needed: run this with Python 3.13",
            file=sys.stderr,
        )
        return 2
    table = bytes(properties(code) for code in range(END))
    ranges = lower_ranges()
    return put({HEADER: header(table, ranges), MODULE: module(table, ranges)}, arguments, "make_unicode.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
