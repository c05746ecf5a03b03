// Normal forms of Unicode and what is built on them; src/infrarouge/reading/normal_forms.py defines them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "infrarouge/reading/normal_tables.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::normal {

using Codes = std::vector<char32_t>;

// Hangul syllables are composed by counting: 19 leading consonants, 21 vowels, 27 trailing consonants or none.
inline constexpr char32_t syllable = 0xAC00, leading = 0x1100, vowel = 0x1161, trailing = 0x11A7;
inline constexpr char32_t n_leading = 19, n_vowels = 21, n_trailing = 28, n_syllables = 11172;

// The compatibility jamo, which people type.
inline constexpr char32_t first_typed = 0x3131, n_typed = 94;

inline bool is_syllable(char32_t code) { return code - syllable < n_syllables; }

constexpr std::uint8_t bit(Normal form) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(form)); }

// What is known of each code point, unfolded from the tables when it is first asked for.
class Data {
 public:
  struct Record {
    std::uint8_t combining = 0;    // combining class
    std::uint8_t changes = 0;      // a bit for each form that changes it, orders it, or joins it to the one before
    bool joins = false;            // may be joined to the character before it
    std::uint16_t canonical = 0;   // where its full decomposition is kept; 0 if it has none
    std::uint16_t compatible = 0;  // likewise
  };

  static const Data& get() {
    static const Data data;
    return data;
  }

  const Record& record(char32_t code) const {
    const std::size_t page = code < 0x110000 ? index_[code / page_size] : 0;
    return records_[page * page_size + code % page_size];
  }

  // Whether forms, a bit each, can change a character, alone or with the one before it.
  bool changes(char32_t code, std::uint8_t forms) const {
    if (is_syllable(code)) return (forms & (bit(Normal::nfd) | bit(Normal::nfkd))) != 0;
    return (record(code).changes & forms) != 0;
  }

  // What two characters are composed to; 0 if nothing.
  char32_t pair(char32_t first, char32_t second) const {
    if (first - leading < n_leading && second - vowel < n_vowels)
      return syllable + ((first - leading) * n_vowels + second - vowel) * n_trailing;
    if (is_syllable(first) && (first - syllable) % n_trailing == 0 && second - trailing - 1 < n_trailing - 1)
      return first + second - trailing;
    for (std::size_t i = place(first, second);; i = (i + 1) % n_slots) {
      const Pair& slot = pairs_[i];
      if (slot.composed == 0 || (slot.first == first && slot.second == second)) return slot.composed;
    }
  }

  // Adds what a character becomes when it is taken apart as far as it goes.
  void decompose(char32_t code, bool compatible, Codes& out) const {
    if (is_syllable(code)) {
      const char32_t at = code - syllable;
      out.push_back(leading + at / (n_vowels * n_trailing));
      out.push_back(vowel + at / n_trailing % n_vowels);
      if (at % n_trailing != 0) out.push_back(trailing + at % n_trailing);
      return;
    }
    const Record& known = record(code);
    const std::size_t where = compatible ? known.compatible : known.canonical;
    if (where == 0) return out.push_back(code);
    for (std::size_t i = 1; i <= pool_[where]; ++i) out.push_back(pool_[where + i]);
  }

  // Jamo as people type them to those that syllables are composed of, and back; others stay as they are.
  char32_t conjoining(char32_t code) const {
    return code - first_typed < n_typed ? pool_[record(code).compatible + 1u] : code;
  }
  char32_t typed(char32_t code) const { return code - leading < 0x100 ? typed_[code - leading] : code; }

  // A decimal digit as 0 to 9; others stay as they are.
  static char32_t digit(char32_t code) {
    const auto* zero = std::upper_bound(std::begin(normal_tables::zeros), std::end(normal_tables::zeros), code);
    return zero != std::begin(normal_tables::zeros) && code - zero[-1] < 10 ? U'0' + (code - zero[-1]) : code;
  }

 private:
  static constexpr std::size_t page_size = 128, n_slots = 4096;
  struct Pair {
    char32_t first = 0, second = 0, composed = 0;
  };
  using Steps = std::unordered_map<char32_t, Codes>;

