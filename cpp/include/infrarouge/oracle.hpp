// Greedy choice of sentences against a reference: what each further sentence would count, without scoring anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "infrarouge/engine.hpp"
#include "infrarouge/metrics.hpp"
#include "infrarouge/ngram.hpp"
#include "infrarouge/pool.hpp"
#include "infrarouge/units.hpp"

namespace infrarouge {

// The n-grams of an extract against those of the reference, kept up to date while sentences come and go.
class Tally {
 public:
  // With `absent` the n-grams that the reference lacks are told apart too.
  Tally(std::size_t n, bool absent) : n_(n), absent_(absent), levels_(n) {}

  void set_reference(const Words& words) {
    for (std::size_t i = 0; i + n_ <= words.size; ++i) {
      const std::uint32_t name = named<true>(words.data + i);
      room();
      reference_units_ += reference_[name]++ == 0 ? 1 : 0;
    }
    reference_total_ = ngram_total(words.size, n_);
  }

  // Adds the n-grams of a sentence by itself to `names`.
  void name(const Words& words, std::vector<std::uint32_t>& names) {
    for (std::size_t i = 0; i + n_ <= words.size; ++i) names.push_back(name(words.data + i));
  }

  std::uint32_t name(const std::uint32_t* words) { return absent_ ? named<true>(words) : named<false>(words); }

  void add(std::uint32_t name) {
    if (name == Names::absent) return;
    room();
    const std::uint32_t before = extract_[name]++;
    clipped_ += before < reference_[name] ? 1 : 0;
    if (before > 0) return;
    ++units_;
    shared_ += reference_[name] > 0 ? 1 : 0;
  }

  void remove(std::uint32_t name) {
    if (name == Names::absent) return;
    const std::uint32_t after = --extract_[name];
    clipped_ -= after < reference_[name] ? 1 : 0;
    if (after > 0) return;
    --units_;
    shared_ -= reference_[name] > 0 ? 1 : 0;
  }

  void clear_extract() {
    std::fill(extract_.begin(), extract_.end(), 0);
    clipped_ = shared_ = units_ = 0;
  }

  // Counts for an extract of so many words.
  Counts counts(std::size_t words, Count rule) const {
    const std::uint64_t total = ngram_total(words, n_);
    switch (rule) {
      case Count::set:
        return make(shared_, units_, reference_units_);
      case Count::distinct:
        return make(shared_, total, reference_total_);
      case Count::clipped:
        break;
    }
    return make(clipped_, total, reference_total_);
  }

  std::size_t n() const { return n_; }

 private:
  template <bool Add>
  std::uint32_t named(const std::uint32_t* words) {
    std::uint32_t name = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const std::uint64_t key = Names::key(name, words[i]);
      name = Add ? levels_[i].add(key) : levels_[i].find(key);
      if (name == Names::absent) return name;
    }
    return name;
  }

  void room() {
    if (reference_.size() >= levels_.back().size()) return;
    reference_.resize(2 * levels_.back().size(), 0);
    extract_.resize(reference_.size(), 0);
  }

  static Counts make(std::uint64_t matched, std::uint64_t prediction, std::uint64_t reference) {
    return Counts{static_cast<double>(matched), static_cast<double>(prediction), static_cast<double>(reference)};
  }

  std::size_t n_;
  bool absent_;
  std::vector<Names> levels_;                       // the first i + 1 words of an n-gram by name
  std::vector<std::uint32_t> reference_, extract_;  // how often each n-gram is there
  std::uint64_t clipped_ = 0, shared_ = 0, units_ = 0, reference_units_ = 0, reference_total_ = 0;
};

// One article: its sentences, its reference, and the sentences chosen so far in the order of the article.
class Article {
 public:
  Article(const std::vector<Metric>& metrics, const MatchRules& rules) : rules_(rules) {
    for (const Metric& metric : metrics)
      if (metric.kind == Metric::Kind::ngram)
        grams_.push_back(Grams{Tally(static_cast<std::size_t>(metric.number), rules.count == Count::set), {}, {}, {}});
  }

  std::size_t size() const { return spans_.size(); }

  void set_reference(const Document& document) {
    reference_ = document;
    for (Grams& grams : grams_) grams.tally.set_reference(view(reference_.flat));
  }

