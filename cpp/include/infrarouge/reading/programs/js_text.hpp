// What the quick cutting of js-rouge's sentences asks of characters and words.
//
// The rules are defined in src/infrarouge/reading/programs/js_sentences; this is their part that ordinary text needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::js {

// Thrown where a rule may apply that only the definition knows.
struct Unusual {};

using Units = std::u16string_view;
using Place = std::ptrdiff_t;

// ---------------------------------------------------------------- characters

enum Class : std::uint16_t {
  space = 1,
  letter = 2,
  digit = 4,
  punctuation = 8,
  symbol = 16,
  currency = 32,
  dash = 64,
  opening_bracket = 128,
  capital = 256,
  mark = 512,  // what the scan stops at: quotation marks, brackets, ends of sentences and lines
};

// The classes of a character; none for one whose rules only the definition knows, and for none at all.
constexpr std::uint16_t low_class(unsigned c) {
  if (c == ' ' || c == '\t' || c == 0xA0) return space;
  if (c == '\n' || c == '\r') return space | mark;
  if (c >= '0' && c <= '9') return digit;
  if (c >= 'A' && c <= 'Z') return letter | capital;
  if (c >= 'a' && c <= 'z') return letter;
  if (c == 0xD7 || c == 0xF7) return symbol;
  if (c >= 0xC0 && c <= 0xDE) return letter | capital;
  if (c >= 0xDF && c <= 0xFF) return letter;
  switch (c) {
    case '(':
    case '[':
    case '{':
      return punctuation | opening_bracket | mark;
    case '"':
    case '\'':
    case ')':
    case ']':
    case '}':
    case '.':
    case '!':
    case '?':
      return punctuation | mark;
    case '`':
      return symbol | mark;
    case '-':
      return punctuation | dash;
    case '#':
    case '%':
    case '&':
    case '*':
    case ',':
    case '/':
    case ':':
    case ';':
    case '@':
    case '_':
    case 0xA7:
      return punctuation;
    case '$':
    case 0xA2:
    case 0xA3:
    case 0xA5:
      return symbol | currency;
    case '+':
    case '=':
    case '^':
    case '|':
    case '~':
    case 0xA9:
    case 0xAE:
      return symbol;
    default:
      return 0;
  }
}

constexpr std::array<std::uint16_t, 256> low_classes() {
  std::array<std::uint16_t, 256> classes{};
  for (unsigned c = 0; c < 256; ++c) classes[c] = low_class(c);
  return classes;
}

constexpr std::array<std::uint16_t, 256> low_table = low_classes();

// Latin letters beyond Latin-1 and Cyrillic ones; those that fold to ASCII, or are neither capital nor small, are not.
inline std::uint16_t high_class(char16_t c) {
  const bool latin = (c >= 0x100 && c < 0x250 && !(c >= 0x1C4 && c <= 0x1CC) && !(c >= 0x1F1 && c <= 0x1F3)) ||
                     (c >= 0x1E00 && c < 0x1F00);
  if (!(latin || (c >= 0x400 && c < 0x530)) || c == 0x130 || c == 0x17F) return 0;
  const std::uint8_t bits = unicode::properties(c);
  if ((bits & unicode::letter) == 0 || (bits & unicode::cased) == 0) return 0;
  return (bits & unicode::lowers) != 0 ? letter | capital : letter;
}

inline std::uint16_t class_of(char16_t c) {
  if (c < 256) return low_table[c];
  switch (c) {
    case u'\u2013':
    case u'\u2014':
      return punctuation | dash;
    case u'\u2018':
    case u'\u2019':
    case u'\u201c':
    case u'\u201d':
      return punctuation | mark;
    case u'\u2026':
      return punctuation;
    case u'\u20ac':
      return symbol | currency;
    default:
      return high_class(c);
  }
}

inline bool is(char16_t c, int classes) { return (class_of(c) & classes) != 0; }
inline bool is_terminal(char16_t c) { return c == u'.' || c == u'!' || c == u'?'; }
inline bool is_newline(char16_t c) { return c == u'\n' || c == u'\r'; }
inline bool is_opener(char16_t c) { return c == u'(' || c == u'[' || c == u'{'; }
inline bool is_closer(char16_t c) { return c == u')' || c == u']' || c == u'}'; }
inline bool is_s(char16_t c) { return c == u's' || c == u'S'; }

inline bool is_word(char16_t c) { return c < 128 && (c == u'_' || is(c, letter | digit)); }

inline char16_t lower(char16_t c) { return is(c, capital) ? static_cast<char16_t>(c + 32) : c; }

