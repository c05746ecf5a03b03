// Sides of a batch: every shape reads the same words, and texts in UTF-8 are looked at before they are read.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/engine/test_side.cpp -pthread && ./a.out
#include "infrarouge/engine/side.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

Text text(const std::string& from, Width width) { return Text{from.data(), from.size(), width}; }

void shapes() {
  TextRules rules;
  Reader reader(rules);
  Document first, other;
  const std::string whole = "a b\nc", parts[] = {"a b", "c"}, words[] = {"a", "b", "c"};
  Side texts;
  texts.first = 5;
  texts.items = {Text{}, text(whole, Width::ascii)};
  CHECK(texts.read(reader, 5, other) == (flag_missing | flag_no_words));
  CHECK(texts.read(reader, 6, first) == flag_several_sentences && first.flat.size() == 3 && first.ends.size() == 2);
  Side sentences;
  sentences.shape = Side::Shape::sentences;
  sentences.items = {text(parts[0], Width::ascii), text(parts[1], Width::utf8)};
  sentences.texts = {0, 0, 2};
  CHECK(sentences.read(reader, 0, other) == flag_no_words);
  CHECK(sentences.read(reader, 1, other) == flag_several_sentences && other.flat == first.flat &&
        other.ends == first.ends);
  Side tokens;
  tokens.shape = Side::Shape::tokens;
  for (const std::string& word : words) tokens.items.push_back(text(word, Width::utf8));
  tokens.texts = {0, 2};
  tokens.sentences = {0, 2, 3};
  CHECK(tokens.read(reader, 0, other) == flag_several_sentences && other.flat == first.flat &&
        other.ends == first.ends && other.same);
  tokens.separate = true;
  tokens.flat_items = {tokens.items[1]};
  tokens.flat = {0, 1};
  CHECK(tokens.read(reader, 0, other) == flag_several_sentences && !other.same && other.words == first.flat &&
        other.flat.size() == 1);
}

void utf8() {
  const std::string plain = "plain", accent = "caf\xC3\xA9", broken = "caf\xC3";
  std::vector<Text> texts(1000, text(accent, Width::utf8));
  texts[3] = text(plain, Width::utf8);
  texts[4] = Text{plain.data(), 0, Width::utf8};
  for (const std::size_t threads : {1u, 4u}) {
    CHECK(check_utf8(texts, 1u << 20, threads) == texts.size());
    CHECK(texts[3].width == Width::ascii && texts[4].width == Width::ascii && texts[5].width == Width::utf8);
    auto wrong = texts;
    for (const std::size_t at : {900u, 300u, 299u, 301u}) wrong[at] = text(broken, Width::utf8);
    CHECK(check_utf8(wrong, 1u << 20, threads) == 299);
  }
  std::vector<Text> none;
  CHECK(check_utf8(none, 0, 4) == 0);
}

}  // namespace

int main() {
  shapes();
  utf8();
  return finish("side");
}
