// The words of one pair of texts at a time: a table small enough for the nearest cache, and emptied quickly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/reading/vocabulary.hpp"
#include "infrarouge/support/bits.hpp"

namespace infrarouge {

// Ids are dense from 0, in the order in which words first come. In a pair whose first words are characters that are
// words by themselves, such as Han letters, those have their places by code point, and no hash.
class PairWords {
 public:
  using Key = WordTable::Key;
  using Slot = WordTable::Slot;

  PairWords() { resize(smallest); }

  std::uint32_t size() const { return size_; }

  void clear() {
    for (std::uint32_t id = 0; id < size_; ++id)
      if (places_[id] != by_its_code) slots_[places_[id]].value = WordTable::absent;
    first_ += size_;
    if (first_ > most_first) {
      std::fill(codes_.begin(), codes_.end(), 0);
      first_ = 1;
    }
    size_ = 0;
    by_code_ = false;
    bytes_.clear();
  }

  // Whether characters that are words by themselves have places by code point in this pair, or can have.
  bool takes_codes() const { return by_code_ || size_ == 0; }

  // What the loops over words keep in registers.
  struct View {
    Slot* slots;
    std::uint32_t* places;
    std::size_t mask;
    unsigned shift;
    std::uint32_t size;
  };

  // The same for loops over characters, where takes_codes() holds.
  struct Coded : View {
    std::uint32_t* ids;  // by code point, the id and `first` above it; less than `first` if it has none
    std::uint32_t first;

    // Id of a character, where `counts`; whether a word is new cannot be foreseen, so there is no branch.
    template <bool Closed>
    INFRAROUGE_INLINE std::uint32_t id(std::uint32_t code, bool counts) {
      const std::uint32_t known = std::min(ids[code] - first, size);
      if constexpr (!Closed) {
        ids[code] = first + known;
        places[size] = by_its_code;
        size += static_cast<std::uint32_t>(known == size) & static_cast<std::uint32_t>(counts);
      }
      return known;
    }

    // Id of a character of three bytes and a mark of as many, both as the machine holds them.
    template <bool Closed>
    INFRAROUGE_INLINE std::uint32_t marked_id(std::uint32_t character, std::uint32_t mark) {
      return find_short<Closed>(Key{character | std::uint64_t{mark} << 24, 0}, *this);
    }
  };

  // Thai and Lao, where marks are many: a character and one mark of these have a place together, as if they were a code
  // point of their own.
  static bool is_near(std::uint32_t code) { return code >> 8 == 0x0E; }
  static std::uint32_t beside(std::uint32_t mark) { return most_codes + ((mark & 0xFFu) << 8); }
  static std::uint32_t marked(std::uint32_t character, std::uint32_t mark) { return character + beside(mark); }

  // Begins such a loop with room for so many new words; whatever else is called on this in between needs leave()
  // before.
  Coded enter(std::size_t words, bool closed) {
    by_code_ = true;
    if (codes_.empty()) codes_.resize(most_codes + 0x11000);
    if (!closed) make_room(words);
    return Coded{view(), codes_.data(), first_};
  }
  void leave(const Coded& coded) { size_ = coded.size; }

  // Ids of the words between two edges, written to `to`. When closed, words that are not known all have the id size()
  // and none is added. `zeros` says that NUL bytes or empty words are among them; behind a word 12 bytes, or as many as
  // fill whole groups of 8, must be readable.
  void look_up(const std::uint8_t* bytes, const std::uint32_t* edges, std::size_t n, bool zeros, bool closed,
               std::uint32_t* to) {
    if (!closed) make_room(n / 2);
    if (zeros) {
      for (std::size_t i = 0; i < n; i += 2) *to++ = find(bytes + edges[i], edges[i + 1] - edges[i], zeros, closed);
    } else if (closed) {
      by_code_ ? look_up<true, true>(bytes, edges, n, to) : look_up<true, false>(bytes, edges, n, to);
    } else {
      by_code_ ? look_up<false, true>(bytes, edges, n, to) : look_up<false, false>(bytes, edges, n, to);
    }
  }

  // Ids of n words that lie anywhere: key_of(i, key) tells the key of a short one, and other(i) finds those for which
  // it is false.
  template <class KeyOf, class Other>
  void look_up_each(std::size_t n, bool closed, KeyOf&& key_of, Other&& other, std::uint32_t* to) {
    closed ? look_up_each<true>(n, key_of, other, to) : look_up_each<false>(n, key_of, other, to);
  }

  // Id of any word.
  std::uint32_t find(std::string_view word, bool closed) {
    if (!closed) make_room(1);
    if (word.size() - 1 < WordTable::short_size) {
      std::uint8_t few[16] = {};  // a word with a NUL is read in groups of 8
      std::memcpy(few, word.data(), word.size());
      return find(few, word.size(), true, closed);
    }
    return WordTable::with_padded(word,
                                  [&](const std::uint8_t* bytes) { return find(bytes, word.size(), true, closed); });
  }

