// Rounding gives what printing and reading back gives.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/scoring/test_round.cpp && ./a.out
#include "infrarouge/scoring/round.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

double by_text(double value, int decimals) {
  std::vector<char> digits(2000);
  std::snprintf(digits.data(), digits.size(), "%.*f", decimals, value);
  return std::strtod(digits.data(), nullptr);
}

bool same(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

void rounding() {
  CHECK(same(round_decimal(1.0 / 320, 5), 0.00313));
  CHECK(same(round_decimal(0.125, 2), 0.12));
  CHECK(same(round_decimal(0.375, 2), 0.38));
  CHECK(same(round_decimal(0.000005, 5), 0.00001));
  CHECK(same(round_decimal(0.5, 0), 0.0));
  CHECK(same(round_decimal(1.5, 0), 2.0));
  CHECK(same(round_decimal(2.5, 0), 2.0));
  CHECK(same(round_decimal(-0.000001, 5), -0.0));
  CHECK(std::isnan(round_decimal(std::nan(""), 5)));
  CHECK(round_decimal(-std::numeric_limits<double>::infinity(), 5) == -std::numeric_limits<double>::infinity());
  std::mt19937_64 random(3);
  for (int decimals : {0, 1, 2, 4, 5, 6, 9, 15, 17, 22, 23, 40, 400}) {
    for (int round = 0; round < 4000; ++round) {
      const auto part = static_cast<double>(random() % 640001);
      // Ratios of small numbers, halves of the last digit, and any size at all.
      for (double value : {part / 640000, part / 320, (part + 0.5) / std::pow(10, decimals),
                           std::ldexp(part / 999983, static_cast<int>(random() % 160) - 80)})
        for (double signed_value : {value, -value}) {
          const double found = round_decimal(signed_value, decimals);
          if (same(found, by_text(signed_value, decimals))) continue;
          std::fprintf(stderr, "%.17g to %d decimals: %.17g\n", signed_value, decimals, found);
          CHECK(false);
        }
    }
  }
}

}  // namespace

int main() {
  rounding();
  return finish("round");
}
