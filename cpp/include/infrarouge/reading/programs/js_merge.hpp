// From pieces to sentences: a piece that ends in an abbreviation, an initial or a line goes on in the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "infrarouge/reading/programs/js_abbreviations.hpp"
#include "infrarouge/reading/programs/js_quotations.hpp"
#include "infrarouge/reading/programs/js_text.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::js {

// A stretch of the text; one that is a sentence has its lines joined.
struct Piece {
  Place begin, end;
  bool sentence;
};

// Writes every run of characters of a kind as one space.
template <class Is>
std::u16string squeezed(Units text, Is&& is_kind) {
  std::u16string squeezed_text;
  squeezed_text.reserve(text.size());
  bool in_run = false;
  Pace pace;
  for (std::size_t at = 0; at < text.size(); ++at) {
    pace.at(at);
    const char16_t c = text[at];
    const bool of_kind = is_kind(c);
    if (!of_kind) squeezed_text.push_back(c);
    if (of_kind && !in_run) squeezed_text.push_back(u' ');
    in_run = of_kind;
  }
  return squeezed_text;
}

inline bool is_any_space(char16_t c) { return is(c, space); }
inline bool is_in_line(char16_t c) { return is(c, space) && !is_newline(c); }

inline bool has_break(Units text) {
  return first_place(0, text.size(), [&](std::size_t at) { return is_newline(text[at]); }) < text.size();
}

inline Units trimmed(Units text, bool any_space) {
  const auto blank = [&](char16_t c) { return any_space ? is(c, space) : c == u' '; };
  text.remove_prefix(first_place(0, text.size(), [&](std::size_t at) { return !blank(text[at]); }));
  const std::size_t n = text.size();
  text.remove_suffix(first_place(0, n, [&](std::size_t back) { return !blank(text[n - 1 - back]); }));
  return text;
}

// What may be open somewhere in a text.
struct Enclosing {
  bool anything;      // quotations or brackets
  bool curly_quotes;  // quotations in curly marks
};

// Turns the pieces of a text into sentences.
class Merge {
 public:
  Merge(const Text& text, const std::vector<Piece>& pieces, Enclosing enclosing, std::vector<std::u16string>& sentences)
      : text_(text), pieces_(pieces), enclosing_(enclosing), sentences_(sentences) {
    bool pending = false;
    for (at_ = 0; at_ < pieces.size(); ++at_) {
      Stop::poll(64 + static_cast<std::size_t>(pieces[at_].end - pieces[at_].begin));
      if (!pending) {
        const std::u16string& units = piece(0);
        if (units.empty()) continue;
        buffer_.clear();
        normalized_ = 0;
        has_words_ = has_breaks_ = begins_title_ = false;
        append(trimmed(units, false));
      }
      trim_end();
      pending = has_words_ && goes_on();
    }
  }

 private:
  // A piece ahead as it is read; empty beyond the last.
  const std::u16string& piece(std::size_t ahead) {
    std::u16string& units = ahead_[ahead];
    units.clear();
    if (at_ + ahead < pieces_.size()) {
      const Piece& one = pieces_[at_ + ahead];
      const Units written = text_.between(one.begin, one.end);
      const bool lines = one.sentence && has_break(written);
      units = lines ? squeezed(written, is_newline) : std::u16string(written);
    }
    return units;
  }

  // ------------------------------------------------------------ the sentence under construction

  void append(Units units) {
    const Units word = without_space(units);
    if (!has_words_ && !word.empty()) {
      begins_title_ = text_.starts_sentence(word.front());
      has_words_ = true;
    }
    has_breaks_ = has_breaks_ || has_break(units);
    buffer_.append(units);
  }

  void append_spaced(Units units) {
    buffer_.push_back(u' ');
    append(units);
  }

  void trim_end() {
    while (!buffer_.empty() && buffer_.back() == u' ') buffer_.pop_back();
  }

  void normalize() {
    // What was normalized before ends in no white space, so only what was added since is looked at.
    const std::u16string added = squeezed(Units(buffer_).substr(normalized_), is_any_space);
    buffer_.erase(normalized_);
    buffer_.append(added, normalized_ == 0 && !added.empty() && added.front() == u' ' ? 1 : 0, std::u16string::npos);
    trim_end();
    normalized_ = buffer_.size();
    has_breaks_ = false;
  }

  void emit() { sentences_.push_back(buffer_); }

  // ------------------------------------------------------------ what follows

  bool goes_on() {
    const std::u16string& following = piece(1);
    const Units suffix = suffix_of(buffer_);
    if (has_breaks_) return after_break(following);
    if (!following.empty()) {
      const Abbreviation about = abbreviation(suffix);
      if (about.known) return after_abbreviation(about, following);
      if (text_.neutral ? ends_in_cased_letter(last_word(suffix)) : ends_in_letter(suffix))
        return after_letter(following);
      if (suffix.size() > 1 && suffix.substr(suffix.size() - 2) == u"..") return after_dots(following);
    }
    emit();
    return false;
  }