 private:
  static constexpr std::size_t smallest = 256;
  static constexpr std::uint32_t by_its_code = 0xFFFFFFFFu, most_first = 1u << 30, most_codes = 0x10000;
  struct Kept {
    std::size_t begin, size;
  };

  template <bool Closed, bool ByCode>
  void look_up(const std::uint8_t* bytes, const std::uint32_t* edges, std::size_t n, std::uint32_t* to) {
    View view = this->view();
    for (std::size_t i = 0; i < n; i += 2) {
      const std::uint8_t* word = bytes + edges[i];
      const std::size_t length = edges[i + 1] - edges[i];
      if (ByCode && (may_be_character(word, length) || may_be_marked(word, length))) {
        size_ = view.size;
        *to++ = length == 3 ? find_character(word, Closed) : find_marked(word, Closed);
        view.size = size_;
      } else if (length <= WordTable::short_size) {
        *to++ = find_short<Closed>(WordTable::short_key(word, length), view);
      } else {
        size_ = view.size;
        *to++ = find_long<Closed>(word, length);
        view.size = size_;
      }
    }
    size_ = view.size;
  }

  template <bool Closed, class KeyOf, class Other>
  void look_up_each(std::size_t n, const KeyOf& key_of, const Other& other, std::uint32_t* to) {
    if constexpr (!Closed) make_room(n);
    View view = this->view();
    for (std::size_t i = 0; i < n; ++i) {
      Key key;
      if (key_of(i, key)) {
        to[i] = find_short<Closed>(key, view);
        continue;
      }
      size_ = view.size;
      to[i] = other(i);
      if constexpr (!Closed) make_room(n - i);
      view = this->view();
    }
    size_ = view.size;
  }

  View view() { return View{slots_.data(), places_.data(), mask_, shift_, size_}; }

  std::uint32_t find(const std::uint8_t* word, std::size_t n, bool zeros, bool closed) {
    if (by_code_ && may_be_character(word, n)) return find_character(word, closed);
    if (by_code_ && may_be_marked(word, n)) return find_marked(word, closed);
    const bool is_short = n - 1 < WordTable::short_size && !(zeros && std::memchr(word, 0, n) != nullptr);
    if (!is_short) return closed ? find_long<true>(word, n) : find_long<false>(word, n);
    return find_short_word(WordTable::short_key(word, n), closed);
  }

  // Whether a word may be a character that is a word by itself: from U+0E00 to the first Hangul syllable, or after the
  // private ones. One branch, foreseen in all other scripts; two bytes must be readable.
  INFRAROUGE_INLINE static bool may_be_character(const std::uint8_t* word, std::size_t n) {
    const unsigned head = static_cast<unsigned>(word[0]) << 8 | word[1];
    const bool range = static_cast<bool>(static_cast<unsigned>(head - 0xE0B8u < 0xEAB0u - 0xE0B8u) |
                                         static_cast<unsigned>(head - 0xEFA4u < 0xEFC0u - 0xEFA4u));
    return bits::opaque(static_cast<std::uint64_t>(n == 3) & static_cast<std::uint64_t>(range)) != 0;
  }

  // Id of a word that is a character of three bytes.
  INFRAROUGE_NOINLINE std::uint32_t find_character(const std::uint8_t* word, bool closed) {
    const std::uint32_t code = (word[0] & 0x0Fu) << 12 | (word[1] & 0x3Fu) << 6 | (word[2] & 0x3Fu);
    const bool single = unicode::kind(unicode::properties(code)) == unicode::Kind::single;
    if (!single) return find_short_word(WordTable::short_key(word, 3), closed);
    Coded coded{view(), codes_.data(), first_};
    const std::uint32_t id = closed ? coded.id<true>(code, true) : coded.id<false>(code, true);
    leave(coded);
    return id;
  }

  // Whether a word may be a letter from U+0E00 to U+0EFF, Thai or Lao, with one mark of these; as many bytes as it has
  // must be readable.
  INFRAROUGE_INLINE static bool may_be_marked(const std::uint8_t* word, std::size_t n) {
    return n == 6 && word[0] == 0xE0 && word[3] == 0xE0 && word[1] - 0xB8u < 4 && word[4] - 0xB8u < 4;
  }

  // Id of a word that is two characters of three bytes from U+0E00 to U+0EFF.
  INFRAROUGE_NOINLINE std::uint32_t find_marked(const std::uint8_t* word, bool closed) {
    const auto code = [](const std::uint8_t* bytes) { return 0xE00u | (bytes[1] & 3u) << 6 | (bytes[2] & 0x3Fu); };
    const std::uint32_t character = code(word), mark = code(word + 3);
    const bool one_word = unicode::kind(unicode::properties(character)) == unicode::Kind::single &&
                          unicode::kind(unicode::properties(mark)) == unicode::Kind::mark;
    if (!one_word) return find_short_word(WordTable::short_key(word, 6), closed);
    Coded coded{view(), codes_.data(), first_};
    const std::uint32_t at = marked(character, mark);
    const std::uint32_t id = closed ? coded.id<true>(at, true) : coded.id<false>(at, true);
    leave(coded);
    return id;
  }

