// Matches by place: which unit goes with which, in runs, and texts too long for plain tables.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include cpp/tests/test_matches.cpp -pthread && ./a.out
#include "infrarouge/matching/matches.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"

using namespace infrarouge;

namespace {

// A text of one-letter words; a bar ends a sentence.
Document read(const std::string& text) {
  Document document;
  for (const char letter : text) {
    if (letter == '|') document.ends.push_back(static_cast<std::uint32_t>(document.flat.size()));
    else document.flat.push_back(static_cast<std::uint32_t>(letter));
  }
  document.ends.push_back(static_cast<std::uint32_t>(document.flat.size()));
  return document;
}

std::vector<Match> find(const Metric& metric, const MatchRules& rules, const Document& prediction,
                        const Document& reference) {
  MatchFinder finder({metric}, rules);
  std::vector<Match> found;
  std::uint64_t size = 0;
  finder.find(prediction, reference, found, &size);
  CHECK(size == found.size());
  return found;
}

// Matches as text: first and last place in the reference, then in the prediction, then the run.
std::string spelled(const Metric& metric, const MatchRules& rules, const std::string& prediction,
                    const std::string& reference) {
  std::string text;
  for (const Match& match : find(metric, rules, read(prediction), read(reference))) {
    if (!text.empty()) text += ' ';
    for (const std::uint32_t number :
         {match.reference_first, match.reference_last, match.prediction_first, match.prediction_last, match.run})
      text += std::to_string(number);
  }
  return text;
}

Document random_text(std::size_t size, std::uint32_t words, std::uint64_t seed) {
  Document document;
  for (std::size_t i = 0; i < size; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    document.flat.push_back(static_cast<std::uint32_t>((seed >> 33) % words));
  }
  document.ends.push_back(static_cast<std::uint32_t>(size));
  return document;
}

}  // namespace

int main() {
  using Kind = Metric::Kind;
  MatchRules rules;
  CHECK(spelled({Kind::ngram, 1, false}, rules, "aab", "caa") == "11000 22111");
  CHECK(spelled({Kind::ngram, 2, false}, rules, "abxab", "ab") == "01010");
  CHECK(spelled({Kind::skip, 0, false}, rules, "abc", "xbc") == "12120");
  CHECK(spelled({Kind::skip, -1, true}, rules, "ac", "abc") == "00000 02011 22112");
  CHECK(spelled({Kind::lcs, 0, false}, rules, "ab", "ba") == "00110");
  rules.tie = Tie::prediction;
  CHECK(spelled({Kind::lcs, 0, false}, rules, "ab", "ba") == "11000");
  rules.tie = Tie::reference;
  CHECK(spelled({Kind::lcs_sum, 0, false}, rules, "ab", "a|ba") == "00000 11111");
  CHECK(spelled({Kind::weighted, 1.2, false}, rules, "abxc", "abc") == "00000 11110 22331");
  CHECK(spelled({Kind::weighted_sum, 1.2, false}, rules, "ab|cd", "ab|cd") == "00000 11110 22221 33331");
  rules.runs.reference_runs = true;
  CHECK(spelled({Kind::weighted_sum, 2, false}, rules, "bab", "ca|bab") == "11110 22001 44222");
  rules.runs.open_runs = true;
  CHECK(spelled({Kind::weighted_sum, 2, false}, rules, "bab", "ca|bab") == "11110 22001 44221");
  rules = MatchRules{};
  rules.count = Count::distinct;
  CHECK(spelled({Kind::ngram, 1, false}, rules, "aab", "caa") == "11000");
  CHECK(spelled({Kind::skip, -1, false}, rules, "aab", "aab") == "01010 02021");

  // Directions of 20,000 by 20,000 words do not fit the limit of the tables; the path is the one of the counts.
  const Document ours = random_text(20000, 500, 1), theirs = random_text(20000, 500, 2);
  for (const Metric& metric : {Metric{Kind::lcs, 0, false}, Metric{Kind::lcs_sum, 0, false}}) {
    Matcher matcher({metric}, MatchRules{});
    double counts[3];
    matcher.count(ours, theirs, counts);
    CHECK(static_cast<double>(find(metric, MatchRules{}, ours, theirs).size()) == counts[0]);
  }
  return finish("matches");
}
