// What every test needs: a count of failures, and checks that add to it.
#pragma once

#include <cstdio>
#include <string>

inline int failures = 0;

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                                  \
    }                                                                              \
  } while (false)

#define CHECK_TEXT(found, wanted)                                                                    \
  do {                                                                                               \
    const std::string found_text = (found);                                                          \
    if (found_text != (wanted)) {                                                                    \
      std::fprintf(stderr, "%s:%d: %s is \"%s\"\n", __FILE__, __LINE__, #found, found_text.c_str()); \
      ++failures;                                                                                    \
    }                                                                                                \
  } while (false)

// The exit status of a test, said aloud where all is well.
inline int finish(const char* name) {
  if (failures == 0) std::printf("%s: all passed\n", name);
  return failures == 0 ? 0 : 1;
}
