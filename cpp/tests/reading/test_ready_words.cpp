// Ready words read where they lie, each with its head before it: the ids of words that are read from a list of texts.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_ready_words.cpp && ./a.out
#include "infrarouge/reading/ready_words.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

// Words that end where their memory ends and begin 8 bytes after it does, so that sanitizers see what is read beside.
class Headed {
 public:
  void add(const std::string& word) {
    memory_.push_back(std::vector<std::uint8_t>(8, static_cast<std::uint8_t>(memory_.size())));
    memory_.back().insert(memory_.back().end(), word.begin(), word.end());
    memory_.back().shrink_to_fit();
  }
  std::size_t size() const { return memory_.size(); }
  HeadedWord headed(std::size_t i) const {
    const Text text = (*this)[i];
    if (text.width != Width::ascii) return {};
    return {static_cast<const std::uint8_t*>(text.data), text.size};
  }
  Text operator[](std::size_t i) const {
    const std::size_t n = memory_[i].size() - 8;
    const std::uint8_t* const word = memory_[i].data() + 8;
    return Text{word, n, unicode::is_ascii(word, n) ? Width::ascii : Width::utf8};
  }

 private:
  std::vector<std::vector<std::uint8_t>> memory_;
};

std::string draw(std::mt19937& rng) {
  static const char* const letters[] = {"a", "b", "\x7f", "\x01", "é"};
  std::string word;
  const std::size_t kind = rng() % 8;
  for (std::size_t n = kind == 0 ? rng() % 40 : rng() % 14; n > 0; --n) {
    if (kind == 1 && rng() % 3 == 0) word.push_back('\0');
    else word += letters[kind == 2 ? rng() % 5 : rng() % 4];
  }
  return word;
}

Headed draw_sentence(std::mt19937& rng) {
  Headed words;
  for (std::size_t n = rng() % 20 == 0 ? 2000 : rng() % 40; n > 0; --n) words.add(draw(rng));
  return words;
}

void compare(Reader& reader, Reader& other, std::mt19937& rng, bool paired) {
  for (Reader* const each : {&reader, &other}) paired ? each->begin_pair() : each->end_pair();
  for (const bool closed : {false, true}) {
    for (Reader* const each : {&reader, &other}) each->set_closed(closed);
    std::vector<Headed> sentences;
    for (std::size_t n = rng() % 4; n > 0; --n) sentences.push_back(draw_sentence(rng));
    std::vector<Text> texts;
    std::vector<std::int64_t> offsets{0};
    Document document, expected;
    ReadyWords words(reader, document);
    for (const Headed& sentence : sentences) {
      words.add_sentence(sentence);
      for (std::size_t i = 0; i < sentence.size(); ++i) texts.push_back(sentence[i]);
      offsets.push_back(static_cast<std::int64_t>(texts.size()));
    }
    other.read_tokens(texts.data(), offsets.data(), sentences.size(), expected);
    CHECK(document.flat == expected.flat);
    CHECK(document.ends == expected.ends);
    CHECK(document.same == expected.same);
  }
}

}  // namespace

int main() {
  std::mt19937 rng(6);
  TextRules rules;
  rules.tokens = Tokens::list;
  rules.need_sentences = true;
  Reader reader(rules), other(rules);
  for (unsigned again = 0; again < 300; ++again) compare(reader, other, rng, again % 3 != 0);
  return finish("ready words");
}
