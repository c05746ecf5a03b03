// What is counted between a prediction and a reference, and under which rules.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/matching/bigrams.hpp"
#include "infrarouge/matching/lcs.hpp"
#include "infrarouge/matching/lcs_sum.hpp"
#include "infrarouge/matching/ngram.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/sentence_units.hpp"
#include "infrarouge/matching/short.hpp"
#include "infrarouge/matching/skip.hpp"
#include "infrarouge/matching/weighted.hpp"
#include "infrarouge/reading/document.hpp"

namespace infrarouge {

struct Metric {
  // Units of ngram_sum and skip_sum lie within sentences.
  enum class Kind : std::uint8_t { ngram, lcs, lcs_sum, weighted, weighted_sum, skip, ngram_sum, skip_sum };
  Kind kind = Kind::ngram;
  double number = 1;      // n, weight or gap; a negative gap is no limit
  bool unigrams = false;  // skip and skip_sum only

  bool over_sentences() const {
    return kind == Kind::lcs_sum || kind == Kind::weighted_sum || kind == Kind::ngram_sum || kind == Kind::skip_sum;
  }
  // Of pairs of words: how far apart they may stand.
  std::size_t reach() const { return number < 0 ? ~std::size_t{0} : static_cast<std::size_t>(number) + 1; }
};

// clipped: units with repeats; set: distinct units; distinct: distinct matches over all units.
enum class Count : std::uint8_t { clipped, set, distinct };

struct MatchRules {
  Count count = Count::clipped;
  Union unite = Union::both;
  Tie tie = Tie::reference;
  bool su_last_word = false;  // skip with unigrams leaves out the last word, as ROUGE-1.5.5 does
  RunRules runs;              // weighted and weighted_sum
  bool clip_flat = true;      // unite both: words are clipped by the flat views, else by the sentences
  bool short_totals = false;  // a text of fewer than n words has a negative number of n-grams
  bool l_blank_word = false;  // unite distinct: the empty word is never matched
};

namespace detail {
template <class Value, std::size_t N>
Value named(std::string_view what, std::string_view name, const std::pair<const char*, Value> (&table)[N]) {
  for (const auto& [known, value] : table)
    if (name == known) return value;
  throw std::invalid_argument("unknown " + std::string(what) + " '" + std::string(name) + "'");
}
}  // namespace detail

inline Count parse_count(std::string_view name) {
  return detail::named<Count, 3>("count", name,
                                 {{"clipped", Count::clipped}, {"set", Count::set}, {"distinct", Count::distinct}});
}

inline Union parse_union(std::string_view name) {
  return detail::named<Union, 6>("union", name,
                                 {{"both", Union::both},
                                  {"prediction", Union::prediction},
                                  {"values", Union::values},
                                  {"distinct", Union::distinct},
                                  {"sum", Union::sum},
                                  {"exclusive", Union::exclusive}});
}

inline Tie parse_tie(std::string_view name) {
  return detail::named<Tie, 2>("tie", name, {{"reference", Tie::reference}, {"prediction", Tie::prediction}});
}

inline Metric parse_metric(std::string_view kind, double number, bool unigrams) {
  using Kind = Metric::Kind;
  const Metric metric{detail::named<Kind, 8>("metric", kind,
                                             {{"ngram", Kind::ngram},
                                              {"lcs", Kind::lcs},
                                              {"lcs_sum", Kind::lcs_sum},
                                              {"weighted", Kind::weighted},
                                              {"weighted_sum", Kind::weighted_sum},
                                              {"skip", Kind::skip},
                                              {"ngram_sum", Kind::ngram_sum},
                                              {"skip_sum", Kind::skip_sum}}),
                      number, unigrams};
  const bool whole = number == std::floor(number) && std::abs(number) < 1e9;
  if ((metric.kind == Kind::ngram || metric.kind == Kind::ngram_sum) && !(whole && number >= 1))
    throw std::invalid_argument("n of an n-gram must be a whole number from 1 to 999999999");
  if ((metric.kind == Kind::skip || metric.kind == Kind::skip_sum) && !(number < 0 || whole))
    throw std::invalid_argument("gap of a skip-bigram must be a whole number up to 999999999, or negative for any");
  if ((metric.kind == Kind::weighted || metric.kind == Kind::weighted_sum) && !(number > 0 && std::isfinite(number)))
    throw std::invalid_argument("weight must be a positive number");
  return metric;
}

// Counts all metrics of one pair at a time, sharing ids and match matrix; keeps its buffers. Not thread-safe.
class Matcher {
 public:
  using Kind = Metric::Kind;

