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
#include "infrarouge/score.hpp"
#include "infrarouge/units.hpp"

namespace infrarouge {

// Small ids for the words of one article: the reference's from 0 on; those it lacks share one, or get one each.
class Locals {
 public:
  enum class How : std::uint8_t { shared, apart, given };  // given: the words have such ids already

  explicit Locals(How how) : how_(how) {}

  // Starts anew with the words of a reference; all are below `ids`.
  void open(const std::vector<std::uint32_t>& words, std::uint32_t ids, std::vector<std::uint32_t>& out) {
    if (++epoch_ >> 32) {
      std::fill(slots_.begin(), slots_.end(), 0);
      epoch_ = 1;
    }
    size_ = 0;
    if (how_ == How::given) append(words, size_ = ids, out);
    else add<true>(words, ids, out);
    absent_ = size_;
  }

  // Adds the ids of words, all below `ids`, to `out`.
  void append(const std::vector<std::uint32_t>& words, std::uint32_t ids, std::vector<std::uint32_t>& out) {
    if (how_ == How::given) out.insert(out.end(), words.begin(), words.end());
    else if (how_ == How::apart) add<true>(words, ids, out);
    else add<false>(words, ids, out);
  }

  std::uint32_t absent() const { return absent_; }  // ids from here on are not those of reference words

 private:
  template <bool New>
  void add(const std::vector<std::uint32_t>& words, std::uint32_t ids, std::vector<std::uint32_t>& out) {
    if (slots_.size() < ids) slots_.resize(2 * std::size_t{ids}, 0);
    const std::size_t before = out.size();
    out.resize(before + words.size());
    std::uint32_t* to = out.data() + before;
    for (const std::uint32_t word : words) {
      const std::uint64_t slot = slots_[word];
      const auto known = static_cast<std::uint32_t>(0 - std::uint64_t{slot >> 32 == epoch_});  // all ones or none
      const std::uint32_t other = New ? size_ : absent_;
      *to = other ^ ((other ^ static_cast<std::uint32_t>(slot)) & known);
      if (New) {
        slots_[word] = epoch_ << 32 | *to;
        size_ += known + 1;
      }
      ++to;
    }
  }

  How how_;
  std::vector<std::uint64_t> slots_;  // by word: epoch of the article above, id below
  std::uint64_t epoch_ = 0;
  std::uint32_t size_ = 0, absent_ = 0;
};

// The n-grams of one order: those of the reference, of each sentence, and of an extract that sentences come into.
class Tally {
 public:
  Tally(std::size_t n, Count rule) : n_(n), rule_(rule), levels_(n - 1) {}

  void clear() {
    cells_.clear();
    hits_.clear();
    ends_.clear();
    clear_extract();
  }

  // Ids below `absent` are those of words that the reference has.
  void set_reference(const Words& words, std::uint32_t absent) {
    absent_ = absent;
    reference_total_ = ngram_total(words.size, n_);
    for (Names& level : levels_) level.clear(words.size);
    reference_units_ = 0;
    for (std::size_t i = 0; i < reference_total_; ++i) {
      Cell& unit = cell(named<true>([&](std::size_t k) { return words[i + k]; }));
      reference_units_ += unit.limit == 0 ? 1 : 0;
      unit.limit = rule_ == Count::clipped ? unit.limit + 1 : 1;
    }
  }

  void add_sentence(const Words& words) {
    if (rule_ == Count::set) {
      for (std::size_t i = 0; i + n_ <= words.size; ++i)
        hits_.push_back(name_of([&](std::size_t k) { return words[i + k]; }));
    } else {
      add_known(words);
    }
    ends_.push_back(hits_.size());
  }

  void set_extract(const Words& words) {
    for (const std::uint32_t name : extract_)
      if (name != Names::absent) cells_[name].extract = 0;
    clear_extract();
    for (std::size_t i = 0; i + n_ <= words.size; ++i) {
      extract_.push_back(name_of([&](std::size_t k) { return words[i + k]; }));
      add(extract_.back());
    }
  }

