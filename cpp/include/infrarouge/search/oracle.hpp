// Greedy choice of sentences against a reference: what each further sentence would count, without scoring anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "infrarouge/engine/plan.hpp"
#include "infrarouge/matching/metrics.hpp"
#include "infrarouge/scoring/score.hpp"
#include "infrarouge/search/tally.hpp"
#include "infrarouge/support/pool.hpp"
#include "infrarouge/support/stop.hpp"
#include "infrarouge/support/turns.hpp"

namespace infrarouge {

// One article: its sentences, its reference, and the sentences chosen so far in the order of the article.
class Article {
 public:
  // `whole` says that some metric is not of n-grams, so that the words themselves are needed.
  Article(const std::vector<Metric>& metrics, const MatchRules& rules, bool whole) : whole_(whole) {
    for (const Metric& metric : metrics)
      if (metric.kind == Metric::Kind::ngram)
        tallies_.emplace_back(static_cast<std::size_t>(metric.number), rules.count, rules.short_totals);
  }

  std::size_t size() const { return spans_.size(); }

  // Starts anew with a reference whose words are below `words`.
  void open(const Document& reference, Locals& locals, std::uint32_t words) {
    for (std::vector<std::uint32_t>* list : {&ids_, &words_, &ends_, &extract_}) list->clear();
    spans_.clear();
    open_.clear();
    chosen_.clear();
    if (whole_) reference_ = reference;
    locals.open(reference.flat, words, ids_);
    for (Tally& tally : tallies_) {
      tally.clear();
      tally.set_reference(view(ids_), locals.absent());
    }
    ids_.clear();
  }

  void add_sentence(const Document& document, Locals& locals, std::uint32_t words) {
    locals.append(document.flat, words, ids_);
    if (whole_) {
      words_.insert(words_.end(), document.flat.begin(), document.flat.end());
      ends_.insert(ends_.end(), document.ends.begin(), document.ends.end());
    }
    spans_.push_back(Span{ids_.size(), ends_.size()});
    open_.push_back(1);
    for (Tally& tally : tallies_) tally.add_sentence(words_of(size() - 1));
  }

  bool is_open(std::size_t sentence) const { return open_[sentence] != 0; }

  // No more sentences will be chosen.
  void end() { std::fill(open_.begin(), open_.end(), std::uint8_t{0}); }

  // Takes a sentence into the extract.
  void choose(std::size_t sentence) {
    open_[sentence] = 0;
    chosen_.insert(std::upper_bound(chosen_.begin(), chosen_.end(), sentence), sentence);
    extract_.clear();
    for (const std::size_t one : chosen_) {
      const Words words = words_of(one);
      extract_.insert(extract_.end(), words.data, words.data + words.size);
    }
    for (Tally& tally : tallies_) tally.set_extract(view(extract_));
  }

  // Counts the extract with one more sentence; `others` counts the metrics that are not n-grams.
  void count(std::size_t sentence, const std::vector<Metric>& metrics, Matcher& others, std::vector<double>& scratch,
             Document& candidate, double* counts) {
    std::size_t place = 0;  // words of the extract before the sentence
    std::size_t before = 0;
    for (; before < chosen_.size() && chosen_[before] < sentence; ++before) place += words_of(chosen_[before]).size;
    if (whole_) {
      candidate.clear();
      for (std::size_t i = 0; i < before; ++i) append(chosen_[i], candidate);
      append(sentence, candidate);
      for (std::size_t i = before; i < chosen_.size(); ++i) append(chosen_[i], candidate);
      Stop::poll(4096);
      scratch.resize(3 * others.size());
      others.count(candidate, reference_, scratch.data());
    }
    const Words words = words_of(sentence), extract = view(extract_);
    std::size_t gram = 0, other = 0;
    for (const Metric& metric : metrics) {
      Counts found;
      if (metric.kind == Metric::Kind::ngram) {
        found = tallies_[gram++].with(sentence, words, extract, place);
      } else {
        found = Counts{scratch[other], scratch[other + 1], scratch[other + 2]};
        other += 3;
      }
      *counts++ = found.matched;
      *counts++ = found.prediction;
      *counts++ = found.reference;
    }
  }

