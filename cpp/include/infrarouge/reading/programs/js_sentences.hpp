// Sentences as js-rouge 3.2.3 cuts them, where a text is ordinary: no lists, no three dots in a row, notes, code or
// addresses.
//
// The rules and their names are those of src/infrarouge/reading/programs/js_sentences, which cuts every other text.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/programs/js_abbreviations.hpp"
#include "infrarouge/reading/programs/js_merge.hpp"
#include "infrarouge/reading/programs/js_quotations.hpp"
#include "infrarouge/reading/programs/js_text.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::js {

// The marks of a text, in order; a text that may hold a list or an ellipsis is refused.
class Marks {
 public:
  explicit Marks(Text& text) : text_(text) {
    Pace pace;
    for (Place at = 0; at < text.size; ++at) {
      pace.at(static_cast<std::size_t>(at));
      const char16_t c = text.unit(at);
      const std::uint16_t classes = class_of(c);
      if (classes == 0) throw Unusual();
      if ((classes & mark) == 0) continue;
      places.push_back(at);
      if (c == u'.') look_at_dot(at);
      if (c == u'.' || c == u')') look_for_item(at);
      if (c == u'\'' && text.unit(at - 1) == u'\'') text.last_apostrophes = at - 1;
    }
  }

  std::vector<Place> places;

 private:
  void look_at_dot(Place at) {
    bool in_row = last_dot_ >= 0;
    for (Place place = last_dot_ + 1; in_row && place < at; ++place) {
      in_row = is(text_.unit(place), space) && !is_newline(text_.unit(place));
    }
    dots_in_row_ = in_row ? dots_in_row_ + 1 : 1;
    if (dots_in_row_ > 2) throw Unusual();
    last_dot_ = at;
  }

  // Refuses a text where the mark at a place ends the number or letter of a second item of a family.
  void look_for_item(Place at) {
    if (!is(text_.unit(at + 1), space) || text_.skip_space(at + 1) >= text_.size) return;
    const bool bracket = text_.unit(at) == u')';
    const Place core_end = bracket && text_.unit(at - 1) == u'.' ? at - 1 : at;
    Place begin = core_end;
    while (is(text_.unit(begin - 1), digit)) --begin;
    const bool number = begin < core_end;
    if (!number && !is(text_.unit(--begin), letter)) return;
    bool plain = !bracket;
    if (begin > 0 && !is(text_.unit(begin - 1), space)) return;
    if (number) plain = plain && !follows_bullet(begin);
    std::size_t family = bracket ? 1 : 0;
    if (!number) family += text_.neutral || is(text_.unit(begin), capital) ? 2 : 4;
    if (started_[family]) throw Unusual();
    // An item in running text is the first of a list only at the start of a line or sentence.
    started_[family] = !plain || starts_line(begin);
  }

  bool follows_bullet(Place begin) const {
    Place place = begin - 1;
    while (is(text_.unit(place), space) && !is_newline(text_.unit(place))) --place;
    return place < begin - 1 && one_of(text_.unit(place), u"-*+") && (place == 0 || is(text_.unit(place - 1), space));
  }

  // Whether nothing, the end of a sentence or that of a line stands before a place.
  bool starts_line(Place begin) const {
    Place place = begin - 1;
    for (; place >= 0; --place) {
      const char16_t c = text_.unit(place);
      if (is_newline(c)) return true;
      // A back-tick may belong to code, which is passed over.
      if ((!is_tail(c) && c != u'`') || c == u'\u201c') break;
    }
    const char16_t before = text_.unit(place);
    return place < 0 || is_terminal(before) || before == u':' || is(before, dash);
  }

  const Text& text_;
  Place last_dot_ = -1;
  int dots_in_row_ = 0;
  std::array<bool, 6> started_{};
};

// Cuts one text.
class Scan {
 public:
  explicit Scan(Text& text) : text_(text), marks_(text), quotations_(text, marks_.places) { walk(); }

  std::vector<Piece> pieces;
  Enclosing enclosing() const { return {quotations_.any() || has_brackets_, quotations_.any_curly()}; }

