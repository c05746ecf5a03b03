// Sentences as js-rouge 3.2.0 cuts them; a text that it refuses is left to the definition, which says why.
//
// The rules and their names are those of src/infrarouge/reading/programs/segment.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/reading/programs/characters.hpp"
#include "infrarouge/reading/programs/js_text.hpp"
#include "infrarouge/reading/unicode.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge::js_320 {

// Sentences one after another; a unit is a byte of Latin-1 or sixteen bits of UTF-16.
template <class Unit>
struct Sentences {
  std::basic_string<Unit> text;
  std::vector<std::size_t> ends;
};

inline char16_t code_of(char unit) { return static_cast<unsigned char>(unit); }
inline char16_t code_of(char16_t unit) { return unit; }

enum Class : std::uint8_t { space = 1, terminal = 2, newline = 4 };

constexpr std::array<std::uint8_t, 256> low_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {'\t', '\n', '\v', '\f', '\r', ' ', '\xA0'}) classes[static_cast<unsigned char>(c)] = space;
  for (const char c : {'.', '?', '!'}) classes[static_cast<unsigned char>(c)] = terminal;
  classes['\n'] = classes['\r'] = space | newline;
  return classes;
}

constexpr std::array<std::uint8_t, 256> low_table = low_classes();

inline std::uint8_t class_of(char16_t c) {
  if (c < 256) return low_table[c];
  return programs::js::is_space(c) ? space : 0;
}

template <class Unit>
bool is(Unit unit, int classes) {
  return (class_of(code_of(unit)) & classes) != 0;
}

// Whether upper case leaves a character alone and lower case changes it.
inline bool is_upper(char16_t c) {
  if ((unicode::properties(c) & unicode::lowers) == 0) return false;
  return c < 0x1C5 || programs::js::kind(c) != programs::js::Kind::lt;
}

// Where the first unit of some classes is from a place on; where the text ends if there is none.
template <class Unit>
std::size_t find(std::basic_string_view<Unit> text, std::size_t at, int classes) {
  return first_place(at, text.size(), [&](std::size_t place) { return is(text[place], classes); });
}

template <class Unit>
std::size_t find_not_space(std::basic_string_view<Unit> text, std::size_t at) {
  return first_place(at, text.size(), [&](std::size_t place) { return !is(text[place], space); });
}

// Cuts one text; it throws js::Unusual where the definition has to.
template <class Unit>
class Cutting {
  using View = std::basic_string_view<Unit>;

 public:
  Cutting(View text, Sentences<Unit>& sentences) : text_(text), sentences_(sentences) {
    start_ = find_not_space(text_, 0);
    for (std::size_t ahead = 0; ahead < 3; ++ahead) next_piece(pieces_[ahead]);
    for (; n_pieces_ > at_; ++at_) {
      take();
      Stop::poll(64);
      std::move(pieces_.begin() + 1, pieces_.end(), pieces_.begin());
      next_piece(pieces_.back());
    }
  }

 private:
  // Pieces end before and after every stretch that ends like a sentence, on one line; empty ones follow the last.
  void next_piece(View& piece) {
    piece = candidate_;
    if (!candidate_.empty() || cut_ > text_.size()) {
      n_pieces_ += candidate_.empty() ? 0 : 1;
      candidate_ = View();
      return;
    }
    ++n_pieces_;
    while (start_ < text_.size()) {
      const std::size_t stop = first_place(start_ + 1, text_.size(), [&](std::size_t at) {
        return is(text_[at], newline) || (is(text_[at], terminal) && may_end(at + 1));
      });
      if (stop >= text_.size()) break;
      const std::size_t begin = start_;
      start_ = find_not_space(text_, stop + 1);
      if (!is(text_[stop], terminal)) continue;
      piece = text_.substr(cut_, begin - cut_);
      candidate_ = text_.substr(begin, stop + 1 - begin);
      cut_ = stop + 1;
      return;
    }
    piece = text_.substr(cut_);
    cut_ = text_.size() + 1;
  }

  bool may_end(std::size_t at) const { return at == text_.size() || text_[at] == Unit('"') || is(text_[at], space); }

