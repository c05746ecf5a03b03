// Words to ids and back.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_vocabulary.cpp && ./a.out
#include "infrarouge/reading/vocabulary.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

void many_words() {
  WordTable table;
  std::vector<std::string> words;
  for (unsigned i = 0; i < 30000; ++i) {
    std::string word = std::to_string(i * 7919u);
    if (i % 3 == 0) word += std::string(i % 23, 'x');
    words.push_back(word);
  }
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    CHECK(table.find(words[i]) == WordTable::absent);
    table.add(words[i], i);
    table.add_number(static_cast<std::int64_t>(i) << 20, i + 7);
  }
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    CHECK(table.find(words[i]) == i);
    CHECK(table.find_number(static_cast<std::int64_t>(i) << 20) == i + 7);
  }
  CHECK(table.size() == 2 * words.size());
  table.clear();
  CHECK(table.size() == 0 && table.find(words[0]) == WordTable::absent);
}

// Ids are kept in 32 bits, which has a limit that is lowered here.
void too_many_words() {
  Vocabulary vocabulary;
  vocabulary.most_words = 2;
  CHECK(vocabulary.id("a") == 0 && vocabulary.id("b") == 1 && vocabulary.id("a") == 0);
  bool refused = false;
  try {
    vocabulary.id("c");
  } catch (const std::length_error&) {
    refused = true;
  }
  CHECK(refused && vocabulary.size() == 2);
}

}  // namespace

int main() {
  many_words();
  too_many_words();
  return finish("vocabulary");
}
