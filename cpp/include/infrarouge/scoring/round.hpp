// Rounding to decimals exactly as C's "%.*f" prints and a correct parser reads back.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

namespace infrarouge {

namespace detail {

inline double round_by_text(double value, int decimals) {
  char small[64];
  const int size = std::snprintf(small, sizeof small, "%.*f", decimals, value);
  if (size < 0) return value;
  if (static_cast<std::size_t>(size) < sizeof small) return std::strtod(small, nullptr);
  std::string large(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(large.data(), large.size(), "%.*f", decimals, value);
  return std::strtod(large.c_str(), nullptr);
}

}  // namespace detail

// Ties go to the even digit, and only true ties are ties: 0.125 gives 0.12, but 1/320, a little over 0.003125, gives
// 0.00313.
inline double round_decimal(double value, int decimals) {
  // Powers of ten that a double holds exactly.
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  // From 2^52 on every double is whole, and none has more than 1074 decimals.
  if (!(std::fabs(value) < 4503599627370496.0) || decimals >= 1074) return value;
  if (decimals < 0 || decimals > 22) return detail::round_by_text(value, decimals < 0 ? 0 : decimals);
  const double size = std::fabs(value), power = powers[decimals], scaled = size * power;
  if (!(scaled < 1125899906842624.0)) return detail::round_by_text(value, decimals);
  double whole = std::floor(scaled);
  const double over = (scaled - whole) - 0.5;  // exact, as scaled is below 2^50
  if (std::fabs(over) > scaled * std::numeric_limits<double>::epsilon()) {
    if (over > 0) whole += 1;
  } else {
    // Close to a tie: what the product lost decides.
    const double rest = over + std::fma(size, power, -scaled);
    if (rest > 0 || (rest == 0 && std::fmod(whole, 2.0) != 0)) whole += 1;
  }
  // Both are exact, so this is the double nearest to the decimal number.
  return std::copysign(whole / power, value);
}

}  // namespace infrarouge
