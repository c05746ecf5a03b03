// Random texts and rules for the tests of kept texts.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/engine/plan.hpp"

namespace kept {

using namespace infrarouge;

// Lines of few different words, some of them empty, some near copies of others.
inline std::vector<std::string> texts(std::mt19937& rng, std::size_t n, std::size_t words, unsigned different) {
  std::vector<std::vector<std::string>> made;
  while (made.size() < n) {
    std::vector<std::string> text;
    if (!made.empty() && rng() % 3 == 0) {
      text = made[rng() % made.size()];
      if (!text.empty()) text[rng() % text.size()] = "new" + std::to_string(rng() % 5);
    } else {
      for (std::size_t size = rng() % (words + 1); text.size() < size;)
        text.push_back("w" + std::to_string(std::min(rng() % different, rng() % different)));
    }
    made.push_back(text);
  }
  std::vector<std::string> lines;
  for (const auto& text : made) {
    std::string line;
    for (const std::string& word : text) line += word + (rng() % 6 == 0 ? "\n" : " ");
    lines.push_back(line);
  }
  return lines;
}

inline Side side(const std::vector<std::string>& lines) {
  Side made;
  for (const std::string& line : lines) {
    made.items.push_back(Text{line.data(), line.size(), Width::ascii});
    made.units += line.size();
  }
  return made;
}

// The counts of one pair, by the plan itself.
inline std::vector<double> pair(Plan& plan, const std::string& prediction, const std::string& reference) {
  std::vector<double> counts(3 * plan.size());
  plan.one(Text{prediction.data(), prediction.size(), Width::ascii},
           Text{reference.data(), reference.size(), Width::ascii}, counts.data());
  return counts;
}

inline std::vector<MatchRules> match_rules() {
  std::vector<MatchRules> rules;
  for (const Count count : {Count::clipped, Count::set, Count::distinct})
    for (const Union unite : {Union::both, Union::prediction, Union::exclusive, Union::sum}) {
      MatchRules one;
      one.count = count;
      one.unite = unite;
      rules.push_back(one);
    }
  return rules;
}

inline std::vector<Metric> metrics() {
  using Kind = Metric::Kind;
  return {Metric{Kind::ngram, 1, false}, Metric{Kind::ngram, 2, false},       Metric{Kind::ngram, 3, false},
          Metric{Kind::lcs, 0, false},   Metric{Kind::lcs_sum, 0, false},     Metric{Kind::weighted, 1.2, false},
          Metric{Kind::skip, 4, true},   Metric{Kind::weighted_sum, 2, false}};
}

}  // namespace kept
