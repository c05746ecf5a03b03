// Which quotation marks belong together, as js-rouge 3.2.3 sees it: straight and curly ones of English text.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/programs/js_text.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::js {

// A text whose characters are all known here, and the small questions about its places.
class Text {
 public:
  Text(Units text, bool neutral_case) : units(text), size(static_cast<Place>(text.size())), neutral(neutral_case) {}

  Units units;
  Place size;
  bool neutral;  // capitals and small letters are alike

  // 0 outside the text.
  char16_t unit(Place at) const { return at >= 0 && at < size ? units[static_cast<std::size_t>(at)] : u'\0'; }
  Units from(Place at) const { return at < size ? units.substr(static_cast<std::size_t>(at)) : Units(); }
  Units between(Place at, Place end) const {
    return units.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(end - at));
  }

  bool is_pair(Place at, char16_t mark = u'\'') const { return unit(at) == mark && unit(at + 1) == mark; }

  Place skip_space(Place at) const {
    const auto is_other = [this](std::size_t place) { return !is(units[place], space); };
    return at < size ? static_cast<Place>(first_place(static_cast<std::size_t>(at), units.size(), is_other)) : at;
  }

  // Whether a sentence may start with a character.
  bool starts_sentence(char16_t c) const { return is(c, neutral ? letter : capital); }

  // Whether what stands before a place lets a quotation open there.
  bool may_open(Place at) const {
    return at == 0 || is(unit(at - 1), space | punctuation) || (at > 1 && is_pair(at - 2, u'`'));
  }

  // Whether what stands at a place may come first in a quotation.
  bool starts_quotation(Place at) const {
    const char16_t c = unit(at);
    return is(c, letter | digit | symbol | opening_bracket) || one_of(c, u"'\u2018\u201c`");
  }

  bool starts_content(Place at) const { return is(unit(at), letter | digit | currency | opening_bracket); }

  bool is_n_pair(Place at) const {
    const auto paired = [&](Place begin) {
      const char16_t c = unit(begin);
      return begin >= 0 && (c == u'\'' || c == u'\u2019') && lower(unit(begin + 1)) == u'n' && unit(begin + 2) == c;
    };
    return paired(at) || paired(at - 2);
  }

  Place before_closers(Place at) const {
    do --at;
    while (at >= 0 && (is(unit(at), space) || is_closer(unit(at)) || unit(at) == u'"' || unit(at) == u'\u201d'));
    return at;
  }

  bool is_elision(Place at) const { return is_elided(from(at + 1)); }
  bool is_contracted(Place at) const { return is_contraction(from(at + 1)); }

  // Whether an apostrophe stands for the first digits of the number after it.
  bool is_elided_number(Place at) const {
    if (!is(unit(at + 1), digit)) return false;
    const Place before = before_closers(at);
    if (is_terminal(unit(before))) return false;
    return is(unit(at - 1), space) || !is(unit(before), letter | digit);
  }

  // Whether an apostrophe follows an s and precedes another word.
  bool is_possessive(Place at) const {
    if (!is_s(unit(at - 1))) return false;
    const Place following = skip_space(at + 1);
    return following > at + 1 && is(unit(following), letter | digit);
  }

  bool is_in_word(Place at) const { return is(unit(at - 1), letter) && is(unit(at + 1), letter); }

  Place last_apostrophes = -1;  // where the last two apostrophes in a row stand

  bool opens_treebank(Place at) const {
    const bool free = at == 0 || is(unit(at - 1), space) || is_opener(unit(at - 1));
    return free && starts_content(at + 2) && last_apostrophes >= at + 2;
  }

  // Where opening marks from a place on end, with white space or without.
  Place opening_end(Place at, bool spaces) const {
    for (; at < size; ++at) {
      const char16_t c = unit(at);
      if (is_opener(c) || one_of(c, u"\"'\u201c\u2018") || (spaces && is(c, space))) continue;
      if (c == u'\u2019' && is_elision(at)) continue;
      if (!is_pair(at, u'`')) break;
      ++at;
    }
    return at;
  }
};

