// What a code point is to a tokenizer, and lower-casing as Python does it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/reading/unicode_tables.hpp"
#include "infrarouge/reading/utf8.hpp"

namespace infrarouge::unicode {

enum class Kind : std::uint8_t { separator, word, single, mark, ignored };

// Bits of a code point's byte above its kind; the same as in tools/make_unicode.py.
inline constexpr std::uint8_t letter = 8, space = 16, cased = 32, case_ignorable = 64, lowers = 128;

namespace detail {

// The values of a table that is written as runs; the compiler does it.
template <std::size_t n, std::size_t numbers>
constexpr std::array<std::uint8_t, n> unfold(const std::uint16_t (&runs)[numbers]) {
  std::array<std::uint8_t, n> values{};
  std::size_t at = 0;
  for (std::size_t run = 0; run < numbers; run += 2)
    for (std::uint16_t more = runs[run]; more > 0; --more) values[at++] = static_cast<std::uint8_t>(runs[run + 1]);
  return at == n ? values : throw "the runs of a table do not fill it";
}

inline constexpr auto index = unfold<tables::n_index>(tables::index_runs);
inline constexpr auto blocks = unfold<tables::n_blocks * tables::block_size>(tables::block_runs);

}  // namespace detail

inline std::uint8_t properties(char32_t code) {
  const std::uint32_t block = std::min<std::uint32_t>(code / tables::block_size, tables::n_index - 1);
  return detail::blocks[detail::index[block] * tables::block_size + code % tables::block_size];
}

inline Kind kind(std::uint8_t bits) { return static_cast<Kind>(bits & 7); }

// Lower case of a code point whose properties say `lowers`, other than U+0130 and the capital sigma.
inline char32_t lower(char32_t code) {
  const auto* range = std::upper_bound(std::begin(tables::lower_ranges), std::end(tables::lower_ranges), code,
                                       [](char32_t c, const tables::LowerRange& r) { return c < r.first; });
  if (range == std::begin(tables::lower_ranges)) return code;
  --range;
  if (code > range->last || (code - range->first) % range->step != 0) return code;
  return static_cast<char32_t>(static_cast<std::int64_t>(code) + range->delta);
}

inline constexpr char32_t dotted_i = 0x130, capital_sigma = 0x3A3, dot_above = 0x307;

// The capital sigma at a place is final after a cased character and before none, ignorable ones skipped.
template <class Unit>
char32_t lower_sigma(const Unit* text, std::size_t n, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && (properties(text[before - 1]) & case_ignorable) != 0) --before;
  if (before == 0 || (properties(text[before - 1]) & cased) == 0) return 0x3C3;
  std::size_t after = at + 1;
  while (after < n && (properties(text[after]) & case_ignorable) != 0) ++after;
  return after < n && (properties(text[after]) & cased) != 0 ? 0x3C3 : 0x3C2;
}

// Calls put(code) for each character of the text in lower case.
template <class Unit, class Put>
void lower_each(const Unit* text, std::size_t n, Put&& put) {
  for (std::size_t i = 0; i < n; ++i) {
    const char32_t code = text[i];
    if ((properties(code) & lowers) == 0) {
      put(code);
    } else if (code == dotted_i) {
      put(U'i');
      put(dot_above);
    } else {
      put(code == capital_sigma ? lower_sigma(text, n, i) : lower(code));
    }
  }
}

// Python's str.lower() of a word in UTF-8.
inline std::string lower(std::string_view word) {
  std::string lowered;
  if (is_ascii(word)) {
    lowered = word;
    for (char& c : lowered) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    return lowered;
  }
  const std::vector<std::uint32_t> codes = decode_utf8(word);
  lower_each(codes.data(), codes.size(), [&](char32_t code) { append_utf8(lowered, code); });
  return lowered;
}

}  // namespace infrarouge::unicode
