// All pairs at once count what walking the texts counts, whatever number type the counts need.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/matching/test_skip.cpp -pthread && ./a.out
#include "infrarouge/matching/skip.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "kept.hpp"

namespace {

using namespace infrarouge;
using Text = std::vector<std::uint32_t>;

Words view(const Text& text) { return {text.data(), text.size()}; }

void compare(const Text& reference, const Text& prediction, std::uint32_t words) {
  static Skips skips;
  static AllPairs all;
  Overlap walked;
  const std::size_t reach = std::max(reference.size(), prediction.size());
  skips.sweep<std::uint64_t>(view(reference), view(prediction), reach, words, walked);
  CHECK(all.clipped(view(reference), view(prediction), words) == walked.clipped);
  CHECK(all.shared(view(reference), view(prediction), words) == walked.shared);
}

// Words of which the first are much more frequent than the last; in a prediction some are `words`, for absent.
Text draw(std::mt19937& rng, std::size_t size, std::uint32_t words, unsigned skew, bool absent) {
  Text text(size);
  for (std::uint32_t& word : text) {
    std::uint64_t place = rng() % words;
    for (unsigned k = 0; k < skew; ++k) place = place * (rng() % words) / words;
    word = absent && rng() % 9 == 0 ? words : static_cast<std::uint32_t>(place);
  }
  return text;
}

void random_texts() {
  std::mt19937 rng(3);
  for (unsigned again = 0; again < 60; ++again) {
    const auto words = static_cast<std::uint32_t>(1 + rng() % 400);
    const Text reference = draw(rng, rng() % 900, words, again % 4, false);
    Text prediction = draw(rng, rng() % 900, words, again % 4, true);
    compare(reference, prediction, words);
    // A copy with a few changes has most words once in both.
    prediction = reference;
    for (std::size_t k = 0; k < prediction.size() / 20; ++k)
      prediction[rng() % prediction.size()] = static_cast<std::uint32_t>(rng() % (words + 1));
    compare(reference, prediction, words);
  }
}

// Counts whose products need 32 and 64 bits.
void frequent_words() {
  std::mt19937 rng(4);
  compare(draw(rng, 9000, 90, 3, false), draw(rng, 7000, 90, 3, true), 90);
  compare(draw(rng, 120000, 3, 0, false), draw(rng, 160000, 3, 0, true), 3);
  const Text one(100000, 0);
  AllPairs all;
  CHECK(all.clipped(view(one), view(one), 1) == 100000ull * 99999 / 2);
  CHECK(all.shared(view(one), view(one), 1) == 1);
}

// Counts that may not fit into 31 bits are listed in 64: with a lowered limit every list is.
void wide_lists() {
  std::mt19937 rng(5);
  Skips narrow, wide;
  wide.narrow_limit = 0;
  const PairNeeds needs;
  Pair pair;
  std::uint64_t total = 0;
  for (unsigned again = 0; again < 60; ++again) {
    const auto words = static_cast<std::uint32_t>(200 + rng() % 400);
    Document one, two;
    one.flat = draw(rng, 300 + rng() % 300, words, again % 3, false);
    two.flat = draw(rng, 300 + rng() % 300, words, again % 3, false);
    pair.map(one, two, needs);
    const std::size_t reach = 1 + rng() % 12;
    const Overlap expected = narrow.overlap(pair, reach, true, false), found = wide.overlap(pair, reach, true, false);
    CHECK(found.clipped == expected.clipped && found.shared == expected.shared);
    total += expected.clipped;
  }
  CHECK(total > 0);
}

void single_words() {
  Text forward(1000), backward(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) forward[i] = i, backward[999 - i] = i;
  AllPairs all;
  CHECK(all.clipped(view(forward), view(forward), 1000) == 499500);
  CHECK(all.clipped(view(forward), view(backward), 1000) == 0);
  CHECK(all.shared(view(forward), view(backward), 1000) == 0);
  CHECK(all.clipped(view(forward), view(Text{}), 1000) == 0);
}

}  // namespace

int main() {
  random_texts();
  frequent_words();
  wide_lists();
  single_words();
  return finish("skip");
}
