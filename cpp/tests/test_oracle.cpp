// What a further sentence would count is what the extract with that sentence counts when it is counted anew.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include cpp/tests/test_oracle.cpp -pthread && ./a.out
#include "infrarouge/oracle.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kept.hpp"

namespace {

using namespace infrarouge;

struct Pages {
  std::vector<std::string> sentences, references;
  std::vector<std::int64_t> texts = {0};
};

Pages pages(std::mt19937& rng, std::size_t words) {
  Pages made;
  made.references = kept::texts(rng, 5, 3 * words, 9);
  for (std::size_t d = 0; d < made.references.size(); ++d) {
    // One article has no sentences.
    const auto some = kept::texts(rng, d == 2 ? 0 : 3 + rng() % 5, words, 9);
    made.sentences.insert(made.sentences.end(), some.begin(), some.end());
    made.texts.push_back(static_cast<std::int64_t>(made.sentences.size()));
  }
  return made;
}

void rounds(const std::vector<Metric>& metrics, const MatchRules& rules, std::mt19937& rng, std::size_t words,
            std::size_t threads) {
  const TextRules text;
  Plan plan(text, metrics, rules);
  Greedy greedy(plan);
  const Pages given = pages(rng, words);
  std::vector<std::uint8_t> ours(given.sentences.size()), theirs(given.references.size());
  const std::size_t begin = 1, end = given.references.size();
  greedy.read(kept::side(given.sentences), given.texts.data(), kept::side(given.references), ours.data(), theirs.data(),
              begin, end, threads);
  const auto first = static_cast<std::size_t>(given.texts[begin]);
  std::vector<std::vector<std::size_t>> chosen(end - begin);
  std::vector<bool> ended(end - begin, false);
  for (int step = 0; step < 4; ++step) {
    std::vector<double> counts(greedy.sentences() * 3 * plan.size(), -1);
    greedy.round(counts.data(), threads);
    std::vector<std::int64_t> next;
    for (std::size_t at = 0; at < end - begin; ++at) {
      const auto from = static_cast<std::size_t>(given.texts[begin + at]),
                 to = static_cast<std::size_t>(given.texts[begin + at + 1]);
      std::vector<std::size_t> open;
      for (std::size_t s = from; s < to; ++s) {
        const double* found = counts.data() + (s - first) * 3 * plan.size();
        if (ended[at] || std::count(chosen[at].begin(), chosen[at].end(), s) > 0) {
          CHECK(found[0] == -1);
          continue;
        }
        open.push_back(s);
        std::vector<std::size_t> places = chosen[at];
        places.push_back(s);
        std::sort(places.begin(), places.end());
        std::string extract;
        for (const std::size_t place : places) extract += given.sentences[place] + "\n";
        for (const double expected : kept::pair(plan, extract, given.references[begin + at]))
          CHECK(*found++ == expected);
      }
      ended[at] = ended[at] || open.empty() || rng() % 8 == 0;
      next.push_back(-1);
      if (ended[at]) continue;
      chosen[at].push_back(open[rng() % open.size()]);
      next.back() = static_cast<std::int64_t>(chosen[at].back() - from);
    }
    greedy.choose(next.data());
  }
}

}  // namespace

int main() {
  std::mt19937 rng(5);
  using Kind = Metric::Kind;
  const Metric five{Kind::ngram, 5, false};
  for (int again = 0; again < 4; ++again) {
    for (const MatchRules& rules : kept::match_rules()) {
      for (const Metric& metric : kept::metrics()) rounds({metric}, rules, rng, 5, 1);
      rounds({five, Metric{Kind::lcs, 0, false}, Metric{Kind::ngram, 2, false}}, rules, rng, 3, 3);
      rounds(kept::metrics(), rules, rng, 8, 2);
    }
  }
  return kept::failures == 0 ? 0 : 1;
}
