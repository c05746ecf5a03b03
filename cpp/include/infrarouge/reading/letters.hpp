// What a character is written as, by the rules of one reader: looked up in blocks that are filled when first met.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "infrarouge/reading/normal_forms.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/utf8.hpp"

namespace infrarouge {

// A character as it is written: up to three bytes of UTF-8, then how many they are and what else is to be known.
struct Letter {
  static constexpr std::uint8_t size = 3;      // bits that tell the number of bytes
  static constexpr std::uint8_t single = 4;    // a token by itself: a blank stands before it
  static constexpr std::uint8_t ordered = 8;   // has a place among combining characters in a row
  static constexpr std::uint8_t special = 16;  // what it is written as is not here
  static constexpr std::uint8_t letter = 32;   // counts as a letter
  static constexpr std::uint8_t kept = 64;     // counts as a letter that is part of a token
  static constexpr std::uint8_t mark = 128;    // stays with the character before it

  std::uint8_t bytes[3];
  std::uint8_t bits;
};

// The letters below U+10000 by the rules of one reader; all others are special.
class Letters {
 public:
  Letters(Tokens tokens, Lowercase lowercase, normal::Normalizer& normalizer)
      : tokens_(tokens), lowercase_(lowercase), normalizer_(normalizer) {
    blocks_.fill(unknown_block());
  }

  const Letter& operator[](std::uint8_t code) const { return blocks_[0][code]; }
  const Letter& operator[](std::uint16_t code) const { return blocks_[code >> 8][code & 0xFF]; }
  const Letter& operator[](std::uint32_t code) const {
    return code < 0x10000 ? blocks_[code >> 8][code & 0xFF] : unknown_block()[0];
  }

  // Fills the block of a character; false if it is filled already, or can be none.
  bool fill(char32_t code) {
    if (code >= 0x10000 || blocks_[code >> 8] != unknown_block()) return false;
    std::unique_ptr<Letter[]> block(new Letter[256]);
    for (char32_t i = 0; i < 256; ++i) block[i] = describe((code & 0xFF00) + i);
    blocks_[code >> 8] = block.get();
    filled_.push_back(std::move(block));
    return true;
  }

  // Lower case of a character that is no capital sigma and no dotted I.
  char32_t lower(char32_t code) const {
    if (lowercase_ != Lowercase::none && code - 'A' < 26) return code + 32;
    const bool lowers =
        code >= 0x80 && lowercase_ == Lowercase::unicode && (unicode::properties(code) & unicode::lowers) != 0;
    return lowers ? unicode::lower(code) : code;
  }

  // Whether a lower-cased letter that is written ends up in a token.
  bool keeps(char32_t code) const {
    if (tokens_ != Tokens::alnum) return true;
    const bool capital = lowercase_ != Lowercase::none && code - 'A' < 26;
    return code - 'a' < 26 || capital;
  }

 private:
  static const Letter* unknown_block() {
    static const std::array<Letter, 256> block = [] {
      std::array<Letter, 256> unknown{};
      unknown.fill(Letter{{0, 0, 0}, Letter::special});
      return unknown;
    }();
    return block.data();
  }

  Letter describe(char32_t given) {
    const Letter special{{0, 0, 0}, Letter::special};
    const bool lowered = lowercase_ == Lowercase::unicode;
    if (lowered && (given == unicode::dotted_i || given == unicode::capital_sigma)) return special;
    char32_t code = lower(given);
    std::uint8_t extra = 0;
    if (normalizer_.active() && code >= 0x80 && normalizer_.changes(code)) {
      alone_.assign(1, code);
      normalizer_.apply(alone_);
      if (alone_.size() != 1) return special;
      if (normalizer_.only_ordered(code) && alone_[0] == code) {
        extra = Letter::ordered;
      } else if (normalizer_.leans_back(code)) {
        return special;
      }
      code = alone_[0];
      if (lowered && code == unicode::dotted_i) return special;
      code = lower(code);
    }
    return written(code, extra);
  }

  Letter written(char32_t code, std::uint8_t extra) const {
    const std::uint8_t properties = unicode::properties(code);
    const unicode::Kind kind = unicode::kind(properties);
    const bool space = (properties & unicode::space) != 0;
    unsigned bits = extra;
    if ((properties & unicode::letter) != 0) bits |= Letter::letter | (keeps(code) ? Letter::kept : 0);
    bool blank = false;  // it is written as one
    switch (tokens_) {
      case Tokens::alnum:
        blank = code >= 0x80;
        break;
      case Tokens::whitespace:
        blank = code >= 0x80 && space;
        break;
      case Tokens::list:
        break;
      case Tokens::chars:
        blank = code >= 0x80 && space;
        if (space) break;
        if (kind == unicode::Kind::ignored) return Letter{{0, 0, 0}, Letter::special};
        bits |= kind == unicode::Kind::mark ? Letter::mark : Letter::single;
        break;
      default:
        blank = code >= 0x80 && kind == unicode::Kind::separator;
        if (kind == unicode::Kind::ignored) return Letter{{0, 0, 0}, Letter::special};
        if (kind == unicode::Kind::mark) bits |= Letter::mark;
        if (kind == unicode::Kind::single) bits |= Letter::single;
        break;
    }
    if (blank) code = ' ';
    if (code >= 0x10000) return Letter{{0, 0, 0}, Letter::special};
    std::uint8_t bytes[4] = {};
    const auto n = static_cast<unsigned>(unicode::put_utf8(code, bytes) - bytes);
    return Letter{{bytes[0], bytes[1], bytes[2]}, static_cast<std::uint8_t>(bits | n)};
  }

  Tokens tokens_;
  Lowercase lowercase_;
  normal::Normalizer& normalizer_;
  std::array<const Letter*, 256> blocks_;
  std::vector<std::unique_ptr<Letter[]>> filled_;
  normal::Codes alone_;
};

}  // namespace infrarouge
