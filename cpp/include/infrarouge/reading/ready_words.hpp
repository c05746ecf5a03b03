// Ready words that lie anywhere in memory, read one list after another without a copy of where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/pair_words.hpp"
#include "infrarouge/reading/reader.hpp"
#include "infrarouge/support/bits.hpp"

namespace infrarouge {

// A word that is ASCII and has at least 8 bytes before it that can be read, as the texts of Python have; no data if it
// is another one.
struct HeadedWord {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

// Reads words by sentence into a document: `Words` have size(), headed(i), and operator[] for the texts of all.
class ReadyWords {
 public:
  ReadyWords(Reader& reader, Document& document) : reader_(reader), document_(document) { document_.clear(); }

  template <class Words>
  void add_sentence(const Words& words) {
    std::vector<std::uint32_t>& flat = document_.flat;
    const std::size_t n = words.size(), before = flat.size();
    if (reader_.in_pair_) {
      flat.resize(before + n);
      reader_.pair_words_.look_up_each(
          n, reader_.closed_, [&](std::size_t i, WordTable::Key& key) { return key_of(words.headed(i), key); },
          [&](std::size_t i) { return id_of(words[i]); }, flat.data() + before);
    } else {
      for (std::size_t i = 0; i < n; ++i) reader_.add_token(words[i], flat);
    }
    document_.require_upto(reader_.most_words);
    if (reader_.rules_.need_sentences) document_.ends.push_back(static_cast<std::uint32_t>(flat.size()));
  }

 private:
  // In a pair every token is a word.
  std::uint32_t id_of(const Text& token) {
    one_.clear();
    reader_.add_token(token, one_);
    return one_[0];
  }

  static constexpr std::uint64_t highest = 0x8080808080808080u;

  // The key of a word of 1 to 12 bytes without NUL.
  INFRAROUGE_INLINE static bool key_of(const HeadedWord& word, WordTable::Key& key) {
    const std::size_t n = word.size;
    if (n - 1 < 8) {
      std::uint64_t head = 0;
      std::memcpy(&head, word.data + n - 8, 8);
      const std::size_t others = 64 - 8 * n;
      key.head = bits::little_endian ? head >> others : head << others;
      // Adding 127 sets the highest bit of every byte from 1 to 127.
      return ((key.head + ~highest) & highest) == (bits::little_endian ? highest >> others : highest << others);
    }
    if (n - 1 >= WordTable::short_size) return false;
    std::uint32_t tail = 0;
    std::memcpy(&key.head, word.data, 8);
    std::memcpy(&tail, word.data + n - 4, 4);
    const std::size_t others = 8 * (12 - n);
    constexpr auto highest_of_four = static_cast<std::uint32_t>(highest);
    key.tail = bits::little_endian ? tail >> others : tail << others;
    return ((key.head + ~highest) & highest) == highest &&
           ((key.tail + ~highest_of_four) & highest_of_four) ==
               (bits::little_endian ? highest_of_four >> others : highest_of_four << others);
  }

  Reader& reader_;
  Document& document_;
  std::vector<std::uint32_t> one_;
};

}  // namespace infrarouge
