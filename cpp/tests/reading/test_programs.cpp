// Words and sentences as single programs cut them, on texts with known words.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/reading/test_programs.cpp && ./a.out
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/reading/reader.hpp"

namespace {

using namespace infrarouge;

// Words between bars, so that empty ones show.
std::string barred(const Reader& reader, const std::vector<std::uint32_t>& ids, std::size_t from, std::size_t to) {
  std::string words = "|";
  for (std::size_t i = from; i < to; ++i) words += reader.word(ids[i]) + "|";
  return words;
}

Document read(Reader& reader, const std::string& text) {
  Document document;
  reader.read(Text{text.data(), text.size(), Width::utf8}, document);
  return document;
}

std::string flat(const TextRules& rules, const std::string& text) {
  Reader reader(rules);
  const Document document = read(reader, text);
  return barred(reader, document.flat, 0, document.flat.size());
}

std::string by_sentence(const TextRules& rules, const std::string& text) {
  Reader reader(rules);
  const Document document = read(reader, text);
  std::string all;
  std::size_t from = 0;
  for (const std::uint32_t end : document.ends) {
    all += (all.empty() ? "" : " / ") + barred(reader, document.sentence_words(), from, end);
    from = end;
  }
  return all;
}

TextRules with(Tokens tokens, Sentences sentences = Sentences::none) {
  TextRules rules;
  rules.tokens = tokens;
  rules.sentences = sentences;
  rules.lowercase = Lowercase::none;
  return rules;
}

void test_white_space() {
  const TextRules pltrdy = with(Tokens::pltrdy, Sentences::period);
  CHECK_TEXT(by_sentence(pltrdy,
                         "A b. C\xC2\xA0"
                         "d"),
             "|A|b| / |C|d|");
  CHECK_TEXT(by_sentence(pltrdy, "a. .b"), "|a| / || / |b|");
  CHECK_TEXT(flat(pltrdy, ""), "|");
  const TextRules edges = with(Tokens::edges);
  CHECK_TEXT(flat(edges, " a  b"), "||a|b|");
  CHECK_TEXT(flat(edges, "a\xE3\x80\x80"), "|a||");
  CHECK_TEXT(flat(edges, " "), "|||");
  CHECK_TEXT(flat(edges, ""), "||");
  const TextRules java = with(Tokens::java);
  CHECK_TEXT(flat(java, " a b "), "||a|b|");
  CHECK_TEXT(flat(java,
                  "a\xC2\xA0"
                  "b\x1C"),
             "|a\xC2\xA0"
             "b\x1C|");
  CHECK_TEXT(flat(java, " "), "|");
  CHECK_TEXT(flat(java, ""), "||");
  const TextRules space = with(Tokens::space);
  CHECK_TEXT(flat(space, "a  b\n "), "|a||b\n||");
  CHECK_TEXT(flat(space, ""), "||");
}

void test_lower_case() {
  TextRules rules = with(Tokens::java);
  rules.lowercase = Lowercase::unicode;
  CHECK_TEXT(flat(rules,
                  "AB \xC3\x89"
                  "C"),
             "|ab|\xC3\xA9"
             "c|");
  rules.lowercase = Lowercase::ascii;
  CHECK_TEXT(flat(rules,
                  "AB \xC3\x89"
                  "C"),
             "|ab|\xC3\x89"
             "c|");
}

void test_lines_and_whole() {
  TextRules rules = with(Tokens::java, Sentences::java_lines);
  rules.whole = true;
  CHECK_TEXT(by_sentence(rules, " a\n\n b\n"), "||a| / |b|");
  CHECK_TEXT(by_sentence(rules, "\n"), "||");
  CHECK_TEXT(flat(rules, "\n"), "|");
  CHECK_TEXT(by_sentence(rules, " \na"), "|a|");
  CHECK_TEXT(flat(rules, " \na"), "||a|");
  rules.max_words = 3;
  bool refused = false;
  try {
    const Reader reader(rules);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

void test_flat_texts() {
  const TextRules rules = with(Tokens::space, Sentences::list);
  Reader reader(rules);
  const std::string one = "a b", two = "c", whole = "a b  c";
  const Text sentences[] = {{one.data(), one.size(), Width::utf8}, {two.data(), two.size(), Width::utf8}};
  const Text text{whole.data(), whole.size(), Width::utf8};
  Document document;
  reader.read_sentences(sentences, 2, document);
  reader.read_flat_texts(&text, 1, document);
  CHECK_TEXT(barred(reader, document.flat, 0, document.flat.size()), "|a|b||c|");
  CHECK_TEXT(barred(reader, document.sentence_words(), 0, document.words.size()), "|a|b|c|");
  CHECK(document.ends.size() == 2);
}

void test_closed() {
  const TextRules rules = with(Tokens::space);
  Reader reader(rules);
  read(reader, "a  b");
  reader.set_closed(true);
  CHECK_TEXT(barred(reader, read(reader, "a  b").flat, 0, 3), "|a||b|");
  CHECK(read(reader, "new").flat[0] == reader.size());
}

void test_treebank() {
  const TextRules first = with(Tokens::treebank_320), last = with(Tokens::treebank_323);
  CHECK_TEXT(flat(first, "I can't, you know."), "|I|ca|n't|,|you|know|.|");
  CHECK_TEXT(flat(first, "end.\nNext"), "|end.\nNext|");
  CHECK_TEXT(flat(first, " "), "||");
  CHECK_TEXT(flat(first, ""), "|");
  CHECK_TEXT(flat(first, "\"a\" (\"b\") .... x--y cannot Cannot"), "|``|a|''|(|``|b|''|)|...|x|--|y|can|not|Cannot|");
  CHECK_TEXT(flat(last, "The U.S. paid $1,000 at 12:30."), "|The|U.S.|paid|$|1,000|at|12:30|.|");
  CHECK_TEXT(flat(last, "It is U.S."), "|It|is|U.S.|");
  CHECK_TEXT(flat(last, "\"a\" ''b'' I'm gonna, 'tis xcannot"), "|``|a|''|``|b|''|I|'m|gon|na|,|'t|is|xcannot|");
  CHECK_TEXT(flat(last, " "), "|");
}

TextRules punkt() {
  TextRules rules = with(Tokens::whitespace, Sentences::punkt);
  rules.punkt = std::make_shared<programs::PunktTypes>(
      "dr\nmr\n\xC3\xA9"
      "d",
      "j\tbach", "the", "the\t54\ncat\t34\nsmith\t4\nnine\t32");
  return rules;
}

void test_punkt() {
  CHECK_TEXT(by_sentence(punkt(), "He saw Dr. Smith. He left."), "|He|saw|Dr.|Smith.| / |He|left.|");
  CHECK_TEXT(by_sentence(punkt(), "(A.) \"B!\" C"), "|(A.)| / |\"B!\"| / |C|");
  CHECK_TEXT(by_sentence(punkt(),
                         "\xC3\x89"
                         "d. Smith"),
             "|\xC3\x89"
             "d.|Smith|");
  CHECK_TEXT(by_sentence(punkt(), "in 1984. nine men. J. Bach"), "|in|1984.|nine|men.| / |J.|Bach|");
  CHECK_TEXT(by_sentence(punkt(), ""), "");
  const TextRules rouge2 = with(Tokens::rouge2, Sentences::rouge2);
  CHECK_TEXT(by_sentence(rouge2, "It's 5\r\n\n5 \xC3\x89"), "|it|s|@| / || / ||@|\xC3\xA3\xC2\x89|");
  const TextRules chinese = with(Tokens::pltrdy, Sentences::chinese);
  CHECK_TEXT(by_sentence(chinese,
                         "a\xE3\x80\x82"
                         "b c\n\nd?e "),
             "|a\xE3\x80\x82| / |b|c| / |d?| / |e|");
  for (const char* const wrong : {"cat", "cat\tx", "cat\t99999"}) {
    bool refused = false;
    try {
      const programs::PunktTypes types("", "", "", wrong);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

}  // namespace

int main() {
  test_white_space();
  test_lower_case();
  test_lines_and_whole();
  test_flat_texts();
  test_closed();
  test_treebank();
  test_punkt();
  return finish("programs");
}
