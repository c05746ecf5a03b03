// Overlap of n-grams, by renaming them; for short references short.hpp counts words and bigrams.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Common units of two texts, counted with repeats (clipped) and without (shared), and each side's distinct units.
struct Overlap {
  std::uint64_t clipped = 0, shared = 0, prediction = 0, reference = 0;
};

// Names every n-gram by a number, from the name of its first n-1 words and its last word: exact for any n.
class Ngrams {
 public:
  // Starts at n = 1. With `absent` the prediction's own n-grams are named too, and Overlap::prediction is counted.
  void start(const Pair& pair, bool absent) {
    absent_ = absent;
    reference_words_ = pair.reference();
    prediction_words_ = absent ? pair.prediction_all() : pair.prediction();
    none_ = pair.words();
    n_ = 1;
    names_ = pair.ids();
    reference_.assign(reference_words_.data, reference_words_.data + reference_words_.size);
    prediction_.assign(prediction_words_.data, prediction_words_.data + prediction_words_.size);
    if (!absent_)
      for (std::uint32_t& name : prediction_) name = name == none_ ? nothing : name;
  }

  // Goes on to n + 1.
  void grow() {
    ++n_;
    std::size_t slots = 64;
    while (slots < 2 * (reference_.size() + (absent_ ? prediction_.size() : 0))) slots *= 2;
    if (table_.size() < slots) {
      table_.assign(slots, Slot{0, 0, 0});
      epoch_ = 0;
    }
    if (++epoch_ == 0) {
      std::fill(table_.begin(), table_.end(), Slot{0, 0, 0});
      epoch_ = 1;
    }
    mask_ = slots - 1;
    names_ = 0;
    rename<true>(reference_, reference_words_);
    if (absent_) rename<true>(prediction_, prediction_words_);
    else rename<false>(prediction_, prediction_words_);
  }

  std::size_t order() const { return n_; }

  Overlap overlap() {
    Overlap found;
    counts_.assign(names_, 0);
    for (const std::uint32_t name : reference_) found.reference += counts_[name]++ == 0;
    seen_.assign(names_, 0);
    for (const std::uint32_t name : prediction_) {
      if (name == nothing) continue;
      if (!seen_[name]) {
        seen_[name] = 1;
        ++found.prediction;
        found.shared += counts_[name] != 0;
      }
      if (counts_[name]) {
        --counts_[name];
        ++found.clipped;
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t nothing = 0xFFFFFFFFu;
  struct Slot {
    std::uint64_t key;
    std::uint32_t epoch, name;
  };

  template <bool Add>
  void rename(std::vector<std::uint32_t>& names, const Words& words) {
    const std::size_t count = words.size >= n_ ? words.size - n_ + 1 : 0;
    constexpr std::size_t piece = std::size_t{1} << 16;
    for (std::size_t begin = 0; begin < count; begin += piece) {
      const std::size_t end = std::min(count, begin + piece);
      if (end - begin == piece) Stop::poll(16 * piece);
      for (std::size_t i = begin; i < end; ++i) names[i] = find<Add>(names[i], words[i + n_ - 1]);
    }
    names.resize(count);
  }

  template <bool Add>
  std::uint32_t find(std::uint32_t name, std::uint32_t word) {
    if (!Add && (name == nothing || word == none_)) return nothing;
    const std::uint64_t key = static_cast<std::uint64_t>(name) << 32 | word;
    std::size_t at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & mask_;
    while (table_[at].epoch == epoch_) {
      if (table_[at].key == key) return table_[at].name;
      at = (at + 1) & mask_;
    }
    if (!Add) return nothing;
    table_[at] = Slot{key, epoch_, names_};
    return names_++;
  }

  std::vector<Slot> table_;
  std::uint32_t epoch_ = 0;
  std::size_t mask_ = 0;
  std::vector<std::uint32_t> reference_, prediction_, counts_;
  std::vector<std::uint8_t> seen_;
  Words reference_words_, prediction_words_;
  std::uint32_t none_ = 0, names_ = 0;
  std::size_t n_ = 1;
  bool absent_ = false;
};

// Number of n-grams in a text of `words` words; `short_totals` lets it fall below zero, as py-rouge does.
inline double ngram_total(std::size_t words, std::size_t n, bool short_totals) {
  if (words >= n) return static_cast<double>(words - n + 1);
  return short_totals ? 1.0 - static_cast<double>(n - words) : 0.0;
}

}  // namespace infrarouge
