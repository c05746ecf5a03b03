// Rows of numbers as text: JSON objects or lines of CSV, with every number as Python writes it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/support/buffer.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// The fewest digits that read back as the same number, as d.ddde+dd; returns behind them.
inline char* shortest_digits(double value, char* out) {
#if defined(__cpp_lib_to_chars)
  return std::to_chars(out, out + 32, value, std::chars_format::scientific).ptr;
#else
  for (int digits = 0; digits <= 17; ++digits) {
    const int size = std::snprintf(out, 32, "%.*e", digits, value);
    if (std::strtod(out, nullptr) == value) return out + size;
  }
  return out;
#endif
}

// A finite number as Python's repr writes it; at most 25 bytes. Returns behind it.
inline char* put_number(double value, char* out) {
  if (std::signbit(value)) {
    *out++ = '-';
    value = -value;
  }
  // Counts are whole, and nothing is quicker.
  if (value < 1e15 && value == std::floor(value)) {
    out = std::to_chars(out, out + 20, static_cast<std::int64_t>(value)).ptr;
    *out++ = '.';
    *out++ = '0';
    return out;
  }
  char buffer[40];
  const char* const end = shortest_digits(value, buffer);
  const char* const mark = static_cast<const char*>(std::memchr(buffer, 'e', static_cast<std::size_t>(end - buffer)));
  char digits[24];
  std::size_t n = 0;
  for (const char* at = buffer; at != mark; ++at)
    if (*at != '.') digits[n++] = *at;
  int exponent = 0;
  std::from_chars(mark + (mark[1] == '+' ? 2 : 1), end, exponent);
  const auto put = [&out](const char* from, std::size_t size) {
    std::memcpy(out, from, size);
    out += size;
  };
  // Python writes an exponent below 0.0001 and from 10**16 on.
  if (exponent < -4 || exponent >= 16) {
    *out++ = digits[0];
    if (n > 1) {
      *out++ = '.';
      put(digits + 1, n - 1);
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    const int size = exponent < 0 ? -exponent : exponent;
    if (size < 10) *out++ = '0';
    return std::to_chars(out, out + 4, size).ptr;
  }
  if (exponent < 0) {
    put("0.000", static_cast<std::size_t>(1 - exponent));
    put(digits, n);
    return out;
  }
  const auto before = static_cast<std::size_t>(exponent) + 1;
  put(digits, n < before ? n : before);
  for (std::size_t at = n; at < before; ++at) *out++ = '0';
  *out++ = '.';
  if (n > before) put(digits + before, n - before);
  else *out++ = '0';
  return out;
}

// How a row is written: what stands before its number, before each of its texts, before each value, and at its end.
struct RowForm {
  std::vector<std::string> before;
  std::string nan, infinity;
};

// Numbers as they were spelled before: scores are ratios of small numbers, and come again and again.
class Spellings {
 public:
  Spellings() : memory_(places * sizeof(Entry)), entries_(reinterpret_cast<Entry*>(memory_.data())) {
    for (std::size_t at = 0; at < places; ++at) new (entries_ + at) Entry;
  }

  // Writes a finite number, and returns behind it; 32 bytes must be free.
  char* put(double value, char* out) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    Entry& entry = entries_[bits * 0x9E3779B97F4A7C15u >> shift];
    if (entry.bits != bits || entry.size == 0) {
      entry.size = static_cast<std::uint8_t>(put_number(value, entry.text) - entry.text);
      entry.bits = bits;
    }
    std::memcpy(out, entry.text, sizeof entry.text);  // as much as it ever is, which is quicker than what it is
    return out + entry.size;
  }

 private:
  static constexpr unsigned shift = 52;
  static constexpr std::size_t places = std::size_t{1} << (64 - shift);
  struct Entry {
    std::uint64_t bits = 0;
    std::uint8_t size = 0;
    char text[31] = {};
  };

  Buffer memory_;
  Entry* entries_;
};

// Rows from number `start` on; `texts` are those of each column, and `values` has `width` for every row.
struct RowLines {
  const RowForm& form;
  std::int64_t start;
  std::size_t n;
  const std::vector<std::vector<std::string_view>>& texts;
  const double* values;
  std::size_t width;

  // Bytes that are enough for all lines.
  std::size_t most() const {
    std::size_t row = number, all = 0;
    for (const std::string& piece : form.before) row += piece.size();
    row += width * std::max({number, form.nan.size(), form.infinity.size() + 1});
    for (const auto& column : texts)
      for (const std::string_view text : column) all += text.size();
    return n * row + all + number;
  }

  // Writes the lines, and returns behind them.
  char* put(char* out) const {
    Spellings spellings;
    const auto put_text = [&out](std::string_view text) {
      if (!text.empty()) std::memcpy(out, text.data(), text.size());
      out += text.size();
    };
    for (std::size_t row = 0; row < n; ++row) {
      Stop::poll(16 * (width + texts.size() + 1));
      const std::string* before = form.before.data();
      put_text(*before++);
      out = std::to_chars(out, out + 24, start + static_cast<std::int64_t>(row)).ptr;
      for (const auto& column : texts) {
        put_text(*before++);
        put_text(column[row]);
      }
      for (std::size_t at = 0; at < width; ++at) {
        const double value = values[row * width + at];
        put_text(*before++);
        if (std::isfinite(value)) {
          out = spellings.put(value, out);
          continue;
        }
        if (value < 0) *out++ = '-';
        put_text(std::isnan(value) ? form.nan : form.infinity);
      }
      put_text(*before);
    }
    return out;
  }

 private:
  static constexpr std::size_t number = 32;
};

}  // namespace infrarouge
