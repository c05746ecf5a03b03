// Any text as bytes that a scan cuts into the right tokens.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "infrarouge/reading/fours.hpp"
#include "infrarouge/reading/letters.hpp"
#include "infrarouge/reading/normal_forms.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/scan.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// The bytes that make words, for a scan of ASCII or of what Spelling wrote.
inline ByteRules byte_rules(Tokens tokens, Lowercase lowercase) {
  const bool fold = lowercase != Lowercase::none;
  const bool alnum = tokens == Tokens::alnum;
  ByteRules rules;
  rules.spaces = tokens == Tokens::whitespace || tokens == Tokens::chars;
  rules.select = fold || !alnum ? 0x20 : 0;
  rules.fold = fold ? 0x20 : 0;
  rules.high = alnum ? 0 : 0x80;
  return rules;
}

// Writes words in UTF-8, lower-cased beyond ASCII and normalized, and blanks where one ends; counts letters on the way.
class Spelling {
 public:
  // With `fours`, characters are written four at a time where nothing stands against it.
  explicit Spelling(const TextRules& rules, bool fours = has_fours())
      : fours_(fours && has_fours()),
        lines_(!is_program(rules.tokens)),
        tokens_(written_as(rules.tokens)),
        lowercase_(rules.lowercase),
        select_(byte_rules(tokens_, rules.lowercase).select),
        normalizer_(rules.normalizer),
        letters_table_(tokens_, rules.lowercase, normalizer_) {}
  Spelling(const Spelling&) = delete;
  Spelling& operator=(const Spelling&) = delete;

  const std::uint8_t* bytes() const { return spelled_.data(); }
  std::size_t room() const { return spelled_.capacity(); }
  std::uint64_t letters() const { return letters_; }  // of the last text, as it was cut into words
  std::uint64_t kept() const { return kept_; }        // of those, the ones that are part of a token

  // Writes a text to bytes(), and returns how many they are.
  template <class Unit>
  std::size_t spell(const Unit* text, std::size_t n) {
    make_room(0, n * most_bytes<Unit>());
    std::uint8_t* out = spelled_.data();
    const bool chars = tokens_ == Tokens::chars;
    const std::uint8_t unusual = Letter::special | Letter::single | (chars ? Letter::mark : std::uint8_t{0});
    open_ = false;
    letters_ = kept_ = 0;
    for (std::size_t i = 0, next = piece; i < n;) {
      if (i >= next) {
        Stop::poll(4 * piece);
        next = i + piece;
      }
      if (open_) {
        out = spell_after_single(text, n, i, out);
        continue;
      }
      if (!chars) {
        const std::size_t run = narrow(text + i, std::min(n - i, piece), out);
        i += run;
        out += run;
      }
      // One after another, until the next piece may be ASCII again.
      const std::size_t stop = std::min(n, i + block);
      std::uint8_t before = bits_before(text, i);
      unsigned letters = 0, kept = 0;
      Letter letter{};
      if (fours_) {
        Written written{out};
        const std::size_t run = simd::write_fours(letters_table_, text + i, stop - i, before, unusual, written);
        out = take(written);
        i += run;
        if (run > 0) before = bits_before(text, i);
      }
      for (; i < stop; ++i) {
        letter = letters_table_[text[i]];
        if (((letter.bits & unusual) | (letter.bits & before & Letter::ordered)) != 0) break;
        std::memcpy(out, &letter, sizeof letter);
        out += letter.bits & Letter::size;
        letters += letter.bits & Letter::letter;
        kept += letter.bits & Letter::kept;
        before = letter.bits;
      }
      letters_ += letters / Letter::letter;
      kept_ += kept / Letter::kept;
      if (i == stop) continue;
      if ((letter.bits & (Letter::single | Letter::special)) == Letter::single) {
        out = spell_singles(text, std::min(n, i + piece), i, out);
      } else {
        out = spell_unusual(text, n, i, out);
      }
    }
    return static_cast<std::size_t>(out - spelled_.data());
  }

 private:
  static constexpr std::size_t block = 32, piece = std::size_t{1} << 16;

  // At most a blank and one character in UTF-8 for each unit.
  template <class Unit>
  static constexpr std::size_t most_bytes() {
    return sizeof(Unit) == 1 ? 3 : sizeof(Unit) == 2 ? 4 : 5;
  }

