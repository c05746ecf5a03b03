// LCS over sentences: every reference sentence against every prediction sentence, and how the paths are united.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/lcs.hpp"
#include "infrarouge/matching/packed_marks.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// How the paths of all sentence pairs make one count.
enum class Union : std::uint8_t {
  both,        // marked places, each word at most as often as in either text
  prediction,  // marked places, each word at most as often as in the prediction
  values,      // distinct words on the paths of each reference sentence
  distinct,    // distinct words on all paths
  sum,         // lengths of all paths
  exclusive    // matched places, each at most once on either side
};

// Which side's word a path drops where both choices keep the same length.
enum class Tie : std::uint8_t { reference, prediction };

struct Counts {
  double matched = 0, prediction = 0, reference = 0;
};

// Texts cut into sentences.
struct Sentenced {
  Words words;
  const std::uint32_t* ends = nullptr;
  std::size_t size = 0;
  std::size_t begin(std::size_t s) const { return s ? ends[s - 1] : 0; }
  Words operator[](std::size_t s) const { return words.part(begin(s), ends[s]); }
};

// Places of the reference's sentence view, marked by bits; every sentence starts a new word of bits.
class Marks {
 public:
  void reset(const Sentenced& reference) {
    starts_.resize(reference.size + 1);
    std::size_t words = 0;
    for (std::size_t s = 0; s < reference.size; ++s) {
      starts_[s] = words;
      words += bits::blocks(reference[s].size);
    }
    starts_[reference.size] = words;
    bits_.assign(words, 0);
  }
  void set(std::size_t sentence, std::size_t place) { bits_[starts_[sentence] + place / 64] |= bits::bit(place); }
  bool get(std::size_t sentence, std::size_t place) const {
    return bits_[starts_[sentence] + place / 64] & bits::bit(place);
  }
  std::uint64_t& first(std::size_t sentence) { return bits_[starts_[sentence]]; }

  // Calls visit(place) for each mark of a sentence in rising order.
  template <class Visit>
  void each(std::size_t sentence, Visit visit) const {
    for (std::size_t w = starts_[sentence]; w < starts_[sentence + 1]; ++w)
      for (std::uint64_t x = bits_[w]; x; x &= x - 1) visit(64 * (w - starts_[sentence]) + bits::lowest(x));
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::uint64_t> bits_;
};

// How often each word is left on either side, for clipping.
class Remaining {
 public:
  void reset(const Words& prediction, const Words& reference, std::size_t ids) {
    reference_.assign(ids, 0);
    prediction_.assign(ids, 0);
    for (std::size_t i = 0; i < reference.size; ++i) ++reference_[reference[i]];
    for (std::size_t j = 0; j < prediction.size; ++j) ++prediction_[prediction[j]];
  }
  void reset(const Pair& pair) { reset(pair.prediction(), pair.reference(), pair.words() + std::size_t{1}); }
  bool take_both(std::uint32_t word) {
    if (!reference_[word] || !prediction_[word]) return false;
    --reference_[word];
    --prediction_[word];
    return true;
  }
  bool take_prediction(std::uint32_t word) {
    if (!prediction_[word]) return false;
    --prediction_[word];
    return true;
  }

 private:
  std::vector<std::uint32_t> reference_, prediction_;
};

// Words or places met before.
class Seen {
 public:
  void reset(std::size_t size) { seen_.assign(size, 0); }
  bool operator[](std::size_t at) const { return seen_[at] != 0; }
  bool add(std::size_t at) {
    if (seen_[at]) return false;
    seen_[at] = 1;
    return true;
  }
  void remove(std::size_t at) { seen_[at] = 0; }

 private:
  std::vector<std::uint8_t> seen_;
};

class LcsSum {
 public:
  // `clip_flat`: `both` clips by the words of the flat views; else by those of the sentences, where the views differ.
  // `distinct` never matches the word `blank`, which its totals count.
  Counts count(const Pair& pair, const Sentenced& prediction, const Sentenced& reference, Union rule, Tie tie,
               bool clip_flat, std::uint32_t blank = Pair::none) {
    ids_ = pair.words() + 1;
    Counts counts;
    counts.prediction = static_cast<double>(prediction.words.size);
    counts.reference = static_cast<double>(reference.words.size);
    std::uint64_t matched = 0;
    switch (rule) {
      case Union::sum:
        for (std::size_t s = 0; s < reference.size; ++s) {
          if (prediction.words.size > 1024 || s % 64 == 63) Stop::poll(1024 + prediction.words.size);
          lcs_.open(reference[s], ids_);
          for (std::size_t p = 0; p < prediction.size; ++p) matched += lcs_.length_of(prediction[p]);
          lcs_.close();
        }
        break;
      case Union::exclusive:
        used_.reset(reference.words.size);
        other_.reset(prediction.words.size);
        each_pair(prediction, reference, tie, [&](std::size_t s, std::size_t p, std::size_t i, std::size_t j) {
          const std::size_t at = reference.begin(s) + i, to = prediction.begin(p) + j;
          if (used_[at] || other_[to]) return;
          used_.add(at);
          other_.add(to);
          ++matched;
        });
        break;
      case Union::both:
      case Union::prediction:
        if (rule == Union::both && clip_flat) counts.prediction = static_cast<double>(pair.prediction().size);
        if (tie == Tie::reference && pair.width() == 1 && pair.same_views()) {
          matched = narrow(pair, prediction, reference);
          break;
        }
        mark(prediction, reference, tie);
        if (rule == Union::both && !clip_flat) left_.reset(prediction.words, reference.words, ids_);
        else left_.reset(pair);
        for (std::size_t s = 0; s < reference.size; ++s) {
          const Words sentence = reference[s];
          marks_.each(s, [&](std::size_t i) {
            matched += rule == Union::both ? left_.take_both(sentence[i]) : left_.take_prediction(sentence[i]);
          });
        }
        break;
      case Union::values:
        mark(prediction, reference, tie);
        stamps_.assign(ids_, 0);
        for (std::size_t s = 0; s < reference.size; ++s) {
          const Words sentence = reference[s];
          marks_.each(s, [&](std::size_t i) {
            matched += stamps_[sentence[i]] != s + 1;
            stamps_[sentence[i]] = s + 1;
          });
        }
        counts.prediction = static_cast<double>(pair.prediction().size);
        counts.reference = static_cast<double>(pair.reference().size);
        break;
      case Union::distinct:
        mark(prediction, reference, tie);
        used_.reset(ids_);
        for (std::size_t s = 0; s < reference.size; ++s) {
          const Words sentence = reference[s];
          marks_.each(s, [&](std::size_t i) { matched += sentence[i] != blank && used_.add(sentence[i]); });
        }
        counts.prediction = distinct(pair.prediction_sentences_all(), pair.ids());
        counts.reference = distinct(reference.words, pair.ids());
        break;
    }
    counts.matched = static_cast<double>(matched);
    return counts;
  }

