// Clipped bigrams of texts with few different words: every pair of words has a cell of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/pair.hpp"

namespace infrarouge {

class Bigrams {
 public:
  // Whether the cells of a pair's words are few enough to stay in a near cache, and no count can be too large for one.
  static bool suits(const Pair& pair) { return pair.words() <= most_words && pair.reference().size < 0x10000; }

  // Bigrams that both texts have, each at most as often as in either.
  std::uint64_t clipped(const Pair& pair) {
    const Words reference = pair.reference(), prediction = pair.prediction();
    if (reference.size < 2 || prediction.size < 2) return 0;
    const std::size_t row = pair.words() + std::size_t{1};  // the last one is of words that the reference lacks
    if (cells_.size() < row * row) cells_.resize(row * row, 0);
    std::uint16_t* const cells = cells_.data();
    each(reference, row, [&](std::size_t cell) { ++cells[cell]; });
    std::uint64_t matched = 0;
    each(prediction, row, [&](std::size_t cell) {
      const unsigned left = cells[cell], taken = left != 0;
      cells[cell] = static_cast<std::uint16_t>(left - taken);
      matched += taken;
    });
    // Few cells are emptied faster all at once.
    if (row * row <= cells_at_once * reference.size) std::fill_n(cells, row * row, std::uint16_t{0});
    else each(reference, row, [&](std::size_t cell) { cells[cell] = 0; });
    return matched;
  }

 private:
  static constexpr std::uint32_t most_words = 255;
  static constexpr std::size_t cells_at_once = 16;  // in about the time that it takes to find one

  template <class Use>
  static void each(const Words& text, std::size_t row, Use use) {
    std::size_t first = text[0] * row;
    for (std::size_t i = 1; i < text.size; ++i) {
      const std::size_t second = text[i];
      use(first + second);
      first = second * row;
    }
  }

  std::vector<std::uint16_t> cells_;  // all zero between calls
};

}  // namespace infrarouge
