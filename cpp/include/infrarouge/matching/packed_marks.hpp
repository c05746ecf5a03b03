// LCS paths of many reference sentences at once: whole sentences packed into words of 64 bits.
//
// Sentences of one word of bits share every row of the LCS; additions carry nothing from one sentence into the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// The sentences of one word of bits, by their first and last places.
struct Packed {
  std::uint64_t firsts = 0, lasts = 0;
  void add(std::size_t begin, std::size_t end) {
    firsts |= bits::bit(begin);
    lasts |= bits::bit(end - 1);
  }
};

class PackedPaths {
 public:
  // Marks of the paths between a prediction sentence and each of the packed sentences; matches(word) has the places of
  // a word. A path is walked from the ends: equal words are matched, else the last bit is dropped unless dropping the
  // last row keeps a strictly longer LCS.
  template <class Matches>
  std::uint64_t mark(const Words& prediction, const Packed& packed, Matches matches) {
    const std::size_t n = prediction.size;
    if (table_.size() < 2 * n) table_.resize(4 * n);
    std::uint64_t* table = table_.data();
    const std::uint64_t tops = packed.lasts, lasts = bits::reversed(packed.lasts),
                        firsts = bits::reversed(packed.firsts);
    std::uint64_t v = bits::ones;
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint64_t row = matches(prediction[j]), u = v & row;
      v = (((v & ~tops) + (u & ~tops)) ^ ((v ^ u) & tops)) | (v ^ u);
      table[2 * j] = bits::reversed(row);
      table[2 * j + 1] = bits::reversed(~v | row);
    }
    // In opposite order a path stops at the lowest bit, which negation finds in all sentences at once.
    std::uint64_t marks = 0, left = bits::ones;
    for (std::size_t j = n; j-- > 0;) {
      const std::uint64_t stops = table[2 * j + 1] & left;
      const std::uint64_t negative = ((~stops & ~firsts) + lasts) ^ (~stops & firsts);
      const std::uint64_t matched = table[2 * j] & stops & negative;
      marks |= matched;
      left = (stops | negative) ^ matched;
    }
    return bits::reversed(marks);
  }

 private:
  std::vector<std::uint64_t> table_;
};

// Marks over any number of sentences of up to 64 words each.
class PackedMarks {
 public:
  // Calls set(sentence, marks) for each reference sentence of `sizes` up to 64 words; ids are below `ids`.
  template <class Sentences, class Set>
  void mark(const Sentences& prediction, const Sentences& reference, std::uint32_t ids, Set set) {
    pack(reference);
    const std::size_t wide = groups_.size() > 2 ? lanes : 1;
    if (masks_.size() < wide * ids) masks_.resize(2 * wide * static_cast<std::size_t>(ids), 0);
    for (std::size_t begin = 0; begin < groups_.size(); begin += wide) {
      if (groups_.size() > 2) Stop::poll(1024 + 8 * prediction.words.size);
      if (wide == 1) block<1>(prediction, reference, begin);
      else block<lanes>(prediction, reference, begin);
    }
    for (const Place& place : places_)
      set(place.sentence, groups_[place.group].marks >> place.shift & bits::below(reference[place.sentence].size));
  }

 private:
  static constexpr std::size_t lanes = 8;  // words of bits that are looked at together: a cache line
  struct Group {
    Packed packed;
    std::uint64_t marks = 0;
    std::size_t first = 0;  // of its sentences in places_
  };
  struct Place {
    std::size_t sentence, group;
    unsigned shift;
  };

  template <class Sentences>
  void pack(const Sentences& reference) {
    groups_.clear();
    places_.clear();
    std::size_t used = 64;
    for (std::size_t s = 0; s < reference.size; ++s) {
      const std::size_t size = reference[s].size;
      if (size == 0 || size > 64) continue;
      if (used + size > 64) {
        groups_.emplace_back();
        groups_.back().first = places_.size();
        used = 0;
      }
      groups_.back().packed.add(used, used + size);
      places_.push_back(Place{s, groups_.size() - 1, static_cast<unsigned>(used)});
      used += size;
    }
  }

  template <std::size_t L, class Sentences>
  void block(const Sentences& prediction, const Sentences& reference, std::size_t begin) {
    const std::size_t end = std::min(groups_.size(), begin + L);
    const auto each_place = [&](auto visit) {
      const std::size_t last = end < groups_.size() ? groups_[end].first : places_.size();
      for (std::size_t at = groups_[begin].first; at < last; ++at) {
        const Words words = reference[places_[at].sentence];
        for (std::size_t i = 0; i < words.size; ++i)
          visit(masks_[L * static_cast<std::size_t>(words[i]) + places_[at].group - begin],
                bits::bit(places_[at].shift + i));
      }
    };
    each_place([](std::uint64_t& mask, std::uint64_t bit) { mask |= bit; });
    const std::uint64_t* masks = masks_.data();
    for (std::size_t p = 0; p < prediction.size; ++p) {
      const Words words = prediction[p];
      std::uint64_t any[L] = {};
      for (std::size_t j = 0; j < words.size; ++j)
        for (std::size_t k = 0; k < L; ++k) any[k] |= masks[L * static_cast<std::size_t>(words[j]) + k];
      for (std::size_t g = begin; g < end; ++g) {
        Group& group = groups_[g];
        const std::uint64_t wanted = any[g - begin] & ~group.marks;
        if (wanted == 0) continue;  // every place that can match is marked already
        group.marks |= paths_.mark(words, group.packed, [&](std::uint32_t word) {
          return masks[L * static_cast<std::size_t>(word) + (g - begin)];
        });
      }
    }
    each_place([](std::uint64_t& mask, std::uint64_t) { mask = 0; });
  }

  PackedPaths paths_;
  std::vector<Group> groups_;
  std::vector<Place> places_;
  std::vector<std::uint64_t> masks_;  // all zero between calls
};

}  // namespace infrarouge