 private:
  void walk() {
    Place passed = 0;
    Pace pace;
    for (const Place at : marks_.places) {
      pace.at(static_cast<std::size_t>(at));
      start_between(std::max(passed, last_end_), at);
      passed = at + 1;
      const char16_t c = text_.unit(at);
      if (!is_terminal(c) && !is_newline(c)) advance(at, c);
      if (at < last_end_ || is_newline(c)) {
        start_ = -1;
        continue;
      }
      started_ = true;
      if (start_ < 0) {
        start_ = at;
        continue;
      }
      // A question that may reach over a quotation is for the definition.
      if (quotations_.opens(at) && starts_scoping()) throw Unusual();
      if (is_terminal(c)) end_at(at);
    }
    pieces.push_back({last_end_, text_.size, false});
  }

  // Whether the sentence starts with a word like who, which is asked once.
  bool starts_scoping() {
    if (asked_start_ == start_) return false;
    asked_start_ = start_;
    return is_scoping(text_.from(text_.opening_end(start_, true)));
  }

  void start_between(Place begin, Place end) {
    if (start_ >= 0) return;
    while (begin < end && is(text_.unit(begin), space)) ++begin;
    if (begin >= end) return;
    started_ = true;
    start_ = begin;
  }

  // ------------------------------------------------------------ what is open

  void advance(Place at, char16_t c) {
    if (quotations_.opens(at)) pending_ |= quotations_.kind(at);
    if (quotations_.closes(at)) pending_ &= ~quotations_.kind(at);
    if (at > quote_end_ && text_.unit(at - 1) != u'\'') quote_end_ = simple_end(at, c);
    if (!is_opener(c) && !is_closer(c)) return;
    has_brackets_ = true;
    if (pending_ || at < quote_end_) return;
    if (is_closer(c)) {
      depth_ = std::max(0, depth_ - 1);
    } else if (depth_++ == 0) {
      alone_ = !started_ || follows_paragraph(at);
    }
  }

  bool follows_paragraph(Place at) const {
    int lines = 0;
    for (--at; is(text_.unit(at), space); --at) {
      const char16_t c = text_.unit(at);
      if (c == u'\n' || (c == u'\r' && text_.unit(at + 1) != u'\n')) ++lines;
    }
    return lines >= 2;
  }

  // Where a simple quotation that opens at a place ends; -2 if it has no end, and what it was if none opens there.
  Place simple_end(Place at, char16_t c) {
    constexpr char16_t pair = u'\u2033';  // stands for two apostrophes
    char16_t closing = 0;
    if ((c == u'\'' || c == u'\u2018') && text_.is_in_word(at)) return quote_end_;
    if (c == u'\u201c') closing = u'\u201d';
    if (c == u'\u2018') closing = u'\u2019';
    if (c == u'`' && text_.unit(at - 1) != u'`') closing = text_.is_pair(at, u'`') ? pair : u'`';
    if (c == u'\'' && text_.is_pair(at) && text_.opens_treebank(at)) closing = pair;
    if ((c == u'"' || c == u'\'') && closing == 0) {
      const bool free = at == 0 || is(text_.unit(at - 1), space | punctuation);
      if (free && at + 1 < text_.size && !is(text_.unit(at + 1), space)) closing = c;
    }
    if (closing == 0) return quote_end_;
    const Place width = closing == pair ? 2 : 1, end = next_closing(at + width, closing, closing == pair);
    if (end < 0) return -2;
    if ((c == u'\'' || c == u'\u2018') && is_elided_opening(text_.from(at + 1)) && opens_later(c, end)) return -2;
    return end + width - 1;
  }

  Place next_closing(Place begin, char16_t closing, bool pair) {
    Place& none = none_from_[Units(u"\"'`\u201d\u2019\u2033").find(closing)];
    if (begin >= none) return -1;
    Pace pace;
    for (Place at = begin; at < text_.size; ++at) {
      pace.at(static_cast<std::size_t>(at - begin));
      if (pair ? text_.is_pair(at) : text_.unit(at) == closing) {
        const bool single = closing == u'\'' || closing == u'\u2019';
        const bool tick = closing == u'`' && (text_.unit(at - 1) == u'`' || text_.unit(at + 1) == u'`');
        if (!tick && !(single && text_.is_in_word(at))) return at;
      }
    }
    none = begin;
    return -1;
  }