  // ------------------------------------------------------------ pieces to sentences

  void take() {
    is_joined_ = joined_to_ == at_;
    here_ = is_joined_ ? View(joined_) : pieces_[0];
    if (here_.empty()) return;
    strip([](Unit unit) { return unit == Unit(' '); });
    // The test for a line break goes on from where it last succeeded, though the piece is another one.
    const std::size_t broken = here_.empty() ? 0 : break_end(offset_);
    offset_ = broken;
    if (here_.empty()) return;
    if (broken > 0) return take_lines();
    const bool followed = is_followed();
    if (followed && take_abbreviation()) return;
    if (followed && here_.size() > 1 && take_letter()) return;
    if (followed && here_.size() > 1 && from_end(1) == u'.' && from_end(2) == u'.') return join(false);
    emit(here_);
  }

  // Whether what comes next is not empty.
  bool is_followed() const { return joined_to_ == at_ + 1 || !pieces_[1].empty(); }

  void take_lines() {
    strip([](Unit unit) { return is(unit, space); });
    if (is_followed() && is_title(here_)) return join(true);
    for (std::size_t from = 0;;) {
      const std::size_t end = std::min(here_.find(Unit('\n'), from), here_.size());
      emit(here_.substr(from, end - from));
      if (end == here_.size()) return;
      from = end + 1;
    }
  }

  // Whether the piece ends in an abbreviation, which is then done with.
  bool take_abbreviation() {
    if (!is(here_.back(), terminal)) return false;
    bool known = false, never_ends = false;
    look_up_ending(known, never_ends);
    if (!known) return false;
    const View after = pieces_[1];
    const bool blank = find_not_space(after, 0) == after.size();
    if (!blank && is_title(after) && !never_ends) {
      emit(here_);
    } else {
      join(true);
    }
    return true;
  }

  // Whether the piece ends in a single letter, which is then done with; it may be lost.
  bool take_letter() {
    const bool bare = is_ascii_letter(from_end(1)) && is_free(from_end(2));
    const bool marked = is_ascii_letter(from_end(2)) && is_free(from_end(3)) && !is_line_end(from_end(1));
    if (!bare && !marked) return false;
    const Words words = last_words();
    if (words.last_is_lower) {
      join(true);
      return true;
    }
    const View then = pieces_[2];
    if (then.empty()) return true;
    if (!words.has_before || words.before_is_blank) throw js::Unusual();
    if (words.before_is_title && is_title(then)) {
      join(false);
      joined_.append(then);
      joined_to_ = at_ + 2;
    } else {
      emit(here_);
    }
    return true;
  }

  // The unit so far from the end of the piece; 0 before its start.
  char16_t from_end(std::size_t back) const {
    return back <= here_.size() ? code_of(here_[here_.size() - back]) : u'\0';
  }
  static bool is_ascii_letter(char16_t c) { return (c | 0x20) >= u'a' && (c | 0x20) <= u'z'; }
  static bool is_word(char16_t c) { return is_ascii_letter(c) || (c >= u'0' && c <= u'9') || c == u'_'; }
  static bool is_free(char16_t c) { return c == u' ' || c == u'|' || c == u'.'; }
  static bool is_line_end(char16_t c) { return c == u'\n' || c == u'\r' || c == u'\u2028' || c == u'\u2029'; }

  bool is_title(View text) const {
    const std::size_t first = find_not_space(text, 0);
    if (first == text.size()) throw js::Unusual();
    return is_upper(code_of(text[first]));
  }

  template <class Is>
  void strip(Is&& is_kind) {
    const std::size_t n = here_.size();
    here_.remove_suffix(first_place(0, n, [&](std::size_t back) { return !is_kind(here_[n - 1 - back]); }));
    here_.remove_prefix(first_place(0, here_.size(), [&](std::size_t place) { return !is_kind(here_[place]); }));
  }

  void emit(View sentence) {
    in_stretches(sentence.size(), [&](std::size_t begin, std::size_t end) {
      sentences_.text.append(sentence.substr(begin, end - begin));
    });
    sentences_.ends.push_back(sentences_.text.size());
  }

