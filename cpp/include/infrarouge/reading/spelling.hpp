// Any text as bytes that a scan cuts into the right tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/scan.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/utf8.hpp"

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

// Writes words in UTF-8, lower-cased beyond ASCII, and blanks where one ends; counts letters on the way.
class Spelling {
 public:
  Spelling(Tokens tokens, Lowercase lowercase)
      : tokens_(tokens), lowercase_(lowercase), select_(byte_rules(tokens, lowercase).select) {}

  const std::uint8_t* bytes() const { return spelled_.data(); }
  std::uint64_t letters() const { return letters_; }  // of the last text
  std::uint64_t kept() const { return kept_; }        // of those, the ones that are part of a token

  // Writes a text to bytes(), and returns how many they are.
  template <class Unit>
  std::size_t spell(const Unit* text, std::size_t n) {
    // At most a blank and one character in UTF-8 for each unit; a dotted I is three bytes.
    const std::size_t most = n * (sizeof(Unit) == 1 ? 3 : sizeof(Unit) == 2 ? 4 : 5) + 1;
    if (spelled_.size() < most) spelled_.resize(most);
    std::uint8_t* out = spelled_.data();
    const bool lowered = lowercase_ == Lowercase::unicode;
    const bool chars = tokens_ == Tokens::chars;
    open_ = false;
    letters_ = 0;
    kept_ = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!open_ && !chars && text[i] < 0x80) {
        const std::size_t run = narrow(text + i, n - i, out);
        i += run;
        out += run;
        if (i == n) break;
      }
      const char32_t code = text[i];
      const std::uint8_t bits = unicode::properties(code);
      std::uint8_t* const before = out;
      if (!lowered || code < 0x80 || (bits & unicode::lowers) == 0) {
        out = spell_one(code, bits, out);
      } else if (code == unicode::dotted_i) {
        out = spell_one(U'i', unicode::properties(U'i'), out);
        out = spell_one(unicode::dot_above, unicode::properties(unicode::dot_above), out);
      } else {
        const char32_t low = code == unicode::capital_sigma ? unicode::lower_sigma(text, n, i) : unicode::lower(code);
        out = spell_one(low, unicode::properties(low), out);
      }
      if ((bits & unicode::letter) != 0) {
        ++letters_;
        kept_ += tokens_ != Tokens::alnum || is_word_byte(*before) ? 1 : 0;
      }
    }
    return static_cast<std::size_t>(out - spelled_.data());
  }

 private:
  bool is_word_byte(std::uint8_t byte) const { return static_cast<std::uint8_t>((byte | select_) - 'a') < 26; }

  // Copies ASCII as far as it goes, in blocks that compilers turn into vectors, and counts its letters.
  template <class Unit>
  std::size_t narrow(const Unit* text, std::size_t n, std::uint8_t* out) {
    constexpr std::size_t block = 32;
    std::size_t i = 0;
    for (; n - i >= block; i += block) {
      std::uint32_t any = 0;
      for (std::size_t j = 0; j < block; ++j) any |= text[i + j];
      if (any >= 0x80) break;
      for (std::size_t j = 0; j < block; ++j) out[i + j] = static_cast<std::uint8_t>(text[i + j]);
      letters_ += count_letters(out + i, block, 0x20);
      kept_ += count_letters(out + i, block, select_);
    }
    const std::size_t rest = i;
    for (; i < n && text[i] < 0x80; ++i) out[i] = static_cast<std::uint8_t>(text[i]);
    letters_ += count_letters(out + rest, i - rest, 0x20);
    kept_ += count_letters(out + rest, i - rest, select_);
    return i;
  }

  // Of at most 255 bytes.
  static std::uint8_t count_letters(const std::uint8_t* bytes, std::size_t n, std::uint8_t select) {
    std::uint8_t count = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto byte = static_cast<std::uint8_t>((bytes[i] | select) - 'a');
      count = static_cast<std::uint8_t>(count + (byte < 26 ? 1 : 0));
    }
    return count;
  }

  // Writes one character, and blanks where a token must end that bytes alone would not end.
  std::uint8_t* spell_one(char32_t code, std::uint8_t bits, std::uint8_t* out) {
    const unicode::Kind kind = unicode::kind(bits);
    switch (tokens_) {
      case Tokens::alnum:
        *out++ = code < 0x80 ? static_cast<std::uint8_t>(code) : static_cast<std::uint8_t>(' ');
        return out;
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

  // A line of ignored characters only is still a line.
  std::uint8_t* spell_nothing(std::uint8_t* out) const {
    if (out == spelled_.data() || out[-1] == '\n') *out++ = ' ';
    return out;
  }

  Tokens tokens_;
  Lowercase lowercase_;
  std::uint8_t select_;  // as in ByteRules
  bool open_ = false;    // a token is open that bytes alone would not end
  std::uint64_t letters_ = 0, kept_ = 0;
  std::vector<std::uint8_t> spelled_;
};

}  // namespace infrarouge
