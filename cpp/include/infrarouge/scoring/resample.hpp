// Sums over rows drawn with replacement (bootstrap), and sums with random signs (randomization).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/pool.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

enum class Generator : std::uint8_t { splitmix, drand48 };

inline Generator parse_generator(std::string_view name) {
  if (name == "splitmix") return Generator::splitmix;
  if (name == "drand48") return Generator::drand48;
  throw std::invalid_argument("unknown generator '" + std::string(name) + "'");
}

namespace detail {

constexpr std::size_t lane_columns = 12;  // columns added up together
constexpr std::size_t lane_samples = 4;   // resamples that share one reading of the values

constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15u;

constexpr std::uint64_t splitmix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// How often each of n rows is drawn in resample s: draws 2t and 2t + 1 are the high and low half of number t.
template <class Number>
INFRAROUGE_INLINE void draw_body(std::uint64_t seed, std::uint64_t s, std::size_t n, Number* counts) {
  constexpr std::size_t piece = 256;
  std::uint64_t pairs[piece];
  std::fill_n(counts, n, Number{0});
  const std::uint64_t rows = n, start = splitmix(seed + golden_gamma * (s + 1));
  for (std::size_t begin = 0; begin < n / 2; begin += piece) {
    const std::size_t size = std::min(piece, n / 2 - begin);
    Stop::poll(4 * piece);
    // Numbers first, counting after: the first loop then works on several numbers at once.
    for (std::size_t t = 0; t < size; ++t) {
      const std::uint64_t z = splitmix(start + golden_gamma * (begin + t + 1));
      pairs[t] = ((((z >> 32) * rows) >> 32) << 32) | (((z & 0xFFFFFFFFu) * rows) >> 32);
    }
    for (std::size_t t = 0; t < size; ++t) {
      ++counts[pairs[t] >> 32];
      ++counts[pairs[t] & 0xFFFFFFFFu];
    }
  }
  if (n % 2) ++counts[((splitmix(start + golden_gamma * (n / 2 + 1)) >> 32) * rows) >> 32];
}

#if INFRAROUGE_HAS_MODERN
template <class Number>
INFRAROUGE_MODERN void draw_modern(std::uint64_t seed, std::uint64_t s, std::size_t n, Number* counts) {
  draw_body(seed, s, n, counts);
}

template <class Number>
INFRAROUGE_WIDE void draw_wide(std::uint64_t seed, std::uint64_t s, std::size_t n, Number* counts) {
  draw_body(seed, s, n, counts);
}
#endif

template <class Number>
void draw(std::uint64_t seed, std::uint64_t s, std::size_t n, Number* counts) {
#if INFRAROUGE_HAS_MODERN
  if (bits::wide()) return draw_wide(seed, s, n, counts);
  if (bits::modern()) return draw_modern(seed, s, n, counts);
#endif
  draw_body(seed, s, n, counts);
}

// What n small numbers add up to.
INFRAROUGE_INLINE std::size_t total_body(const std::uint8_t* counts, std::size_t n) {
  constexpr std::size_t lanes = 64, most = 256;  // that many bytes add up in 16 bits
  std::size_t total = 0, at = 0;
  while (n - at >= lanes) {
    std::uint16_t parts[lanes] = {};
    for (std::size_t turn = 0; turn < most && n - at >= lanes; ++turn, at += lanes)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        parts[lane] = static_cast<std::uint16_t>(parts[lane] + counts[at + lane]);
    for (const std::uint16_t part : parts) total += part;
  }
  for (; at < n; ++at) total += counts[at];
  return total;
}

#if INFRAROUGE_HAS_MODERN
INFRAROUGE_MODERN inline std::size_t total_modern(const std::uint8_t* counts, std::size_t n) {
  return total_body(counts, n);
}
#endif

inline std::size_t total(const std::uint8_t* counts, std::size_t n) {
#if INFRAROUGE_HAS_MODERN
  if (bits::modern()) return total_modern(counts, n);
#endif
  return total_body(counts, n);
}

// The signs that each byte of bits stands for.
struct Signs {
  Signs() {
    for (std::size_t byte = 0; byte < 256; ++byte)
      for (std::size_t i = 0; i < 8; ++i) of[byte][i] = (byte >> i & 1) != 0 ? std::int8_t{-1} : std::int8_t{1};
  }
  std::int8_t of[256][8];
};

// The signs of n rows in flip s: row i is turned where bit i % 64 of number i / 64 is set.
inline void draw_signs(std::uint64_t seed, std::uint64_t s, std::size_t n, std::int8_t* signs) {
  static const Signs table;
  const std::uint64_t start = splitmix(seed + golden_gamma * (s + 1));
  std::size_t begin = 0;
  for (; n - begin >= 64; begin += 64) {
    const std::uint64_t z = splitmix(start + golden_gamma * (begin / 64 + 1));
    for (std::size_t i = 0; i < 64; i += 8) std::memcpy(signs + begin + i, table.of[z >> i & 0xFF], 8);
  }
  const std::uint64_t z = splitmix(start + golden_gamma * (begin / 64 + 1));
  for (std::size_t i = 0; i < n - begin; ++i) signs[begin + i] = table.of[z >> i & 1][0];
}

// sums[r][k] += counts[r][i] * values[i][k] for i in order, over a block of columns; product and sum round separately.
template <std::size_t Columns, class Number>
INFRAROUGE_INLINE void accumulate_body(const double* values, std::size_t stride, std::size_t n,
                                       const Number* const* counts, double* sums) {
  constexpr std::size_t piece = 128;
  Number together[piece * lane_samples];
  double times[piece * lane_samples];
#if defined(__GNUC__) || defined(__clang__)
  typedef double Lanes __attribute__((vector_size(32), aligned(8)));
  constexpr std::size_t vectors = Columns / 4;
  Lanes total[lane_samples][vectors] = {};
#else
  double total[lane_samples][Columns] = {};
#endif
  for (std::size_t begin = 0; begin < n; begin += piece) {
    const std::size_t size = std::min(piece, n - begin);
    // Side by side first, doubles after: each loop then works on many numbers at once.
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t r = 0; r < lane_samples; ++r) together[i * lane_samples + r] = counts[r][begin + i];
    for (std::size_t i = 0; i < size * lane_samples; ++i) times[i] = static_cast<double>(together[i]);
    const double* row = values + begin * stride;
    for (std::size_t i = 0; i < size; ++i, row += stride) {
#if defined(__GNUC__) || defined(__clang__)
      const Lanes* x = reinterpret_cast<const Lanes*>(row);
      for (std::size_t r = 0; r < lane_samples; ++r) {
        const double c = times[i * lane_samples + r];
        const Lanes all = {c, c, c, c};
        for (std::size_t v = 0; v < vectors; ++v) total[r][v] = total[r][v] + all * x[v];
      }
#else
      for (std::size_t r = 0; r < lane_samples; ++r)
        for (std::size_t k = 0; k < Columns; ++k) {
          const double product = times[i * lane_samples + r] * row[k];
          total[r][k] = total[r][k] + product;
        }
#endif
    }
  }
  for (std::size_t r = 0; r < lane_samples; ++r)
    for (std::size_t k = 0; k < Columns; ++k)
#if defined(__GNUC__) || defined(__clang__)
      sums[r * Columns + k] = total[r][k / 4][k % 4];
#else
      sums[r * Columns + k] = total[r][k];
#endif
}

