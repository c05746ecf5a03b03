// Which unit of the reference goes with which of the prediction: what Matcher counts, place by place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "infrarouge/matching/lcs.hpp"
#include "infrarouge/matching/lcs_sum.hpp"
#include "infrarouge/matching/metrics.hpp"
#include "infrarouge/matching/pair.hpp"
#include "infrarouge/matching/units.hpp"
#include "infrarouge/matching/weighted.hpp"
#include "infrarouge/reading/document.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// A unit is told by the places of its first and its last word, in the flat view or, for metrics over sentences, in the
// sentence view. Runs are numbered from 0; where runs do not count, each match is one.
struct Match {
  std::uint32_t reference_first, reference_last, prediction_first, prediction_last, run;
};

// The places of equal units, which are given away one by one from the first on.
class Waiting {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;

  // With `once` only the first place of each unit waits. Units are below `ids`.
  void reset(const Words& units, std::size_t ids, bool once = false) {
    first_.assign(ids, none);
    next_.resize(units.size);
    for (std::size_t i = units.size; i-- > 0;) {
      next_[i] = once ? none : first_[units[i]];
      first_[units[i]] = static_cast<std::uint32_t>(i);
    }
  }
  std::uint32_t first(std::uint32_t unit) const { return unit < first_.size() ? first_[unit] : none; }
  std::uint32_t after(std::uint32_t place) const { return next_[place]; }

  // The first place of a unit, which waits no longer; none if there is none.
  std::uint32_t take(std::uint32_t unit) {
    const std::uint32_t place = first(unit);
    if (place != none) first_[unit] = next_[place];
    return place;
  }

 private:
  std::vector<std::uint32_t> first_, next_;
};

// Finds the matches of one pair at a time; keeps its buffers. Not thread-safe.
class MatchFinder {
 public:
  using Kind = Metric::Kind;

  MatchFinder(std::vector<Metric> metrics, const MatchRules& rules) : metrics_(std::move(metrics)), rules_(rules) {}

  // As those of a Matcher.
  bool needs_blank() const { return rules_.l_blank_word; }
  void set_blank(std::uint32_t word) { blank_ = word; }

  // Appends the matches of every metric to `out`, and writes after each metric how many it has. Runs stand in the order
  // of the reference, matches without runs in the order of the prediction.
  void find(const Document& prediction, const Document& reference, std::vector<Match>& out, std::uint64_t* sizes) {
    pair_.map(prediction, reference, PairNeeds{/*matrix=*/false, /*sentences=*/true});
    ids_ = pair_.words() + 1;
    const Sentenced p{pair_.prediction_sentences(), prediction.ends.data(), prediction.ends.size()};
    const Sentenced r{pair_.reference_sentences(), reference.ends.data(), reference.ends.size()};
    for (const Metric& metric : metrics_) {
      const std::size_t before = out.size();
      out_ = &out;
      run_ = 0;
      switch (metric.kind) {
        case Kind::ngram:
          ngram(metric);
          break;
        case Kind::skip:
          skip(metric);
          break;
        case Kind::lcs:
          lcs_path(pair_.reference(), pair_.prediction(), [&](std::size_t i, std::size_t j) { add(i, j); });
          break;
        case Kind::lcs_sum:
          lcs_sum(p, r);
          break;
        case Kind::weighted:
          weighted(metric);
          break;
        case Kind::weighted_sum:
          weighted_sum(metric, p, r);
          break;
        case Kind::ngram_sum:
        case Kind::skip_sum:
          within_sentences(metric, p, r);
          break;
      }
      if (metric.kind != Kind::weighted && metric.kind != Kind::weighted_sum) order(before);
      *sizes++ = out.size() - before;
    }
  }

 private:
  using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // of the reference and of the prediction

  void add(std::size_t i, std::size_t j) { add(i, i, j, j); }
  void add(std::size_t reference_first, std::size_t reference_last, std::size_t prediction_first,
           std::size_t prediction_last) {
    const auto small = [](std::size_t place) { return static_cast<std::uint32_t>(place); };
    out_->push_back(
        Match{small(reference_first), small(reference_last), small(prediction_first), small(prediction_last), run_});
  }

