// Words of 64 bits: counting, scanning and adding with carry.
#pragma once

#include <cstddef>
#include <cstdint>

#include "infrarouge/support/machine.hpp"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

#if defined(__GNUC__) || defined(__clang__)
#define INFRAROUGE_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define INFRAROUGE_INLINE __forceinline
#else
#define INFRAROUGE_INLINE inline
#endif

// A second copy of a hot function for newer x86 machines, picked when it runs.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define INFRAROUGE_MODERN __attribute__((target("avx2")))
#define INFRAROUGE_HAS_MODERN 1
// A third copy where multiplying many numbers of 64 bits at once pays.
#define INFRAROUGE_WIDE __attribute__((target("avx2,avx512f,avx512dq,avx512bw,avx512vl")))
#else
#define INFRAROUGE_HAS_MODERN 0
#endif

namespace infrarouge::bits {

constexpr std::uint64_t ones = ~std::uint64_t{0};

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
constexpr bool little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
#else
constexpr bool little_endian = true;  // Windows
#endif

// The same number, of which a compiler knows nothing: it cannot make a branch of what is computed from it.
INFRAROUGE_INLINE std::uint64_t opaque(std::uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
  asm("" : "+r"(x));
#endif
  return x;
}

// How many words of 64 bits hold `count` bits.
constexpr std::size_t blocks(std::size_t count) { return (count + 63) / 64; }

// The lowest `count` bits, 0 to 64.
constexpr std::uint64_t below(std::size_t count) { return count >= 64 ? ones : (std::uint64_t{1} << count) - 1; }

constexpr std::uint64_t bit(std::size_t position) { return std::uint64_t{1} << (position & 63); }

inline std::uint32_t count(std::uint64_t x) {
  x -= (x >> 1) & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<std::uint32_t>((x * 0x0101010101010101u) >> 56);
}

// Position of the lowest bit set; x is not 0.
INFRAROUGE_INLINE std::uint32_t lowest(std::uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
  return static_cast<std::uint32_t>(__builtin_ctzll(x));
#elif defined(_MSC_VER) && defined(_WIN64)
  unsigned long position;
  _BitScanForward64(&position, x);
  return position;
#else
  return count((x & (0 - x)) - 1);
#endif
}

// Position of the highest bit set; x is not 0.
INFRAROUGE_INLINE std::uint32_t highest(std::uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
  return 63u - static_cast<std::uint32_t>(__builtin_clzll(x));
#elif defined(_MSC_VER) && defined(_WIN64)
  unsigned long position;
  _BitScanReverse64(&position, x);
  return position;
#else
  for (std::uint32_t shift = 1; shift < 64; shift *= 2) x |= x >> shift;
  return count(x) - 1;
#endif
}

// The bits in the opposite order.
INFRAROUGE_INLINE std::uint64_t reversed(std::uint64_t x) {
  x = ((x >> 1) & 0x5555555555555555u) | ((x & 0x5555555555555555u) << 1);
  x = ((x >> 2) & 0x3333333333333333u) | ((x & 0x3333333333333333u) << 2);
  x = ((x >> 4) & 0x0F0F0F0F0F0F0F0Fu) | ((x & 0x0F0F0F0F0F0F0F0Fu) << 4);
#if defined(__GNUC__) || defined(__clang__)
  return __builtin_bswap64(x);
#else
  x = ((x >> 8) & 0x00FF00FF00FF00FFu) | ((x & 0x00FF00FF00FF00FFu) << 8);
  x = ((x >> 16) & 0x0000FFFF0000FFFFu) | ((x & 0x0000FFFF0000FFFFu) << 16);
  return x >> 32 | x << 32;
#endif
}

// a + b + carry; carry is 0 or 1 and is replaced by the one that leaves.
INFRAROUGE_INLINE std::uint64_t add(std::uint64_t a, std::uint64_t b, unsigned char& carry) {
  const std::uint64_t sum = a + b;
  const std::uint64_t total = sum + carry;
  carry = static_cast<unsigned char>((sum < a) | (total < sum));
  return total;
}

// sums += addends over four words, with a carry in and out.
INFRAROUGE_INLINE void add4(std::uint64_t& s0, std::uint64_t& s1, std::uint64_t& s2, std::uint64_t& s3,
                            std::uint64_t u0, std::uint64_t u1, std::uint64_t u2, std::uint64_t u3,
                            unsigned char& carry) {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  // Compilers spill the carry between additions; the chain wants it in the flags. Every output is written before the
  // last input is read, so none may share a register with an input: "&".
  asm("addb $0xff, %b[c]\n\tadcq %[u0], %[s0]\n\tadcq %[u1], %[s1]\n\tadcq %[u2], %[s2]\n\tadcq %[u3], %[s3]\n\tsetc "
      "%b[c]"
      : [c] "+&q"(carry), [s0] "+&r"(s0), [s1] "+&r"(s1), [s2] "+&r"(s2), [s3] "+&r"(s3)
      : [u0] "r"(u0), [u1] "r"(u1), [u2] "r"(u2), [u3] "r"(u3)
      : "cc");
#else
  s0 = add(s0, u0, carry);
  s1 = add(s1, u1, carry);
  s2 = add(s2, u2, carry);
  s3 = add(s3, u3, carry);
#endif
}

// True where the second copies of hot functions may be called.
inline bool modern() { return INFRAROUGE_HAS_MODERN != 0 && simd_level() == Simd::avx2; }

// True where the third copies may be called.
inline bool wide() {
#if INFRAROUGE_HAS_MODERN
  static const bool has = modern() && __builtin_cpu_supports("avx512f") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                          __builtin_cpu_supports("avx512vl") != 0;
  return has;
#else
  return false;
#endif
}

}  // namespace infrarouge::bits