 private:
  struct Span {  // where a sentence ends
    std::size_t words, ends;
  };

  static Words view(const std::vector<std::uint32_t>& words) { return {words.data(), words.size()}; }

  std::size_t begin_of(std::size_t sentence) const { return sentence == 0 ? 0 : spans_[sentence - 1].words; }

  Words words_of(std::size_t sentence) const { return view(ids_).part(begin_of(sentence), spans_[sentence].words); }

  void append(std::size_t sentence, Document& to) const {
    const std::size_t base = to.flat.size(), begin = sentence == 0 ? 0 : spans_[sentence - 1].ends;
    const Words words = view(words_).part(begin_of(sentence), spans_[sentence].words);
    to.flat.insert(to.flat.end(), words.data, words.data + words.size);
    for (std::size_t i = begin; i < spans_[sentence].ends; ++i)
      to.ends.push_back(static_cast<std::uint32_t>(base) + ends_[i]);
  }

  bool whole_;
  Document reference_;
  std::vector<std::uint32_t> ids_, words_, ends_;  // of all sentences; ends count from the start of each
  std::vector<Span> spans_;
  std::vector<std::uint8_t> open_;
  std::vector<std::size_t> chosen_;
  std::vector<std::uint32_t> extract_;
  std::vector<Tally> tallies_;  // one for each n-gram metric, in order
};

// Where articles come from, and where it is told what they are like.
struct Articles {
  const Side& sentences;  // texts[d]..texts[d + 1] are those of article d
  Column texts;           // one more than there are articles
  const Side& references;
  std::uint8_t* sentence_flags;
  std::uint8_t* reference_flags;
};

// Several articles, chosen from in step, or one after the other where the usual score is what counts.
class Greedy {
 public:
  // The plan must outlive it.
  explicit Greedy(const Plan& plan) : plan_(plan) {
    for (const Metric& metric : plan.metrics())
      if (metric.kind != Metric::Kind::ngram) others_.push_back(metric);
  }
  Greedy(const Greedy&) = delete;
  Greedy& operator=(const Greedy&) = delete;

  std::size_t size() const { return articles_.size(); }
  std::size_t sentences() const { return starts_.back(); }
  const Plan& plan() const { return plan_; }
  // For threads that share it: only extract() looks, everything else changes it.
  Turns& turns() const { return turns_; }

  // Reads articles begin..end, to choose from them in step.
  void read(const Articles& given, std::size_t begin, std::size_t end, std::size_t threads) {
    articles_.assign(end - begin, article());
    starts_.assign(1, 0);
    for (std::size_t d = begin; d < end; ++d) starts_.push_back(given.texts[d + 1] - given.texts[begin]);
    each(begin, end, letters(given), threads,
         [&](Worker& worker, std::size_t at) { read(worker, given, at, articles_[at - begin]); });
  }

  // Writes the counts of each article's extract with each open sentence added; those of others are left as they are.
  void round(double* counts, std::size_t threads) {
    each(0, size(), 256 * starts_.back(), threads, [&](Worker& worker, std::size_t at) {
      for (std::size_t s = 0; s < articles_[at].size(); ++s)
        if (articles_[at].is_open(s)) count(worker, articles_[at], s, counts + (starts_[at] + s) * 3 * plan_.size());
    });
  }

  // Takes one sentence into the extract of each article; a negative one ends it.
  void choose(const std::int64_t* chosen) {
    for (std::size_t at = 0; at < size(); ++at) {
      if (chosen[at] >= 0) articles_[at].choose(static_cast<std::size_t>(chosen[at]));
      else articles_[at].end();
    }
  }

