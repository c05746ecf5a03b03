// Reads a text from left to right, piece by piece.
#pragma once

#include <cstddef>
#include <string_view>

#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Eats its way through a text; what is eaten counts only while everything before it was there.
class Eater {
 public:
  explicit Eater(std::string_view text) : rest_(text) {}

  bool eat(std::string_view what) {
    if (rest_.substr(0, what.size()) != what) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  void eat_blanks() { eat_all_of(blanks); }

  // What stands before any of `ends`, which are few; faster than find_first_of, which looks each byte up.
  template <std::size_t n>
  std::string_view eat_until(const char (&ends)[n]) {
    const auto is_end = [&ends](char byte) {
      bool found = false;
      for (std::size_t i = 0; i + 1 < n; ++i) found |= byte == ends[i];
      return found;
    };
    return take(first_place(0, rest_.size(), [&](std::size_t at) { return is_end(rest_[at]); }));
  }

  std::string_view eat_all_of(std::string_view of) {
    const auto is_other = [&](std::size_t at) { return of.find(rest_[at]) == std::string_view::npos; };
    return take(first_place(0, rest_.size(), is_other));
  }

  // The text of an element, without blanks around it, up to its end tag.
  bool eat_text(std::string_view end, std::string_view& text) {
    text = stripped(eat_until("<&"));
    return eat(end);
  }

  static std::string_view stripped(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
  }

  std::string_view rest() const { return rest_; }

 private:
  static constexpr std::string_view blanks = " \t\n";

  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

}  // namespace infrarouge
