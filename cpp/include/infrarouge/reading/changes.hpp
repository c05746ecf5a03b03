// What becomes of a token that is no stop word: its stem, and the word that stands for its synonyms.
#pragma once

#include <string>

#include "infrarouge/reading/porter.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/utf8.hpp"

namespace infrarouge {

inline std::string changed_word(const std::string& token, const TextRules& rules) {
  std::string word = token;
  if (unicode::count_codes(token) >= rules.stem_min) {
    if (rules.stemmer == Stemmer::porter) word = porter(unicode::lower(token));
    if (rules.stemmer == Stemmer::porter155) {
      const auto irregular = rules.exceptions.find(token);
      word = irregular != rules.exceptions.end() ? irregular->second : porter155(token);
    }
  }
  const auto synonym = rules.synonyms.find(word);
  return synonym != rules.synonyms.end() ? synonym->second : word;
}

}  // namespace infrarouge
