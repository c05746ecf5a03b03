// Longest common subsequence: its length, and the matched places of one path, by 64 bits at a time.
//
// With one text as bits and the other as rows, bit i of row j is clear exactly where the LCS of the first i+1 bits and
// the first j+1 rows is longer than that of the first i bits. A row follows from the one before by an addition.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/matching/pair.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

class Lcs {
 public:
  // LCS length of any two texts with ids below `ids`.
  std::uint64_t length(const Words& whole_text, const Words& whole_rows, std::uint32_t ids) {
    // Words that one side lacks are in no LCS, and time grows with the product of the sizes.
    keep_shared(whole_text, whole_rows, ids);
    const Words text{shared_text_.data(), shared_text_.size()}, rows{shared_rows_.data(), shared_rows_.size()};
    if (text.size == 0) return 0;
    std::uint64_t found = 0;
    room(ids);
    const auto forget = [](std::size_t, std::size_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) {};
    sweep(text, rows, nullptr, forget, [&](std::size_t strip, const std::uint64_t* v) {
      for (std::size_t w = 0; w < strip_width; ++w) {
        const std::size_t begin = 64 * (strip_width * strip + w);
        if (begin < text.size) found += bits::count(~v[w] & bits::below(text.size - begin));
      }
    });
    return found;
  }

  // Makes `text` the side of bits for the calls of path() and length_of() that follow; close() must come before the
  // next open().
  void open(const Words& text, std::uint32_t ids) {
    room(ids);
    text_ = text;
    if (text.size <= 64) {
      for (std::size_t i = 0; i < text.size; ++i) masks_[text[i]] |= bits::bit(i);
      return;
    }
    if (before_.size() < text.size) before_.resize(2 * text.size);
    if (last_.size() < ids) {
      last_.resize(2 * static_cast<std::size_t>(ids), none);
      cursor_.resize(last_.size());
    }
    for (std::size_t i = 0; i < text.size; ++i) {
      before_[i] = last_[text[i]];
      last_[text[i]] = static_cast<std::uint32_t>(i);
    }
  }

  void close() {
    if (text_.size <= 64)
      for (std::size_t i = 0; i < text_.size; ++i) masks_[text_[i]] = 0;
    else
      for (std::size_t i = 0; i < text_.size; ++i) last_[text_[i]] = none;
  }

  std::uint64_t length_of(const Words& rows) {
    if (text_.size > 64) return any(rows) ? length(text_, rows, ids_) : 0;
    std::uint64_t v = bits::ones;
    for (std::size_t j = 0; j < rows.size; ++j) {
      const std::uint64_t u = v & masks_[rows[j]];
      v = (v + u) | (v - u);
    }
    return bits::count(~v & bits::below(text_.size));
  }

  // Walks the path from the ends: equal words are matched, else the last bit is dropped unless dropping the last row
  // keeps a strictly longer LCS. Calls match(bit, row) for each matched pair.
  template <class Match>
  void path(const Words& rows, Match match) {
    if (text_.size > 64) return long_path(rows, match);
    walk(rows, [&](std::uint64_t matched, std::size_t row) {
      if (matched) match(static_cast<std::size_t>(bits::lowest(matched)), row);
    });
  }

  // Largest table kept whole, in words of 64 bits; beyond it rows are computed twice and memory stays small.
  std::size_t table_limit = std::size_t{1} << 22;

 private:
  static constexpr std::size_t strip_width = 4, strip_bits = 64 * strip_width;
  static constexpr std::uint32_t none = 0xFFFFFFFFu;

  void room(std::uint32_t ids) {
    ids_ = ids;
    if (masks_.size() < strip_width * ids) masks_.resize(2 * strip_width * static_cast<std::size_t>(ids), 0);
  }

