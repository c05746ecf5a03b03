// Reading: a text becomes the ids of its words, by rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/reading/changes.hpp"
#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/limits.hpp"
#include "infrarouge/reading/pair_words.hpp"
#include "infrarouge/reading/pieces.hpp"
#include "infrarouge/reading/programs/words.hpp"
#include "infrarouge/reading/rules.hpp"
#include "infrarouge/reading/scan.hpp"
#include "infrarouge/reading/singles.hpp"
#include "infrarouge/reading/spelling.hpp"
#include "infrarouge/reading/units.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/reading/vocabulary.hpp"

namespace infrarouge {

// Reads texts one after another into one lasting vocabulary. For one thread; the rules must outlive it.
class Reader {
 public:
  explicit Reader(const TextRules& rules, ScanFunction scan = best_scan())
      : rules_(rules),
        scan_(scan),
        pieces_(rules),
        bytes_rules_(byte_rules(written_as(rules.tokens), rules.lowercase)),
        spelling_(rules, scan == best_scan()),
        singles_(rules),
        flat_limit_(rules),
        sentence_limit_(rules) {
    program_ = is_program(rules.tokens);
    limited_ = rules.max_words.has_value() || rules.max_bytes.has_value();
    apart_ = rules.max_bytes.has_value() && rules.bytes_per_sentence && rules.need_sentences;
    if (rules.whole && (limited_ || !program_)) throw std::invalid_argument("these words are not cut at once");
    changes_ = rules.stemmer != Stemmer::none || !rules.stop.empty() || !rules.synonyms.empty();
  }
  explicit Reader(const TextRules&&, ScanFunction = nullptr) = delete;  // a temporary would not outlive it

  void read(const Text& text, Document& document) {
    begin(document, text.width != Width::ascii);
    with_units(text, codes_, [&](const auto* units, std::size_t n, bool ascii) { read_units(units, n, ascii); });
    document.require_upto(most_words);
  }

  void read_sentences(const Text* items, std::size_t n, Document& document) {
    begin(document, std::any_of(items, items + n,
                                [](const Text& item) { return item.width != Width::ascii && !is_ascii(item); }));
    each_place(std::size_t{0}, n, [&](std::size_t i) {
      with_units(items[i], codes_, [&](const auto* units, std::size_t m, bool ascii) { read_piece(units, m, ascii); });
    });
    document.require_upto(most_words);
  }

  // Sentence k is items[sentence_offsets[k]] up to items[sentence_offsets[k + 1]].
  void read_tokens(const Text* items, const std::int64_t* sentence_offsets, std::size_t n_sentences,
                   Document& document) {
    each_sentence(sentence_offsets, n_sentences, document, [&](std::size_t i) { add_token(items[i], document.flat); });
  }

  void read_ids(const std::int64_t* items, const std::int64_t* sentence_offsets, std::size_t n_sentences,
                Document& document) {
    each_sentence(sentence_offsets, n_sentences, document, [&](std::size_t i) {
      std::uint32_t id = base_ ? base_->tokens.find_number(items[i]) : Vocabulary::absent;
      if (id == Vocabulary::absent) id = vocabulary_.tokens.find_number(items[i]);
      if (id == Vocabulary::absent && closed_) id = size();
      if (id == Vocabulary::absent) {
        id = first_ + vocabulary_.fresh(std::to_string(items[i]));
        vocabulary_.tokens.add_number(items[i], id);
      }
      document.flat.push_back(id);
    });
  }

  // After read_tokens: these tokens become the flat view, and those read before stay as the sentence view.
  void read_flat(const Text* items, std::size_t n, Document& document) {
    document.part();
    each_place(std::size_t{0}, n, [&](std::size_t i) { add_token(items[i], document.flat); });
    document.require_upto(most_words);
  }

  // After read_sentences: these texts become the flat view, and the sentences read before stay as the sentence view.
  void read_flat_texts(const Text* items, std::size_t n, Document& document) {
    document.part();
    each_place(std::size_t{0}, n, [&](std::size_t i) {
      with_units(items[i], codes_, [&](const auto* units, std::size_t size, bool ascii) {
        read_words(units, size, ascii, document.flat, nullptr);
      });
    });
    document.require_upto(most_words);
  }

  std::string word(std::uint32_t id) const {
    return std::string(id < first_ ? base_->word(id) : vocabulary_.word(id - first_));
  }

