// Where words begin and end: 64 bytes at a time, with the widest instructions the machine has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/machine.hpp"
#include "infrarouge/support/stop.hpp"

#if defined(INFRAROUGE_X64)
#include <immintrin.h>
#if defined(_MSC_VER) && !defined(__clang__)
#define INFRAROUGE_AVX2
#else
#define INFRAROUGE_AVX2 __attribute__((target("avx2,bmi,popcnt")))
#endif
#elif defined(INFRAROUGE_NEON)
#include <arm_neon.h>
#endif

namespace infrarouge {

// Which bytes make a word.
struct ByteRules {
  bool spaces = false;      // everything but white space; else letters and digits
  std::uint8_t select = 0;  // 0x20: capitals are letters
  std::uint8_t fold = 0;    // 0x20: capitals are lowered
  std::uint8_t high = 0;    // 0x80: bytes from 0x80 up belong to words
};

// Room for what a scan of n bytes finds: n + 64 bytes, n + 65 edges, 2 n lines.
struct Scan {
  std::uint8_t* low = nullptr;     // the bytes, lowered if so ruled
  std::uint32_t* edges = nullptr;  // begins and ends of words in turn
  std::uint32_t* lines = nullptr;  // of each newline its place and the number of edges up to it; null if not asked
  std::size_t n_edges = 0;         // odd if a word is open at the end
  std::size_t n_lines = 0;
};

// Buffers for scans, which keep their room.
struct ScanRoom {
  std::vector<std::uint8_t> low;
  std::vector<std::uint32_t> edges, lines;

  Scan open(std::size_t n, bool with_lines) {
    if (low.size() < n + 128) {
      const std::size_t room = std::max(n + 128, 2 * low.size());
      // Never fewer edges than bytes, also where this is stopped in between.
      lengthen(edges, room);
      lengthen(low, room);
    }
    if (with_lines && lines.size() < 2 * n) lengthen(lines, 2 * low.size());
    Scan scan;
    scan.low = low.data();
    scan.edges = edges.data();
    scan.lines = with_lines ? lines.data() : nullptr;
    return scan;
  }
};

using ScanFunction = void (*)(const std::uint8_t* bytes, std::size_t n, const ByteRules& rules, Scan& scan);

namespace simd {

// Newlines are rare: `flips` has the block's edges, `before` the number of edges in front of the block.
inline void add_lines(Scan& scan, std::uint64_t newlines, std::uint64_t flips, std::size_t at, std::size_t before) {
  while (newlines != 0) {
    const unsigned bit = bits::lowest(newlines);
    newlines &= newlines - 1;
    const std::uint64_t upto = ~std::uint64_t{0} >> (63 - bit);
    scan.lines[2 * scan.n_lines] = static_cast<std::uint32_t>(at + bit);
    scan.lines[2 * scan.n_lines + 1] = static_cast<std::uint32_t>(before + bits::count(flips & upto));
    ++scan.n_lines;
  }
}

// Classifies 64 bytes: a bit for each byte of a word, and for each newline.
struct PlainBlock {
  static void classify(const std::uint8_t* in, const ByteRules& rules, std::uint8_t* low, std::uint64_t& words,
                       std::uint64_t& newlines) {
    words = newlines = 0;
    for (unsigned i = 0; i < 64; ++i) {
      const std::uint8_t byte = in[i];
      const bool letter = static_cast<std::uint8_t>((byte | rules.select) - 'a') < 26;
      const bool digit = static_cast<std::uint8_t>(byte - '0') < 10;
      const bool space = static_cast<std::uint8_t>(byte - 9) < 5 || static_cast<std::uint8_t>(byte - 28) < 5;
      const bool word = rules.spaces ? !space : letter || digit || (byte & rules.high) != 0;
      low[i] = letter ? static_cast<std::uint8_t>(byte | rules.fold) : byte;
      words |= static_cast<std::uint64_t>(word) << i;
      newlines |= static_cast<std::uint64_t>(byte == '\n') << i;
    }
  }
};

#if defined(INFRAROUGE_X64)
struct VectorBlock {  // SSE2, which every such machine has
  static __m128i below(__m128i v, char first, char count) {
    const __m128i x = _mm_sub_epi8(v, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(static_cast<char>(count - 1))), x);
  }
  static std::uint64_t bits(__m128i v) { return static_cast<std::uint16_t>(_mm_movemask_epi8(v)); }
  static void classify(const std::uint8_t* in, const ByteRules& rules, std::uint8_t* low, std::uint64_t& words,
                       std::uint64_t& newlines) {
    words = newlines = 0;
    for (unsigned i = 0; i < 64; i += 16) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i));
      const __m128i letter = below(_mm_or_si128(v, _mm_set1_epi8(static_cast<char>(rules.select))), 'a', 26);
      const __m128i folded = _mm_or_si128(v, _mm_and_si128(letter, _mm_set1_epi8(static_cast<char>(rules.fold))));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(low + i), folded);
      std::uint64_t word = 0;
      if (rules.spaces) {
        word = bits(_mm_or_si128(below(v, 9, 5), below(v, 28, 5))) ^ 0xFFFFu;
      } else {
        const __m128i high = _mm_and_si128(v, _mm_set1_epi8(static_cast<char>(rules.high)));
        word = bits(_mm_or_si128(_mm_or_si128(letter, below(v, '0', 10)), high));
      }
      words |= word << i;
      newlines |= bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n'))) << i;
    }
  }
};
#elif defined(INFRAROUGE_NEON)
struct VectorBlock {
  static uint8x16_t below(uint8x16_t v, std::uint8_t first, std::uint8_t count) {
    return vcltq_u8(vsubq_u8(v, vdupq_n_u8(first)), vdupq_n_u8(count));
  }
  // Bytes that are all ones or all zeros to one bit each.
  static std::uint64_t bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    static const std::uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weight = vld1q_u8(weights);
    const uint8x16_t ab = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
    const uint8x16_t cd = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
    const uint8x16_t abcd = vpaddq_u8(ab, cd);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(abcd, abcd)), 0);
  }
  static void classify(const std::uint8_t* in, const ByteRules& rules, std::uint8_t* low, std::uint64_t& words,
                       std::uint64_t& newlines) {
    uint8x16_t word[4];
    uint8x16_t line[4];
    for (unsigned i = 0; i < 4; ++i) {
      const uint8x16_t v = vld1q_u8(in + 16 * i);
      const uint8x16_t letter = below(vorrq_u8(v, vdupq_n_u8(rules.select)), 'a', 26);
      vst1q_u8(low + 16 * i, vorrq_u8(v, vandq_u8(letter, vdupq_n_u8(rules.fold))));
      if (rules.spaces) {
        word[i] = vmvnq_u8(vorrq_u8(below(v, 9, 5), below(v, 28, 5)));
      } else {
        word[i] = vorrq_u8(vorrq_u8(letter, below(v, '0', 10)), vtstq_u8(v, vdupq_n_u8(rules.high)));
      }
      line[i] = vceqq_u8(v, vdupq_n_u8('\n'));
    }
    words = bits(word[0], word[1], word[2], word[3]);
    newlines = bits(line[0], line[1], line[2], line[3]);
  }
};
#else
using VectorBlock = PlainBlock;
#endif

