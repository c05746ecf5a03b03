// The path of the weighted LCS, computed only where words match.
//
// From one row to the next a score changes at a match, or where a higher score reaches it from the left. A row rises
// from left to right but at its matches; so behind a match, or a match of the row before, scores are raised as far as
// they are lower, and all others stay what they are. No number differs from those of the whole table.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// What a run of k words gains by one more: f(k + 1) and f(k) one after another, or their difference as one number.
struct Gains {
  const double* f = nullptr;
  bool as_one = false;
  double add(double score, std::uint64_t k) const {
    return as_one ? score + (f[k + 1] - f[k]) : (score + f[k + 1]) - f[k];
  }
};

class WeightedLcs {
 public:
  // Walks the best path from the ends and calls match(i, j) for its pairs. Equal words are matched; else the
  // reference word is dropped unless dropping the prediction word is strictly better. Words have ids below `ids`.
  template <class Match>
  void path(const Words& reference, const Words& prediction, std::uint32_t ids, const Gains& gains, Match match) {
    if (reference.size <= 64 && prediction.size <= 64) return short_path(reference, prediction, ids, gains, match);
    link(prediction, ids);
    std::size_t first = 0, last = reference.size;
    while (first < last && first_[reference[first]] == none) ++first;
    while (last > first && first_[reference[last - 1]] == none) --last;
    // Of the rows behind the last match the first can lead the path to the left; the others lead it up.
    if (first < last) last = std::min(last + 1, reference.size);
    if (first < last) trace(reference.part(first, last), prediction, gains, first, match);
    for (std::size_t j = 0; j < prediction.size; ++j) first_[prediction[j]] = none;
  }

  // Largest table of directions kept whole, in words of 64 bits.
  std::size_t table_limit = std::size_t{1} << 22;

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  struct Hit {  // a match of a row, and the run that ends there
    std::uint32_t place, run;
  };
  struct Row {
    std::vector<double> scores;
    std::vector<Hit> hits;
  };

  // Places of each word of the prediction, as a chain in rising order.
  void link(const Words& prediction, std::uint32_t ids) {
    if (first_.size() < ids) first_.resize(2 * static_cast<std::size_t>(ids), none);
    if (next_.size() < prediction.size) next_.resize(2 * prediction.size);
    for (std::size_t j = prediction.size; j-- > 0;) {
      next_[j] = first_[prediction[j]];
      first_[prediction[j]] = static_cast<std::uint32_t>(j);
    }
  }

  template <class Match>
  void trace(const Words& reference, const Words& prediction, const Gains& gains, std::size_t offset, Match match) {
    const std::size_t n = reference.size, m = prediction.size;
    const std::size_t width = bits::blocks(m);
    std::size_t step = n;
    // Past the limit only some rows are kept and the rest are computed twice: memory stays small.
    if (n * width > table_limit) step = static_cast<std::size_t>(std::sqrt(static_cast<double>(n))) + 1;
    const std::size_t parts = (n + step - 1) / step;
    if (up_.size() < step * width) up_.resize(step * width);
    saved_.resize(std::max(saved_.size(), parts));
    row_.scores.assign(m + 1, 0.0);
    row_.hits.clear();
    for (std::size_t part = 0; part < parts; ++part) {
      if (parts > 1) saved_[part] = row_;
      fill(reference.part(part * step, std::min(n, (part + 1) * step)), m, gains);
    }
    std::size_t i = n, j = m;
    for (std::size_t part = parts; part-- > 0 && j > 0;) {
      const std::size_t begin = part * step;
      if (part + 1 < parts) {
        row_ = saved_[part];
        fill(reference.part(begin, begin + step), m, gains);
      }
      while (i > begin && j > 0) {
        if (reference[i - 1] == prediction[j - 1]) match(offset + --i, --j);
        else if (up_[(i - 1 - begin) * width + (j - 1) / 64] & bits::bit(j - 1)) --i;
        else --j;
      }
    }
  }

  // Advances row_ over reference words and notes where the path goes up: where a score stays what it is.
  void fill(const Words& reference, std::size_t m, const Gains& gains) {
    const std::size_t width = bits::blocks(m);
    std::fill_n(up_.begin(), reference.size * width, bits::ones);
    for (std::size_t i = 0; i < reference.size; ++i) {
      if (i % 16 == 15) Stop::poll(32 * width);
      const std::uint32_t place = first_[reference[i]];
      if (place != none || !row_.hits.empty()) advance(place, m, gains, &up_[i * width]);
    }
  }

