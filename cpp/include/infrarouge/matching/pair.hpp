// The words of one prediction and one reference under small shared ids.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/document.hpp"
#include "infrarouge/support/bits.hpp"

namespace infrarouge {

// A run of word ids owned by someone else.
struct Words {
  const std::uint32_t* data = nullptr;
  std::size_t size = 0;
  std::uint32_t operator[](std::size_t i) const { return data[i]; }
  Words part(std::size_t begin, std::size_t end) const { return {data + begin, end - begin}; }
};

// What a Pair prepares beyond the ids of the flat views.
struct PairNeeds {
  bool matrix = false;     // places of every reference word as bits, for references of up to 128 words
  bool sentences = false;  // the sentence views too
  bool absent = false;     // separate ids for words the reference lacks
  bool lcs = false;        // a matrix for references of up to 256 words
};

// Reference words get ids 0..words-1; in `prediction` a word the reference lacks has the id `words`.
class Pair {
 public:
  // `dense`: the documents were read as a pair, the reference first; they must outlive the use of their ids.
  void map(const Document& prediction_document, const Document& reference_document, const PairNeeds& needs,
           bool dense = false);

  Words reference() const { return {reference_ids_, reference_size_}; }
  Words prediction() const { return {prediction_ids_, prediction_size_}; }
  Words reference_sentences() const {
    return reference_same_ ? reference() : Words{reference_words_.data(), reference_words_size_};
  }
  Words prediction_sentences() const {
    return prediction_same_ ? prediction() : Words{prediction_words_.data(), prediction_words_size_};
  }
  bool same_views() const { return reference_same_ && prediction_same_; }
  // As the two above, with absent words numbered from words() + 1.
  Words prediction_all() const { return {all_.data(), prediction_size_}; }
  Words prediction_sentences_all() const {
    return prediction_same_ ? prediction_all() : Words{all_words_.data(), prediction_words_size_};
  }

  // The id of a word of the vocabulary; none if neither text of the pair has it, or only the prediction.
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  std::uint32_t id_of(std::uint32_t word) const {
    if (word >= slots_.size() || slots_[word] >> 32 != epoch_) return none;
    return static_cast<std::uint32_t>(slots_[word]);
  }

  std::uint32_t words() const { return words_; }
  std::uint32_t ids() const { return ids_; }                // one more than the largest id in use
  std::uint64_t matched_words() const { return matched_; }  // sum of the smaller counts, where counts_words()
  std::size_t width() const { return width_; }              // 64-bit words in a row of the matrix, 0 if there is none
  bool counts_words() const { return width_ == 0 || width_ > 2; }
  const std::uint64_t* rows() const { return rows_.data(); }

 private:
  template <std::size_t W, bool Dense>
  void map_reference(const std::vector<std::uint32_t>& words);
  template <bool Dense>
  void map_reference(const std::vector<std::uint32_t>& words);
  void map_many(const std::vector<std::uint32_t>& words);
  void map_prediction(const std::vector<std::uint32_t>& words);
  void count_words();
  static std::uint32_t largest(const std::vector<std::uint32_t>& words) {
    std::uint32_t top = 0;
    for (const std::uint32_t word : words) top = std::max(top, word);
    return top;
  }
  void reserve(const std::vector<std::uint32_t>& words) {
    const std::uint32_t top = largest(words);
    if (top >= slots_.size()) slots_.resize(2 * static_cast<std::size_t>(top) + 1024, 0);
  }
  // The id in a slot where `known` is all ones, else the other one; compilers make a branch of anything plainer.
  static std::uint32_t pick(std::uint64_t known, std::uint64_t slot, std::uint32_t other) {
    return other ^ ((other ^ static_cast<std::uint32_t>(slot)) & static_cast<std::uint32_t>(known));
  }
  template <class T>
  static void room(std::vector<T>& v, std::size_t size) {
    if (v.size() < size) v.resize(2 * size);
  }