  void add_sentence(const Document& document) {
    const Words words = view(document.flat);
    for (Grams& grams : grams_) {
      grams.tally.name(words, grams.names);
      grams.ends.push_back(grams.names.size());
    }
    words_.insert(words_.end(), document.flat.begin(), document.flat.end());
    ends_.insert(ends_.end(), document.ends.begin(), document.ends.end());
    spans_.push_back(Span{words_.size(), ends_.size()});
    open_.push_back(true);
  }

  bool is_open(std::size_t sentence) const { return open_[sentence]; }

  // No more sentences will be chosen.
  void end() { open_.assign(open_.size(), false); }

  // Takes a sentence into the extract.
  void choose(std::size_t sentence) {
    open_[sentence] = false;
    chosen_.insert(std::upper_bound(chosen_.begin(), chosen_.end(), sentence), sentence);
    extract_.clear();
    for (const std::size_t one : chosen_) append(one, extract_);
    for (Grams& grams : grams_) {
      const std::size_t n = grams.tally.n();
      grams.tally.clear_extract();
      grams.extract.clear();
      for (std::size_t i = 0; i + n <= extract_.flat.size(); ++i) {
        grams.extract.push_back(grams.tally.name(extract_.flat.data() + i));
        grams.tally.add(grams.extract.back());
      }
    }
  }