  Data() : index_(0x110000 / page_size, 0), records_(page_size), pool_(1), pairs_(n_slots), typed_(0x100) {
    Steps canonical;
    fill(canonical, std::begin(normal_tables::canonical), std::end(normal_tables::canonical));
    Steps compatible = canonical;
    fill(compatible, std::begin(normal_tables::compatible), std::end(normal_tables::compatible));
    for (const auto* run = std::begin(normal_tables::classes); run != std::end(normal_tables::classes); run += 3)
      for (char32_t code = run[0]; code <= run[1]; ++code) at(code).combining = static_cast<std::uint8_t>(run[2]);
    for (const auto& step : canonical) at(step.first).canonical = keep(step.first, canonical);
    for (const auto& step : compatible) at(step.first).compatible = keep(step.first, compatible);
    for (const auto& step : canonical)
      if (step.second.size() == 2 && !is_excluded(step.first)) add_pair(step.second[0], step.second[1], step.first);
    for (char32_t i = 0; i < n_vowels; ++i) at(vowel + i).joins = true;
    for (char32_t i = 1; i < n_trailing; ++i) at(trailing + i).joins = true;
    for (char32_t i = 0; i < 0x100; ++i) typed_[i] = leading + i;
    for (char32_t code = first_typed; code < first_typed + n_typed; ++code) typed_[conjoining(code) - leading] = code;
    find_changes();
  }

  static void fill(Steps& steps, const std::uint32_t* at, const std::uint32_t* end) {
    while (at < end) {
      const std::uint32_t first = at[0], many = at[1], size = at[2];
      at += 3;
      for (std::uint32_t i = 0; i < many; ++i) {
        if (size == 0) {
          steps[first + i] = {at[0] + i};
        } else {
          steps[first + i].assign(at + i * size, at + (i + 1) * size);
        }
      }
      at += size == 0 ? 1 : many * size;
    }
  }

  static bool is_excluded(char32_t code) {
    return std::binary_search(std::begin(normal_tables::excluded), std::end(normal_tables::excluded), code);
  }

  Record& at(char32_t code) {
    std::uint16_t& page = index_[code / page_size];
    if (page == 0) {
      page = static_cast<std::uint16_t>(records_.size() / page_size);
      records_.resize(records_.size() + page_size);
    }
    return records_[page * page_size + code % page_size];
  }

  static void expand(char32_t code, const Steps& steps, Codes& out) {
    const auto step = steps.find(code);
    if (step == steps.end()) return out.push_back(code);
    for (const char32_t part : step->second) expand(part, steps, out);
  }

  // Keeps the full decomposition of a character: how many it becomes, and which.
  std::uint16_t keep(char32_t code, const Steps& steps) {
    const std::size_t where = pool_.size();
    pool_.push_back(0);
    expand(code, steps, pool_);
    pool_[where] = static_cast<char32_t>(pool_.size() - where - 1);
    return static_cast<std::uint16_t>(where);
  }

  static std::size_t place(char32_t first, char32_t second) {
    return (first * 0x9E3779B1u ^ second * 0x85EBCA77u) >> 7 & (n_slots - 1);
  }

  void add_pair(char32_t first, char32_t second, char32_t composed) {
    std::size_t i = place(first, second);
    while (pairs_[i].composed != 0) i = (i + 1) % n_slots;
    pairs_[i] = Pair{first, second, composed};
    at(second).joins = true;
    at(composed).changes = whole;  // until find_changes()
  }

  // Marks what each form can change, as normal_forms.CHANGES says.
  void find_changes() {
    for (std::size_t block = 0; block < index_.size(); ++block) {
      if (index_[block] == 0) continue;
      for (std::size_t i = 0; i < page_size; ++i) {
        const auto code = static_cast<char32_t>(block * page_size + i);
        Record& known = at(code);
        const bool composite = known.changes == whole;
        // One that is composed again stays, unless a part of it has a compatibility decomposition.
        const bool stays = composite && known.combining == 0;
        const bool same = stays && same_parts(known);
        const bool marked = known.combining != 0 || known.joins;
        unsigned forms = 0;
        if (known.combining != 0 || known.canonical != 0) forms |= bit(Normal::nfd);
        if (known.combining != 0 || known.compatible != 0) forms |= bit(Normal::nfkd);
        if (marked || (known.canonical != 0 && !stays)) forms |= bit(Normal::nfc) | bit(Normal::canonical);
        if (marked || (known.compatible != 0 && !same)) forms |= bit(Normal::nfkc);
        if (marked || known.compatible != 0) forms |= bit(Normal::unaccent);
        if (code >= 0x80 && digit(code) != code) forms |= bit(Normal::digits);
        if (typed(code) != code) forms |= bit(Normal::canonical);
        if (code - first_typed < n_typed && record(conjoining(code)).joins) forms |= bit(Normal::canonical);
        known.changes = static_cast<std::uint8_t>(forms);
      }
    }
    for (const char32_t zero : normal_tables::zeros)
      for (char32_t code = std::max<char32_t>(zero, 0x80); code < zero + 10; ++code)
        at(code).changes = static_cast<std::uint8_t>(at(code).changes | bit(Normal::digits));
  }

  bool same_parts(const Record& known) const {
    const std::size_t n = pool_[known.canonical] + 1;
    return std::equal(pool_.begin() + known.canonical, pool_.begin() + static_cast<std::ptrdiff_t>(known.canonical + n),
                      pool_.begin() + known.compatible);
  }

