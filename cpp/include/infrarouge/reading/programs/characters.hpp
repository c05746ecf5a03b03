// What single programs take characters for: as Python sees them, and as JavaScript does.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "infrarouge/reading/programs/js_tables.hpp"
#include "infrarouge/reading/programs/python_tables.hpp"
#include "infrarouge/reading/unicode.hpp"

namespace infrarouge::programs {

namespace detail {

inline constexpr auto python_index = unicode::detail::unfold<tables::python::n_index>(tables::python::index_runs);
inline constexpr auto python_blocks =
    unicode::detail::unfold<tables::python::n_blocks * tables::block_size>(tables::python::block_runs);
inline constexpr auto js_index = unicode::detail::unfold<tables::js::n_index>(tables::js::index_runs);
inline constexpr auto js_blocks =
    unicode::detail::unfold<tables::js::n_blocks * tables::block_size>(tables::js::block_runs);

template <std::size_t n, std::size_t size>
std::uint8_t look_up(const std::array<std::uint8_t, n>& index, const std::array<std::uint8_t, size>& blocks,
                     char32_t code) {
  const std::size_t block = std::min<std::size_t>(code / tables::block_size, n - 1);
  return blocks[index[block] * tables::block_size + code % tables::block_size];
}

}  // namespace detail

namespace python {

// A decimal digit, any other part of a word, a capital and a small letter, as reading/programs/punkt_rules.py has them.
inline constexpr std::uint8_t decimal = 1, initial = 2, upper = 4, lower = 8;

inline std::uint8_t bits(char32_t code) { return detail::look_up(detail::python_index, detail::python_blocks, code); }

}  // namespace python

namespace js {

// Categories as reading/programs/javascript.py names them; the same order as in tools/make_program_tables.py.
enum class Kind : std::uint8_t { none, p, pd, ps, sc, s, n, m, lu, ll, lt, lm, lo };

inline constexpr std::uint8_t cased = 16, upper = 32, identifier = 64, raised = 128;

inline std::uint8_t bits(char32_t code) { return detail::look_up(detail::js_index, detail::js_blocks, code); }
inline Kind kind(char32_t code) { return static_cast<Kind>(bits(code) & 15); }
inline bool is_punctuation(Kind kind) { return kind == Kind::p || kind == Kind::pd || kind == Kind::ps; }
inline bool is_letter(Kind kind) { return kind >= Kind::lu; }

// What can stand inside an identifier.
inline bool in_identifier(char32_t code) { return (bits(code) & identifier) != 0 || code == 0x200C || code == 0x200D; }

// What JavaScript takes for white space.
inline bool is_space(char32_t code) {
  if (code < 0x80) return code == ' ' || (code >= 9 && code <= 13);
  return code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
         code == 0x202F || code == 0x205F || code == 0x3000 || code == 0xFEFF;
}

}  // namespace js

}  // namespace infrarouge::programs
