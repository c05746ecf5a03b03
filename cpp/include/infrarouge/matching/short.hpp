// Short references: words, bigrams and LCS in one walk over the prediction, with the match matrix of the pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/bits.hpp"

namespace infrarouge {

struct ShortCounts {
  std::uint64_t words = 0, bigrams = 0, lcs = 0;  // words and bigrams at most as often as in either text
};

// One 64-bit word of every row: each match takes the first place that is left, so the places taken count the matches.
inline ShortCounts count_narrow(const Pair& pair) {
  const Words words = pair.prediction();
  const std::uint64_t* rows = pair.rows();
  std::uint64_t used = 0, used_pairs = 0, v = bits::ones, before = 0;
  for (std::size_t j = 0; j < words.size; ++j) {
    const std::uint64_t row = rows[words[j]];
    const std::uint64_t places = row & ~used;
    used |= places & (0 - places);
    // (row[a] << 1) & row[b] are the places of "a b" in the reference.
    const std::uint64_t pairs = before & row & ~used_pairs;
    used_pairs |= pairs & (0 - pairs);
    before = row << 1;
    const std::uint64_t u = v & row;
    v = (v + u) | (v - u);
  }
  return {bits::count(used), bits::count(used_pairs), bits::count(~v & bits::below(pair.reference().size))};
}

// The same over two words of every row.
inline ShortCounts count_wide(const Pair& pair) {
  const Words words = pair.prediction();
  const std::uint64_t* rows = pair.rows();
  std::uint64_t used[2] = {}, used_pairs[2] = {}, v0 = bits::ones, v1 = bits::ones, before0 = 0, before1 = 0;
  const auto take = [](std::uint64_t* taken, std::uint64_t low, std::uint64_t high) {
    low &= ~taken[0];
    // Compilers make a branch of anything plainer, and it cannot be foreseen.
    high &= ~taken[1] & (bits::opaque(low != 0) - 1);
    taken[0] |= low & (0 - low);
    taken[1] |= high & (0 - high);
  };
  for (std::size_t j = 0; j < words.size; ++j) {
    const std::uint64_t* row = rows + 2 * static_cast<std::size_t>(words[j]);
    const std::uint64_t low = row[0], high = row[1];
    take(used, low, high);
    take(used_pairs, before0 & low, before1 & high);
    before0 = low << 1;
    before1 = high << 1 | low >> 63;
    const std::uint64_t u0 = v0 & low, u1 = v1 & high;
    const std::uint64_t s0 = v0 + u0, s1 = v1 + u1 + (s0 < u0);
    v0 = s0 | (v0 - u0);
    v1 = s1 | (v1 - u1);
  }
  return {bits::count(used[0]) + bits::count(used[1]), bits::count(used_pairs[0]) + bits::count(used_pairs[1]),
          bits::count(~v0) + bits::count(~v1 & bits::below(pair.reference().size - 64))};
}

// LCS alone over four words of every row.
inline std::uint64_t quad_lcs(const Pair& pair) {
  const Words words = pair.prediction();
  const std::uint64_t* rows = pair.rows();
  std::uint64_t v0 = bits::ones, v1 = bits::ones, v2 = bits::ones, v3 = bits::ones;
  for (std::size_t j = 0; j < words.size; ++j) {
    const std::uint64_t* row = rows + 4 * static_cast<std::size_t>(words[j]);
    const std::uint64_t u0 = v0 & row[0], u1 = v1 & row[1], u2 = v2 & row[2], u3 = v3 & row[3];
    std::uint64_t s0 = v0, s1 = v1, s2 = v2, s3 = v3;
    unsigned char carry = 0;
    bits::add4(s0, s1, s2, s3, u0, u1, u2, u3, carry);
    v0 = s0 | (v0 ^ u0);
    v1 = s1 | (v1 ^ u1);
    v2 = s2 | (v2 ^ u2);
    v3 = s3 | (v3 ^ u3);
  }
  const std::size_t size = pair.reference().size;  // above 128
  return std::uint64_t{bits::count(~v0)} + bits::count(~v1) + bits::count(~v2 & bits::below(size - 128)) +
         bits::count(~v3 & bits::below(size > 192 ? size - 192 : 0));
}

// Places of the reference as W words of bits.
template <std::size_t W>
struct PlaceBits {
  std::uint64_t words[W] = {};

