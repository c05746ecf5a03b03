// Evaluation files of ROUGE-1.5.5 in their usual layout, read without an XML parser; any other is left to one.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/files/eater.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

using Named = std::pair<std::string_view, std::string_view>;  // an ID and the name of a file

struct Evaluation {
  std::string_view id, format, peer_root, model_root;
  std::vector<Named> peers, models;
};

namespace detail {

// <P ID="...">name</P>, as often as it comes.
inline bool eat_files(Eater& eater, std::string_view begin, std::string_view end, std::vector<Named>& files) {
  while (eater.eat(begin)) {
    Stop::poll(64);
    Named file;
    file.first = eater.eat_until("\"<&\t\n");
    if (!eater.eat("\">") || !eater.eat_text(end, file.second)) return false;
    files.push_back(file);
    eater.eat_blanks();
  }
  return true;
}

inline bool eat_roots(Eater& eater, Evaluation& found) {
  for (int which = 0; which < 2; ++which) {
    eater.eat_blanks();
    // Each of them once, in either order.
    if (!found.peer_root.data() && eater.eat("<PEER-ROOT>")) {
      if (!eater.eat_text("</PEER-ROOT>", found.peer_root)) return false;
      if (!found.peer_root.data()) found.peer_root = "";
    } else if (!found.model_root.data() && eater.eat("<MODEL-ROOT>")) {
      if (!eater.eat_text("</MODEL-ROOT>", found.model_root)) return false;
      if (!found.model_root.data()) found.model_root = "";
    } else {
      return false;
    }
  }
  return true;
}

// An evaluation behind its <EVAL ID=".
inline bool eat_evaluation(Eater& eater, Evaluation& found) {
  found.id = eater.eat_until("\"<&\t\n");
  if (!eater.eat("\">") || !eat_roots(eater, found)) return false;
  eater.eat_blanks();
  if (!eater.eat("<INPUT-FORMAT TYPE=\"")) return false;
  found.format = eater.eat_until("\"<&\t\n");
  if (found.format != "SEE" && found.format != "SPL" && found.format != "ISI" && found.format != "SIMPLE") return false;
  if (!eater.eat("\">")) return false;
  eater.eat_blanks();
  if (!eater.eat("</INPUT-FORMAT>")) return false;
  eater.eat_blanks();
  if (!eater.eat("<PEERS>")) return false;
  eater.eat_blanks();
  if (!eat_files(eater, "<P ID=\"", "</P>", found.peers) || !eater.eat("</PEERS>")) return false;
  eater.eat_blanks();
  if (!eater.eat("<MODELS>")) return false;
  eater.eat_blanks();
  if (!eat_files(eater, "<M ID=\"", "</M>", found.models) || !eater.eat("</MODELS>")) return false;
  eater.eat_blanks();
  return eater.eat("</EVAL>");
}

inline bool is_printed(std::string_view text) {
  // Without a way out of the loop, so that many bytes are looked at in one step.
  int strange = 0;
  in_stretches(text.size(), [&](std::size_t begin, std::size_t end) {
    int some = 0;
    for (const char byte : text.substr(begin, end - begin))
      some |= !((byte >= 32 && byte < 127) || byte == '\n' || byte == '\t');
    strange |= some;
  });
  return strange == 0;
}

}  // namespace detail

// The evaluations of a file whose every part has the usual layout; nothing for any other.
// It takes nothing that an XML parser would take otherwise: printed ASCII, without entities or other markup.
inline std::optional<std::vector<Evaluation>> usual_evaluations(std::string_view text) {
  if (!detail::is_printed(text) || text.find("]]>") != std::string_view::npos) return std::nullopt;
  Eater eater(text);
  eater.eat("<?xml version=\"1.0\"?>");
  eater.eat_blanks();
  if (!eater.eat("<")) return std::nullopt;
  const std::string_view root = eater.eat_all_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ-");
  if (root.empty() || root[0] == '-' || root == "EVAL") return std::nullopt;
  if (eater.eat(" version=\"")) {
    eater.eat_until("\"<&");
    if (!eater.eat("\"")) return std::nullopt;
  }
  if (!eater.eat(">")) return std::nullopt;
  std::vector<Evaluation> found;
  eater.eat_blanks();
  while (eater.eat("<EVAL ID=\"")) {
    Stop::poll(256);
    found.emplace_back();
    if (!detail::eat_evaluation(eater, found.back())) return std::nullopt;
    eater.eat_blanks();
  }
  if (!eater.eat("</") || !eater.eat(root) || !eater.eat(">")) return std::nullopt;
  eater.eat_blanks();
  return eater.rest().empty() ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace infrarouge