  // Chooses up to `most` sentences of each article begin..end, again and again the first of those that raise the sum
  // of the scores most; writes them in that order, -1 after the last, and the sum that they reach.
  void extract(const Articles& given, const Formula& formula, std::size_t most, std::int64_t* chosen, double* scores,
               std::size_t begin, std::size_t end, std::size_t threads) {
    each(begin, end, letters(given), threads, [&](Worker& worker, std::size_t at) {
      read(worker, given, at, worker.article);
      std::int64_t* const places = chosen + (at - begin) * most;
      std::fill(places, places + most, -1);
      double best = 0;
      for (std::size_t step = 0; step < most; ++step) {
        const std::size_t one = raise(worker, formula, best);
        if (one == worker.article.size()) break;
        places[step] = static_cast<std::int64_t>(one);
        worker.article.choose(one);
      }
      scores[at - begin] = best;
    });
  }

  const Article& article(std::size_t at) const { return articles_[at]; }

 private:
  struct Worker {
    explicit Worker(const Greedy& greedy)
        : reader(greedy.plan_.rules()),
          others(greedy.others_, greedy.plan_.match()),
          alone(greedy.others_.empty() && greedy.plan_.match().count != Count::set && reader.can_close()),
          locals(alone                                      ? Locals::How::given
                 : greedy.plan_.match().count == Count::set ? Locals::How::apart
                                                            : Locals::How::shared),
          article(greedy.article()),
          counts(3 * greedy.plan_.size()) {}
    bool is_large() const { return reader.is_large() || infrarouge::is_large(document, document); }
    Reader reader;
    Matcher others;
    bool alone;  // only words of the reference matter
    Locals locals;
    Article article;
    Document document;
    std::vector<double> scratch, counts;
  };

  static std::size_t letters(const Articles& given) { return given.sentences.units + given.references.units; }

  Article article() const { return Article(plan_.metrics(), plan_.match(), !others_.empty()); }

  static void read(Worker& worker, const Articles& given, std::size_t at, Article& article) {
    Reader& reader = worker.reader;
    Document& document = worker.document;
    // A table of the reference's words alone stays in the nearest cache.
    if (worker.alone) reader.forget();
    else reader.forget_if_large();
    given.reference_flags[at] = given.references.read(reader, at, document);
    article.open(document, worker.locals, reader.size());
    reader.set_closed(worker.alone);
    for (std::size_t s = given.texts[at]; s < given.texts[at + 1]; ++s) {
      if (s % 64 == 63) Stop::poll(std::size_t{1} << 16);
      given.sentence_flags[s] = given.sentences.read(reader, s, document);
      article.add_sentence(document, worker.locals, reader.size() + 1);
    }
    reader.set_closed(false);
    if (worker.others.needs_blank()) worker.others.set_blank(reader.find(""));
  }

  void count(Worker& worker, Article& article, std::size_t sentence, double* counts) const {
    article.count(sentence, plan_.metrics(), worker.others, worker.scratch, worker.document, counts);
  }

  // The first sentence that raises the score most, and that score; their number where none does.
  std::size_t raise(Worker& worker, const Formula& formula, double& best) const {
    std::size_t found = worker.article.size();
    if (found > 64) Stop::poll(256 * found);
    for (std::size_t s = 0; s < worker.article.size(); ++s) {
      if (!worker.article.is_open(s)) continue;
      count(worker, worker.article, s, worker.counts.data());
      double sum = 0;
      for (std::size_t m = 0; m < plan_.size(); ++m) sum += formula.measured(worker.counts.data() + 3 * m);
      if (!(sum > best)) continue;
      best = sum;
      found = s;
    }
    return found;
  }

  template <class Work>
  void each(std::size_t begin, std::size_t end, std::size_t cost, std::size_t threads, Work work) {
    if (begin == end) return;
    threads = worth(threads, end - begin, cost);
    const std::size_t step = std::clamp<std::size_t>((end - begin) / (8 * threads), 1, 64);
    share(spares_, [this] { return std::make_unique<Worker>(*this); }, begin, end, step, threads, work);
  }

  const Plan& plan_;
  std::vector<Metric> others_;
  std::vector<Article> articles_;
  std::vector<std::size_t> starts_ = {0};  // sentences before each article
  Spares<Worker> spares_;
  mutable Turns turns_;
};

}  // namespace infrarouge
