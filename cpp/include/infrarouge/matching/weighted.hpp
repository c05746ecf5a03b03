// Weighted LCS: runs of matched words count f(length) = length ^ weight.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "infrarouge/matching/lcs_sum.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/weighted_lcs.hpp"
#include "infrarouge/matching/weighted_marks.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// f(k) = k ^ weight, remembered for whole k; the weight is positive, so f(0) = 0.
class Weight {
 public:
  explicit Weight(double weight) : weight_(weight) {}
  double operator()(double k) const { return std::pow(k, weight_); }
  const double* upto(std::size_t k) {
    while (known_.size() <= k) known_.push_back(std::pow(static_cast<double>(known_.size()), weight_));
    return known_.data();
  }
  // Whether one more word raises any sum of up to 64, whatever is rounded: f(k + 1) - f(k) is 1 or more, and sums are
  // far below 2^53.
  bool surely_gains() const { return weight_ >= 1.0 && weight_ <= 4.0; }

 private:
  double weight_;
  std::vector<double> known_;
};

// How runs are found, and how they are measured over sentences; the first three are the counts of ROUGE-1.5.5.
struct RunRules {
  bool reference_runs = false;   // runs in the reference alone, on words clipped by both texts
  bool open_runs = false;        // a reference run goes on past a clipped word
  bool flat_prediction = false;  // the prediction weighs as one sentence
  bool path_12 = false;          // the path is found with the weight 1.2, whatever runs weigh then
};

class Weighted {
 public:
  explicit Weighted(double weight, bool path_12 = false)
      : f_(weight), path_(path_12 ? 1.2 : weight), path_12_(path_12) {}

