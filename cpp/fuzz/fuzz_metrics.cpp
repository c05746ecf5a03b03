// Compares every metric under every rule with plain dynamic programmes and brute-force listing.
//
//   c++ -std=c++17 -I cpp/include cpp/fuzz/fuzz_metrics.cpp -pthread && ./a.out [rounds] [seed]
//   clang++ -std=c++17 -g -fsanitize=fuzzer,address -DINFRAROUGE_LIBFUZZER -I cpp/include cpp/fuzz/fuzz_metrics.cpp
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "infrarouge/matching/metrics.hpp"

namespace {

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

Document document(const Plain& plain) {
  Document d;
  d.flat = plain.flat;
  const Ids words = plain.all();
  d.same = words == plain.flat;
  if (!d.same) d.words = words;
  std::uint32_t end = 0;
  for (const Ids& s : plain.sentences) d.ends.push_back(end += static_cast<std::uint32_t>(s.size()));
  return d;
}

double length(std::size_t n) { return static_cast<double>(n); }

using Bag = std::map<Ids, std::uint64_t>;

Counts overlap(const Bag& p, const Bag& r, Count rule) {
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

Bag ngrams(const Ids& text, std::size_t n) {
  Bag bag;
  for (std::size_t i = 0; i + n <= text.size(); ++i)
    ++bag[Ids(text.begin() + static_cast<std::ptrdiff_t>(i), text.begin() + static_cast<std::ptrdiff_t>(i + n))];
  return bag;
}

Bag skips(const Ids& text, double gap, bool unigrams, bool not_last) {
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

std::vector<std::vector<std::uint32_t>> table(const Ids& r, const Ids& p) {
  std::vector<std::vector<std::uint32_t>> d(r.size() + 1, std::vector<std::uint32_t>(p.size() + 1, 0));
  for (std::size_t i = 1; i <= r.size(); ++i)
    for (std::size_t j = 1; j <= p.size(); ++j)
      d[i][j] = r[i - 1] == p[j - 1] ? d[i - 1][j - 1] + 1 : std::max(d[i - 1][j], d[i][j - 1]);
  return d;
}

// Matched places from the end of the path.
Places path(const Ids& r, const Ids& p, Tie tie) {
  const auto d = table(r, p);
  Places found;
  for (std::size_t i = r.size(), j = p.size(); i > 0 && j > 0;) {
    if (r[i - 1] == p[j - 1]) found.emplace_back(--i, --j);
    else if (tie == Tie::reference ? d[i][j - 1] > d[i - 1][j] : d[i - 1][j] <= d[i][j - 1]) --j;
    else --i;
  }
  return found;
}

Places weighted_path(const Ids& r, const Ids& p, double w) {
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

std::map<std::uint32_t, int> bag_of(const Ids& words) {
  std::map<std::uint32_t, int> bag;
  for (const std::uint32_t word : words) ++bag[word];
  return bag;
}

Counts lcs_sum(const Plain& p, const Plain& r, Union rule, Tie tie) {
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

Counts weighted(const Plain& p, const Plain& r, double w) {
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

double common_runs(const Plain& p, const Plain& r, double w) {
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

double reference_runs(const Plain& p, const Plain& r, double w, bool open_runs) {
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

Counts weighted_sum(const Plain& p, const Plain& r, double w, const RunRules& rules) {
  Counts counts;
  counts.matched = rules.reference_runs ? reference_runs(p, r, w, rules.open_runs) : common_runs(p, r, w);
  for (const Ids& s : r.sentences) counts.reference += std::pow(length(s.size()), w);
  if (rules.flat_prediction) counts.prediction = std::pow(length(p.flat.size()), w);
  else
    for (const Ids& s : p.sentences) counts.prediction += std::pow(length(s.size()), w);
  return counts;
}

Counts plainly(const Metric& metric, const MatchRules& rules, const Plain& p, const Plain& r) {
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

void fail(const char* what, const Plain& p, const Plain& r) {
  std::fprintf(stderr, "FAILED: %s\n", what);
  for (const Plain* side : {&p, &r}) {
    std::fprintf(stderr, "flat:");
    for (const std::uint32_t word : side->flat) std::fprintf(stderr, " %u", word);
    std::fprintf(stderr, "\nsentences:");
    for (const Ids& s : side->sentences) {
      for (const std::uint32_t word : s) std::fprintf(stderr, " %u", word);
      std::fprintf(stderr, " /");
    }
    std::fprintf(stderr, "\n");
  }
  std::abort();
}

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> all = {
      {Kind::ngram, 1, false},      {Kind::ngram, 2, false},
      {Kind::ngram, 3, false},      {Kind::ngram, 7, false},
      {Kind::lcs, 0, false},        {Kind::lcs_sum, 0, false},
      {Kind::weighted, 1.2, false}, {Kind::weighted_sum, 1.2, false},
      {Kind::weighted, 2, false},   {Kind::weighted_sum, 2, false},
      {Kind::skip, -1, false},      {Kind::skip, -1, true},
      {Kind::skip, 0, false},       {Kind::skip, 4, true},
      {Kind::skip, 30, true},       {Kind::ngram_sum, 2, false},
      {Kind::skip_sum, 1, true},    {Kind::skip_sum, -1, false},
  };
  return all;
}

// One matcher for each set of rules, kept, so that stale scratch would show.
Matcher& matcher(std::size_t count, std::size_t unite, std::size_t tie, std::size_t quirks, std::size_t subset,
                 MatchRules& rules, std::vector<Metric>& chosen) {
  static std::map<std::vector<std::size_t>, Matcher> all;
  rules = MatchRules{static_cast<Count>(count), static_cast<Union>(unite), static_cast<Tie>(tie), (quirks & 1) != 0,
                     RunRules{(quirks & 1) != 0, (quirks & 2) != 0, (quirks & 4) != 0}};
  chosen.clear();
  for (std::size_t k = 0; k < metrics().size(); ++k)
    if (subset == 0 || k % 4 == subset - 1) chosen.push_back(metrics()[k]);
  return all.try_emplace({count, unite, tie, quirks, subset}, chosen, rules).first->second;
}

void compare(const Plain& p, const Plain& r, std::uint32_t choice) {
  MatchRules rules;
  std::vector<Metric> chosen;
  Matcher& m = matcher(choice % 3, choice / 3 % 6, choice / 18 % 2, choice / 36 % 8, choice / 288 % 5, rules, chosen);
  std::vector<double> found(3 * chosen.size());
  m.count(document(p), document(r), found.data());
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const Counts expected = plainly(chosen[k], rules, p, r);
    if (found[3 * k] == expected.matched && found[3 * k + 1] == expected.prediction &&
        found[3 * k + 2] == expected.reference)
      continue;
    std::fprintf(stderr,
                 "kind %d number %g unigrams %d count %d union %d tie %d quirks %d: found %.17g %.17g %.17g, expected "
                 "%.17g %.17g %.17g\n",
                 static_cast<int>(chosen[k].kind), chosen[k].number, chosen[k].unigrams, static_cast<int>(rules.count),
                 static_cast<int>(rules.unite), static_cast<int>(rules.tie), rules.su_last_word, found[3 * k],
                 found[3 * k + 1], found[3 * k + 2], expected.matched, expected.prediction, expected.reference);
    fail("counts", p, r);
  }
}

// Kernels that keep little memory must walk the same paths.
void compare_paths(const Plain& p, const Plain& r) {
  static Lcs lcs;
  static WeightedLcs weighted_lcs;
  static Skips skip_pairs;
  static AllPairs all_pairs;
  lcs.table_limit = weighted_lcs.table_limit = 8;
  std::uint32_t ids = 1;
  for (const std::uint32_t word : r.flat) ids = std::max(ids, word + 1);
  for (const std::uint32_t word : p.flat) ids = std::max(ids, word + 1);
  const Words rw{r.flat.data(), r.flat.size()}, pw{p.flat.data(), p.flat.size()};
  Places found;
  lcs.open(rw, ids);
  lcs.path(pw, [&](std::size_t i, std::size_t j) { found.emplace_back(i, j); });
  const std::uint64_t size = lcs.length_of(pw);
  lcs.close();
  if (found != path(r.flat, p.flat, Tie::reference) || size != found.size() || lcs.length(rw, pw, ids) != size)
    fail("path", p, r);
  Weight f(1.5);
  found.clear();
  weighted_lcs.path(rw, pw, Gains{f.upto(std::max(rw.size, pw.size) + 1)},
                    [&](std::size_t i, std::size_t j) { found.emplace_back(i, j); });
  if (found != weighted_path(r.flat, p.flat, 1.5)) fail("weighted path", p, r);
  if (rw.size < 2 || pw.size < 2) return;
  for (const std::size_t reach : {std::size_t{1}, std::size_t{5}, std::size_t{20}, std::max(rw.size, pw.size)}) {
    Overlap listed, narrow, wide;
    skip_pairs.list(rw, pw, reach, ids, listed);
    skip_pairs.sweep<std::uint32_t>(rw, pw, reach, ids, narrow);
    skip_pairs.sweep<std::uint64_t>(rw, pw, reach, ids, wide);
    if (listed.clipped != narrow.clipped || listed.clipped != wide.clipped || listed.shared != narrow.shared ||
        listed.shared != wide.shared)
      fail("skip kernels", p, r);
    if (reach < std::max(rw.size, pw.size)) continue;
    if (all_pairs.clipped(rw, pw, ids) != listed.clipped || all_pairs.shared(rw, pw, ids) != listed.shared)
      fail("all pairs", p, r);
  }
}

// Reads texts from bytes: the first few choose rules and sizes, each other byte is a word or ends a sentence.
void one_input(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return;
  const std::uint32_t choice = data[0] | std::uint32_t{data[1]} << 8;
  const std::uint32_t words = 1 + data[2] % 64, cut = data[3] % 8;
  data += 4;
  size -= 4;
  Plain sides[2];
  std::size_t side = 0;
  sides[0].sentences.emplace_back();
  sides[1].sentences.emplace_back();
  for (std::size_t k = 0; k < size; ++k) {
    if (data[k] == 255 && side == 0) side = 1;
    else if (data[k] >= 240) sides[side].sentences.emplace_back();
    else sides[side].sentences.back().push_back(data[k] % words);
  }
  for (Plain& plain : sides) {
    plain.flat = plain.all();
    // Some inputs have views that differ.
    if (cut > 0 && cut < plain.flat.size() && choice % 5 == 0) plain.flat.resize(plain.flat.size() - cut);
    if (choice % 7 == 0 && !plain.flat.empty()) plain.flat.push_back(words + 1);
  }
  compare(sides[0], sides[1], choice);
  compare_paths(sides[0], sides[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  one_input(data, std::min<std::size_t>(size, 1200));
  return 0;
}

#ifndef INFRAROUGE_LIBFUZZER
int main(int argc, char** argv) {
  const long rounds = argc > 1 ? std::atol(argv[1]) : 6000;
  std::mt19937 random(argc > 2 ? static_cast<std::uint32_t>(std::atol(argv[2])) : 1u);
  std::vector<std::uint8_t> bytes;
  for (long round = 0; round < rounds; ++round) {
    // Mostly small texts, some of several hundred words, with sentences short, long or none.
    const std::uint32_t longest = round % 50 == 0 ? 700 : round % 10 == 0 ? 150 : 30;
    const std::uint32_t ends = 1u << (random() % 10);
    bytes.assign(4, 0);
    for (std::size_t k = 0; k < 4; ++k) bytes[k] = static_cast<std::uint8_t>(random());
    for (int side = 0; side < 2; ++side) {
      const auto words = random() % longest;
      for (std::size_t k = 0; k < words; ++k)
        bytes.push_back(static_cast<std::uint8_t>(random() % ends == 0 ? 250 : random() % 240));
      if (side == 0) bytes.push_back(255);
    }
    one_input(bytes.data(), bytes.size());
  }
  std::printf("%ld inputs agree\n", rounds);
  return 0;
}
#endif
