// Keys of texts in different indexes can be compared: shared ones are never fewer than the units that match.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/search/test_portable.cpp -pthread && ./a.out
#include "infrarouge/search/portable.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "infrarouge/search/index.hpp"
#include "kept.hpp"

namespace {

using namespace infrarouge;

std::vector<std::int64_t> keys_of(const Portable& texts, std::size_t at) {
  const auto begin = at == 0 ? 0 : texts.key_ends[at - 1];
  return {texts.keys.begin() + begin, texts.keys.begin() + texts.key_ends[at]};
}

Portable portable(const Plan& plan, const std::vector<std::string>& lines) {
  Index index(plan);
  std::vector<std::uint8_t> flags(lines.size());
  index.add(kept::side(lines), 0, lines.size(), flags.data());
  return index.portable();
}

void different_indexes() {
  std::mt19937 rng(5);
  for (const Metric metric : {Metric{Metric::Kind::ngram, 1, false}, Metric{Metric::Kind::ngram, 2, false},
                              Metric{Metric::Kind::lcs, 0, false}}) {
    Plan plan(TextRules{}, {metric}, MatchRules{});
    const auto ours = kept::texts(rng, 30, 9, 6), theirs = kept::texts(rng, 30, 9, 6);
    const Portable left = portable(plan, ours), right = portable(plan, theirs);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      for (std::size_t j = 0; j < theirs.size(); ++j) {
        const auto a = keys_of(left, i), b = keys_of(right, j);
        std::vector<std::int64_t> shared;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
        const std::vector<double> counts = kept::pair(plan, ours[i], theirs[j]);
        CHECK(static_cast<double>(a.size()) == counts[1]);
        CHECK(static_cast<double>(shared.size()) >= counts[0]);
        if (metric.kind == Metric::Kind::ngram) CHECK(static_cast<double>(shared.size()) == counts[0]);
      }
    }
  }
}

}  // namespace

int main() {
  different_indexes();
  return finish("portable");
}