// Kinds of quotation as bits.
enum Kind : unsigned { no_kind = 0, straight_double = 1, straight_single = 2, curly_double = 4, curly_single = 8 };

inline unsigned kind_of_closer(char16_t c) {
  return c == u'"'        ? straight_double
         : c == u'\''     ? straight_single
         : c == u'\u201d' ? curly_double
         : c == u'\u2019' ? curly_single
                          : no_kind;
}

// The pairs of quotation marks of a text; of two apostrophes or back-ticks a pair holds the first.
class Quotations {
 public:
  Quotations(const Text& text, const std::vector<Place>& marks) : text_(text) {
    const auto is_quote = [&](Place at) { return one_of(text.unit(at), u"\"'`\u201c\u201d\u2018\u2019"); };
    Pace pace;
    for (const Place at : marks) {
      pace.at(index(at));
      if (is_quote(at)) quotes_.push_back(at);
    }
    if (quotes_.empty()) return;
    partner_.reserve(text.units.size());
    in_stretches(text.units.size(),
                 [this](std::size_t begin, std::size_t end) { partner_.insert(partner_.end(), end - begin, -1); });
    lengthen(apostrophe_, text.units.size());
    flag_curly();
    flag_elisions();
    flag_possessives();
    pair();
  }

  bool any() const { return any_; }
  bool any_curly() const { return any_curly_; }
  bool opens(Place at) const { return !partner_.empty() && partner_[index(at)] > at; }
  bool closes(Place at) const { return !partner_.empty() && partner_[index(at)] >= 0 && partner_[index(at)] < at; }

  unsigned kind(Place at) const {
    const Place opening = closes(at) ? partner_[index(at)] : at;
    const char16_t c = text_.unit(opening);
    if (c == u'\'' && text_.unit(opening + 1) != u'\'') return straight_single;
    return c == u'\u201c' ? curly_double : c == u'\u2018' ? curly_single : straight_double;
  }

  // The kind of the pair that closes at a place, or none.
  unsigned closed_kind(Place at) const { return at < text_.size && closes(at) ? kind(at) : 0; }

  // Whether some pending quotation is still open after what stands between a sentence's last mark and its end.
  bool is_inside(Place at, Place end, unsigned pending) const {
    for (Place place = at + 1; place < end && pending; ++place) pending &= ~closed_kind(place);
    return pending != 0;
  }

 private:
  static std::size_t index(Place at) { return static_cast<std::size_t>(at); }

  bool is_right_apostrophe(Place at) const {
    if (is(text_.unit(at - 1), space) && text_.is_elision(at)) return true;
    if (at >= 2 && text_.unit(at - 2) == u'\u2019' && lower(text_.unit(at - 1)) == u'n') return true;
    const char16_t following = text_.unit(at + 1);
    if (!is(following, letter | digit)) return false;
    const Place before = text_.before_closers(at);
    const bool after_end = is_terminal(text_.unit(before));
    if (is(following, digit)) return !after_end && !is(text_.unit(before), letter | digit);
    return !after_end || text_.is_contracted(at);
  }

  bool may_be_possessive(Place at) const {
    const char16_t before = text_.unit(at - 1);
    if (is_s(before) || is(before, digit)) return true;
    return before == u'.' && is(text_.unit(at - 2), letter) && text_.unit(at - 3) == u'.' &&
           is(text_.unit(at - 4), letter);
  }