 private:
  // Calls visit(s, p, i, j) for every matched pair of places, reference sentences outermost, each path from its end.
  template <class Visit>
  void each_pair(const Sentenced& prediction, const Sentenced& reference, Tie tie, Visit visit) {
    for (std::size_t s = 0; s < reference.size; ++s) {
      if (prediction.words.size > 1024 || s % 64 == 63) Stop::poll(1024 + prediction.words.size);
      if (tie == Tie::reference) lcs_.open(reference[s], ids_);
      for (std::size_t p = 0; p < prediction.size; ++p) {
        if (tie == Tie::reference) {
          lcs_.path(prediction[p], [&](std::size_t i, std::size_t j) { visit(s, p, i, j); });
        } else {
          lcs_.open(prediction[p], ids_);
          lcs_.path(reference[s], [&](std::size_t j, std::size_t i) { visit(s, p, i, j); });
          lcs_.close();
        }
      }
      if (tie == Tie::reference) lcs_.close();
    }
  }

  // Marks the reference places on any path.
  void mark(const Sentenced& prediction, const Sentenced& reference, Tie tie) {
    marks_.reset(reference);
    if (tie == Tie::prediction) {
      // Marks do not depend on the order of the pairs, so the side of bits stays open as long as it serves.
      for (std::size_t p = 0; p < prediction.size; ++p) {
        if (reference.words.size > 1024 || p % 64 == 63) Stop::poll(1024 + reference.words.size);
        lcs_.open(prediction[p], ids_);
        for (std::size_t s = 0; s < reference.size; ++s)
          lcs_.path(reference[s], [&](std::size_t, std::size_t i) { marks_.set(s, i); });
        lcs_.close();
      }
      return;
    }
    packed_.mark(prediction, reference, ids_, [&](std::size_t s, std::uint64_t marks) { marks_.first(s) = marks; });
    for (std::size_t s = 0; s < reference.size; ++s) {
      if (reference[s].size <= 64) continue;
      Stop::poll(1024 + prediction.words.size);
      lcs_.open(reference[s], ids_);
      for (std::size_t p = 0; p < prediction.size; ++p)
        lcs_.path(prediction[p], [&](std::size_t i, std::size_t) { marks_.set(s, i); });
      lcs_.close();
    }
  }

  // Marks of a text that is one word of bits altogether, each word at most as often as in the prediction.
  std::uint64_t narrow(const Pair& pair, const Sentenced& prediction, const Sentenced& reference) {
    const std::uint64_t* rows = pair.rows();
    Packed packed;
    for (std::size_t s = 0; s < reference.size; ++s)
      if (reference.begin(s) < reference.ends[s]) packed.add(reference.begin(s), reference.ends[s]);
    std::uint64_t marks = 0;
    for (std::size_t p = 0; p < prediction.size; ++p)
      marks |= paths_.mark(prediction[p], packed, [rows](std::uint32_t word) { return rows[word]; });
    std::uint64_t used = 0;
    const Words words = pair.prediction();
    for (std::size_t j = 0; j < words.size; ++j) {
      const std::uint64_t places = rows[words[j]] & marks & ~used;
      used |= places & (0 - places);
    }
    return bits::count(used);
  }

  double distinct(const Words& words, std::uint32_t ids) {
    used_.reset(ids);
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < words.size; ++i) found += used_.add(words[i]);
    return static_cast<double>(found);
  }

  Lcs lcs_;
  Marks marks_;
  PackedPaths paths_;
  PackedMarks packed_;
  Remaining left_;
  Seen used_, other_;
  std::vector<std::size_t> stamps_;
  std::uint32_t ids_ = 0;
};

}  // namespace infrarouge
