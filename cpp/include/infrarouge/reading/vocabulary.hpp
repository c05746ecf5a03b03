// Words to ids and back: exact, small, and lasting.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/support/stop.hpp"

#if defined(_MSC_VER) && !defined(__clang__)
#define INFRAROUGE_NOINLINE __declspec(noinline)
#else
#define INFRAROUGE_NOINLINE __attribute__((noinline))
#endif

namespace infrarouge {

// Bytes to numbers. A word of up to 12 bytes stands in its slot and is compared as two integers, so that a look-up
// that finds it touches one cache line.
class WordTable {
 public:
  static constexpr std::uint32_t absent = 0xFFFFFFFFu;
  static constexpr std::size_t short_size = 12;

  WordTable() { clear(); }

  std::size_t size() const { return size_; }

  struct Key {
    std::uint64_t head = 0;  // bytes 0 to 7, or the hash of a long word, or a number
    std::uint32_t tail = 0;  // bytes 8 to 11, or a mark
  };
  struct Slot {  // a Key inside would be padded to 24 bytes
    std::uint64_t head;
    std::uint32_t tail, value;
  };
  static_assert(sizeof(Slot) == 16, "four slots fill a cache line");

  // The slots as they are until the next addition, for loops that keep them in registers.
  struct Slots {
    const Slot* slots;
    std::size_t mask;
    unsigned shift;

    std::size_t place(const Key& key) const {
      const std::uint64_t hash = key.head * 0x9E3779B97F4A7C15u + key.tail * 0xD6E8FEB86659FD93u;
      return static_cast<std::size_t>(hash >> shift);
    }
    // One branch for found and for absent, which can be foreseen: most often the first slot tells.
    std::uint32_t find(const Key& key) const {
      for (std::size_t i = place(key);; i = (i + 1) & mask) {
        const Slot& slot = slots[i];
        const bool found = ((slot.head ^ key.head) | (slot.tail ^ key.tail)) == 0;
        if (static_cast<int>(found) | static_cast<int>(slot.value == absent)) return slot.value;
      }
    }
  };
  Slots slots() const { return Slots{slots_.data(), slots_.size() - 1, shift_}; }

  // Key of a word of 1 to 12 bytes without NUL; 12 bytes must be readable.
  static Key short_key(const std::uint8_t* word, std::size_t n) {
    static constexpr std::uint8_t masks[2 * short_size] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    Key key;
    std::uint64_t head_mask = 0;
    std::uint32_t tail_mask = 0;
    std::memcpy(&key.head, word, 8);
    std::memcpy(&key.tail, word + 8, 4);
    std::memcpy(&head_mask, masks + short_size - n, 8);
    std::memcpy(&tail_mask, masks + short_size - n + 8, 4);
    key.head &= head_mask;
    key.tail &= tail_mask;
    return key;
  }

  // Value of a word of more than 12 bytes; as many as fill whole groups of 8 must be readable.
  std::uint32_t find_long(const std::uint8_t* word, std::size_t n) const {
    const Key key = long_key(word, n);
    for (std::size_t i = slots().place(key);; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.value == absent) return absent;
      if (slot.head != key.head || slot.tail != key.tail) continue;
      const Long& known = long_words_[slot.value];
      if (known.size == n && same(bytes_.data() + known.begin, word, n)) return known.value;
    }
  }

  // Value of any word.
  INFRAROUGE_NOINLINE std::uint32_t find(std::string_view word) const {
    if (!is_short(word))
      return with_padded(word, [&](const std::uint8_t* bytes) { return find_long(bytes, word.size()); });
    std::uint8_t copy[short_size] = {};
    std::memcpy(copy, word.data(), word.size());
    return slots().find(short_key(copy, word.size()));
  }

  std::uint32_t find_number(std::int64_t number) const {
    return slots().find(Key{static_cast<std::uint64_t>(number), number_mark});
  }

  // Adds a word that is absent.
  void add(std::string_view word, std::uint32_t value) {
    if (is_short(word)) {
      std::uint8_t copy[short_size] = {};
      std::memcpy(copy, word.data(), word.size());
      insert(short_key(copy, word.size()), value);
    } else {
      const Key key = with_padded(word, [&](const std::uint8_t* bytes) { return long_key(bytes, word.size()); });
      if (long_words_.size() >= most_long) throw std::length_error("too many different long words for one table");
      long_words_.push_back(Long{bytes_.size(), word.size(), value});
      bytes_.append(word).append(8 - word.size() % 8, '\0');
      insert(key, static_cast<std::uint32_t>(long_words_.size() - 1));
    }
  }

  void add_number(std::int64_t number, std::uint32_t value) {
    insert(Key{static_cast<std::uint64_t>(number), number_mark}, value);
  }

  void clear() {
    slots_.assign(smallest, Slot{0, 0, absent});
    slots_.shrink_to_fit();
    long_words_.clear();
    bytes_.clear();
    size_ = 0;
    resized();
  }

  // Eight bytes of a word from a place on, those behind its end as zeros.
  static std::uint64_t part_of(const std::uint8_t* word, std::size_t at, std::size_t n) {
    static constexpr std::uint8_t masks[16] = {255, 255, 255, 255, 255, 255, 255, 255};
    std::uint64_t part = 0, mask = 0;
    std::memcpy(&part, word + at, 8);
    std::memcpy(&mask, masks + 8 - std::min<std::size_t>(n - at, 8), 8);
    return part & mask;
  }

