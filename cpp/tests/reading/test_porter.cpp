// Both stemmers against the stems of the programs they follow.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/reading/test_porter.cpp && ./a.out   (from the project's root)
#include "infrarouge/reading/porter.hpp"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "check.hpp"
#include "infrarouge/reading/reader.hpp"

namespace {

using namespace infrarouge;

template <class Use>
void each_pair(const std::string& path, Use&& use) {
  std::ifstream file(path);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    if (line.rfind("# golden: ", 0) == 0) continue;  // the header of the file
    const std::size_t tab = line.find('\t');
    use(line.substr(0, tab), line.substr(tab + 1));
  }
  if (count < 5000) {
    std::fprintf(stderr, "%s: %zu lines; run from the project's root\n", path.c_str(), count);
    ++failures;
  }
}

void stems() {
  each_pair("tests/golden/rouge-score/stems.tsv",
            [](const std::string& word, const std::string& stem) { CHECK_TEXT(porter(word), stem); });
  TextRules rules;
  each_pair("src/infrarouge/data/wordnet-2.0-exceptions.tsv",
            [&](const std::string& form, const std::string& lemma) { rules.exceptions[form] = lemma; });
  rules.stemmer = Stemmer::porter155;
  Reader reader(rules);
  Document document;
  const std::int64_t offsets[] = {0, 1};
  each_pair("tests/golden/rouge155/stems.tsv", [&](const std::string& word, const std::string& stem) {
    const Text text{word.data(), word.size(), Width::utf8};
    reader.read_tokens(&text, offsets, 1, document);
    CHECK_TEXT(reader.word(document.flat.at(0)), stem);
  });
  CHECK_TEXT(porter("\u00f1ing"), "\u00f1ing");
  CHECK_TEXT(porter("i\u00f1ed"), "i\u00f1e");
  CHECK_TEXT(porter("a\u00e9\u00e9ed"), "a\u00e9");
}

}  // namespace

int main() {
  stems();
  return finish("porter");
}