  Matcher(std::vector<Metric> metrics, const MatchRules& rules) : metrics_(std::move(metrics)), rules_(rules) {
    for (const Metric& metric : metrics_) {
      const bool units = metric.kind == Kind::ngram || metric.kind == Kind::skip || metric.kind == Kind::ngram_sum ||
                         metric.kind == Kind::skip_sum;
      needs_.lcs |= metric.kind == Kind::lcs;
      needs_.matrix |= metric.kind == Kind::lcs || (metric.kind == Kind::ngram && metric.number == 2) ||
                       (metric.kind == Kind::skip && metric.reach() <= most_short_reach);
      needs_.sentences |= metric.over_sentences();
      needs_.absent |=
          units ? rules_.count == Count::set : metric.kind == Kind::lcs_sum && rules_.unite == Union::distinct;
      if (metric.kind == Kind::weighted || metric.kind == Kind::weighted_sum)
        weighted_.emplace_back(metric.number, rules_.runs.path_12);
      if (metric.kind == Kind::ngram) orders_.push_back(Order{static_cast<std::size_t>(metric.number), Overlap{}});
    }
    const auto before = [](const Order& a, const Order& b) { return a.n < b.n; };
    const auto same = [](const Order& a, const Order& b) { return a.n == b.n; };
    std::sort(orders_.begin(), orders_.end(), before);
    orders_.erase(std::unique(orders_.begin(), orders_.end(), same), orders_.end());
  }

  std::size_t size() const { return metrics_.size(); }
  const std::vector<Metric>& metrics() const { return metrics_; }
  bool needs_flat() const {
    return std::any_of(metrics_.begin(), metrics_.end(), [](const Metric& m) { return !m.over_sentences(); }) ||
           (needs_.sentences &&
            (rules_.unite == Union::both || rules_.unite == Union::prediction || rules_.unite == Union::values ||
             rules_.runs.reference_runs || rules_.runs.flat_prediction));
  }
  bool needs_sentences() const { return needs_.sentences; }
  // Whether the rules treat the empty word in their own way; then its id is told before texts are counted.
  bool needs_blank() const { return rules_.l_blank_word; }
  void set_blank(std::uint32_t word) { blank_ = word; }

  // Whether words that the prediction alone has are told from one another.
  bool needs_absent() const { return needs_.absent; }

  // Writes matched, prediction and reference for each metric. `dense`: the texts were read as a pair, reference first.
  void count(const Document& prediction, const Document& reference, double* counts, bool dense = false) {
    pair_.map(prediction, reference, needs_, dense);
    if (pair_.width() > 0) short_ = count_short(pair_);
    skip_reach_ = 0;
    count_ngrams();
    const Sentenced p{pair_.prediction_sentences(), prediction.ends.data(),
                      needs_.sentences ? prediction.ends.size() : 0};
    const Sentenced r{pair_.reference_sentences(), reference.ends.data(), needs_.sentences ? reference.ends.size() : 0};
    std::size_t weight = 0;
    for (const Metric& metric : metrics_) {
      Counts found;
      switch (metric.kind) {
        case Kind::ngram:
          found = ngram(static_cast<std::size_t>(metric.number));
          break;
        case Kind::lcs:
          found = lcs();
          break;
        case Kind::lcs_sum:
          found = lcs_sum_.count(pair_, p, r, rules_.unite, rules_.tie, rules_.clip_flat,
                                 rules_.l_blank_word ? pair_.id_of(blank_) : Pair::none);
          break;
        case Kind::weighted:
          found = weighted_[weight++].count(pair_);
          break;
        case Kind::weighted_sum:
          found = weighted_[weight++].count_sum(pair_, p, r, rules_.runs);
          break;
        case Kind::skip:
          found = skip(metric);
          break;
        case Kind::ngram_sum:
        case Kind::skip_sum:
          found = within_sentences(metric, p, r);
          break;
      }
      *counts++ = found.matched;
      *counts++ = found.prediction;
      *counts++ = found.reference;
    }
  }

 private:
  struct Order {
    std::size_t n;
    Overlap overlap;
  };

  void count_ngrams() {
    const bool clipped = rules_.count == Count::clipped;
    const std::size_t most = std::max(pair_.reference().size, pair_.prediction().size);
    bool started = false;
    for (Order& order : orders_) {
      if (clipped && order.n == 1) {
        order.overlap.clipped = clipped_words();
      } else if (clipped && order.n == 2 && !pair_.counts_words()) {
        order.overlap.clipped = short_.bigrams;
      } else if (clipped && order.n == 2 && Bigrams::suits(pair_)) {
        order.overlap.clipped = bigrams_.clipped(pair_);
      } else if (clipped && order.n == 2) {
        order.overlap.clipped = skips_.overlap(pair_, 1, false, false).clipped;  // pairs without a gap
      } else if (order.n > most) {
        order.overlap = Overlap{};
      } else {
        if (!started) ngrams_.start(pair_, needs_.absent);
        started = true;
        while (ngrams_.order() < order.n) ngrams_.grow();
        order.overlap = ngrams_.overlap();
      }
    }
  }

  Counts units(const Overlap& overlap, double prediction, double reference) const {
    if (rules_.count == Count::set) return make(overlap.shared, overlap.prediction, overlap.reference);
    const std::uint64_t matched = rules_.count == Count::distinct ? overlap.shared : overlap.clipped;
    return Counts{static_cast<double>(matched), prediction, reference};
  }

