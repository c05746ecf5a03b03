// Reading of small files of sentences.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/files/test_files.cpp -pthread && ./a.out
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/files/files.hpp"

#if INFRAROUGE_HAS_POSIX
#include <unistd.h>
#endif

namespace {

using namespace infrarouge;

void sentences() {
  const std::string line = "<a name=\"1\">[1]</a> <a href=\"#1\" id=1>";
  CHECK(see_sentences("") == "");
  CHECK(see_sentences("<html>\n" + line + "a b</a>\n" + line + "c < d</a>\n</html>") == "a b\nc ");
  CHECK(see_sentences("<a size=\"3\" name=\"1\">[1]</a>\t <a href=\"#1\" id=1>a") == "a");
  // What is not closed keeps the end of its line; what is empty is no sentence.
  CHECK(see_sentences(line + "a\n" + line + "\n" + line + "</a>\n" + line) == "a \n ");
  CHECK(see_sentences(" " + line + "a</a>\n") == "");
  CHECK(see_sentences("<a size=\"x\" name=\"1\">[1]</a> <a href=\"#1\" id=1>a</a>") == "");
  CHECK(see_sentences("<a name=\"1\">[1]</a><a href=\"#1\" id=1>a</a>") == "");
  CHECK(see_sentences("<a name=\"1\">[1]</a>\n<a href=\"#1\" id=1>a</a>") == "");
  for (std::size_t cut = 0; cut < line.size(); ++cut) CHECK(see_sentences(line.substr(0, cut)) == "");
}

void files() {
#if INFRAROUGE_HAS_POSIX
  // The test runs twice at once, with and without wide instructions.
  const std::string path = "build-test-files-" + std::to_string(getpid()) + ".txt";
  std::ofstream(path, std::ios::binary) << "a b\nc";
  const std::vector<const char*> paths{path.c_str(), "no such file", ".", path.c_str(), nullptr};
  const auto found = read_files(paths, false, 100, 2);
  CHECK(found.size() == 5 && found[0] == "a b\nc" && !found[1] && !found[2] && found[3] == found[0] && !found[4]);
  CHECK(!read_files(paths, false, 5, 1)[0]);
  CHECK(read_files(paths, false, 6, 1)[0] == "a b\nc");
  std::ofstream(path, std::ios::binary) << "caf\xe9";
  CHECK(!read_files(paths, false, 100, 1)[0]);
  std::remove(path.c_str());
#endif
}

}  // namespace

int main() {
  sentences();
  files();
  return finish("files");
}
