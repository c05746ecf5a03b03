// Overlap of all ordered pairs of words, however far apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Tells how many of the numbers added so far are below another; each may be added once.
class Below {
 public:
  void reset(std::size_t size) {
    groups_.assign(size / group + 1, 0);
    within_.assign(groups_.size() * group, 0);
  }

  void add(std::size_t number) {
    // Half of it zeros, half of it ones: read from the right place it adds one to all that are larger.
    static constexpr auto steps = [] {
      std::array<std::uint8_t, 2 * group> made{};
      for (std::size_t k = group; k < 2 * group; ++k) made[k] = 1;
      return made;
    }();
    const std::uint8_t* const step = steps.data() + group - 1 - number % group;
    std::uint8_t* const near = within_.data() + number / group * group;
    for (std::size_t k = 0; k < group; ++k) near[k] = static_cast<std::uint8_t>(near[k] + step[k]);
    for (std::size_t g = number / group + 1; g < groups_.size(); ++g) ++groups_[g];
  }

  std::uint64_t count(std::size_t number) const { return std::uint64_t{groups_[number / group]} + within_[number]; }

 private:
  static constexpr std::size_t group = 128;
  std::vector<std::uint32_t> groups_;  // numbers added in the groups before
  std::vector<std::uint8_t> within_;   // numbers added in the same group and below
};

// Both texts must have fewer than 2^31 words (Document::most_words); only words that both have matter. Of an ordered
// pair (a, b) let p and r be how often b comes after a in either text; it adds min(p, r) to the overlap.
//
// Where one of the words is there once in both texts, p and r are counts of the other one after it, or before it, so
// that the t-th last, or the t-th first, place of the other one in either text adds one if it is after, or before, both
// places of the single word: how many single words there are before two such places is told by one walk.
//
// For the others the sum of min(p, r) is (sum of p + sum of r - sum of |p - r|) / 2, and the first two sums are known:
// n (n - 1) / 2. Since p(a, b) + p(b, a) is the product of the counts of a and b, half of the pairs tell the other
// half: of two words the rarer one's places are gone through, with running counts of many more frequent ones at a time.
class AllPairs {
 public:
  std::uint64_t clipped(const Words& reference, const Words& prediction, std::uint32_t words) {
    rank(reference, prediction, words);
    const std::uint64_t single = with_single();
    const auto is_several = [several = several_](std::uint32_t word) { return word < several; };
    keep_if(prediction_, is_several);
    keep_if(reference_, is_several);
    const std::uint64_t all = pairs(reference_.size()) + pairs(prediction_.size());
    std::uint64_t apart = same_word();
    for (std::uint32_t base = 0; base < several_;) {
      if (several_ > 256) Stop::poll(8 * (several_ + reference_.size() + prediction_.size()));
      const std::uint64_t most = most_[base];
      if (most * most <= std::numeric_limits<std::int16_t>::max()) apart += block<std::int16_t>(base);
      else if (most * most <= std::numeric_limits<std::int32_t>::max()) apart += block<std::int32_t>(base);
      else apart += block<std::int64_t>(base);
    }
    return single + (all - apart) / 2;
  }

  // Different pairs that are in both texts: a comes first somewhere before b comes last.
  std::uint64_t shared(const Words& reference, const Words& prediction, std::uint32_t words) {
    rank(reference, prediction, words);
    const auto none = std::numeric_limits<std::uint32_t>::max();
    first_.assign(counts_.size(), none);
    last_.assign(counts_.size(), none);
    last_prediction_.assign(counts_.size(), none);
    for (std::uint32_t i = 0; i < reference_.size(); ++i) {
      first_[reference_[i]] = std::min(first_[reference_[i]], i);
      last_[reference_[i]] = i;
    }
    for (std::uint32_t j = 0; j < prediction_.size(); ++j) last_prediction_[prediction_[j]] = j;
    below_.reset(reference_.size());
    std::uint64_t found = 0;
    for (std::uint32_t j = 0; j < prediction_.size(); ++j) {
      if (j % 256 == 255) Stop::poll(2 * (reference_.size() + 256));
      const std::uint32_t word = prediction_[j];
      if (last_prediction_[word] == j) found += below_.count(last_[word]);
      if (first_[word] != none) below_.add(first_[word]);
      first_[word] = none;
    }
    return found;
  }

 private:
  static constexpr std::uint32_t row_bytes = 64;

  struct Both {
    std::uint32_t prediction = 0, reference = 0;
  };

