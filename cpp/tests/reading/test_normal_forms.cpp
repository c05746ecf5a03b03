// Normal forms: what becomes of characters, where texts can be cut, and what a reader makes of them.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_normal_forms.cpp -pthread && ./a.out
#include "infrarouge/reading/normal_forms.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/reading/reader.hpp"

namespace {

using namespace infrarouge;

std::string rewritten(const std::vector<Normal>& forms, const std::string& text) {
  const std::vector<std::uint32_t> given = unicode::decode_utf8(text);
  normal::Codes codes(given.begin(), given.end());
  normal::Normalizer(forms).apply(codes);
  std::string out;
  for (const char32_t code : codes) unicode::append_utf8(out, code);
  return out;
}

std::string read(const std::vector<Normal>& forms, Tokens tokens, const std::string& text, Width width = Width::utf8,
                 ScanFunction scan = best_scan()) {
  TextRules rules;
  rules.tokens = tokens;
  rules.normalizer = forms;
  Reader reader(rules, scan);
  Document document;
  const std::vector<std::uint32_t> codes = unicode::decode_utf8(text);
  const std::vector<std::uint16_t> halves(codes.begin(), codes.end());
  const Text given = width == Width::utf8   ? Text{text.data(), text.size(), width}
                     : width == Width::ucs2 ? Text{halves.data(), halves.size(), width}
                                            : Text{codes.data(), codes.size(), Width::ucs4};
  reader.read(given, document);
  std::string words;
  for (const std::uint32_t id : document.flat) words += (words.empty() ? "" : " ") + reader.word(id);
  return words;
}

void forms() {
  const std::vector<Normal> nfc{Normal::nfc}, nfd{Normal::nfd}, nfkc{Normal::nfkc}, nfkd{Normal::nfkd};
  CHECK_TEXT(rewritten(nfc, "e\u0301 q\u0307\u0323 \u212b \u0958"), "\u00e9 q\u0323\u0307 \u00c5 \u0915\u093c");
  CHECK_TEXT(rewritten(nfc, "s\u0307\u0323"), "\u1e69");
  CHECK_TEXT(rewritten(nfd, "\u1e69\ud55c"), "s\u0323\u0307\u1112\u1161\u11ab");
  CHECK_TEXT(rewritten(nfc, "\u1112\u1161\u11ab\ud558\u11ab"), "\ud55c\ud55c");
  CHECK_TEXT(rewritten(nfkc, "\uff21\ufb01\u00bd\uff76\uff9e"), "Afi1\u20442\u30ac");
  CHECK_TEXT(rewritten(nfkd, "\ufb01\u00e9"), "fie\u0301");
  CHECK_TEXT(rewritten({Normal::unaccent}, "na\u00efve \u1e69 \ud55c"), "naive s \ud55c");
  CHECK_TEXT(rewritten({Normal::digits}, "\u0663\u096b7x"), "357x");
  CHECK_TEXT(rewritten({Normal::nfkc, Normal::unaccent, Normal::digits}, "\uff21\u0301\u0663"), "A3");
}

// Both kinds of jamo are the same letters, and what is left in no syllable is shown as people type it.
void jamo() {
  const std::vector<Normal> canonical{Normal::canonical};
  CHECK_TEXT(rewritten(canonical, "\u110f\u110f"), "\u314b\u314b");
  CHECK_TEXT(rewritten(canonical, "\u314b\u314b"), "\u314b\u314b");
  CHECK_TEXT(rewritten(canonical, "\u314b\u3160"), "\ud050");
  CHECK_TEXT(rewritten(canonical, "\u110f\u1172"), "\ud050");
  CHECK_TEXT(rewritten(canonical, "\uac00\u3133"), "\uac03");
  CHECK_TEXT(rewritten(canonical, "\u1112\u119e\u11ab"), "\u314e\u318d\u11ab");
}

void data() {
  const normal::Data& known = normal::Data::get();
  CHECK(known.record(0x301).combining == 230 && known.record(0x301).joins && known.record('a').changes == 0);
  CHECK(known.pair('e', 0x301) == 0xE9 && known.pair('q', 0x301) == 0 && known.pair(0x915, 0x93C) == 0);
  CHECK(!known.changes(0xE9, normal::bit(Normal::nfc)) && known.changes(0xE9, normal::bit(Normal::nfd)));
  CHECK(known.record(0xFFFFFFFF).changes == 0 && known.record(0x10FFFF).combining == 0);
}

// In every width, with every scan: across the borders of blocks, and where the character before is taken back.
void reading() {
  const std::string pad(37, 'x');
  const std::vector<std::pair<std::string, std::string>> texts{
      {"CAFE\u0301 caf\u00e9", "caf\u00e9 caf\u00e9"},
      {pad + "e\u0301y " + pad + "\u00e9y", pad + "\u00e9y " + pad + "\u00e9y"},
      {"\u304b\u3099x\u6771", "\u304c x \u6771"},
      {"\u1112\u1161\u11ab\u1100\u1173\u11af \ud55c\uae00", "\ud55c\uae00 \ud55c\uae00"},
      {"=\u0338a \u2260a", "a a"},
      {"q\u0307\u0323 q\u0323\u0307", "q\u0323\u0307 q\u0323\u0307"},
      {"\u0e01\u0e48\u0e38\u0e01\u0e38\u0e48", "\u0e01\u0e38\u0e48 \u0e01\u0e38\u0e48"},
      {"\u0301\n\u0301a", "\u0301 \u0301a"}};
  for (const auto& [text, words] : texts) {
    for (const ScanFunction scan : {best_scan(), scan_plain}) {
      for (const Width width : {Width::utf8, Width::ucs2, Width::ucs4})
        CHECK_TEXT(read({Normal::canonical}, Tokens::unicode, text, width, scan), words);
    }
  }
  CHECK_TEXT(read({Normal::nfkc}, Tokens::alnum, "\u2116 \uff21 \U0001d400"), "no a a");
  CHECK_TEXT(read({Normal::nfd}, Tokens::chars, "\u00e9\ud55c"), "e\u0301 \u1112 \u1161 \u11ab");
  CHECK_TEXT(read({Normal::unaccent}, Tokens::whitespace, "\u0627\u0654\u0301 \u00c9"), "\u0627 e");
  // A ligature of 18 letters needs more room than its unit.
  std::string many, wide;
  for (int i = 0; i < 300; ++i) many += "\ufdfa";
  wide = read({Normal::nfkc}, Tokens::chars, many, Width::ucs2);
  CHECK(wide.size() == 300 * (15 * 3) - 1);
}

}  // namespace

int main() {
  forms();
  jamo();
  data();
  reading();
  return finish("normal forms");
}
