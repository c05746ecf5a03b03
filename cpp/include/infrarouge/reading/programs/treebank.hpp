// Penn Treebank words as js-rouge cuts them: the twin of reading/programs/treebank.py, where the rules are defined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/reading/programs/blanks.hpp"
#include "infrarouge/reading/programs/characters.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::programs {

// Puts blanks between the words of a text in UTF-8, rule after rule. A rule without its characters in the text is
// passed over.
class Treebank : private Blanks {
 public:
  // Words are what stands between the blanks of text(); release 3.2.0 has one empty word where there is none.
  void cut_320(const std::uint8_t* bytes, std::size_t n) {
    start(bytes, n);
    if (n == 0) return;
    if (has('"')) opening_quotes();
    if (has('.')) dots(2);
    spaced(";@#$%&");
    if (has('.')) final_period_320();
    spaced(",?!");
    spaced("[](){}<>");
    if (has('-')) runs_of_hyphens();
    text_.insert(text_.begin(), ' ');
    text_.push_back(' ');
    if (has('"')) closing_quotes();
    endings();
    if (may_contract())
      for (std::size_t i = 0; i < n_contractions; ++i) contract_first(contractions[i]);
  }

  void cut_323(const std::uint8_t* bytes, std::size_t n) {
    squeeze(bytes, n);
    if (text_.empty()) return;
    if (has('"') || has('\'') || has('`')) quotes();
    if (has('.')) dots(3);
    spaced(";@#$%&");
    if (has(':') || has(',')) commas();
    if (has('.')) final_period_323();
    spaced("?!");
    spaced("[](){}<>");
    if (has('-')) pairs_of_hyphens();
    text_.insert(text_.begin(), ' ');
    text_.push_back(' ');
    endings();
    if (may_contract())
      for (std::size_t i = 0; i < n_contractions; ++i) contract_all(contractions[i]);
  }

  using Blanks::text;

 private:
  // A word that is two, in small letters, and what must stand before and behind it.
  struct Contraction {
    std::string_view first, second;
    bool blank_before, blank_behind;
  };
  static constexpr std::size_t n_contractions = 10;
  static constexpr Contraction contractions[n_contractions] = {
      {"can", "not", false, false}, {"d", "'ye", false, false},  {"gim", "me", false, false},
      {"gon", "na", false, false},  {"got", "ta", false, false}, {"lem", "me", false, false},
      {"more", "'n", false, false}, {"wan", "na", false, true},  {"'t", "is", true, false},
      {"'t", "was", true, false}};