  static Units last_word(Units text) {
    std::size_t begin = text.size();
    while (begin > 0 && !is(text[begin - 1], space)) --begin;
    return text.substr(begin);
  }

  // Whether a sentence may start with a text, white space aside.
  bool starts_sentence(Units following) const {
    const Units rest = without_space(following);
    if (rest.empty() || !text_.starts_sentence(rest.front())) return false;
    // The definition asks for the words of a text before it skips white space.
    return !text_.neutral || is_independent_or_new(following);
  }

  bool after_abbreviation(const Abbreviation& about, Units following) {
    if (starts_sentence(following) && !about.never_ends &&
        !(about.is_states && is_state_body(without_space(following)))) {
      emit();
      return false;
    }
    append_spaced(trimmed(squeezed(following, is_in_line), false));
    return true;
  }

  bool after_letter(Units following) {
    if (text_.neutral) {
      if (packed(last_word(suffix_of(buffer_))) == packed(u"p.")) throw Unusual();
      emit();
      return false;
    }
    const Units last = last_word(buffer_);
    if (std::none_of(last.begin(), last.end(), [](char16_t c) { return is(c, capital); })) {
      append_spaced(squeezed(following, [](char16_t c) { return c == u' '; }));
      return true;
    }
    const std::u16string& then = piece(2);
    const Units start = without_space(then);
    Units before(buffer_.data(), buffer_.size() - last.size());
    while (!before.empty() && is(before.back(), space)) before.remove_suffix(1);
    const Units last_but_one = last_word(before);
    if (start.empty() || !is(start.front(), capital) || last_but_one.empty() || !is(last_but_one.front(), capital)) {
      emit();
      return false;
    }
    append(squeezed(following, is_any_space));
    append(then);
    ++at_;
    return true;
  }

  // Two full stops in a row end nothing.
  bool after_dots(Units following) {
    const auto is_blank = [](char16_t c) { return c == u' '; };
    append(squeezed(following, is_blank));
    const std::u16string& then = piece(2);
    if (!then.empty() && std::all_of(following.begin(), following.end(), is_in_line)) {
      append(squeezed(then, is_blank));
      ++at_;
    }
    return true;
  }

  // ------------------------------------------------------------ line breaks

  bool after_break(Units following) {
    Units ending(buffer_);
    while (!ending.empty() && is(ending.back(), space)) ending.remove_suffix(1);
    const Units suffix = suffix_of(buffer_);
    // The suffix is cut off first, and white space at its end then.
    const std::size_t space_size = std::min(suffix.size(), buffer_.size() - ending.size());
    const Abbreviation about = abbreviation(suffix.substr(0, suffix.size() - space_size));
    // What is open would have to be followed over all sentences.
    if (enclosing_.curly_quotes || (enclosing_.anything && about.known)) throw Unusual();
    if (about.known) {
      if (about.is_states && is_state_body(without_space(following))) throw Unusual();
      const Text next(following, text_.neutral);
      const Units words = next.from(next.opening_end(0, true));
      if (!words.empty() && !about.never_ends && starts_sentence(words)) {
        normalize();
        emit();
        return false;
      }
    }
    if (!following.empty() &&
        (begins_title_ || (text_.neutral && is_closed_line(suffix) && is_continuation(without_space(following))))) {
      append_spaced(following);
      normalize();
      return true;
    }
    for (std::size_t at = 0; at < buffer_.size();) {
      const std::size_t end = std::min(buffer_.find_first_of(u"\r\n", at), buffer_.size());
      const Units line = trimmed(Units(buffer_).substr(at, end - at), true);
      if (!line.empty()) sentences_.emplace_back(line);
      at = end + 1;
    }
    return false;
  }

  // Whether a text has the end of a sentence, a closing mark and the end of a line in a row.
  static bool is_closed_line(Units text) {
    for (std::size_t at = 0; at + 2 < text.size(); ++at) {
      const char16_t closing = text[at + 1];
      if (!is_terminal(text[at]) || !(is_closer(closing) || one_of(closing, u"\"'\u201d\u2019\u201c"))) continue;
      for (std::size_t place = at + 2; place < text.size() && is(text[place], space); ++place) {
        if (is_newline(text[place])) return true;
      }
    }
    return false;
  }

  const Text& text_;
  const std::vector<Piece>& pieces_;
  Enclosing enclosing_;
  std::vector<std::u16string>& sentences_;
  std::u16string buffer_;
  std::u16string ahead_[3];
  std::size_t at_ = 0, normalized_ = 0;
  bool has_words_ = false, has_breaks_ = false, begins_title_ = false;
};

}  // namespace infrarouge::js
