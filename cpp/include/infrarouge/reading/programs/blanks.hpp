// A text in UTF-8 that gets blanks between its words, rule after rule: what both releases of js-rouge share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "infrarouge/reading/programs/characters.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::programs {

class Blanks {
 public:
  const std::string& text() const { return text_; }

 protected:
  static std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }
  static char lowered(char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c); }
  static bool is_ascii_word(char c) {
    return (c >= '0' && c <= '9') || (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '_';
  }
  static bool is_letter(char c) { return lowered(c) >= 'a' && lowered(c) <= 'z'; }

  bool has(char c) const { return (present_[byte(c) / 64] >> (byte(c) % 64) & 1) != 0; }
  void note(char c) { present_[byte(c) / 64] |= std::uint64_t{1} << (byte(c) % 64); }

  void start(const std::uint8_t* bytes, std::size_t n) {
    text_.assign(reinterpret_cast<const char*>(bytes), n);
    note_all();
  }

  void note_all() {
    std::memset(present_, 0, sizeof present_);
    in_stretches(text_.size(), [this](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) note(text_[i]);
    });
  }

  // Begins a pass that writes the text anew, and ends it.
  void open() {
    out_.clear();
    out_.reserve(text_.size() + text_.size() / 4 + 16);
  }
  void close() { text_.swap(out_); }

  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  // Where characters of some kinds end that start at a place.
  std::size_t behind_all_of(std::string_view kinds, std::size_t from) const {
    const auto is_other = [&](std::size_t i) { return kinds.find(text_[i]) == std::string_view::npos; };
    return first_place(from, text_.size(), is_other);
  }

  // Whether a character stands twice in a row somewhere.
  bool has_pair(char c) const {
    const std::size_t n = text_.size();
    return first_place(1, n, [&](std::size_t i) { return text_[i] == c && text_[i - 1] == c; }) < n;
  }

  // White space to single blanks, none at the ends.
  void squeeze(const std::uint8_t* bytes, std::size_t n) {
    text_.clear();
    text_.reserve(n + n / 4 + 16);
    bool gap = false;
    Pace pace;
    for (std::size_t i = 0; i < n;) {
      pace.at(i);
      const std::size_t from = i;
      const char32_t code = bytes[i] < 0x80 ? bytes[i++] : unicode::next_utf8(bytes, n, i, true);
      if (js::is_space(code) || code == 0x85) {
        gap = true;
        continue;
      }
      if (gap && !text_.empty()) text_.push_back(' ');
      gap = false;
      text_.append(reinterpret_cast<const char*>(bytes + from), i - from);
    }
    note_all();
  }

  // Blanks around each of some characters.
  void spaced(std::string_view which) {
    bool any = false, chosen[128] = {};
    for (const char c : which) {
      any = any || has(c);
      chosen[byte(c)] = true;
    }
    if (!any) return;
    open();
    in_stretches(text_.size(), [&](std::size_t begin, std::size_t end) {
      for (const char c : std::string_view(text_).substr(begin, end - begin)) {
        if (byte(c) < 0x80 && chosen[byte(c)]) {
          out_.append({' ', c, ' '});
        } else {
          out_.push_back(c);
        }
      }
    });
    close();
  }

  // Two dots and more are three in 3.2.0; in 3.2.3 three dots are put apart.
  void dots(std::size_t least) {
    if (!has_pair('.')) return;
    open();
    Pace pace;
    for (std::size_t i = 0; i < text_.size();) {
      pace.at(i);
      std::size_t run = 0;
      while (at(i + run) == '.' && (least == 2 || run < 3)) pace.at(i + run++);
      if (run >= least) {
        out_ += " ... ";
      } else {
        run = run == 0 ? 1 : run;
        out_.append(text_, i, run);
      }
      i += run;
    }
    close();
  }

  void runs_of_hyphens() {
    if (!has_pair('-')) return;
    open();
    Pace pace;
    for (std::size_t i = 0; i < text_.size();) {
      pace.at(i);
      std::size_t run = 0;
      while (at(i + run) == '-') pace.at(i + run++);
      if (run >= 2) {
        out_ += " -- ";
        i += run;
      } else {
        out_ += text_[i++];
      }
    }
    close();
  }

  void pairs_of_hyphens() {
    if (!has_pair('-')) return;
    open();
    Pace pace;
    for (std::size_t i = 0; i < text_.size();) {
      pace.at(i);
      if (text_[i] == '-' && at(i + 1) == '-') {
        out_ += " -- ";
        i += 2;
      } else {
        out_ += text_[i++];
      }
    }
    close();
  }

  // Apostrophes before a blank, and the endings of verbs.
  void endings() {
    if (!has('\'')) return;
    each_apostrophe([this](std::size_t from, std::size_t mark) {
      if (mark == from || text_[mark - 1] == '\'' || at(mark + 1) != ' ') return Ending{};
      return Ending{mark, mark + 2, " ' "};
    });
    each_apostrophe([this](std::size_t, std::size_t mark) {
      const char c = at(mark + 1);
      const bool known = at(mark + 2) == ' ' && std::string_view("sSmMdD").find(c) != std::string_view::npos;
      return known ? Ending{mark, mark + 3, {' ', '\'', c, ' '}} : Ending{};
    });
    each_apostrophe([this](std::size_t from, std::size_t mark) {
      for (const std::size_t begin : {mark - 1, mark}) {
        if (begin + 1 == from || at(begin + 3) != ' ') continue;  // what was written before is done with
        const std::string_view three = std::string_view(text_).substr(begin, 3);
        if (is_long_ending(three)) return Ending{begin, begin + 4, " " + std::string(three) + " "};
      }
      return Ending{};
    });
  }

  // A stretch of the text, and what is written for it; an empty one is none.
  struct Ending {
    std::size_t begin = 0, end = 0;
    std::string written;
  };

  // Calls find(from, mark) for each apostrophe, where what stands before `from` is written; it tells what is replaced.
  template <class Find>
  void each_apostrophe(Find&& find) {
    open();
    std::size_t from = 0;
    for (std::size_t mark = text_.find('\''); mark != std::string::npos; mark = text_.find('\'', mark + 1)) {
      Stop::poll(64);
      if (mark < from) continue;
      const Ending ending = find(from, mark);
      if (ending.end == 0) continue;
      out_.append(text_, from, ending.begin - from);
      out_ += ending.written;
      from = ending.end;
    }
    out_.append(text_, from, std::string::npos);
    close();
  }

  static bool is_long_ending(std::string_view three) {
    for (const char* const known : {"'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T"})
      if (three == known) return true;
    return false;
  }

  // The character that ends at a place.
  char32_t code_before(std::size_t i) const {
    std::size_t from = i - 1;
    while (from > 0 && (byte(text_[from]) & 0xC0) == 0x80) --from;
    return unicode::next_utf8(reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size(), from, true);
  }

  std::string text_, out_;
  std::uint64_t present_[4] = {};  // the bytes that the text began with
};

}  // namespace infrarouge::programs
