// Sentences by Punkt: the twin of reading/programs/punkt_rules.py, where the rules are defined.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/reading/programs/characters.hpp"
#include "infrarouge/reading/programs/punkt_types.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::programs {

// Cuts texts into sentences. For one thread; what was learned is shared.
class Punkt {
 public:
  explicit Punkt(std::shared_ptr<const PunktTypes> types) : types_(std::move(types)) {}

  // Calls use(begin, end) for each sentence.
  template <class Unit, class Use>
  void cut(const Unit* text, std::size_t n, Use&& use) {
    find_slices(text, n);
    std::size_t moved = 0;
    Pace pace;
    for (std::size_t i = 0; i < slices_.size(); ++i) {
      pace.at(i);
      const std::size_t begin = slices_[i].begin + moved;
      moved = 0;
      std::size_t marks = 0;
      if (i + 1 < slices_.size()) marks = closing_marks(text, slices_[i + 1], moved);
      if (marks > 0) {
        use(begin, slices_[i + 1].begin + marks);
      } else if (begin < slices_[i].end) {
        use(begin, slices_[i].end);
      }
    }
  }

 private:
  struct Slice {
    std::size_t begin, end;
  };

  // A possible end of a sentence: where it is, where the next sentence would begin, and the words around it.
  struct Possible {
    std::size_t end, following;
    Slice context;
  };

  struct Token {
    std::size_t begin, end;
    bool stopped, ends, dots, abbreviated;
  };

  enum class Starts : std::uint8_t { no, unknown, yes };

  // ------------------------------------------------------------ characters

