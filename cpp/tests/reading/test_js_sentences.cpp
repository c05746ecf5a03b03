// The quick cutting of js-rouge's sentences: what it cuts, and what it leaves to the definition.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_js_sentences.cpp -pthread && ./a.out
#include "infrarouge/reading/programs/js_sentences.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/reading/utf8.hpp"

namespace {

using namespace infrarouge;

std::u16string wide(const std::string& text) {
  const std::vector<std::uint32_t> codes = unicode::decode_utf8(text);
  return std::u16string(codes.begin(), codes.end());
}

// The sentences with strokes between them; a hash if the text is left to the definition.
std::string cut(const std::string& text, bool neutral = false) {
  std::vector<std::u16string> sentences;
  if (!js_sentences(wide(text), neutral, sentences)) return "#";
  std::string joined;
  for (const std::u16string& sentence : sentences) {
    if (!joined.empty()) joined += " | ";
    for (const char16_t c : sentence) unicode::append_utf8(joined, c);
  }
  return joined;
}

void ordinary() {
  CHECK_TEXT(cut("He met Mr. Smith. They talked."), "He met Mr. Smith. | They talked.");
  CHECK_TEXT(cut("It ended at 5 p.m. then we left."), "It ended at 5 p.m. then we left.");
  CHECK_TEXT(cut("It ended at 5 p.m. then we left.", true), "It ended at 5 p.m. | then we left.");
  CHECK_TEXT(cut("The U.S. Army won. The U.S. Team lost."), "The U.S. Army won. | The U.S. | Team lost.");
  CHECK_TEXT(cut("\"Come in,\" he said. \"Sit.\""), "\"Come in,\" he said. | \"Sit.\"");
  CHECK_TEXT(cut("he said . `` i am here . '' she left .", true), "he said . | `` i am here . '' | she left .");
  CHECK_TEXT(cut("\u2018It\u2019s the dogs\u2019 house. Go.\u2019 He left."),
             "\u2018It\u2019s the dogs\u2019 house. Go.\u2019 | He left.");
  CHECK_TEXT(cut("(He left.) She stayed."), "(He left.) | She stayed.");
  CHECK_TEXT(cut("line one\nline two. Next"), "line one | line two. | Next");
  CHECK_TEXT(cut("It cost $3.5 million. OK.. so it was."), "It cost $3.5 million. | OK.. so it was.");
  CHECK_TEXT(cut(""), "");
}

void left_to_the_definition() {
  for (const char* text : {"1. Mix it. 2. Bake it.", "So... no.", "It ended.[1] Then more.", "See <b>. Ok.",
                           "Smith vs. Jones is on.", "Who said \"No.\" today? Me.", "It ended.Then more."}) {
    CHECK_TEXT(cut(text), "#");
  }
}

// Nothing but white space is lost or added, whatever the text.
void nothing_is_lost() {
  const std::vector<std::string> parts{"He", " ",   "Mr.",  "said", ".",      "\"",     "'",      "``",     "''",  "(",
                                       ")",  "\n",  "U.S.", "5",    "\u201c", "\u201d", "\u2018", "\u2019", "and", "?",
                                       ",",  "who", "..",   "A",    "J.",     "-",      "\t",     "1)"};
  std::mt19937 random(1);
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t i = random() % 30; i > 0; --i) text += parts[random() % parts.size()];
    const std::u16string units = wide(text);
    std::vector<std::u16string> sentences;
    if (!js_sentences(units, random() % 2 == 0, sentences)) continue;
    const auto kept = [](const std::u16string& given) {
      std::u16string rest;
      for (const char16_t c : given) {
        if (!js::is(c, js::space)) rest.push_back(c);
      }
      return rest;
    };
    std::u16string joined;
    for (const std::u16string& sentence : sentences) joined += sentence;
    CHECK(kept(joined) == kept(units));
  }
}

// Texts of one word over and over take time that grows with their length.
void long_texts() {
  for (const char* word :
       {"Mr. ", "Mr.\n", "\" ", "' ", "a. ", "U.S.\n", "(", ") ", "\n", ". . a ", "\u201c", "'tis ", "x ' "}) {
    std::string text;
    for (int i = 0; i < 20000; ++i) text += word;
    std::vector<std::u16string> sentences;
    for (const bool neutral : {false, true}) js_sentences(wide(text), neutral, sentences);
  }
}

}  // namespace

int main() {
  ordinary();
  left_to_the_definition();
  nothing_is_lost();
  long_texts();
  return finish("js_sentences");
}