  // Room for so many bytes behind those written, and some that are written only to be overwritten.
  void make_room(std::size_t written, std::size_t more) { lengthen(spelled_, written + more + 2 * block); }

  std::uint8_t* take(const Written& written) {
    letters_ += written.letters;
    kept_ += written.kept;
    return written.out;
  }

  template <class Unit>
  std::uint8_t bits_before(const Unit* text, std::size_t at) const {
    return at > 0 ? letters_table_[text[at - 1]].bits : std::uint8_t{0};
  }

  // Copies ASCII as far as whole blocks of it go, which compilers turn into vectors, and counts its letters.
  template <class Unit>
  std::size_t narrow(const Unit* text, std::size_t n, std::uint8_t* out) {
    std::size_t i = 0;
    for (; n - i >= block; i += block) {
      std::uint32_t any = 0;
      for (std::size_t j = 0; j < block; ++j) any |= text[i + j];
      if (any >= 0x80) break;
      for (std::size_t j = 0; j < block; ++j) out[i + j] = static_cast<std::uint8_t>(text[i + j]);
      const unsigned letters = count_letters(out + i, 0x20);
      letters_ += letters;
      kept_ += select_ == 0x20 ? letters : count_letters(out + i, select_);
    }
    return i;
  }

  static unsigned count_letters(const std::uint8_t* bytes, std::uint8_t select) {
    unsigned count = 0;
    for (std::size_t i = 0; i < block; ++i) {
      count += static_cast<std::uint8_t>((bytes[i] | select) - 'a') < 26 ? 1u : 0u;
    }
    return count;
  }

  // Writes characters that are tokens by themselves, with their marks.
  template <class Unit>
  std::uint8_t* spell_singles(const Unit* text, std::size_t n, std::size_t& i, std::uint8_t* out) {
    std::uint8_t before = bits_before(text, i);
    if (fours_) {
      Written written{out};
      const std::size_t run = simd::write_singles(letters_table_, text + i, n - i, before, written);
      out = take(written);
      i += run;
      open_ = open_ || run > 0;
      before = bits_before(text, i);
    }
    for (std::size_t rest = i + 4; i < n && (!fours_ || i < rest); ++i) {
      const Letter letter = letters_table_[text[i]];
      const unsigned kind = letter.bits & (Letter::single | Letter::mark | Letter::special);
      if ((kind != Letter::single && kind != Letter::mark) || (letter.bits & before & Letter::ordered) != 0) break;
      *out = ' ';
      out += kind == Letter::single ? 1 : 0;
      std::memcpy(out, &letter, sizeof letter);
      out += letter.bits & Letter::size;
      letters_ += (letter.bits & Letter::letter) / Letter::letter;
      kept_ += (letter.bits & Letter::kept) / Letter::kept;
      before = letter.bits;
      open_ = true;
    }
    return out;
  }

  // Goes on after a character that is a token by itself.
  template <class Unit>
  std::uint8_t* spell_after_single(const Unit* text, std::size_t n, std::size_t& i, std::uint8_t* out) {
    const std::size_t from = i;
    out = spell_singles(text, std::min(n, i + piece), i, out);
    return i > from || i == n ? out : spell_unusual(text, n, i, out);
  }

  // Writes the character at a place, whatever it needs, and moves the place behind what was written.
  template <class Unit>
  std::uint8_t* spell_unusual(const Unit* text, std::size_t n, std::size_t& i, std::uint8_t* out) {
    const char32_t given = text[i];
    if (letters_table_.fill(given)) return out;
    const Letter& letter = letters_table_[text[i]];
    if ((letter.bits & Letter::special) == 0) {
      const bool misplaced = (letter.bits & bits_before(text, i) & Letter::ordered) != 0 &&
                             normalizer_.combining(text[i - 1]) > normalizer_.combining(given);
      return misplaced ? rewrite(text, n, i, out) : spell_code(normal_of(text[i++]), out);
    }
    if (normalizer_.active() && given >= 0x80) {
      const bool dotted = given == unicode::dotted_i && lowercase_ == Lowercase::unicode;
      if (dotted ? normalizer_.changes(unicode::dot_above) : normalizer_.changes(letters_table_.lower(given))) {
        const std::size_t to = end_of_syllable(text, n, i);
        return to == i ? rewrite(text, n, i, out) : spell_syllables(text, n, i, to, out);
      }
    }
    lower_to([&](char32_t code) { out = spell_code(code, out); }, text, n, i++);
    return out;
  }