  static Key long_key(const std::uint8_t* word, std::size_t n) {
    std::uint64_t hash = n * 0x9E3779B97F4A7C15u;
    Pace pace;
    for (std::size_t at = 0; at < n; at += 8) {
      pace.at(at);
      hash = (hash ^ part_of(word, at, n)) * 0xD6E8FEB86659FD93u;
      hash ^= hash >> 32;
    }
    return Key{hash, long_mark | static_cast<std::uint32_t>(n & 0xFFFF)};
  }

  // Whether a word is one that is kept, with zeros behind it.
  static bool same(const char* kept, const std::uint8_t* word, std::size_t n) {
    const auto* known = reinterpret_cast<const std::uint8_t*>(kept);
    std::uint64_t different = 0;
    for (std::size_t at = 0; at < n; at += 8) different |= part_of(word, at, n) ^ part_of(known, at, n);
    return different == 0;
  }

  // Calls use(bytes) with the bytes of a word and zeros behind them, up to a whole group of 8 at least.
  template <class Use>
  static auto with_padded(std::string_view word, Use&& use)
      -> decltype(use(static_cast<const std::uint8_t*>(nullptr))) {
    std::uint8_t few[64] = {};
    if (word.size() <= sizeof few - 8) {
      std::memcpy(few, word.data(), word.size());
      return use(static_cast<const std::uint8_t*>(few));
    }
    const std::string many = std::string(word) + std::string(8, '\0');
    return use(reinterpret_cast<const std::uint8_t*>(many.data()));
  }

 private:
  struct Long {
    std::size_t begin, size;
    std::uint32_t value;
  };

  // No byte of UTF-8 is above 0xF4, so that these stand for themselves.
  static constexpr std::uint32_t long_mark = 0xFF000000u, number_mark = 0xFE000000u;
  static constexpr std::size_t smallest = 1024, most_long = 0xFFFFFFF0u;

  static bool is_short(std::string_view word) {
    return word.size() - 1 < short_size && std::memchr(word.data(), 0, word.size()) == nullptr;
  }

  void insert(const Key& key, std::uint32_t value) {
    if (3 * (size_ + 1) > slots_.size()) grow();
    put(key, value);
    ++size_;
  }

  void put(const Key& key, std::uint32_t value) {
    std::size_t i = slots().place(key);
    while (slots_[i].value != absent) i = (i + 1) & mask_;
    slots_[i] = Slot{key.head, key.tail, value};
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size(), Slot{0, 0, absent});
    old.swap(slots_);
    resized();
    for (const Slot& slot : old) {
      if (slot.value != absent) put(Key{slot.head, slot.tail}, slot.value);
    }
  }

  void resized() {
    mask_ = slots_.size() - 1;
    shift_ = 64;
    for (std::size_t n = slots_.size(); n > 1; n /= 2) --shift_;
  }

  std::vector<Slot> slots_;
  std::vector<Long> long_words_;
  std::string bytes_;  // of long words, each with zeros behind it
  std::size_t size_ = 0, mask_ = 0;
  unsigned shift_ = 0;
};

// Ids of words, dense from 0; tokens remember the id of what stop list, stemmer and synonyms make of them.
class Vocabulary {
 public:
  static constexpr std::uint32_t absent = WordTable::absent;
  static constexpr std::uint32_t dropped = 0xFFFFFFFEu;       // of a token that is no word
  static constexpr std::size_t large = std::size_t{1} << 20;  // tokens
  static constexpr std::size_t large_bytes = std::size_t{1} << 26;

  // Ids of a vocabulary that stands on another one go on from its size, and must stay below `dropped`.
  std::size_t most_words = 0x7FFFFFF0;

  WordTable tokens;  // token -> id of its word, or dropped

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

  // Whether it is time to begin anew: many tokens, or long ones.
  bool is_large() const { return tokens.size() > large || bytes_.size() > large_bytes; }

  std::string_view word(std::uint32_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(bytes_).substr(begin, ends_[id] - begin);
  }

  // Id of a word that is known, or absent.
  std::uint32_t find(std::string_view word) const { return words_.find(word); }

  // Id of a word, new or known.
  std::uint32_t id(std::string_view word) {
    std::uint32_t id = words_.find(word);
    if (id == absent) {
      id = fresh(word);
      words_.add(word, id);
    }
    return id;
  }

  // Id of a word that no other token can become.
  std::uint32_t fresh(std::string_view word) {
    if (ends_.size() >= most_words) throw std::length_error("too many different words for one vocabulary");
    bytes_.append(word);
    ends_.push_back(bytes_.size());
    return static_cast<std::uint32_t>(ends_.size() - 1);
  }

  void clear() {
    if (tokens.size() > 0) tokens.clear();
    if (words_.size() > 0) words_.clear();
    bytes_.clear();
    ends_.clear();
    if (bytes_.capacity() > large_bytes) bytes_.shrink_to_fit();
  }

 private:
  WordTable words_;
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace infrarouge
