// Words and sentences of single programs: whatever the width of a text, and against plain readings of code points.
//
// `make fuzz` runs it for long; by hand: ./fuzz_program [rounds] [seed], from the root of the project.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "drive.hpp"
#include "infrarouge/reading/programs/js_sentences.hpp"
#include "infrarouge/reading/programs/js_sentences_320.hpp"
#include "infrarouge/reading/reader.hpp"

namespace {

using namespace infrarouge;

using Codes = std::vector<std::uint32_t>;
using Words = std::vector<std::string>;

// Pieces that the rules look at, and characters of every width.
const char* const pieces[] = {" ",
                              " ",
                              " ",
                              "\n",
                              "\t",
                              ".",
                              "..",
                              "...",
                              ".",
                              "?",
                              "!",
                              ",",
                              "\"",
                              "'",
                              "''",
                              "``",
                              "--",
                              "-",
                              "(",
                              ")",
                              "[",
                              "]",
                              "$",
                              ":",
                              "n't",
                              "'s",
                              "'ll",
                              "can",
                              "not",
                              "gon",
                              "na",
                              "'t",
                              "is",
                              "d'ye",
                              "a",
                              "B",
                              "Dr.",
                              "mr",
                              "J.",
                              "Bach",
                              "the",
                              "The",
                              "cat",
                              "Smith",
                              "3",
                              "1,0",
                              "U.S.",
                              "_",
                              "\x1C",
                              "\x7F",
                              "\xC3\xA9",
                              "\xC3\x89",
                              "\xC2\xA0",
                              "\xE2\x80\x9D",
                              "\xE2\x80\x83",
                              "\xE6\x9D\xB1",
                              "\xCE\xA3",
                              "\xC4\xB0",
                              "\xF0\x9F\x98\x80",
                              "\xD9\xA3",
                              "\xE2\x80\x8D",
                              "e\xCC\x81",
                              "\xE3\x80\x82",
                              "\xEF\xBC\x81",
                              "\xE2\x80\xA6"};

std::shared_ptr<const programs::PunktTypes> types() {
  static const auto known =
      std::make_shared<programs::PunktTypes>("dr\nmr\nu.s\n\xC3\xA9", "j\tbach\n##number##\tcat", "the\n\xC3\xA9",
                                             "the\t54\ncat\t34\nsmith\t4\nbach\t4\na\t18\n\xC3\xA9\t34");
  return known;
}

TextRules choose(const std::uint8_t* d) {
  TextRules rules;
  const Tokens tokens[] = {Tokens::pltrdy,       Tokens::edges,        Tokens::java,   Tokens::space,  Tokens::java,
                           Tokens::treebank_320, Tokens::treebank_323, Tokens::rouge2, Tokens::unicode};
  const Sentences sentences[] = {Sentences::newline,    Sentences::period, Sentences::none,    Sentences::marker,
                                 Sentences::java_lines, Sentences::punkt,  Sentences::chinese, Sentences::rouge2};
  rules.tokens = tokens[d[0] % 9];
  rules.sentences = sentences[d[1] % 8];
  rules.marker = "--";
  rules.punkt = types();
  rules.lowercase = static_cast<Lowercase>(d[2] % 3);
  if (d[2] / 3 % 4 == 0) rules.normalizer = {static_cast<Normal>(d[2] / 12 % 7)};
  if (d[3] % 4 == 0) rules.stop = {"a", "", "cat"};
  rules.whole = is_program(rules.tokens) && d[3] / 4 % 2 == 0;
  return rules;
}

Words read(const TextRules& rules, const void* data, std::size_t n, Width width, std::vector<std::uint32_t>& ends) {
  Reader reader(rules);
  Document document;
  for (int round = 0; round < 2; ++round) reader.read(Text{data, n, width}, document);
  Words words;
  for (const std::uint32_t id : document.flat) words.push_back(reader.word(id));
  words.push_back("/");
  for (const std::uint32_t id : document.sentence_words()) words.push_back(reader.word(id));
  ends = document.ends;
  require(document.ends.empty() || document.ends.back() == document.sentence_words().size(), "last end");
  return words;
}

// A text in memory that ends exactly where it ends, for the address sanitizer to see.
template <class Unit>
Words read_as(const TextRules& rules, const Codes& codes, Width width, std::vector<std::uint32_t>& ends) {
  const std::unique_ptr<Unit[]> units(new Unit[codes.size()]);
  for (std::size_t i = 0; i < codes.size(); ++i) units[i] = static_cast<Unit>(codes[i]);
  return read(rules, units.get(), codes.size(), width, ends);
}

// Words between white space, one by one.
Words plain_words(Tokens tokens, const Codes& codes) {
  Words words(1);
  bool blank = true;
  for (const std::uint32_t code : codes) {
    const bool ascii = code == ' ' || (code >= 9 && code <= 13);
    const bool space = tokens == Tokens::space  ? code == ' '
                       : tokens == Tokens::java ? ascii
                                                : (unicode::properties(code) & unicode::space) != 0;
    blank = blank && space;
    if (!space) {
      unicode::append_utf8(words.back(), code);
    } else if (tokens == Tokens::space || !words.back().empty() || words.size() == 1) {
      words.emplace_back();
    }
  }
  if (tokens == Tokens::space || tokens == Tokens::edges) return words;
  if (tokens == Tokens::java && codes.empty()) return words;
  if (words.back().empty()) words.pop_back();
  if (tokens == Tokens::java && blank) return {};
  if (tokens == Tokens::pltrdy && words.size() > 1 && words[0].empty()) words.erase(words.begin());
  return tokens == Tokens::pltrdy && words.empty() ? Words(1) : words;
}

// Sentences follow each other, and nothing but white space is between them.
void check_punkt(const Codes& codes) {
  programs::Punkt punkt(types());
  std::size_t at = 0;
  punkt.cut(codes.data(), codes.size(), [&](std::size_t begin, std::size_t end) {
    require(at <= begin && begin < end && end <= codes.size(), "places of sentences");
    for (; at < begin; ++at) require((unicode::properties(codes[at]) & unicode::space) != 0, "lost between sentences");
    at = end;
  });
  for (; at < codes.size(); ++at) require((unicode::properties(codes[at]) & unicode::space) != 0, "lost at the end");
}

// The sentences of js-rouge 3.2.0 as bytes and as units of sixteen bits, each in memory that ends where it ends.
template <class Unit>
bool cut_320(const Codes& codes, js_320::Sentences<Unit>& sentences) {
  const std::unique_ptr<Unit[]> units(new Unit[codes.size()]);
  for (std::size_t i = 0; i < codes.size(); ++i) units[i] = static_cast<Unit>(codes[i]);
  const bool cut = js_sentences_320(std::basic_string_view<Unit>(units.get(), codes.size()), sentences);
  std::size_t begin = 0;
  for (const std::size_t end : sentences.ends) {
    require(begin <= end && end <= sentences.text.size(), "ends of sentences");
    begin = end;
  }
  require(!cut || begin == sentences.text.size(), "last end of a sentence");
  return cut;
}

void check_js_sentences(const Codes& codes, std::uint32_t highest) {
  if (highest >= 0x10000) return;
  js_320::Sentences<char16_t> wide;
  const bool cut = cut_320(codes, wide);
  if (highest < 0x100) {
    js_320::Sentences<char> narrow;
    require(cut_320(codes, narrow) == cut, "whether sentences are cut");
    const auto is_same = [](char16_t a, char b) { return a == static_cast<unsigned char>(b); };
    if (cut) {
      require(wide.ends == narrow.ends && std::equal(wide.text.begin(), wide.text.end(), narrow.text.begin(), is_same),
              "sentences of bytes");
    }
  }
  const std::unique_ptr<char16_t[]> units(new char16_t[codes.size()]);
  for (std::size_t i = 0; i < codes.size(); ++i) units[i] = static_cast<char16_t>(codes[i]);
  std::vector<std::u16string> sentences;
  for (const bool neutral : {false, true})
    js_sentences(std::u16string_view(units.get(), codes.size()), neutral, sentences);
}

void one_input(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return;
  const TextRules rules = choose(data);
  std::string text;
  const std::size_t n = sizeof pieces / sizeof *pieces;
  for (std::size_t i = 4; i < size; ++i) {
    if (data[i] < 3 * n) text += pieces[data[i] % n];
    else text += static_cast<char>(data[i] & 0x7F);
  }
  Codes codes;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  unicode::decode_utf8(bytes, text.size(), codes);
  std::vector<std::uint32_t> ends, others;
  const Words words = read_as<std::uint32_t>(rules, codes, Width::ucs4, ends);
  std::uint32_t highest = 0;
  for (const std::uint32_t code : codes) highest = code > highest ? code : highest;
  const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[text.size()]);
  if (!text.empty()) std::memcpy(copy.get(), text.data(), text.size());
  require(read(rules, copy.get(), text.size(), Width::utf8, others) == words && ends == others, "UTF-8");
  if (highest < 0x10000)
    require(read_as<std::uint16_t>(rules, codes, Width::ucs2, others) == words && ends == others, "two bytes");
  if (highest < 0x100)
    require(read_as<std::uint8_t>(rules, codes, Width::latin1, others) == words && ends == others, "one byte");
  if (highest < 0x80)
    require(read_as<std::uint8_t>(rules, codes, Width::ascii, others) == words && ends == others, "ASCII");
  if (is_program(rules.tokens) && rules.tokens < Tokens::treebank_320) {
    TextRules plain = rules;
    plain.lowercase = Lowercase::none;
    plain.normalizer.clear();
    plain.stop.clear();
    plain.sentences = Sentences::none;
    const Words once = plain_words(rules.tokens, codes);
    Words twice = once;
    twice.push_back("/");
    twice.insert(twice.end(), once.begin(), once.end());
    require(read_as<std::uint32_t>(plain, codes, Width::ucs4, others) == twice, "plain words");
  }
  check_punkt(codes);
  check_js_sentences(codes, highest);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  one_input(data, size);
  return 0;
}

#ifndef INFRAROUGE_LIBFUZZER
int main(int argc, char** argv) {
  const auto make = [](long round, std::mt19937& random, FuzzBytes& bytes) {
    const std::size_t longest = round % 1000 == 0 ? 20000 : round % 20 == 0 ? 300 : 40;
    bytes.assign(4 + random() % longest, 0);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  };
  return drive(argc, argv, "fuzz_programs", 20000, make, one_input);
}
#endif
