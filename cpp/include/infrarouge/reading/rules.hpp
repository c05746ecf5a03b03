// How texts are read: the rules, and their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infrarouge/reading/programs/punkt_types.hpp"

namespace infrarouge {

enum class Lowercase : std::uint8_t { none, ascii, unicode };
enum class Normal : std::uint8_t { canonical, nfc, nfkc, nfd, nfkd, unaccent, digits };
enum class Tokens : std::uint8_t {
  alnum,
  unicode,
  whitespace,
  chars,
  list,
  ids,
  pltrdy,  // from here on as single programs cut them
  edges,
  java,
  space,
  treebank_320,
  treebank_323,
  rouge2
};
enum class Sentences : std::uint8_t { newline, marker, period, none, list, java_lines, punkt, chinese, rouge2 };
enum class Stemmer : std::uint8_t { none, porter, porter155 };

namespace text {

template <class Enum, std::size_t N>
Enum parse(std::string_view name, const char* what, const std::string_view (&names)[N]) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  throw std::invalid_argument("unknown " + std::string(what) + " '" + std::string(name) + "'");
}

}  // namespace text

// Names as Python spells them; std::invalid_argument for any other.
inline Sentences parse_sentences(std::string_view name) {
  return text::parse<Sentences>(
      name, "sentences",
      {"newline", "marker", "period", "none", "list", "java-lines", "punkt", "rouge-chinese", "rouge2"});
}
inline Lowercase parse_lowercase(std::string_view name) {
  return text::parse<Lowercase>(name, "lowercase", {"none", "ascii", "unicode"});
}
inline Normal parse_normal(std::string_view name) {
  return text::parse<Normal>(name, "normalizer", {"canonical", "nfc", "nfkc", "nfd", "nfkd", "unaccent", "digits"});
}
inline Tokens parse_tokens(std::string_view name) {
  return text::parse<Tokens>(name, "tokens",
                             {"alnum", "unicode", "whitespace", "chars", "list", "ids", "pltrdy", "whitespace-edges",
                              "java-whitespace", "space", "treebank-js-3.2.0", "treebank-js-3.2.3", "rouge2"});
}
// Whether words are cut as a single program does, one sentence at a time.
inline bool is_program(Tokens tokens) { return tokens >= Tokens::pltrdy; }

// The rule by which text is written before it is cut: `list` leaves it as it is.
inline Tokens written_as(Tokens tokens) {
  if (!is_program(tokens)) return tokens;
  return tokens == Tokens::pltrdy || tokens == Tokens::edges ? Tokens::whitespace : Tokens::list;
}
inline Stemmer parse_stemmer(std::string_view name) {
  return text::parse<Stemmer>(name, "stemmer", {"none", "porter", "porter155"});
}

// How texts are read; all strings are UTF-8.
struct TextRules {
  Sentences sentences = Sentences::newline;
  std::string marker;                                 // ends a sentence, where sentences == marker
  std::shared_ptr<const programs::PunktTypes> punkt;  // what was learned, where sentences == punkt
  Lowercase lowercase = Lowercase::unicode;
  std::vector<Normal> normalizer;  // one after another, on lower-cased text
  Tokens tokens = Tokens::unicode;
  Stemmer stemmer = Stemmer::none;
  std::uint32_t stem_min = 4;  // shorter tokens are not stemmed; in code points
  std::unordered_set<std::string> stop;
  std::unordered_map<std::string, std::string> synonyms;    // stemmed word -> its representative
  std::unordered_map<std::string, std::string> exceptions;  // porter155: form -> lemma
  std::optional<std::int64_t> max_words;
  std::optional<std::int64_t> max_bytes;  // wins over max_words
  bool leading_blank_word = false;
  bool bytes_per_sentence = false;
  bool whole = false;          // Document::flat is the text cut at once, not its sentences in a row
  bool need_flat = true;       // Document::flat is used
  bool need_sentences = true;  // Document::ends and sentence_words() are used
};

}  // namespace infrarouge