  // A quotation mark at the start or after an opening bracket opens.
  void opening_quotes() {
    open();
    Pace pace;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      pace.at(i);
      const char c = text_[i];
      if (i == 0 && c == '"') {
        out_ += " `` ";
      } else if (std::string_view(" ([{<").find(c) != std::string_view::npos && at(i + 1) == '"') {
        out_ += c;
        out_ += " `` ";
        ++i;
      } else {
        out_ += c;
      }
    }
    close();
  }

  void closing_quotes() {
    open();
    in_stretches(text_.size(), [this](std::size_t begin, std::size_t end) {
      for (const char c : std::string_view(text_).substr(begin, end - begin)) {
        if (c == '"') {
          out_ += " '' ";
        } else {
          out_ += c;
        }
      }
    });
    close();
  }

  // The last dot, if no dot stands before it and nothing but closing marks, then white space, behind it.
  void final_period_320() {
    const std::size_t dot = text_.rfind('.');
    if (dot == std::string::npos || dot == 0 || text_[dot - 1] == '.') return;
    const std::size_t end = behind_all_of("])}>\"'", dot + 1);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
    Pace pace;
    for (std::size_t i = end; i < text_.size();) {
      pace.at(i);
      if (!js::is_space(unicode::next_utf8(bytes, text_.size(), i, true))) return;
    }
    text_.resize(end);
    text_.insert(dot, 1, ' ');
    text_.push_back(' ');
  }

  void final_period_323() {
    const std::size_t dot = text_.rfind('.');
    if (dot == std::string::npos || dot == 0 || text_[dot - 1] == '.') return;
    if (behind_all_of("])}>' ", dot + 1) < text_.size()) return;
    const bool acronym = dot >= 3 && is_letter(text_[dot - 1]) && text_[dot - 2] == '.' && is_letter(text_[dot - 3]) &&
                         (dot == 3 || !is_ascii_word(text_[dot - 4]));
    if (acronym) return;
    text_.insert(dot, 1, ' ');
    text_.push_back(' ');
  }

  // Colons and commas, unless a digit follows.
  void commas() {
    open();
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
    Pace pace;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      pace.at(i);
      const char c = text_[i];
      bool apart = c == ':' || c == ',';
      if (apart && i + 1 < text_.size()) {
        std::size_t next = i + 1;
        apart = (python::bits(unicode::next_utf8(bytes, text_.size(), next, true)) & python::decimal) == 0;
      }
      if (apart) {
        out_.append({' ', c, ' '});
      } else {
        out_ += c;
      }
    }
    close();
  }

  // Whether a word at a place may be one that is two words; its neighbours are not looked at.
  bool matches(std::string_view wanted, std::size_t i) const {
    if (text_.size() - i < wanted.size()) return false;
    for (std::size_t k = 0; k < wanted.size(); ++k)
      if (lowered(text_[i + k]) != wanted[k]) return false;
    return true;
  }
  bool matches(const Contraction& word, std::size_t i) const {
    return matches(word.first, i) && matches(word.second, i + word.first.size());
  }

  bool may_contract() const {
    Pace pace;
    for (std::size_t i = 1; i < text_.size(); ++i) {
      pace.at(i);
      const char c = lowered(text_[i]);
      if (c != 'c' && c != 'd' && c != 'g' && c != 'l' && c != 'm' && c != 'w' && c != '\'') continue;
      if (c != '\'' && is_ascii_word(text_[i - 1])) continue;
      for (const Contraction& word : contractions)
        if (c == word.first[0] && matches(word, i)) return true;
    }
    return false;
  }

  void put(const Contraction& word, std::size_t i) {
    out_ += ' ';
    out_.append(text_, i, word.first.size());
    out_ += ' ';
    out_.append(text_, i + word.first.size(), word.second.size());
    out_ += ' ';
  }

  // 3.2.0 parts the first of each; words end where letters, digits and underscores of ASCII do.
  void contract_first(const Contraction& word) {
    const std::size_t size = word.first.size() + word.second.size();
    Pace pace;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      pace.at(i);
      if (!matches(word, i)) continue;
      const std::size_t end = i + size;
      const bool before = word.blank_before ? i > 0 && text_[i - 1] == ' ' : i == 0 || !is_ascii_word(text_[i - 1]);
      const bool behind = word.blank_behind ? at(end) == ' ' : end == text_.size() || !is_ascii_word(text_[end]);
      if (!before || !behind) continue;
      open();
      out_.append(text_, 0, word.blank_before ? i - 1 : i);
      put(word, i);
      out_.append(text_, word.blank_behind ? end + 1 : end, std::string::npos);
      return close();
    }
  }

  // 3.2.3 parts all that stand by themselves; any letter of an identifier is part of a word.
  void contract_all(const Contraction& word) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
    const std::size_t size = word.first.size() + word.second.size() + (word.blank_behind ? 1 : 0);
    open();
    Pace pace;
    for (std::size_t i = 0; i < text_.size();) {
      pace.at(i);
      if (!matches(word, i) || (word.blank_behind && at(i + size - 1) != ' ')) {
        out_ += text_[i++];
        continue;
      }
      std::size_t end = i + size;
      bool inside = i > 0 && js::in_identifier(code_before(i));
      if (!inside && end < text_.size() && !word.blank_behind) {
        std::size_t next = end;
        inside = js::in_identifier(unicode::next_utf8(bytes, text_.size(), next, true));
      }
      if (inside) {
        out_.append(text_, i, size);
      } else {
        put(word, i);
      }
      i = end;
    }
    close();
  }

  // A quotation mark in the text: ``, '' or ".
  struct Mark {
    std::size_t begin, end;
    char kind;  // its first character
  };

  void quotes() {
    marks_.clear();
    Pace pace;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      pace.at(i);
      const char c = text_[i];
      if (c == '"') marks_.push_back(Mark{i, i + 1, c});
      if ((c == '`' || c == '\'') && at(i + 1) == c) {
        marks_.push_back(Mark{i, i + 2, c});
        ++i;
      }
    }
    if (marks_.empty()) return;
    open();
    bool inside = false;
    std::size_t from = 0;
    pace = Pace();
    for (std::size_t k = 0; k < marks_.size(); ++k) {
      pace.at(k);
      const char following = k + 1 < marks_.size() ? marks_[k + 1].kind : '\0';
      inside = marks_[k].kind == '`' || (!inside && opens(marks_[k], following));
      out_.append(text_, from, marks_[k].begin - from);
      out_ += inside ? " `` " : " '' ";
      from = marks_[k].end;
    }
    out_.append(text_, from, std::string::npos);
    close();
  }

  // Whether a mark outside any quotation opens one.
  bool opens(const Mark& mark, char following) const {
    const bool first = mark.begin == 0;
    const char32_t before = first ? U'\0' : code_before(mark.begin);
    // JavaScript looks at half of a character beyond U+FFFF, which is of no kind.
    const js::Kind kind = first || before > 0xFFFF ? js::Kind::none : js::kind(before);
    const bool free = first || before == ' ' || before == '<' || kind == js::Kind::ps;
    if (mark.end == text_.size() && !free) return false;
    const bool doubled = mark.begin >= 2 && text_[mark.begin - 1] == '`' && text_[mark.begin - 2] == '`';
    if (!free && !js::is_punctuation(kind) && !doubled) return false;
    if (before == '.' || before == '!' || before == '?') return false;
    if (mark.kind != '\'') return true;
    if (first || following != '\'' || mark.end == text_.size()) return false;
    std::size_t next = mark.end;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
    const js::Kind after = js::kind(unicode::next_utf8(bytes, text_.size(), next, true));
    return js::is_letter(after) || after == js::Kind::n || after == js::Kind::sc || after == js::Kind::ps;
  }

  std::vector<Mark> marks_;
};

}  // namespace infrarouge::programs