  // Counts the extract with a sentence before its word number `place`.
  Counts with(std::size_t sentence, const Words& words, const Words& extract, std::size_t place) {
    const bool joined = n_ > 1 && words.size > 0 && extract.size > 0;
    if (joined) join(words, extract, place);
    const std::size_t begin = sentence == 0 ? 0 : ends_[sentence - 1], end = ends_[sentence];
    std::uint64_t matched = matched_, units = units_;
    for (std::size_t i = begin; i < end; ++i) {
      Cell& unit = cells_[hits_[i]];
      const std::uint32_t before = unit.extract++;
      matched += before < unit.limit ? 1 : 0;
      units += before == 0 ? 1 : 0;
    }
    for (std::size_t i = begin; i < end; ++i) --cells_[hits_[i]].extract;
    if (joined) {
      for (const std::uint32_t name : added_) remove(name);
      for (const std::uint32_t name : removed_) add(name);
    }
    if (rule_ == Count::set) return make(matched, units, reference_units_);
    return make(matched, ngram_total(extract.size + words.size, n_), reference_total_);
  }

 private:
  struct Cell {
    std::uint32_t extract = 0, limit = 0;  // how often an n-gram is in the extract, and how often it can be matched
  };

  // Gives the name of the words that `word` tells; a new name if there is none.
  template <bool New, class Word>
  std::uint32_t named(Word word) {
    std::uint32_t name = word(0);
    if (!New && name >= absent_) return Names::absent;
    for (std::size_t k = 1; k < n_; ++k) {
      const std::uint32_t next = word(k);
      if (!New && next >= absent_) return Names::absent;
      const std::uint64_t key = Names::key(name, next);
      name = New ? levels_[k - 1].add(key) : levels_[k - 1].find(key);
      if (!New && name == Names::absent) return name;
    }
    if (New) cell(name);
    return name;
  }

  // What the reference lacks matters only where distinct n-grams are counted.
  template <class Word>
  std::uint32_t name_of(Word word) {
    return rule_ == Count::set ? named<true>(word) : named<false>(word);
  }

  // Adds the n-grams that the reference has; no branch on whether it has a word, for that cannot be foreseen.
  void add_known(const Words& words) {
    const std::size_t before = hits_.size();
    hits_.resize(before + words.size);
    std::uint32_t* const hits = hits_.data() + before;
    std::size_t runs = 0, run = 0;  // places where n or more words in a row are known
    for (std::size_t i = 0; i < words.size; ++i) {
      run = (run + 1) & (0 - std::size_t{words[i] < absent_});
      hits[runs] = n_ == 1 ? words[i] : static_cast<std::uint32_t>(i);
      runs += run >= n_ ? 1 : 0;
    }
    std::size_t known = runs;
    if (n_ > 1) {
      known = 0;
      for (std::size_t r = 0; r < runs; ++r) {
        const std::size_t first = hits[r] + 1 - n_;
        hits[known] = named<false>([&](std::size_t k) { return words[first + k]; });
        known += hits[known] != Names::absent ? 1 : 0;
      }
    }
    hits_.resize(before + known);
  }

  // N-grams that reached over the place go, and those that reach over the ends of the sentence come.
  void join(const Words& words, const Words& extract, std::size_t place) {
    const std::size_t left = std::min(place, n_ - 1), right = std::min(extract.size - place, n_ - 1);
    const std::size_t size = left + words.size + right, from = place - left;
    removed_.clear();
    for (std::size_t i = from; i < place && i + n_ <= extract.size; ++i) removed_.push_back(extract_[i]);
    added_.clear();
    for (std::size_t i = 0; i + n_ <= size; ++i) {
      if (i >= left && i + n_ <= left + words.size) i = left + words.size - n_ + 1;  // within the sentence
      if (i + n_ > size) break;
      added_.push_back(name_of([&](std::size_t k) {
        const std::size_t at = i + k;
        return at < left                ? extract[from + at]
               : at < left + words.size ? words[at - left]
                                        : extract[from + at - words.size];
      }));
    }
    for (const std::uint32_t name : removed_) remove(name);
    for (const std::uint32_t name : added_) add(name);
  }

