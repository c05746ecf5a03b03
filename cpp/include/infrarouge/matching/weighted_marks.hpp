// Which reference words lie on a path of the weighted LCS, over all pairs of sentences of up to 63 words.
//
// Only the marked places are asked for, so each score carries the places that its path has met and nothing is traced
// back. A pair of sentences whose places are all marked already is passed over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/lcs_sum.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/weighted_lcs.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

class WeightedMarks {
 public:
  static constexpr std::size_t most_words = 63;  // of a sentence

  static bool suits(const Sentenced& prediction, const Sentenced& reference) {
    return all_short(prediction) && all_short(reference);
  }

  // Sets the marks that the paths of Weighted::each_path set one after another. Words have ids below `ids`; `chains`:
  // every word that a path takes up raises its score, so that matches that can all be taken are.
  void mark(const Sentenced& prediction, const Sentenced& reference, std::uint32_t ids, const Gains& gains, bool chains,
            Marks& marks) {
    if (masks_.size() < ids) masks_.resize(2 * static_cast<std::size_t>(ids), 0);
    // Sentences of the prediction that fit into one word of bits together are looked at together.
    for (std::size_t begin = 0, end = 0; begin < prediction.size; begin = end) {
      const std::size_t from = prediction.begin(begin);
      stretches_.clear();
      for (; end < prediction.size && prediction.ends[end] - from <= 64; ++end) {
        const auto shift = static_cast<unsigned>(prediction.begin(end) - from);
        if (prediction[end].size > 0) stretches_.push_back(Stretch{shift, prediction[end].size, 0});
      }
      const Words words = prediction.words.part(from, prediction.ends[end - 1]);
      for (std::size_t j = 0; j < words.size; ++j) masks_[words[j]] |= bits::bit(j);
      for (std::size_t s = 0; s < reference.size; ++s) {
        if (prediction.words.size > 64 || s % 16 == 15) Stop::poll(2048);
        const Words sentence = reference[s];
        if (sentence.size > 0) mark_sentence(sentence, gains, chains, marks.first(s));
      }
      for (std::size_t j = 0; j < words.size; ++j) masks_[words[j]] = 0;
    }
  }

 private:
  // A sentence of the prediction among the bits, and which places of the reference sentence have a match in it.
  struct Stretch {
    unsigned shift;
    std::size_t size;
    std::uint64_t rows;
  };
  // A row of the table, kept as the places where another score or other marks begin; before the first they are 0.
  struct Row {
    std::uint64_t begins = 0;
    std::uint64_t matches = 0, falls = 0;  // falls: matches that score less than the place before them
  };
  struct Cell {
    double score;
    std::uint64_t marks;  // places of the reference sentence on the path that ends here
  };

  static bool all_short(const Sentenced& text) {
    for (std::size_t s = 0; s < text.size; ++s)
      if (text[s].size > most_words) return false;
    return true;
  }

  void mark_sentence(const Words& sentence, const Gains& gains, bool chains, std::uint64_t& marks) {
    std::uint64_t matches[most_words];
    for (std::size_t i = 0; i < sentence.size; ++i) matches[i] = masks_[sentence[i]];
    const Stretch* most = nullptr;
    std::uint32_t most_rows = 0;
    for (Stretch& stretch : stretches_) {
      const std::uint64_t in_it = bits::below(stretch.size) << stretch.shift;
      std::uint64_t rows = 0;
      for (std::size_t i = 0; i < sentence.size; ++i) rows |= std::uint64_t{(matches[i] & in_it) != 0} << i;
      stretch.rows = rows;
      const std::uint32_t count = bits::count(rows);
      most = count > most_rows ? &stretch : most;
      most_rows = std::max(count, most_rows);
    }
    // The sentence that has most in common goes first: it often leaves nothing to the others.
    if (most != nullptr) marks |= path(matches, sentence.size, *most, gains, chains);
    for (const Stretch& stretch : stretches_)
      if ((stretch.rows & ~marks) != 0) marks |= path(matches, sentence.size, stretch, gains, chains);
  }

  // The marks of one path.
  std::uint64_t path(const std::uint64_t* matches, std::size_t size, const Stretch& stretch, const Gains& gains,
                     bool chains) {
    const std::uint64_t in_it = bits::below(stretch.size);
    std::uint64_t last = 0, crossed = 0, runs = 0;
    std::size_t n = 0, next = 0;
    for (std::uint64_t rows = stretch.rows; rows; rows &= rows - 1) {
      const std::size_t i = bits::lowest(rows);
      const std::uint64_t row = matches[i] >> stretch.shift & in_it;
      runs |= last << 1 & row & (0 - std::uint64_t{i == next});
      crossed |= (row & (row - 1)) | std::uint64_t{row <= last};
      last = row;
      next = i + 1;
      places_[n] = i;
      rows_[n++] = row;
    }
    if (runs == 0) return plain_path(n, stretch.size);
    return chains && crossed == 0 ? stretch.rows : weighted_path(n, size, stretch.size, gains);
  }

