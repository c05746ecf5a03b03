// Texts in scripts written without blanks, where each character is a word: numbered as they stand, never written out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "infrarouge/reading/letters.hpp"
#include "infrarouge/reading/normal_forms.hpp"
#include "infrarouge/reading/pair_words.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Reads such texts of one pair for one reader. What is unusual it leaves to the spelling, which reads any text alike.
class Singles {
 public:
  explicit Singles(const TextRules& rules)
      : on_(rules.tokens == Tokens::unicode),
        normalizer_(rules.normalizer),
        letters_(rules.tokens, rules.lowercase, normalizer_) {}
  Singles(const Singles&) = delete;
  Singles& operator=(const Singles&) = delete;

  // Adds the words of a text; with `ends`, newlines end sentences. False if it has to be read in the usual way: then
  // nothing is added, and words that were met have the ids that they get there.
  template <class Unit>
  bool read(const Unit* text, std::size_t n, PairWords& words, bool closed, std::vector<std::uint32_t>& out,
            std::vector<std::uint32_t>* ends) {
    if (!on_ || !words.takes_codes() || !looks_likely(text, n)) return false;
    const std::size_t before = out.size(), ends_before = ends ? ends->size() : 0;
    out.resize(before + n);
    std::uint32_t* to = out.data() + before;
    PairWords::Coded coded = words.enter(std::min(n, piece), closed);
    const bool done = closed ? read_all<true>(text, n, words, coded, out.data(), to, ends)
                             : read_all<false>(text, n, words, coded, out.data(), to, ends);
    words.leave(coded);  // also the words that were met before something unusual
    out.resize(done ? static_cast<std::size_t>(to - out.data()) : before);
    if (!done && ends) ends->resize(ends_before);
    return done;
  }

 private:
  // What is known of a character: below, or the code point that it is written as, where that is a word by itself. Near
  // are those that PairWords has places for together, character and mark.
  enum Known : std::uint16_t { unusual = 0, mark = 1, near_mark = 2, newline = 3, separator = 4 };

  // What run_near() looks at: below, the code point of a word in the low bits, what a mark adds to it in the high ones.
  struct Step {
    static constexpr unsigned single_at = 16;
    static constexpr std::uint64_t single = 1u << single_at, bare = 1u << 17, other = 1u << 18, line = 1u << 19,
                                   marks = 1u << 31;
  };
  static constexpr std::uint32_t most_steps = 0x1000;

  template <class Unit>
  static std::uint64_t step(const std::uint64_t* steps, Unit code) {
    return steps[std::min<std::uint32_t>(code, most_steps)];
  }

  static std::uint64_t step_of(std::uint16_t known, std::uint32_t code) {
    if (known == near_mark) return Step::marks | Step::bare | std::uint64_t{PairWords::beside(code)} << 32;
    if (known < newline) return Step::other | Step::bare;
    if (known == newline) return Step::line | Step::bare;
    if (known == separator) return Step::bare;
    return known | Step::single | (PairWords::is_near(known) ? std::uint64_t{0} : Step::bare);
  }

  static constexpr std::size_t piece = 512;  // characters for which room is made at once

  // Whether a text is one to try, by its first characters: above most alphabets, and no Hangul syllables.
  template <class Unit>
  static bool looks_likely(const Unit* text, std::size_t n) {
    const std::size_t some = std::min<std::size_t>(n, 16);
    std::size_t likely = 0;
    for (std::size_t i = 0; i < some; ++i)
      likely += static_cast<std::size_t>(text[i] >= 0xE00) & static_cast<std::size_t>(text[i] - 0xAC00u >= 0x2C00u);
    return 2 * likely > some;
  }

  template <bool Closed, class Unit>
  bool read_all(const Unit* text, std::size_t n, PairWords& words, PairWords::Coded& coded, const std::uint32_t* begin,
                std::uint32_t*& to, std::vector<std::uint32_t>* ends) {
    if (known_.empty()) {
      known_.resize(0x10000, unusual);
      steps_.resize(most_steps + 1, step_of(unusual, 0));
    }
    std::size_t line = 0;  // where the current line begins
    for (std::size_t i = 0, next = piece; i < n;) {
      if (i >= next) {
        words.leave(coded);
        Stop::poll(4 * piece);
        next = i + piece;
        coded = words.enter(std::min(n - i, piece), Closed);
      }
      const std::size_t last = std::min(n, next) - 1;
      i = ends ? run<Closed, separator>(text, i, last, coded, to) : run<Closed, newline>(text, i, last, coded, to);
      // A word of its own with what belongs to it, or letters and digits, up to the next character that begins anew.
      const std::uint16_t known = know(text[i]);
      const std::size_t from = i++;
      if (known == newline || known == separator) {
        if (i < n && changes(text[i])) return false;
        if (known == newline) {
          if (ends && from > line) ends->push_back(static_cast<std::uint32_t>(to - begin));
          line = i;
        }
        continue;
      }
      const Letter letter = letters_[text[from]];
      const bool single = known > separator;
      if (!single && !is_ascii_word(letter) && !is_mark(letter)) return false;
      if (single && (i == n || !joins(text[i]))) {
        *to++ = coded.id<Closed>(known, true);
        continue;
      }
      token_.assign(reinterpret_cast<const char*>(letter.bytes), letter.bits & Letter::size);
      if (!(single ? add_marks(text, n, i, letter.bits) : add_word(text, n, i, letter))) return false;
      words.leave(coded);
      *to++ = words.find(token_, Closed);
      coded = words.enter(std::min(n - i, piece), Closed);
    }
    if (ends && n > line) ends->push_back(static_cast<std::uint32_t>(to - begin));
    return true;
  }