  // Puts matches without runs in the order of the prediction, and numbers them.
  void order(std::size_t before) {
    const auto key = [](const Match& m) {
      return std::make_tuple(m.prediction_first, m.prediction_last, m.reference_first, m.reference_last);
    };
    std::sort(out_->begin() + static_cast<std::ptrdiff_t>(before), out_->end(), [&](const Match& a, const Match& b) {
      Stop::poll(8);
      return key(a) < key(b);
    });
    for (std::size_t k = before; k < out_->size(); ++k) (*out_)[k].run = static_cast<std::uint32_t>(k - before);
  }

  // ---- units: the first of a kind goes with the first, and so on as long as both texts have one

  void shared(const Words& reference, const Words& prediction, std::size_t ids, std::size_t more) {
    waiting_.reset(reference, ids, rules_.count != Count::clipped);
    for (std::size_t j = 0; j < prediction.size; ++j) {
      const std::uint32_t i = waiting_.take(prediction[j]);
      if (i != Waiting::none) add(i, i + more, j, j + more);
    }
  }

  void ngram(const Metric& metric) {
    const auto n = static_cast<std::size_t>(metric.number);
    const Words r = pair_.reference(), p = pair_.prediction();
    if (n > r.size || n > p.size) return;
    Grams grams(n);
    grams.units(r, units_);
    const std::uint32_t most = units_.empty() ? 0 : *std::max_element(units_.begin(), units_.end());
    grams.units(p, other_units_);
    shared({units_.data(), units_.size()}, {other_units_.data(), other_units_.size()}, most + std::size_t{1}, n - 1);
  }

  void skip(const Metric& metric) {
    const std::size_t reach = metric.reach();
    const Words r = pair_.reference(), p = pair_.prediction();
    ours_.reset(p, ids_);
    theirs_.reset(r, ids_);
    // By first word: only the pairs of one word are held at a time, however long the texts are.
    for (std::uint32_t word = 0; word < pair_.words(); ++word) {
      if (ours_.first(word) == Waiting::none || theirs_.first(word) == Waiting::none) continue;
      tails(r, theirs_, word, reach, tails_);
      tails(p, ours_, word, reach, other_tails_);
      match_tails();
    }
    if (!metric.unigrams) return;
    const std::size_t less = rules_.su_last_word ? 1 : 0;
    shared(r.part(0, r.size > less ? r.size - less : 0), p.part(0, p.size > less ? p.size - less : 0), ids_, 0);
  }

  void within_sentences(const Metric& metric, const Sentenced& prediction, const Sentenced& reference) {
    if (metric.kind == Kind::ngram_sum)
      sentence_units_.read_runs(reference, prediction, static_cast<std::size_t>(metric.number));
    else sentence_units_.read_pairs(reference, prediction, metric.reach(), metric.unigrams, !rules_.su_last_word);
    const std::vector<Unit>&theirs = sentence_units_.reference(), &ours = sentence_units_.prediction();
    units_.resize(theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) units_[i] = theirs[i].name;
    waiting_.reset({units_.data(), units_.size()}, sentence_units_.names(), rules_.count != Count::clipped);
    for (const Unit& unit : ours) {
      const std::uint32_t i = waiting_.take(unit.name);
      if (i != Waiting::none) add(theirs[i].first, theirs[i].last, unit.first, unit.last);
    }
  }

  // A pair of words of which the first is known.
  struct Tail {
    std::uint32_t word, first, last;
  };

  // The pairs that begin with a word, ordered by their second word and among equal ones by place.
  void tails(const Words& words, const Waiting& places, std::uint32_t word, std::size_t reach,
             std::vector<Tail>& out) const {
    out.clear();
    for (std::uint32_t i = places.first(word); i != Waiting::none; i = places.after(i)) {
      const std::size_t end = words.size - i - 1 > reach ? i + reach + 1 : words.size;
      Stop::poll(2 * (end - i));
      for (std::size_t j = std::size_t{i} + 1; j < end; ++j)
        if (words[j] < pair_.words()) out.push_back(Tail{words[j], i, static_cast<std::uint32_t>(j)});
    }
    std::stable_sort(out.begin(), out.end(), [](const Tail& a, const Tail& b) { return a.word < b.word; });
  }

