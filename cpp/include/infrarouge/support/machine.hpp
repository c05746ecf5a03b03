// What this machine's processor can do, asked once; INFRAROUGE_SIMD=none makes it as plain as any.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#define INFRAROUGE_X64 1
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif
#elif defined(__aarch64__) || defined(_M_ARM64)
#define INFRAROUGE_NEON 1
#endif

namespace infrarouge {

// From the plainest to the widest; `vector` is what every machine of the family has (SSE2, NEON).
enum class Simd { none, vector, avx2 };

// What the processor has.
inline Simd processor_simd() {
#if defined(INFRAROUGE_X64)
#if defined(_MSC_VER) && !defined(__clang__)
  int info[4];
  __cpuid(info, 1);
  const bool saved = (info[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
  __cpuidex(info, 7, 0);
  return saved && (info[1] & (1 << 5)) != 0 && (info[1] & (1 << 3)) != 0 ? Simd::avx2 : Simd::vector;
#else
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                 __builtin_cpu_supports("popcnt") != 0
             ? Simd::avx2
             : Simd::vector;
#endif
#elif defined(INFRAROUGE_NEON)
  return Simd::vector;
#else
  return Simd::none;
#endif
}

// What INFRAROUGE_SIMD allows of it: "none", "vector" (no AVX2), or nothing, which allows all.
inline Simd allowed_simd(const char* wish, Simd has) {
  const std::string_view said = wish == nullptr ? "" : wish;
  if (said.empty() || said == "auto") return has;
  if (said == "none") return Simd::none;
  if (said == "vector") return has == Simd::none ? Simd::none : Simd::vector;
  throw std::invalid_argument("INFRAROUGE_SIMD is '" + std::string(said) + "'; it may be 'none', 'vector' or 'auto'");
}

// What the code may use; every choice between copies of a function asks here.
inline Simd simd_level() {
  static const Simd level = allowed_simd(std::getenv("INFRAROUGE_SIMD"), processor_simd());
  return level;
}

inline const char* simd_name(Simd level) {
  if (level == Simd::none) return "none";
  if (level == Simd::avx2) return "avx2";
#if defined(INFRAROUGE_NEON)
  return "neon";
#else
  return "sse2";
#endif
}

}  // namespace infrarouge
