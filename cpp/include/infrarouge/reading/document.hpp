// A text as it is given, and a text as it is scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace infrarouge {

// How the code units of a Text are to be read; ucs2 and ucs4 hold one code point a unit, as Python does.
enum class Width : std::uint8_t { ascii, latin1, ucs2, ucs4, utf8 };

struct Text {
  const void* data = nullptr;
  std::size_t size = 0;  // in code units
  Width width = Width::ascii;
};

// Word ids of one text: the whole text in order, and the same by sentence.
struct Document {
  // Places of words are kept in 32 bits, and some counts in 31: a Reader refuses longer texts.
  static constexpr std::size_t most_words = 0x7FFFFFFF;

  std::vector<std::uint32_t> flat;   // word ids, whole text
  std::vector<std::uint32_t> words;  // word ids by sentence, used only where the two views differ
  std::vector<std::uint32_t> ends;   // end of each sentence in the sentence view
  bool same = true;                  // the sentence view's words are `flat` itself
  std::uint64_t letters = 0;         // letters in the text, 0 where none can be lost
  std::uint64_t kept = 0;            // of those, letters that are part of a token

  const std::vector<std::uint32_t>& sentence_words() const { return same ? flat : words; }

  // Most of the text's letters are in no token.
  bool low_coverage() const { return letters > 0 && 2 * kept < letters; }

  // More than one sentence has words.
  bool several_sentences() const {
    std::uint32_t first = 0;  // where the first sentence with words ends
    for (const std::uint32_t end : ends) {
      if (first > 0 && end > first) return true;
      first = end;
    }
    return false;
  }

  // Words that there is room for: at least as many as the longest text had that was read into it.
  std::size_t room() const { return flat.capacity() + words.capacity(); }

  // What was read becomes the sentence view, and the flat view begins anew.
  void part() {
    words.swap(flat);
    same = false;
    flat.clear();
  }

  // Refuses more words than some number.
  void require_upto(std::size_t most) const {
    const std::size_t size = flat.size() > words.size() ? flat.size() : words.size();
    if (size > most)
      throw std::length_error("a text has " + std::to_string(size) + " words; at most " + std::to_string(most) +
                              " can be scored");
  }

  void clear() {
    flat.clear();
    words.clear();
    ends.clear();
    same = true;
    letters = 0;
    kept = 0;
  }
};

// Whether what was made to compare two such documents takes so much memory that it is not kept for the next call.
inline bool is_large(const Document& prediction, const Document& reference) {
  const std::size_t ours = prediction.room(), theirs = reference.room();
  return ours + theirs > std::size_t{1} << 17 || ours * theirs > std::size_t{1} << 22;
}

}  // namespace infrarouge