  void match_tails() {
    const bool once = rules_.count != Count::clipped;
    std::size_t a = 0, b = 0;
    while (a < tails_.size() && b < other_tails_.size()) {
      const Tail &theirs = tails_[a], &ours = other_tails_[b];
      if (theirs.word == ours.word) add(theirs.first, theirs.last, ours.first, ours.last);
      const bool next_a = theirs.word <= ours.word, next_b = ours.word <= theirs.word;
      const std::uint32_t word = std::min(theirs.word, ours.word);
      if (next_a) ++a;
      if (next_b) ++b;
      // What repeats a unit that is matched counts no more.
      while (once && a < tails_.size() && tails_[a].word == word) ++a;
      while (once && b < other_tails_.size() && other_tails_[b].word == word) ++b;
    }
  }

  // ---- aligned words

  // Calls match(i, j) for the pairs of one longest common subsequence, from the ends.
  template <class Visit>
  void lcs_path(const Words& reference, const Words& prediction, Visit match) {
    if (reference.size == 0 || prediction.size == 0) return;
    const bool bits_are_reference = rules_.tie == Tie::reference;
    lcs_.open(bits_are_reference ? reference : prediction, ids_);
    if (bits_are_reference) lcs_.path(prediction, match);
    else lcs_.path(reference, [&](std::size_t j, std::size_t i) { match(i, j); });
    lcs_.close();
  }

  void lcs_sum(const Sentenced& prediction, const Sentenced& reference) {
    const bool by_sentence = rules_.unite == Union::both && !rules_.clip_flat;
    if (by_sentence) left_.reset(prediction.words, reference.words, ids_);
    else left_.reset(pair_);
    open_partners(prediction, reference);
    blank_id_ = rules_.l_blank_word ? pair_.id_of(blank_) : Pair::none;
    seen_.reset(ids_);
    for (std::size_t s = 0; s < reference.size; ++s) {
      path_.clear();
      if (prediction.words.size > 64) Stop::poll(4 * prediction.words.size);
      for (std::size_t p = 0; p < prediction.size; ++p)
        lcs_path(reference[s], prediction[p],
                 [&](std::size_t i, std::size_t j) { place(reference.begin(s) + i, prediction.begin(p) + j); });
      if (rules_.unite == Union::values) seen_.reset(ids_);
      if (rules_.unite == Union::sum || rules_.unite == Union::exclusive) {
        for (const auto& [i, j] : path_)
          if (rules_.unite == Union::sum || take(i, j)) add(i, j);
        continue;
      }
      each_marked([&](std::size_t from, std::size_t to) {
        const std::uint32_t i = path_[from].first;
        if (counts(reference.words[i])) add(i, partner(from, to));
      });
    }
  }

  // Whether a marked word of the reference counts, by the rule of the union.
  bool counts(std::uint32_t word) {
    switch (rules_.unite) {
      case Union::both:
        return left_.take_both(word);
      case Union::prediction:
        return left_.take_prediction(word);
      default:
        return !(rules_.unite == Union::distinct && word == blank_id_) && seen_.add(word);
    }
  }

  void place(std::size_t i, std::size_t j) {
    path_.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
  }

  // Calls visit(from, to) for each marked place of the reference, in order: path_[from..to) are its matches.
  template <class Visit>
  void each_marked(Visit visit) {
    std::stable_sort(path_.begin(), path_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t from = 0, to = 0; from < path_.size(); from = to) {
      while (to < path_.size() && path_[to].first == path_[from].first) ++to;
      visit(from, to);
    }
  }

  void open_partners(const Sentenced& prediction, const Sentenced& reference) {
    words_ = prediction.words;
    ours_.reset(words_, ids_);
    used_.reset(prediction.words.size);
    taken_.reset(reference.words.size);
  }

  // Uses a place of either text, if both are free.
  bool take(std::uint32_t i, std::uint32_t j) {
    if (taken_[i] || used_[j]) return false;
    taken_.add(i);
    used_.add(j);
    return true;
  }