// Copies the last, incomplete block and fills it up with white space: nothing is read behind the text.
inline const std::uint8_t* padded(const std::uint8_t* from, std::size_t n, std::uint8_t* block) {
  std::memset(block, ' ', 64);
  std::memcpy(block, from, n);
  return block;
}

template <class Block>
void scan(const std::uint8_t* bytes, std::size_t n, const ByteRules& rules, Scan& scan) {
  std::uint8_t block[64];
  std::uint32_t* edge = scan.edges;
  std::uint64_t open = 0;
  scan.n_lines = 0;
  for (std::size_t at = 0; at < n; at += 64) {
    const std::uint8_t* in = n - at < 64 ? padded(bytes + at, n - at, block) : bytes + at;
    std::uint64_t words = 0;
    std::uint64_t newlines = 0;
    Block::classify(in, rules, scan.low + at, words, newlines);
    std::uint64_t flips = words ^ (words << 1 | open);
    open = words >> 63;
    if (scan.lines != nullptr && newlines != 0) {
      add_lines(scan, newlines, flips, at, static_cast<std::size_t>(edge - scan.edges));
    }
    for (; flips != 0; flips &= flips - 1) *edge++ = static_cast<std::uint32_t>(at) + bits::lowest(flips);
  }
  scan.n_edges = static_cast<std::size_t>(edge - scan.edges);
}

#if defined(INFRAROUGE_X64)
INFRAROUGE_AVX2 inline __m256i below32(__m256i v, char first, char count) {
  const __m256i x = _mm256_sub_epi8(v, _mm256_set1_epi8(first));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8(static_cast<char>(count - 1))), x);
}

