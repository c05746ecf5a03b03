// Words as single programs cut them; each rule is defined in Python, in reading/tokens.py and reading/programs/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "infrarouge/reading/programs/treebank.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::programs {

inline bool is_ascii_space(std::uint32_t c) { return c == ' ' || (c >= 9 && c <= 13); }

// White space below U+0080 as Python has it.
inline bool is_python_space(std::uint8_t c) { return (c >= 9 && c <= 13) || (c >= 28 && c <= 32); }

// Words as places in bytes, to be looked up: begins and ends in turn. Behind the bytes some more can be read.
struct Cut {
  std::vector<std::uint8_t>& bytes;
  std::vector<std::uint32_t>& edges;
  std::size_t size = 0;  // of the bytes
  std::size_t n_edges = 0;
};

// Cuts prepared text in UTF-8 into words.
class Words {
 public:
  // With `fold`, capitals of ASCII become small letters first.
  void cut(Tokens how, const std::uint8_t* bytes, std::size_t n, bool fold, Cut& out) {
    take(bytes, n, out);
    if (fold)
      in_stretches(n, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) out.bytes[i] = lowered(out.bytes[i]);
      });
    switch (how) {
      case Tokens::java:
        return java(out);
      case Tokens::rouge2:
        clean(out.bytes.data(), n);
        take(reinterpret_cast<const std::uint8_t*>(cleaned_.data()), cleaned_.size(), out);
        return java(out);
      case Tokens::space:
        return every_blank(out);
      case Tokens::treebank_320:
        treebank_.cut_320(out.bytes.data(), n);
        take(treebank_.text(), out);
        if (n > 0 && out.n_edges == 0) add(0, 0, out);
        return;
      default:
        treebank_.cut_323(out.bytes.data(), n);
        return take(treebank_.text(), out);
    }
  }

 private:
  static constexpr std::size_t behind = 64, most = 0xFFFFFF00u;

  static std::uint8_t lowered(std::uint8_t c) {
    return static_cast<std::uint8_t>(static_cast<std::uint8_t>(c - 'A') < 26 ? c | 0x20 : c);
  }

  static void take(const std::uint8_t* bytes, std::size_t n, Cut& out) {
    if (n > most) throw std::length_error("a sentence of more than four gigabytes");
    if (out.bytes.size() < n + behind) {
      // There are never fewer edges than bytes, also where this is stopped in between.
      if (out.edges.size() < n + n / 2 + behind) lengthen(out.edges, n + n / 2 + behind);
      lengthen(out.bytes, n + n / 2 + behind);
    }
    if (n > 0) std::memcpy(out.bytes.data(), bytes, n);
    out.size = n;
    out.n_edges = 0;
  }

  static void take(const std::string& blanked, Cut& out) {
    take(reinterpret_cast<const std::uint8_t*>(blanked.data()), blanked.size(), out);
    between([](std::uint8_t c) { return c == ' '; }, out);
  }

  static void add(std::size_t begin, std::size_t end, Cut& out) {
    if (out.edges.size() < out.n_edges + 2) lengthen(out.edges, 2 * out.n_edges + behind);
    out.edges[out.n_edges++] = static_cast<std::uint32_t>(begin);
    out.edges[out.n_edges++] = static_cast<std::uint32_t>(end);
  }

  static void add_in_front(Cut& out) {
    add(0, 0, out);
    std::memmove(out.edges.data() + 2, out.edges.data(), (out.n_edges - 2) * sizeof(std::uint32_t));
    out.edges[0] = out.edges[1] = 0;
  }

  // Java makes a word of what stands before the first white space, and of nothing.
  static void java(Cut& out) {
    if (out.size == 0) return add(0, 0, out);
    between(is_ascii_space, out);
    if (out.n_edges > 0 && is_ascii_space(out.bytes[0])) add_in_front(out);
  }

  // ROUGE 2.0 takes bytes for Latin-1, digits for a mark, and some marks for blanks.
  void clean(const std::uint8_t* bytes, std::size_t n) {
    const auto is_digit = [&](std::size_t i) { return i < n && bytes[i] >= '0' && bytes[i] <= '9'; };
    cleaned_.clear();
    Pace pace;
    for (std::size_t i = 0; i < n; ++i) {
      pace.at(i);
      const std::uint8_t c = bytes[i];
      if (is_digit(i)) {
        i = first_place(i + 1, n, [&](std::size_t at) { return !is_digit(at); }) - 1;
        cleaned_ += " @ ";
      } else if (c < 0x80) {
        const bool mark = std::strchr("!.\"';:,", c) != nullptr && c != 0;
        cleaned_ += mark ? ' ' : static_cast<char>(lowered(c));
      } else {
        const bool capital = c >= 0xC0 && c <= 0xDE && c != 0xD7;
        unicode::append_utf8(cleaned_, capital ? c + 0x20u : c);
      }
    }
  }

  // What stands between runs of separators.
  template <class IsSeparator>
  static void between(IsSeparator&& is_separator, Cut& out) {
    return out.size > stretch_size ? between<true>(is_separator, out) : between<false>(is_separator, out);
  }
  template <bool Long, class IsSeparator>
  static void between(IsSeparator&& is_separator, Cut& out) {
    const std::uint8_t* const bytes = out.bytes.data();
    Pace pace;
    const auto go_on = [&](std::size_t& i) {
      if constexpr (Long) pace.at(i);
      ++i;
    };
    for (std::size_t i = 0; i < out.size;) {
      while (i < out.size && is_separator(bytes[i])) go_on(i);
      const std::size_t begin = i;
      while (i < out.size && !is_separator(bytes[i])) go_on(i);
      if (i > begin) add(begin, i, out);
    }
  }

  // What stands between single blanks, empty words too.
  static void every_blank(Cut& out) {
    std::size_t begin = 0;
    Pace pace;
    for (std::size_t i = 0; i < out.size; ++i) {
      pace.at(i);
      if (out.bytes[i] != ' ') continue;
      add(begin, i, out);
      begin = i + 1;
    }
    add(begin, out.size, out);
  }

  Treebank treebank_;
  std::string cleaned_;
};

}  // namespace infrarouge::programs