  // Where no match follows another, each gains 1, and the path is that of the plain LCS.
  std::uint64_t plain_path(std::size_t n, std::size_t m) {
    std::uint64_t v = bits::ones;
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint64_t u = v & rows_[k], next = (v + u) | (v - u);
      // From a new step of the row up to the old one behind it scores are higher than in the row above.
      raised_[k] = (next - v) | rows_[k];
      v = next;
    }
    std::uint64_t marks = 0, left = bits::below(m);
    for (std::size_t k = n; k-- > 0;) {
      // At the last place that is left: it matches, or the path goes to the match before it, or up.
      const std::uint64_t last = left ^ (left >> 1);
      const std::uint64_t taken = 0 - bits::opaque((raised_[k] & last) != 0);
      const std::uint64_t upto = rows_[k] & left;
      marks |= bits::bit(places_[k]) & taken;
      const std::uint64_t before = bits::below(bits::highest(upto | 1));
      left = (left & ~taken) | (before & taken);
    }
    return marks;
  }

  std::uint64_t weighted_path(std::size_t n, std::size_t size, std::size_t m, const Gains& gains) {
    Row row;
    std::size_t next = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (places_[k] != next && row.falls != 0) advance_any(row, 0, 0, m, gains);
      row.matches &= 0 - bits::opaque(places_[k] == next);
      next = places_[k] + 1;
      const std::uint64_t mark = bits::bit(places_[k]);
      if (row.falls == 0) advance(row, rows_[k], mark, m, gains);
      else advance_any(row, rows_[k], mark, m, gains);
    }
    // A row without matches rises where the one above falls.
    if (row.falls != 0 && next < size) advance_any(row, 0, 0, m, gains);
    return cell_before(row.begins, m).marks;
  }

  // What stands right before a place, 0 to 63, in a row that begins new cells at some places.
  Cell cell_before(std::uint64_t begins, std::size_t place) const {
    const std::size_t at = bits::highest((begins & bits::below(place)) << 1 | 1);
    return Cell{scores_[at], marks_[at]};
  }
  void put(std::size_t place, const Cell& cell) {
    scores_[place + 1] = cell.score;
    marks_[place + 1] = cell.marks;
  }

  // What a match makes of the path before it; `above` are the matches of the row above.
  Cell matched(std::uint64_t above, std::size_t place, const Cell& before, std::uint64_t mark, const Gains& gains,
               const std::uint32_t* runs_above, std::uint32_t* runs) const {
    const std::uint32_t run = runs_above[place] & (0 - static_cast<std::uint32_t>((above << 1) >> place & 1));
    runs[place + 1] = run + 1;
    return Cell{gains.add(before.score, run), before.marks | mark};
  }

  // Goes on by a row, where the one above falls nowhere. From the right to the left: then all that a match looks at is
  // still of the row above.
  void advance(Row& row, std::uint64_t matches, std::uint64_t mark, std::size_t m, const Gains& gains) {
    const std::uint32_t* const runs_above = runs_[side_];
    std::uint32_t* const runs = runs_[side_ ^= 1];
    std::uint64_t begins = row.begins, falls = 0;
    std::size_t end = m;  // a match raises lower scores up to here
    for (std::uint64_t left = matches; left;) {
      const std::size_t place = bits::highest(left);
      left ^= bits::bit(place);
      const Cell cell = matched(row.matches, place, cell_before(begins, place), mark, gains, runs_above, runs);
      const Cell above = cell_before(begins, place + 1);
      if (cell.score > above.score) {
        std::uint64_t lower = begins & ~bits::below(place + 1) & bits::below(end);
        while (lower != 0 && scores_[bits::lowest(lower) + 1] < cell.score) {
          begins ^= lower & (0 - lower);
          lower &= lower - 1;
        }
        if (lower == 0 && end < m && scores_[end + 1] < cell.score) falls |= bits::bit(end);
      } else if (place + 1 < end && (begins >> (place + 1) & 1) == 0) {
        put(place + 1, above);
        begins |= bits::bit(place + 1);
      }
      put(place, cell);
      begins |= bits::bit(place);
      end = place;
    }
    row = Row{begins, matches, falls};
  }

  // Goes on by any row, cell by cell.
  void advance_any(Row& row, std::uint64_t matches, std::uint64_t mark, std::size_t m, const Gains& gains) {
    const std::uint32_t* const runs_above = runs_[side_];
    std::uint32_t* const runs = runs_[side_ ^= 1];
    std::uint64_t falls = 0;
    const std::uint64_t begins = row.begins | matches | (matches << 1 & bits::below(m));
    Cell above{0.0, 0}, left{0.0, 0};
    for (std::uint64_t places = begins; places; places &= places - 1) {
      const std::size_t place = bits::lowest(places);
      const Cell before = above;
      if (row.begins >> place & 1) above = Cell{scores_[place + 1], marks_[place + 1]};
      if (matches >> place & 1) {
        const Cell cell = matched(row.matches, place, before, mark, gains, runs_above, runs);
        if (cell.score < left.score) falls |= bits::bit(place);
        left = cell;
      } else if (!(left.score > above.score)) {
        left = above;
      }
      put(place, left);
    }
    row = Row{begins, matches, falls};
  }

  std::vector<std::uint64_t> masks_;  // by word its places in the stretches, all zero between calls
  std::vector<Stretch> stretches_;
  std::size_t places_[64];  // the rows that have matches, these, and where the path does not go up
  std::uint64_t rows_[64], raised_[64];
  double scores_[65] = {};  // by place, each one behind it; the first is before all places
  std::uint64_t marks_[65] = {};
  std::uint32_t runs_[2][65] = {};  // of the last two rows, each one behind its place
  unsigned side_ = 0;
};

}  // namespace infrarouge