#if INFRAROUGE_HAS_MODERN
template <std::size_t Columns, class Number>
INFRAROUGE_MODERN void accumulate_modern(const double* values, std::size_t stride, std::size_t n,
                                         const Number* const* counts, double* sums) {
  accumulate_body<Columns>(values, stride, n, counts, sums);
}
#endif

template <std::size_t Columns, class Number>
void accumulate(const double* values, std::size_t stride, std::size_t n, const Number* const* counts, double* sums) {
#if INFRAROUGE_HAS_MODERN
  if (bits::modern()) return accumulate_modern<Columns>(values, stride, n, counts, sums);
#endif
  accumulate_body<Columns>(values, stride, n, counts, sums);
}

// The columns, cut into blocks of twelve, eight or four. A block is read where it lies; only one that is short of
// columns is copied and padded with zeros.
struct Block {
  std::size_t column, width, stride;  // first column, columns with padding, from a row to the next
  const double* values;
  std::vector<double> padded;
};

inline std::vector<Block> cut(const double* values, std::size_t n, std::size_t k) {
  std::vector<Block> blocks;
  for (std::size_t column = 0; column < k; column += lane_columns) {
    const std::size_t real = std::min(lane_columns, k - column);
    Block block{column, (real + 3) / 4 * 4, k, values + column, {}};
    if (block.width != real) {
      block.stride = block.width;
      block.padded.assign(n * block.width, 0.0);
      for (std::size_t i = 0; i < n; ++i) {
        if (i % 4096 == 0) Stop::poll(4096 * block.width);
        std::copy_n(values + i * k + column, real, &block.padded[i * block.width]);
      }
      block.values = block.padded.data();
    }
    blocks.push_back(std::move(block));  // which leaves the padded values where they are
  }
  return blocks;
}

// As many threads as may hold the numbers of their samples at once, of which each row takes a byte.
inline std::size_t within_memory(std::size_t threads, std::size_t n) {
  constexpr std::size_t most_bytes = std::size_t{1} << 29;
  return std::min(threads, std::max(std::size_t{1}, most_bytes / lane_samples / n));
}