  // Counts the extract with one more sentence; `others` counts the metrics that are not n-grams.
  void count(std::size_t sentence, const std::vector<Metric>& metrics, Matcher& others, std::vector<double>& scratch,
             Document& candidate, double* counts) {
    std::size_t place = 0;  // words of the extract before the sentence
    std::size_t before = 0;
    for (; before < chosen_.size() && chosen_[before] < sentence; ++before) place += words_of(chosen_[before]).size;
    if (others.size() > 0) {
      candidate.clear();
      for (std::size_t i = 0; i < before; ++i) append(chosen_[i], candidate);
      append(sentence, candidate);
      for (std::size_t i = before; i < chosen_.size(); ++i) append(chosen_[i], candidate);
      scratch.resize(3 * others.size());
      others.count(candidate, reference_, scratch.data());
    }
    std::size_t gram = 0, other = 0;
    for (const Metric& metric : metrics) {
      Counts found;
      if (metric.kind == Metric::Kind::ngram) {
        found = with(grams_[gram++], sentence, place);
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
  // The n-grams of one order: by sentence, and of the extract.
  struct Grams {
    Tally tally;
    std::vector<std::uint32_t> names;
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> extract;
  };

  static Words view(const std::vector<std::uint32_t>& words) { return {words.data(), words.size()}; }

  Words words_of(std::size_t sentence) const {
    const std::size_t begin = sentence == 0 ? 0 : spans_[sentence - 1].words;
    return {words_.data() + begin, spans_[sentence].words - begin};
  }

  void append(std::size_t sentence, Document& to) const {
    const Words words = words_of(sentence);
    const std::size_t base = to.flat.size(), begin = sentence == 0 ? 0 : spans_[sentence - 1].ends;
    to.flat.insert(to.flat.end(), words.data, words.data + words.size);
    for (std::size_t i = begin; i < spans_[sentence].ends; ++i)
      to.ends.push_back(static_cast<std::uint32_t>(base) + ends_[i]);
  }

  // The sentence comes in, with the n-grams that reach over its ends; those that reached over its place go.
  Counts with(Grams& grams, std::size_t sentence, std::size_t place) {
    const std::size_t n = grams.tally.n(), size = extract_.flat.size();
    const Words words = words_of(sentence);
    added_.clear();
    removed_.clear();
    if (words.size > 0) {
      const std::size_t first = sentence == 0 ? 0 : grams.ends[sentence - 1];
      const auto name = [&](std::size_t i) { return grams.names.begin() + static_cast<std::ptrdiff_t>(i); };
      added_.assign(name(first), name(grams.ends[sentence]));
      const std::size_t from = place - std::min(place, n - 1), to = std::min(size, place + n - 1);
      for (std::size_t i = from; i < place && i + n <= size; ++i) removed_.push_back(grams.extract[i]);
      reach(grams, from, place, to, words);
    }
    for (const std::uint32_t name : added_) grams.tally.add(name);
    for (const std::uint32_t name : removed_) grams.tally.remove(name);
    const Counts found = grams.tally.counts(size + words.size, rules_.count);
    for (const std::uint32_t name : removed_) grams.tally.add(name);
    for (const std::uint32_t name : added_) grams.tally.remove(name);
    return found;
  }

  // Names the n-grams of "left, sentence, right" that are not within the sentence.
  void reach(Grams& grams, std::size_t from, std::size_t place, std::size_t to, const Words& words) {
    const std::size_t n = grams.tally.n(), left = place - from;
    if (n == 1) return;
    const auto extract = [&](std::size_t i) { return extract_.flat.begin() + static_cast<std::ptrdiff_t>(i); };
    row_.assign(extract(from), extract(place));
    row_.insert(row_.end(), words.data, words.data + words.size);
    row_.insert(row_.end(), extract(place), extract(to));
    for (std::size_t i = 0; i + n <= row_.size(); ++i) {
      const bool within = i >= left && i + n <= left + words.size;
      if (!within) added_.push_back(grams.tally.name(row_.data() + i));
    }
  }

  MatchRules rules_;
  Document reference_;
  std::vector<std::uint32_t> words_, ends_;  // of all sentences; ends count from the start of each
  std::vector<Span> spans_;
  std::vector<bool> open_;
  std::vector<std::size_t> chosen_;
  Document extract_;
  std::vector<Grams> grams_;  // one for each n-gram metric, in order
  std::vector<std::uint32_t> added_, removed_, row_;
};

// Several articles, chosen from in step: each round tells what every open sentence would count.
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

  // Reads articles begin..end: texts[d]..texts[d + 1] of one side are the sentences, reference d of the other.
  void read(const Side& items, const std::int64_t* texts, const Side& references, std::uint8_t* sentence_flags,
            std::uint8_t* reference_flags, std::size_t begin, std::size_t end, std::size_t threads) {
    articles_.assign(end - begin, Article(plan_.metrics(), plan_.match()));
    starts_.assign(1, 0);
    for (std::size_t d = begin; d < end; ++d) starts_.push_back(number(texts[d + 1]) - number(texts[begin]));
    if (begin == end) return;
    each(worth(threads, end - begin, items.units + references.units), [&](Worker& worker, std::size_t at) {
      Article& article = articles_[at];
      worker.reader.forget_if_large();
      reference_flags[begin + at] = references.read(worker.reader, begin + at, worker.document);
      article.set_reference(worker.document);
      for (std::size_t s = number(texts[begin + at]); s < number(texts[begin + at + 1]); ++s) {
        sentence_flags[s] = items.read(worker.reader, s, worker.document);
        article.add_sentence(worker.document);
      }
    });
  }

  // Writes the counts of each article's extract with each open sentence added; those of others are left as they are.
  void round(double* counts, std::size_t threads) {
    if (articles_.empty()) return;
    each(worth(threads, size(), 256 * starts_.back()), [&](Worker& worker, std::size_t at) {
      for (std::size_t s = 0; s < articles_[at].size(); ++s)
        if (articles_[at].is_open(s))
          articles_[at].count(s, plan_.metrics(), worker.others, worker.scratch, worker.document,
                              counts + (starts_[at] + s) * 3 * plan_.size());
    });
  }

  // Takes one sentence into the extract of each article; a negative one ends it.
  void choose(const std::int64_t* chosen) {
    for (std::size_t at = 0; at < size(); ++at) {
      if (chosen[at] >= 0) articles_[at].choose(number(chosen[at]));
      else articles_[at].end();
    }
  }

  const Article& article(std::size_t at) const { return articles_[at]; }

 private:
  struct Worker {
    Worker(const Plan& plan, const std::vector<Metric>& kinds) : reader(plan.rules()), others(kinds, plan.match()) {}
    Reader reader;
    Matcher others;
    Document document;
    std::vector<double> scratch;
  };

  static std::size_t number(std::int64_t x) { return static_cast<std::size_t>(x); }

  template <class Work>
  void each(std::size_t threads, Work work) {
    const std::size_t step = std::clamp<std::size_t>(size() / (8 * threads), 1, 64);
    share(spares_, [this] { return std::make_unique<Worker>(plan_, others_); }, 0, size(), step, threads, work);
  }

  const Plan& plan_;
  std::vector<Metric> others_;
  std::vector<Article> articles_;
  std::vector<std::size_t> starts_ = {0};  // sentences before each article
  Spares<Worker> spares_;
};

}  // namespace infrarouge
