// Compares the reader, with every scan, with a plain reading of code points one by one.
//
// `make fuzz` runs it for long; by hand: ./fuzz_program [rounds] [seed], from the root of the project.
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "drive.hpp"
#include "infrarouge/reading/reader.hpp"
#include "plain.hpp"

namespace {

using namespace infrarouge;
using namespace plain;

// A text in memory that ends exactly where it ends, for the address sanitizer to see.
struct Given {
  std::unique_ptr<std::uint8_t[]> bytes;
  Text text;
  Codes codes;  // what it says
};

template <class Unit>
Given given(const std::vector<Unit>& units, Width width) {
  Given made;
  made.bytes.reset(new std::uint8_t[units.size() * sizeof(Unit)]);
  if (!units.empty()) std::memcpy(made.bytes.get(), units.data(), units.size() * sizeof(Unit));
  made.text = Text{made.bytes.get(), units.size(), width};
  made.codes.assign(units.begin(), units.end());
  if (width == Width::utf8) unicode::decode_utf8(made.bytes.get(), units.size(), made.codes);
  return made;
}

// Characters of every kind, and those with rules of their own.
const std::uint32_t interesting[] = {
    'a',    'b',    'S',    'Z',     'z',     '0',     '9',     '@',     '[',     '`',    '{',    '/',    ':',
    ' ',    '\t',   '\n',   '.',     '\'',    0,       0x1C,    0x1F,    0x7F,    0x85,   0xA0,   0xAD,   0xB5,
    0xC0,   0xDF,   0xE9,   0xFF,    0x130,   0x131,   0x23A,   0x301,   0x345,   0x3A3,  0x3A3,  0x391,  0x3C2,
    0x416,  0x5D0,  0x627,  0x915,   0x93F,   0xE01,   0xE34,   0xE53,   0x1E9E,  0x200B, 0x200D, 0x2019, 0x2028,
    0x2126, 0x212A, 0x3000, 0x3005,  0x3042,  0x30AB,  0x30FC,  0x4E00,  0xAC00,  0xD800, 0xDFFF, 0xFE0F, 0xFEFF,
    0x308,  0x323,  0x338,  0x93C,   0x94D,   0x958,   0xE38,   0xE48,   0x1100,  0x110F, 0x1161, 0x1172, 0x11A8,
    0x119E, 0x314B, 0x3160, 0x3133,  0x3099,  0x212B,  0xBD,    0x663,   0xFF21,  0xFB01, 0xFDFA, 0x1E69, 0xAC01,
    0xFF9E, 0xFFFD, 0xFFFF, 0x10400, 0x1D7CE, 0x1F600, 0x20000, 0xE0100, 0x10FFFF};

std::uint32_t pick(std::uint8_t byte) {
  const std::size_t n = sizeof interesting / sizeof *interesting;
  return byte < 2 * n ? interesting[byte % n] : static_cast<std::uint32_t>(byte & 0x7F);
}

Given make(const std::uint8_t* data, std::size_t size, std::size_t width) {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint16_t> halves;
  std::vector<std::uint32_t> wholes;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t code = pick(data[i]);
    switch (width) {
      case 0:
        bytes.push_back(data[i] & 0x7F);
        break;
      case 1:
        bytes.push_back(data[i]);
        break;
      case 2:
        halves.push_back(static_cast<std::uint16_t>(code > 0xFFFF ? 0x2019 : code));
        break;
      case 3:
        wholes.push_back(code);
        break;
      case 4: {  // UTF-8, mostly valid
        std::string one;
        unicode::append_utf8(one, code);
        if (data[i] % 61 == 60) one.pop_back();
        bytes.insert(bytes.end(), one.begin(), one.end());
        break;
      }
      default:  // any bytes as UTF-8
        bytes.push_back(data[i]);
        break;
    }
  }
  if (width == 0) return given(bytes, Width::ascii);
  if (width == 1) return given(bytes, Width::latin1);
  if (width == 2) return given(halves, Width::ucs2);
  if (width == 3) return given(wholes, Width::ucs4);
  return given(bytes, Width::utf8);
}

Words spelled(const Reader& reader, const std::vector<std::uint32_t>& ids, std::size_t from, std::size_t to) {
  Words words;
  for (std::size_t i = from; i < to; ++i) words.push_back(reader.word(ids[i]));
  return words;
}

void compare(Reader& reader, const Plain& plain, const Document& document) {
  require(spelled(reader, document.flat, 0, document.flat.size()) == plain.flat, "flat");
  const auto& ids = document.sentence_words();
  std::vector<Words> sentences;
  std::size_t from = 0;
  for (const std::uint32_t end : document.ends) {
    sentences.push_back(spelled(reader, ids, from, end));
    from = end;
  }
  require(from == ids.size(), "last end");
  require(sentences == plain.sentences, "sentences");
  require(document.letters == plain.letters && document.kept == plain.kept, "coverage");
}

