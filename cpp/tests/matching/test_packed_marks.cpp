// Packed sentences have the marks of the paths that each pair of sentences has alone.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/matching/test_packed_marks.cpp && ./a.out
#include "infrarouge/matching/packed_marks.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "infrarouge/matching/lcs_sum.hpp"

namespace {

using namespace infrarouge;

struct Lines {
  std::vector<std::uint32_t> words, ends;
  Sentenced view() const { return {Words{words.data(), words.size()}, ends.data(), ends.size()}; }
};

Lines draw(std::mt19937& rng, std::size_t sentences, std::size_t most, std::uint32_t ids) {
  Lines lines;
  for (std::size_t s = 0; s < sentences; ++s) {
    for (std::size_t n = rng() % (rng() % 20 == 0 ? 90 : most); n > 0; --n)
      lines.words.push_back(static_cast<std::uint32_t>(rng() % ids));
    lines.ends.push_back(static_cast<std::uint32_t>(lines.words.size()));
  }
  return lines;
}

void compare(const Lines& prediction_lines, const Lines& reference_lines, std::uint32_t ids) {
  static Lcs lcs;
  static PackedMarks packed;
  const Sentenced prediction = prediction_lines.view(), reference = reference_lines.view();
  Marks expected, marks;
  expected.reset(reference);
  marks.reset(reference);
  for (std::size_t s = 0; s < reference.size; ++s) {
    lcs.open(reference[s], ids);
    for (std::size_t p = 0; p < prediction.size; ++p)
      lcs.path(prediction[p], [&](std::size_t i, std::size_t) { expected.set(s, i); });
    lcs.close();
  }
  packed.mark(prediction, reference, ids, [&](std::size_t s, std::uint64_t bits) { marks.first(s) = bits; });
  bool same = true;
  for (std::size_t s = 0; s < reference.size; ++s) {
    if (reference[s].size > 64) continue;
    for (std::size_t i = 0; i < reference[s].size; ++i) same = same && marks.get(s, i) == expected.get(s, i);
  }
  CHECK(same);
}

void random_texts() {
  std::mt19937 rng(1);
  for (unsigned again = 0; again < 3000; ++again) {
    const auto ids = static_cast<std::uint32_t>(1 + rng() % 12);
    const std::size_t sentences = again % 10 == 0 ? 60 : 8;
    compare(draw(rng, rng() % 8, 20, ids), draw(rng, rng() % sentences, 20, ids), ids);
  }
}

void full_words() {
  std::mt19937 rng(2);
  for (std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{32}, std::size_t{63}, std::size_t{64}}) {
    Lines lines;
    for (std::size_t s = 0; s < 128 / size; ++s) {
      for (std::size_t i = 0; i < size; ++i) lines.words.push_back(static_cast<std::uint32_t>(rng() % 3));
      lines.ends.push_back(static_cast<std::uint32_t>(lines.words.size()));
    }
    compare(draw(rng, 5, 20, 3), lines, 3);
    compare(lines, lines, 3);
  }
}

}  // namespace

int main() {
  random_texts();
  full_words();
  return finish("packed marks");
}
