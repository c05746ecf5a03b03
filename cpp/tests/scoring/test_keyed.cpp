// Sums by key against plain code.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/scoring/test_keyed.cpp -pthread && ./a.out
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "infrarouge/scoring/keyed.hpp"

namespace {

using namespace infrarouge;

std::vector<std::int64_t> plain(const std::vector<double>& values, const std::vector<std::uint64_t>& keys,
                                std::size_t k, std::size_t samples, std::uint64_t seed, KeyedKind kind) {
  std::vector<std::int64_t> sums(samples * k, 0);
  for (std::size_t s = 0; s < samples; ++s) {
    const std::uint64_t start = detail::splitmix(seed + detail::golden_gamma * (s + 1));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint64_t z = detail::splitmix(start + keys[i]);
      std::int64_t number = z >> 63 ? -1 : 1;
      if (kind == KeyedKind::poisson) {
        number = 0;
        for (const std::uint64_t threshold : detail::poisson_thresholds) number += z >= threshold ? 1 : 0;
      }
      for (std::size_t c = 0; c < k; ++c) sums[s * k + c] += number * static_cast<std::int64_t>(values[i * k + c]);
    }
  }
  return sums;
}

bool refused(double value) {
  const std::uint64_t key = 1;
  std::int64_t sum = 0;
  try {
    keyed_sums(&value, &key, 1, 1, 1, 0, KeyedKind::poisson, 1, &sum);
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void keyed() {
  std::mt19937_64 random(5);
  const std::int64_t most = (std::int64_t{1} << 36) - 1;
  std::uniform_int_distribution<std::int64_t> whole(-most, most);
  const std::size_t shapes[][3] = {{1, 1, 3}, {3, 2, 5}, {4097, 5, 9}, {9001, 13, 18}, {0, 2, 3}, {64, 0, 3}};
  for (const auto& [n, k, samples] : shapes) {
    std::vector<double> values(n * k);
    std::vector<std::uint64_t> keys(n);
    // The largest values of all show that no sum is rounded.
    for (double& v : values) v = static_cast<double>(random() % 2 ? most : whole(random));
    for (std::uint64_t& key : keys) key = random();
    for (const KeyedKind kind : {KeyedKind::poisson, KeyedKind::signs})
      for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0}})
        for (const std::size_t threads : {1u, 3u}) {
          std::vector<std::int64_t> sums(samples * k, -1);
          keyed_sums(values.data(), keys.data(), n, k, samples, seed, kind, threads, sums.data());
          CHECK(sums == plain(values, keys, k, samples, seed, kind));
        }
  }
  CHECK(!refused(static_cast<double>(most)) && !refused(-3.0));
  CHECK(refused(0.5) && refused(68719476736.0) && refused(-68719476736.0));
  CHECK(refused(std::numeric_limits<double>::quiet_NaN()) && refused(std::numeric_limits<double>::infinity()));
  CHECK(detail::poisson_of(~std::uint64_t{0}, 0) == 20 && detail::poisson_of(0, 0) == 0);
  CHECK(parse_keyed_kind("signs") == KeyedKind::signs);
  try {
    parse_keyed_kind("other");
    CHECK(false);
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace

int main() {
  keyed();
  return finish("keyed");
}
