// The quick cutting of the sentences of js-rouge 3.2.0: what it cuts, and what it leaves to the definition.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_js_sentences_320.cpp -pthread && ./a.out
#include "infrarouge/reading/programs/js_sentences_320.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

// The sentences with strokes between them; a hash if the text is left to the definition.
template <class Unit>
std::basic_string<Unit> joined(const std::basic_string<Unit>& text) {
  js_320::Sentences<Unit> sentences;
  if (!js_sentences_320(std::basic_string_view<Unit>(text), sentences)) return {Unit('#')};
  std::basic_string<Unit> all;
  std::size_t begin = 0;
  for (const std::size_t end : sentences.ends) {
    if (begin > 0) all += {Unit(' '), Unit('|'), Unit(' ')};
    all += sentences.text.substr(begin, end - begin);
    begin = end;
  }
  return all;
}

std::u16string wide(const std::string& latin) {
  std::u16string units;
  for (const char c : latin) units.push_back(static_cast<unsigned char>(c));
  return units;
}

// As bytes and as units of sixteen bits.
std::string cut(const std::string& text) {
  const std::string sentences = joined(text);
  CHECK(joined(wide(text)) == wide(sentences));
  return sentences;
}

void ordinary() {
  CHECK_TEXT(cut("Dr. Smith met Mr. Jones. They spoke."), "Dr. Smith met Mr. Jones. | They spoke.");
  CHECK_TEXT(cut("In Calif. He ran. In Calif. he ran."), "In Calif. | He ran. | In Calif. he ran.");
  CHECK_TEXT(cut("Al W. Bush spoke. Yes?! No"), "Al W. Bush spoke. | Yes?! | No");
  CHECK_TEXT(cut("So..  no. Ok."), "So..no. | Ok.");
  CHECK_TEXT(cut("\"Hi.\" he said. 3.5 is it."), "\"Hi. | \" he said. | 3.5 is it.");
  CHECK_TEXT(cut("one\ntwo"), "one | two");
  CHECK_TEXT(cut("Hello.  World.\tEnd"), "Hello. | World. | \tEnd");
  CHECK_TEXT(cut("see e-g. this. The N\xB0. This"), "see e-g. this. | The N\xB0. | This");
  CHECK_TEXT(cut("\xC9lan A. \xC9. No."), "\xC9lan A. \xC9. | No.");
  CHECK_TEXT(cut(""), "");
  CHECK_TEXT(cut("  "), "  ");
}

void left_to_the_definition() {
  for (const char* const text : {"One.\n\nTwo.", "A.B. went. C.D. stayed.", "X A. Foo\nBar. baz"})
    CHECK_TEXT(cut(text), "#");
}

// Whatever the text, bytes and units of sixteen bits give the same.
void both_widths() {
  const std::vector<std::string> parts{"Mr.", " ", " ", "A", ".", "\n", "\t", "Foo", "a",    "B.",
                                       "..",  "?", "!", "|", "",  "\"", "\r", "é",   "U.S.", "\xC9"};
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t i = random() % 30; i > 0; --i) text += parts[random() % parts.size()];
    cut(text);
  }
}

// Texts of one word over and over take time that grows with their length.
void long_texts() {
  for (const char* const word : {"Mr. ", "Mr.\n", "a. ", "A. ", "\tC.B.", "a..\t", "\n", ". ", "x ", "X A. Foo\n"})
    for (const char* const first : {"", "X A.", "X \t\t\t\tX A."}) {
      std::string text = first;
      for (int i = 0; i < 100000; ++i) text += word;
      joined(text);
    }
}

}  // namespace

int main() {
  ordinary();
  left_to_the_definition();
  both_widths();
  long_texts();
  return finish("js_sentences_320");
}
