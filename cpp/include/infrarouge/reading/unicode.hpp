// What a code point is to a tokenizer, lower-casing as Python does it, and UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/reading/unicode_tables.hpp"

namespace infrarouge {

enum class Kind : std::uint8_t { separator, word, single, mark, ignored };

namespace unicode {

// Bits of a code point's byte above its kind; the same as in tools/make_unicode.py.
inline constexpr std::uint8_t letter = 8, space = 16, cased = 32, case_ignorable = 64, lowers = 128;

inline std::uint8_t properties(char32_t code) {
  const std::uint32_t block = std::min<std::uint32_t>(code / tables::block_size, tables::last_index);
  return tables::blocks[tables::index[block] * tables::block_size + code % tables::block_size];
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

inline std::size_t utf8_size(char32_t code) { return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; }

// Surrogates are written like any other code point.
inline std::uint8_t* put_utf8(char32_t code, std::uint8_t* out) {
  if (code < 0x80) {
    *out++ = static_cast<std::uint8_t>(code);
  } else if (code < 0x800) {
    *out++ = static_cast<std::uint8_t>(0xC0 | code >> 6);
    *out++ = static_cast<std::uint8_t>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *out++ = static_cast<std::uint8_t>(0xE0 | code >> 12);
    *out++ = static_cast<std::uint8_t>(0x80 | (code >> 6 & 0x3F));
    *out++ = static_cast<std::uint8_t>(0x80 | (code & 0x3F));
  } else {
    *out++ = static_cast<std::uint8_t>(0xF0 | code >> 18);
    *out++ = static_cast<std::uint8_t>(0x80 | (code >> 12 & 0x3F));
    *out++ = static_cast<std::uint8_t>(0x80 | (code >> 6 & 0x3F));
    *out++ = static_cast<std::uint8_t>(0x80 | (code & 0x3F));
  }
  return out;
}

// Code point at a place, which moves on behind it; a byte that fits nowhere is U+FFFD. With `surrogates` those are read
// too.
inline char32_t next_utf8(const std::uint8_t* text, std::size_t n, std::size_t& at, bool surrogates) {
  const std::uint8_t lead = text[at++];
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xC2 && lead < 0xE0   ? 1
                           : lead >= 0xE0 && lead < 0xF0 ? 2
                           : lead >= 0xF0 && lead < 0xF5 ? 3
                                                         : 0;
  if (more == 0 || n - at < more) return 0xFFFD;
  char32_t code = lead & (0x3Fu >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if ((text[at + i] & 0xC0) != 0x80) return 0xFFFD;
    code = code << 6 | (text[at + i] & 0x3Fu);
  }
  const bool bad = utf8_size(code) != more + 1 || code > 0x10FFFF || (!surrogates && code >= 0xD800 && code < 0xE000);
  if (bad) return 0xFFFD;
  at += more;
  return code;
}

inline void decode_utf8(const std::uint8_t* text, std::size_t n, std::vector<std::uint32_t>& out,
                        bool surrogates = false) {
  out.clear();
  for (std::size_t at = 0; at < n;) out.push_back(next_utf8(text, n, at, surrogates));
}

inline std::vector<std::uint32_t> decode_utf8(std::string_view text) {
  std::vector<std::uint32_t> codes;
  decode_utf8(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), codes, true);
  return codes;
}

inline void append_utf8(std::string& out, char32_t code) {
  std::uint8_t bytes[4];
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(put_utf8(code, bytes) - bytes));
}

inline bool is_ascii(const std::uint8_t* text, std::size_t n) {
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < n; ++i) any = static_cast<std::uint8_t>(any | text[i]);
  return any < 0x80;
}

inline bool is_ascii(std::string_view text) {
  return is_ascii(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
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

inline std::size_t count_codes(std::string_view word) {
  return static_cast<std::size_t>(
      std::count_if(word.begin(), word.end(), [](char c) { return (static_cast<std::uint8_t>(c) & 0xC0) != 0x80; }));
}

}  // namespace unicode
}  // namespace infrarouge