  // The word of the prediction for a marked word: the first free one of its matches path_[from..to), else the first
  // free equal one, else one in use.
  std::uint32_t partner(std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to; ++k)
      if (used_.add(path_[k].second)) return path_[k].second;
    const std::uint32_t word = words_[path_[from].second];
    while (ours_.first(word) != Waiting::none) {
      const std::uint32_t j = ours_.take(word);
      if (used_.add(j)) return j;
    }
    return path_[from].second;
  }

  // ---- runs

  Weight path_weight(const Metric& metric) const { return Weight(rules_.runs.path_12 ? 1.2 : metric.number); }

  Gains gains(Weight& weight, std::size_t words) const { return Gains{weight.upto(words + 1), rules_.runs.path_12}; }

  void weighted(const Metric& metric) {
    const Words r = pair_.reference(), p = pair_.prediction();
    Weight weight = path_weight(metric);
    path_.clear();
    weighted_.path(r, p, pair_.words() + 1, gains(weight, std::min(r.size, p.size)),
                   [&](std::size_t i, std::size_t j) { place(i, j); });
    std::reverse(path_.begin(), path_.end());
    for (std::size_t k = 0; k < path_.size(); ++k) {
      const auto [i, j] = path_[k];
      run_ += k > 0 && (path_[k - 1].first + 1 != i || path_[k - 1].second + 1 != j);
      add(i, j);
    }
  }

  void weighted_sum(const Metric& metric, const Sentenced& prediction, const Sentenced& reference) {
    Weight weight = path_weight(metric);
    const Gains steps = gains(weight, std::min(reference.words.size, prediction.words.size));
    left_.reset(pair_);
    open_partners(prediction, reference);
    starts_.reset(prediction.words.size + 1);
    for (std::size_t p = 0; p < prediction.size; ++p) starts_.add(prediction.begin(p));
    for (std::size_t s = 0; s < reference.size; ++s) {
      path_.clear();
      for (std::size_t p = 0; p < prediction.size; ++p)
        weighted_.path(reference[s], prediction[p], pair_.words() + 1, steps,
                       [&](std::size_t i, std::size_t j) { place(reference.begin(s) + i, prediction.begin(p) + j); });
      if (rules_.runs.reference_runs) reference_runs(reference);
      else common_runs();
    }
  }

  // Runs of one sentence of the reference that are consecutive in a sentence of either text; each place is used once.
  void common_runs() {
    path_.erase(std::remove_if(path_.begin(), path_.end(), [&](const auto& at) { return !take(at.first, at.second); }),
                path_.end());
    std::sort(path_.begin(), path_.end());
    for (std::size_t k = 0; k < path_.size(); ++k) {
      const auto [i, j] = path_[k];
      add(i, j);
      const bool goes_on = k + 1 < path_.size() && path_[k + 1].first == i + 1 && path_[k + 1].second == j + 1 &&
                           !starts_[std::size_t{j} + 1];
      if (!goes_on) ++run_;
    }
  }

  // Runs of one sentence of the reference alone, on words that both texts have left. A word that is clipped ends a run,
  // or with open runs it does not; then a run that nothing closes is lost.
  void reference_runs(const Sentenced& reference) {
    hits_.clear();
    std::vector<std::uint32_t> goes_on;
    each_marked([&](std::size_t from, std::size_t to) {
      const bool hit = left_.take_both(reference.words[path_[from].first]);
      if (hit) hits_.emplace_back(from, to);
      if (hit || rules_.runs.open_runs) goes_on.push_back(path_[from].first);
    });
    std::size_t begin = 0;
    for (std::size_t k = 0; k < hits_.size(); ++k) {
      const std::uint32_t next = path_[hits_[k].first].first + 1;
      if (std::binary_search(goes_on.begin(), goes_on.end(), next)) continue;
      for (; begin <= k; ++begin)
        add(path_[hits_[begin].first].first, partner(hits_[begin].first, hits_[begin].second));
      ++run_;
    }
  }

  std::vector<Metric> metrics_;
  MatchRules rules_;
  Pair pair_;
  std::uint32_t ids_ = 0, run_ = 0;
  std::uint32_t blank_ = Pair::none, blank_id_ = Pair::none;  // the empty word in the vocabulary and in the pair
  SentenceUnits sentence_units_;
  std::vector<Match>* out_ = nullptr;
  std::vector<std::uint32_t> units_, other_units_;
  std::vector<Tail> tails_, other_tails_;
  Waiting waiting_, ours_, theirs_;
  Lcs lcs_;
  WeightedLcs weighted_;
  Places path_;                                            // matches of one sentence of the reference, or of all
  std::vector<std::pair<std::size_t, std::size_t>> hits_;  // parts of path_
  Words words_;                                            // of the prediction, among which partners are sought
  Remaining left_;
  Seen seen_, used_, taken_, starts_;
};

}  // namespace infrarouge
