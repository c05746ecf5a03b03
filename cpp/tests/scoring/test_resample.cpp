// Resampling against plain code.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/scoring/test_resample.cpp -pthread &&
//   ./a.out
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "infrarouge/scoring/resample.hpp"

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

// Every copy of a function draws and adds up the same.
void copies() {
  for (const std::size_t n : {1u, 2u, 63u, 64u, 511u, 513u, 70001u}) {
    std::vector<std::uint8_t> plain(n), picked(n);
    detail::draw_body(7, 3, n, plain.data());
    detail::draw(7, 3, n, picked.data());
    CHECK(plain == picked);
#if INFRAROUGE_HAS_MODERN
    if (bits::modern()) {
      detail::draw_modern(7, 3, n, picked.data());
      CHECK(plain == picked);
    }
#endif
    CHECK(detail::total_body(plain.data(), n) == n && detail::total(plain.data(), n) == n);
    std::vector<std::uint8_t> most(n, 255);
    CHECK(detail::total_body(most.data(), n) == 255 * n && detail::total(most.data(), n) == 255 * n);
  }
}

}  // namespace

int main() {
  resamples();
  copies();
  return finish("resample");
}
