// N-grams of a reference, of sentences, and of an extract that sentences come into, without counting anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/metrics.hpp"
#include "infrarouge/matching/ngram.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/units.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Small ids for the words of one article: the reference's from 0 on; those it lacks share one, or get one each.
class Locals {
 public:
  enum class How : std::uint8_t { shared, apart, given };  // given: the words have such ids already

  explicit Locals(How how) : how_(how) {}

  // Starts anew with the words of a reference; all are below `ids`.
  void open(const std::vector<std::uint32_t>& words, std::uint32_t ids, std::vector<std::uint32_t>& out) {
    if (++epoch_ >> 32) {
      std::fill(slots_.begin(), slots_.end(), 0);
      epoch_ = 1;
    }
    size_ = 0;
    if (how_ == How::given) append(words, size_ = ids, out);
    else add<true>(words, ids, out);
    absent_ = size_;
  }

  // Adds the ids of words, all below `ids`, to `out`.
  void append(const std::vector<std::uint32_t>& words, std::uint32_t ids, std::vector<std::uint32_t>& out) {
    if (how_ == How::given) out.insert(out.end(), words.begin(), words.end());
    else if (how_ == How::apart) add<true>(words, ids, out);
    else add<false>(words, ids, out);
  }

  std::uint32_t absent() const { return absent_; }  // ids from here on are not those of reference words

 private:
  template <bool New>
  void add(const std::vector<std::uint32_t>& words, std::uint32_t ids, std::vector<std::uint32_t>& out) {
    if (slots_.size() < ids) slots_.resize(2 * std::size_t{ids}, 0);
    const std::size_t before = out.size();
    out.resize(before + words.size());
    std::uint32_t* to = out.data() + before;
    for (const std::uint32_t word : words) {
      const std::uint64_t slot = slots_[word];
      const auto known = static_cast<std::uint32_t>(0 - std::uint64_t{slot >> 32 == epoch_});  // all ones or none
      const std::uint32_t other = New ? size_ : absent_;
      *to = other ^ ((other ^ static_cast<std::uint32_t>(slot)) & known);
      if (New) {
        slots_[word] = epoch_ << 32 | *to;
        size_ += known + 1;
      }
      ++to;
    }
  }

  How how_;
  std::vector<std::uint64_t> slots_;  // by word: epoch of the article above, id below
  std::uint64_t epoch_ = 0;
  std::uint32_t size_ = 0, absent_ = 0;
};

// The n-grams of one order: those of the reference, of each sentence, and of an extract that sentences come into.
class Tally {
 public:
  Tally(std::size_t n, Count rule, bool short_totals) : n_(n), rule_(rule), short_totals_(short_totals) {}

  void clear() {
    cells_.clear();
    hits_.clear();
    ends_.clear();
    clear_extract();
  }

  // Ids below `absent` are those of words that the reference has.
  void set_reference(const Words& words, std::uint32_t absent) {
    absent_ = absent;
    reference_total_ = ngram_total(words.size, n_, short_totals_);
    for (Names& level : levels_)
      if (level.size() > 0) level.clear(words.size);
    reference_units_ = 0;
    room(words.size);
    for (std::size_t i = 0; i + n_ <= words.size; ++i) {
      if (n_ > 16) Stop::poll(16 * n_);
      Cell& unit = cell(named<true>([&](std::size_t k) { return words[i + k]; }));
      reference_units_ += unit.limit == 0 ? 1 : 0;
      unit.limit = rule_ == Count::clipped ? unit.limit + 1 : 1;
    }
  }

  void add_sentence(const Words& words) {
    room(words.size);
    if (rule_ == Count::set) {
      for (std::size_t i = 0; i + n_ <= words.size; ++i)
        hits_.push_back(name_of([&](std::size_t k) { return words[i + k]; }));
    } else {
      add_known(words);
    }
    ends_.push_back(hits_.size());
  }

  void set_extract(const Words& words) {
    for (const std::uint32_t name : extract_)
      if (name != Names::absent) cells_[name].extract = 0;
    clear_extract();
    room(words.size);
    for (std::size_t i = 0; i + n_ <= words.size; ++i) {
      extract_.push_back(name_of([&](std::size_t k) { return words[i + k]; }));
      add(extract_.back());
    }
  }

  // Counts the extract with a sentence before its word number `place`.
  Counts with(std::size_t sentence, const Words& words, const Words& extract, std::size_t place) {
    const bool joined = n_ > 1 && words.size > 0 && extract.size > 0;
    if (joined) join(words, extract, place);
    const std::size_t begin = sentence == 0 ? 0 : ends_[sentence - 1], end = ends_[sentence];
    std::uint64_t matched = matched_, units = units_;
    for (std::size_t i = begin; i < end; ++i) {
      Cell& unit = cells_[hits_[i]];
      const std::uint32_t before = unit.extract++;
      matched += before < unit.limit ? 1 : 0;
      units += before == 0 ? 1 : 0;
    }
    for (std::size_t i = begin; i < end; ++i) --cells_[hits_[i]].extract;
    if (joined) {
      for (const std::uint32_t name : added_) remove(name);
      for (const std::uint32_t name : removed_) add(name);
    }
    if (rule_ == Count::set) return make(matched, static_cast<double>(units), static_cast<double>(reference_units_));
    return make(matched, ngram_total(extract.size + words.size, n_, short_totals_), reference_total_);
  }