// One row of sums for each sample: every row of the values times the number that `draw_rows` gives it.
template <class Number, class Draw>
void weigh(const std::vector<Block>& blocks, std::size_t n, std::size_t k, double* sums, Ranges& ranges,
           const Draw& draw_rows) {
  std::vector<Number> counts(lane_samples * n);
  const Number* rows[lane_samples];
  double found[lane_samples * lane_columns];
  std::size_t begin, end;
  while (ranges.next(begin, end)) {
    for (std::size_t s = begin; s < end; s += lane_samples) {
      const std::size_t some = std::min(lane_samples, end - s);
      for (std::size_t r = 0; r < lane_samples; ++r) {
        // A group short of resamples repeats its first one and drops the copies.
        rows[r] = counts.data() + (r < some ? r : 0) * n;
        if (r < some) draw_rows(s + r, counts.data() + r * n);
        Stop::poll(2 * n);
      }
      for (const Block& block : blocks) {
        Stop::poll(n * block.width);
        if (block.width == 4) accumulate<4>(block.values, block.stride, n, rows, found);
        else if (block.width == 8) accumulate<8>(block.values, block.stride, n, rows, found);
        else accumulate<12>(block.values, block.stride, n, rows, found);
        const std::size_t real = std::min(block.width, k - block.column);
        for (std::size_t r = 0; r < some; ++r)
          std::copy_n(found + r * block.width, real, sums + (s + r) * k + block.column);
      }
    }
  }
}

// The generator of Perl and of C's drand48, seeded anew for each resample; rows are added in the order drawn.
inline void resample_drand48(const double* values, std::size_t n, std::size_t k, std::uint64_t seed, double* sums,
                             Ranges& ranges) {
  constexpr std::uint64_t low48 = (std::uint64_t{1} << 48) - 1;
  const double rows = static_cast<double>(n);
  std::size_t begin, end;
  while (ranges.next(begin, end)) {
    for (std::size_t s = begin; s < end; ++s) {
      std::uint64_t x = ((seed + s) * 65536 + 0x330E) & low48;
      double* total = sums + s * k;
      for (std::size_t t = 0; t < n; ++t) {
        if (t % 4096 == 0) Stop::poll(4096 * (k + 4));
        x = (x * 0x5DEECE66Du + 0xB) & low48;
        const double u = static_cast<double>(static_cast<std::int64_t>(x)) * (1.0 / 281474976710656.0);
        const double* row = values + static_cast<std::size_t>(u * rows) * k;
        if (t == 0) std::copy_n(row, k, total);
        else
          for (std::size_t c = 0; c < k; ++c) total[c] += row[c];
      }
    }
  }
}

}  // namespace detail

// values: n rows of k columns; sums: `samples` rows of k columns. Every sum is over n rows drawn with replacement.
inline void resample(const double* values, std::size_t n, std::size_t k, std::size_t samples, std::uint64_t seed,
                     Generator generator, std::size_t threads, double* sums) {
  if (n == 0 || k == 0) {
    std::fill_n(sums, samples * k, 0.0);
    return;
  }
  if (n > 0xFFFFFFFFu) throw std::invalid_argument("more than 4294967295 rows cannot be resampled");
  // Few resamples a piece keep all threads busy to the end.
  Ranges ranges(0, samples, 4 * detail::lane_samples);
  threads = std::min(threads, (samples + 4 * detail::lane_samples - 1) / (4 * detail::lane_samples));
  if (generator == Generator::drand48) {
    Pool::shared().run(threads, [&] { detail::resample_drand48(values, n, k, seed, sums, ranges); });
    return;
  }
  threads = detail::within_memory(threads, n);
  const std::vector<detail::Block> blocks = detail::cut(values, n, k);
  const auto draw = [&](std::size_t s, auto* counts) { detail::draw(seed, s, n, counts); };
  if (n <= 0xFFFF) {  // no row can be drawn more than n times
    Pool::shared().run(threads, [&] { detail::weigh<std::uint16_t>(blocks, n, k, sums, ranges, draw); });
    return;
  }
  // Of many rows none is drawn 256 times, as good as ever; where one is, the numbers do not add up.
  std::atomic<bool> is_over{false};
  Pool::shared().run(threads, [&] {
    detail::weigh<std::uint8_t>(blocks, n, k, sums, ranges, [&](std::size_t s, std::uint8_t* counts) {
      draw(s, counts);
      if (detail::total(counts, n) != n) is_over = true;
    });
  });
  if (!is_over) return;
  Ranges again(0, samples, 4 * detail::lane_samples);
  Pool::shared().run(threads, [&] { detail::weigh<std::uint32_t>(blocks, n, k, sums, again, draw); });
}

// values: n rows of k columns; sums: `flips` rows of k columns. Every sum is over all rows, each with a random sign.
inline void flip(const double* values, std::size_t n, std::size_t k, std::size_t flips, std::uint64_t seed,
                 std::size_t threads, double* sums) {
  if (n == 0 || k == 0) {
    std::fill_n(sums, flips * k, 0.0);
    return;
  }
  Ranges ranges(0, flips, 4 * detail::lane_samples);
  threads = std::min(threads, (flips + 4 * detail::lane_samples - 1) / (4 * detail::lane_samples));
  threads = detail::within_memory(threads, n);
  const std::vector<detail::Block> blocks = detail::cut(values, n, k);
  Pool::shared().run(threads, [&] {
    const auto draw = [&](std::size_t s, std::int8_t* signs) { detail::draw_signs(seed, s, n, signs); };
    detail::weigh<std::int8_t>(blocks, n, k, sums, ranges, draw);
  });
}

}  // namespace infrarouge
