// What code points are, and their lower case.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_unicode.cpp && ./a.out
#include "infrarouge/reading/unicode.hpp"

#include <cstdint>

#include "check.hpp"

namespace {

using namespace infrarouge;
using unicode::Kind;

void lowering() {
  CHECK_TEXT(unicode::lower("ABC xyz"), "abc xyz");
  CHECK_TEXT(unicode::lower("\u0130\u00c0\u01c5\u1e9e\u2126\u10a0"), "i\u0307\u00e0\u01c6\u00df\u03c9\u2d00");
  CHECK_TEXT(unicode::lower("\u0391\u03a3'\u03a3. \u03a3"), "\u03b1\u03c3'\u03c2. \u03c3");
  CHECK(unicode::kind(unicode::properties(0x10FFFF)) == Kind::separator);
}

// Code points at both ends of blocks, and beyond the last one.
void kinds() {
  const auto is = [](char32_t code, Kind kind) { return unicode::kind(unicode::properties(code)) == kind; };
  CHECK(is(U'a', Kind::word) && is(U' ', Kind::separator) && is(0x301, Kind::mark) && is(0x200D, Kind::ignored));
  CHECK(is(0x4DFF, Kind::separator) && is(0x4E00, Kind::single) && is(0x9FFF, Kind::single) && is(0xA000, Kind::word));
  CHECK(is(0xE0100, Kind::ignored) && is(0xE01EF, Kind::ignored) && is(0xE01F0, Kind::separator));
  CHECK(is(0x10FFFF, Kind::separator) && is(0x110000, Kind::separator) && is(0xFFFFFFFF, Kind::separator));
  CHECK((unicode::properties(0x85) & unicode::space) != 0 && (unicode::properties(0x41) & unicode::lowers) != 0);
}

}  // namespace

int main() {
  lowering();
  kinds();
  return finish("unicode");
}
