// Search finds what comparing with every kept text finds, and deduplication keeps what the plain loop keeps.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/search/test_index.cpp -pthread && ./a.out
#include "infrarouge/search/index.hpp"

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "kept.hpp"

namespace {

using namespace infrarouge;

// The matches two texts need for an F of `cutoff`.
std::int32_t need(double a, double b, double cutoff) {
  const double least = cutoff * (a + b) / 2;
  std::int32_t needed = 1;
  while (needed < least) ++needed;
  return needed <= std::min(a, b) ? needed : Index::never;
}

std::vector<std::int32_t> needs(const Index& index, const std::vector<double>& rows, double cutoff) {
  std::vector<std::int32_t> table;
  for (const double a : rows)
    for (const std::size_t b : index.totals()) table.push_back(need(a, static_cast<double>(b), cutoff));
  return table;
}

bool same(const std::vector<Hit>& hits, const std::vector<Hit>& expected) {
  if (hits.size() != expected.size()) return false;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].text != expected[i].text || hits[i].counts.matched != expected[i].counts.matched ||
        hits[i].counts.prediction != expected[i].counts.prediction ||
        hits[i].counts.reference != expected[i].counts.reference)
      return false;
  }
  return true;
}

// Hits of a text among some others, by counting every pair.
template <class Places>
std::vector<Hit> plain(Plan& plan, const std::string& text, const std::vector<std::string>& others,
                       const Places& places, double cutoff) {
  std::vector<Hit> hits;
  for (const std::size_t j : places) {
    const std::vector<double> found = kept::pair(plan, text, others[j]);
    if (found[0] >= need(found[1], found[2], cutoff)) hits.push_back(Hit{j, Counts{found[0], found[1], found[2]}});
  }
  return hits;
}

std::vector<std::size_t> range(std::size_t begin, std::size_t end) {
  std::vector<std::size_t> places;
  for (; begin < end; ++begin) places.push_back(begin);
  return places;
}

// Texts are added in several steps, so that keys are sorted anew between searches.
void search(const Metric& metric, const MatchRules& rules, std::mt19937& rng, double cutoff) {
  const TextRules text;
  Plan plan(text, {metric}, rules);
  Index index(plan);
  const auto lines = kept::texts(rng, 90, 14, 9), queries = kept::texts(rng, 8, 14, 12);
  std::vector<std::uint8_t> flags(lines.size() + queries.size());
  std::size_t done = 0;
  for (const std::size_t upto : {1u, 40u, 41u, 90u}) {
    index.add(kept::side(lines), done, upto, flags.data());
    done = upto;
    std::vector<double> totals(queries.size());
    index.measure(kept::side(queries), 0, queries.size(), totals.data(), flags.data(), 1);
    const auto table = needs(index, totals, cutoff);
    std::vector<std::int64_t> which, starts;
    for (std::size_t k = 0; k < queries.size(); ++k) {
      which.push_back(static_cast<std::int64_t>(k));
      starts.push_back(static_cast<std::int64_t>(rng() % (upto + 1)));
    }
    for (const std::size_t threads : {1u, 3u}) {
      const auto all =
          index.search(kept::side(queries), table.data(), which.data(), nullptr, 0, queries.size(), threads);
      const auto some =
          index.search(kept::side(queries), table.data(), which.data(), starts.data(), 2, queries.size(), threads);
      for (std::size_t k = 0; k < queries.size(); ++k) {
        CHECK(same(all[k], plain(plan, queries[k], lines, range(0, upto), cutoff)));
        const auto from = static_cast<std::size_t>(starts[k]);
        if (k >= 2) CHECK(same(some[k - 2], plain(plan, queries[k], lines, range(from, upto), cutoff)));
      }
    }
  }
}

void dedup(const Metric& metric, const MatchRules& rules, std::mt19937& rng, double cutoff, std::size_t threads) {
  const TextRules text;
  Plan plan(text, {metric}, rules);
  Index index(plan);
  const auto lines = kept::texts(rng, 120, 16, 9);
  std::vector<std::uint8_t> flags(lines.size());
  index.add(kept::side(lines), 0, lines.size(), flags.data());
  std::vector<double> totals(index.totals().begin(), index.totals().end());
  const auto table = needs(index, totals, cutoff);
  std::vector<std::size_t> listed;
  for (std::size_t begin = 0; begin < lines.size(); begin += 50) {
    const std::size_t end = std::min(lines.size(), begin + 50);
    const auto hits = index.dedup(table.data(), begin, end, threads);
    for (std::size_t at = begin; at < end; ++at) {
      const auto expected = plain(plan, lines[at], lines, listed, cutoff);
      CHECK(same(hits[at - begin], expected));
      if (expected.empty()) listed.push_back(at);
    }
  }
}