  std::vector<std::uint64_t> slots_;  // by word of the vocabulary: epoch of the pair above, id below
  std::uint64_t epoch_ = 0;
  std::vector<std::uint32_t> reference_, prediction_, reference_words_, prediction_words_, all_, all_words_, left_;
  std::vector<std::uint64_t> rows_;
  std::size_t reference_size_ = 0, prediction_size_ = 0, reference_words_size_ = 0, prediction_words_size_ = 0,
              width_ = 0;
  bool reference_same_ = true, prediction_same_ = true;
  std::uint32_t words_ = 0, ids_ = 0;
  std::uint64_t matched_ = 0;
  const std::uint32_t *reference_ids_ = nullptr, *prediction_ids_ = nullptr;
};

// No branches on words in these loops: whether a word is new cannot be foreseen.
template <std::size_t W, bool Dense>
void Pair::map_reference(const std::vector<std::uint32_t>& words) {
  const std::size_t n = words.size();
  const std::uint64_t epoch = epoch_ << 32;
  std::uint32_t ids = 0;
  std::uint32_t* out = reference_.data();
  std::uint32_t* left = left_.data();
  std::uint64_t* rows = rows_.data();
  std::uint64_t* slots = slots_.data();
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t id = words[i];
    std::uint64_t known = 0;  // all ones for a word met before
    if constexpr (Dense) {
      known = 0 - std::uint64_t{id < ids};
    } else {
      const std::uint64_t s = slots[words[i]];
      known = std::uint64_t{(s ^ epoch) >> 32 != 0} - 1;
      id = pick(known, s, ids);
      slots[words[i]] = epoch | id;
      out[i] = id;
    }
    ids += static_cast<std::uint32_t>(known) + 1;
    if constexpr (W == 0 || W == 4) left[id] = (left[id] & static_cast<std::uint32_t>(known)) + 1;
    if constexpr (W == 4) rows[4 * static_cast<std::size_t>(id) + i / 64] |= bits::bit(i);
    if constexpr (W == 1) rows[id] = (rows[id] & known) | bits::bit(i);
    if constexpr (W == 2) {
      const std::uint64_t low = i < 64 ? bits::bit(i) : 0, high = i < 64 ? 0 : bits::bit(i);
      std::uint64_t* row = rows + 2 * static_cast<std::size_t>(id);
      row[0] = (row[0] & known) | low;
      row[1] = (row[1] & known) | high;
    }
  }
  words_ = ids;
}

template <bool Dense>
void Pair::map_reference(const std::vector<std::uint32_t>& words) {
  if (width_ == 1) map_reference<1, Dense>(words);
  else if (width_ == 2) map_reference<2, Dense>(words);
  else if (width_ == 4) map_reference<4, Dense>(words);
  else map_reference<0, Dense>(words);
}

// The same for many words that were read as a pair, and so are numbered from 0 on without a gap.
inline void Pair::map_many(const std::vector<std::uint32_t>& words) {
  words_ = words.empty() ? 0 : largest(words) + 1;
  std::fill_n(rows_.begin(), 4 * static_cast<std::size_t>(words_), 0);
  std::fill_n(left_.begin(), words_, 0);
  for (std::size_t begin = 0; begin < words.size(); begin += 64) {
    const std::size_t end = std::min(words.size(), begin + 64);
    std::uint64_t* const rows = rows_.data() + begin / 64;
    std::uint32_t* const left = left_.data();
    std::uint64_t bit = 1;
    for (std::size_t i = begin; i < end; ++i, bit <<= 1) {
      rows[4 * static_cast<std::size_t>(words[i])] |= bit;
      ++left[words[i]];
    }
  }
}

inline void Pair::map_prediction(const std::vector<std::uint32_t>& words) {
  const std::size_t n = words.size();
  const std::uint64_t epoch = epoch_ << 32;
  const std::uint32_t absent = words_;
  std::uint32_t* out = prediction_.data();
  const std::uint64_t* slots = slots_.data();
  for (std::size_t j = 0; j < n; ++j) {
    const std::uint64_t s = slots[words[j]];
    out[j] = pick(std::uint64_t{(s ^ epoch) >> 32 != 0} - 1, s, absent);
  }
}