  static std::uint64_t pairs(std::uint64_t n) { return n > 0 ? n * (n - 1) / 2 : 0; }
  static std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

  // Numbers the words that both texts have, frequent ones first and those that are there once in both last, and keeps
  // both texts without any others.
  void rank(const Words& reference, const Words& prediction, std::uint32_t words) {
    by_word_.assign(words + std::size_t{1}, Both{});
    for (std::size_t i = 0; i < reference.size; ++i) ++by_word_[reference[i]].reference;
    for (std::size_t j = 0; j < prediction.size; ++j) ++by_word_[prediction[j]].prediction;
    by_word_[words] = Both{};  // words the reference lacks
    // From frequent to rare; the few that are very frequent are not told apart.
    constexpr std::uint32_t buckets = 512;
    const auto bucket = [&](const Both& both) {
      return both.prediction == 0 || both.reference == 0
                 ? buckets
                 : buckets - std::min(both.prediction + both.reference - 1, buckets);
    };
    std::array<std::uint32_t, buckets + 2> starts{};
    for (const Both& both : by_word_) ++starts[bucket(both) + 1];
    for (std::size_t b = 1; b < starts.size(); ++b) starts[b] += starts[b - 1];
    several_ = starts[buckets - 1];
    const std::uint32_t common = starts[buckets];
    ranks_.resize(by_word_.size());
    counts_.resize(common);
    for (std::size_t word = 0; word < by_word_.size(); ++word) {
      const std::uint32_t to = starts[bucket(by_word_[word])]++;
      ranks_[word] = to;
      if (to < common) counts_[to] = by_word_[word];
    }
    most_.assign(several_ + std::size_t{1}, 0);
    for (std::uint32_t r = several_; r-- > 0;)
      most_[r] = std::max({most_[r + 1], counts_[r].prediction, counts_[r].reference});
    for (const auto& [text, kept] : {std::pair(&reference, &reference_), std::pair(&prediction, &prediction_)}) {
      kept->resize(text->size);
      for (std::size_t i = 0; i < text->size; ++i) (*kept)[i] = ranks_[(*text)[i]];
      keep_if(*kept, [common](std::uint32_t word) { return word < common; });
    }
  }

  // Without a branch on words, for they cannot be foreseen.
  template <class Wanted>
  static void keep_if(std::vector<std::uint32_t>& text, Wanted wanted) {
    std::size_t size = 0;
    for (const std::uint32_t word : text) {
      text[size] = word;
      size += wanted(word) ? 1 : 0;
    }
    text.resize(size);
  }

  std::uint64_t same_word() const {
    std::uint64_t apart = 0;
    for (std::uint32_t r = 0; r < several_; ++r)
      apart += distance(pairs(counts_[r].prediction), pairs(counts_[r].reference));
    return apart;
  }

  // Sum of min(p, r) for the pairs of which one word, or both, is there once in both texts.
  std::uint64_t with_single() {
    const std::size_t single = counts_.size() - several_;
    if (single == 0) return 0;
    // How many single words come before each place of each other word in the reference.
    starts_.resize(several_);
    std::uint32_t places = 0;
    for (std::uint32_t r = 0; r < several_; ++r) {
      starts_[r] = places;
      places += counts_[r].reference;
    }
    before_.resize(places);
    order_.resize(single);
    met_.assign(several_, 0);
    std::uint32_t before = 0;
    for (const std::uint32_t word : reference_) {
      if (word < several_) before_[starts_[word] + met_[word]++] = before;
      else order_[word - several_] = before++;
    }
    met_.assign(several_, 0);
    below_.reset(single);
    std::uint64_t found = 0;
    before = 0;
    for (const std::uint32_t word : prediction_) {
      if (word >= several_) {
        if (before % 256 == 255) Stop::poll(2 * (single + 256));
        found += below_.count(order_[word - several_]);
        below_.add(order_[word - several_]);
        ++before;
        continue;
      }
      const Both both = counts_[word];
      const std::uint32_t place = met_[word]++;  // the same from the start in the reference, and the same from the end
      if (place < both.reference) {
        const std::uint32_t there = before_[starts_[word] + place];
        found += single - before - there + below_.count(there);  // those after both
      }
      if (place + both.reference >= both.prediction)
        found += below_.count(before_[starts_[word] + (place + both.reference - both.prediction)]);
    }
    return found;
  }