  // Runs are consecutive in both texts.
  Counts count(const Pair& pair) {
    const Words reference = pair.reference(), prediction = pair.prediction();
    const double* f = f_.upto(std::max(reference.size, prediction.size) + 1);
    Counts counts{0.0, f[prediction.size], f[reference.size]};
    pairs_.clear();
    lcs_.path(reference, prediction, pair.words() + 1, gains(std::min(reference.size, prediction.size)),
              [&](std::size_t i, std::size_t j) { pairs_.emplace_back(i, j); });
    std::size_t run = 0;
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      ++run;
      // The list runs backwards: the next pair of the texts is the one before it here.
      if (k > 0 && pairs_[k - 1].first == pairs_[k].first + 1 && pairs_[k - 1].second == pairs_[k].second + 1) continue;
      counts.matched += f[run];
      run = 0;
    }
    return counts;
  }

  // Over sentences, each place of either text used at most once; runs lie within one sentence of either text.
  Counts count_sum(const Pair& pair, const Sentenced& prediction, const Sentenced& reference, const RunRules& rules) {
    const double* f = f_.upto(std::max({reference.words.size, prediction.words.size, pair.prediction().size}) + 1);
    Counts counts;
    ids_ = pair.words() + 1;
    counts.matched = rules.reference_runs ? reference_runs(pair, prediction, reference, f, rules.open_runs)
                                          : common_runs(prediction, reference, f);
    for (std::size_t s = 0; s < reference.size; ++s) counts.reference += f[reference[s].size];
    if (rules.flat_prediction) counts.prediction = f[pair.prediction().size];
    else
      for (std::size_t p = 0; p < prediction.size; ++p) counts.prediction += f[prediction[p].size];
    return counts;
  }

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};

  // What runs of up to so many words gain on the path.
  Gains gains(std::size_t words) { return Gains{path_.upto(words + 1), path_12_}; }

  double common_runs(const Sentenced& prediction, const Sentenced& reference, const double* f) {
    double matched = 0.0;
    starts_.reset(prediction.words.size + 1);
    for (std::size_t p = 0; p < prediction.size; ++p) starts_.add(prediction.begin(p));
    used_.reset(prediction.words.size);
    partner_.assign(reference.words.size, nowhere);
    for (std::size_t s = 0; s < reference.size; ++s) {
      const Words sentence = reference[s];
      const std::size_t from = reference.begin(s);
      each_path(sentence, prediction, [&](std::size_t i, std::size_t at) {
        if (partner_[from + i] != nowhere || used_[at]) return;
        used_.add(at);
        partner_[from + i] = at;
      });
      std::size_t run = 0;
      for (std::size_t i = from; i < from + sentence.size; ++i) {
        if (partner_[i] == nowhere) continue;
        ++run;
        const bool goes_on = i + 1 < from + sentence.size && partner_[i + 1] != nowhere &&
                             partner_[i + 1] == partner_[i] + 1 && !starts_[partner_[i + 1]];
        if (goes_on) continue;
        matched += f[run];
        run = 0;
      }
    }
    return matched;
  }

  // Runs of reference words that are marked and left in both texts. A run whose last mark is clipped away is closed,
  // or stays open: then a later hit of the sentence carries it on, or it is lost.
  double reference_runs(const Pair& pair, const Sentenced& prediction, const Sentenced& reference, const double* f,
                        bool open_runs) {
    double matched = 0.0;
    marks_.reset(reference);
    if (WeightedMarks::suits(prediction, reference)) {
      short_marks_.mark(prediction, reference, ids_, gains(WeightedMarks::most_words), path_.surely_gains(), marks_);
      if (pair.width() == 1 && pair.same_views()) return narrow_runs(pair, reference, f, open_runs);
    } else {
      for (std::size_t s = 0; s < reference.size; ++s)
        each_path(reference[s], prediction, [&](std::size_t i, std::size_t) { marks_.set(s, i); });
    }
    left_.reset(pair);
    for (std::size_t s = 0; s < reference.size; ++s) {
      const Words sentence = reference[s];
      clipped_runs(s, sentence.size, f, open_runs, matched,
                   [&](std::size_t i) { return left_.take_both(sentence[i]); });
    }
    return matched;
  }

  // The same where all places of the reference are one word of bits: of the marks of a word the first are left, as many
  // as the prediction has of it.
  double narrow_runs(const Pair& pair, const Sentenced& reference, const double* f, bool open_runs) {
    std::uint64_t marks = 0, left = 0;
    for (std::size_t s = 0; s < reference.size; ++s)
      if (reference[s].size > 0) marks |= marks_.first(s) << reference.begin(s);
    const Words words = pair.prediction();
    for (std::size_t j = 0; j < words.size; ++j) {
      const std::uint64_t places = pair.rows()[words[j]] & marks & ~left;
      left |= places & (0 - places);
    }
    double matched = 0.0;
    for (std::size_t s = 0; s < reference.size; ++s) {
      const std::size_t begin = reference.begin(s), size = reference[s].size;
      if (size == 0) continue;
      std::uint64_t all = marks_.first(s);
      if (all != (left >> begin & bits::below(size))) {
        clipped_runs(s, size, f, open_runs, matched, [&](std::size_t i) { return (left >> (begin + i) & 1) != 0; });
        continue;
      }
      while (all != 0) {
        const std::uint64_t behind = all + (all & (0 - all));  // the first run carries into the place behind it
        matched += f[bits::lowest(behind) - bits::lowest(all)];
        all &= behind;
      }
    }
    return matched;
  }

  // Adds the runs of a sentence; take(place) tells of each mark whether it is left.
  template <class Take>
  void clipped_runs(std::size_t s, std::size_t size, const double* f, bool open_runs, double& matched, Take take) {
    std::size_t run = 0;
    marks_.each(s, [&](std::size_t i) {
      if (!take(i)) {
        if (!open_runs) {
          matched += f[run];
          run = 0;
        }
        return;
      }
      ++run;
      if (i + 1 < size && marks_.get(s, i + 1)) return;
      matched += f[run];
      run = 0;
    });
  }

  // Calls visit(i, place) for the pairs of a reference sentence with every prediction sentence.
  template <class Visit>
  void each_path(const Words& sentence, const Sentenced& prediction, Visit visit) {
    const Gains gains = this->gains(std::min(sentence.size, prediction.words.size));
    if (prediction.words.size > 64) Stop::poll(8 * prediction.words.size);
    for (std::size_t p = 0; p < prediction.size; ++p) {
      const std::size_t to = prediction.begin(p);
      lcs_.path(sentence, prediction[p], ids_, gains, [&](std::size_t i, std::size_t j) { visit(i, to + j); });
    }
  }

  Weight f_, path_;  // of runs, and of the path
  bool path_12_;
  WeightedLcs lcs_;
  WeightedMarks short_marks_;
  Marks marks_;
  Remaining left_;
  Seen used_, starts_;
  std::uint32_t ids_ = 0;
  std::vector<std::size_t> partner_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace infrarouge