  // One row: `place` is the first match. The score of a place stands one behind it.
  void advance(std::uint32_t place, std::size_t m, const Gains& gains, std::uint64_t* ups) {
    double* const scores = row_.scores.data();
    const std::vector<Hit>& hits = row_.hits;
    hits_.clear();
    Hit before{none, 0};              // the last match of the row above, left of here
    std::size_t changed = 0, at = 0;  // the last score that changed, and a number of hits
    double old = 0.0;                 // what it was
    while (place != none || at < hits.size()) {
      const std::uint32_t above = at < hits.size() ? hits[at].place : none;
      const std::size_t here = std::size_t{std::min(place, above)} + 1;
      double score = 0.0;
      if (place <= above) {
        const std::uint32_t run = before.place + 1 == place && before.run > 0 ? before.run : 0;
        score = gains.add(changed == here - 1 && here > 1 ? old : scores[here - 1], run);
        hits_.push_back(Hit{place, run + 1});
        if (place == above) before = hits[at++];
        place = next_[place];
      } else {
        before = hits[at++];
        score = scores[here - 1];
        if (score <= scores[here]) continue;
        ups[above / 64] &= ~bits::bit(above);
      }
      changed = here;
      old = scores[here];
      scores[here] = score;
      const std::size_t next = std::min(place, at < hits.size() ? hits[at].place : none);
      const std::size_t end = std::min(m, next) + 1;
      for (std::size_t k = here + 1; k < end && scores[k] < score; ++k) {
        changed = k;
        old = scores[k];
        scores[k] = score;
        ups[(k - 1) / 64] &= ~bits::bit(k - 1);
      }
    }
    row_.hits.swap(hits_);
  }

  // The same for texts of up to 64 words, with the matches and the directions of a row as bits.
  template <class Match>
  void short_path(const Words& reference, const Words& prediction, std::uint32_t ids, const Gains& gains, Match match) {
    if (masks_.size() < ids) masks_.resize(2 * static_cast<std::size_t>(ids), 0);
    for (std::size_t j = 0; j < prediction.size; ++j) masks_[prediction[j]] |= bits::bit(j);
    std::uint64_t matches[64], ups[64], active = 0;
    for (std::size_t i = 0; i < reference.size; ++i) {
      matches[i] = masks_[reference[i]];
      active |= std::uint64_t{matches[i] != 0} << i;
    }
    for (std::size_t j = 0; j < prediction.size; ++j) masks_[prediction[j]] = 0;
    if (active == 0) return;
    // A row without matches behind another one changes nothing.
    active = (active | active << 1) & bits::below(reference.size);
    double scores[65];
    std::uint32_t runs[64];
    std::fill_n(scores, prediction.size + 1, 0.0);
    std::uint64_t above = 0;
    for (std::uint64_t rows = active; rows; rows &= rows - 1) {
      const std::size_t i = bits::lowest(rows);
      // Rows in between have no matches.
      if (i == 0 || !(active >> (i - 1) & 1)) above = 0;
      ups[i] = ~short_row(matches[i], above, prediction.size, gains, scores, runs);
      above = matches[i];
    }
    std::size_t i = reference.size, j = prediction.size;
    while (const std::uint64_t rows = active & bits::below(i)) {
      i = bits::highest(rows);
      const std::uint64_t stops = (matches[i] | ups[i]) & bits::below(j);
      if (stops == 0) return;
      j = bits::highest(stops);
      if (matches[i] >> j & 1) match(i, j);
      else ++j;
    }
  }

  // One row of scores; returns the places that are raised.
  static std::uint64_t short_row(std::uint64_t matches, std::uint64_t above, std::size_t m, const Gains& gains,
                                 double* scores, std::uint32_t* runs) {
    std::uint64_t raised = 0;
    std::size_t changed = 0;
    double old = 0.0;
    std::uint32_t run_before = 0, run_here = 0;  // of the row above, at the place before and here
    std::size_t seen = 65;                       // the place of run_here
    for (std::uint64_t events = matches | above; events;) {
      const std::size_t place = bits::lowest(events), here = place + 1;
      events &= events - 1;
      run_before = seen + 1 == place ? run_here : 0;
      run_here = above >> place & 1 ? runs[place] : 0;
      seen = place;
      double score = scores[place];
      if (matches >> place & 1) {
        score = gains.add(changed == place && place > 0 ? old : score, run_before);
        runs[place] = run_before + 1;
      } else {
        if (score <= scores[here]) continue;
        raised |= bits::bit(place);
      }
      changed = here;
      old = scores[here];
      scores[here] = score;
      const std::size_t end = events ? bits::lowest(events) + std::size_t{1} : m + 1;
      for (std::size_t k = here + 1; k < end && scores[k] < score; ++k) {
        changed = k;
        old = scores[k];
        scores[k] = score;
        raised |= bits::bit(k - 1);
      }
    }
    return raised;
  }

  Row row_;
  std::vector<Row> saved_;
  std::vector<Hit> hits_;
  std::vector<std::uint64_t> up_;
  std::vector<std::uint32_t> first_, next_;  // first_ is all `none` between calls
  std::vector<std::uint64_t> masks_;         // all zero between calls
};

}  // namespace infrarouge
