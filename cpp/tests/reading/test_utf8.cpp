// UTF-8: what is valid and what is not, and the way back.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/reading/test_utf8.cpp -pthread && ./a.out
#include "infrarouge/reading/utf8.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

bool valid(const std::string& text) {
  // A copy that ends exactly where the text ends, for the address sanitizer to see.
  const std::vector<char> bytes(text.begin(), text.end());
  return unicode::is_utf8(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// Every code point is valid but surrogates, and comes back as it was written.
void code_points() {
  for (char32_t code = 0; code < 0x110000; ++code) {
    std::string text;
    unicode::append_utf8(text, code);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    CHECK(valid(text) == !surrogate && text.size() == unicode::utf8_size(code));
    const auto codes = unicode::decode_utf8(text);
    CHECK(codes.size() == 1 && codes[0] == code);
    if (!surrogate && code >= 0x80) CHECK(!valid(text.substr(0, text.size() - 1)) && !valid(text.substr(1)));
  }
}

void wrong_bytes() {
  for (const char* text : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                           "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3(", "\xE2\x82(", "\xF0\x90\x80("})
    for (std::size_t before = 0; before < 18; ++before)
      CHECK(!valid(std::string(before, 'a') + text) && !valid(std::string(before, 'a') + text + "after it, more"));
  CHECK(valid("") && valid(std::string(9, '\0')) && valid("plain ASCII of some length"));
}

// Random bytes: valid exactly where decoding puts in no replacement that was not there.
void random_bytes() {
  std::mt19937 rng(1);
  const char* pieces[] = {"a", "b c ", "\xC3\xA9", "\xE6\x9D\xB1", "\xF0\x9F\x98\x80", "\xC3", "\x9D", "\xED\xA0\x80"};
  for (int again = 0; again < 20000; ++again) {
    std::string text;
    const auto kinds = again % 2 == 0 ? 5u : 8u;
    for (auto n = rng() % 12; n > 0; --n) text += pieces[rng() % kinds];
    std::vector<std::uint32_t> codes;
    unicode::decode_utf8(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), codes);
    bool replaced = false;
    for (const std::uint32_t code : codes) replaced |= code == 0xFFFD;
    CHECK(valid(text) == !replaced);
  }
}

}  // namespace

int main() {
  code_points();
  wrong_bytes();
  random_bytes();
  return finish("utf8");
}
