// The sentences of a text as stretches of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "infrarouge/reading/programs/chinese.hpp"
#include "infrarouge/reading/programs/punkt.hpp"
#include "infrarouge/reading/programs/words.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Cuts texts into sentences by one rule.
class Pieces {
 public:
  explicit Pieces(const TextRules& rules)
      : how_(rules.sentences), marker_(unicode::decode_utf8(rules.marker)), punkt_(rules.punkt) {
    if (how_ == Sentences::punkt && !rules.punkt) throw std::invalid_argument("Punkt needs what was learned");
    if (how_ == Sentences::marker && marker_.empty()) {
      throw std::invalid_argument("an empty marker ends no sentence");
    }
  }

  // Calls use(begin, size) for each sentence as long as more() holds; those of rouge-chinese are copies of 32 bits.
  template <class Unit, class More, class Use>
  void each(const Unit* text, std::size_t n, More&& more, Use&& use) {
    switch (how_) {
      case Sentences::none:
      case Sentences::list:
        return use(text, n);
      case Sentences::java_lines:
        return java_lines(text, n, use);
      case Sentences::rouge2:
        return all_lines(text, n, use);
      case Sentences::punkt:
        return punkt_.cut(text, n, [&](std::size_t begin, std::size_t end) { use(text + begin, end - begin); });
      case Sentences::chinese:
        return chinese_.cut(text, n, use);
      default:
        break;
    }
    const std::uint32_t mark = how_ == Sentences::newline ? '\n' : '.';
    const std::uint32_t* wanted = how_ == Sentences::marker ? marker_.data() : &mark;
    const std::size_t size = how_ == Sentences::marker ? marker_.size() : 1;
    const Unit* const begin = text;
    const Unit* const end = text + n;
    Pace pace;
    while (text < end && more()) {
      pace.at(static_cast<std::size_t>(text - begin));
      const Unit* place = find_mark(text, end, wanted, size);
      if (place > text) use(text, static_cast<std::size_t>(place - text));
      text = place == end ? end : place + size;
    }
  }

 private:
  template <class Unit>
  static const Unit* find_mark(const Unit* text, const Unit* end, const std::uint32_t* wanted, std::size_t size) {
    const auto n = static_cast<std::size_t>(end - text);
    const std::uint32_t first = wanted[0];
    if (size == 1 && first < 0x80) return find_unit(text, end, static_cast<Unit>(first));
    return text + first_place(0, n, [&](std::size_t at) {
             if (text[at] != first || n - at < size) return false;
             return std::equal(wanted, wanted + size, text + at,
                               [](std::uint32_t code, Unit unit) { return unit == code; });
           });
  }

  // As std::find, which is fast for bytes.
  template <class Unit>
  static const Unit* find_unit(const Unit* text, const Unit* end, Unit unit) {
    constexpr std::ptrdiff_t stretch = std::ptrdiff_t{1} << 20;
    for (; end - text > stretch; text += stretch) {
      const Unit* const place = std::find(text, text + stretch, unit);
      if (place < text + stretch) return place;
      Stop::poll(static_cast<std::size_t>(stretch));
    }
    return std::find(text, end, unit);
  }

  template <class Unit, class Is>
  static const Unit* find_if(const Unit* text, const Unit* end, Is&& is) {
    return text + first_place(0, static_cast<std::size_t>(end - text), [&](std::size_t at) { return is(text[at]); });
  }

  // Lines without the blank ones; white space in front counts in the first line only, and an empty first line is one.
  template <class Unit, class Use>
  static void java_lines(const Unit* text, std::size_t n, Use&& use) {
    const Unit* const begin = text;
    const Unit* const end = text + n;
    Pace pace;
    for (bool first = true;; first = false) {
      pace.at(static_cast<std::size_t>(text - begin));
      const Unit* const stop = find_unit(text, end, static_cast<Unit>('\n'));
      const Unit* const word = find_if(text, stop, [](Unit unit) { return !programs::is_ascii_space(unit); });
      const Unit* const from = first ? text : word;
      if (word < stop || (first && text == stop)) use(from, static_cast<std::size_t>(stop - from));
      if (stop == end) return;
      text = stop + 1;
    }
  }

  // Lines as Java reads them, empty ones too.
  template <class Unit, class Use>
  static void all_lines(const Unit* text, std::size_t n, Use&& use) {
    const Unit* const begin = text;
    Pace pace;
    for (const Unit* const end = text + n; text < end;) {
      pace.at(static_cast<std::size_t>(text - begin));
      const Unit* const stop = find_if(text, end, [](Unit unit) { return unit == '\n' || unit == '\r'; });
      use(text, static_cast<std::size_t>(stop - text));
      const bool both = end - stop > 1 && stop[0] == '\r' && stop[1] == '\n';
      text = stop == end ? end : stop + (both ? 2 : 1);
    }
  }

  Sentences how_;
  std::vector<std::uint32_t> marker_;
  programs::Punkt punkt_;
  programs::ChineseSentences chinese_;
};

}  // namespace infrarouge