  void keep_shared(const Words& text, const Words& rows, std::uint32_t ids) {
    constexpr unsigned char in_text = 1, in_rows = 2;
    if (sides_.size() < ids) sides_.resize(2 * static_cast<std::size_t>(ids), 0);
    for (std::size_t i = 0; i < text.size; ++i) sides_[text[i]] = in_text;
    for (std::size_t j = 0; j < rows.size; ++j) sides_[rows[j]] |= in_rows;
    const auto keep = [this](const Words& words, std::vector<std::uint32_t>& kept) {
      kept.resize(words.size);
      std::size_t size = 0;
      for (std::size_t i = 0; i < words.size; ++i) {
        kept[size] = words[i];
        size += sides_[words[i]] == (in_text | in_rows) ? 1 : 0;
      }
      kept.resize(size);
    };
    keep(text, shared_text_);
    keep(rows, shared_rows_);
    for (std::size_t i = 0; i < text.size; ++i) sides_[text[i]] = 0;
    for (std::size_t j = 0; j < rows.size; ++j) sides_[rows[j]] = 0;
  }

  bool any(const Words& rows) const {
    for (std::size_t j = 0; j < rows.size; ++j)
      if (last_[rows[j]] != none) return true;
    return false;
  }

  // Most rows of a sentence pair match nothing. Of each run of them only the first is kept: it tells the walk to drop
  // the bits that no longer count, and the others would change nothing.
  template <class Visit>
  INFRAROUGE_INLINE void walk(const Words& rows, Visit visit) {
    const std::size_t m = rows.size;
    if (table_.size() < 2 * m + 2) table_.resize(4 * m + 2);
    if (order_.size() < m + 1) order_.resize(2 * m + 1);
    std::uint64_t* table = table_.data();
    const std::uint64_t* masks = masks_.data();
    std::size_t kept = 0;
    std::uint64_t before = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const std::uint64_t matches = masks[rows[j]];
      table[2 * kept] = matches;
      order_[kept] = j;
      kept += (matches | before) != 0 ? 1 : 0;
      before = matches;
    }
    std::uint64_t v = bits::ones;
    for (std::size_t k = 0; k < kept; ++k) {
      const std::uint64_t matches = table[2 * k], u = v & matches;
      v = (v + u) | (v - u);
      table[2 * k + 1] = ~v | matches;
    }
    // Bits above the text are never cleared, so nothing needs to be masked there.
    std::uint64_t below = bits::ones;
    for (std::size_t k = kept; k-- > 0;) {
      const std::uint64_t stops = table[2 * k + 1] & below;
      if (stops == 0) return;
      const std::uint64_t top = std::uint64_t{1} << bits::highest(stops);
      const std::uint64_t matched = table[2 * k] & top;
      visit(matched, order_[k]);
      below = (top | (top - 1)) ^ matched;
    }
  }

  // Computes all rows strip by strip: `row(j, strip, ...)` sees the four words of each, `end(strip, v)` those of the
  // last row.
  template <class Row, class End>
  void sweep(const Words& text, const Words& rows, const std::uint64_t* start, Row row, End end) {
    carry_.assign(rows.size, 0);
    std::uint64_t* masks = masks_.data();
    unsigned char* carry = carry_.data();
    for (std::size_t strip = 0; strip * strip_bits < text.size; ++strip) {
      const std::size_t begin = strip * strip_bits, stop = std::min(text.size, begin + strip_bits);
      if (rows.size > 1024 || strip % 64 == 63) Stop::poll(64 * strip_bits + 4 * rows.size);
      for (std::size_t i = begin; i < stop; ++i)
        masks[strip_width * static_cast<std::size_t>(text[i]) + (i - begin) / 64] |= bits::bit(i);
      std::uint64_t v[strip_width] = {bits::ones, bits::ones, bits::ones, bits::ones};
      if (start) std::copy_n(start + strip_width * strip, strip_width, v);
      std::uint64_t v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];
      for (std::size_t j = 0; j < rows.size; ++j) {
        const std::uint64_t* m = masks + strip_width * static_cast<std::size_t>(rows[j]);
        const std::uint64_t u0 = v0 & m[0], u1 = v1 & m[1], u2 = v2 & m[2], u3 = v3 & m[3];
        std::uint64_t s0 = v0, s1 = v1, s2 = v2, s3 = v3;
        bits::add4(s0, s1, s2, s3, u0, u1, u2, u3, carry[j]);
        v0 = s0 | (v0 ^ u0);
        v1 = s1 | (v1 ^ u1);
        v2 = s2 | (v2 ^ u2);
        v3 = s3 | (v3 ^ u3);
        row(j, strip, v0, v1, v2, v3);
      }
      const std::uint64_t last[strip_width] = {v0, v1, v2, v3};
      end(strip, last);
      for (std::size_t i = begin; i < stop; ++i)
        std::fill_n(masks + strip_width * static_cast<std::size_t>(text[i]), strip_width, 0);
    }
  }

  template <class Match>
  void long_path(const Words& rows, Match match) {
    if (!any(rows)) return;
    const auto ignore_end = [](std::size_t, const std::uint64_t*) {};
    const std::size_t m = rows.size;
    const std::size_t width = strip_width * ((text_.size + strip_bits - 1) / strip_bits);
    std::size_t step = m;
    if (m * width > table_limit) step = static_cast<std::size_t>(std::sqrt(static_cast<double>(m))) + 1;
    const std::size_t parts = (m + step - 1) / step;
    if (parts > 1) {
      // First pass: only the row before each part is kept.
      saved_.resize(parts * width);
      sweep(
          text_, rows, nullptr,
          [&](std::size_t j, std::size_t strip, std::uint64_t v0, std::uint64_t v1, std::uint64_t v2,
              std::uint64_t v3) {
            if ((j + 1) % step == 0 && j + 1 < m)
              store(&saved_[(j + 1) / step * width + strip_width * strip], v0, v1, v2, v3);
          },
          ignore_end);
    }
    if (table_.size() < step * width) table_.resize(step * width);
    for (std::size_t i = 0; i < text_.size; ++i) cursor_[text_[i]] = last_[text_[i]];
    std::size_t left = text_.size;  // bits still on the path
    for (std::size_t part = parts; part-- > 0 && left > 0;) {
      const std::size_t begin = part * step, end = std::min(m, begin + step);
      std::uint64_t* table = table_.data();
      sweep(
          text_, rows.part(begin, end), part ? &saved_[part * width] : nullptr,
          [&](std::size_t j, std::size_t strip, std::uint64_t v0, std::uint64_t v1, std::uint64_t v2,
              std::uint64_t v3) { store(table + j * width + strip_width * strip, v0, v1, v2, v3); },
          ignore_end);
      for (std::size_t j = end; j-- > begin && left > 0;) {
        const std::size_t kept = highest_clear(table + (j - begin) * width, left);
        const std::size_t equal = last_before(rows[j], left);
        if (equal > kept || (equal == kept && equal > 0)) {
          match(equal - 1, j);
          left = equal - 1;
        } else {
          left = kept;
        }
      }
    }
  }

  static void store(std::uint64_t* to, std::uint64_t v0, std::uint64_t v1, std::uint64_t v2, std::uint64_t v3) {
    to[0] = v0;
    to[1] = v1;
    to[2] = v2;
    to[3] = v3;
  }

  // One more than the highest clear bit below `left`, or 0.
  static std::size_t highest_clear(const std::uint64_t* row, std::size_t left) {
    std::size_t w = (left - 1) / 64;
    std::uint64_t x = ~row[w] & bits::below(left - 64 * w);
    while (x == 0) {
      if (w == 0) return 0;
      x = ~row[--w];
    }
    return 64 * w + bits::highest(x) + 1;
  }

  // One more than the last place of `word` below `left`, or 0; `left` only ever falls along a path.
  std::size_t last_before(std::uint32_t word, std::size_t left) {
    if (last_[word] == none) return 0;
    std::uint32_t at = cursor_[word];
    while (at != none && at >= left) at = before_[at];
    cursor_[word] = at;
    return at == none ? 0 : std::size_t{at} + 1;
  }

  Words text_;
  std::uint32_t ids_ = 0;
  std::vector<std::uint64_t> masks_;  // all zero between calls
  std::vector<std::uint64_t> table_, saved_;
  std::vector<std::size_t> order_;
  std::vector<unsigned char> carry_;
  std::vector<unsigned char> sides_;  // all zero between calls
  std::vector<std::uint32_t> shared_text_, shared_rows_;
  std::vector<std::uint32_t> before_, last_, cursor_;
};

}  // namespace infrarouge
