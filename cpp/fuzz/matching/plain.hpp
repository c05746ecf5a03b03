// What every metric counts, by plain dynamic programmes and by listing all units.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "infrarouge/matching/metrics.hpp"

namespace plain {

using namespace infrarouge;
using Kind = Metric::Kind;
using Ids = std::vector<std::uint32_t>;
using Places = std::vector<std::pair<std::size_t, std::size_t>>;

// A prediction or reference, plainly.
struct Plain {
  Ids flat;
  std::vector<Ids> sentences;
  Ids all() const {
    Ids words;
    for (const Ids& s : sentences) words.insert(words.end(), s.begin(), s.end());
    return words;
  }
};

inline Document document(const Plain& plain) {
  Document d;
  d.flat = plain.flat;
  const Ids words = plain.all();
  d.same = words == plain.flat;
  if (!d.same) d.words = words;
  std::uint32_t end = 0;
  for (const Ids& s : plain.sentences) d.ends.push_back(end += static_cast<std::uint32_t>(s.size()));
  return d;
}

inline double length(std::size_t n) { return static_cast<double>(n); }

using Bag = std::map<Ids, std::uint64_t>;

inline Counts overlap(const Bag& p, const Bag& r, Count rule) {
  double clipped = 0, shared = 0, of_p = 0, of_r = 0;
  for (const auto& [unit, n] : p) {
    of_p += static_cast<double>(n);
    const auto found = r.find(unit);
    if (found == r.end()) continue;
    clipped += static_cast<double>(std::min(n, found->second));
    ++shared;
  }
  for (const auto& [unit, n] : r) of_r += static_cast<double>(n);
  if (rule == Count::set) return {shared, length(p.size()), length(r.size())};
  return {rule == Count::clipped ? clipped : shared, of_p, of_r};
}

inline Bag ngrams(const Ids& text, std::size_t n) {
  Bag bag;
  for (std::size_t i = 0; i + n <= text.size(); ++i)
    ++bag[Ids(text.begin() + static_cast<std::ptrdiff_t>(i), text.begin() + static_cast<std::ptrdiff_t>(i + n))];
  return bag;
}

inline Bag skips(const Ids& text, double gap, bool unigrams, bool not_last) {
  Bag bag;
  for (std::size_t i = 0; i < text.size(); ++i)
    for (std::size_t j = i + 1; j < text.size() && (gap < 0 || length(j - i - 1) <= gap); ++j)
      ++bag[{text[i], text[j]}];
  if (unigrams)
    for (std::size_t i = 0; i + (not_last ? 1 : 0) < text.size(); ++i) ++bag[{text[i]}];
  return bag;
}

// The units of each sentence, put together.
template <class Units>
Bag within(const Plain& text, Units units) {
  Bag bag;
  for (const Ids& sentence : text.sentences)
    for (const auto& [unit, n] : units(sentence)) bag[unit] += n;
  return bag;
}

inline std::vector<std::vector<std::uint32_t>> table(const Ids& r, const Ids& p) {
  std::vector<std::vector<std::uint32_t>> d(r.size() + 1, std::vector<std::uint32_t>(p.size() + 1, 0));
  for (std::size_t i = 1; i <= r.size(); ++i)
    for (std::size_t j = 1; j <= p.size(); ++j)
      d[i][j] = r[i - 1] == p[j - 1] ? d[i - 1][j - 1] + 1 : std::max(d[i - 1][j], d[i][j - 1]);
  return d;
}

// Matched places from the end of the path.
inline Places path(const Ids& r, const Ids& p, Tie tie) {
  const auto d = table(r, p);
  Places found;
  for (std::size_t i = r.size(), j = p.size(); i > 0 && j > 0;) {
    if (r[i - 1] == p[j - 1]) found.emplace_back(--i, --j);
    else if (tie == Tie::reference ? d[i][j - 1] > d[i - 1][j] : d[i - 1][j] <= d[i][j - 1]) --j;
    else --i;
  }
  return found;
}

inline Places weighted_path(const Ids& r, const Ids& p, double w) {
  const auto f = [w](std::size_t k) { return std::pow(length(k), w); };
  std::vector<std::vector<double>> c(r.size() + 1, std::vector<double>(p.size() + 1, 0.0));
  std::vector<std::vector<std::size_t>> l(r.size() + 1, std::vector<std::size_t>(p.size() + 1, 0));
  for (std::size_t i = 1; i <= r.size(); ++i)
    for (std::size_t j = 1; j <= p.size(); ++j) {
      const std::size_t k = l[i - 1][j - 1];
      if (r[i - 1] == p[j - 1]) {
        c[i][j] = (c[i - 1][j - 1] + f(k + 1)) - f(k);
        l[i][j] = k + 1;
      } else {
        c[i][j] = c[i - 1][j] >= c[i][j - 1] ? c[i - 1][j] : c[i][j - 1];
      }
    }
  Places found;
  for (std::size_t i = r.size(), j = p.size(); i > 0 && j > 0;) {
    if (r[i - 1] == p[j - 1]) found.emplace_back(--i, --j);
    else if (c[i - 1][j] >= c[i][j - 1]) --i;
    else --j;
  }
  return found;
}

inline std::map<std::uint32_t, int> bag_of(const Ids& words) {
  std::map<std::uint32_t, int> bag;
  for (const std::uint32_t word : words) ++bag[word];
  return bag;
}

inline Counts lcs_sum(const Plain& p, const Plain& r, Union rule, Tie tie) {
  auto left_r = bag_of(r.flat), left_p = bag_of(p.flat);
  std::set<std::pair<std::size_t, std::size_t>> used_r, used_p;
  std::set<std::uint32_t> everywhere;
  double matched = 0;
  for (std::size_t s = 0; s < r.sentences.size(); ++s) {
    std::set<std::size_t> marks;
    for (std::size_t q = 0; q < p.sentences.size(); ++q) {
      for (const auto& [i, j] : path(r.sentences[s], p.sentences[q], tie)) {
        marks.insert(i);
        if (rule == Union::sum) ++matched;
        if (rule == Union::exclusive && !used_r.count({s, i}) && !used_p.count({q, j})) {
          used_r.insert({s, i});
          used_p.insert({q, j});
          ++matched;
        }
      }
    }
    std::set<std::uint32_t> values;
    for (const std::size_t i : marks) {
      const std::uint32_t word = r.sentences[s][i];
      values.insert(word);
      everywhere.insert(word);
      if (rule == Union::both && left_r[word] > 0 && left_p[word] > 0) --left_r[word], --left_p[word], ++matched;
      if (rule == Union::prediction && left_p[word] > 0) --left_p[word], ++matched;
    }
    if (rule == Union::values) matched += length(values.size());
  }
  const Ids of_p = p.all(), of_r = r.all();
  switch (rule) {
    case Union::both:
      return {matched, length(p.flat.size()), length(of_r.size())};
    case Union::values:
      return {matched, length(p.flat.size()), length(r.flat.size())};
    case Union::distinct:
      return {length(everywhere.size()), length(bag_of(of_p).size()), length(bag_of(of_r).size())};
    default:
      return {matched, length(of_p.size()), length(of_r.size())};
  }
}

inline Counts weighted(const Plain& p, const Plain& r, double w) {
  const auto f = [w](std::size_t k) { return std::pow(length(k), w); };
  Places places = weighted_path(r.flat, p.flat, w);
  std::reverse(places.begin(), places.end());
  double matched = 0;
  for (std::size_t k = 0; k < places.size();) {
    std::size_t run = 1;
    while (k + run < places.size() && places[k + run].first == places[k].first + run &&
           places[k + run].second == places[k].second + run)
      ++run;
    matched += f(run);
    k += run;
  }
  return {matched, f(p.flat.size()), f(r.flat.size())};
}

inline double common_runs(const Plain& p, const Plain& r, double w) {
  double matched = 0;
  std::set<std::pair<std::size_t, std::size_t>> used;
  for (const Ids& sentence : r.sentences) {
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> partner;
    for (std::size_t q = 0; q < p.sentences.size(); ++q)
      for (const auto& [i, j] : weighted_path(sentence, p.sentences[q], w))
        if (!partner.count(i) && used.insert({q, j}).second) partner[i] = {q, j};
    for (std::size_t i = 0; i < sentence.size();) {
      if (!partner.count(i)) {
        ++i;
        continue;
      }
      std::size_t run = 1;
      while (partner.count(i + run) && partner[i + run].first == partner[i].first &&
             partner[i + run].second == partner[i].second + run)
        ++run;
      matched += std::pow(length(run), w);
      i += run;
    }
  }
  return matched;
}

inline double reference_runs(const Plain& p, const Plain& r, double w, bool open_runs) {
  auto left_r = bag_of(r.flat), left_p = bag_of(p.flat);
  double hits = 0;
  for (const Ids& sentence : r.sentences) {
    std::set<std::size_t> marks, taken;
    for (const Ids& other : p.sentences)
      for (const auto& place : weighted_path(sentence, other, w)) marks.insert(place.first);
    for (const std::size_t i : marks) {
      if (left_r[sentence[i]] <= 0 || left_p[sentence[i]] <= 0) continue;
      --left_r[sentence[i]];
      --left_p[sentence[i]];
      taken.insert(i);
    }
    std::size_t run = 0;
    for (const std::size_t i : taken) {
      ++run;
      if ((open_runs ? marks : taken).count(i + 1)) continue;
      hits += std::pow(length(run), w);
      run = 0;
    }
  }
  return hits;
}

inline Counts weighted_sum(const Plain& p, const Plain& r, double w, const RunRules& rules) {
  Counts counts;
  counts.matched = rules.reference_runs ? reference_runs(p, r, w, rules.open_runs) : common_runs(p, r, w);
  for (const Ids& s : r.sentences) counts.reference += std::pow(length(s.size()), w);
  if (rules.flat_prediction) counts.prediction = std::pow(length(p.flat.size()), w);
  else
    for (const Ids& s : p.sentences) counts.prediction += std::pow(length(s.size()), w);
  return counts;
}

inline Counts plainly(const Metric& metric, const MatchRules& rules, const Plain& p, const Plain& r) {
  switch (metric.kind) {
    case Kind::ngram: {
      const auto n = static_cast<std::size_t>(metric.number);
      return overlap(ngrams(p.flat, n), ngrams(r.flat, n), rules.count);
    }
    case Kind::skip:
      return overlap(skips(p.flat, metric.number, metric.unigrams, rules.su_last_word),
                     skips(r.flat, metric.number, metric.unigrams, rules.su_last_word), rules.count);
    case Kind::lcs:
      return {static_cast<double>(table(r.flat, p.flat).back().back()), length(p.flat.size()), length(r.flat.size())};
    case Kind::lcs_sum:
      return lcs_sum(p, r, rules.unite, rules.tie);
    case Kind::weighted:
      return weighted(p, r, metric.number);
    case Kind::ngram_sum: {
      const auto n = static_cast<std::size_t>(metric.number);
      const auto units = [n](const Ids& sentence) { return ngrams(sentence, n); };
      return overlap(within(p, units), within(r, units), rules.count);
    }
    case Kind::skip_sum: {
      const auto units = [&](const Ids& sentence) {
        return skips(sentence, metric.number, metric.unigrams, rules.su_last_word);
      };
      return overlap(within(p, units), within(r, units), rules.count);
    }
    case Kind::weighted_sum:
      break;
  }
  return weighted_sum(p, r, metric.number, rules.runs);
}

}  // namespace plain