  static constexpr std::uint8_t whole = 0xFF;

  std::vector<std::uint16_t> index_;
  std::vector<Record> records_;
  Codes pool_;
  std::vector<Pair> pairs_;
  Codes typed_;
};

// Sorts each run of combining characters by class; equal classes stay in their order.
inline void order(const Data& data, Codes& codes) {
  const auto combining = [&](char32_t code) { return data.record(code).combining; };
  const auto starter = [&](char32_t code) { return combining(code) == 0; };
  for (auto from = codes.begin(); from != codes.end();) {
    from = std::find_if_not(from, codes.end(), starter);
    const auto to = std::find_if(from, codes.end(), starter);
    const auto comes_first = [&](char32_t a, char32_t b) {
      Stop::poll(4);
      return combining(a) < combining(b);
    };
    if (to - from > 1) std::stable_sort(from, to, comes_first);
    from = to;
  }
}

// Joins each character to the starter before it, where the two are one and nothing between them stands in the way.
inline void compose(const Data& data, Codes& codes) {
  std::size_t size = 0, start = 0;
  bool started = false;
  std::uint8_t last = 0;
  Pace pace;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    pace.at(i);
    const char32_t code = codes[i];
    const std::uint8_t combining = data.record(code).combining;
    if (started && (start + 1 == size || (0 < last && last < combining))) {
      const char32_t joined = data.pair(codes[start], code);
      if (joined != 0) {
        codes[start] = joined;
        continue;
      }
    }
    if (combining == 0) {
      start = size;
      started = true;
    }
    codes[size++] = code;
    last = combining;
  }
  codes.resize(size);
}

// Runs forms one after another over stretches of text.
class Normalizer {
 public:
  explicit Normalizer(const std::vector<Normal>& forms) : forms_(forms) {
    for (const Normal form : forms) {
      mask_ = static_cast<std::uint8_t>(mask_ | bit(form));
      const bool composes = form != Normal::nfd && form != Normal::nfkd && form != Normal::digits;
      composes_ = composes_ || composes;
      compatible_ = compatible_ || form == Normal::nfkc || form == Normal::nfkd || form == Normal::unaccent;
    }
  }

  bool active() const { return mask_ != 0; }

  // Whether a leading consonant, a vowel and a trailing consonant become a syllable, whatever else becomes of a text.
  bool composes_syllables() const {
    return forms_.size() == 1 && (mask_ & (bit(Normal::canonical) | bit(Normal::nfc) | bit(Normal::nfkc))) != 0;
  }

  // Whether a character can change, alone or with the one before it. Before any other, a text can be cut.
  bool changes(char32_t code) const { return Data::get().changes(code, mask_); }

  // Whether characters before it can change what becomes of it, by order or by joining it to them.
  bool leans_back(char32_t code) const {
    const Data& data = Data::get();
    first_.clear();
    data.decompose(data.conjoining(code), compatible_, first_);
    const Data::Record& known = data.record(first_[0]);
    return known.combining != 0 || (composes_ && known.joins);
  }

  // Whether it is joined to none before it: at most its place among combining characters can change.
  bool only_ordered(char32_t code) const {
    const Data::Record& known = Data::get().record(code);
    return known.combining != 0 && !(composes_ && known.joins);
  }

  std::uint8_t combining(char32_t code) const { return Data::get().record(code).combining; }

  // Rewrites a stretch that begins where a text can be cut.
  void apply(Codes& codes) {
    const Data& data = Data::get();
    for (const Normal form : forms_) {
      if (form == Normal::digits) {
        for (char32_t& code : codes) code = Data::digit(code);
        continue;
      }
      const bool compatible = form == Normal::nfkc || form == Normal::nfkd || form == Normal::unaccent;
      apart_.clear();
      in_stretches(codes.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          data.decompose(form == Normal::canonical ? data.conjoining(codes[i]) : codes[i], compatible, apart_);
      });
      order(data, apart_);
      if (form == Normal::unaccent) {
        const auto is_mark = [&](char32_t code) { return data.record(code).combining != 0; };
        apart_.erase(std::remove_if(apart_.begin(), apart_.end(), is_mark), apart_.end());
      }
      if (form != Normal::nfd && form != Normal::nfkd) compose(data, apart_);
      if (form == Normal::canonical)
        for (char32_t& code : apart_) code = data.typed(code);
      codes.swap(apart_);
    }
  }

 private:
  std::vector<Normal> forms_;
  std::uint8_t mask_ = 0;
  bool composes_ = false;    // some form joins characters
  bool compatible_ = false;  // some form replaces variants
  Codes apart_;
  mutable Codes first_;
};

}  // namespace infrarouge::normal