  // Patterns take no separator below U+0020 for white space, and str.rstrip() does.
  static bool is_space(char32_t c) {
    if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13);
    return (unicode::properties(c) & unicode::space) != 0;
  }
  static bool is_blank(char32_t c) { return is_space(c) || (c >= 0x1C && c <= 0x1F); }

  static constexpr std::uint8_t closing = 1, mark = 2, unstarting = 4, punctuation = 8;

  // What a character is to the patterns of tokens.
  static std::uint8_t kind(char32_t c) {
    static constexpr auto table = [] {
      std::array<std::uint8_t, 128> kinds{};
      for (const char known : std::string_view("\"')]}")) kinds[static_cast<std::uint8_t>(known)] |= closing | mark;
      for (const char known : std::string_view(";*:@({[?!")) kinds[static_cast<std::uint8_t>(known)] |= mark;
      for (const char known : std::string_view("(\"`{[:;&#*@)}]-,"))
        kinds[static_cast<std::uint8_t>(known)] |= unstarting;
      for (const char known : std::string_view(";:,.!?")) kinds[static_cast<std::uint8_t>(known)] |= punctuation;
      return kinds;
    }();
    if (c < 0x80) return table[c];
    const bool quote = c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D || c == 0xAB || c == 0xBB;
    return quote ? closing | mark : 0;
  }

  // ------------------------------------------------------------ sentences

  template <class Unit>
  void find_slices(const Unit* text, std::size_t n) {
    slices_.clear();
    std::size_t begin = 0;
    bool waiting = false;
    Possible before{};
    Slice word{0, 0};  // before the last possible end
    const auto decide = [&] {
      if (!has_end(text, before.context)) return;
      slices_.push_back(Slice{begin, before.end});
      begin = before.following;
    };
    Pace pace;
    for (std::size_t i = 0; i < n; ++i) {
      pace.at(i);
      if (text[i] != '.' && text[i] != '?' && text[i] != '!') continue;
      if (i + 1 == n) break;
      std::size_t last = i + 2, following = i + 1;
      if ((kind(text[i + 1]) & mark) == 0) {
        if (!is_space(text[i + 1])) continue;
        following = first_place(following, n, [&](std::size_t at) { return !is_space(text[at]); });
        if (following == n) continue;
        last = first_place(following, n, [&](std::size_t at) { return is_space(text[at]); });
      }
      std::size_t start = i;
      while (start > word.end && !(text[start - 1] == ' ' || (text[start - 1] >= 9 && text[start - 1] <= 13))) --start;
      // A blank at the very start of the stretch is not looked at.
      if (start <= word.end + 1) start = word.begin;
      if (waiting && word.end <= start) decide();
      word = Slice{start, i};
      before = Possible{i + 1, following, Slice{start, last}};
      waiting = true;
    }
    if (waiting) decide();
    const std::size_t end = n - first_place(0, n, [&](std::size_t back) { return !is_blank(text[n - 1 - back]); });
    slices_.push_back(Slice{begin, end});
  }

  // Closing marks at the start of a sentence which belong to the one before, and how much is moved there with them.
  template <class Unit>
  static std::size_t closing_marks(const Unit* text, const Slice& slice, std::size_t& moved) {
    for (std::size_t i = slice.begin; i < slice.end && (kind(text[i]) & closing) != 0; ++i) {
      const std::size_t next = i + 1;
      std::size_t end = next;
      end = first_place(end, slice.end, [&](std::size_t at) { return !is_space(text[at]); });
      const bool dashes = next + 1 < slice.end && text[next] == '-' && text[next + 1] == '-';
      if (end == next && next != slice.end && !dashes) continue;
      moved = end - slice.begin;
      return next - slice.begin;
    }
    return 0;
  }

  // ------------------------------------------------------------ tokens

  // Whether a sentence ends at some token of a stretch but the last.
  template <class Unit>
  bool has_end(const Unit* text, const Slice& context) {
    tokens_.clear();
    for (std::size_t line = context.begin; line <= context.end;) {
      bool blank = true;
      const std::size_t stop = first_place(line, context.end, [&](std::size_t at) {
        if (text[at] == '\n') return true;
        blank = blank && is_blank(text[at]);
        return false;
      });
      if (!blank) add_tokens(text, line, stop);
      line = stop + 1;
    }
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (ends(text, tokens_[i], tokens_[i + 1])) return true;
    return false;
  }

  template <class Unit>
  void add_tokens(const Unit* text, std::size_t at, std::size_t stop) {
    Pace pace;
    while (at < stop) {
      pace.at(at);
      if (is_space(text[at])) {
        ++at;
        continue;
      }
      std::size_t size = several(text, at, stop);
      if (size == 0) {
        size = 1;
        if ((kind(text[at]) & unstarting) == 0)
          size = first_place(at + size, stop, [&](std::size_t end) { return ends_word(text, end, stop); }) - at;
      }
      tokens_.push_back(described(text, at, at + size));
      at += size;
    }
  }

  // The length of dashes or dots that are one token; 0 where there are none.
  template <class Unit>
  static std::size_t several(const Unit* text, std::size_t at, std::size_t stop) {
    if (text[at] != '-' && text[at] != '.') return 0;
    const std::size_t run = first_place(at, stop, [&](std::size_t place) { return text[place] != text[at]; });
    if (run - at >= 2) return run - at;
    if (text[at] == '-') return 0;
    std::size_t pairs = 0;
    while (at + 2 * pairs + 1 < stop && text[at + 2 * pairs] == '.' && is_space(text[at + 2 * pairs + 1])) ++pairs;
    // The last dot need not have white space behind it.
    if (at + 2 * pairs >= stop || text[at + 2 * pairs] != '.') pairs = pairs > 0 ? pairs - 1 : 0;
    return pairs >= 2 ? 2 * pairs + 1 : 0;
  }

  template <class Unit>
  static bool ends_word(const Unit* text, std::size_t at, std::size_t stop) {
    if (is_end(text, at, stop)) return true;
    return text[at] == ',' && is_end(text, at + 1, stop);
  }
  template <class Unit>
  static bool is_end(const Unit* text, std::size_t at, std::size_t stop) {
    return at == stop || (kind(text[at]) & mark) != 0 || is_space(text[at]) || several(text, at, stop) > 0;
  }

  template <class Unit>
  Token described(const Unit* text, std::size_t begin, std::size_t end) {
    Token token{begin, end, text[end - 1] == '.', false, false, false};
    const std::size_t size = end - begin;
    token.ends = size == 1 && (text[begin] == '.' || text[begin] == '?' || text[begin] == '!');
    token.dots = size > 1 && std::all_of(text + begin, text + end, [](Unit c) { return c == '.'; });
    if (!token.stopped || token.ends || text[end - 2] == '.') return token;
    lower(text, begin, end - 1, type_);
    const std::string_view bare(type_);
    token.abbreviated = (types_->bits(bare) & PunktTypes::abbreviation) != 0;
    if (!token.abbreviated) {
      const std::size_t hyphen = bare.rfind('-');
      if (hyphen != std::string_view::npos)
        token.abbreviated = (types_->bits(bare.substr(hyphen + 1)) & PunktTypes::abbreviation) != 0;
    }
    token.ends = !token.abbreviated;
    return token;
  }

  // ------------------------------------------------------------ decisions

  // Whether a token ends a sentence, as the token after it tells.
  template <class Unit>
  bool ends(const Unit* text, const Token& token, const Token& after) {
    if (!token.stopped) return token.ends;
    const bool numbers = type_of(text, token, true, type_);
    type_of(text, after, after.ends, next_);
    const std::uint32_t known = types_->bits(next_);
    type_ += '\t';
    type_ += next_;
    if (types_->collocated(type_)) return false;
    const bool initial = token.end - token.begin == 2 && (python::bits(text[token.begin]) & python::initial) != 0;
    const bool capital = (python::bits(text[after.begin]) & python::upper) != 0;
    const Starts starts = starts_sentence(text, after, known);
    if ((token.abbreviated || token.dots) && !initial) {
      if (starts == Starts::yes || (capital && (known & PunktTypes::starter) != 0)) return true;
    }
    if (initial || numbers) {
      if (starts == Starts::no) return false;
      // A word that is always written with a capital letter is a name behind an initial.
      if (starts == Starts::unknown && initial && capital && (known & PunktTypes::lower) == 0) return false;
    }
    return token.ends;
  }

  template <class Unit>
  static Starts starts_sentence(const Unit* text, const Token& token, std::uint32_t known) {
    if (token.end - token.begin == 1 && (kind(text[token.begin]) & punctuation) != 0) return Starts::no;
    const std::uint8_t letter = python::bits(text[token.begin]);
    if ((letter & python::upper) != 0 && (known & PunktTypes::lower) != 0 && (known & PunktTypes::middle_upper) == 0)
      return Starts::yes;
    if ((letter & python::lower) != 0 && ((known & PunktTypes::upper) != 0 || (known & PunktTypes::begin_lower) == 0))
      return Starts::no;
    return Starts::unknown;
  }

  // Writes the type of a token, without its full stop if so told; says whether it is the type of numbers.
  template <class Unit>
  static bool type_of(const Unit* text, const Token& token, bool bare, std::string& out) {
    if (is_number(text, token)) {
      out = "##number##";
      return true;
    }
    lower(text, token.begin, token.end, out);
    if (bare && out.size() > 1 && out.back() == '.') out.pop_back();
    return out == "##number##";
  }

  template <class Unit>
  static bool is_number(const Unit* text, const Token& token) {
    const auto digit = [&](std::size_t at) { return (python::bits(text[at]) & python::decimal) != 0; };
    std::size_t at = token.begin;
    if (at < token.end && text[at] == '-') ++at;
    if (at < token.end && (text[at] == '.' || text[at] == ',')) ++at;
    if (at == token.end || !digit(at)) return false;
    for (; at < token.end; ++at)
      if (!digit(at) && text[at] != ',' && text[at] != '.' && text[at] != '-') return false;
    return true;
  }

  // A stretch of a text in lower case and UTF-8.
  template <class Unit>
  static void lower(const Unit* text, std::size_t begin, std::size_t end, std::string& out) {
    out.clear();
    for (std::size_t i = begin; i < end; ++i) {
      if (text[i] >= 0x80) {
        out.clear();
        unicode::lower_each(text + begin, end - begin, [&](char32_t code) { unicode::append_utf8(out, code); });
        return;
      }
      const char c = static_cast<char>(text[i]);
      out.push_back(static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c));
    }
  }

  std::shared_ptr<const PunktTypes> types_;
  std::vector<Slice> slices_;
  std::vector<Token> tokens_;
  std::string type_, next_;
};

}  // namespace infrarouge::programs