  // Curly single marks and straight ones share the flags: no place holds both.
  void flag_curly() {
    Place opening = -1, candidate = -1;
    bool candidate_was_open = false;
    Pace pace;
    for (const Place at : quotes_) {
      pace.at(index(at));
      const char16_t c = text_.unit(at);
      if (c == u'\u2018') {
        apostrophe_[index(at)] = 1;
        const bool in_word = is(text_.unit(at - 1), letter | digit) && is(text_.unit(at + 1), letter | digit);
        const bool inner_elision = !(opening >= 0 && text_.is_elision(opening)) &&
                                   (opening >= 0 || candidate_was_open) &&
                                   (text_.is_elision(at) || is(text_.unit(at + 1), digit));
        if (!in_word && !inner_elision) {
          opening = at;
          candidate = -1;
          candidate_was_open = false;
        }
      } else if (c != u'\u2019') {
        continue;
      } else if (is_right_apostrophe(at)) {
        apostrophe_[index(at)] = 1;
      } else if (opening >= 0 && text_.is_elision(opening) && text_.is_possessive(at)) {
        if (candidate < 0) candidate = at;
      } else {
        const bool was_open = opening >= 0;
        if (was_open) apostrophe_[index(opening)] = 0;
        opening = -1;
        if (may_be_possessive(at)) {
          if (candidate < 0) {
            candidate = at;
            candidate_was_open = was_open;
          }
        } else if (candidate >= 0) {
          flag_marks(candidate, at, false);
          candidate = -1;
          candidate_was_open = false;
        }
      }
    }
  }

  // Flags the single marks of one kind between two places.
  void flag_marks(Place begin, Place end, bool straight) {
    for (auto at = std::lower_bound(quotes_.begin(), quotes_.end(), begin); at != quotes_.end() && *at < end; ++at) {
      if ((text_.unit(*at) == u'\'') == straight) apostrophe_[index(*at)] = 1;
    }
  }

  // Whether a straight single quotation is open after a mark, if `inside` says it was before.
  bool single_state(Place at, bool inside) const {
    const char16_t following = text_.unit(at + 1);
    const bool after_end = is_terminal(text_.unit(at - 1));
    if (!inside) {
      return text_.may_open(at) && !(after_end && text_.is_contracted(at)) && following != 0 && !is(following, space);
    }
    if (after_end && !text_.is_contracted(at)) return false;
    if (is(following, digit)) return text_.is_elided_number(at);
    return following != 0 && !is(following, space | dash) && !one_of(following, u".,!?;:)]}\"\u201d");
  }

  void flag_elisions() {
    bool inside = false;
    Place elision = -1;
    Pace pace;
    for (const Place at : quotes_) {
      pace.at(index(at));
      if (text_.unit(at) != u'\'') continue;
      if (text_.is_n_pair(at)) {
        apostrophe_[index(at)] = 1;
        continue;
      }
      if (elision >= 0) {
        if (!is_terminal(text_.unit(at - 1)) && text_.may_open(at) && text_.starts_quotation(at + 1)) {
          elision = -1;
          inside = false;
        } else if (text_.is_possessive(at)) {
          continue;
        }
      }
      const bool now = single_state(at, inside);
      if (now && !inside && text_.is_elision(at)) {
        elision = at;
        apostrophe_[index(at)] = 1;
      } else if (!now && inside && elision >= 0) {
        apostrophe_[index(elision)] = 0;
        elision = -1;
      }
      inside = now;
    }
  }

  void flag_possessives() {
    Place opening = -1, candidate = -1;
    Pace pace;
    for (const Place at : quotes_) {
      pace.at(index(at));
      if (text_.unit(at) != u'\'' || text_.is_n_pair(at)) continue;
      if (opening >= 0 && (text_.is_elision(at) || text_.is_elided_number(at))) continue;
      const bool free = opening < 0 || !is_terminal(text_.unit(at - 1));
      const char16_t following = text_.unit(at + 1);
      if (free && text_.may_open(at) && text_.starts_quotation(at + 1)) {
        opening = at;
        candidate = -1;
      } else if (opening < 0 || is(following, letter)) {
        continue;
      } else if (!is(following, digit) && (is_s(text_.unit(at - 1)) || is(text_.unit(at - 1), digit))) {
        if (candidate < 0) candidate = at;
      } else {
        if (candidate >= 0) flag_marks(candidate, at, true);
        opening = candidate = -1;
      }
    }
  }

