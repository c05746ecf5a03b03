// Words of 64 bits: counting, scanning, and adding with carry.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/support/test_bits.cpp -pthread && ./a.out
#include "infrarouge/support/bits.hpp"

#include <cstdint>
#include <random>

#include "check.hpp"

namespace {

using namespace infrarouge;

void scanning() {
  CHECK(bits::count(0) == 0 && bits::count(bits::ones) == 64);
  for (std::uint32_t at = 0; at < 64; ++at) {
    const std::uint64_t x = std::uint64_t{1} << at;
    CHECK(bits::count(x) == 1 && bits::lowest(x) == at && bits::highest(x) == at);
    CHECK(bits::lowest(~(x - 1)) == at && bits::highest(x | (x - 1)) == at);
    CHECK(bits::count(bits::below(at)) == at && bits::bit(at + 64) == x);
  }
  CHECK(bits::below(64) == bits::ones && bits::blocks(0) == 0 && bits::blocks(64) == 1 && bits::blocks(65) == 2);
}

// The chain must equal four single additions whichever registers it gets, with operands that are equal among them: a
// compiler may keep equal values in one register.
void adding() {
  std::mt19937_64 rng(1);
  const std::uint64_t edges[] = {0, 1, 2, bits::ones, bits::ones - 1, std::uint64_t{1} << 63};
  for (int again = 0; again < 200000; ++again) {
    const auto draw = [&] { return rng() % 3 == 0 ? rng() : edges[rng() % 6]; };
    const std::uint64_t a[4] = {draw(), draw(), draw(), draw()}, b[4] = {draw(), draw(), draw(), draw()};
    for (unsigned char in = 0; in < 2; ++in) {
      std::uint64_t s[4] = {a[0], a[1], a[2], a[3]}, expected[4];
      unsigned char carry = in, plain = in;
      bits::add4(s[0], s[1], s[2], s[3], b[0], b[1], b[2], b[3], carry);
      for (int k = 0; k < 4; ++k) expected[k] = bits::add(a[k], b[k], plain);
      CHECK(s[0] == expected[0] && s[1] == expected[1] && s[2] == expected[2] && s[3] == expected[3] && carry == plain);

      // The carry's own value as every addend.
      std::uint64_t t[4] = {a[0], a[1], a[2], a[3]};
      carry = plain = in;
      const std::uint64_t same = carry;
      bits::add4(t[0], t[1], t[2], t[3], same, same, same, same, carry);
      for (int k = 0; k < 4; ++k) CHECK(t[k] == bits::add(a[k], same, plain));
      CHECK(carry == plain);
    }
  }
}

}  // namespace

int main() {
  scanning();
  adding();
  return finish("bits");
}