 private:
  struct Cell {
    std::uint32_t extract = 0, limit = 0;  // how often an n-gram is in the extract, and how often it can be matched
  };

  // Levels for the n-grams of so many words; without one there are none, for n may be any number.
  void room(std::size_t words) {
    if (words >= n_ && levels_.size() < n_ - 1) levels_.resize(n_ - 1);
  }

  // Gives the name of the words that `word` tells; a new name if there is none.
  template <bool New, class Word>
  std::uint32_t named(Word word) {
    std::uint32_t name = word(0);
    if (!New && name >= absent_) return Names::absent;
    for (std::size_t k = 1; k < n_; ++k) {
      const std::uint32_t next = word(k);
      if (!New && next >= absent_) return Names::absent;
      const std::uint64_t key = Names::key(name, next);
      name = New ? levels_[k - 1].add(key) : levels_[k - 1].find(key);
      if (!New && name == Names::absent) return name;
    }
    if (New) cell(name);
    return name;
  }

  // What the reference lacks matters only where distinct n-grams are counted.
  template <class Word>
  std::uint32_t name_of(Word word) {
    return rule_ == Count::set ? named<true>(word) : named<false>(word);
  }

  // Adds the n-grams that the reference has; no branch on whether it has a word, for that cannot be foreseen.
  void add_known(const Words& words) {
    const std::size_t before = hits_.size();
    hits_.resize(before + words.size);
    std::uint32_t* const hits = hits_.data() + before;
    std::size_t runs = 0, run = 0;  // places where n or more words in a row are known
    for (std::size_t i = 0; i < words.size; ++i) {
      run = (run + 1) & (0 - std::size_t{words[i] < absent_});
      hits[runs] = n_ == 1 ? words[i] : static_cast<std::uint32_t>(i);
      runs += run >= n_ ? 1 : 0;
    }
    std::size_t known = runs;
    if (n_ > 1) {
      known = 0;
      for (std::size_t r = 0; r < runs; ++r) {
        const std::size_t first = hits[r] + 1 - n_;
        hits[known] = named<false>([&](std::size_t k) { return words[first + k]; });
        known += hits[known] != Names::absent ? 1 : 0;
      }
    }
    hits_.resize(before + known);
  }

  // N-grams that reached over the place go, and those that reach over the ends of the sentence come.
  void join(const Words& words, const Words& extract, std::size_t place) {
    const std::size_t left = std::min(place, n_ - 1), right = std::min(extract.size - place, n_ - 1);
    const std::size_t size = left + words.size + right, from = place - left;
    removed_.clear();
    for (std::size_t i = from; i < place && i + n_ <= extract.size; ++i) removed_.push_back(extract_[i]);
    added_.clear();
    room(size);
    for (std::size_t i = 0; i + n_ <= size; ++i) {
      if (i >= left && i + n_ <= left + words.size) i = left + words.size - n_ + 1;  // within the sentence
      if (i + n_ > size) break;
      added_.push_back(name_of([&](std::size_t k) {
        const std::size_t at = i + k;
        return at < left                ? extract[from + at]
               : at < left + words.size ? words[at - left]
                                        : extract[from + at - words.size];
      }));
    }
    for (const std::uint32_t name : removed_) remove(name);
    for (const std::uint32_t name : added_) add(name);
  }

  void add(std::uint32_t name) {
    if (name == Names::absent) return;
    Cell& unit = cells_[name];
    const std::uint32_t before = unit.extract++;
    matched_ += before < unit.limit ? 1 : 0;
    units_ += before == 0 ? 1 : 0;
  }

  void remove(std::uint32_t name) {
    if (name == Names::absent) return;
    Cell& unit = cells_[name];
    const std::uint32_t after = --unit.extract;
    matched_ -= after < unit.limit ? 1 : 0;
    units_ -= after == 0 ? 1 : 0;
  }

  void clear_extract() {
    extract_.clear();
    matched_ = units_ = 0;
  }

  Cell& cell(std::uint32_t name) {
    if (name >= cells_.size()) cells_.resize(2 * std::size_t{name} + 64);
    return cells_[name];
  }

  static Counts make(std::uint64_t matched, double prediction, double reference) {
    return Counts{static_cast<double>(matched), prediction, reference};
  }

  std::size_t n_;
  Count rule_;
  bool short_totals_;
  std::vector<Names> levels_;  // the first k + 2 words of an n-gram by name
  std::uint32_t absent_ = 0;
  std::vector<Cell> cells_;          // by name
  std::vector<std::uint32_t> hits_;  // names of the n-grams of each sentence, as far as they matter
  std::vector<std::size_t> ends_;    // where the hits of each sentence end
  std::vector<std::uint32_t> extract_, added_, removed_;
  std::uint64_t matched_ = 0, units_ = 0, reference_units_ = 0;
  double reference_total_ = 0;
};

}  // namespace infrarouge
