// Sentences as rouge-chinese cuts them: the twin of reading/programs/rouge_chinese.py, where the rules are defined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/unicode.hpp"

namespace infrarouge::programs {

// Puts line breaks behind the ends of sentences, pass after pass, and cuts at them.
class ChineseSentences {
 public:
  // Calls use(codes, size) for each sentence.
  template <class Unit, class Use>
  void cut(const Unit* text, std::size_t n, Use&& use) {
    text_.assign(text, text + n);
    pass(1, [this](std::size_t i) { return ends(text_[i]) && !closes(text_[i + 1]); });
    pass(6, [this](std::size_t i) { return all(i, 6, '.') && !closes(text_[i + 6]); });
    pass(2, [this](std::size_t i) { return all(i, 2, 0x2026) && !closes(text_[i + 2]); });
    pass(2, [this](std::size_t i) {
      return ends(text_[i]) && closes(text_[i + 1]) && !ends(text_[i + 2]) && text_[i + 2] != 0xFF0C;
    });
    while (!text_.empty() && (unicode::properties(text_.back()) & unicode::space) != 0) text_.pop_back();
    for (std::size_t begin = 0; begin < text_.size();) {
      const auto from = text_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto size = static_cast<std::size_t>(std::find(from, text_.end(), U'\n') - from);
      if (size > 0) use(text_.data() + begin, size);
      begin += size + 1;
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
    const std::size_t n = text_.size();
    for (std::size_t i = 0; i < n;) {
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
