// A batch of texts scored by one plan on many threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "infrarouge/reading/document.hpp"
#include "infrarouge/matching/metrics.hpp"
#include "infrarouge/engine/pool.hpp"
#include "infrarouge/scoring/score.hpp"
#include "infrarouge/reading/text.hpp"

namespace infrarouge {

// What a document's flag byte says.
constexpr std::uint8_t flag_no_words = 1, flag_low_coverage = 2, flag_missing = 4;

inline std::uint8_t flags_of(const Document& document) {
  const bool empty = document.flat.empty() && document.sentence_words().empty();
  return static_cast<std::uint8_t>((empty ? flag_no_words : 0) | (document.low_coverage() ? flag_low_coverage : 0));
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
  // Tokens only: a flat view of its own.
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

// Where a batch's results go; all are indexed by document or pair of the whole, not of the batch.
struct Results {
  double* counts = nullptr;  // matched, prediction, reference for each metric of each pair
  std::uint8_t* prediction_flags = nullptr;
  std::uint8_t* reference_flags = nullptr;
  const Formula* formula = nullptr;  // if given, counts become precision, recall and F
};

// How many threads are worth waking for so many items and letters.
inline std::size_t worth(std::size_t threads, std::size_t items, std::size_t letters) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  // Waking a thread costs as much as reading several thousand letters.
  constexpr std::size_t least = 16384;
  return std::min({threads, items, 1 + letters / least});
}

class Plan {
 public:
  Plan(TextRules rules, std::vector<Metric> metrics, const MatchRules& match)
      : rules_(std::move(rules)), metrics_(std::move(metrics)), match_(match) {
    const Matcher matcher(metrics_, match_);
    rules_.need_flat = matcher.needs_flat();
    rules_.need_sentences = matcher.needs_sentences();
    spares_.give(make());  // rules that cannot be followed are refused here
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::size_t size() const { return metrics_.size(); }
  const std::vector<Metric>& metrics() const { return metrics_; }
  const MatchRules& match() const { return match_; }
  const TextRules& rules() const { return rules_; }  // with the views that the metrics need

  // Both views, whatever the metrics need.
  TextRules text_rules() const {
    TextRules rules = rules_;
    rules.need_flat = rules.need_sentences = true;
    return rules;
  }

  // Scores one pair of texts; returns both flags in one.
  std::uint8_t one(const Text& prediction, const Text& reference, double* counts) {
    std::unique_ptr<Worker> worker = spares_.take([this] { return make(); });
    worker->reader.forget_if_large();
    std::uint8_t flags = 0;
    const auto read = [&](const Text& text, Document& out) {
      worker->reader.read(text, out);
      flags = static_cast<std::uint8_t>(flags | flags_of(out));
    };
    read(prediction, worker->prediction);
    read(reference, worker->reference);
    worker->count(counts);
    spares_.give(std::move(worker));
    return flags;
  }

  // Scores predictions begin..end against the references rows[i]..rows[i + 1], or one each. May be called by several
  // threads at once; results do not depend on the number of threads.
  void count(const Side& prediction, const Side& reference, const std::int64_t* rows, const Results& results,
             std::size_t begin, std::size_t end, std::size_t threads) {
    if (begin >= end) return;
    threads = worth(threads, end - begin, prediction.units + reference.units);
    const std::size_t step = std::clamp<std::size_t>((end - begin) / (8 * threads), 1, 256);
    share(
        spares_, [this] { return make(); }, begin, end, step, threads,
        [&](Worker& worker, std::size_t i) { row(worker, prediction, reference, rows, results, i); });
  }

 private:
  // What one thread needs; its vocabulary and buffers stay warm from batch to batch.
  struct Worker {
    Worker(const TextRules& rules, const std::vector<Metric>& metrics, const MatchRules& match)
        : reader(rules), matcher(metrics, match) {}
    void count(double* counts) {
      if (matcher.needs_blank()) matcher.set_blank(reader.find(""));
      matcher.count(prediction, reference, counts);
    }
    Reader reader;
    Matcher matcher;
    Document prediction, reference;
  };

  void row(Worker& worker, const Side& prediction, const Side& reference, const std::int64_t* rows,
           const Results& results, std::size_t i) const {
    worker.reader.forget_if_large();
    results.prediction_flags[i] = prediction.read(worker.reader, i, worker.prediction);
    const std::size_t from = rows ? static_cast<std::size_t>(rows[i]) : i,
                      to = rows ? static_cast<std::size_t>(rows[i + 1]) : i + 1;
    for (std::size_t k = from; k < to; ++k) {
      results.reference_flags[k] = reference.read(worker.reader, k, worker.reference);
      double* const counts = results.counts + k * 3 * metrics_.size();
      worker.count(counts);
      if (results.formula)
        for (std::size_t at = 0; at < 3 * metrics_.size(); at += 3) results.formula->apply(counts + at);
    }
  }

  std::unique_ptr<Worker> make() const { return std::make_unique<Worker>(rules_, metrics_, match_); }

  TextRules rules_;
  std::vector<Metric> metrics_;
  MatchRules match_;
  Spares<Worker> spares_;
};

}  // namespace infrarouge