  void add(std::uint32_t name) {
    if (name == Names::absent) return;
    Cell& unit = cells_[name];
    const std::uint32_t before = unit.extract++;
    matched_ += before < unit.limit ? 1 : 0;
    units_ += before == 0 ? 1 : 0;
  }

  void remove(std::uint32_t name) {
    if (name == Names::absent) return;
    Cell& unit = cells_[name];
    const std::uint32_t after = --unit.extract;
    matched_ -= after < unit.limit ? 1 : 0;
    units_ -= after == 0 ? 1 : 0;
  }

  void clear_extract() {
    extract_.clear();
    matched_ = units_ = 0;
  }

  Cell& cell(std::uint32_t name) {
    if (name >= cells_.size()) cells_.resize(2 * std::size_t{name} + 64);
    return cells_[name];
  }

  static Counts make(std::uint64_t matched, std::uint64_t prediction, std::uint64_t reference) {
    return Counts{static_cast<double>(matched), static_cast<double>(prediction), static_cast<double>(reference)};
  }

  std::size_t n_;
  Count rule_;
  std::vector<Names> levels_;  // the first k + 2 words of an n-gram by name
  std::uint32_t absent_ = 0;
  std::vector<Cell> cells_;          // by name
  std::vector<std::uint32_t> hits_;  // names of the n-grams of each sentence, as far as they matter
  std::vector<std::size_t> ends_;    // where the hits of each sentence end
  std::vector<std::uint32_t> extract_, added_, removed_;
  std::uint64_t matched_ = 0, units_ = 0, reference_units_ = 0, reference_total_ = 0;
};

// One article: its sentences, its reference, and the sentences chosen so far in the order of the article.
class Article {
 public:
  // `whole` says that some metric is not of n-grams, so that the words themselves are needed.
  Article(const std::vector<Metric>& metrics, const MatchRules& rules, bool whole) : whole_(whole) {
    for (const Metric& metric : metrics)
      if (metric.kind == Metric::Kind::ngram)
        tallies_.emplace_back(static_cast<std::size_t>(metric.number), rules.count);
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
  const Side& sentences;      // texts[d]..texts[d + 1] are those of article d
  const std::int64_t* texts;  // one more than there are articles
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

  // Reads articles begin..end, to choose from them in step.
  void read(const Articles& given, std::size_t begin, std::size_t end, std::size_t threads) {
    articles_.assign(end - begin, article());
    starts_.assign(1, 0);
    for (std::size_t d = begin; d < end; ++d)
      starts_.push_back(number(given.texts[d + 1]) - number(given.texts[begin]));
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
      if (chosen[at] >= 0) articles_[at].choose(number(chosen[at]));
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
    Reader reader;
    Matcher others;
    bool alone;  // only words of the reference matter
    Locals locals;
    Article article;
    Document document;
    std::vector<double> scratch, counts;
  };

  static std::size_t number(std::int64_t x) { return static_cast<std::size_t>(x); }
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
    for (std::size_t s = number(given.texts[at]); s < number(given.texts[at + 1]); ++s) {
      given.sentence_flags[s] = given.sentences.read(reader, s, document);
      article.add_sentence(document, worker.locals, reader.size() + 1);
    }
    reader.set_closed(false);
  }

  void count(Worker& worker, Article& article, std::size_t sentence, double* counts) const {
    article.count(sentence, plan_.metrics(), worker.others, worker.scratch, worker.document, counts);
  }

  // The first sentence that raises the score most, and that score; their number where none does.
  std::size_t raise(Worker& worker, const Formula& formula, double& best) const {
    std::size_t found = worker.article.size();
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
};

}  // namespace infrarouge
