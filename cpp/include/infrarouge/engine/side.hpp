// The texts of a batch as they are given, in one of several shapes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/reader.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/pool.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// What a document's flag byte says.
constexpr std::uint8_t flag_no_words = 1, flag_low_coverage = 2, flag_missing = 4, flag_several_sentences = 8;

inline std::uint8_t flags_of(const Document& document) {
  // By the view that every metric has, so that no number depends on the other metrics asked for.
  const bool empty = document.flat.empty();
  return static_cast<std::uint8_t>((empty ? flag_no_words : 0) | (document.low_coverage() ? flag_low_coverage : 0) |
                                   (document.several_sentences() ? flag_several_sentences : 0));
}

// The documents of one side, or those from `first` on, in one of four shapes.
struct Side {
  enum class Shape : std::uint8_t { texts, sentences, tokens, ids };
  Shape shape = Shape::texts;
  std::size_t first = 0;              // document that comes first here
  std::vector<Text> items;            // texts, sentences or tokens; a text without data is missing
  const std::int64_t* ids = nullptr;  // in place of items
  // Offsets of document d are at d - first and the place after: into items, or into sentences where there are such.
  std::vector<std::int64_t> texts, sentences;
  // A flat view of its own, where the texts are not simply their sentences in a row: of sentences as texts, of tokens
  // as tokens.
  bool separate = false;
  std::vector<Text> flat_items;
  std::vector<std::int64_t> flat;
  std::size_t units = 0;  // how much there is to read

  // Reads one document and tells its flags.
  std::uint8_t read(Reader& reader, std::size_t document, Document& out) const {
    const std::size_t d = document - first;
    const auto at = [](const std::vector<std::int64_t>& offsets, std::size_t k) {
      return static_cast<std::size_t>(offsets[k]);
    };
    switch (shape) {
      case Shape::texts:
        if (!items[d].data) {
          out.clear();
          return flag_missing | flag_no_words;
        }
        reader.read(items[d], out);
        break;
      case Shape::sentences:
        reader.read_sentences(items.data() + at(texts, d), at(texts, d + 1) - at(texts, d), out);
        if (separate) reader.read_flat_texts(flat_items.data() + at(flat, d), at(flat, d + 1) - at(flat, d), out);
        break;
      case Shape::tokens:
        reader.read_tokens(items.data(), sentences.data() + at(texts, d), at(texts, d + 1) - at(texts, d), out);
        if (separate) reader.read_flat(flat_items.data() + at(flat, d), at(flat, d + 1) - at(flat, d), out);
        break;
      case Shape::ids:
        reader.read_ids(ids, sentences.data() + at(texts, d), at(texts, d + 1) - at(texts, d), out);
        break;
    }
    return flags_of(out);
  }
};

// Looks at texts that are given in UTF-8, and marks those that are ASCII. Tells the first that is not UTF-8, or their
// number where all are.
inline std::size_t check_utf8(std::vector<Text>& texts, std::size_t units, std::size_t threads) {
  std::atomic<std::size_t> bad{texts.size()};
  Ranges ranges(0, texts.size(), 256);
  Pool::shared().run(worth(threads, texts.size() / 256 + 1, units), [&] {
    std::size_t begin, end;
    while (ranges.next(begin, end)) {
      Stop::poll(1024 * (end - begin));
      for (std::size_t i = begin; i < end; ++i) {
        if (texts[i].size > 4096) Stop::poll(texts[i].size);
        const auto* const bytes = static_cast<const std::uint8_t*>(texts[i].data);
        if (unicode::is_ascii(bytes, texts[i].size)) {
          texts[i].width = Width::ascii;
        } else if (!unicode::is_utf8(bytes, texts[i].size)) {
          std::size_t first = bad.load();
          while (i < first && !bad.compare_exchange_weak(first, i)) {
          }
          break;
        }
      }
    }
  });
  return bad.load();
}

// Numbers by document or pair of the whole, of which those from `first` on are at hand.
class Column {
 public:
  Column() = default;
  Column(const std::int64_t* numbers, std::size_t first = 0) : numbers_(numbers), first_(first) {}
  explicit operator bool() const { return numbers_ != nullptr; }
  std::size_t operator[](std::size_t at) const { return static_cast<std::size_t>(numbers_[at - first_]); }

  // Of begin..end, rising numbers, the last place whose number is not above another.
  std::size_t last_upto(std::size_t number, std::size_t begin, std::size_t end) const {
    const std::int64_t *const from = numbers_ + (begin - first_), *const to = numbers_ + (end - first_);
    return begin + static_cast<std::size_t>(std::upper_bound(from, to, static_cast<std::int64_t>(number)) - from) - 1;
  }

 private:
  const std::int64_t* numbers_ = nullptr;
  std::size_t first_ = 0;
};

}  // namespace infrarouge
