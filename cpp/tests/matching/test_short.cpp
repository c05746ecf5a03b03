// The counts of short references are those of plain bags of words and pairs, and of the plain LCS.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/matching/test_short.cpp && ./a.out
#include "infrarouge/matching/short.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "infrarouge/matching/bigrams.hpp"

namespace {

using namespace infrarouge;
using Text = std::vector<std::uint32_t>;
using Bag = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;

Bag pairs(const Text& text, std::size_t reach) {
  Bag bag;
  for (std::size_t i = 0; i < text.size(); ++i)
    for (std::size_t j = i + 1; j < std::min(text.size(), i + reach + 1); ++j) ++bag[{text[i], text[j]}];
  return bag;
}

Bag words(const Text& text) {
  Bag bag;
  for (const std::uint32_t word : text) ++bag[{word, 0}];
  return bag;
}

std::uint64_t clipped(const Bag& a, const Bag& b) {
  std::uint64_t both = 0;
  for (const auto& [unit, count] : a)
    if (const auto other = b.find(unit); other != b.end()) both += std::min(count, other->second);
  return both;
}

std::uint64_t lcs(const Text& a, const Text& b) {
  std::vector<std::uint64_t> row(b.size() + 1, 0);
  for (const std::uint32_t word : a) {
    std::uint64_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint64_t above = row[j + 1];
      row[j + 1] = word == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

// Ids in the order in which words first come, as a reader of pairs gives them; words after `known` are absent.
void number(Text& reference, Text& prediction) {
  std::map<std::uint32_t, std::uint32_t> ids;
  for (std::uint32_t& word : reference) word = ids.emplace(word, static_cast<std::uint32_t>(ids.size())).first->second;
  const auto absent = static_cast<std::uint32_t>(ids.size());
  for (std::uint32_t& word : prediction) {
    const auto known = ids.find(word);
    word = known == ids.end() ? absent : known->second;
  }
}

void random_texts() {
  std::mt19937 rng(4);
  PairNeeds needs;
  needs.matrix = true;
  Pair spread, dense;
  for (unsigned again = 0; again < 3000; ++again) {
    const std::uint32_t ids = 1 + static_cast<std::uint32_t>(rng() % 60);
    Document prediction, reference;
    for (std::size_t n = 1 + rng() % 128; n > 0; --n) reference.flat.push_back(static_cast<std::uint32_t>(rng() % ids));
    for (std::size_t n = rng() % 150; n > 0; --n)
      prediction.flat.push_back(static_cast<std::uint32_t>(rng() % (ids + 9)));
    const Text r = reference.flat, p = prediction.flat;
    spread.map(prediction, reference, needs);
    const ShortCounts counts = count_short(spread);
    CHECK(counts.words == clipped(words(p), words(r)));
    CHECK(counts.bigrams == clipped(pairs(p, 1), pairs(r, 1)));
    CHECK(counts.lcs == lcs(p, r));
    for (const std::size_t reach : {std::size_t{1}, std::size_t{5}, most_short_reach})
      CHECK(count_short_skips(spread, reach) == clipped(pairs(p, reach), pairs(r, reach)));
    number(reference.flat, prediction.flat);
    dense.map(prediction, reference, needs, true);
    const ShortCounts same = count_short(dense);
    CHECK(same.words == counts.words && same.bigrams == counts.bigrams && same.lcs == counts.lcs);
    CHECK(dense.words() == spread.words());
  }
}

// Words that only the sentence view has get ids behind those of the flat view, beyond what a matrix has places for.
void other_sentences() {
  std::mt19937 rng(6);
  PairNeeds needs;
  needs.matrix = needs.sentences = true;
  Pair pair;
  for (unsigned again = 0; again < 600; ++again) {
    Document prediction, reference;
    prediction.same = reference.same = false;
    const auto draw = [&rng](std::vector<std::uint32_t>& text, std::size_t n, std::uint32_t ids) {
      for (; n > 0; --n) text.push_back(static_cast<std::uint32_t>(rng() % ids));
    };
    draw(reference.flat, 1 + rng() % 128, 90);
    draw(reference.words, 300, 400);
    draw(prediction.flat, rng() % 150, 300);
    draw(prediction.words, 20, 400);
    pair.map(prediction, reference, needs);
    for (const std::size_t reach : {std::size_t{1}, std::size_t{5}})
      CHECK(count_short_skips(pair, reach) == clipped(pairs(prediction.flat, reach), pairs(reference.flat, reach)));
  }
}

// References of up to 256 words have a matrix for the LCS, and their bigrams are counted in cells.
void longer_texts() {
  std::mt19937 rng(5);
  PairNeeds needs;
  needs.matrix = needs.lcs = true;
  Pair spread, dense;
  Bigrams bigrams;
  for (unsigned again = 0; again < 600; ++again) {
    const std::uint32_t ids = 1 + static_cast<std::uint32_t>(rng() % 120);
    Document prediction, reference;
    for (std::size_t n = 129 + rng() % 128; n > 0; --n)
      reference.flat.push_back(static_cast<std::uint32_t>(rng() % ids));
    for (std::size_t n = rng() % 400; n > 0; --n)
      prediction.flat.push_back(static_cast<std::uint32_t>(rng() % (ids + 9)));
    const Text r = reference.flat, p = prediction.flat;
    spread.map(prediction, reference, needs);
    CHECK(spread.width() == 4 && spread.counts_words());
    CHECK(spread.matched_words() == clipped(words(p), words(r)));
    CHECK(count_short(spread).lcs == lcs(p, r));
    CHECK(Bigrams::suits(spread) && bigrams.clipped(spread) == clipped(pairs(p, 1), pairs(r, 1)));
    number(reference.flat, prediction.flat);
    dense.map(prediction, reference, needs, true);
    CHECK(dense.matched_words() == spread.matched_words() && count_short(dense).lcs == lcs(p, r));
    CHECK(bigrams.clipped(dense) == clipped(pairs(p, 1), pairs(r, 1)));
  }
}

}  // namespace

int main() {
  random_texts();
  other_sentences();
  longer_texts();
  return finish("short references");
}
