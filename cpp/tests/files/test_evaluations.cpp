// Evaluation files: the usual layout is read, anything else is refused.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/files/test_evaluations.cpp -pthread &&
//   ./a.out
#include <cstdio>
#include <string>

#include "check.hpp"
#include "infrarouge/files/evaluations.hpp"

namespace {

using namespace infrarouge;

const std::string one =
    "<EVAL ID=\"1\">\n<MODEL-ROOT>m</MODEL-ROOT>\n<PEER-ROOT> p </PEER-ROOT>\n<INPUT-FORMAT TYPE=\"SEE\">\n"
    "</INPUT-FORMAT>\n<PEERS>\n<P ID=\"A\">a.html</P>\n<P ID=\"B\"></P>\n</PEERS>\n<MODELS>\n<M ID=\"0\">b c</M>\n"
    "</MODELS>\n</EVAL>\n";

std::string file(const std::string& body) { return "<ROUGE-EVAL version=\"1.0\">\n" + body + "</ROUGE-EVAL>\n"; }

void usual() {
  const std::string text = file(one + one);
  const auto found = usual_evaluations(text);
  CHECK(found && found->size() == 2);
  if (!found || found->size() != 2) return;
  const Evaluation& first = found->front();
  CHECK(first.id == "1" && first.format == "SEE" && first.peer_root == "p" && first.model_root == "m");
  CHECK(first.peers.size() == 2 && first.peers[0] == Named("A", "a.html") && first.peers[1] == Named("B", ""));
  CHECK(first.models.size() == 1 && first.models[0] == Named("0", "b c"));
  CHECK(usual_evaluations("<X></X>") && usual_evaluations("<?xml version=\"1.0\"?> <A-B> </A-B> \n"));
}

void refused() {
  for (const char* const text :
       {"", "<", "<X>", "<x></x>", "<EVAL></EVAL>", "<X></Y>", "<X></X>x", "<X a=\"1\"></X>", "<X><!-- --></X>"})
    CHECK(!usual_evaluations(text));
  const auto without = [](const std::string& what, const std::string& instead) {
    std::string body = one;
    body.replace(body.find(what), what.size(), instead);
    return !usual_evaluations(file(body));
  };
  CHECK(without("<MODEL-ROOT>m</MODEL-ROOT>", ""));
  CHECK(without("<MODEL-ROOT>m</MODEL-ROOT>", "<PEER-ROOT>m</PEER-ROOT>"));
  CHECK(without("SEE", "see"));
  CHECK(without("b c", "b&amp;c"));
  CHECK(without("b c", "b<c"));
  CHECK(without("b c", "b]]>c"));
  CHECK(without("b c", "caf\xc3\xa9"));
  CHECK(without("b c", "b\rc"));
  CHECK(without("ID=\"A\"", "ID='A'"));
  CHECK(without("</EVAL>", "<X></X></EVAL>"));
  const std::string text = file(one);
  for (std::size_t size = 0; size + 2 < text.size(); ++size) CHECK(!usual_evaluations(text.substr(0, size)));
}

}  // namespace

int main() {
  usual();
  refused();
  return finish("evaluations");
}
