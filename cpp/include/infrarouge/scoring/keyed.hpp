// Sums of whole numbers, every row times a number that depends on its key, the seed and the sample alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/scoring/resample.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/pool.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

enum class KeyedKind : std::uint8_t { poisson, signs };

inline KeyedKind parse_keyed_kind(std::string_view name) {
  if (name == "poisson") return KeyedKind::poisson;
  if (name == "signs") return KeyedKind::signs;
  throw std::invalid_argument("unknown kind '" + std::string(name) + "'");
}

namespace detail {

constexpr std::size_t keyed_piece = 4096;           // rows: 4096 * 20 * 2^36 < 2^53, so a double adds them up exactly
constexpr std::size_t keyed_most_rows = 1u << 20;   // their sums stay within 64 bits
constexpr double keyed_most_value = 68719476736.0;  // 2^36

// The whole part of 2^64 times the chance that a Poisson number of mean 1 is at most 0, 1, 2 and so on.
constexpr std::uint64_t poisson_thresholds[] = {
    0x5E2D58D8B3BCDF1Au, 0xBC5AB1B16779BE35u, 0xEB715E1DC1582DC2u, 0xFB23979734A252F1u, 0xFF1025F59174DC3Du,
    0xFFD90F3BA4055E19u, 0xFFFA8B71FC72C913u, 0xFFFF540C0914B3C9u, 0xFFFFED1F4AA8F120u, 0xFFFFFE216E641462u,
    0xFFFFFFD4D85D3183u, 0xFFFFFFFC6DA262B4u, 0xFFFFFFFFBA12D178u, 0xFFFFFFFFFB07C64Cu, 0xFFFFFFFFFFAB8EA5u,
    0xFFFFFFFFFFFABE22u, 0xFFFFFFFFFFFFB11Au, 0xFFFFFFFFFFFFFBA1u, 0xFFFFFFFFFFFFFFC5u, 0xFFFFFFFFFFFFFFFDu};
constexpr std::size_t poisson_few = 5;  // one number in some 270 reaches this and looks at the other thresholds

// The Poisson number of mean 1 that a random number stands for, known to be at least `weight`.
inline std::int8_t poisson_of(std::uint64_t z, std::size_t weight) {
  while (weight < std::size(poisson_thresholds) && z >= poisson_thresholds[weight]) ++weight;
  return static_cast<std::int8_t>(weight);
}

// A Poisson number of mean 1 for each of `size` keys.
INFRAROUGE_INLINE void draw_poisson_body(std::uint64_t start, const std::uint64_t* keys, std::size_t size,
                                         std::int8_t* numbers) {
  std::size_t i = 0;
#if defined(__GNUC__) || defined(__clang__)
  // Four keys at once; numbers are compared with their first bit turned, because lanes compare with a sign.
  typedef std::uint64_t Lanes __attribute__((vector_size(32), aligned(8)));
  typedef std::int64_t Signed __attribute__((vector_size(32), aligned(8)));
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  for (; i + 4 <= size; i += 4) {
    Lanes z = *reinterpret_cast<const Lanes*>(keys + i) + start;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z = z ^ (z >> 31);
    const Signed turned = reinterpret_cast<const Signed&>(z) ^ static_cast<std::int64_t>(top);
    Signed weight = {0, 0, 0, 0};
    for (std::size_t k = 0; k < poisson_few; ++k)
      weight -= turned > static_cast<std::int64_t>((poisson_thresholds[k] - 1) ^ top);
    for (std::size_t j = 0; j < 4; ++j) {
      const auto few = static_cast<std::size_t>(weight[j]);
      numbers[i + j] = few < poisson_few ? static_cast<std::int8_t>(few) : poisson_of(z[j], few);
    }
  }
#endif
  for (; i < size; ++i) numbers[i] = poisson_of(splitmix(start + keys[i]), 0);
}

#if INFRAROUGE_HAS_MODERN
INFRAROUGE_MODERN inline void draw_poisson_modern(std::uint64_t start, const std::uint64_t* keys, std::size_t size,
                                                  std::int8_t* numbers) {
  draw_poisson_body(start, keys, size, numbers);
}
#endif

inline void draw_poisson(std::uint64_t start, const std::uint64_t* keys, std::size_t size, std::int8_t* numbers) {
#if INFRAROUGE_HAS_MODERN
  if (bits::modern()) return draw_poisson_modern(start, keys, size, numbers);
#endif
  draw_poisson_body(start, keys, size, numbers);
}

inline void draw_keyed_signs(std::uint64_t start, const std::uint64_t* keys, std::size_t size, std::int8_t* numbers) {
  for (std::size_t i = 0; i < size; ++i)
    numbers[i] = (splitmix(start + keys[i]) >> 63) != 0 ? std::int8_t{-1} : std::int8_t{1};
}

inline void check_keyed(const double* values, std::size_t n, std::size_t k) {
  if (n > keyed_most_rows) throw std::invalid_argument("at most 1048576 rows can be added up at once");
  for (std::size_t i = 0; i < n * k; ++i)
    if (!(std::fabs(values[i]) < keyed_most_value) || values[i] != std::trunc(values[i]))
      throw std::invalid_argument("values must be whole numbers between -2^36 and 2^36");
}

inline void keyed_ranges(const std::vector<Block>& blocks, const std::uint64_t* keys, std::size_t n, std::size_t k,
                         std::uint64_t seed, KeyedKind kind, std::int64_t* sums, Ranges& ranges) {
  std::vector<std::int8_t> numbers(lane_samples * keyed_piece);
  const std::int8_t* rows[lane_samples];
  double parts[lane_samples * lane_columns];
  std::size_t begin, end;
  while (ranges.next(begin, end)) {
    for (std::size_t s = begin; s < end; s += lane_samples) {
      const std::size_t some = std::min(lane_samples, end - s);
      // A group short of samples repeats its first one and drops the copies.
      for (std::size_t r = 0; r < lane_samples; ++r) rows[r] = numbers.data() + (r < some ? r : 0) * keyed_piece;
      for (std::size_t first = 0; first < n; first += keyed_piece) {
        Stop::poll(4 * keyed_piece * (k + 4));
        const std::size_t size = std::min(keyed_piece, n - first);
        for (std::size_t r = 0; r < some; ++r) {
          const std::uint64_t start = splitmix(seed + golden_gamma * (s + r + 1));
          std::int8_t* const into = numbers.data() + r * keyed_piece;
          if (kind == KeyedKind::poisson) draw_poisson(start, keys + first, size, into);
          else draw_keyed_signs(start, keys + first, size, into);
        }
        for (const Block& block : blocks) {
          const double* const values = block.values + first * block.stride;
          if (block.width == 4) accumulate<4>(values, block.stride, size, rows, parts);
          else if (block.width == 8) accumulate<8>(values, block.stride, size, rows, parts);
          else accumulate<12>(values, block.stride, size, rows, parts);
          const std::size_t real = std::min(block.width, k - block.column);
          for (std::size_t r = 0; r < some; ++r)
            for (std::size_t c = 0; c < real; ++c)
              sums[(s + r) * k + block.column + c] += static_cast<std::int64_t>(parts[r * block.width + c]);
        }
      }
    }
  }
}

}  // namespace detail

// values: n rows of k whole numbers; sums: `samples` rows of k columns. Refuses numbers that would not add up exactly.
inline void keyed_sums(const double* values, const std::uint64_t* keys, std::size_t n, std::size_t k,
                       std::size_t samples, std::uint64_t seed, KeyedKind kind, std::size_t threads,
                       std::int64_t* sums) {
  detail::check_keyed(values, n, k);
  std::fill_n(sums, samples * k, std::int64_t{0});
  if (n == 0 || k == 0) return;
  Ranges ranges(0, samples, 4 * detail::lane_samples);
  threads = std::min(threads, (samples + 4 * detail::lane_samples - 1) / (4 * detail::lane_samples));
  const std::vector<detail::Block> blocks = detail::cut(values, n, k);
  Pool::shared().run(threads, [&] { detail::keyed_ranges(blocks, keys, n, k, seed, kind, sums, ranges); });
}

}  // namespace infrarouge
