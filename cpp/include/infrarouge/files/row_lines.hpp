// Rows of numbers as text: JSON objects or lines of CSV, with every number as Python writes it.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

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

// Rows from number `start` on; `texts` are those of each column, and `values` has `width` for every row.
inline std::string row_lines(const RowForm& form, std::int64_t start, std::size_t rows,
                             const std::vector<std::vector<std::string_view>>& texts, const double* values,
                             std::size_t width) {
  std::string out;
  const auto number = [&out](double value) {
    char buffer[32];
    out.append(buffer, static_cast<std::size_t>(put_number(value, buffer) - buffer));
  };
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string* before = form.before.data();
    char buffer[24];
    const char* const end = std::to_chars(buffer, buffer + 24, start + static_cast<std::int64_t>(row)).ptr;
    out += *before++;
    out.append(buffer, static_cast<std::size_t>(end - buffer));
    for (const auto& column : texts) {
      out += *before++;
      out += column[row];
    }
    for (std::size_t at = 0; at < width; ++at) {
      const double value = values[row * width + at];
      out += *before++;
      if (std::isfinite(value)) {
        number(value);
      } else if (std::isnan(value)) {
        out += form.nan;
      } else {
        out += value < 0 ? "-" : "";
        out += form.infinity;
      }
    }
    out += *before;
  }
  return out;
}

}  // namespace infrarouge
