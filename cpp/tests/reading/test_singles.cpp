// Texts whose characters are words by themselves have the ids of their words, in whichever way they are read.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_singles.cpp && ./a.out
#include "infrarouge/reading/singles.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/reading/reader.hpp"

namespace {

using namespace infrarouge;
using Units = std::vector<std::uint16_t>;
using Ids = std::vector<std::uint32_t>;

// Han, kana with and without voiced marks, Thai and Lao with marks in and out of order, Latin, Hangul, blanks, lines, a
// capital sigma, a compatible ideograph, and characters that are left out.
const Units usual = {0x4E00, 0x6771, 0x4EAC, 0x5927, 0x304B, 0x306F, 0x30FC,
                     0x0E01, 0x0E32, 0x0E40, 0x0E81, 0xFF0C, 0x3002};
const Units others = {0x0E34, 0x0E38, 0x0E48, 0x0EB4, 0x3099, 0x0301, 'a',    'B',    '7',
                      ' ',    '.',    '\n',   '\n',   0xE9,   0x3A3,  0xAC00, 0x1100, 0x1161,
                      0xF900, 0x200D, 0xFE0F, 0x2019, 0xFF21, 0xD800, 0};

Units draw(std::mt19937& rng, std::size_t most, unsigned rare) {
  Units text;
  for (std::size_t n = rng() % most; n > 0; --n) {
    const Units& from = rng() % rare == 0 ? others : usual;
    text.push_back(from[rng() % from.size()]);
  }
  return text;
}

// Ids as a reader of pairs gives them: in the order of the reference, and one more for all that it lacks.
Ids numbered(const Ids& words, std::map<std::uint32_t, std::uint32_t>& ids, bool closed) {
  Ids numbers;
  for (const std::uint32_t word : words) {
    const auto next = static_cast<std::uint32_t>(ids.size());
    const auto known = ids.find(word);
    if (known == ids.end() && !closed) ids.emplace(word, next);
    numbers.push_back(known == ids.end() ? next : known->second);
  }
  return numbers;
}

Text wide(const Units& text) { return Text{text.data(), text.size(), Width::ucs2}; }

void compare(const TextRules& rules, unsigned seed, std::size_t most, unsigned again) {
  std::mt19937 rng(seed);
  Reader pairs(rules), plain(rules);
  Document reference, prediction, expected;
  for (; again > 0; --again) {
    const auto rare = static_cast<unsigned>(1 + rng() % 40), often = static_cast<unsigned>(1 + rng() % 40);
    const Units theirs = draw(rng, most, rare), ours = draw(rng, most, often);
    const std::vector<std::uint32_t> codes(ours.begin(), ours.end());
    pairs.begin_pair();
    pairs.read(wide(theirs), reference);
    const bool closed = rng() % 2 == 0;
    pairs.set_closed(closed);
    if (rng() % 2 == 0) pairs.read(wide(ours), prediction);
    else pairs.read(Text{codes.data(), codes.size(), Width::ucs4}, prediction);
    pairs.end_pair();
    std::map<std::uint32_t, std::uint32_t> ids;
    plain.read(wide(theirs), expected);
    CHECK(reference.flat == numbered(expected.flat, ids, false));
    CHECK(reference.ends == expected.ends);
    plain.read(wide(ours), expected);
    CHECK(prediction.flat == numbered(expected.flat, ids, closed));
    CHECK(prediction.ends == expected.ends);
  }
}

// Marks behind most characters, and before all that can follow them.
void compare_thai(const TextRules& rules) {
  static const Units thai = {0x0E01, 0x0E34, 0x0E02, 0x0E48, 0x0E40, 0x0E81, 0x0EB4, 0x0E33, ' ', '\n', 0x201C, 0x4E00};
  std::mt19937 rng(9);
  Reader pairs(rules), plain(rules);
  Document read, expected;
  for (unsigned again = 0; again < 2000; ++again) {
    Units text;
    for (std::size_t n = rng() % 40; n > 0; --n) text.push_back(thai[rng() % (again % 2 == 0 ? 8 : thai.size())]);
    pairs.begin_pair();
    pairs.read(wide(text), read);
    pairs.end_pair();
    std::map<std::uint32_t, std::uint32_t> ids;
    plain.read(wide(text), expected);
    CHECK(read.flat == numbered(expected.flat, ids, false));
    CHECK(read.ends == expected.ends);
  }
}

}  // namespace

int main() {
  for (const bool lines : {false, true}) {
    for (const auto& forms : std::vector<std::vector<Normal>>{
             {}, {Normal::canonical}, {Normal::nfc}, {Normal::nfkc}, {Normal::nfd}, {Normal::unaccent}}) {
      TextRules rules;
      rules.need_sentences = lines;
      rules.normalizer = forms;
      compare(rules, 7, 60, 2000);
      compare(rules, 8, 3000, 20);
      compare_thai(rules);
    }
  }
  return finish("characters that are words");
}