  Counts ngram(std::size_t n) const {
    const auto order = std::find_if(orders_.begin(), orders_.end(), [n](const Order& o) { return o.n == n; });
    return units(order->overlap, ngram_total(pair_.prediction().size, n, rules_.short_totals),
                 ngram_total(pair_.reference().size, n, rules_.short_totals));
  }

  Counts lcs() {
    const Words p = pair_.prediction(), r = pair_.reference();
    const std::uint64_t matched = p.size == 0 || r.size == 0 ? 0
                                  : pair_.width()            ? short_.lcs
                                                             : lcs_.length(r, p, pair_.words() + 1);
    return make(matched, p.size, r.size);
  }

  Counts skip(const Metric& metric) {
    const std::size_t reach = metric.reach();
    const Words p = pair_.prediction(), r = pair_.reference();
    if (skip_reach_ != reach) {  // ROUGE-S and ROUGE-SU share their pairs
      const bool clipped = rules_.count == Count::clipped;
      if (clipped && !pair_.counts_words() && reach <= most_short_reach)
        skip_overlap_ = Overlap{count_short_skips(pair_, reach), 0, 0, 0};
      else skip_overlap_ = skips_.overlap(pair_, reach, !clipped, needs_.absent);
      skip_reach_ = reach;
    }
    Overlap overlap = skip_overlap_;
    std::uint64_t prediction = skip_total(p.size, reach), reference = skip_total(r.size, reach);
    if (metric.unigrams) {
      const std::size_t less = rules_.su_last_word ? 1 : 0;
      const std::size_t of_p = p.size > less ? p.size - less : 0, of_r = r.size > less ? r.size - less : 0;
      const Words all = needs_.absent ? pair_.prediction_all() : p;
      if (rules_.count == Count::clipped && of_p > 0 && of_r > 0)
        overlap.clipped += clipped_words() - (less > 0 ? clipped_at_ends() : 0);
      else single_words(r.part(0, of_r), all.part(0, of_p), overlap);
      prediction += of_p;
      reference += of_r;
    }
    return units(overlap, static_cast<double>(prediction), static_cast<double>(reference));
  }

  Counts within_sentences(const Metric& metric, Sentenced prediction, const Sentenced& reference) {
    if (needs_.absent) prediction.words = pair_.prediction_sentences_all();
    if (metric.kind == Kind::ngram_sum)
      sentence_units_.read_runs(reference, prediction, static_cast<std::size_t>(metric.number));
    else sentence_units_.read_pairs(reference, prediction, metric.reach(), metric.unigrams, !rules_.su_last_word);
    return units(sentence_units_.overlap(), static_cast<double>(sentence_units_.prediction().size()),
                 static_cast<double>(sentence_units_.reference().size()));
  }

  // Words that both texts have, each at most as often as in either.
  std::uint64_t clipped_words() const { return pair_.counts_words() ? pair_.matched_words() : short_.words; }

  // How many fewer they are without the last word of either text.
  std::uint64_t clipped_at_ends() const {
    const Words p = pair_.prediction(), r = pair_.reference();
    const std::uint32_t of_p = p[p.size - 1], of_r = r[r.size - 1];
    if (of_p == of_r) return 1;
    const auto times = [](const Words& text, std::uint32_t word) {
      return std::count(text.data, text.data + text.size, word);
    };
    return (times(p, of_r) >= times(r, of_r) ? 1u : 0u) + (times(r, of_p) >= times(p, of_p) ? 1u : 0u);
  }

  // Adds the overlap of single words.
  void single_words(const Words& reference, const Words& prediction, Overlap& overlap) {
    left_.assign(pair_.ids(), 0);
    seen_.reset(pair_.ids());
    for (std::size_t i = 0; i < reference.size; ++i) overlap.reference += left_[reference[i]]++ == 0;
    for (std::size_t j = 0; j < prediction.size; ++j) {
      std::uint32_t& left = left_[prediction[j]];
      if (seen_.add(prediction[j])) {
        ++overlap.prediction;
        overlap.shared += left > 0;
      }
      if (left > 0) {
        --left;
        ++overlap.clipped;
      }
    }
  }

  static Counts make(std::uint64_t matched, std::uint64_t prediction, std::uint64_t reference) {
    return Counts{static_cast<double>(matched), static_cast<double>(prediction), static_cast<double>(reference)};
  }

  std::vector<Metric> metrics_;
  MatchRules rules_;
  PairNeeds needs_;
  Pair pair_;
  ShortCounts short_;          // of a pair that has a match matrix
  std::vector<Order> orders_;  // every n asked for, rising
  Ngrams ngrams_;
  Lcs lcs_;
  LcsSum lcs_sum_;
  std::vector<Weighted> weighted_;  // one for each weighted metric, in order
  SentenceUnits sentence_units_;
  std::uint32_t blank_ = Pair::none;  // the empty word
  Bigrams bigrams_;
  Skips skips_;
  Overlap skip_overlap_;
  std::size_t skip_reach_ = 0;  // of the overlap above; 0 if it is of another pair
  std::vector<std::uint32_t> left_;
  Seen seen_;
};

}  // namespace infrarouge
