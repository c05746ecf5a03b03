// Texts read once and kept, and one text counted against many of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "infrarouge/engine/plan.hpp"
#include "infrarouge/matching/lcs.hpp"
#include "infrarouge/matching/metrics.hpp"
#include "infrarouge/matching/ngram.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/units.hpp"
#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/reader.hpp"
#include "infrarouge/support/pool.hpp"
#include "infrarouge/support/stop.hpp"
#include "infrarouge/support/turns.hpp"

namespace infrarouge {

// Many documents one after another, four bytes a word.
class Documents {
 public:
  std::size_t size() const { return spans_.size(); }

  void add(const Document& document) {
    append(flat_, document.flat);
    append(ends_, document.ends);
    if (!document.same) append(words_, document.words);
    spans_.push_back(Span{flat_.size(), words_.size(), ends_.size(), document.same});
  }

  // Drops all but the first so many.
  void truncate(std::size_t size) {
    spans_.resize(size);
    const Span last = size == 0 ? Span{} : spans_.back();
    flat_.resize(last.flat);
    words_.resize(last.words);
    ends_.resize(last.ends);
  }

  Words flat(std::size_t at) const {
    const std::size_t begin = at == 0 ? 0 : spans_[at - 1].flat;
    return {flat_.data() + begin, spans_[at].flat - begin};
  }

  void copy(std::size_t at, Document& out) const {
    const Span before = at == 0 ? Span{} : spans_[at - 1], &after = spans_[at];
    out.clear();
    out.flat.assign(flat_.begin() + offset(before.flat), flat_.begin() + offset(after.flat));
    out.words.assign(words_.begin() + offset(before.words), words_.begin() + offset(after.words));
    out.ends.assign(ends_.begin() + offset(before.ends), ends_.begin() + offset(after.ends));
    out.same = after.same;
  }

 private:
  struct Span {  // where a document ends
    std::size_t flat = 0, words = 0, ends = 0;
    bool same = true;
  };
  static std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }
  static void append(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  std::vector<std::uint32_t> flat_, words_, ends_;
  std::vector<Span> spans_;
};

// The n-grams of one text, to be looked for in many others.
class Bag {
 public:
  // Without `repeats` an n-gram matches once however often it is there.
  Bag(std::size_t n, bool repeats) : n_(n), repeats_(repeats) {}

  // All words are below `ids`, those of the other texts too.
  void open(const Words& words, std::uint32_t ids) {
    if (slots_.size() < ids) slots_.resize(2 * std::size_t{ids}, 0);
    if (++epoch_ == 0) {
      std::fill(slots_.begin(), slots_.end(), 0);
      epoch_ = 1;
    }
    for (Names& level : levels_)
      if (level.size() > 0) level.clear();
    row_.resize(words.size);
    std::uint32_t known = 0;
    for (std::size_t i = 0; i < words.size; ++i) {
      std::uint64_t& slot = slots_[words[i]];
      if (slot >> 32 != epoch_) slot = std::uint64_t{epoch_} << 32 | known++;
      row_[i] = static_cast<std::uint32_t>(slot);
    }
    counts_.assign(words.size, 0);
    any_ = words.size >= n_;
    if (any_ && levels_.size() < n_ - 1) levels_.resize(n_ - 1);
    for (std::size_t i = 0; i + n_ <= words.size; ++i) {
      if (n_ > 16 || i % 256 == 255) Stop::poll(n_ > 16 ? 16 * n_ : std::size_t{1} << 12);
      std::uint32_t name = row_[i];
      for (std::size_t k = 1; k < n_; ++k) name = levels_[k - 1].add(Names::key(name, row_[i + k]));
      counts_[name] = repeats_ ? counts_[name] + 1 : 1;
    }
  }

  // N-grams of another text that are matched.
  std::uint64_t matched(const Words& words) {
    if (!any_) return 0;
    left_ = counts_;
    std::uint64_t found = 0;
    if (n_ == 1) {
      in_stretches(words.size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) found += take(id(words[i]));
      });
      return found;
    }
    row_.resize(words.size);
    for (std::size_t i = 0; i < words.size; ++i) row_[i] = id(words[i]);
    for (std::size_t i = 0; i + n_ <= words.size; ++i) {
      if (n_ > 16 || i % 256 == 255) Stop::poll(n_ > 16 ? 16 * n_ : std::size_t{1} << 12);
      std::uint32_t name = row_[i];
      for (std::size_t k = 1; k < n_ && name != Names::absent; ++k)
        name = row_[i + k] == Names::absent ? Names::absent : levels_[k - 1].find(Names::key(name, row_[i + k]));
      found += take(name);
    }
    return found;
  }

 private:
  std::uint32_t id(std::uint32_t word) const {
    const std::uint64_t slot = slots_[word];
    return slot >> 32 == epoch_ ? static_cast<std::uint32_t>(slot) : Names::absent;
  }

  std::uint32_t take(std::uint32_t name) {
    if (name == Names::absent || left_[name] == 0) return 0;
    --left_[name];
    return 1;
  }

  std::size_t n_;
  bool repeats_;
  bool any_ = false;                  // the text has n-grams
  std::vector<std::uint64_t> slots_;  // by word: epoch of the text above, id below
  std::uint32_t epoch_ = 0;
  std::vector<Names> levels_;  // the first k + 2 words of an n-gram by name; none without an n-gram, for n may be any
  std::vector<std::uint32_t> row_, counts_, left_;
};

// Counts one prediction against many references; what belongs to the prediction is made once.
class Versus {
 public:
  explicit Versus(const Plan& plan)
      : matcher_(plan.metrics(), plan.match()),
        n_(order(plan)),
        lcs_only_(plan.size() == 1 && plan.metrics()[0].kind == Metric::Kind::lcs),
        short_totals_(plan.match().short_totals),
        bag_(std::max<std::size_t>(n_, 1), plan.match().count == Count::clipped) {}
  Versus(const Versus&) = delete;
  Versus& operator=(const Versus&) = delete;

