// The units of texts under small numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Names for pairs of numbers, dense from 0.
class Names {
 public:
  static constexpr std::uint32_t absent = 0xFFFFFFFFu;

  Names() { clear(); }

  // No more are named, looked at whenever the table is full: names of tables that stand on another one go on from its
  // size, and must stay below `absent`.
  std::uint32_t most = 0x7FFFFFF0;

  std::uint32_t size() const { return size_; }

  static std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

  std::uint32_t find(std::uint64_t key) const { return slots_[place(key)].name; }

  // The name of a pair, new or known.
  std::uint32_t add(std::uint64_t key) {
    std::size_t at = place(key);
    if (slots_[at].name != absent) return slots_[at].name;
    if (2 * (std::size_t{size_} + 1) > slots_.size()) {
      grow();
      at = place(key);
    }
    slots_[at] = Slot{key, size_};
    return size_++;
  }

  // Forgets all, and has room for so many.
  void clear(std::size_t names = 0) {
    std::size_t slots = smallest;
    while (slots < 2 * names) slots *= 2;
    slots_.assign(slots, Slot{0, absent});
    size_ = 0;
  }

 private:
  static constexpr std::size_t smallest = 64;
  struct Slot {
    std::uint64_t key;
    std::uint32_t name;
  };

  // Where a key stands, or where it would.
  std::size_t place(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    // One branch for found and for free: most often the first slot ends the search.
    while (static_cast<int>(slots_[at].name != absent) & static_cast<int>(slots_[at].key != key)) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    if (size_ >= most) throw std::length_error("too many different n-grams for one table");
    std::vector<Slot> old(2 * slots_.size(), Slot{0, absent});
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.name != absent) slots_[place(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::uint32_t size_ = 0;
};

// The n-grams of texts by name, each from the name of its first n-1 words and its last word: exact for any n.
class Grams {
 public:
  explicit Grams(std::size_t n) : n_(n) {}

  std::size_t n() const { return n_; }

  // From now on n-grams of `base` have the names they have there, and others get names from its size on. To be called
  // again when it has grown.
  void stand_on(const Grams& base) {
    base_ = &base;
    for (Names& level : levels_)
      if (level.size() > 0) level.clear();
  }

  // The units of a text in order.
  void units(const Words& words, std::vector<std::uint32_t>& out) {
    out.clear();
    if (words.size < n_) return;
    out.assign(words.data, words.data + words.size);
    if (levels_.size() < n_ - 1) levels_.resize(n_ - 1);
    for (std::size_t more = 1; more < n_; ++more)
      for (std::size_t i = 0; i + more < words.size; ++i) {
        if (i % 4096 == 4095) Stop::poll(16 * 4096);
        out[i] = name(more - 1, Names::key(out[i], words[i + more]));
      }
    out.resize(words.size - n_ + 1);
  }

 private:
  std::uint32_t name(std::size_t level, std::uint64_t key) {
    if (!base_ || base_->levels_.empty()) return levels_[level].add(key);
    const Names& known = base_->levels_[level];
    const std::uint32_t found = known.find(key);
    return found != Names::absent ? found : known.size() + levels_[level].add(key);
  }

  std::size_t n_;
  const Grams* base_ = nullptr;
  std::vector<Names> levels_;  // none until a text has n words: n may be any number
};

}  // namespace infrarouge
