// A batch of texts scored by one plan on many threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "infrarouge/engine/side.hpp"
#include "infrarouge/matching/metrics.hpp"
#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/reader.hpp"
#include "infrarouge/scoring/score.hpp"
#include "infrarouge/support/pool.hpp"

namespace infrarouge {

// Where a batch's results go; all are indexed by document or pair of the whole, not of the batch.
struct Results {
  double* counts = nullptr;  // matched, prediction, reference for each metric of each pair
  std::uint8_t* prediction_flags = nullptr;
  std::uint8_t* reference_flags = nullptr;
  const Formula* formula = nullptr;  // if given, counts become precision, recall and F
};

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

  // Scores one pair of texts, of which one without data is missing; returns both flags in one.
  std::uint8_t one(const Text& prediction, const Text& reference, double* counts) {
    std::unique_ptr<Worker> worker = spares_.take([this] { return make(); });
    worker->begin(true);
    std::uint8_t flags = 0;
    const auto read = [&](const Text& text, Document& out) {
      if (text.data) worker->reader.read(text, out);
      else out.clear();
      flags = static_cast<std::uint8_t>(flags | flags_of(out) | (text.data ? 0 : flag_missing));
    };
    read(reference, worker->reference);
    worker->close();
    read(prediction, worker->prediction);
    worker->count(counts);
    spares_.give(std::move(worker));
    return flags;
  }

  // The same of texts in any shape: document 0 of either side.
  std::uint8_t one(const Side& prediction, const Side& reference, double* counts) {
    std::unique_ptr<Worker> worker = spares_.take([this] { return make(); });
    worker->begin(prediction.shape != Side::Shape::ids && reference.shape != Side::Shape::ids);
    const std::uint8_t theirs = reference.read(worker->reader, 0, worker->reference);
    worker->close();
    const std::uint8_t ours = prediction.read(worker->reader, 0, worker->prediction);
    worker->count(counts);
    spares_.give(std::move(worker));
    return ours | theirs;
  }

  // The same of ready words by sentence, where `tokens` is list: read(reader, document) reads a side.
  template <class ReadPrediction, class ReadReference>
  std::uint8_t one_of_words(ReadPrediction&& read_prediction, ReadReference&& read_reference, double* counts) {
    std::unique_ptr<Worker> worker = spares_.take([this] { return make(); });
    worker->begin(true);
    read_reference(worker->reader, worker->reference);
    worker->close();
    read_prediction(worker->reader, worker->prediction);
    worker->count(counts);
    const std::uint8_t flags = flags_of(worker->prediction) | flags_of(worker->reference);
    spares_.give(std::move(worker));
    return flags;
  }

  // Scores predictions begin..end against the references rows[i]..rows[i + 1], or one each. May be called by several
  // threads at once; results do not depend on the number of threads.
  void count(const Side& prediction, const Side& reference, const Column& rows, const Results& results,
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
    // A prediction with a single reference is read behind it, and ids are of the two alone.
    void begin(bool single) {
      paired = single && reader.can_close() && !matcher.needs_blank();
      reader.forget_if_large();
      if (paired) reader.begin_pair();
      else reader.end_pair();
    }
    void close() {
      if (paired) reader.set_closed(!matcher.needs_absent());
    }
    bool is_large() const { return reader.is_large() || infrarouge::is_large(prediction, reference); }
    void count(double* counts) {
      if (matcher.needs_blank()) matcher.set_blank(reader.find(""));
      matcher.count(prediction, reference, counts, paired);
    }
    Reader reader;
    Matcher matcher;
    Document prediction, reference;
    bool paired = false;
  };

  void row(Worker& worker, const Side& prediction, const Side& reference, const Column& rows, const Results& results,
           std::size_t i) const {
    const std::size_t from = rows ? rows[i] : i, to = rows ? rows[i + 1] : i + 1;
    worker.begin(to - from == 1 && prediction.shape != Side::Shape::ids && reference.shape != Side::Shape::ids);
    if (worker.paired) results.reference_flags[from] = reference.read(worker.reader, from, worker.reference);
    worker.close();
    results.prediction_flags[i] = prediction.read(worker.reader, i, worker.prediction);
    for (std::size_t k = from; k < to; ++k) {
      if (!worker.paired) results.reference_flags[k] = reference.read(worker.reader, k, worker.reference);
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
