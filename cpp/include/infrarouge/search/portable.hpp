// Kept texts as other processes can compare them: units under numbers that depend on their words alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/matching/units.hpp"
#include "infrarouge/reading/vocabulary.hpp"
#include "infrarouge/search/store.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Spreads a number over all 64 bits.
inline std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// The number of a word: FNV-1a of its bytes, spread.
inline std::uint64_t word_number(std::string_view word) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char byte : word) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 0x100000001B3u;
  return mixed(hash);
}

// What the first words of a unit and its next word make together.
inline std::uint64_t with_next(std::uint64_t unit, std::uint64_t word) {
  return mixed(unit * 0x9E3779B97F4A7C15u + word);
}

// The number of a unit that is met again in a text, `repeat` times before.
inline std::uint64_t repeated(std::uint64_t unit, std::uint64_t repeat) {
  return repeat == 0 ? unit : mixed(unit + repeat * 0xD6E8FEB86659FD93u);
}

// Texts as bags of keys, and as bytes. Different units can have the same number, which never makes two bags share less:
// a text has as many keys as it has units, and those that two texts share have the same keys. Texts have the same bytes
// if and only if no score tells them apart.
class Portable {
 public:
  Portable(const Documents& documents, const Vocabulary& vocabulary, bool by_sentence)
      : documents_(documents), vocabulary_(vocabulary) {
    for (std::size_t text = 0; text < documents.size(); ++text) {
      if (text % 64 == 63) Stop::poll(std::size_t{1} << 16);
      spell(documents.flat(text));
      if (by_sentence) spell_sentences(text);
      spelling_ends.push_back(static_cast<std::int64_t>(spelling.size()));
    }
  }

  // Keys of each text in rising order; without `repeats` a unit has one key however often it is there.
  void add_keys(std::size_t n, bool repeats) {
    std::vector<std::uint64_t> numbers(vocabulary_.size());
    each_place(std::uint32_t{0}, vocabulary_.size(),
               [&](std::size_t id) { numbers[id] = word_number(vocabulary_.word(static_cast<std::uint32_t>(id))); });
    Grams grams(n);
    std::vector<std::uint32_t> units;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> numbered;
    for (std::size_t text = 0; text < documents_.size(); ++text) {
      if (text % 64 == 63) Stop::poll(std::size_t{1} << 16);
      const Words words = documents_.flat(text);
      grams.units(words, units);
      numbered.clear();
      for (std::size_t i = 0; i < units.size(); ++i) {
        Stop::poll(4 * n);
        std::uint64_t number = numbers[words[i]];
        for (std::size_t k = 1; k < n; ++k) number = with_next(number, numbers[words[i + k]]);
        numbered.emplace_back(units[i], number);
      }
      if (!repeats) {
        std::sort(numbered.begin(), numbered.end());
        numbered.erase(std::unique(numbered.begin(), numbered.end()), numbered.end());
      }
      add_numbers(numbered);
    }
  }

  std::vector<std::int64_t> keys, key_ends;
  std::string spelling;
  std::vector<std::int64_t> spelling_ends;

 private:
  void add_numbers(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& numbered) {
    sorted_.clear();
    for (const auto& unit : numbered) sorted_.push_back(unit.second);
    std::sort(sorted_.begin(), sorted_.end());
    const std::size_t begin = keys.size();
    std::uint64_t repeat = 0;
    Stop::poll(64 * sorted_.size());
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      repeat = i > 0 && sorted_[i] == sorted_[i - 1] ? repeat + 1 : 0;
      keys.push_back(static_cast<std::int64_t>(repeated(sorted_[i], repeat)));
    }
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.end());
    key_ends.push_back(static_cast<std::int64_t>(keys.size()));
  }

  // Each word behind its size, so that no two rows of words have the same bytes.
  void spell(const Words& words) {
    spell_number(words.size);
    each_place(std::size_t{0}, words.size, [&](std::size_t i) {
      const std::string_view word = vocabulary_.word(words[i]);
      spell_number(word.size());
      spelling.append(word);
    });
  }

  void spell_sentences(std::size_t text) {
    documents_.copy(text, document_);
    if (!document_.same) spell(Words{document_.words.data(), document_.words.size()});
    for (const std::uint32_t end : document_.ends) spell_number(end);
  }

  void spell_number(std::size_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      spelling.push_back(static_cast<char>(static_cast<std::uint8_t>(number >> shift)));
  }

  const Documents& documents_;
  const Vocabulary& vocabulary_;
  Document document_;
  std::vector<std::uint64_t> sorted_;
};

}  // namespace infrarouge
