// The path of the weighted LCS is that of the whole table, for short and long texts and with little memory.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/matching/test_weighted_lcs.cpp && ./a.out
#include "infrarouge/matching/weighted_lcs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;
using Text = std::vector<std::uint32_t>;
using Path = std::vector<std::pair<std::size_t, std::size_t>>;

Path plain(const Text& reference, const Text& prediction, const Gains& gains) {
  const std::size_t n = reference.size(), m = prediction.size();
  std::vector<std::vector<double>> score(n + 1, std::vector<double>(m + 1, 0.0));
  std::vector<std::vector<std::uint64_t>> run(n + 1, std::vector<std::uint64_t>(m + 1, 0));
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      if (reference[i - 1] == prediction[j - 1]) {
        score[i][j] = gains.add(score[i - 1][j - 1], run[i - 1][j - 1]);
        run[i][j] = run[i - 1][j - 1] + 1;
      } else {
        score[i][j] = std::max(score[i - 1][j], score[i][j - 1]);
      }
    }
  Path path;
  for (std::size_t i = n, j = m; i > 0 && j > 0;) {
    if (reference[i - 1] == prediction[j - 1]) path.emplace_back(--i, --j);
    else if (score[i - 1][j] >= score[i][j - 1]) --i;
    else --j;
  }
  return path;
}

void compare(const Text& reference, const Text& prediction, std::uint32_t ids, const Gains& gains) {
  static WeightedLcs usual, frugal;
  frugal.table_limit = 8;
  const Path expected = plain(reference, prediction, gains);
  for (WeightedLcs* lcs : {&usual, &frugal}) {
    Path path;
    lcs->path(Words{reference.data(), reference.size()}, Words{prediction.data(), prediction.size()}, ids, gains,
              [&](std::size_t i, std::size_t j) { path.emplace_back(i, j); });
    CHECK(path == expected);
  }
}

void random_texts() {
  std::mt19937 rng(2);
  for (unsigned again = 0; again < 6000; ++again) {
    const auto ids = static_cast<std::uint32_t>(1 + rng() % (1 + rng() % 30));
    const std::size_t most = again % 20 == 0 ? 200 : again % 3 ? 14 : 70;
    const auto draw = [&] {
      Text text(rng() % most);
      for (std::uint32_t& word : text) word = static_cast<std::uint32_t>(rng() % ids);
      return text;
    };
    const Text reference = draw();
    Text prediction = draw();
    if (again % 4 == 0 && reference.size() > 4) {  // most of it copied: long runs
      prediction = reference;
      for (int change = 0; change < 3; ++change) prediction[rng() % prediction.size()] = ids - 1;
      if (again % 8 == 0) prediction.erase(prediction.begin() + static_cast<std::ptrdiff_t>(rng() % prediction.size()));
    }
    std::vector<double> f(std::max(reference.size(), prediction.size()) + 3);
    const double weights[] = {1.2, 2.0, 0.7};
    for (std::size_t k = 0; k < f.size(); ++k) f[k] = std::pow(static_cast<double>(k), weights[again % 3]);
    compare(reference, prediction, ids, Gains{f.data(), again % 2 == 0});
  }
}

}  // namespace

int main() {
  random_texts();
  return finish("weighted LCS");
}