  // Adds the ASCII letters and digits from a place on to the token, which may begin with marks that stand behind a
  // separator; false if the word goes on with others.
  template <class Unit>
  bool add_word(const Unit* text, std::size_t n, std::size_t& i, Letter before) {
    for (; i < n; ++i) {
      const std::uint16_t known = know(text[i]);
      const Letter letter = letters_[text[i]];
      const bool marks = is_mark(before) && is_mark(letter) && (before.bits & letter.bits & Letter::ordered) == 0;
      if (!is_ascii_word(letter) && !marks) return known >= newline && !joins(text[i]);
      token_.append(reinterpret_cast<const char*>(letter.bytes), letter.bits & Letter::size);
      before = letter;
    }
    return true;
  }

  // Adds the marks from a place on to the character that is the token; false if others belong to it.
  template <class Unit>
  bool add_marks(const Unit* text, std::size_t n, std::size_t& i, std::uint8_t before) {
    const std::size_t from = i - 1;
    bool plain = true;  // what they are written as does not depend on one another
    for (; i < n && joins(text[i]); ++i) {
      const Letter letter = letters_[text[i]];
      if (unicode::kind(unicode::properties(text[i])) != unicode::Kind::mark) return false;
      plain = plain && (letter.bits & (Letter::special | (before & Letter::ordered))) == 0;
      token_.append(reinterpret_cast<const char*>(letter.bytes), letter.bits & Letter::size);
      before = letter.bits;
    }
    return plain || rewrite(text + from, i - from);
  }

