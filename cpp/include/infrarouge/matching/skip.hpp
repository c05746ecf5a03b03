// Overlap of skip-bigrams: ordered pairs of words with at most `gap` words between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "infrarouge/matching/ngram.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/skip_all.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Number of pairs at most `reach` apart in a text of `words` words.
inline std::uint64_t skip_total(std::uint64_t words, std::uint64_t reach) {
  if (words < 2) return 0;
  const std::uint64_t d = std::min(reach, words - 1);
  return d * words - d * (d + 1) / 2;
}

class Skips {
 public:
  // reach = gap + 1, the largest distance of the two words. Of Overlap only `clipped` is sure to be counted, `shared`
  // if wanted, and each side's distinct pairs with `absent`.
  Overlap overlap(const Pair& pair, std::size_t reach, bool shared, bool absent) {
    const Words reference = pair.reference(), prediction = pair.prediction();
    reach = std::min(reach, std::max(reference.size, prediction.size));
    Overlap found;
    if (reference.size > 1 && prediction.size > 1) {
      const std::size_t both = reference.size + prediction.size;
      const std::uint64_t listed = 2 * std::uint64_t{reach} * both;
      const std::uint64_t swept = both * ((std::uint64_t{pair.words()} + lanes - 1) / lanes);
      if (both >= least_for_all && reach + 1 >= std::max(reference.size, prediction.size)) {
        if (shared) found.shared = all_.shared(reference, prediction, pair.words());
        else found.clipped = all_.clipped(reference, prediction, pair.words());
      } else if (listed <= swept) {
        // A pair comes at most `reach` times for each place of its first word.
        if (reference.size * std::uint64_t{reach} < narrow_limit)
          list<std::uint32_t>(reference, prediction, reach, pair.words(), found);
        else list<std::uint64_t>(reference, prediction, reach, pair.words(), found);
      } else if (std::max(reference.size, prediction.size) < 65536) {
        sweep<std::uint32_t>(reference, prediction, reach, pair.words(), found);
      } else {
        sweep<std::uint64_t>(reference, prediction, reach, pair.words(), found);
      }
    }
    if (absent) {
      found.reference = distinct(reference, reach, pair.ids());
      found.prediction = distinct(pair.prediction_all(), reach, pair.ids());
    }
    return found;
  }

  // Counts below it fit into 31 bits.
  std::uint64_t narrow_limit = std::uint64_t{1} << 31;

  // For each first word, lists the second words of its pairs; quick for a short reach.
  template <class Number>
  void list(const Words& reference, const Words& prediction, std::size_t reach, std::uint32_t words, Overlap& found) {
    // Counts carry this bit until the prediction comes upon them, so that a first meeting shows.
    constexpr Number untouched = Number{1} << (8 * sizeof(Number) - 1);
    const bool far = reach > short_reach;
    std::vector<Number>& numbers = listed<Number>();
    numbers.assign(words + std::size_t{1}, 0);
    link(reference, words, first_reference_, next_reference_);
    link(prediction, words, first_prediction_, next_prediction_);
    Number* const counts = numbers.data();
    const std::uint32_t *r = reference.data, *p = prediction.data;
    std::uint64_t clipped = 0, shared = 0;
    for (std::uint32_t a = 0; a < words; ++a) {
      if (first_prediction_[a] == end || first_reference_[a] == end) continue;
      if (far) Stop::poll(reach);
      for (std::uint32_t i = first_reference_[a]; i != end; i = next_reference_[i]) {
        const std::size_t last = std::min(reference.size - 1, i + reach);
        if (far) Stop::poll(4 * reach);
        for (std::size_t q = i + std::size_t{1}; q <= last; ++q) counts[r[q]] = (counts[r[q]] | untouched) + 1;
      }
      for (std::uint32_t j = first_prediction_[a]; j != end; j = next_prediction_[j]) {
        const std::size_t last = std::min(prediction.size - 1, j + reach);
        for (std::size_t q = j + std::size_t{1}; q <= last; ++q) {
          const Number count = counts[p[q]], left = count & ~untouched, one = left != 0;
          shared += count / untouched;
          clipped += one;
          counts[p[q]] = left - one;
        }
      }
      for (std::uint32_t i = first_reference_[a]; i != end; i = next_reference_[i]) {
        const std::size_t last = std::min(reference.size - 1, i + reach);
        for (std::size_t q = i + std::size_t{1}; q <= last; ++q) counts[r[q]] = 0;
      }
    }
    found.clipped += clipped;
    found.shared += shared;
  }

  // For eight first words at once, walks both texts with running counts of them; quick for a long reach.
  template <class Number>
  void sweep(const Words& reference, const Words& prediction, std::size_t reach, std::uint32_t words, Overlap& found) {
    std::vector<Number>& in_reference = tally<Number>(0);
    std::vector<Number>& in_prediction = tally<Number>(1);
    const std::size_t cells = lanes * (words + std::size_t{1});
    if (in_reference.size() < cells) {
      in_reference.resize(cells);
      in_prediction.resize(cells);
    }
    keep_common(reference, prediction, reach, words);
    for (std::uint32_t base = 0; base < words; base += lanes) {
      if (cells > 1024) Stop::poll(cells + 4 * (reference.size + prediction.size));
      std::fill_n(in_reference.begin(), cells, Number{0});
      std::fill_n(in_prediction.begin(), cells, Number{0});
      walk(kept_reference_, reach, base, in_reference.data());
      walk(kept_prediction_, reach, base, in_prediction.data());
      const Number* r = in_reference.data();
      const Number* p = in_prediction.data();
      // The last row belongs to words the reference lacks.
      std::uint64_t clipped = 0, shared = 0;
      for (std::size_t c = 0; c < cells - lanes; c += lanes) {
        Number sum = 0, both = 0;
        for (std::size_t k = 0; k < lanes; ++k) {
          const Number least = std::min(r[c + k], p[c + k]);
          sum = static_cast<Number>(sum + least);
          both = static_cast<Number>(both + (least != 0));
        }
        clipped += sum;
        shared += both;
      }
      found.clipped += clipped;
      found.shared += shared;
    }
  }