  // The id that a token got when it was read; Vocabulary::absent if it was not.
  std::uint32_t find(std::string_view token) const {
    const std::uint32_t id = base_ ? base_->tokens.find(token) : Vocabulary::absent;
    return id != Vocabulary::absent ? id : vocabulary_.tokens.find(token);
  }

  // Ids are 0 up to size() - 1.
  std::uint32_t size() const { return first_ + vocabulary_.size(); }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  // From now on words of `base` have the ids they have there, and others get ids from its size on. Only between rows,
  // and to be called again when the base may have grown: the reader's own words are forgotten then, and when they are
  // many.
  void stand_on(const Vocabulary& base) {
    if (base_ == &base && first_ == base.size()) return forget_if_large();
    base_ = &base;
    first_ = base.size();
    if (vocabulary_.tokens.size() > 0) vocabulary_.clear();
  }

  // Only between rows: ids start again at 0.
  void forget() { vocabulary_.clear(); }
  void forget_if_large() {
    if (vocabulary_.is_large()) forget();
  }
  // Whether huge texts left more behind than is worth keeping.
  bool is_large() const { return spelling_.room() + 4 * codes_.capacity() + 9 * room_.low.capacity() > large_scratch; }

  // Longer texts are refused.
  std::size_t most_words = Document::most_words;

  // While closed it adds no words: those that are not known all have the id size(). For rules under which every token
  // is a word of its own, and without a base.
  bool can_close() const { return !changes_ && !base_; }
  void set_closed(bool closed) { closed_ = closed; }

  // Between these two calls ids count the words of one pair from 0, as they come. Where can_close() holds; not for ids.
  void begin_pair() {
    pair_words_.clear();
    closed_ = false;
    in_pair_ = true;
  }
  void end_pair() { in_pair_ = closed_ = false; }

 private:
  static constexpr std::size_t usual_chunk = 8192, large_scratch = std::size_t{1} << 25;

  void begin(Document& document, bool counted) {
    document.clear();
    document.same = !apart_;
    document_ = &document;
    counted_ = counted && !program_;  // those lose no letters
    flat_limit_.open();
    sentence_limit_.open();
  }

  template <class Unit>
  void read_units(const Unit* text, std::size_t n, bool ascii) {
    if (ascii) counted_ = false;
    const Sentences how = rules_.sentences;
    if (rules_.whole) return read_whole(text, n, ascii);
    const bool unparted = !rules_.need_sentences && (how == Sentences::none || how == Sentences::list);
    if (!limited_ && !program_ && (how == Sentences::newline || unparted)) {
      const bool lines = rules_.need_sentences && how == Sentences::newline;
      return read_words(text, n, ascii, document_->flat, lines ? &document_->ends : nullptr);
    }
    pieces_.each(
        text, n, [&] { return flat_limit_.is_open() || (apart_ && sentence_limit_.is_open()); },
        [&](const auto* piece, std::size_t size) { read_piece(piece, size, ascii); });
  }

  // Cuts a text at once into the flat view, and by sentence into the other.
  template <class Unit>
  void read_whole(const Unit* text, std::size_t n, bool ascii) {
    Document& to = *document_;
    read_words(text, n, ascii, to.flat, nullptr);
    if (!rules_.need_sentences) return;
    to.same = false;
    pieces_.each(
        text, n, [] { return true; },
        [&](const auto* piece, std::size_t size) {
          read_words(piece, size, ascii, to.words, nullptr);
          to.ends.push_back(static_cast<std::uint32_t>(to.words.size()));
        });
  }

  // Reads one sentence as far as the limits let it.
  template <class Unit>
  void read_piece(const Unit* text, std::size_t n, bool ascii) {
    Document& to = *document_;
    const bool flat = !apart_ || rules_.need_flat || counted_;
    if (flat && flat_limit_.is_open()) {
      read_words(text, limited_ ? flat_limit_.cut(text, n, true) : n, ascii, to.flat, nullptr);
      if (!apart_ && rules_.need_sentences) to.ends.push_back(static_cast<std::uint32_t>(to.flat.size()));
    }
    if (apart_ && sentence_limit_.is_open()) {
      const bool counted = counted_;
      counted_ = false;  // letters are counted once, in the flat view
      read_words(text, sentence_limit_.cut(text, n, false), ascii, to.words, nullptr);
      counted_ = counted;
      to.ends.push_back(static_cast<std::uint32_t>(to.words.size()));
    }
  }

