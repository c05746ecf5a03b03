// The abbreviations of js-rouge 3.2.3, told by the end of a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "infrarouge/reading/programs/js_text.hpp"

namespace infrarouge::js {

constexpr std::size_t suffix_size = 10;  // how many units before a place are looked at

inline Units suffix_of(Units text) { return text.substr(text.size() - std::min(text.size(), suffix_size)); }

struct Abbreviation {
  bool known = false;       // it is in the list
  bool never_ends = false;  // no sentence ends with it, as with Mr.
  bool is_states = false;   // U.S. or U.S.A.
};

// What a text that ends in a full stop, question or exclamation mark has before it.
inline Abbreviation abbreviation(Units text) {
  static const WordSet exceptions(
      u"ex e.g i.e circa ca cca esp ft st mt "
      u"jr mr mrs ms dr prof sr sen corp rep gov atty supt det rev col gen lt cmdr adm capt sgt cpl maj miss misses "
      u"mister sir esq mstr phd adj adv asst bldg brig comdr hon messrs mlle mme op ord pvt reps res sens sfc surg");
  static const WordSet others(
      u"arc al exp rd dist fy pd pl plz tce llb md bl ma ba lit etc b.c a.d "
      u"jan feb mar apr jun jul aug sep sept oct nov dec co yahoo joomla jeopardy dept univ assn bros inc ltd "
      u"ala ariz ark cal calif colo conn del fed fla fl ga ida ind ia la kan kans ken ky mich minn mont neb nebr "
      u"nev okla penna penn pa dak tenn tex ut vt va wash wis wisc wy wyo usafa alta ont que sask yuk ave blvd cl ct "
      u"cres hwy u.s u.s.a e.u a.m p.m");
  Abbreviation about;
  const Units suffix = suffix_of(text);
  if (suffix.empty() || !is_terminal(suffix.back())) return about;
  const Units stem = suffix.substr(0, suffix.size() - 1);
  for (std::size_t at = stem.size() - std::min<std::size_t>(stem.size(), 8); at < stem.size(); ++at) {
    if (at > 0 && is_word(stem[at - 1])) continue;
    const std::uint64_t word = packed(stem.substr(at));
    if (word == packed(u"vs") || word == packed(u"v.s")) throw Unusual();
    if (exceptions.has(word)) about.known = about.never_ends = true;
    if (others.has(word)) about.known = true;
    if (suffix.back() == u'.' && (word == packed(u"u.s") || word == packed(u"u.s.a"))) about.is_states = true;
  }
  return about;
}

// Whether a text ends in a single letter, with a mark or without.
inline bool ends_in_letter(Units text) {
  const auto from_end = [&](std::size_t back) { return back <= text.size() ? text[text.size() - back] : u'\0'; };
  const auto is_free = [](char16_t c) { return c == u' ' || c == u'|' || c == u'.'; };
  const auto is_plain = [](char16_t c) { return c < 128 && is(c, letter); };
  if (is_plain(from_end(1)) && is_free(from_end(2))) return true;
  return from_end(1) != 0 && !is_newline(from_end(1)) && is_plain(from_end(2)) && is_free(from_end(3));
}

// The same of a word where case is set aside: it may be the letter alone.
inline bool ends_in_cased_letter(Units word) {
  const auto from_end = [&](std::size_t back) { return back <= word.size() ? word[word.size() - back] : u'\0'; };
  const auto is_free = [](char16_t c) { return c == 0 || c == u' ' || c == u'|' || c == u'.'; };
  if (is(from_end(1), letter) && is_free(from_end(2))) return true;
  return from_end(1) != 0 && is(from_end(2), letter) && is_free(from_end(3));
}

}  // namespace infrarouge::js
