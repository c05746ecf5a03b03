// Reading code point by code point: sentences, limits, case, tokens, stems, and how many letters are kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "infrarouge/reading/reader.hpp"

namespace plain {

using namespace infrarouge;
using Codes = std::vector<std::uint32_t>;
using Words = std::vector<std::string>;

struct Plain {
  Words flat;
  std::vector<Words> sentences;
  std::uint32_t letters = 0, kept = 0;
};

inline std::vector<Codes> split(const Codes& text, const Codes& mark) {
  std::vector<Codes> pieces(1);
  for (std::size_t i = 0; i < text.size();) {
    if (text.size() - i >= mark.size() &&
        std::equal(mark.begin(), mark.end(), text.begin() + static_cast<std::ptrdiff_t>(i))) {
      pieces.emplace_back();
      i += mark.size();
    } else {
      pieces.back().push_back(text[i++]);
    }
  }
  pieces.erase(std::remove_if(pieces.begin(), pieces.end(), [](const Codes& piece) { return piece.empty(); }),
               pieces.end());
  return pieces;
}

inline bool is_blank(std::uint32_t code) { return code == ' ' || (code >= 9 && code <= 13); }

inline std::vector<Codes> first_words(const std::vector<Codes>& sentences, std::int64_t limit, bool leading) {
  std::vector<Codes> kept;
  std::int64_t total = 0;
  for (const Codes& sentence : sentences) {
    std::vector<Codes> fields(1);
    for (const std::uint32_t code : sentence) {
      if (!is_blank(code)) fields.back().push_back(code);
      else if (!fields.back().empty()) fields.emplace_back();
    }
    if (fields.back().empty()) fields.pop_back();
    if (leading && !fields.empty() && is_blank(sentence[0])) fields.insert(fields.begin(), Codes{});
    const auto count = static_cast<std::int64_t>(fields.size());
    if (total + count < limit) {
      kept.push_back(sentence);
      total += count;
      continue;
    }
    Codes joined;
    for (std::int64_t i = 0; i < limit - total; ++i) {
      if (i > 0) joined.push_back(' ');
      joined.insert(joined.end(), fields[static_cast<std::size_t>(i)].begin(),
                    fields[static_cast<std::size_t>(i)].end());
    }
    kept.push_back(joined);
    break;
  }
  return kept;
}

inline std::vector<Codes> first_bytes(const std::vector<Codes>& sentences, std::int64_t limit, bool each) {
  std::vector<Codes> kept;
  std::int64_t total = 0;
  for (const Codes& sentence : sentences) {
    std::int64_t size = 0;
    for (const std::uint32_t code : sentence) size += static_cast<std::int64_t>(unicode::utf8_size(code));
    if (total + size < limit) {
      kept.push_back(sentence);
      if (!each) total += size;
      continue;
    }
    Codes part;
    std::int64_t used = 0;
    for (const std::uint32_t code : sentence) {
      used += static_cast<std::int64_t>(unicode::utf8_size(code));
      if (used > limit - total) break;
      part.push_back(code);
    }
    kept.push_back(part);
    break;
  }
  return kept;
}

inline Codes lowered(const Codes& text, Lowercase how) {
  Codes out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t code = text[i];
    if (how != Lowercase::none && code >= 'A' && code <= 'Z') {
      out.push_back(code + 32);
    } else if (how == Lowercase::unicode && code == unicode::dotted_i) {
      out.insert(out.end(), {'i', unicode::dot_above});
    } else if (how == Lowercase::unicode && code == unicode::capital_sigma) {
      out.push_back(unicode::lower_sigma(text.data(), text.size(), i));
    } else {
      out.push_back(how == Lowercase::unicode ? unicode::lower(code) : code);
    }
  }
  return out;
}