  // Whether the mark that would close a quotation whose opening looks elided opens another one.
  bool opens_later(char16_t c, Place end) const {
    if (c != u'\'') throw Unusual();
    if (end + 1 >= text_.size || is(text_.unit(end + 1), space)) return false;
    const char16_t before = text_.unit(end - 1);
    return is(before, space) || is_opener(before);
  }

  // ------------------------------------------------------------ ends

  void end_at(Place at) {
    if (may_be_cited(at)) throw Unusual();
    const bool outside = !pending_ && at >= quote_end_ && depth_ == 0;
    const bool glued = outside && is_glued(at);
    const Place end = glued ? at + 1 : ordinary_end(at);
    if (end < 0) return;
    pieces.push_back({last_end_, start_, false});
    pieces.push_back({start_, end, true});
    started_ = !glued && end == at + 1 && abbreviation_at(at).known;
    last_end_ = end;
    start_ = -1;
  }

  Abbreviation abbreviation_at(Place at) const { return abbreviation(text_.between(0, at + 1)); }

  // Whether a note in numbers may follow the end of a sentence.
  bool may_be_cited(Place at) const {
    Place place = at + 1;
    while (is_tail(text_.unit(place)) || text_.unit(place) == u'\u2018') ++place;
    const char16_t c = text_.unit(place);
    if (c == u'[') return is(text_.unit(place + 1), digit);
    if (is(text_.unit(place - 1), space)) return false;
    if (c == u'(') return is(text_.unit(place + 1), digit);
    if (!is(c, digit)) return false;
    const char16_t before = text_.unit(at - 1);
    return is(before, letter) || is_closer(before) || before == u'!' || before == u'?';
  }

  // Whether opening marks follow right after a place, and then what may start a sentence.
  bool is_glued(Place at) const {
    const Place begin = text_.opening_end(at + 1, false);
    if (begin == at + 1) return false;
    if (text_.is_pair(at + 1, u'`') && abbreviation_at(at).known) return false;
    const char16_t opener = text_.unit(at + 1);
    if ((opener == u'[' || opener == u'(') && is(text_.unit(at + 2), digit)) throw Unusual();
    const char16_t c = text_.unit(begin);
    return is(c, digit) || text_.starts_sentence(c);
  }

  Place ordinary_end(Place at) const {
    const Place end = sentence_end(at);
    const bool several = (pending_ & (pending_ - 1)) != 0;
    return end >= 0 && several && quotations_.is_inside(at, end, pending_) ? -1 : end;
  }

  // Where a sentence with its last mark at a place ends; -1 if it goes on.
  Place sentence_end(Place at) const {
    const Abbreviation about = abbreviation_at(at);
    const Place end = closing_run(at);
    unsigned open = pending_;
    int closed = 0;
    bool closes_quotation = false, has_bracket = false;
    for (Place place = at + 1; place < end; ++place) {
      const unsigned kind = quotations_.closed_kind(place);
      closes_quotation = closes_quotation || kind != 0;
      open &= ~kind;
      has_bracket = has_bracket || is_closer(text_.unit(place));
      if (is_closer(text_.unit(place)) && open == 0 && place >= quote_end_) ++closed;
    }
    // A number right after a closed quotation may be a note.
    if (closes_quotation && is(text_.unit(end), digit)) throw Unusual();
    const bool ends_quotation =
        pending_ != 0 && ((kind_of_closer(text_.unit(end - 1)) & pending_) != 0 || text_.is_pair(end - 2));
    if (ends_quotation && about.known) {
      const char16_t following = text_.unit(end);
      if (!is(following, space) && !is_opener(following) && about.never_ends) return -1;
      if (is_opener(text_.unit(text_.skip_space(end)))) throw Unusual();
    }
    if (end < text_.size && !is(text_.unit(end), space)) return is_unspaced(at, end, about) ? end : -1;
    if (end == at + 1) return (pending_ && !is_newline(text_.unit(end))) || is_colon_name(at) ? -1 : end;
    if (closed > 0) {
      const bool free = alone_ || ends_quotation || text_.skip_space(end) >= text_.size;
      if (closed < depth_ || !free) return -1;
    }
    const Place begin = text_.opening_end(end, true);
    if (begin >= text_.size) return end;
    if (is(text_.unit(begin), digit)) throw Unusual();
    if (!text_.starts_sentence(text_.unit(begin))) return -1;
    const Units between = text_.between(end, begin);
    if (ends_quotation && reports(begin, between)) return -1;
    const bool quoted = between.find_first_of(u"\"'\u201c\u2018") != Units::npos;
    if (text_.neutral && !quoted && !is_independent_or_new(text_.from(begin))) return -1;
    if (has_bracket && text_.is_pair(at - 1, u'.')) return -1;
    return about.never_ends ? -1 : end;
  }

