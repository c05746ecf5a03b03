// Kept texts: counts against them are those of single pairs, whatever is kept and on however many threads.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/search/test_store.cpp -pthread && ./a.out
#include "infrarouge/search/store.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kept.hpp"

namespace {

using namespace infrarouge;

void all_pairs(const std::vector<Metric>& metrics, const MatchRules& rules, std::mt19937& rng, std::size_t words,
               unsigned different) {
  const TextRules text;
  Plan plan(text, metrics, rules);
  Store store(plan);
  const auto references = kept::texts(rng, 12, words, different), predictions = kept::texts(rng, 7, words, different);
  std::vector<std::uint8_t> flags(references.size()), ours(predictions.size());
  store.add(kept::side(references), 0, 5, flags.data());
  store.add(kept::side(references), 5, references.size(), flags.data());
  CHECK(store.size() == references.size());
  // Number k is counted against the texts from k on.
  std::vector<std::int64_t> starts, rows = {0};
  for (std::size_t k = 0; k < predictions.size(); ++k) {
    starts.push_back(static_cast<std::int64_t>(k));
    rows.push_back(rows.back() + static_cast<std::int64_t>(references.size() - k));
  }
  for (const std::size_t threads : {1u, 3u}) {
    for (const std::size_t begin : {0u, 2u}) {
      std::vector<double> counts(static_cast<std::size_t>(rows.back() - rows[begin]) * 3 * plan.size(), -1);
      store.count(kept::side(predictions), starts.data(), rows.data(), counts.data(), ours.data(), begin,
                  predictions.size(), threads);
      std::size_t at = 0;
      for (std::size_t k = begin; k < predictions.size(); ++k)
        for (std::size_t j = k; j < references.size(); ++j)
          for (const double expected : kept::pair(plan, predictions[k], references[j])) CHECK(counts[at++] == expected);
    }
  }
}

// Words that are not kept must match each other within a text, and nothing that is kept.
void unknown_words() {
  MatchRules rules;
  rules.count = Count::set;
  const TextRules text;
  Plan plan(text, {Metric{Metric::Kind::ngram, 1, false}}, rules);
  Store store(plan);
  std::uint8_t flag = 0;
  const std::vector<std::string> reference = {"a b"}, prediction = {"x x x y a averylongunknownword"};
  store.add(kept::side(reference), 0, 1, &flag);
  const std::int64_t starts[1] = {0}, rows[2] = {0, 1};
  double counts[3];
  for (int again = 0; again < 2; ++again) {
    store.count(kept::side(prediction), starts, rows, counts, &flag, 0, 1, 1);
    CHECK(counts[0] == 1 && counts[1] == 4 && counts[2] == 2);
  }
  // The ids of words that were unknown go to words that are kept later.
  const std::vector<std::string> later = {"p q r s"};
  store.add(kept::side(later), 0, 1, &flag);
  const std::int64_t second[1] = {1};
  store.count(kept::side(prediction), second, rows, counts, &flag, 0, 1, 1);
  CHECK(counts[0] == 0 && counts[1] == 4 && counts[2] == 4);
}

void stems_and_stop_words() {
  TextRules text;
  text.stemmer = Stemmer::porter;
  text.stop = {"the"};
  Plan plan(text, {Metric{Metric::Kind::lcs, 0, false}}, MatchRules{});
  Store store(plan);
  std::uint8_t flag = 0;
  const std::vector<std::string> reference = {"the running cats"},
                                 prediction = {"runs the cat jumped jumping the jumps"};
  store.add(kept::side(reference), 0, 1, &flag);
  const std::int64_t starts[1] = {0}, rows[2] = {0, 1};
  double counts[3];
  store.count(kept::side(prediction), starts, rows, counts, &flag, 0, 1, 1);
  CHECK(counts[0] == 2 && counts[1] == 5 && counts[2] == 2);
}

}  // namespace

int main() {
  std::mt19937 rng(7);
  for (const MatchRules& rules : kept::match_rules()) {
    for (const Metric& metric : kept::metrics()) all_pairs({metric}, rules, rng, 20, 6);
    all_pairs(kept::metrics(), rules, rng, 12, 9);
    all_pairs({Metric{Metric::Kind::lcs, 0, false}}, rules, rng, 150, 12);
  }
  unknown_words();
  stems_and_stop_words();
  return finish("store");
}