// A search after a deduplication sees all texts again, and a deduplication goes on only where it stopped.
void search_after_dedup(const Metric& metric, const MatchRules& rules, std::mt19937& rng) {
  const TextRules text;
  Plan plan(text, {metric}, rules);
  Index index(plan);
  const auto lines = kept::texts(rng, 60, 14, 9);
  std::vector<std::uint8_t> flags(lines.size());
  index.add(kept::side(lines), 0, 50, flags.data());
  const auto hits = [&](std::size_t upto) {
    std::vector<double> totals(lines.size());
    index.measure(kept::side(lines), 0, lines.size(), totals.data(), flags.data(), 1);
    const auto table = needs(index, totals, 0.5);
    std::vector<std::int64_t> which(lines.size());
    for (std::size_t k = 0; k < which.size(); ++k) which[k] = static_cast<std::int64_t>(k);
    const auto found = index.search(kept::side(lines), table.data(), which.data(), nullptr, 0, lines.size(), 1);
    for (std::size_t k = 0; k < lines.size(); ++k)
      CHECK(same(found[k], plain(plan, lines[k], lines, range(0, upto), 0.5)));
  };
  const auto dedup = [&](std::size_t begin, std::size_t end) {
    const auto table = needs(index, std::vector<double>(index.totals().begin(), index.totals().end()), 0.5);
    try {
      index.dedup(table.data(), begin, end, 1);
    } catch (const std::invalid_argument&) {
      return false;
    }
    return true;
  };
  hits(50);
  CHECK(!dedup(1, 20) && dedup(0, 20) && !dedup(10, 30) && dedup(20, 30));
  hits(50);
  CHECK(!dedup(30, 40) && dedup(0, 50));
  index.add(kept::side(lines), 50, 60, flags.data());
  CHECK(!dedup(50, 60) && dedup(0, 60));
  hits(60);
}

// Numbers that are kept in 32 bits have limits, which are lowered here.
void too_much() {
  const TextRules text;
  Plan plan(text, {Metric{Metric::Kind::ngram, 2, false}}, MatchRules{});
  const std::vector<std::string> lines = {"a b c", "d e f", "g h i"};
  std::vector<std::uint8_t> flags(lines.size());
  const auto refused = [](auto&& call) {
    try {
      call();
    } catch (const std::length_error&) {
      return true;
    }
    return false;
  };
  Index index(plan);
  index.most_texts = 2;
  CHECK(refused([&] { index.add(kept::side(lines), 0, 3, flags.data()); }) && index.size() == 0);
  index.add(kept::side(lines), 0, 2, flags.data());
  CHECK(refused([&] { index.add(kept::side(lines), 2, 3, flags.data()); }) && index.size() == 2);
  Names names;
  names.most = 100;
  CHECK(refused([&] {
    for (std::uint32_t k = 0; k < 200; ++k) names.add(Names::key(k, k));
  }));
  CHECK(names.size() >= 100 && names.size() < 200);
  Keys keys(true);
  keys.most = 3;
  std::vector<std::uint32_t> units = {1, 2, 2}, more = {3}, found;
  keys.add(units, found);
  CHECK(refused([&] { keys.add(more, found); }) && keys.size() == 3);
}

// Orders of n-grams that no text has cost nothing.
void long_ngrams() {
  const TextRules text;
  Plan plan(text, {Metric{Metric::Kind::ngram, 999999999, false}}, MatchRules{});
  Index index(plan);
  std::uint8_t flags[2];
  const std::vector<std::string> lines = {"a b c", "a b"};
  index.add(kept::side(lines), 0, 2, flags);
  CHECK(index.totals() == std::vector<std::size_t>{0});
  const std::int64_t starts[] = {0, 0}, rows[] = {0, 2, 4};
  double counts[12];
  index.Store::count(kept::side(lines), starts, rows, counts, flags, 0, 2, 1);
  CHECK(std::all_of(counts, counts + 12, [](double count) { return count == 0; }));
}

void refuses(const Metric& metric, const MatchRules& rules) {
  const TextRules text;
  Plan plan(text, {metric}, rules);
  bool refused = false;
  try {
    const Index index(plan);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

void refuses_nothing() {
  Plan plan(TextRules{}, {}, MatchRules{});
  bool refused = false;
  try {
    const Index index(plan);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

}  // namespace

int main() {
  std::mt19937 rng(11);
  for (const MatchRules& rules : kept::match_rules()) {
    for (const Metric& metric : kept::metrics()) {
      if (!is_bounded(metric, rules)) {
        refuses(metric, rules);
        continue;
      }
      for (const double cutoff : {0.01, 0.4, 0.7, 1.0}) {
        search(metric, rules, rng, cutoff);
        dedup(metric, rules, rng, cutoff, 1);
        dedup(metric, rules, rng, cutoff, 3);
      }
      search_after_dedup(metric, rules, rng);
    }
  }
  refuses_nothing();
  too_much();
  long_ngrams();
  return finish("index");
}