  // Adds the words of a text; with `ends`, newlines end sentences.
  template <class Unit>
  void read_words(const Unit* text, std::size_t n, bool ascii, std::vector<std::uint32_t>& out,
                  std::vector<std::uint32_t>* ends) {
    if constexpr (sizeof(Unit) == 1) {
      if (ascii && program_) return read_program(text, n, out);
      if (ascii && !counted_ && rules_.tokens != Tokens::chars)
        return static_cast<void>(read_bytes(text, n, out, ends));
    }
    if constexpr (sizeof(Unit) > 1)
      if (in_pair_ && singles_.read(text, n, pair_words_, closed_, out, ends)) return;
    const std::size_t size = spelling_.spell(text, n);
    if (program_) return read_program(spelling_.bytes(), size, out);
    read_bytes(spelling_.bytes(), size, out, ends);
    if (counted_) {
      document_->letters += spelling_.letters();
      document_->kept += spelling_.kept();
    }
  }

  // Adds the words of a sentence as a single program cuts them.
  void read_program(const std::uint8_t* bytes, std::size_t n, std::vector<std::uint32_t>& out) {
    if (written_as(rules_.tokens) == Tokens::whitespace) {
      const bool edges = rules_.tokens == Tokens::edges;
      if (edges && (n == 0 || programs::is_python_space(bytes[0]))) add_word("", out);
      const bool blank = read_bytes(bytes, n, out, nullptr) == 0;
      if (edges ? n > 0 && programs::is_python_space(bytes[n - 1]) : blank) add_word("", out);
      return;
    }
    programs::Cut cut{room_.low, room_.edges};
    words_.cut(rules_.tokens, bytes, n, bytes_rules_.fold != 0, cut);
    in_stretches(cut.n_edges, [&](std::size_t begin, std::size_t end) { look_up(begin, end, true, out); });
  }

  // Cuts bytes into tokens and looks them up, in chunks that stay in the nearest cache.
  std::size_t read_bytes(const std::uint8_t* bytes, std::size_t n, std::vector<std::uint32_t>& out,
                         std::vector<std::uint32_t>* ends) {
    std::size_t chunk = usual_chunk, total = 0, line = 0;  // line: where the current one begins
    for (std::size_t base = 0; base < n;) {
      const std::size_t size = std::min(n - base, chunk);
      if (n > usual_chunk) Stop::poll(2 * size);
      Scan found = room_.open(size, ends != nullptr);
      scan_(bytes + base, size, bytes_rules_, found);
      std::size_t next = base + size;
      if (found.n_edges % 2 != 0) {
        if (next == n) {
          room_.edges[found.n_edges++] = static_cast<std::uint32_t>(size);
        } else {
          // A word goes on behind the chunk: the next chunk begins with it.
          const std::uint32_t begin = room_.edges[--found.n_edges];
          if (begin == 0) {
            if (chunk > std::size_t{1} << 30) throw std::length_error("a word of more than a gigabyte");
            chunk *= 2;
            continue;
          }
          next = base + begin;
        }
      }
      chunk = usual_chunk;
      const bool zeros = bytes_rules_.spaces && std::memchr(bytes + base, 0, size) != nullptr;
      const std::size_t before = out.size();
      if (!changes_) look_up(0, found.n_edges, zeros, out);  // every token is a word
      std::size_t done = 0;
      for (std::size_t i = 0; ends != nullptr && i < found.n_lines; ++i) {
        const std::size_t place = base + room_.lines[2 * i], edge = room_.lines[2 * i + 1];
        if (place > line) {
          if (changes_) done = look_up(done, edge, zeros, out);
          ends->push_back(static_cast<std::uint32_t>(changes_ ? out.size() : before + edge / 2));
        }
        line = place + 1;
      }
      if (changes_) look_up(done, found.n_edges, zeros, out);
      total += found.n_edges / 2;
      base = next;
    }
    if (ends != nullptr && n > line) ends->push_back(static_cast<std::uint32_t>(out.size()));
    return total;
  }

  // Adds the words between two edges; `zeros` says that NUL bytes or empty words are among them.
  std::size_t look_up(std::size_t first, std::size_t last, bool zeros, std::vector<std::uint32_t>& out) {
    const std::size_t before = out.size();
    out.resize(before + (last - first) / 2);
    std::uint32_t* to = out.data() + before;
    if (in_pair_) {
      pair_words_.look_up(room_.low.data(), room_.edges.data() + first, last - first, zeros, closed_, to);
      return last;
    }
    to = zeros ? look_up<true>(first, last, to) : look_up<false>(first, last, to);
    out.resize(static_cast<std::size_t>(to - out.data()));
    return last;
  }