  PlaceBits operator<<(std::size_t d) const {  // d is 1 to 63
    PlaceBits moved;
    moved.words[0] = words[0] << d;
    for (std::size_t w = 1; w < W; ++w) moved.words[w] = words[w] << d | words[w - 1] >> (64 - d);
    return moved;
  }
  PlaceBits& operator|=(const PlaceBits& other) {
    for (std::size_t w = 0; w < W; ++w) words[w] |= other.words[w];
    return *this;
  }
  bool meets(const PlaceBits& other) const {
    std::uint64_t both = 0;
    for (std::size_t w = 0; w < W; ++w) both |= words[w] & other.words[w];
    return both != 0;
  }
  // All places that follow one of these at most `reach` places later; reach is 1 to 64.
  PlaceBits followed(std::size_t reach) const {
    PlaceBits near = *this << 1;
    std::size_t done = 1;
    for (; 2 * done <= reach; done *= 2) near |= near << done;
    if (done < reach) near |= near << (reach - done);
    return near;
  }
  // Takes out the first place that another has too; 1 if there is one, else 0. Without a branch, as nobody can foresee
  // whether there is.
  INFRAROUGE_INLINE std::uint64_t take_out(const PlaceBits& other) {
    std::uint64_t none_yet = bits::ones, any = 0;
    for (std::size_t w = 0; w < W; ++w) {
      const std::uint64_t both = words[w] & other.words[w] & none_yet;
      words[w] ^= both & (0 - both);
      any |= both;
      if (w + 1 < W) none_yet = bits::opaque(any != 0) - 1;
    }
    return any != 0 ? 1 : 0;
  }
  // Takes the first place that this and another have in common and that is not taken yet; false if there is none.
  bool take(const PlaceBits& other, PlaceBits& taken) const {
    for (std::size_t w = 0; w < W; ++w) {
      const std::uint64_t left = words[w] & other.words[w] & ~taken.words[w];
      taken.words[w] |= left & (0 - left);
      if (left) return true;
    }
    return false;
  }
};

constexpr std::size_t most_short_reach = 16;

// Pairs of words at most `reach` apart, at most as often as in either text. A pair of places of the reference is the
// place of its second word and a distance; each is taken once. A first word tells the distance, unless it comes again
// within reach of itself.
template <std::size_t W>
class ShortSkips {
 public:
  ShortSkips(const Pair& pair, std::size_t reach) : words_(pair.prediction()), rows_(pair.rows()), reach_(reach) {
    // Ids of words that only sentences have, or that the reference lacks, come last and have no places.
    const std::uint32_t with_places = std::min(pair.words() + 1, most_ids);
    for (std::uint32_t id = 0; id < with_places; ++id) {
      const Bits row = row_of(id);
      near_[id] = row.followed(reach);
      crowded_[id] = near_[id].meets(row);
      any_crowded_ |= crowded_[id];
      if (crowded_[id]) near_[id] = Bits{};
    }
    near_[most_ids] = Bits{};
    crowded_[most_ids] = false;
  }

  std::uint64_t count() {
    const std::size_t n = words_.size, whole = n > reach_ ? n - reach_ : 0;
    std::uint64_t matched = reach_ == 5 ? count_upto<5>(whole) : count_upto<0>(whole);
    for (std::size_t j = whole; j + 1 < n; ++j) matched += count_at(j, n - j - 1);
    if (any_crowded_) matched += count_crowded();
    return matched;
  }

 private:
  using Bits = PlaceBits<W>;

  Bits row_of(std::uint32_t id) const {
    Bits places;
    for (std::size_t w = 0; w < W; ++w) places.words[w] = rows_[W * static_cast<std::size_t>(id) + w];
    return places;
  }

  // Pairs whose first word is at a place and has so many words behind it within reach.
  INFRAROUGE_INLINE std::uint64_t count_at(std::size_t j, std::size_t behind) {
    const std::uint32_t first = std::min(words_[j], most_ids);
    Bits left = near_[first];
    std::uint64_t matched = 0;
    for (std::size_t k = j + 1; k <= j + behind; ++k) matched += left.take_out(row_of(words_[k]));
    near_[first] = left;
    return matched;
  }

  // Pairs with first words before a place; a reach that is known here is a loop without a counter.
  template <std::size_t Reach>
  std::uint64_t count_upto(std::size_t end) {
    std::uint64_t matched = 0;
    for (std::size_t j = 0; j < end; ++j) matched += count_at(j, Reach != 0 ? Reach : reach_);
    return matched;
  }

  // Pairs with first words that come again within reach of themselves.
  std::uint64_t count_crowded() const {
    Bits taken[most_short_reach], moved[most_short_reach];
    std::uint64_t matched = 0;
    for (std::size_t j = 0; j + 1 < words_.size; ++j) {
      if (!crowded_[std::min(words_[j], most_ids)]) continue;
      const Bits first = row_of(words_[j]);
      for (std::size_t d = 0; d < reach_; ++d) moved[d] = first << (d + 1);
      const std::size_t end = std::min(words_.size, j + reach_ + 1);
      for (std::size_t k = j + 1; k < end; ++k)
        for (std::size_t d = 0; d < reach_; ++d)
          if (moved[d].take(row_of(words_[k]), taken[d])) {
            ++matched;
            break;
          }
    }
    return matched;
  }

  static constexpr std::uint32_t most_ids = 64 * W;
  Words words_;
  const std::uint64_t* rows_;
  std::size_t reach_;
  Bits near_[most_ids + 1];     // by word: places of second words that are left
  bool crowded_[most_ids + 1];  // by word: comes again within reach of itself, and has none of the above
  bool any_crowded_ = false;
};

inline std::uint64_t count_short_skips(const Pair& pair, std::size_t reach) {
  return pair.width() == 1 ? ShortSkips<1>(pair, reach).count() : ShortSkips<2>(pair, reach).count();
}

// Where the pair has a match matrix; one of four words leaves words and bigrams to others.
inline ShortCounts count_short(const Pair& pair) {
  if (pair.width() == 4) return {0, 0, quad_lcs(pair)};
  return pair.width() == 1 ? count_narrow(pair) : count_wide(pair);
}

}  // namespace infrarouge
