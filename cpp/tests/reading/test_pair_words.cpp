// The table of one pair's words: dense ids in the order of their first places, for any bytes, however often it is
// emptied.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_pair_words.cpp && ./a.out
#include "infrarouge/reading/pair_words.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

std::string draw(std::mt19937& rng) {
  std::string word;
  const std::size_t kind = rng() % 8;
  for (std::size_t n = kind == 0 ? rng() % 40 : rng() % 6; n > 0; --n)
    word += kind == 1 && rng() % 3 == 0 ? '\0' : static_cast<char>('a' + rng() % 3);
  return word;
}

void compare(PairWords& table, std::mt19937& rng, std::size_t n) {
  std::map<std::string, std::uint32_t> known;
  table.clear();
  CHECK(table.size() == 0);
  for (const bool closed : {false, true}) {
    for (std::size_t pass = 0; pass < 3; ++pass) {
      std::vector<std::uint8_t> bytes;
      std::vector<std::uint32_t> edges, ids, expected;
      bool zeros = false;
      for (std::size_t i = 0; i < n; ++i) {
        std::string word = draw(rng);
        zeros = zeros || word.empty() || word.find('\0') != std::string::npos;
        edges.push_back(static_cast<std::uint32_t>(bytes.size()));
        bytes.insert(bytes.end(), word.begin(), word.end());
        edges.push_back(static_cast<std::uint32_t>(bytes.size()));
        bytes.push_back('b');
        const auto next = static_cast<std::uint32_t>(known.size());
        if (!closed) known.emplace(word, next);
        const auto found = known.find(word);
        expected.push_back(found == known.end() ? next : found->second);
      }
      bytes.resize(bytes.size() + 64, 'c');
      ids.resize(n);
      table.look_up(bytes.data(), edges.data(), edges.size(), zeros, closed, ids.data());
      CHECK(ids == expected);
      CHECK(table.size() == known.size());
      const std::string word = draw(rng);
      const auto next = static_cast<std::uint32_t>(known.size());
      if (!closed) known.emplace(word, next);
      CHECK(table.find(word, closed) == (known.count(word) != 0 ? known[word] : next));
    }
  }
}

}  // namespace

int main() {
  std::mt19937 rng(6);
  PairWords table;
  for (unsigned again = 0; again < 400; ++again) compare(table, rng, again % 50 == 0 ? 9000 : rng() % 80);
  return finish("words of a pair");
}