  // Where the closing marks after a place end.
  Place closing_run(Place at) const {
    Place end = at + 1;
    unsigned pending = pending_;
    while (end < text_.size) {
      const char16_t c = text_.unit(end);
      const unsigned kind = quotations_.closed_kind(end);
      if (kind == straight_double && (pending & straight_double) && text_.is_pair(end)) {
        pending &= ~unsigned{straight_double};
        end += 2;
        continue;
      }
      if (quotations_.opens(end)) break;
      if (one_of(c, u"\"'\u201d\u2019\u201c") && pending_ && (kind & pending) == 0) break;
      if (is_closer(c) || one_of(c, u"\"'\u201d") || (kind_of_closer(c) & pending) != 0) {
        pending &= ~kind_of_closer(c);
        ++end;
        continue;
      }
      const Place beyond = text_.skip_space(end);
      if (beyond == end || beyond >= text_.size) break;
      if (!is_closer(text_.unit(beyond)) && (quotations_.closed_kind(beyond) & pending) == 0) break;
      end = beyond;
    }
    return end;
  }

  // Whether a sentence ends at a place although no white space follows.
  bool is_unspaced(Place at, Place end, const Abbreviation& about) const {
    if (pending_ && quotations_.is_inside(at, end, pending_)) return false;
    if (is_glued(end - 1)) return true;
    const char16_t c = text_.unit(end);
    const bool period = text_.unit(at) == u'.';
    if (!text_.starts_sentence(c) && (period || !is(c, digit))) return false;
    if (period && about.never_ends) return false;
    // The next of several initials; what else may follow is for the definition.
    if (period && text_.unit(end + 1) == u'.') return false;
    throw Unusual();
  }

  // Whether a full stop ends an initial in a list of names after a colon.
  bool is_colon_name(Place at) const {
    if (text_.unit(at) != u'.' || !is(text_.unit(at - 1), letter) || !is(text_.unit(at - 2), space)) return false;
    const Place begin = std::max(Place{0}, at - 96);
    if (text_.between(begin, at).find(u':') != Units::npos) throw Unusual();
    return false;
  }

  // Whether what starts at a place reports a quotation that has just closed.
  bool reports(Place begin, Units between) const {
    if (between.find_first_of(u"\"'\u201c\u2018") != Units::npos || between.find(u"``") != Units::npos) return false;
    const Units following = text_.from(begin);
    if (is_auxiliary(following) || packed(first_word(following)) == packed(u"aloud")) throw Unusual();
    return is_reporting(following);
  }

  const Text& text_;
  Marks marks_;
  Quotations quotations_;
  std::array<Place, 6> none_from_{PTRDIFF_MAX, PTRDIFF_MAX, PTRDIFF_MAX, PTRDIFF_MAX, PTRDIFF_MAX, PTRDIFF_MAX};
  Place start_ = -1, asked_start_ = -1, last_end_ = 0, quote_end_ = -1;
  unsigned pending_ = 0;
  int depth_ = 0;
  bool started_ = false, alone_ = false, has_brackets_ = false;
};

}  // namespace infrarouge::js

namespace infrarouge {

// The sentences of a text, or false if it is for the definition; `neutral` takes capitals and small letters alike.
inline bool js_sentences(std::u16string_view units, bool neutral, std::vector<std::u16string>& sentences) {
  sentences.clear();
  try {
    js::Text text(units, neutral);
    const js::Scan scan(text);
    js::Merge(text, scan.pieces, scan.enclosing(), sentences);
  } catch (const js::Unusual&) {
    return false;
  }
  if (sentences.empty() && !units.empty()) sentences.emplace_back(units);
  return true;
}

}  // namespace infrarouge
