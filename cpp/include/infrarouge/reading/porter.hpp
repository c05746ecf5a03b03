// The two Porter stemmers that ROUGE programs use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "infrarouge/reading/unicode.hpp"

namespace infrarouge {
namespace stem {

struct Rule {
  std::string_view suffix, end;
};

inline constexpr Rule step2[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
};
inline constexpr Rule step3[] = {
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
};
inline constexpr std::string_view step4[] = {
    "al",  "ance", "ence", "er",  "ic",  "able", "ible", "ant", "ement", "ment",
    "ent", "ion",  "ou",   "ism", "ate", "iti",  "ous",  "ive", "ize",
};
inline constexpr Rule fixed_words[] = {
    {"sky", "sky"},        {"skies", "sky"},       {"dying", "die"},        {"lying", "lie"},
    {"tying", "tie"},      {"news", "news"},       {"innings", "inning"},   {"inning", "inning"},
    {"outings", "outing"}, {"outing", "outing"},   {"cannings", "canning"}, {"canning", "canning"},
    {"howe", "howe"},      {"proceed", "proceed"}, {"exceed", "exceed"},    {"succeed", "succeed"},
};

template <class Char>
bool is_aeiou(Char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

// A word of bytes or of code points, whichever holds one letter a unit.
template <class Char>
struct Word {
  std::basic_string<Char> text;

  std::size_t size() const { return text.size(); }
  Char last() const { return text.back(); }
  bool ends(std::string_view suffix) const {
    if (text.size() < suffix.size()) return false;
    const std::size_t at = text.size() - suffix.size();
    for (std::size_t i = 0; i < suffix.size(); ++i) {
      if (text[at + i] != static_cast<Char>(suffix[i])) return false;
    }
    return true;
  }
  void drop(std::size_t n) { text.resize(text.size() - n); }
  void replace(std::size_t n, std::string_view end) {
    drop(n);
    for (char c : end) text.push_back(static_cast<Char>(c));
  }
  bool equals(std::string_view other) const { return text.size() == other.size() && ends(other); }
};

// ---------------------------------------------------------------- porter: NLTK's default mode

template <class Char>
class Porter {
 public:
  static void stem(Word<Char>& word) {
    for (const Rule& fixed : fixed_words) {
      if (word.equals(fixed.suffix)) return word.replace(word.size(), fixed.end);
    }
    if (word.size() <= 2) return;
    step_1a(word);
    step_1b(word);
    step_1c(word);
    step_2(word);
    first_rule(word, step3);
    step_4(word);
    step_5(word);
  }

 private:
  struct Shape {
    std::size_t measure = 0;                // how often a consonant follows a vowel
    bool any = false;                       // has a vowel
    bool vowel[3] = {false, false, false};  // the last three letters, the last first
  };

  // Shape of the first n letters; y is a vowel after a consonant.
  static Shape shape(const Word<Char>& word, std::size_t n) {
    Shape found;
    for (std::size_t i = 0; i < n; ++i) {
      const bool before = found.vowel[0];
      const bool vowel = is_aeiou(word.text[i]) || (word.text[i] == 'y' && i > 0 && !before);
      found.measure += before && !vowel ? 1 : 0;
      found.any = found.any || vowel;
      found.vowel[2] = found.vowel[1];
      found.vowel[1] = before;
      found.vowel[0] = vowel;
    }
    return found;
  }

  static bool short_ending(const Word<Char>& word, std::size_t n, const Shape& of) {
    if (n == 2) return of.vowel[1] && !of.vowel[0];
    if (n < 3 || of.vowel[2] || !of.vowel[1] || of.vowel[0]) return false;
    const Char last = word.text[n - 1];
    return last != 'w' && last != 'x' && last != 'y';
  }

  static std::size_t measure(const Word<Char>& word, std::size_t n) { return shape(word, n).measure; }

  static void step_1a(Word<Char>& word) {
    if (word.ends("ies") && word.size() == 4) {
      word.drop(1);
    } else if (word.ends("sses") || word.ends("ies")) {
      word.drop(2);
    } else if (word.ends("s") && !word.ends("ss")) {
      word.drop(1);
    }
  }

  static void step_1b(Word<Char>& word) {
    if (word.ends("ied")) return word.drop(word.size() == 4 ? 1 : 2);
    if (word.ends("eed")) {
      if (measure(word, word.size() - 3) > 0) word.drop(1);
      return;
    }
    const std::size_t cut = word.ends("ed") ? 2 : word.ends("ing") ? 3 : 0;
    if (cut == 0) return;
    const Shape left = shape(word, word.size() - cut);
    if (!left.any) return;
    word.drop(cut);
    const std::size_t n = word.size();
    if (word.ends("at") || word.ends("bl") || word.ends("iz")) {
      word.replace(0, "e");
    } else if (n > 1 && word.text[n - 1] == word.text[n - 2] && !left.vowel[0]) {
      if (word.last() != 'l' && word.last() != 's' && word.last() != 'z') word.drop(1);
    } else if (left.measure == 1 && short_ending(word, n, left)) {
      word.replace(0, "e");
    }
  }

  static void step_1c(Word<Char>& word) {
    if (word.ends("y") && word.size() > 2 && !shape(word, word.size() - 1).vowel[0]) word.replace(1, "i");
  }

  template <std::size_t N>
  static void first_rule(Word<Char>& word, const Rule (&rules)[N]) {
    for (const Rule& rule : rules) {
      if (!word.ends(rule.suffix)) continue;
      if (measure(word, word.size() - rule.suffix.size()) > 0) word.replace(rule.suffix.size(), rule.end);
      return;
    }
  }

  static void step_2(Word<Char>& word) {
    while (word.ends("alli") && measure(word, word.size() - 4) > 0) word.drop(2);
    if (word.ends("fulli")) {
      if (measure(word, word.size() - 5) > 0) word.drop(2);
    } else if (word.ends("logi")) {
      // The l of -logi counts as part of the stem.
      if (measure(word, word.size() - 3) > 0) word.drop(1);
    } else {
      first_rule(word, step2);
    }
  }

  static void step_4(Word<Char>& word) {
    for (const std::string_view suffix : step4) {
      if (!word.ends(suffix)) continue;
      const bool fits = suffix != "ion" || word.ends("sion") || word.ends("tion");
      if (fits && measure(word, word.size() - suffix.size()) > 1) word.drop(suffix.size());
      return;
    }
  }

  static void step_5(Word<Char>& word) {
    if (word.ends("e")) {
      const std::size_t n = word.size() - 1;
      const Shape left = shape(word, n);
      if (left.measure > 1 || (left.measure == 1 && !short_ending(word, n, left))) word.drop(1);
    }
    if (word.ends("ll") && measure(word, word.size() - 1) > 1) word.drop(1);
  }
};

// ---------------------------------------------------------------- porter155: the variant of ROUGE-1.5.5

template <class Char>
class Porter155 {
 public:
  static void stem(Word<Char>& word) {
    if (word.size() < 3) return;
    // A leading y is a consonant: a capital keeps it out of the vowels meanwhile.
    const bool y = word.text[0] == 'y';
    if (y) word.text[0] = 'Y';
    step_1(word);
    longest_rule(word, step2, true);
    longest_rule(word, step3, false);
    step_4(word);
    step_5(word);
    if (y) word.text[0] = 'y';
  }

 private:
  // What the letters can be read as, one bit each: [C] V C [V] C, by the classes of the program's patterns.
  enum : unsigned { start = 1, c1 = 2, v1 = 4, c2 = 8, v2 = 16, c3 = 32 };

  struct Reading {
    unsigned ever = start;   // readings of some beginning
    unsigned whole = start;  // readings of all letters
    bool above_0() const { return (ever & c2) != 0; }
    bool above_1() const { return (ever & c3) != 0; }
    bool is_1() const { return (whole & (c2 | v2)) != 0; }
    bool has_vowel() const { return (ever & v1) != 0; }
  };

  static Reading read(const Word<Char>& word, std::size_t n) {
    Reading found;
    for (std::size_t i = 0; i < n; ++i) {
      const Char c = word.text[i];
      const unsigned from = found.whole;
      unsigned to = 0;
      if (is_aeiou(c)) {
        to = ((from & (start | c1 | v1)) != 0 ? v1 : 0u) | ((from & (c2 | v2)) != 0 ? v2 : 0u);
      } else if (c == 'y') {
        to = ((from & start) != 0 ? c1 : 0u) | ((from & (start | c1)) != 0 ? v1 : 0u) | ((from & v1) != 0 ? c2 : 0u) |
             ((from & c2) != 0 ? v2 : 0u) | ((from & v2) != 0 ? c3 : 0u);
      } else {
        to = ((from & (start | c1)) != 0 ? c1 : 0u) | ((from & (v1 | c2)) != 0 ? c2 : 0u) |
             ((from & (v2 | c3)) != 0 ? c3 : 0u);
      }
      found.whole = to;
      found.ever |= to;
    }
    return found;
  }

  // The whole stem is C v x: consonants, a vowel, and a letter other than a e i o u w x y.
  static bool is_short(const Word<Char>& word, std::size_t n) {
    if (n < 3) return false;
    const Char last = word.text[n - 1];
    const Char vowel = word.text[n - 2];
    if (is_aeiou(last) || last == 'w' || last == 'x' || last == 'y') return false;
    if (!is_aeiou(vowel) && vowel != 'y') return false;
    for (std::size_t i = 0; i < n - 2; ++i) {
      if (is_aeiou(word.text[i]) || (i > 0 && word.text[i] == 'y')) return false;
    }
    return true;
  }

  static bool doubled(const Word<Char>& word) {
    const std::size_t n = word.size();
    if (n < 2 || word.text[n - 1] != word.text[n - 2]) return false;
    const Char c = word.last();
    return !is_aeiou(c) && c != 'y' && c != 'l' && c != 's' && c != 'z';
  }

  static void step_1(Word<Char>& word) {
    if (word.ends("sses") || word.ends("ies")) {
      word.drop(2);
    } else if (word.ends("s") && !word.ends("ss")) {
      word.drop(1);
    }
    if (word.ends("eed")) {
      if (read(word, word.size() - 3).above_0()) word.drop(1);
    } else {
      const std::size_t cut = word.ends("ed") ? 2 : word.ends("ing") ? 3 : 0;
      if (cut != 0 && read(word, word.size() - cut).has_vowel()) {
        word.drop(cut);
        if (word.ends("at") || word.ends("bl") || word.ends("iz")) {
          word.replace(0, "e");
        } else if (doubled(word)) {
          word.drop(1);
        } else if (is_short(word, word.size())) {
          word.replace(0, "e");
        }
      }
    }
    if (word.ends("y") && read(word, word.size() - 1).has_vowel()) word.replace(1, "i");
  }

  template <std::size_t N>
  static void longest_rule(Word<Char>& word, const Rule (&rules)[N], bool logi) {
    Rule best{"", ""};
    for (const Rule& rule : rules) {
      if (rule.suffix.size() > best.suffix.size() && word.ends(rule.suffix)) best = rule;
    }
    if (logi && word.ends("logi")) best = Rule{"logi", "log"};
    const std::size_t n = best.suffix.size();
    if (n > 0 && read(word, word.size() - n).above_0()) word.replace(n, best.end);
  }

  static void drop_long(Word<Char>& word, std::size_t n) {
    if (read(word, word.size() - n).above_1()) word.drop(n);
  }

  static void step_4(Word<Char>& word) {
    std::size_t longest = 0;
    for (const std::string_view suffix : step4) {
      if (suffix == "ment" || suffix == "ent" || suffix == "ion") continue;
      if (suffix.size() > longest && word.ends(suffix)) longest = suffix.size();
    }
    if (longest > 0) drop_long(word, longest);
    if (word.ends("ment")) drop_long(word, 4);
    if (word.ends("ent")) return drop_long(word, 3);
    if (word.ends("sion") || word.ends("tion")) drop_long(word, 3);
  }

  static void step_5(Word<Char>& word) {
    if (word.ends("e")) {
      const std::size_t n = word.size() - 1;
      const Reading left = read(word, n);
      if (left.above_1() || (left.is_1() && !is_short(word, n))) word.drop(1);
    }
    if (word.ends("ll") && read(word, word.size()).above_1()) word.drop(1);
  }
};

template <template <class> class Algorithm>
std::string run(std::string_view word) {
  if (unicode::is_ascii(word)) {
    Word<char> bytes{std::string(word)};
    Algorithm<char>::stem(bytes);
    return std::move(bytes.text);
  }
  Word<char32_t> codes;
  for (const std::uint32_t code : unicode::decode_utf8(word)) codes.text.push_back(static_cast<char32_t>(code));
  Algorithm<char32_t>::stem(codes);
  std::string stemmed;
  for (const char32_t code : codes.text) unicode::append_utf8(stemmed, code);
  return stemmed;
}

}  // namespace stem

// Stem of a lower-case word in UTF-8, as NLTK's PorterStemmer gives it in its default mode.
inline std::string porter(std::string_view word) { return stem::run<stem::Porter>(word); }

// Stem of a word in UTF-8 by the Porter variant of ROUGE-1.5.5, without its table of irregular forms.
inline std::string porter155(std::string_view word) { return stem::run<stem::Porter155>(word); }

}  // namespace infrarouge
