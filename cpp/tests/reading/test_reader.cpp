// Reading: tokens, sentences, limits and words, on texts with known words.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/reading/test_reader.cpp -pthread && ./a.out
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "infrarouge/reading/reader.hpp"

namespace {

using namespace infrarouge;

Text utf8(const std::string& text) { return Text{text.data(), text.size(), Width::utf8}; }

std::string join(const Reader& reader, const std::vector<std::uint32_t>& ids, std::size_t from, std::size_t to) {
  std::string words;
  for (std::size_t i = from; i < to; ++i) words += (i > from ? " " : "") + reader.word(ids[i]);
  return words;
}

std::string flat(const Reader& reader, const Document& document) {
  return join(reader, document.flat, 0, document.flat.size());
}

// Sentences between " / ".
std::string sentences(const Reader& reader, const Document& document) {
  std::string all;
  std::size_t from = 0;
  for (const std::uint32_t& end : document.ends) {
    all += (&end == document.ends.data() ? "" : " / ") + join(reader, document.sentence_words(), from, end);
    from = end;
  }
  return all;
}

std::string read(const TextRules& rules, const std::string& text) {
  Reader reader(rules);
  Document document;
  reader.read(utf8(text), document);
  return flat(reader, document);
}

std::string read_by_sentence(const TextRules& rules, const std::string& text) {
  Reader reader(rules);
  Document document;
  reader.read(utf8(text), document);
  return sentences(reader, document);
}

TextRules with(Tokens tokens, Lowercase lowercase = Lowercase::unicode) {
  TextRules rules;
  rules.tokens = tokens;
  rules.lowercase = lowercase;
  return rules;
}

void test_tokens() {
  const TextRules alnum = with(Tokens::alnum);
  CHECK_TEXT(read(alnum, "Don't e-mail U.S. $3.50 caf\u00e9 a_b x"), "don t e mail u s 3 50 caf a b x");
  CHECK_TEXT(read(alnum, "\u212Aelvin \u0130x"), "kelvin i x");
  CHECK_TEXT(read(with(Tokens::alnum, Lowercase::none), "Hello World"), "ello orld");
  CHECK_TEXT(read(with(Tokens::alnum, Lowercase::ascii), "\u212A HELLO"), "hello");
  CHECK_TEXT(read(alnum, ""), "");

  const TextRules words = with(Tokens::unicode);
  CHECK_TEXT(read(words, "Don't \u00c9T\u00c9 a_b"), "don t \u00e9t\u00e9 a b");
  CHECK_TEXT(read(words, "\u6771\u4eacABC\u3078 12\u5186"), "\u6771 \u4eac abc \u3078 12 \u5186");
  CHECK_TEXT(read(words, "\u304b\u3099x"), "\u304b\u3099 x");
  CHECK_TEXT(read(words, "e\u0301a \u0301b"), "e\u0301a \u0301b");
  CHECK_TEXT(read(words, "co\u00adop\u200bx"), "coopx");
  CHECK_TEXT(read(words, "\u039f\u0394\u039f\u03a3 \u03a3\u039f\u03a3."),
             "\u03bf\u03b4\u03bf\u03c2 \u03c3\u03bf\u03c2");
  CHECK_TEXT(read(words, "\u0e01\u0e34\u0e02 \u0e51\u0e52"), "\u0e01\u0e34 \u0e02 \u0e51\u0e52");
  CHECK_TEXT(read(words, "bad \xff\xc3 utf\xe2\x82"), "bad utf");
  CHECK_TEXT(read(with(Tokens::unicode, Lowercase::none), "\u00c9T\u00c9 Abc"), "\u00c9T\u00c9 Abc");

  CHECK_TEXT(read(with(Tokens::whitespace, Lowercase::none), " Don't\tstop.\u3000x\u2028y\x1fz"), "Don't stop. x y z");
  CHECK_TEXT(read(with(Tokens::chars), "N\u00e9 e\u0301\u200d\u6771"), "n \u00e9 e\u0301 \u6771");
}

void test_widths_agree() {
  const std::string ascii = "The quick brown fox; it's 12.5 metres\nfrom an extraordinarily lazy dog.";
  const std::vector<std::uint16_t> halves(ascii.begin(), ascii.end());
  const std::vector<std::uint32_t> wholes(ascii.begin(), ascii.end());
  for (const Tokens kind : {Tokens::alnum, Tokens::unicode, Tokens::whitespace, Tokens::chars}) {
    const TextRules rules = with(kind);
    Reader reader(rules);
    Document first;
    reader.read(Text{ascii.data(), ascii.size(), Width::ascii}, first);
    CHECK(first.ends.size() == 2 && first.letters == 0 && first.same);
    const Text others[] = {{ascii.data(), ascii.size(), Width::latin1},
                           {halves.data(), halves.size(), Width::ucs2},
                           {wholes.data(), wholes.size(), Width::ucs4},
                           {ascii.data(), ascii.size(), Width::utf8}};
    for (const Text& other : others) {
      Document document;
      reader.read(other, document);
      CHECK(document.flat == first.flat && document.ends == first.ends);
      CHECK(document.letters == document.kept);
    }
  }
  // Lone surrogates separate words, and are characters of their own elsewhere.
  const std::uint16_t lone[] = {'a', 0xD800, 'b'};
  const TextRules words = with(Tokens::unicode);
  Reader by_word(words);
  Document document;
  by_word.read(Text{lone, 3, Width::ucs2}, document);
  CHECK(document.flat.size() == 2);
  const TextRules spaces = with(Tokens::whitespace);
  Reader by_space(spaces);
  by_space.read(Text{lone, 3, Width::ucs2}, document);
  CHECK_TEXT(flat(by_space, document),
             "a\xED\xA0\x80"
             "b");
}

void test_sentences() {
  TextRules rules = with(Tokens::alnum);
  CHECK_TEXT(read_by_sentence(rules, "\n\na b\n\nc\r\n-\nd"), "a b / c /  / d");
  rules.sentences = Sentences::period;
  CHECK_TEXT(read_by_sentence(rules, "a b. c.5..\nd"), "a b / c / 5 / d");
  rules.sentences = Sentences::none;
  CHECK_TEXT(read_by_sentence(rules, "a\nb"), "a b");
  rules.sentences = Sentences::marker;
  rules.marker = "<q>";
  CHECK_TEXT(read_by_sentence(rules, "<q>a b<q><q>c<"), "a b / c");
  rules.sentences = Sentences::newline;
  rules.stop = {"b", "d"};
  CHECK_TEXT(read_by_sentence(rules, "a b\nb c\nd"), "a / c / ");

  const TextRules list = with(Tokens::alnum);
  Reader reader(list);
  Document document;
  const std::string items[] = {"a\nb", "", "c \u6771\u4eac"};
  const Text texts[] = {{items[0].data(), 3, Width::ascii}, {items[1].data(), 0, Width::ascii}, utf8(items[2])};
  reader.read_sentences(texts, 3, document);
  CHECK_TEXT(sentences(reader, document), "a b /  / c");
  CHECK(document.letters == 5 && document.kept == 3 && !document.low_coverage());

  TextRules flat_only = list;
  flat_only.need_sentences = false;
  Reader flat_reader(flat_only);
  flat_reader.read(utf8(items[0]), document);
  CHECK(document.flat.size() == 2 && document.ends.empty());
}

void test_limits() {
  TextRules rules = with(Tokens::alnum);
  rules.max_words = 4;
  CHECK_TEXT(read_by_sentence(rules, "a b c\nd e f\ng"), "a b c / d");
  CHECK_TEXT(read(rules, "  a b c\nd e f"), "a b c d");
  CHECK_TEXT(read(rules, "one-two three\n- - a b"), "one two three");
  rules.leading_blank_word = true;
  CHECK_TEXT(read(rules, "  a b c\nd e f"), "a b c");
  CHECK_TEXT(read(rules, " \n  \na b c d e"), "a b c d");
  rules.max_words = 2;
  CHECK_TEXT(read(rules, "a\u00a0b c d"), "a b c");
  rules.max_words = -1;
  CHECK_TEXT(read(rules, "a b"), "");
  rules.max_words = std::numeric_limits<std::int64_t>::max();
  CHECK_TEXT(read(rules, "a b"), "a b");

  TextRules bytes = with(Tokens::alnum);
  bytes.max_bytes = 10;
  CHECK_TEXT(read_by_sentence(bytes, "abc def\nghi jkl\nmno"), "abc def / ghi");
  bytes.bytes_per_sentence = true;
  Reader reader(bytes);
  Document document;
  reader.read(utf8("abc def\nghi jkl\nmno pqr stu\nv"), document);
  CHECK(!document.same);
  CHECK_TEXT(flat(reader, document), "abc def ghi");
  CHECK_TEXT(sentences(reader, document), "abc def / ghi jkl / mno pqr st");
  TextRules marks = with(Tokens::unicode);
  marks.max_bytes = 4;
  CHECK_TEXT(read(marks, "abc\u00e9d"), "abc");
  marks.max_bytes = 5;
  CHECK_TEXT(read(marks, "abc\u00e9d"), "abc\u00e9");
}

void test_words() {
  TextRules rules = with(Tokens::alnum);
  rules.stemmer = Stemmer::porter;
  rules.stop = {"the"};
  rules.synonyms = {{"feline", "cat"}, {"felin", "cat"}};
  CHECK_TEXT(read(rules, "The running cats, the feline was"), "run cat cat was");
  Reader reader(rules);
  Document document;
  reader.read(utf8("cat cats feline run"), document);
  CHECK(document.flat == (std::vector<std::uint32_t>{0, 0, 0, 1}) && reader.size() == 2);

  TextRules old = with(Tokens::alnum);
  old.stemmer = Stemmer::porter155;
  old.exceptions = {{"were", "be"}, {"comics", "comic_strip"}};
  CHECK_TEXT(read(old, "They were comics; agreement"), "thei be comic_strip agreem");

  TextRules capitals = with(Tokens::whitespace, Lowercase::none);
  capitals.stemmer = Stemmer::porter;
  CHECK_TEXT(read(capitals, "Running ABC \u00c9TUDES"), "run ABC \u00e9tude");
}

void test_given_tokens() {
  const TextRules rules = with(Tokens::list);
  Reader reader(rules);
  Document document;
  const std::string items[] = {
      "A b", "", "A b", std::string("a\0", 2), "a", std::string("\0", 1), "a token of more than a dozen bytes"};
  std::vector<Text> texts;
  for (const std::string& item : items) texts.push_back(utf8(item));
  const std::int64_t offsets[] = {0, 3, 3, 7};
  reader.read_tokens(texts.data(), offsets, 3, document);
  CHECK(document.flat == (std::vector<std::uint32_t>{0, 1, 0, 2, 3, 4, 5}));
  CHECK(document.ends == (std::vector<std::uint32_t>{3, 3, 7}));
  CHECK(reader.word(2) == items[3] && reader.word(5) == items[6]);
  reader.read_flat(texts.data() + 4, 1, document);
  CHECK(!document.same && document.flat == std::vector<std::uint32_t>{3} && document.words.size() == 7);

  Reader numbers(rules);
  const std::int64_t ids[] = {5, -1, 0, 5, std::numeric_limits<std::int64_t>::min(), 1LL << 40};
  const std::int64_t ends[] = {0, 2, 6};
  numbers.read_ids(ids, ends, 2, document);
  CHECK(document.flat == (std::vector<std::uint32_t>{0, 1, 2, 0, 3, 4}));
  CHECK(document.ends == (std::vector<std::uint32_t>{2, 6}) && document.same);
  CHECK(numbers.word(1) == "-1");
}

void test_coverage() {
  const TextRules rules = with(Tokens::alnum);
  Reader reader(rules);
  Document document;
  reader.read(utf8("\u6771\u4eac caf\u00e9 \u212A 5"), document);
  CHECK(document.letters == 7 && document.kept == 4 && !document.low_coverage());
  reader.read(utf8("\u6771\u4eac\u3078 ab"), document);
  CHECK(document.letters == 5 && document.kept == 2 && document.low_coverage());
  reader.read(utf8("plain"), document);
  CHECK(document.letters == 0 && !document.low_coverage());
}

// Texts and words that end at, before and behind the ends of blocks and chunks.
void test_long_texts() {
  const TextRules rules = with(Tokens::alnum);
  for (const std::size_t size : {1u, 63u, 64u, 65u, 128u, 8191u, 8192u, 8193u, 16384u, 50000u}) {
    for (const ScanFunction scan : {best_scan(), scan_vector, scan_plain}) {
      Reader reader(rules, scan);
      Document document;
      const std::string word(size, 'a');
      reader.read(Text{word.data(), word.size(), Width::ascii}, document);
      CHECK(document.flat.size() == 1 && reader.word(0) == word && document.ends.size() == 1);
      const std::string text = "b " + word + "\nc";
      reader.read(Text{text.data(), text.size(), Width::ascii}, document);
      CHECK(document.flat == (std::vector<std::uint32_t>{1, 0, 2}));
      CHECK(document.ends == (std::vector<std::uint32_t>{2, 3}));
      const std::string lines(size, '\n');
      reader.read(Text{lines.data(), lines.size(), Width::ascii}, document);
      CHECK(document.flat.empty() && document.ends.empty());
      std::string pairs;
      for (std::size_t i = 0; i < size; ++i) pairs += "a\n";
      reader.read(Text{pairs.data(), pairs.size(), Width::ascii}, document);
      CHECK(document.flat.size() == size && document.ends.size() == size && document.ends.back() == size);
    }
  }
}

void test_names() {
  CHECK(parse_sentences("period") == Sentences::period);
  CHECK(parse_lowercase("ascii") == Lowercase::ascii);
  CHECK(parse_tokens("ids") == Tokens::ids);
  CHECK(parse_stemmer("porter155") == Stemmer::porter155);
  bool thrown = false;
  try {
    parse_tokens("words");
  } catch (const std::invalid_argument&) {
    thrown = true;
  }
  CHECK(thrown);
  TextRules rules;
  rules.sentences = Sentences::marker;
  thrown = false;
  try {
    Reader reader(rules);
  } catch (const std::invalid_argument&) {
    thrown = true;
  }
  CHECK(thrown);
}

// Numbers that are kept in 32 bits have limits, which are lowered here.
void test_too_much() {
  const TextRules rules = with(Tokens::alnum);
  Reader reader(rules);
  reader.most_words = 3;
  Document document;
  const auto refused = [&](auto&& call) {
    try {
      call();
    } catch (const std::length_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string three = "a b c", four = "a b\nc d";
  const Text texts[] = {utf8(three), utf8(four)};
  CHECK_TEXT(refused([&] { reader.read(texts[0], document); }), "");
  CHECK_TEXT(refused([&] { reader.read(texts[1], document); }), "a text has 4 words; at most 3 can be scored");
  CHECK_TEXT(refused([&] { reader.read_sentences(texts, 2, document); }),
             "a text has 7 words; at most 3 can be scored");
  const Text tokens[] = {texts[0], texts[0], texts[0], texts[0]};
  const std::int64_t offsets[] = {0, 4}, ids[] = {1, 1, 1, 1};
  CHECK(!refused([&] { reader.read_tokens(tokens, offsets, 1, document); }).empty());
  CHECK(!refused([&] { reader.read_ids(ids, offsets, 1, document); }).empty());
  const std::int64_t few[] = {0, 2};
  CHECK(refused([&] { reader.read_tokens(tokens, few, 1, document); }).empty());
  CHECK(!refused([&] { reader.read_flat(tokens, 4, document); }).empty());
}

}  // namespace

int main() {
  test_tokens();
  test_widths_agree();
  test_sentences();
  test_limits();
  test_words();
  test_given_tokens();
  test_coverage();
  test_long_texts();
  test_names();
  test_too_much();
  return finish("reader");
}
