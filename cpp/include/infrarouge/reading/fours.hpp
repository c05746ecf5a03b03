// Characters written four at a time, where the machine can and nothing unusual is among them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "infrarouge/reading/letters.hpp"
#include "infrarouge/reading/scan.hpp"

namespace infrarouge {

// How far characters were written, and what was counted on the way.
struct Written {
  std::uint8_t* out = nullptr;
  std::uint64_t letters = 0, kept = 0;
};

namespace simd {

#if defined(INFRAROUGE_X64)

// For four characters of 0 to 3 bytes each, in 32 bits, the order in which their bytes follow one another.
// The four low bits of an index are the low bits of the sizes, the four high bits the high bits.
struct Packing {
  std::array<std::array<std::uint8_t, 16>, 256> order{};
  std::array<std::uint8_t, 256> size{};
};

constexpr Packing packing() {
  Packing packed{};
  for (unsigned index = 0; index < 256; ++index) {
    unsigned n = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
      const unsigned size = (index >> lane & 1) + 2 * (index >> (lane + 4) & 1);
      for (unsigned byte = 0; byte < size; ++byte)
        packed.order[index][n++] = static_cast<std::uint8_t>(4 * lane + byte);
    }
    packed.size[index] = static_cast<std::uint8_t>(n);
    while (n < 16) packed.order[index][n++] = 0x80;
  }
  return packed;
}

// For four characters of 3 bytes with room before each, the same where the bits of an index tell which have a blank.
constexpr Packing blank_packing() {
  Packing packed{};
  for (unsigned index = 0; index < 16; ++index) {
    unsigned n = 0;
    for (unsigned lane = 0; lane < 4; ++lane)
      for (unsigned byte = 1 - (index >> lane & 1); byte < 4; ++byte)
        packed.order[index][n++] = static_cast<std::uint8_t>(4 * lane + byte);
    packed.size[index] = static_cast<std::uint8_t>(n);
    while (n < 16) packed.order[index][n++] = 0x80;
  }
  return packed;
}

inline constexpr Packing pack_sizes = packing(), pack_blanks = blank_packing();

INFRAROUGE_AVX2 inline __m128i every(unsigned bits) { return _mm_set1_epi32(static_cast<int>(bits << 24)); }

template <class Unit>
INFRAROUGE_AVX2 inline __m128i four_letters(const Letters& table, const Unit* text) {
  int lanes[4];
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(&lanes[i], &table[text[i]], sizeof(Letter));
  return _mm_setr_epi32(lanes[0], lanes[1], lanes[2], lanes[3]);
}

// Bits 24 + `bit` of the four lanes.
template <int bit>
INFRAROUGE_AVX2 inline unsigned lane_bits(__m128i four) {
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(four, 7 - bit))));
}

INFRAROUGE_AVX2 inline unsigned pack(const Packing& by, unsigned index, __m128i four, std::uint8_t* out) {
  const __m128i order = _mm_loadu_si128(reinterpret_cast<const __m128i*>(by.order[index].data()));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_shuffle_epi8(four, order));
  return by.size[index];
}

// Adds what four characters count for.
INFRAROUGE_AVX2 inline void count_four(__m128i four, Written& written) {
  written.letters += static_cast<unsigned>(_mm_popcnt_u32(lane_bits<5>(four)));
  written.kept += static_cast<unsigned>(_mm_popcnt_u32(lane_bits<6>(four)));
}

// Writes characters in groups of four up to the first group with one that has a bit of `unusual`, or with combining
// ones in a row; returns how many. Behind the last one 16 bytes are overwritten.
template <class Unit>
INFRAROUGE_AVX2 std::size_t write_fours(const Letters& table, const Unit* text, std::size_t n, std::uint8_t before,
                                        std::uint8_t unusual, Written& written) {
  const __m128i refused = every(unusual), ordered = every(Letter::ordered);
  __m128i last = every(before);
  std::size_t i = 0;
  for (; n - i >= 4; i += 4) {
    const __m128i four = four_letters(table, text + i);
    const __m128i in_a_row = _mm_and_si128(_mm_and_si128(four, _mm_alignr_epi8(four, last, 12)), ordered);
    const __m128i bad = _mm_or_si128(_mm_and_si128(four, refused), in_a_row);
    if (_mm_testz_si128(bad, bad) == 0) break;
    written.out += pack(pack_sizes, lane_bits<0>(four) | lane_bits<1>(four) << 4, four, written.out);
    count_four(four, written);
    last = four;
  }
  return i;
}

// Writes characters of three bytes that are tokens by themselves, or marks, in groups of four as far as they go.
template <class Unit>
INFRAROUGE_AVX2 std::size_t write_singles(const Letters& table, const Unit* text, std::size_t n, std::uint8_t before,
                                          Written& written) {
  const __m128i ordered = every(Letter::ordered), refused = every(Letter::special);
  __m128i last = every(before);
  std::size_t i = 0;
  for (; n - i >= 4; i += 4) {
    const __m128i four = four_letters(table, text + i);
    const __m128i in_a_row = _mm_and_si128(_mm_and_si128(four, _mm_alignr_epi8(four, last, 12)), ordered);
    const __m128i bad = _mm_or_si128(_mm_and_si128(four, refused), in_a_row);
    const unsigned blanks = lane_bits<2>(four), marks = lane_bits<7>(four);
    const unsigned threes = lane_bits<0>(four) & lane_bits<1>(four);
    if (_mm_testz_si128(bad, bad) == 0 || (blanks | marks) != 15 || (blanks & marks) != 0 || threes != 15) break;
    const __m128i moved = _mm_or_si128(_mm_slli_epi32(four, 8), _mm_set1_epi32(' '));
    written.out += pack(pack_blanks, blanks, moved, written.out);
    count_four(four, written);
    last = four;
  }
  return i;
}

#else

template <class Unit>
std::size_t write_fours(const Letters&, const Unit*, std::size_t, std::uint8_t, std::uint8_t, Written&) {
  return 0;
}
template <class Unit>
std::size_t write_singles(const Letters&, const Unit*, std::size_t, std::uint8_t, Written&) {
  return 0;
}

#endif

}  // namespace simd

// Whether characters can be written four at a time here.
inline bool has_fours() { return simd_level() == Simd::avx2; }

}  // namespace infrarouge
