// Text in UTF-8: written, read and checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/support/stop.hpp"

namespace infrarouge::unicode {

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
  Pace pace;
  for (std::size_t at = 0; at < n;) {
    pace.at(at);
    out.push_back(next_utf8(text, n, at, surrogates));
  }
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
  bool high = false;
  in_stretches(n, [&](std::size_t begin, std::size_t end) {
    std::uint8_t any = 0;
    for (std::size_t i = begin; i < end; ++i) any = static_cast<std::uint8_t>(any | text[i]);
    high = high || any >= 0x80;
  });
  return !high;
}

// Whether bytes are UTF-8 to the letter: no surrogates, nothing spelled longer than it must be, nothing cut off.
inline bool is_utf8(const std::uint8_t* text, std::size_t n) {
  const auto within = [](std::uint8_t byte, unsigned low, unsigned high) { return byte >= low && byte <= high; };
  Pace pace;
  for (std::size_t at = 0; at < n;) {
    pace.at(at);
    std::uint64_t eight = 0x80;
    if (n - at >= 8) std::memcpy(&eight, text + at, 8);
    if ((eight & 0x8080808080808080u) == 0) {
      at += 8;
      continue;
    }
    const std::uint8_t lead = text[at++];
    if (lead < 0x80) continue;
    const std::size_t more = within(lead, 0xC2, 0xDF)   ? 1
                             : within(lead, 0xE0, 0xEF) ? 2
                             : within(lead, 0xF0, 0xF4) ? 3
                                                        : 0;
    if (more == 0 || n - at < more) return false;
    // Of some leads the second byte is bound closer.
    const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (!within(text[at], low, high)) return false;
    for (std::size_t i = 1; i < more; ++i)
      if (!within(text[at + i], 0x80, 0xBF)) return false;
    at += more;
  }
  return true;
}

inline bool is_ascii(std::string_view text) {
  return is_ascii(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

inline std::size_t count_codes(std::string_view word) {
  return static_cast<std::size_t>(
      std::count_if(word.begin(), word.end(), [](char c) { return (static_cast<std::uint8_t>(c) & 0xC0) != 0x80; }));
}

}  // namespace infrarouge::unicode
