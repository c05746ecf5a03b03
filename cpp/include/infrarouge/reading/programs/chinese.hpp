// Sentences as rouge-chinese cuts them: the twin of reading/programs/rouge_chinese.py, where the rules are defined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::programs {

// Puts line breaks behind the ends of sentences, pass after pass, and cuts at them.
class ChineseSentences {
 public:
  // Calls use(codes, size) for each sentence.
  template <class Unit, class Use>
  void cut(const Unit* text, std::size_t n, Use&& use) {
    text_.clear();
    text_.reserve(n);
    in_stretches(n, [&](std::size_t begin, std::size_t end) { text_.insert(text_.end(), text + begin, text + end); });
    pass(1, [this](std::size_t i) { return ends(text_[i]) && !closes(text_[i + 1]); });
    pass(6, [this](std::size_t i) { return all(i, 6, '.') && !closes(text_[i + 6]); });
    pass(2, [this](std::size_t i) { return all(i, 2, 0x2026) && !closes(text_[i + 2]); });
    pass(2, [this](std::size_t i) {
      return ends(text_[i]) && closes(text_[i + 1]) && !ends(text_[i + 2]) && text_[i + 2] != 0xFF0C;
    });
    const std::size_t all = text_.size();
    text_.resize(all - first_place(0, all, [&](std::size_t back) {
                   return (unicode::properties(text_[all - 1 - back]) & unicode::space) == 0;
                 }));
    Pace pace;
    for (std::size_t begin = 0; begin < text_.size();) {
      pace.at(begin);
      const std::size_t end = first_place(begin, text_.size(), [&](std::size_t i) { return text_[i] == '\n'; });
      if (end > begin) use(text_.data() + begin, end - begin);
      begin = end + 1;
    }
  }

 private:
  static bool ends(std::uint32_t c) { return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == '?'; }
  static bool closes(std::uint32_t c) { return c == 0x201D || c == 0x2019; }
  bool all(std::size_t i, std::size_t n, std::uint32_t c) const {
    for (std::size_t k = i; k < i + n; ++k)
      if (text_[k] != c) return false;
    return true;
  }

  // Breaks the line after so many characters wherever they match; the character behind them starts no match.
  template <class Matches>
  void pass(std::size_t size, Matches&& matches) {
    written_.clear();
    written_.reserve(text_.size());
    const std::size_t n = text_.size();
    Pace pace;
    for (std::size_t i = 0; i < n;) {
      pace.at(i);
      if (n - i <= size || !matches(i)) {
        written_.push_back(text_[i++]);
        continue;
      }
      written_.insert(written_.end(), text_.begin() + static_cast<std::ptrdiff_t>(i),
                      text_.begin() + static_cast<std::ptrdiff_t>(i + size));
      written_.push_back('\n');
      written_.push_back(text_[i + size]);
      i += size + 1;
    }
    text_.swap(written_);
  }

  std::vector<std::uint32_t> text_, written_;
};

}  // namespace infrarouge::programs