// A sentence as it is cut into tokens: lowered, then normalized as a whole; what comes in is lowered letter by letter.
inline Codes prepared(const Codes& sentence, const TextRules& rules) {
  const Codes low = lowered(sentence, rules.lowercase);
  if (rules.normalizer.empty()) return low;
  normal::Codes codes(low.begin(), low.end());
  normal::Normalizer(rules.normalizer).apply(codes);
  Codes out;
  for (const char32_t code : codes) {
    const Codes one = code == unicode::capital_sigma && rules.lowercase == Lowercase::unicode
                          ? Codes{unicode::lower(code)}
                          : lowered(Codes{code}, rules.lowercase);
    out.insert(out.end(), one.begin(), one.end());
  }
  return out;
}

inline Words tokens(const Codes& sentence, const TextRules& rules, std::uint32_t& kept) {
  Words words;
  bool open = false;
  bool single = false;
  const auto begin = [&](bool one) {
    words.emplace_back();
    open = true;
    single = one;
  };
  for (const std::uint32_t code : prepared(sentence, rules)) {
    const std::uint8_t bits = unicode::properties(code);
    const unicode::Kind kind = unicode::kind(bits);
    const bool space = (bits & unicode::space) != 0;
    bool inside = false;
    switch (rules.tokens) {
      case Tokens::alnum:
        inside = (code >= 'a' && code <= 'z') || (code >= '0' && code <= '9');
        if (inside && !open) begin(false);
        if (!inside) open = false;
        break;
      case Tokens::whitespace:
        inside = !space;
        if (inside && !open) begin(false);
        if (!inside) open = false;
        break;
      case Tokens::chars:
        if (space) open = false;
        if (space || kind == unicode::Kind::ignored) break;
        if (!open || kind != unicode::Kind::mark) begin(false);
        inside = true;
        break;
      default:
        if (kind == unicode::Kind::ignored) break;
        if (kind == unicode::Kind::separator) {
          open = false;
          break;
        }
        inside = true;
        if (kind == unicode::Kind::single) begin(true);
        else if (!open || (kind == unicode::Kind::word && single)) begin(false);
        break;
    }
    if (inside) {
      unicode::append_utf8(words.back(), code);
      kept += (bits & unicode::letter) != 0 ? 1 : 0;
    }
  }
  return words;
}

inline Words changed(const Words& words, const TextRules& rules) {
  Words out;
  for (std::string word : words) {
    if (rules.stop.count(word) != 0) continue;
    if (unicode::count_codes(word) >= rules.stem_min) {
      if (rules.stemmer == Stemmer::porter) word = porter(unicode::lower(word));
      if (rules.stemmer == Stemmer::porter155) {
        word = rules.exceptions.count(word) != 0 ? rules.exceptions.at(word) : porter155(word);
      }
    }
    out.push_back(rules.synonyms.count(word) != 0 ? rules.synonyms.at(word) : word);
  }
  return out;
}

inline Plain plain_reading(const std::vector<Codes>& items, bool list, bool ascii, const TextRules& rules) {
  std::vector<Codes> sentences = items;
  if (!list && rules.sentences == Sentences::newline) sentences = split(items[0], {'\n'});
  if (!list && rules.sentences == Sentences::period) sentences = split(items[0], {'.'});
  if (!list && rules.sentences == Sentences::marker) sentences = split(items[0], unicode::decode_utf8(rules.marker));
  std::vector<Codes> flat = sentences;
  if (rules.max_bytes) {
    flat = first_bytes(sentences, *rules.max_bytes, false);
    sentences = first_bytes(sentences, *rules.max_bytes, rules.bytes_per_sentence);
  } else if (rules.max_words) {
    flat = sentences = first_words(sentences, *rules.max_words, rules.leading_blank_word);
  }
  Plain plain;
  std::uint32_t ignored = 0;
  for (const Codes& sentence : flat) {
    for (const std::uint32_t code : prepared(sentence, rules))
      plain.letters += (unicode::properties(code) & unicode::letter) != 0 ? 1 : 0;
    const Words words = changed(tokens(sentence, rules, plain.kept), rules);
    plain.flat.insert(plain.flat.end(), words.begin(), words.end());
  }
  for (const Codes& sentence : sentences) plain.sentences.push_back(changed(tokens(sentence, rules, ignored), rules));
  if (ascii) plain.letters = plain.kept = 0;
  return plain;
}

}  // namespace plain