  // The prediction must stay until close(); the reader knows the words of both sides.
  void open(const Document& prediction, const Reader& reader) {
    const std::uint32_t ids = reader.size();
    prediction_ = &prediction;
    if (matcher_.needs_blank()) matcher_.set_blank(reader.find(""));
    const Words words{prediction.flat.data(), prediction.flat.size()};
    if (lcs_only_) lcs_.open(words, ids);
    if (n_ > 0) bag_.open(words, ids);
  }

  void close() {
    if (lcs_only_) lcs_.close();
  }

  bool is_large(const Document& prediction) const { return infrarouge::is_large(prediction, reference_); }

  // Writes matched, prediction and reference for each metric.
  void count(const Documents& references, std::size_t at, double* counts) {
    if (!lcs_only_ && n_ == 0) {
      references.copy(at, reference_);
      return matcher_.count(*prediction_, reference_, counts);
    }
    const Words reference = references.flat(at);
    const std::size_t n = std::max<std::size_t>(n_, 1);
    counts[0] = static_cast<double>(lcs_only_ ? lcs_.length_of(reference) : bag_.matched(reference));
    counts[1] = ngram_total(prediction_->flat.size(), n, n_ > 0 && short_totals_);
    counts[2] = ngram_total(reference.size, n, n_ > 0 && short_totals_);
  }

 private:
  // The n of an n-gram metric that is alone and divides by all n-grams, else 0.
  static std::size_t order(const Plan& plan) {
    const bool alone = plan.size() == 1 && plan.metrics()[0].kind == Metric::Kind::ngram;
    return alone && plan.match().count != Count::set ? static_cast<std::size_t>(plan.metrics()[0].number) : 0;
  }

  Matcher matcher_;
  std::size_t n_;
  bool lcs_only_;  // the longest common subsequence is all that is asked for
  bool short_totals_;
  Lcs lcs_;
  Bag bag_;
  const Document* prediction_ = nullptr;
  Document reference_;
};

// Texts kept under one vocabulary. Counting may be done by several threads at once, but not while texts are added.
class Store {
 public:
  // The plan must outlive the store.
  explicit Store(const Plan& plan) : plan_(plan), reader_(plan.rules()) {}
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  std::size_t size() const { return documents_.size(); }
  const Documents& documents() const { return documents_; }
  const Vocabulary& vocabulary() const { return reader_.vocabulary(); }
  const Plan& plan() const { return plan_; }
  // For threads that share it: adding changes it, everything else looks.
  Turns& turns() const { return turns_; }

  // Reads texts begin..end of a side and keeps them: all, or none where an exception leaves it.
  void add(const Side& side, std::size_t begin, std::size_t end, std::uint8_t* flags) {
    const std::size_t before = size();
    try {
      for (std::size_t i = begin; i < end; ++i) {
        if (i % 64 == 63) Stop::poll(std::size_t{1} << 16);
        flags[i] = side.read(reader_, i, scratch_);
        documents_.add(scratch_);
      }
    } catch (...) {
      documents_.truncate(before);
      throw;
    }
    if (is_large(scratch_, scratch_)) scratch_ = Document();
  }

  // Counts predictions begin..end: number k against the kept texts from starts[k] on, as pairs rows[k]..rows[k + 1];
  // `counts` is for the pairs from rows[begin] on.
  void count(const Side& side, const Column& starts, const Column& rows, double* counts, std::uint8_t* flags,
             std::size_t begin, std::size_t end, std::size_t threads) {
    const std::size_t first = rows[begin], last = rows[end];
    if (first == last) return;
    // A pair costs about as much as reading a short text.
    threads = worth(threads, last - first, side.units + 64 * (last - first));
    const std::size_t step = std::clamp<std::size_t>((last - first) / (8 * threads), 1, 4096);
    const std::size_t pieces = (last - first + step - 1) / step;
    share(
        spares_, [this] { return std::make_unique<Worker>(plan_); }, 0, pieces, 1, threads,
        [&](Worker& worker, std::size_t piece) {
          std::size_t pair = first + piece * step;
          const std::size_t stop = std::min(last, pair + step);
          for (std::size_t k = rows.last_upto(pair, begin, end); pair < stop; ++k) {
            const std::size_t to = std::min(stop, rows[k + 1]);
            if (pair == to) continue;
            worker.reader.stand_on(vocabulary());
            const std::uint8_t flag = side.read(worker.reader, k, worker.prediction);
            // A row may be shared by several threads: the one that begins it tells the flag.
            if (pair == rows[k]) flags[k] = flag;
            worker.versus.open(worker.prediction, worker.reader);
            for (; pair < to; ++pair) {
              if (pair % 256 == 255) Stop::poll(std::size_t{1} << 16);
              worker.versus.count(documents_, starts[k] + pair - rows[k], counts + (pair - first) * 3 * plan_.size());
            }
            worker.versus.close();
          }
        });
  }

 protected:
  // Drops all but the first so many texts; words that only they had stay known.
  void truncate(std::size_t size) { documents_.truncate(size); }

 private:
  struct Worker {
    explicit Worker(const Plan& plan) : reader(plan.rules()), versus(plan) {}
    bool is_large() const { return reader.is_large() || versus.is_large(prediction); }
    Reader reader;
    Versus versus;
    Document prediction;
  };

  const Plan& plan_;
  Reader reader_;
  Document scratch_;
  Documents documents_;
  Spares<Worker> spares_;
  mutable Turns turns_;
};

}  // namespace infrarouge
