// What Punkt has learned of a language: the twin of `Parameters` in reading/programs/punkt_rules.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include "infrarouge/reading/vocabulary.hpp"

namespace infrarouge::programs {

// Word types in lower case and UTF-8, read from the text of the four files. Does not change, so that threads share it.
class PunktTypes {
 public:
  // Where in a sentence and in which case a word was seen, as bits of its context.
  static constexpr std::uint32_t begin_upper = 2, middle_upper = 4, unknown_upper = 8, begin_lower = 16,
                                 middle_lower = 32, unknown_lower = 64;
  static constexpr std::uint32_t upper = begin_upper | middle_upper | unknown_upper;
  static constexpr std::uint32_t lower = begin_lower | middle_lower | unknown_lower;
  // And what else is known of it.
  static constexpr std::uint32_t abbreviation = 1u << 16, starter = 1u << 17;

  PunktTypes(std::string_view abbreviations, std::string_view collocations, std::string_view starters,
             std::string_view contexts) {
    std::unordered_map<std::string, std::uint32_t> known;
    each_line(abbreviations, [&](std::string_view line) { known[std::string(line)] |= abbreviation; });
    each_line(starters, [&](std::string_view line) { known[std::string(line)] |= starter; });
    each_line(contexts, [&](std::string_view line) {
      const std::size_t tab = line.rfind('\t');
      if (tab == std::string_view::npos)
        throw std::invalid_argument("a context of Punkt is a word, a tab and a number");
      known[std::string(line.substr(0, tab))] |= number(line.substr(tab + 1));
    });
    for (const auto& [word, bits] : known) types_.add(word, bits);
    each_line(collocations, [&](std::string_view line) {
      if (collocations_.find(line) == WordTable::absent) collocations_.add(line, 1);
    });
  }

  // What is known of a type; 0 of one that is not.
  std::uint32_t bits(std::string_view type) const {
    const std::uint32_t found = types_.find(type);
    return found == WordTable::absent ? 0 : found;
  }

  // Whether two types, with a tab between, follow each other over a full stop that ends no sentence.
  bool collocated(std::string_view both) const { return collocations_.find(both) != WordTable::absent; }

 private:
  template <class Use>
  static void each_line(std::string_view text, Use&& use) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      use(text.substr(0, end));
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
  }

  static std::uint32_t number(std::string_view digits) {
    std::uint32_t value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9' || value > 1000) throw std::invalid_argument("a context of Punkt is not a small number");
      value = 10 * value + static_cast<std::uint32_t>(c - '0');
    }
    return value & (upper | lower);
  }

  WordTable types_, collocations_;
};

}  // namespace infrarouge::programs
