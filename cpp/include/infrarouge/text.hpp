// Reading: text to word ids, by rules. Declarations; definitions follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infrarouge/document.hpp"

namespace infrarouge {

enum class Sentences : std::uint8_t { newline, marker, period, none, list };
enum class Lowercase : std::uint8_t { none, ascii, unicode };
enum class Tokens : std::uint8_t { alnum, unicode, whitespace, chars, list, ids };
enum class Stemmer : std::uint8_t { none, porter, porter155 };

// Names as Python spells them; std::invalid_argument for any other.
Sentences parse_sentences(std::string_view name);
Lowercase parse_lowercase(std::string_view name);
Tokens parse_tokens(std::string_view name);
Stemmer parse_stemmer(std::string_view name);

struct TextRules {
  Sentences sentences = Sentences::newline;
  std::string marker;  // UTF-8; must not be empty when sentences == marker
  Lowercase lowercase = Lowercase::unicode;
  Tokens tokens = Tokens::unicode;
  Stemmer stemmer = Stemmer::none;
  std::uint32_t stem_min = 4;  // code points
  std::unordered_set<std::string> stop;                          // UTF-8
  std::unordered_map<std::string, std::string> synonyms;         // word -> representative
  std::unordered_map<std::string, std::string> exceptions;       // porter155: form -> lemma
  std::optional<std::int64_t> max_words;
  std::optional<std::int64_t> max_bytes;
  bool leading_blank_word = false;
  bool bytes_per_sentence = false;
  bool need_flat = true;       // some metric reads Document::flat
  bool need_sentences = true;  // some metric reads Document::ends and sentence_words()
};

// Reads texts one after another into one lasting vocabulary. Not thread-safe; the rules must outlive it.
class Reader {
 public:
  explicit Reader(const TextRules& rules);

  void read(const Text& text, Document& document);
  void read_sentences(const Text* items, std::size_t n, Document& document);
  // Sentence k is items[sentence_offsets[k]] .. items[sentence_offsets[k + 1]].
  void read_tokens(const Text* items, const std::int64_t* sentence_offsets, std::size_t n_sentences, Document& document);
  void read_ids(const std::int64_t* items, const std::int64_t* sentence_offsets, std::size_t n_sentences,
                Document& document);
  // After read_tokens: replaces the flat view by these tokens, and keeps the others as the sentence view.
  void read_flat(const Text* items, std::size_t n, Document& document);

  std::string word(std::uint32_t id) const;  // UTF-8 of a word, after stemming
  std::uint32_t size() const;                // ids are 0 .. size() - 1
  void forget_if_large();                    // between rows only: ids start again at 0
};

}  // namespace infrarouge