  // ------------------------------------------------------------ abbreviations

  // Whether the units before the last one are an abbreviation, and whether one after which no sentence ends.
  void look_up_ending(bool& known, bool& never_ends) const {
    static const js::WordSet exceptions(
        u"ex circa ca cca esp ft st mt "
        u"jr mr mrs ms dr prof sr sen corp rep gov atty supt det rev col gen lt cmdr adm capt sgt cpl maj miss misses "
        u"mister sir esq mstr phd adj adv asst bldg brig comdr hon messrs mlle mme op ord pvt reps res sens sfc surg");
    static const js::WordSet others(
        u"arc al exp rd dist fy pd pl plz tce llb md bl ma ba lit etc "
        u"jan feb mar apr jun jul aug sep sept oct nov dec co yahoo joomla jeopardy dept univ assn bros inc ltd "
        u"ala ariz ark cal calif colo conn del fed fla fl ga ida ind ia la kan kans ken ky mich minn mont neb nebr "
        u"nev okla penna penn pa dak tenn tex ut vt va wash wis wisc wy wyo usafa alta ont que sask yuk ave blvd cl ct "
        u"cres hwy");
    std::uint64_t word = 0;
    unsigned size = 0;
    for (; size < 8 && is_ascii_letter(from_end(size + 2)); ++size)
      word |= std::uint64_t{from_end(size + 2) | 0x20u} << (8 * size);
    if (size > 0 && !is_word(from_end(size + 2))) {
      never_ends = exceptions.has(word);
      known = never_ends || others.has(word);
    }
    // In these a full stop stands for any character.
    if (is_dotted("u.s.a") || is_dotted("u.s") || is_dotted("b.c") || is_dotted("a.d") || is_dotted("e.u") ||
        is_dotted("a.m") || is_dotted("p.m"))
      known = true;
    if (is_dotted("e.g") || is_dotted("i.e") || is_dotted("v.s")) known = never_ends = true;
    if (from_end(2) == u'\u00B0' && (from_end(3) | 0x20) == u'n' && !is_word(from_end(4))) known = true;
  }

  bool is_dotted(std::string_view entry) const {
    for (std::size_t i = 0; i < entry.size(); ++i) {
      const char16_t c = from_end(entry.size() - i + 1);
      if (entry[i] == '.' ? is_line_end(c) : (c | 0x20) != static_cast<char16_t>(entry[i])) return false;
    }
    return !is_word(from_end(entry.size() + 2));
  }

  // ------------------------------------------------------------ what is joined

  // Puts the piece before what follows, with a space between or none.
  void join(bool spaced) {
    // A piece that was passed over because those around it were joined; the definition joins it to them.
    if (joined_to_ == at_ + 1) throw js::Unusual();
    if (is_joined_) {
      const std::size_t begin = static_cast<std::size_t>(here_.data() - joined_.data());
      joined_.resize(begin + here_.size());
      if (begin > 0) joined_.erase(0, begin);
      if (begin > 0 || joined_.size() < scanned_) forget();
      if (begin > 0) note_breaks(0);
      while (!breaks_.empty() && breaks_.back() >= joined_.size()) breaks_.pop_back();
    } else {
      joined_.assign(here_);
      forget();
      note_breaks(0);
    }
    const std::size_t from = joined_.size();
    if (spaced) joined_.push_back(Unit(' '));
    bool in_run = false;
    const View after = pieces_[1];
    in_stretches(after.size(), [&](std::size_t begin, std::size_t end) {
      for (const Unit unit : after.substr(begin, end - begin)) {
        const bool blank = unit == Unit(' ');
        if (!blank || !in_run) joined_.push_back(unit);
        in_run = blank;
      }
    });
    note_breaks(from);
    joined_to_ = at_ + 1;
  }

  void note_breaks(std::size_t from) {
    if (from == 0) breaks_.clear();
    const View text(joined_);
    for (std::size_t at = find(text, from, newline); at < text.size(); at = find(text, at + 1, newline))
      breaks_.push_back(at);
  }