  // Where a syllable in jamo ends whose vowel is at a place; that place if it is none, or if more may belong to it.
  template <class Unit>
  std::size_t end_of_syllable(const Unit* text, std::size_t n, std::size_t i) const {
    if (i == 0 || !normalizer_.composes_syllables() || text[i] - normal::vowel >= normal::n_vowels ||
        text[i - 1] - normal::leading >= normal::n_leading) {
      return i;
    }
    const std::size_t to = i + 1 < n && text[i + 1] - normal::trailing - 1 < normal::n_trailing - 1 ? i + 2 : i + 1;
    const bool more = to < n && text[to] - normal::leading >= normal::n_leading && changes(text[to]);
    return more ? i : to;
  }

  // Writes syllables in jamo one after another, the first with its vowel at a place and its end known.
  template <class Unit>
  std::uint8_t* spell_syllables(const Unit* text, std::size_t n, std::size_t& i, std::size_t to, std::uint8_t* out) {
    out = unspell(text, n, i - 1, out);
    Pace pace;
    while (true) {
      pace.at(i);
      const char32_t trailing = to == i + 2 ? text[i + 1] - normal::trailing : 0;
      const char32_t two = (text[i - 1] - normal::leading) * normal::n_vowels + (text[i] - normal::vowel);
      out = spell_code(normal::syllable + two * normal::n_trailing + trailing, out);
      const std::size_t next = to + 1 < n ? end_of_syllable(text, n, to + 1) : to + 1;
      i = to;
      if (next == to + 1) return out;
      i = to + 1;
      to = next;
    }
  }

  // A character that no other touches, lower-cased and normalized.
  char32_t normal_of(char32_t given) {
    codes_.assign(1, letters_table_.lower(given));
    if (normalizer_.active() && given >= 0x80 && normalizer_.changes(codes_[0])) {
      normalizer_.apply(codes_);
      codes_[0] = letters_table_.lower(codes_[0]);
    }
    return codes_[0];
  }

  // Calls put(code) for the character at a place in lower case.
  template <class Unit, class Put>
  void lower_to(Put&& put, const Unit* text, std::size_t n, std::size_t i) const {
    const char32_t given = text[i];
    if (lowercase_ != Lowercase::unicode || (given != unicode::dotted_i && given != unicode::capital_sigma)) {
      put(letters_table_.lower(given));
    } else if (given == unicode::dotted_i) {
      put(U'i');
      put(unicode::dot_above);
    } else {
      put(unicode::lower_sigma(text, n, i));
    }
  }