  // ------------------------------------------------------------ pairing

  Place& open_at(unsigned kind) {
    return open_[kind == straight_double ? 0 : kind == straight_single ? 1 : kind == curly_double ? 2 : 3];
  }

  void close(unsigned kind, Place at) {
    Place& opening = open_at(kind);
    if (opening < 0) return;
    partner_[index(opening)] = at;
    partner_[index(at)] = opening;
    opening = -1;
    last_closing_ = at;
    any_ = true;
    any_curly_ = any_curly_ || kind == curly_double || kind == curly_single;
  }

  void pair() {
    Place skipped = -1;
    Pace pace;
    for (const Place at : quotes_) {
      pace.at(index(at));
      if (at <= skipped) continue;
      const char16_t c = text_.unit(at);
      if (c == u'`') {
        if (!text_.is_pair(at, u'`')) continue;
        if (text_.unit(at + 2) == u'`') throw Unusual();
        open_at(straight_double) = at;
        skipped = at + 1;
      } else if (c == u'\'' && text_.is_pair(at) && open_at(straight_single) <= open_at(straight_double)) {
        if (open_at(straight_double) >= 0) {
          close(straight_double, at);
          skipped = at + 1;
        } else if (text_.may_open(at) && text_.starts_content(at + 2) && text_.last_apostrophes >= at + 2) {
          open_at(straight_double) = at;
          skipped = at + 1;
        }
      } else if (c == u'\'') {
        pair_single(at);
      } else if (c == u'\u2018' || c == u'\u2019') {
        const bool inside = open_at(curly_single) >= 0;
        if (apostrophe_[index(at)] ? inside : c == u'\u2018') {
          if (!inside) open_at(curly_single) = at;
        } else {
          close(curly_single, at);
        }
      } else if (c == u'"') {
        if (open_at(straight_double) >= 0 && recovery(at) != 'o') {
          close(straight_double, at);
        } else if (text_.may_open(at)) {
          open_at(straight_double) = at;
        }
      } else if (c == u'\u201c') {
        open_at(curly_double) = at;
      } else {
        close(curly_double, at);
      }
    }
  }

  void pair_single(Place at) {
    const bool flagged = apostrophe_[index(at)] != 0, inside = open_at(straight_single) >= 0;
    const bool now = flagged ? inside : single_state(at, inside);
    const bool asked = now && inside && !(flagged || text_.is_elision(at) || text_.is_elided_number(at));
    const char answer = asked ? recovery(at) : '-';
    if (now && (!inside || answer == 'o')) {
      open_at(straight_single) = at;
    } else if (inside && (!now || answer == 'c')) {
      close(straight_single, at);
    }
  }

  // What a mark does that looks as if it opened a quotation where one of its kind is open: (o)pens, (c)loses, or -.
  char recovery(Place at) {
    if (!(text_.may_open(at) && text_.starts_quotation(at + 1))) return '-';
    Place place = at - 1;
    while (place >= walked_ && is_tail(text_.unit(place))) --place;
    if (place >= walked_) before_tail_ = place;
    walked_ = at;  // what was walked over once is not walked over again
    if (last_closing_ > before_tail_) return 'c';
    return is_terminal(text_.unit(before_tail_)) ? '-' : 'o';
  }

  const Text& text_;
  std::vector<Place> quotes_;
  std::vector<Place> partner_;
  std::vector<std::uint8_t> apostrophe_;
  std::array<Place, 4> open_{-1, -1, -1, -1};
  Place walked_ = 0, before_tail_ = -1, last_closing_ = -1;
  bool any_ = false, any_curly_ = false;
};

}  // namespace infrarouge::js
