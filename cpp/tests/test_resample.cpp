// Resampling and rounding against plain code.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include cpp/tests/test_resample.cpp -pthread && ./a.out
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/scoring/resample.hpp"
#include "infrarouge/scoring/round.hpp"

namespace {

using namespace infrarouge;

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

std::vector<double> plain_splitmix(const std::vector<double>& values, std::size_t n, std::size_t k, std::size_t samples,
                                   std::uint64_t seed) {
  const std::uint64_t gamma = 0x9E3779B97F4A7C15u;
  std::vector<double> sums;
  for (std::size_t s = 0; s < samples; ++s) {
    const std::uint64_t start = mix(seed + gamma * (s + 1));
    std::vector<int> counts(n, 0);
    for (std::size_t t = 0; t < n; ++t) {
      const std::uint64_t z = mix(start + gamma * (t / 2 + 1));
      ++counts[((t % 2 == 0 ? z >> 32 : z & 0xFFFFFFFFu) * n) >> 32];
    }
    for (std::size_t c = 0; c < k; ++c) {
      double total = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        // Volatile keeps a compiler from fusing product and sum.
        const volatile double product = counts[i] * values[i * k + c];
        total = total + product;
      }
      sums.push_back(total);
    }
  }
  return sums;
}

std::vector<double> plain_drand48(const std::vector<double>& values, std::size_t n, std::size_t k, std::size_t samples,
                                  std::uint64_t seed) {
  std::vector<double> sums;
  for (std::size_t s = 0; s < samples; ++s) {
    std::uint64_t x = (seed + s) * 65536 + 0x330E;
    std::vector<double> total(k);
    for (std::size_t t = 0; t < n; ++t) {
      x = (x * 0x5DEECE66Du + 0xB) % (std::uint64_t{1} << 48);
      const auto i = static_cast<std::size_t>(std::ldexp(static_cast<double>(x), -48) * static_cast<double>(n));
      for (std::size_t c = 0; c < k; ++c) total[c] = t ? total[c] + values[i * k + c] : values[i * k + c];
    }
    sums.insert(sums.end(), total.begin(), total.end());
  }
  return sums;
}

std::vector<double> plain_flip(const std::vector<double>& values, std::size_t n, std::size_t k, std::size_t flips,
                               std::uint64_t seed) {
  std::vector<double> sums(flips * k, 0.0);
  for (std::size_t s = 0; s < flips; ++s) {
    const std::uint64_t start = mix(seed + 0x9E3779B97F4A7C15u * (s + 1));
    for (std::size_t i = 0; i < n; ++i) {
      const bool minus = mix(start + 0x9E3779B97F4A7C15u * (i / 64 + 1)) >> (i % 64) & 1;
      for (std::size_t c = 0; c < k; ++c) sums[s * k + c] += minus ? -values[i * k + c] : values[i * k + c];
    }
  }
  return sums;
}

void resamples() {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1.0, 2.0);
  const std::size_t shapes[][3] = {{1, 1, 3},     {2, 3, 5},   {7, 4, 4},   {300, 12, 9},
                                   {301, 13, 33}, {64, 8, 17}, {50, 29, 6}, {70000, 2, 2}};
  for (const auto& [n, k, samples] : shapes) {
    std::vector<double> values(n * k);
    for (double& v : values) v = uniform(random);
    for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{12345}, ~std::uint64_t{0}}) {
      for (std::size_t threads : {1u, 3u}) {
        std::vector<double> sums(samples * k, -1.0);
        resample(values.data(), n, k, samples, seed, Generator::splitmix, threads, sums.data());
        CHECK(sums == plain_splitmix(values, n, k, samples, seed));
        resample(values.data(), n, k, samples, seed, Generator::drand48, threads, sums.data());
        CHECK(sums == plain_drand48(values, n, k, samples, seed));
        flip(values.data(), n, k, samples, seed, threads, sums.data());
        CHECK(sums == plain_flip(values, n, k, samples, seed));
      }
    }
  }
  // The first draws of seeds 0, 1 and 2 among three rows are 0 2 0, 0 1 2 and 2 0 1.
  const double powers[] = {1, 10, 100};
  double sums[3];
  resample(powers, 3, 1, 3, 0, Generator::drand48, 1, sums);
  CHECK(sums[0] == 102 && sums[1] == 111 && sums[2] == 111);
  resample(powers, 0, 3, 1, 0, Generator::splitmix, 1, sums);
  CHECK(sums[0] == 0 && sums[2] == 0);
  flip(powers, 0, 3, 1, 0, 1, sums);
  CHECK(sums[0] == 0 && sums[2] == 0);
  CHECK(parse_generator("drand48") == Generator::drand48);
  try {
    parse_generator("other");
    CHECK(false);
  } catch (const std::invalid_argument&) {
  }
}

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
  resamples();
  rounding();
  return finish("resample");
}
