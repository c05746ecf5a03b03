// What a further sentence would count is what the extract with that sentence counts when it is counted anew.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/search/test_oracle.cpp -pthread && ./a.out
#include "infrarouge/search/oracle.hpp"

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
  const Side sentences = kept::side(given.sentences), references = kept::side(given.references);
  const Articles articles{sentences, given.texts.data(), references, ours.data(), theirs.data()};
  greedy.read(articles, begin, end, threads);
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

// Choosing by the usual score in one go is choosing in step by the scores of the counts.
void extracts(const std::vector<Metric>& metrics, const MatchRules& rules, const TextRules& text, std::mt19937& rng,
              std::size_t words, std::size_t threads) {
  Plan plan(text, metrics, rules);
  Greedy greedy(plan);
  const Pages given = pages(rng, words);
  std::vector<std::uint8_t> ours(given.sentences.size()), theirs(given.references.size());
  const Side sentences = kept::side(given.sentences), references = kept::side(given.references);
  const Articles articles{sentences, given.texts.data(), references, ours.data(), theirs.data()};
  const std::size_t begin = 1, end = given.references.size(), most = 3;
  const Formula formula{0.3, static_cast<Measure>(rng() % 3)};
  std::vector<std::int64_t> chosen((end - begin) * most);
  std::vector<double> scores(end - begin), best(end - begin, 0.0);
  greedy.extract(articles, formula, most, chosen.data(), scores.data(), begin, end, threads);

  greedy.read(articles, begin, end, threads);
  for (std::size_t step = 0; step < most; ++step) {
    std::vector<double> counts(greedy.sentences() * 3 * plan.size());
    greedy.round(counts.data(), threads);
    std::vector<std::int64_t> next;
    const double* three = counts.data();
    for (std::size_t at = 0; at < end - begin; ++at) {
      next.push_back(-1);
      for (std::size_t s = 0; s < greedy.article(at).size(); ++s) {
        double sum = 0;
        for (std::size_t m = 0; m < plan.size(); ++m, three += 3) sum += formula.measured(three);
        if (!greedy.article(at).is_open(s) || !(sum > best[at])) continue;
        best[at] = sum;
        next.back() = static_cast<std::int64_t>(s);
      }
      CHECK(chosen[at * most + step] == next.back());
    }
    greedy.choose(next.data());
  }
  CHECK(scores == best);
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
      TextRules text;
      for (const Stemmer stemmer : {Stemmer::none, Stemmer::porter}) {
        text.stemmer = stemmer;
        extracts({Metric{Kind::ngram, 1, false}, Metric{Kind::ngram, 2, false}}, rules, text, rng, 8, 1);
        extracts({five, Metric{Kind::ngram, 3, false}, Metric{Kind::ngram, 3, false}}, rules, text, rng, 3, 2);
        extracts(kept::metrics(), rules, text, rng, 5, 2);
      }
    }
  }
  return finish("oracle");
}