inline void Pair::count_words() {
  std::uint32_t* left = left_.data();
  std::uint32_t matched = 0;
  for (std::size_t j = 0; j < prediction_size_; ++j) {
    // The absent word has nothing left.
    const std::uint32_t id = prediction_ids_[j], one = left[id] != 0;
    left[id] -= one;
    matched += one;
  }
  matched_ = matched;
}

inline void Pair::map(const Document& p, const Document& r, const PairNeeds& needs, bool dense) {
  if (++epoch_ >> 32) {
    std::fill(slots_.begin(), slots_.end(), 0);
    epoch_ = 1;
  }
  reference_size_ = r.flat.size();
  prediction_size_ = p.flat.size();
  reference_same_ = r.same || !needs.sentences;
  prediction_same_ = p.same || !needs.sentences;
  dense = dense && r.same && p.same && !needs.absent;
  reference_words_size_ = reference_same_ ? 0 : r.words.size();
  prediction_words_size_ = prediction_same_ ? 0 : p.words.size();
  const std::size_t most = reference_size_ + reference_words_size_ + 1;
  const std::size_t width = bits::blocks(reference_size_);
  width_ = needs.matrix && width <= 2 ? width : needs.lcs && width <= 4 ? 4 : 0;
  room(rows_, width_ * most);
  room(left_, most);
  if (width_ == 4 && !dense) std::fill_n(rows_.begin(), width_ * most, 0);
  if (dense) {
    reference_ids_ = r.flat.data();
    prediction_ids_ = p.flat.data();
    if (width_ == 4) map_many(r.flat);
    else map_reference<true>(r.flat);
  } else {
    room(reference_, reference_size_ + 1);
    room(prediction_, prediction_size_ + 1);
    reference_ids_ = reference_.data();
    prediction_ids_ = prediction_.data();
    reserve(r.flat);
    map_reference<false>(r.flat);
  }

  const std::uint64_t epoch = epoch_ << 32;
  if (!reference_same_) {
    room(reference_words_, reference_words_size_ + 1);
    reserve(r.words);
    for (std::size_t i = 0; i < reference_words_size_; ++i) {
      std::uint64_t& s = slots_[r.words[i]];
      if ((s ^ epoch) >> 32) {
        left_[words_] = 0;
        for (std::size_t w = 0; w < width_; ++w) rows_[width_ * words_ + w] = 0;
        s = epoch | words_++;
      }
      reference_words_[i] = static_cast<std::uint32_t>(s);
    }
  }
  left_[words_] = 0;
  for (std::size_t w = 0; w < width_; ++w) rows_[width_ * words_ + w] = 0;
  ids_ = words_ + 1;
  if (!dense) {
    reserve(p.flat);
    map_prediction(p.flat);
  }
  if (counts_words()) count_words();

  if (!prediction_same_) {
    room(prediction_words_, prediction_words_size_ + 1);
    reserve(p.words);
    for (std::size_t j = 0; j < prediction_words_size_; ++j) {
      const std::uint64_t s = slots_[p.words[j]];
      prediction_words_[j] = (s ^ epoch) >> 32 ? words_ : static_cast<std::uint32_t>(s);
    }
  }
  if (needs.absent) {
    const auto number = [&](const std::vector<std::uint32_t>& words, std::vector<std::uint32_t>& out) {
      room(out, words.size() + 1);
      for (std::size_t j = 0; j < words.size(); ++j) {
        std::uint64_t& s = slots_[words[j]];
        if ((s ^ epoch) >> 32) s = epoch | ids_++;
        out[j] = static_cast<std::uint32_t>(s);
      }
    };
    number(p.flat, all_);
    if (!prediction_same_) number(p.words, all_words_);
  }
}

}  // namespace infrarouge