 private:
  static constexpr std::uint32_t lanes = 8;
  static constexpr std::size_t least_for_all = 96;  // words from which on ordering the words first is worth it
  static constexpr std::uint32_t end = 0xFFFFFFFFu;
  static constexpr std::size_t short_reach = 16;  // up to it time grows with the texts alone

  // Positions of each word, as a chain in rising order.
  static void link(const Words& text, std::uint32_t words, std::vector<std::uint32_t>& first,
                   std::vector<std::uint32_t>& next) {
    first.assign(words + std::size_t{1}, end);
    if (next.size() < text.size) next.resize(2 * text.size);
    for (std::size_t i = text.size; i-- > 0;) {
      next[i] = first[text[i]];
      first[text[i]] = static_cast<std::uint32_t>(i);
    }
  }

  // Words found in one text only take part in no match; without a limit they need not even be walked over.
  void keep_common(const Words& reference, const Words& prediction, std::size_t reach, std::uint32_t words) {
    const bool limited = reach + 1 < std::max(reference.size, prediction.size);
    seen_.assign(words + std::size_t{1}, 0);
    for (std::size_t j = 0; j < prediction.size; ++j) seen_[prediction[j]] = 1;
    seen_[words] = 0;
    kept_reference_.clear();
    kept_prediction_.clear();
    for (std::size_t i = 0; i < reference.size; ++i)
      if (limited || seen_[reference[i]]) kept_reference_.push_back(reference[i]);
    for (std::size_t j = 0; j < prediction.size; ++j)
      if (limited || prediction[j] != words) kept_prediction_.push_back(prediction[j]);
  }

  template <class Number>
  static void walk(const std::vector<std::uint32_t>& text, std::size_t reach, std::uint32_t base, Number* cells) {
    // Row k adds one to lane k; the last row adds nothing.
    static const struct Units {
      Number rows[lanes + 1][lanes] = {};
      Units() {
        for (std::uint32_t k = 0; k < lanes; ++k) rows[k][k] = 1;
      }
    } units;
    Number running[lanes] = {};
    const std::size_t n = text.size();
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint32_t word = text[j];
      Number* cell = cells + lanes * static_cast<std::size_t>(word);
      const Number* enter = units.rows[std::min(word - base, lanes)];
      for (std::uint32_t k = 0; k < lanes; ++k) cell[k] = static_cast<Number>(cell[k] + running[k]);
      for (std::uint32_t k = 0; k < lanes; ++k) running[k] = static_cast<Number>(running[k] + enter[k]);
      if (j >= reach) {
        const Number* leave = units.rows[std::min(text[j - reach] - base, lanes)];
        for (std::uint32_t k = 0; k < lanes; ++k) running[k] = static_cast<Number>(running[k] - leave[k]);
      }
    }
  }

  std::uint64_t distinct(const Words& text, std::size_t reach, std::uint32_t ids) {
    if (text.size < 2) return 0;
    std::uint64_t found = 0;
    link(text, ids, first_reference_, next_reference_);
    if (reach + 1 >= text.size) {
      // Without a limit the first place of a word sees all that follow any other place.
      seen_.assign(ids + std::size_t{1}, 0);
      std::uint64_t after = 0;
      for (std::size_t i = text.size; i-- > 0;) {
        if (first_reference_[text[i]] == i) found += after;
        after += !seen_[text[i]];
        seen_[text[i]] = 1;
      }
      return found;
    }
    counts_.assign(ids + std::size_t{1}, 0);
    const bool far = reach > short_reach;
    for (std::uint32_t a = 0; a < ids; ++a)
      for (std::uint32_t i = first_reference_[a]; i != end; i = next_reference_[i]) {
        const std::size_t last = std::min(text.size - 1, i + reach);
        if (far) Stop::poll(reach);
        for (std::size_t q = i + 1; q <= last; ++q) {
          std::uint32_t& mark = counts_[text[q]];
          found += mark != a + 1;
          mark = a + 1;
        }
      }
    return found;
  }

  template <class Number>
  std::vector<Number>& tally(int side) {
    if constexpr (sizeof(Number) == 4) return narrow_[side];
    else return wide_[side];
  }

  template <class Number>
  std::vector<Number>& listed() {
    if constexpr (sizeof(Number) == 4) return counts_;
    else return wide_counts_;
  }

  AllPairs all_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> wide_counts_;
  std::vector<std::uint32_t> first_reference_, next_reference_, first_prediction_, next_prediction_;
  std::vector<std::uint32_t> kept_reference_, kept_prediction_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> narrow_[2];
  std::vector<std::uint64_t> wide_[2];
};

}  // namespace infrarouge
