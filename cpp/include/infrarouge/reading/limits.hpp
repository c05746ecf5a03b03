// How much of a text is read: its first words, or its first bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Cuts the sentences of one text after another where their limit is reached. The rules must outlive it.
class Limit {
 public:
  explicit Limit(const TextRules& rules) : rules_(rules) {}

  // Begins a text.
  void open() {
    used_ = 0;
    open_ = true;
  }

  // Whether more may be read of the text.
  bool is_open() const { return open_; }

  // Length of the part of a sentence that is kept; what it uses up is remembered if the next sentences are to have
  // less.
  template <class Unit>
  std::size_t cut(const Unit* text, std::size_t n, bool remember) {
    const std::int64_t left = (rules_.max_bytes ? *rules_.max_bytes : *rules_.max_words) - used_;
    std::int64_t used = 0;
    open_ = false;
    if (left <= 0) return 0;
    if (rules_.max_bytes) {
      const std::size_t end = first_place(0, n, [&](std::size_t i) {
        used += static_cast<std::int64_t>(unicode::utf8_size(text[i]));
        return used > left;
      });
      if (end < n) return end;
    } else {
      // 1.5.5 splits at white space, and what stands before leading white space is an empty word.
      const std::int64_t words = count_words(text, n);
      const bool empty_word = rules_.leading_blank_word && words > 0 && is_blank(text[0]);
      used = words + (empty_word ? 1 : 0);
      if (used >= left) return end_of_word(text, n, left - (empty_word ? 1 : 0));
    }
    open_ = used < left;
    if (remember) used_ += used;
    return n;
  }

 private:
  static bool is_blank(std::uint32_t c) { return c == ' ' || (c >= 9 && c <= 13); }

  // Words between white space, counted without a branch for each.
  template <class Unit>
  static std::int64_t count_words(const Unit* text, std::size_t n) {
    std::int64_t words = n > 0 && !is_blank(text[0]) ? 1 : 0;
    in_stretches(n, [&](std::size_t begin, std::size_t end) {
      std::int64_t more = 0;
      for (std::size_t i = begin == 0 ? 1 : begin; i < end; ++i)
        more += static_cast<int>(is_blank(text[i - 1])) & static_cast<int>(!is_blank(text[i]));
      words += more;
    });
    return words;
  }

  // Where the first so many words end.
  template <class Unit>
  static std::size_t end_of_word(const Unit* text, std::size_t n, std::int64_t words) {
    std::size_t i = 0;
    Pace pace;
    for (; words > 0; --words) {
      pace.at(i);
      i = first_place(i, n, [&](std::size_t at) { return !is_blank(text[at]); });
      i = first_place(i, n, [&](std::size_t at) { return is_blank(text[at]); });
    }
    return i;
  }

  const TextRules& rules_;
  std::int64_t used_ = 0;
  bool open_ = true;
};

}  // namespace infrarouge