TextRules choose(const std::uint8_t* d) {
  TextRules rules;
  rules.sentences = static_cast<Sentences>(d[0] % 5);
  rules.marker = d[0] % 3 == 0 ? "a" : d[0] % 3 == 1 ? "\n." : "\xC3\xA9";
  rules.lowercase = static_cast<Lowercase>(d[1] % 3);
  rules.tokens = static_cast<Tokens>(d[1] / 3 % 4);
  // Mostly none or one form, at times two.
  if (d[7] / 6 % 8 != 7) rules.normalizer.push_back(static_cast<Normal>(d[7] / 6 % 8));
  if (d[5] % 8 == 0) rules.normalizer.push_back(static_cast<Normal>(d[5] / 8 % 7));
  rules.stemmer = static_cast<Stemmer>(d[2] % 3);
  rules.stem_min = 1 + d[2] / 3 % 5;
  if (d[3] % 4 == 0) rules.stop = {"a", "s", "\xC3\xA9", "zz", "."};
  if (d[3] % 4 == 1) rules.synonyms = {{"a", "b"}, {"z", "\xCF\x82"}, {"b", "longer than a dozen"}};
  if (d[3] % 2 == 1) rules.exceptions = {{"aaaa", "b"}, {"zsab", "comic_strip"}};
  if (d[4] % 4 == 0) rules.max_words = d[5] % 40 - 2;
  if (d[4] % 4 == 1) rules.max_bytes = d[5] % 90 - 2;
  rules.leading_blank_word = d[4] / 4 % 2 == 0;
  rules.bytes_per_sentence = d[4] / 8 % 2 == 0;
  return rules;
}

void one_input(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return;
  const TextRules rules = choose(data);
  const bool list = data[6] % 4 == 0;
  std::vector<Given> items;
  std::vector<Text> texts;
  std::vector<Codes> codes;
  const std::size_t parts = list ? 1 + data[6] / 4 % 4 : 1;
  const std::size_t each = (size - 8) / parts;
  for (std::size_t k = 0; k < parts; ++k) {
    const std::size_t width = data[7] + (list ? k * (data[7] / 6u) : 0);
    items.push_back(make(data + 8 + k * each, each, width % 6));
    texts.push_back(items.back().text);
    codes.push_back(items.back().codes);
  }
  bool ascii = true;
  for (const Text& text : texts) {
    const auto* bytes = static_cast<const std::uint8_t*>(text.data);
    ascii = ascii && (text.width == Width::ascii || (text.width == Width::utf8 && unicode::is_ascii(bytes, text.size)));
  }
  const Plain plain = plain_reading(codes, list, ascii, rules);
  const ScanFunction scans[] = {best_scan(), scan_vector, scan_plain};
  for (const ScanFunction scan : scans) {
    Reader reader(rules, scan);
    Document document;
    for (int round = 0; round < 2; ++round) {  // the second time every token is known
      if (list) {
        reader.read_sentences(texts.data(), texts.size(), document);
      } else {
        reader.read(texts[0], document);
      }
      compare(reader, plain, document);
    }
    reader.forget_if_large();
  }
  // Only the flat view, then tokens that are given.
  TextRules flat_only = rules;
  flat_only.need_sentences = false;
  Reader reader(flat_only);
  Document document;
  if (!list) {
    reader.read(texts[0], document);
    require(spelled(reader, document.flat, 0, document.flat.size()) == plain.flat && document.ends.empty(),
            "flat only");
  }
  const std::int64_t offsets[] = {0, 0, static_cast<std::int64_t>(texts.size())};
  Reader given_tokens(rules);
  given_tokens.read_tokens(texts.data(), offsets, 2, document);
  Words wanted;
  for (const Codes& item : codes) {
    wanted.emplace_back();
    for (const std::uint32_t code : item) unicode::append_utf8(wanted.back(), code);
  }
  wanted = changed(wanted, rules);
  require(spelled(given_tokens, document.flat, 0, document.flat.size()) == wanted && document.ends.size() == 2,
          "tokens");
  given_tokens.read_flat(texts.data(), 1, document);
  require(!document.same && document.words.size() == wanted.size(), "flat tokens");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  one_input(data, size);
  return 0;
}

#ifndef INFRAROUGE_LIBFUZZER
int main(int argc, char** argv) {
  const auto make = [](long round, std::mt19937& random, FuzzBytes& bytes) {
    // Mostly short texts, some with a word or a text longer than a chunk; from few characters, so that words come
    // again.
    const std::size_t longest = round % 1000 == 0 ? 40000 : round % 20 == 0 ? 700 : 90;
    const auto variety = static_cast<std::uint32_t>(round % 3 == 0 ? 256 : 1 + random() % 40);
    const auto first = static_cast<std::uint32_t>(random() % 256);
    bytes.assign(8 + random() % longest, 0);
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      bytes[k] = static_cast<std::uint8_t>(k < 8 ? random() : first + random() % variety);
    }
  };
  return drive(argc, argv, "fuzz_reader", 20000, make, one_input);
}
#endif