  std::uint32_t find_short_word(const Key& key, bool closed) {
    View view = this->view();
    const std::uint32_t id = closed ? find_short<true>(key, view) : find_short<false>(key, view);
    size_ = view.size;
    return id;
  }

  // Only a collision makes a branch here: whether a word is new cannot be foreseen.
  template <bool Closed>
  INFRAROUGE_INLINE static std::uint32_t find_short(const Key& key, View& view) {
    std::size_t at = WordTable::Slots{view.slots, view.mask, view.shift}.place(key);
    for (;; at = (at + 1) & view.mask) {
      const Slot& slot = view.slots[at];
      const std::uint64_t same = ((slot.head ^ key.head) | (slot.tail ^ key.tail)) == 0;
      if (bits::opaque(same) | std::uint64_t{slot.value == WordTable::absent}) break;
    }
    const std::uint32_t id = std::min(view.slots[at].value, view.size);
    if constexpr (!Closed) {
      view.slots[at] = Slot{key.head, key.tail, id};
      view.places[view.size] = static_cast<std::uint32_t>(at);
      view.size += id == view.size ? 1 : 0;
    }
    return id;
  }

  template <bool Closed>
  INFRAROUGE_NOINLINE std::uint32_t find_long(const std::uint8_t* word, std::size_t n) {
    const Key key = WordTable::long_key(word, n);
    std::size_t at = place(key);
    for (; slots_[at].value != WordTable::absent; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.head != key.head || slot.tail != key.tail) continue;
      const Kept& known = kept_[slot.value];
      if (known.size == n && WordTable::same(bytes_.data() + known.begin, word, n)) return slot.value;
    }
    if constexpr (!Closed) {
      slots_[at] = Slot{key.head, key.tail, size_};
      places_[size_] = static_cast<std::uint32_t>(at);
      if (kept_.size() <= size_) kept_.resize(2 * std::size_t{size_} + 1);
      kept_[size_] = Kept{bytes_.size(), n};
      bytes_.append(reinterpret_cast<const char*>(word), n).append(8 - n % 8, '\0');
      return size_++;
    }
    return size_;
  }

  std::size_t place(const Key& key) const { return WordTable::Slots{slots_.data(), mask_, shift_}.place(key); }

  // Has room for so many more words, with few collisions; small texts get few slots, which are near.
  void make_room(std::size_t words) {
    const std::size_t most = size_ + words;
    if (places_.size() <= most) places_.resize(2 * most + 2);
    if (size_ > 0 ? 4 * most <= mask_ + 1 : most <= roomy_ && most > roomy_ / 4) return;
    std::size_t slots = smallest;
    while (slots < (most > many ? 4 : 8) * most) slots *= 2;
    if (size_ > 0) return grow(slots);
    resize(slots);
    roomy_ = slots / (most > many ? 4 : 8);
  }

  void resize(std::size_t slots) {
    if (slots > std::size_t{1} << 31) throw std::length_error("too many different words for one pair of texts");
    if (slots_.size() < slots) slots_.assign(slots, Slot{0, 0, WordTable::absent});
    mask_ = slots - 1;
    shift_ = 64;
    for (std::size_t n = slots; n > 1; n /= 2) --shift_;
  }

  void grow(std::size_t slots) {
    std::vector<Slot> old(size_);
    for (std::uint32_t id = 0; id < size_; ++id) {
      if (places_[id] == by_its_code) continue;
      old[id] = slots_[places_[id]];
      slots_[places_[id]].value = WordTable::absent;
    }
    resize(slots);
    roomy_ = 0;
    for (std::uint32_t id = 0; id < size_; ++id) {
      if (places_[id] == by_its_code) continue;
      std::size_t at = place(Key{old[id].head, old[id].tail});
      while (slots_[at].value != WordTable::absent) at = (at + 1) & mask_;
      slots_[at] = old[id];
      places_[id] = static_cast<std::uint32_t>(at);
    }
  }

  bool by_code_ = false;
  std::vector<Slot> slots_;            // those in use have values below `absent`
  std::vector<std::uint32_t> places_;  // of each word its slot
  std::vector<std::uint32_t> codes_;   // of each character that is a word its id, as in Coded; then of marked ones
  std::uint32_t first_ = 1;            // ids of earlier pairs are below it
  std::vector<Kept> kept_;             // of each word that does not fit into its slot
  std::string bytes_;                  // of those, each with zeros behind it
  std::size_t mask_ = 0, roomy_ = 0;   // roomy_: words for which the number of slots was chosen
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
  static constexpr std::size_t many = 4096;  // words from which on slots are fewer
};

}  // namespace infrarouge