  // Writes a character and its marks to the token as the normalizer leaves them; false if that is not one word.
  template <class Unit>
  bool rewrite(const Unit* text, std::size_t n) {
    codes_.clear();
    for (std::size_t i = 0; i < n; ++i) codes_.push_back(letters_.lower(text[i]));
    normalizer_.apply(codes_);
    token_.clear();
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const char32_t code = letters_.lower(codes_[i]);
      const unicode::Kind kind = unicode::kind(unicode::properties(code));
      if (kind != (i == 0 ? unicode::Kind::single : unicode::Kind::mark)) return false;
      unicode::append_utf8(token_, code);
    }
    return !codes_.empty();
  }

  // Numbers characters up to one that is known as less than `Least` or stands before such a one, or to the last;
  // returns it.
  template <bool Closed, Known Least, class Unit>
  std::size_t run(const Unit* text, std::size_t i, std::size_t last, PairWords::Coded& coded, std::uint32_t*& to) {
    PairWords::Coded here = coded;
    std::uint32_t* out = to;
    const std::uint16_t* const known = known_.data();
    std::uint32_t code = at(known, text[i]);
    if (code >= Least) {
      for (; i < last; ++i) {
        std::uint32_t next = at(known, text[i + 1]);
        if (next < Least) {
          // A mark is most often alone with its character.
          const std::uint32_t after = i + 2 <= last ? at(known, text[i + 2]) : std::uint32_t{unusual};
          if (next == unusual || next > near_mark || after < Least || code <= separator || !bits::little_endian) break;
          if (next == near_mark && PairWords::is_near(code)) {
            // Before a character that has no step, such as a quotation mark, the word is numbered here.
            if (text[i + 2] < most_steps) {
              i = run_near<Closed, Least>(text, i, last, here, out);
              code = at(known, text[i--]);
              continue;
            }
            *out++ = here.id<Closed>(PairWords::marked(code, text[i + 1]), true);
          } else {
            *out++ = here.marked_id<Closed>(bytes_of(text[i]), bytes_of(text[i + 1]));
          }
          ++i;
          next = after;
        } else {
          const bool single = code > separator;
          *out = here.id<Closed>(code, single);
          out += single ? 1 : 0;
        }
        code = next;
      }
    }
    coded = here;
    to = out;
    return i;
  }

  // The same for scripts in which marks are many, from a near character with one mark on, and up to the last but one.
  // Nobody can foresee where the next mark stands, so that each is a step like any other, which adds no word.
  template <bool Closed, Known Least, class Unit>
  std::size_t run_near(const Unit* text, std::size_t i, std::size_t last, PairWords::Coded& coded,
                       std::uint32_t*& to) const {
    PairWords::Coded here = coded;
    std::uint32_t* out = to;
    const std::uint64_t* const steps = steps_.data();
    constexpr std::uint64_t stops = Step::other | (Least == separator ? Step::line : std::uint64_t{0});
    std::uint64_t code = step(steps, text[i]), next = step(steps, text[i + 1]);
    for (; i + 2 <= last; ++i) {
      const std::uint64_t after = step(steps, text[i + 2]);
      // A mark stands with a character that can have one, and before one that begins anew.
      const std::uint64_t bare = (code & Step::bare) | (after & (stops | Step::marks));
      const auto is_mark =
          static_cast<std::uint64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(next)) >> 31);
      if (bits::opaque((next & stops) | (bare & is_mark)) != 0) break;
      const std::uint64_t single = code >> Step::single_at & 1;
      *out = here.id<Closed>(static_cast<std::uint32_t>((code & 0xFFFFu) + (next >> 32)), single != 0);
      out += single;
      code = next;
      next = after;
    }
    coded = here;
    to = out;
    return (code & Step::marks) != 0 ? i + 1 : i;
  }

  template <class Unit>
  static std::uint16_t at(const std::uint16_t* known, Unit code) {
    if constexpr (sizeof(Unit) == 4) return code < 0x10000 ? known[code] : std::uint16_t{unusual};
    else return known[code];
  }

  // The three bytes that a character is written as.
  std::uint32_t bytes_of(std::uint32_t code) const {
    const Letter& letter = letters_[code];
    return letter.bytes[0] | std::uint32_t{letter.bytes[1]} << 8 | std::uint32_t{letter.bytes[2]} << 16;
  }

  // What a character is, with its block filled.
  std::uint16_t know(std::uint32_t code) {
    const bool special = code < 0x10000 && (letters_[code].bits & Letter::special) != 0;
    if (special && letters_.fill(code)) {
      for (std::uint32_t i = code & 0xFF00u; i <= (code | 0xFFu); ++i) {
        known_[i] = describe(letters_[i], i);
        if (i < most_steps) steps_[i] = step_of(known_[i], i);
      }
    }
    return code < 0x10000 ? known_[code] : std::uint16_t{unusual};
  }

  // The code point that a character of three bytes is written as.
  static std::uint32_t written_of(const Letter& letter) {
    return (letter.bytes[0] & 0x0Fu) << 12 | (letter.bytes[1] & 0x3Fu) << 6 | (letter.bytes[2] & 0x3Fu);
  }

  static std::uint16_t describe(const Letter& letter, std::uint32_t code) {
    constexpr unsigned kinds = Letter::single | Letter::mark | Letter::special | Letter::ordered;
    const unsigned kind = letter.bits & kinds, size = letter.bits & Letter::size;
    if (kind == Letter::single && size == 3) return static_cast<std::uint16_t>(written_of(letter));
    if ((kind & ~unsigned{Letter::ordered}) == Letter::mark && size == 3)
      return PairWords::is_near(code) && written_of(letter) == code ? near_mark : mark;
    const bool blank = kind == 0 && size == 1 && !is_ascii_word(letter);
    return blank ? code == '\n' ? newline : separator : unusual;
  }

  // Whether a character may change, or belong to, the one before it. Its block is filled.
  bool joins(std::uint32_t code) {
    know(code);
    return (letters_[code].bits & (Letter::mark | Letter::special | Letter::ordered)) != 0;
  }

  // Whether the normalizer or the case of others may change a character. Its block is filled.
  bool changes(std::uint32_t code) {
    know(code);
    return (letters_[code].bits & Letter::special) != 0;
  }

  static bool is_mark(const Letter& letter) { return (letter.bits & (Letter::mark | Letter::special)) == Letter::mark; }

  // Whether a character is written as an ASCII letter or digit.
  static bool is_ascii_word(const Letter& letter) {
    if ((letter.bits & ~(Letter::letter | Letter::kept)) != 1) return false;
    const unsigned byte = letter.bytes[0];
    return (byte | 0x20u) - 'a' < 26 || byte - '0' < 10;
  }

  bool on_;
  normal::Normalizer normalizer_;
  Letters letters_;
  std::vector<std::uint64_t> steps_;  // by code point below most_steps, as Step has it
  std::vector<std::uint16_t> known_;  // by code point; what was not met is unusual
  std::string token_;
  normal::Codes codes_;
};

}  // namespace infrarouge