template <bool Spaces>
INFRAROUGE_AVX2 inline std::uint32_t classify32(__m256i v, __m256i select, __m256i fold, __m256i high,
                                                std::uint8_t* low) {
  const __m256i letter = below32(_mm256_or_si256(v, select), 'a', 26);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(low), _mm256_or_si256(v, _mm256_and_si256(letter, fold)));
  __m256i word;
  if (Spaces) {
    word = _mm256_or_si256(below32(v, 9, 5), below32(v, 28, 5));
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(word));
  }
  word = _mm256_or_si256(_mm256_or_si256(letter, below32(v, '0', 10)), _mm256_and_si256(v, high));
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(word));
}

INFRAROUGE_AVX2 inline std::uint64_t newlines64(__m256i a, __m256i b) {
  const __m256i line = _mm256_set1_epi8('\n');
  const auto low = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, line)));
  const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(b, line)));
  return low | static_cast<std::uint64_t>(high) << 32;
}

// Writes the places of the eight lowest bits, and takes them out.
INFRAROUGE_AVX2 inline std::uint64_t put8(std::uint64_t bits, std::uint32_t here, std::uint32_t* out) {
  for (unsigned i = 0; i < 8; i += 4) {
    out[i] = here + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
    out[i + 1] = here + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
    out[i + 2] = here + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
    out[i + 3] = here + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
  }
  return bits;
}

template <bool Spaces>
INFRAROUGE_AVX2 void scan_avx2(const std::uint8_t* bytes, std::size_t n, const ByteRules& rules, Scan& scan) {
  const __m256i select = _mm256_set1_epi8(static_cast<char>(rules.select));
  const __m256i fold = _mm256_set1_epi8(static_cast<char>(rules.fold));
  const __m256i high = _mm256_set1_epi8(static_cast<char>(rules.high));
  std::uint8_t block[64];
  std::uint8_t* low = scan.low;
  std::uint32_t* edge = scan.edges;
  std::uint64_t open = 0;
  scan.n_lines = 0;
  for (std::size_t at = 0; at < n; at += 64) {
    const std::uint8_t* in = bytes + at;
    std::uint8_t* to = low + at;
    unsigned slide = 0;
    if (n - at < 64) {
      if (n < 64) {
        in = padded(in, n, block);
      } else {
        // The last block reaches back over bytes already seen: a copy just written would be slow to load.
        slide = static_cast<unsigned>(64 - (n - at));
        in -= slide;
        to -= slide;
      }
    }
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in + 32));
    const std::uint64_t first = classify32<Spaces>(a, select, fold, high, to);
    const std::uint64_t second = classify32<Spaces>(b, select, fold, high, to + 32);
    const std::uint64_t words = (first | second << 32) >> slide;
    std::uint64_t flips = words ^ (words << 1 | open);
    open = words >> 63;
    if (scan.lines != nullptr) {
      const std::uint64_t newlines = newlines64(a, b) >> slide;
      if (newlines != 0) add_lines(scan, newlines, flips, at, static_cast<std::size_t>(edge - scan.edges));
    }
    const auto count = static_cast<unsigned>(_mm_popcnt_u64(flips));
    const auto here = static_cast<std::uint32_t>(at);
    // Text has about 22 edges in 64 bytes: always writing 24 spares a branch that no predictor learns.
    flips = put8(flips, here, edge);
    flips = put8(flips, here, edge + 8);
    flips = put8(flips, here, edge + 16);
    for (unsigned i = 24; i < count; i += 8) flips = put8(flips, here, edge + i);
    edge += count;
  }
  scan.n_edges = static_cast<std::size_t>(edge - scan.edges);
}

INFRAROUGE_AVX2 inline void scan_avx2_any(const std::uint8_t* bytes, std::size_t n, const ByteRules& rules,
                                          Scan& scan) {
  if (rules.spaces) {
    scan_avx2<true>(bytes, n, rules, scan);
  } else {
    scan_avx2<false>(bytes, n, rules, scan);
  }
}
#endif

}  // namespace simd

inline void scan_plain(const std::uint8_t* bytes, std::size_t n, const ByteRules& rules, Scan& scan) {
  simd::scan<simd::PlainBlock>(bytes, n, rules, scan);
}

inline void scan_vector(const std::uint8_t* bytes, std::size_t n, const ByteRules& rules, Scan& scan) {
  simd::scan<simd::VectorBlock>(bytes, n, rules, scan);
}

// The fastest scan this machine can run.
inline ScanFunction best_scan() {
#if defined(INFRAROUGE_X64)
  if (simd_level() == Simd::avx2) return simd::scan_avx2_any;
#endif
  return simd_level() == Simd::none ? scan_plain : scan_vector;
}

}  // namespace infrarouge
