// Units that lie within sentences: runs of words, or pairs of words with or without single ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/lcs_sum.hpp"
#include "infrarouge/matching/ngram.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/units.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// A unit by name, and the places of its first and its last word over the sentences.
struct Unit {
  std::uint32_t name, first, last;
};

// The units of one pair of texts at a time, under names that both share; keeps its buffers. Not thread-safe.
class SentenceUnits {
 public:
  void read_runs(const Sentenced& reference, const Sentenced& prediction, std::size_t n) {
    Grams grams(n);
    runs(reference, n, grams, reference_);
    runs(prediction, n, grams, prediction_);
    count_names();
  }

  // Without `last` the last word of a sentence is no unit by itself.
  void read_pairs(const Sentenced& reference, const Sentenced& prediction, std::size_t reach, bool unigrams,
                  bool last) {
    names_.clear();
    pairs(reference, reach, unigrams, last, reference_);
    pairs(prediction, reach, unigrams, last, prediction_);
    count_names();
  }

  const std::vector<Unit>& reference() const { return reference_; }
  const std::vector<Unit>& prediction() const { return prediction_; }
  std::size_t names() const { return size_; }  // one more than the largest name

  Overlap overlap() {
    Overlap found;
    left_.assign(size_, 0);
    seen_.reset(size_);
    for (const Unit& unit : reference_) found.reference += left_[unit.name]++ == 0;
    for (const Unit& unit : prediction_) {
      std::uint32_t& left = left_[unit.name];
      if (seen_.add(unit.name)) {
        ++found.prediction;
        found.shared += left > 0;
      }
      if (left > 0) {
        --left;
        ++found.clipped;
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t alone = 0xFFFFFFFEu;  // in the place of a second word

  static Unit unit(std::uint32_t name, std::size_t first, std::size_t last) {
    return Unit{name, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
  }

  void runs(const Sentenced& text, std::size_t n, Grams& grams, std::vector<Unit>& out) {
    out.clear();
    for (std::size_t s = 0; s < text.size; ++s) {
      if (s % 64 == 63) Stop::poll(1 << 16);
      grams.units(text[s], row_);
      for (std::size_t i = 0; i < row_.size(); ++i)
        out.push_back(unit(row_[i], text.begin(s) + i, text.begin(s) + i + n - 1));
    }
  }

  void pairs(const Sentenced& text, std::size_t reach, bool unigrams, bool last, std::vector<Unit>& out) {
    out.clear();
    for (std::size_t s = 0; s < text.size; ++s) {
      const Words words = text[s];
      const std::size_t at = text.begin(s);
      for (std::size_t i = 0; i < words.size; ++i) {
        const std::size_t end = words.size - i - 1 > reach ? i + reach + 1 : words.size;
        if (end - i > 64 || i % 64 == 63) Stop::poll(64 + 16 * (end - i));
        for (std::size_t j = i + 1; j < end; ++j)
          out.push_back(unit(names_.add(Names::key(words[i], words[j])), at + i, at + j));
        if (unigrams && (last || i + 1 < words.size))
          out.push_back(unit(names_.add(Names::key(words[i], alone)), at + i, at + i));
      }
    }
  }

  void count_names() {
    size_ = 0;
    for (const std::vector<Unit>* units : {&reference_, &prediction_})
      for (const Unit& each : *units) size_ = std::max<std::size_t>(size_, std::size_t{each.name} + 1);
  }

  Names names_;
  std::vector<Unit> reference_, prediction_;
  std::vector<std::uint32_t> row_, left_;
  Seen seen_;
  std::size_t size_ = 0;
};

}  // namespace infrarouge
