// The marks over pairs of sentences are those of the paths that each pair has alone.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/matching/test_weighted_marks.cpp && ./a.out
#include "infrarouge/matching/weighted_marks.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "infrarouge/matching/lcs_sum.hpp"
#include "infrarouge/matching/weighted.hpp"
#include "infrarouge/matching/weighted_lcs.hpp"

namespace {

using namespace infrarouge;

struct Lines {
  std::vector<std::uint32_t> words, ends;
  void end() { ends.push_back(static_cast<std::uint32_t>(words.size())); }
  Sentenced view() const { return {Words{words.data(), words.size()}, ends.data(), ends.size()}; }
};

Lines draw(std::mt19937& rng, std::size_t sentences, std::size_t most, std::uint32_t ids) {
  Lines lines;
  for (std::size_t s = 0; s < sentences; ++s) {
    for (std::size_t n = rng() % (most + 1); n > 0; --n) lines.words.push_back(static_cast<std::uint32_t>(rng() % ids));
    lines.end();
  }
  return lines;
}

// The same lines, with some words left out, replaced or put in: long runs.
Lines rewrite(std::mt19937& rng, const Lines& lines, std::uint32_t ids) {
  Lines other;
  const Sentenced view = lines.view();
  for (std::size_t s = 0; s < view.size; ++s) {
    const Words words = view[(s + rng() % 2) % view.size];
    std::size_t room = WeightedMarks::most_words;
    for (std::size_t i = 0; i < words.size && room > 1; ++i) {
      const auto what = rng() % 12;
      if (what == 0) continue;
      if (what == 1) other.words.push_back(static_cast<std::uint32_t>(rng() % ids));
      other.words.push_back(what == 2 ? static_cast<std::uint32_t>(rng() % ids) : words[i]);
      room -= what == 1 ? 2 : 1;
    }
    other.end();
  }
  return other;
}

void compare(const Lines& prediction_lines, const Lines& reference_lines, std::uint32_t ids, double weight,
             bool as_one) {
  static WeightedLcs lcs;
  static WeightedMarks short_marks;
  const Sentenced prediction = prediction_lines.view(), reference = reference_lines.view();
  Weight f(weight);
  const Gains gains{f.upto(66), as_one};
  Marks expected, marks;
  expected.reset(reference);
  marks.reset(reference);
  for (std::size_t s = 0; s < reference.size; ++s)
    for (std::size_t p = 0; p < prediction.size; ++p)
      lcs.path(reference[s], prediction[p], ids, gains, [&](std::size_t i, std::size_t) { expected.set(s, i); });
  CHECK(WeightedMarks::suits(prediction, reference));
  short_marks.mark(prediction, reference, ids, gains, f.surely_gains(), marks);
  bool same = true;
  for (std::size_t s = 0; s < reference.size; ++s)
    for (std::size_t i = 0; i < reference[s].size; ++i) same = same && marks.get(s, i) == expected.get(s, i);
  CHECK(same);
}

void random_texts() {
  std::mt19937 rng(1);
  const double weights[] = {1.2, 1.2, 2.0, 1.0, 4.0, 0.7, 1e-9, 60.0};
  for (unsigned again = 0; again < 20000; ++again) {
    const auto ids = static_cast<std::uint32_t>(1 + rng() % (again % 3 == 0 ? 5 : 40));
    const std::size_t most = again % 5 == 0 ? WeightedMarks::most_words : 14;
    const Lines reference = draw(rng, rng() % 6, most, ids);
    const bool copied = again % 2 == 0 && !reference.ends.empty();
    const Lines prediction = copied ? rewrite(rng, reference, ids) : draw(rng, rng() % 6, most, ids);
    compare(prediction, reference, ids, weights[again % 8], rng() % 2 == 0);
  }
}

void full_sentences() {
  Lines lines;
  for (std::size_t size : {std::size_t{63}, std::size_t{1}, std::size_t{63}}) {
    for (std::size_t i = 0; i < size; ++i) lines.words.push_back(static_cast<std::uint32_t>(i % 31));
    lines.end();
  }
  compare(lines, lines, 31, 1.2, false);
  Lines too_long = lines;
  too_long.words.resize(too_long.words.size() + 64, 0);
  too_long.end();
  CHECK(!WeightedMarks::suits(lines.view(), too_long.view()) && !WeightedMarks::suits(too_long.view(), lines.view()));
}

}  // namespace

int main() {
  random_texts();
  full_sentences();
  return finish("weighted marks");
}
