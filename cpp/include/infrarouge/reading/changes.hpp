// What a token becomes before it is a word: stop list, stemmer and synonyms.
#pragma once

#include <optional>
#include <string>

#include "infrarouge/reading/porter.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/utf8.hpp"

namespace infrarouge {

// The word of a token; none for a stop word.
inline std::optional<std::string> changed(const TextRules& rules, const std::string& token) {
  if (rules.stop.count(token) != 0) return std::nullopt;
  std::string word = token;
  if (unicode::count_codes(token) >= rules.stem_min) {
    if (rules.stemmer == Stemmer::porter) word = porter(unicode::lower(token));
    if (rules.stemmer == Stemmer::porter155) {
      const auto exception = rules.exceptions.find(token);
      word = exception != rules.exceptions.end() ? exception->second : porter155(token);
    }
  }
  const auto synonym = rules.synonyms.find(word);
  return synonym != rules.synonyms.end() ? synonym->second : word;
}

}  // namespace infrarouge