inline bool one_of(char16_t c, Units set) { return set.find(c) != Units::npos; }

// What may stand between a full stop and the end of what it ends.
inline bool is_tail(char16_t c) { return is(c, space) || is_closer(c) || one_of(c, u"\"'\u201d\u2019\u201c"); }

// ---------------------------------------------------------------- words

// A word of up to eight ASCII letters and full stops as a number, in lower case; 0 for others.
inline std::uint64_t packed(Units word) {
  if (word.size() > 8) return 0;
  std::uint64_t number = 0;
  for (const char16_t c : word) {
    if (c >= 128) return 0;
    number = number << 8 | lower(c);
  }
  return number;
}

class WordSet {
 public:
  explicit WordSet(Units words) {
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(u' ', at), words.size());
      if (end > at) numbers_.push_back(packed(words.substr(at, end - at)));
      at = end + 1;
    }
    std::sort(numbers_.begin(), numbers_.end());
  }

  bool has(std::uint64_t number) const { return std::binary_search(numbers_.begin(), numbers_.end(), number); }
  bool has(Units word) const { return has(packed(word)); }

 private:
  std::vector<std::uint64_t> numbers_;
};

// The run of ASCII letters, digits and underscores that a text starts with.
inline Units first_word(Units text) {
  std::size_t n = 0;
  while (n < text.size() && is_word(text[n])) ++n;
  return text.substr(0, n);
}

inline Units without_space(Units text) {
  text.remove_prefix(first_place(0, text.size(), [&](std::size_t at) { return !is(text[at], space); }));
  return text;
}

inline bool is_continuation(Units text) {
  static const WordSet words(
      u"and or but nor for yet so at in on of to from with by as then because while after before although though "
      u"since unless until when where whether if once whereas");
  const Units word = first_word(text);
  return !word.empty() && words.has(word);
}

inline bool is_auxiliary(Units text) {
  static const WordSet verbs(u"am is are was were be been being has have had will would could should must");
  static const WordSet others(u"can cannot");
  const Units word = first_word(text);
  if (verbs.has(word) || others.has(word)) return true;
  const Units rest = text.substr(word.size());
  const bool negated = rest.size() > 1 && (rest[0] == u'\'' || rest[0] == u'\u2019') && lower(rest[1]) == u't' &&
                       (rest.size() == 2 || !is_word(rest[2]));
  if (!negated || word.empty() || lower(word.back()) != u'n') return false;
  return verbs.has(word.substr(0, word.size() - 1)) || packed(word) == packed(u"won");
}

inline bool is_scoping(Units text) {
  static const WordSet words(u"who which whose whom");
  return words.has(first_word(text));
}

inline bool is_state_body(Units text) {
  static const WordSet words(u"army navy military congress senate");
  const Units word = first_word(text);
  const auto is_word_of = [&](Units start, Units end) {  // a number holds eight letters
    return word.size() == 10 && packed(word.substr(0, 8)) == packed(start) && packed(word.substr(8)) == packed(end);
  };
  return words.has(word) || is_word_of(u"governme", u"nt") || is_word_of(u"commissi", u"on");
}

// What follows an apostrophe that stands for what was left out in front.
inline bool is_elided(Units text) {
  static const WordSet words(
      u"tis twas twere twill twould til till em cause cos round bout neath fore tween gainst cept twenties thirties "
      u"forties fifties sixties eighties nineties");
  const Units word = first_word(text);
  if (word.size() >= 2 && is(word[0], digit) && is(word[1], digit))
    return word.size() == 2 || (word.size() == 3 && is_s(word[2]));
  if (word.size() == 9 && packed(word.substr(0, 8)) == packed(u"seventie")) return is_s(word[8]);
  return words.has(word);
}

inline bool is_contraction(Units text) {
  static const WordSet words(u"s m d ll re ve");
  return words.has(first_word(text));
}

// Whether an apostrophe before a text looks as if it were elided, to the simple quotations.
inline bool is_elided_opening(Units text) {
  static const WordSet words(u"tis twas em cause til till");
  if (!text.empty() && is(text[0], digit)) return true;
  const Units word = first_word(text);
  return words.has(word) && (word.size() == text.size() || !is(text[word.size()], letter));
}

inline bool is_named(char16_t c) { return is(c, letter) || c == u'\'' || c == u'\u2019' || c == u'-'; }

// The letters, apostrophes and hyphens that a text starts with.
inline Units first_name(Units text) {
  std::size_t n = 0;
  while (n < text.size() && is_named(text[n])) ++n;
  return text.substr(0, n);
}

