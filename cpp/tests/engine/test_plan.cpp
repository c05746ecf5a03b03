// A plan at work: threads, several references, missing texts and flags.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/engine/test_plan.cpp -pthread && ./a.out
#include "infrarouge/engine/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

Metric parse(const char* kind, double number = 0, bool unigrams = false) {
  return parse_metric(kind, number, unigrams);
}

// Batches: threads, several references, missing texts and flags.
void batches() {
  std::mt19937 random(5);
  std::vector<std::int64_t> rows{0};
  const auto make = [&] {
    std::string words;
    for (auto n = random() % 60; n > 0; --n)
      words += "w" + std::to_string(random() % 40) + (random() % 12 ? " " : "\n");
    return words;
  };
  const std::size_t n = 3000;
  std::vector<std::string> predictions, references;
  for (std::size_t i = 0; i < n; ++i) {
    predictions.push_back(make());
    for (auto k = random() % 3; k > 0; --k) references.push_back(make());
    rows.push_back(static_cast<std::int64_t>(references.size()));
  }
  const auto side = [](const std::vector<std::string>& from) {
    Side s;
    for (const std::string& t : from) {
      s.items.push_back(Text{t.data(), t.size(), Width::ascii});
      s.units += t.size();
    }
    return s;
  };
  Side p = side(predictions), r = side(references);
  p.items[7] = Text{};
  const std::vector<Metric> metrics = {parse("ngram", 1), parse("ngram", 2),      parse("lcs"),
                                       parse("lcs_sum"),  parse("skip", 4, true), parse("weighted", 1.2)};
  Plan plan(TextRules{}, metrics, MatchRules{});
  const auto run = [&](std::size_t threads, std::vector<std::uint8_t>& pf, std::vector<std::uint8_t>& rf) {
    std::vector<double> counts(references.size() * 3 * metrics.size(), -1.0);
    pf.assign(n, 99);
    rf.assign(references.size(), 99);
    plan.count(p, r, rows.data(), Results{counts.data(), pf.data(), rf.data()}, 0, n, threads);
    return counts;
  };
  std::vector<std::uint8_t> pf, rf, pf2, rf2;
  const std::vector<double> alone = run(1, pf, rf);
  for (std::size_t threads : {2u, 3u, 8u}) CHECK(run(threads, pf2, rf2) == alone && pf2 == pf && rf2 == rf);
  CHECK(pf[7] == (flag_missing | flag_no_words));
  const auto expected = [](const std::string& text) -> std::uint8_t {
    // A line feed with a word behind it makes a second sentence.
    return text.empty() ? flag_no_words : text.find('\n') < text.size() - 1 ? flag_several_sentences : std::uint8_t{0};
  };
  for (std::size_t i = 0; i < n; ++i) CHECK(i == 7 || pf[i] == expected(predictions[i]));
  CHECK(std::count(alone.begin(), alone.end(), -1.0) == 0);
  // Several callers at once.
  std::vector<std::thread> callers;
  std::vector<int> equal(4, 0);
  for (std::size_t c = 0; c < equal.size(); ++c)
    callers.emplace_back([&, c] {
      std::vector<std::uint8_t> a, b;
      equal[c] = run(3, a, b) == alone;
    });
  for (std::thread& caller : callers) caller.join();
  for (const int e : equal) CHECK(e);
}

// One pair: what a batch says of it, and a text that is missing.
void single_pairs() {
  Plan plan(TextRules{}, {parse("ngram", 1), parse("lcs")}, MatchRules{});
  const std::string ours = "a b c", theirs = "a c d";
  const Text prediction{ours.data(), ours.size(), Width::ascii}, reference{theirs.data(), theirs.size(), Width::ascii};
  double counts[6];
  CHECK(plan.one(prediction, reference, counts) == 0 && counts[0] == 2 && counts[3] == 2);
  CHECK(plan.one(prediction, Text{}, counts) == (flag_missing | flag_no_words));
  CHECK(counts[0] == 0 && counts[1] == 3 && counts[2] == 0);
  CHECK(plan.one(Text{ours.data(), 0, Width::ascii}, reference, counts) == flag_no_words);
}

// Numbers by document, of which only some are at hand.
void columns() {
  const std::int64_t numbers[] = {4, 4, 7, 9};
  const Column column(numbers, 10);
  CHECK(column[10] == 4 && column[13] == 9 && column && !Column());
  CHECK(column.last_upto(4, 10, 13) == 11 && column.last_upto(6, 10, 13) == 11 && column.last_upto(8, 10, 13) == 12);
}

}  // namespace

int main() {
  batches();
  single_pairs();
  columns();
  return finish("plan");
}