  // Rewrites the stretch of characters around a place that the normalizer can change, and the one before them.
  template <class Unit>
  std::uint8_t* rewrite(const Unit* text, std::size_t n, std::size_t& i, std::uint8_t* out) {
    std::size_t from = i;
    bool stays = false;  // the text can be cut before the stretch
    Pace pace;
    while (from > 0 && !stays) {
      pace.at(i - from);
      // Only combining characters were written since, and the one they stand with.
      out = unspell(text, n, --from, out);
      stays = !changes(text[from]) || !normalizer_.leans_back(letters_table_.lower(text[from]));
    }
    const std::size_t to = first_place(i + 1, n, [&](std::size_t at) { return !changes(text[at]); });
    codes_.clear();
    in_stretches(to - from, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = from + begin; k < from + end; ++k)
        lower_to([&](char32_t code) { codes_.push_back(code); }, text, n, k);
    });
    // The blank before a token by itself is still there; a mark leaves open what was open before it.
    const unicode::Kind kind = stays ? unicode::kind(unicode::properties(codes_[0])) : unicode::Kind::separator;
    open_ = open_ && (kind == unicode::Kind::mark || kind == unicode::Kind::ignored);
    normalizer_.apply(codes_);
    const auto written = static_cast<std::size_t>(out - spelled_.data());
    make_room(written, 6 * codes_.size() + (n - to) * most_bytes<Unit>());
    out = spelled_.data() + written;
    pace = Pace();
    for (std::size_t k = 0; k < codes_.size(); ++k) {
      pace.at(k);
      const char32_t code = codes_[k];
      if (code == unicode::dotted_i && lowercase_ == Lowercase::unicode) {
        out = spell_code(unicode::dot_above, spell_code(U'i', out));
      } else {
        out = spell_code(letters_table_.lower(code), out);
      }
    }
    out = spell_nothing(out);  // where nothing is left of the stretch
    i = to;
    return out;
  }

  // Whether the normalizer can change a character of the text, alone or with the one before it.
  bool changes(char32_t given) const {
    if (given == unicode::dotted_i && lowercase_ == Lowercase::unicode) return true;
    return given >= 0x80 && normalizer_.changes(letters_table_.lower(given));
  }

  // Takes back the bytes of a character that was just written, but for a blank before them.
  template <class Unit>
  std::uint8_t* unspell(const Unit* text, std::size_t n, std::size_t at, std::uint8_t* out) {
    Letter letter = letters_table_[text[at]];
    std::size_t size = letter.bits & Letter::size;
    if ((letter.bits & Letter::special) != 0) {
      lower_to([&](char32_t code) { size = size_of(code, letter.bits); }, text, n, at);
    }
    letters_ -= (letter.bits & Letter::letter) != 0 ? 1 : 0;
    kept_ -= (letter.bits & Letter::kept) != 0 ? 1 : 0;
    return out - size;
  }

  // How many bytes spell_code() writes of a character, without a blank before; and what it counts.
  std::size_t size_of(char32_t code, std::uint8_t& counted) const {
    const std::uint8_t bits = unicode::properties(code);
    const unicode::Kind kind = unicode::kind(bits);
    counted = 0;
    if ((bits & unicode::letter) != 0) {
      counted = static_cast<std::uint8_t>(Letter::letter | (letters_table_.keeps(code) ? Letter::kept : 0));
    }
    const bool words = tokens_ == Tokens::unicode;
    if (kind == unicode::Kind::ignored && (words || tokens_ == Tokens::chars)) return 0;
    if (tokens_ == Tokens::list) return unicode::utf8_size(code);
    const bool blank =
        tokens_ == Tokens::alnum || (words ? kind == unicode::Kind::separator : (bits & unicode::space) != 0);
    return blank ? 1 : unicode::utf8_size(code);
  }

  // Writes one character that is lower-cased and normalized, and blanks where a token must end that bytes alone would
  // not end.
  std::uint8_t* spell_code(char32_t code, std::uint8_t* out) {
    const std::uint8_t bits = unicode::properties(code);
    const unicode::Kind kind = unicode::kind(bits);
    if ((bits & unicode::letter) != 0) {
      ++letters_;
      kept_ += letters_table_.keeps(code) ? 1 : 0;
    }
    switch (tokens_) {
      case Tokens::alnum:
        *out++ = code < 0x80 ? static_cast<std::uint8_t>(code) : static_cast<std::uint8_t>(' ');
        return out;
      case Tokens::list:
        return unicode::put_utf8(code, out);
      case Tokens::whitespace:
        if (code >= 0x80 && (bits & unicode::space) != 0) code = ' ';
        return unicode::put_utf8(code, out);
      case Tokens::chars:
        if ((bits & unicode::space) != 0) {
          open_ = false;
          return unicode::put_utf8(code < 0x80 ? code : U' ', out);
        }
        if (kind == unicode::Kind::ignored) return spell_nothing(out);
        if (kind != unicode::Kind::mark || !open_) *out++ = ' ';
        open_ = true;
        return unicode::put_utf8(code, out);
      default:
        break;
    }
    // Here open_ says that a single character is the current token.
    if (kind == unicode::Kind::ignored) return spell_nothing(out);
    if (kind == unicode::Kind::single || (kind == unicode::Kind::word && open_)) *out++ = ' ';
    if (kind != unicode::Kind::mark) open_ = kind == unicode::Kind::single;
    if (kind == unicode::Kind::separator && code >= 0x80) code = ' ';
    return unicode::put_utf8(code, out);
  }

  // A line of characters that are left out is still a line.
  std::uint8_t* spell_nothing(std::uint8_t* out) const {
    if (lines_ && (out == spelled_.data() || out[-1] == '\n')) *out++ = ' ';
    return out;
  }

  bool fours_;
  bool lines_;  // newlines in the text end lines
  Tokens tokens_;
  Lowercase lowercase_;
  std::uint8_t select_;  // as in ByteRules
  normal::Normalizer normalizer_;
  Letters letters_table_;
  bool open_ = false;  // a token is open that bytes alone would not end
  std::uint64_t letters_ = 0, kept_ = 0;
  std::vector<std::uint8_t> spelled_;
  normal::Codes codes_;
};

}  // namespace infrarouge