// Two words in a row, the second with a word boundary somewhere after its first character.
inline bool has_two_names(Units text) {
  static const WordSet later(u"more later moved");
  if (later.has(first_word(text))) return false;
  const Units first = first_name(text);
  if (first.empty()) return false;
  const Units rest = text.substr(first.size()), then = without_space(rest);
  const Units second = first_name(then);
  if (rest.size() == then.size() || second.empty()) return false;
  for (std::size_t at = 1; at <= second.size(); ++at) {
    if (is_word(then[at - 1]) != (at < then.size() && is_word(then[at]))) return true;
  }
  return false;
}

// Whether a continuation starts a clause of its own.
inline bool is_independent(Units text) {
  static const WordSet joins(u"and but or yet so then"), persons(u"i we he she they you it");
  static const WordSet articles(u"the a an my our their his her");
  const Units word = first_word(text);
  const Units rest = text.substr(word.size()), then = without_space(rest);
  const bool spaced = rest.size() > then.size();
  if (spaced && packed(word) == packed(u"in")) {
    const std::uint64_t next = packed(first_word(then));
    if (next == packed(u"fact") || next == packed(u"time")) return true;
  }
  std::size_t letters = 0;
  while (letters < text.size() && is(text[letters], letter)) ++letters;
  if (letters > 0 && letters < text.size() && is(text[letters], space)) {
    const std::size_t stop = text.find_first_of(u",.!?", letters);
    if (stop != Units::npos && text[stop] == u',') {
      const std::size_t between = stop - letters;
      const std::size_t spaces = text.size() - letters - without_space(text.substr(letters)).size();
      if (between >= 2 && between - std::min(spaces, between) <= 120) return true;
    }
  }
  if (!spaced || word.empty() || !joins.has(word)) return false;
  const Units next = first_word(then);
  if (persons.has(next)) return true;
  if (has_two_names(then)) return true;
  if (!articles.has(next)) return false;
  const Units after = then.substr(next.size()), behind = without_space(after);
  return after.size() > behind.size() && has_two_names(behind);
}

inline bool is_independent_or_new(Units text) { return !is_continuation(text) || is_independent(text); }

// ---------------------------------------------------------------- reported speech

// White space, then a mark or the end of the text.
inline bool is_stop(Units text) {
  const Units rest = without_space(text);
  return rest.empty() || one_of(rest[0], u",.;!?");
}

// The verb of speech that a text starts with, whatever follows it; 0 for none.
inline std::size_t speech_size(Units text) {
  for (const Units verb : {Units(u"said"), Units(u"thought"), Units(u"asked"), Units(u"replied"), Units(u"answered")}) {
    if (text.size() >= verb.size() && packed(text.substr(0, verb.size())) == packed(verb)) return verb.size();
  }
  return 0;
}

// After a verb of speech: adverbs and persons, then a stop.
inline bool ends_speech(Units text) {
  static const WordSet persons(u"me you him her us them");
  while (!is_stop(text)) {
    const Units then = without_space(text);
    if (then.size() == text.size()) return false;
    std::size_t n = 0;
    while (n < then.size() && is(then[n], letter)) ++n;
    const Units word = then.substr(0, n);
    const bool adverb = n > 2 && lower(word[n - 2]) == u'l' && lower(word[n - 1]) == u'y';
    if (!adverb && !persons.has(word)) return false;
    if (n < then.size() && !is(then[n], space) && !is_stop(then.substr(n))) return false;
    text = then.substr(n);
  }
  return true;
}

// Whether a text reports what was said before it: he said, or said the man.
inline bool is_reporting(Units text) {
  static const WordSet verbs(u"am is are was were be been being has have had");
  Units rest = text;
  for (int words = 1; words <= 3; ++words) {
    const Units word = first_name(rest);
    if (word.empty() || verbs.has(first_word(rest))) break;
    const Units then = without_space(rest.substr(word.size()));
    if (then.size() == rest.size() - word.size()) break;
    rest = then;
    const std::size_t verb = speech_size(rest);
    if (verb > 0 && ends_speech(rest.substr(verb))) return true;
  }
  const std::size_t verb = speech_size(text);
  if (verb == 0) return false;
  rest = text.substr(verb);
  for (int words = 0; words < 3; ++words) {
    const Units then = without_space(rest);
    const Units word = first_name(then);
    if (then.size() == rest.size() || word.empty()) return false;
    rest = then.substr(word.size());
    if (is_stop(rest)) return true;
  }
  return false;
}

}  // namespace infrarouge::js