  template <bool Zeros>
  std::uint32_t* look_up(std::size_t first, std::size_t last, std::uint32_t* to) {
    const std::uint32_t* edges = room_.edges.data();
    const std::uint8_t* low = room_.low.data();
    const WordTable& table = base_ ? base_->tokens : vocabulary_.tokens;
    WordTable::Slots known = table.slots();
    const std::uint32_t unknown = closed_ ? size() : Vocabulary::absent;
    for (std::size_t i = first; i < last; i += 2) {
      const std::uint8_t* word = low + edges[i];
      const std::size_t n = edges[i + 1] - edges[i];
      std::uint32_t id = Vocabulary::absent;
      const bool is_long = n > WordTable::short_size;
      if (is_long || !(Zeros && (n == 0 || std::memchr(word, 0, n) != nullptr))) {
        id = is_long ? table.find_long(word, n) : known.find(WordTable::short_key(word, n));
        id ^= (id ^ unknown) &
              (0 - std::uint32_t{id == Vocabulary::absent});  // compilers make a branch of anything plainer
      }
      if (id == Vocabulary::absent) {
        id = find_or_add(std::string_view(reinterpret_cast<const char*>(word), n));
        if (!base_) known = vocabulary_.tokens.slots();
      }
      *to = id;
      to += id != Vocabulary::dropped ? 1 : 0;
    }
    return to;
  }

  template <class Add>
  void each_sentence(const std::int64_t* offsets, std::size_t n, Document& document, Add&& add) {
    document.clear();
    for (std::size_t k = 0; k < n; ++k) {
      each_place(offsets[k], offsets[k + 1], add);
      if (rules_.need_sentences) document.ends.push_back(static_cast<std::uint32_t>(document.flat.size()));
    }
    document.require_upto(most_words);
  }

  void add_token(const Text& token, std::vector<std::uint32_t>& out) {
    if (token.width == Width::ascii && token.size > 0)
      return add_word(std::string_view(static_cast<const char*>(token.data), token.size), out);
    token_.clear();
    with_units(token, codes_, [&](const auto* units, std::size_t n, bool) {
      for (std::size_t i = 0; i < n; ++i) unicode::append_utf8(token_, units[i]);
    });
    add_word(token_, out);
  }

  void add_word(std::string_view token, std::vector<std::uint32_t>& out) {
    const std::uint32_t id = find_or_add(token);
    if (id != Vocabulary::dropped) out.push_back(id);
  }

  // Stop list, stemmer and synonyms are asked once for each token.
  INFRAROUGE_NOINLINE std::uint32_t find_or_add(std::string_view token) {
    if (in_pair_) return pair_words_.find(token, closed_);
    std::uint32_t id = base_ ? base_->tokens.find(token) : Vocabulary::absent;
    if (id == Vocabulary::absent) id = vocabulary_.tokens.find(token);
    if (id == Vocabulary::absent && closed_) return size();
    if (id == Vocabulary::absent) {
      id = changes_ ? change(std::string(token)) : first_ + vocabulary_.fresh(token);
      vocabulary_.tokens.add(token, id);
    }
    return id;
  }

  std::uint32_t change(const std::string& token) {
    if (rules_.stop.count(token) != 0) return Vocabulary::dropped;
    const std::string word = changed_word(token, rules_);
    const std::uint32_t known = base_ ? base_->find(word) : Vocabulary::absent;
    return known != Vocabulary::absent ? known : first_ + vocabulary_.id(word);
  }

  const TextRules& rules_;
  ScanFunction scan_;
  Pieces pieces_;
  ByteRules bytes_rules_;
  Spelling spelling_;
  Singles singles_;
  Limit flat_limit_, sentence_limit_;
  programs::Words words_;
  bool program_ = false;  // words are cut as a single program does
  bool limited_ = false;  // there is a limit
  bool apart_ = false;    // the two views have different limits
  bool changes_ = false;  // a word may differ from its token
  Vocabulary vocabulary_;
  const Vocabulary* base_ = nullptr;
  std::uint32_t first_ = 0;  // size of the base
  bool closed_ = false, in_pair_ = false;
  PairWords pair_words_;
  friend class ReadyWords;
  Document* document_ = nullptr;
  bool counted_ = false;  // letters are counted in this document
  std::vector<std::uint32_t> codes_;
  ScanRoom room_;
  std::string token_;
};

}  // namespace infrarouge