  // Where the first line breaks in a row from a place on end; 0 if there are none.
  std::size_t break_end(std::size_t offset) const {
    if (!is_joined_) {
      std::size_t at = find(here_, std::min(offset, here_.size()), newline);
      if (at >= here_.size()) return 0;
      while (at < here_.size() && is(here_[at], newline)) ++at;
      return at;
    }
    const std::size_t begin = static_cast<std::size_t>(here_.data() - joined_.data());
    auto at = std::lower_bound(breaks_.begin(), breaks_.end(), begin + offset);
    if (at == breaks_.end() || *at >= begin + here_.size()) return 0;
    while (at + 1 != breaks_.end() && *(at + 1) == *at + 1 && *(at + 1) < begin + here_.size()) ++at;
    return *at + 1 - begin;
  }

  // The last two words, as spaces separate them.
  struct Words {
    bool last_is_lower = true, has_before = false, before_is_title = false, before_is_blank = false;
  };

  void forget() {
    scanned_ = word_ = 0;
    words_ = Words();
  }

  // What is joined is looked at once, and then only what came after.
  Words last_words() {
    if (is_joined_ && here_.data() == joined_.data()) {
      if (here_.size() < scanned_) forget();
      scan_words(here_);
      return words_;
    }
    forget();
    scan_words(here_);
    const Words words = words_;
    forget();
    return words;
  }

  // The character at a place, both halves of it together.
  static char32_t code_at(View text, std::size_t at) {
    const char32_t code = code_of(text[at]);
    if (sizeof(Unit) == 1 || (code & 0xFC00) != 0xD800 || at + 1 == text.size()) return code;
    const char32_t half = code_of(text[at + 1]);
    return (half & 0xFC00) == 0xDC00 ? 0x10000 + ((code & 0x3FF) << 10) + (half & 0x3FF) : code;
  }

  void scan_words(View text) {
    for (; scanned_ < text.size(); ++scanned_) {
      const Unit unit = text[scanned_];
      if (scanned_ % (1 << 16) == 0) Stop::poll(1 << 16);
      if (unit != Unit(' ')) {
        const bool lowers = (unicode::properties(code_at(text, scanned_)) & unicode::lowers) != 0;
        words_.last_is_lower = words_.last_is_lower && !lowers;
        continue;
      }
      const View word = text.substr(word_, scanned_ - word_);
      const std::size_t first = find_not_space(word, 0);
      words_.has_before = true;
      words_.before_is_blank = first == word.size();
      words_.before_is_title = !words_.before_is_blank && is_upper(code_of(word[first]));
      words_.last_is_lower = true;
      word_ = scanned_ + 1;
    }
  }

  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  const View text_;
  Sentences<Unit>& sentences_;
  std::array<View, 3> pieces_;  // the one at hand and two ahead
  View candidate_, here_;
  bool is_joined_ = false;
  std::size_t at_ = 0, n_pieces_ = 0, offset_ = 0;
  std::size_t start_ = 0, cut_ = 0;     // where the next candidate begins, and the next piece
  std::basic_string<Unit> joined_;      // the piece that others were joined to,
  std::size_t joined_to_ = nowhere;     // which piece it became,
  std::vector<std::size_t> breaks_;     // where it has line breaks,
  std::size_t scanned_ = 0, word_ = 0;  // and how far its words are known
  Words words_;
};

}  // namespace infrarouge::js_320

namespace infrarouge {

// The sentences of a text, or false if it is for the definition.
template <class Unit>
bool js_sentences_320(std::basic_string_view<Unit> text, js_320::Sentences<Unit>& sentences) {
  sentences.text.clear();
  sentences.text.reserve(text.size());
  sentences.ends.clear();
  try {
    js_320::Cutting<Unit>(text, sentences);
  } catch (const js::Unusual&) {
    return false;
  }
  if (sentences.ends.empty() && !text.empty()) {
    sentences.text.assign(text);
    sentences.ends.push_back(text.size());
  }
  return true;
}

}  // namespace infrarouge