  // Sum of |p - r| for the words from `base` on that fill a row, each with all rarer ones. Moves `base` to the next.
  template <class Number>
  std::uint64_t block(std::uint32_t& base) {
    constexpr std::uint32_t lanes = row_bytes / sizeof(Number);
    const std::uint32_t inside = std::min(lanes, several_ - base);
    std::vector<Number>& table = std::get<std::vector<Number>>(tables_);
    table.assign((several_ - base) * std::size_t{lanes}, 0);
    walk<Number, 1>(prediction_, base, inside, table.data());
    walk<Number, -1>(reference_, base, inside, table.data());
    const std::uint64_t apart = add_up(table.data(), base, inside);
    base += inside;
    // The words of the block are done with.
    keep_if(prediction_, [base](std::uint32_t word) { return word >= base; });
    keep_if(reference_, [base](std::uint32_t word) { return word >= base; });
    return apart;
  }

  template <class Number>
  std::uint64_t add_up(const Number* table, std::uint32_t base, std::uint32_t inside) const {
    using Sum = std::conditional_t<sizeof(Number) == 2, std::uint32_t, std::uint64_t>;
    constexpr std::uint32_t lanes = row_bytes / sizeof(Number);
    Number prediction[lanes] = {}, reference[lanes] = {};  // counts of the words of the block
    for (std::uint32_t k = 0; k < inside; ++k) {
      prediction[k] = static_cast<Number>(counts_[base + k].prediction);
      reference[k] = static_cast<Number>(counts_[base + k].reference);
    }
    const std::size_t rows = several_ - base;
    std::uint64_t apart = 0;
    for (std::size_t a = 1; a < rows;) {
      // As many as the narrow sums can hold; within the block each word is compared with those before it.
      const std::size_t end = std::min(rows, a < lanes ? lanes : a + 16384);
      Sum sums[lanes] = {};
      for (; a < end; ++a) {
        const auto p = static_cast<Number>(counts_[base + a].prediction);
        const auto r = static_cast<Number>(counts_[base + a].reference);
        const Number* const row = table + a * lanes;
        const auto compare = [&](std::size_t k) {
          const auto other = static_cast<Number>(p * prediction[k] - r * reference[k] - row[k]);
          sums[k] += magnitude(row[k]);
          sums[k] += magnitude(other);
        };
        if (a < lanes)
          for (std::size_t k = 0; k < a; ++k) compare(k);
        else
          for (std::size_t k = 0; k < lanes; ++k) compare(k);
      }
      for (const Sum sum : sums) apart += sum;
    }
    return apart;
  }

  template <class Number>
  static std::make_unsigned_t<Number> magnitude(Number x) {
    return static_cast<std::make_unsigned_t<Number>>(x < 0 ? -x : x);
  }

  // Adds to the row of each word, or takes away, how often the words of the block come after it.
  template <class Number, int sign>
  static void walk(const std::vector<std::uint32_t>& text, std::uint32_t base, std::uint32_t inside, Number* table) {
    constexpr std::uint32_t lanes = row_bytes / sizeof(Number);
    // Row k adds one to lane k; the last row adds nothing.
    static constexpr auto units = [] {
      std::array<std::array<Number, lanes>, lanes + 1> made{};
      for (std::uint32_t k = 0; k < lanes; ++k) made[k][k] = sign;
      return made;
    }();
    Number after[lanes] = {};
    for (std::size_t j = text.size(); j-- > 0;) {
      const std::uint32_t word = text[j] - base;
      Number* const row = table + std::size_t{word} * lanes;
      const Number* const enter = units[word < inside ? word : lanes].data();
      for (std::uint32_t k = 0; k < lanes; ++k) row[k] = static_cast<Number>(row[k] + after[k]);
      for (std::uint32_t k = 0; k < lanes; ++k) after[k] = static_cast<Number>(after[k] + enter[k]);
    }
  }

  std::vector<Both> by_word_, counts_;                 // by word of the pair, and by rank
  std::vector<std::uint32_t> ranks_, most_;            // by word; the largest count from a rank on
  std::vector<std::uint32_t> reference_, prediction_;  // ranks of the words that both texts have
  std::uint32_t several_ = 0;                          // ranks of words that are not there once in both
  std::tuple<std::vector<std::int16_t>, std::vector<std::int32_t>, std::vector<std::int64_t>> tables_;
  Below below_;
  std::vector<std::uint32_t> starts_, before_, met_, order_;
  std::vector<std::uint32_t> first_, last_, last_prediction_;
};

}  // namespace infrarouge
