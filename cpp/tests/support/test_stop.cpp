// Work that is stopped at any place where it can be stopped leaves everything as it was: the next call gives what it
// always gives.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/support/test_stop.cpp -pthread && ./a.out
#include "infrarouge/support/stop.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "infrarouge/engine/matches.hpp"
#include "infrarouge/scoring/resample.hpp"
#include "infrarouge/search/index.hpp"
#include "infrarouge/search/store.hpp"
#include "kept.hpp"

namespace {

using namespace infrarouge;

struct Enough {};

std::size_t questions = 0, answers = 0;  // asked so far, and answered with "go on"

bool ask() {
  if (++questions > answers) throw Enough();
  return true;
}

// Stops a call at its first question, at its second, and so on, and looks after each time whether all is as it was;
// returns how often it was stopped. Long runs are stopped at some of their questions only.
template <class Call, class Same>
std::size_t stop_everywhere(Call call, Same same) {
  std::size_t stops = 0;
  for (answers = 0;; answers += 1 + answers / 4) {
    questions = 0;
    try {
      const Stop stop(&ask, 1, std::chrono::milliseconds(0));
      call();
      break;
    } catch (const Enough&) {
      ++stops;
    }
    CHECK(Stop::current() == nullptr);
    CHECK(same());
  }
  CHECK(same());
  return stops;
}

std::string words(std::mt19937& rng, std::size_t n, unsigned different, std::size_t sentence) {
  std::string text;
  for (std::size_t i = 1; i <= n; ++i)
    text += "w" + std::to_string(rng() % different) + (sentence && i % sentence == 0 ? "\n" : " ");
  return text;
}

struct Batch {
  std::vector<std::string> predictions, references;
};

std::vector<double> counts_of(Plan& plan, const Batch& batch, std::size_t threads) {
  const std::size_t n = batch.predictions.size();
  std::vector<double> counts(3 * plan.size() * n);
  std::vector<std::uint8_t> ours(n), theirs(n);
  plan.count(kept::side(batch.predictions), kept::side(batch.references), Column(),
             Results{counts.data(), ours.data(), theirs.data(), nullptr}, 0, n, threads);
  return counts;
}

void batches() {
  std::mt19937 rng(3);
  Batch batch;
  for (const std::size_t n : {1100u, 10u, 300u}) {
    batch.predictions.push_back(words(rng, n, 300, 12));
    batch.references.push_back(words(rng, n + 50, 300, 9));
  }
  using Kind = Metric::Kind;
  const std::vector<Metric> metrics = {
      {Kind::ngram, 3, false},        {Kind::lcs, 0, false},   {Kind::lcs_sum, 0, false}, {Kind::weighted, 1.2, false},
      {Kind::weighted_sum, 2, false}, {Kind::skip, 40, false}, {Kind::skip, -1, true},    {Kind::skip_sum, -1, true}};
  for (const std::size_t threads : {1u, 3u})
    for (const Metric& metric : metrics) {
      const TextRules text;
      Plan plan(text, {metric}, MatchRules{});
      const auto expected = counts_of(plan, batch, threads);
      const auto again = [&] { return counts_of(plan, batch, threads) == expected; };
      // Of several threads those that only help may do it all.
      CHECK(stop_everywhere([&] { counts_of(plan, batch, threads); }, again) > 0 || threads > 1);
    }
}

void single_pairs() {
  std::mt19937 rng(5);
  const std::string a = words(rng, 2000, 200, 0), b = words(rng, 1900, 200, 0);
  const TextRules text;
  Plan plan(text, {Metric{Metric::Kind::lcs, 0, false}}, MatchRules{});
  const auto expected = kept::pair(plan, a, b);
  const auto same = [&] { return kept::pair(plan, a, b) == expected; };
  CHECK(stop_everywhere([&] { kept::pair(plan, a, b); }, same) > 0);
}

// One long text, as each program reads it.
void readings() {
  std::string a, b = "it";
  for (int i = 0; i < 3200; ++i) a += "Mr. Smith's 3 cats -- \"can't\" . . . said no. ";
  for (const Tokens tokens : {Tokens::java, Tokens::space, Tokens::pltrdy, Tokens::edges, Tokens::rouge2,
                              Tokens::treebank_320, Tokens::treebank_323, Tokens::unicode})
    for (const Sentences sentences : {Sentences::none, Sentences::java_lines, Sentences::chinese, Sentences::punkt}) {
      TextRules text;
      text.tokens = tokens;
      text.sentences = sentences;
      text.punkt = std::make_shared<programs::PunktTypes>("mr", "j\tbach", "the", "the\t54");
      Plan plan(text, {Metric{Metric::Kind::lcs_sum, 0, false}}, MatchRules{});
      const auto expected = kept::pair(plan, a, b);
      const auto same = [&] { return kept::pair(plan, a, b) == expected; };
      CHECK(stop_everywhere([&] { kept::pair(plan, a, b); }, same) > 2);
    }
}

void kept_texts() {
  std::mt19937 rng(7);
  const auto lines = kept::texts(rng, 150, 14, 30), more = kept::texts(rng, 100, 14, 60);
  for (const Metric& metric : {Metric{Metric::Kind::ngram, 2, false}, Metric{Metric::Kind::lcs, 0, false}}) {
    const TextRules text;
    Plan plan(text, {metric}, MatchRules{});
    Index index(plan);
    std::vector<std::uint8_t> flags(lines.size() + more.size());
    index.add(kept::side(lines), 0, lines.size(), flags.data());
    const auto row = [](const Index& of) { return std::vector<std::int32_t>(of.totals().size(), 4); };
    const std::vector<std::int64_t> which(lines.size(), 0);
    // All hits as one list, of the texts that an index has and of those that it listed in a deduplication.
    const auto searched = [&](Index& of) {
      std::vector<std::size_t> hits;
      const auto needs = row(of);
      for (const auto& some : of.search(kept::side(lines), needs.data(), which.data(), nullptr, 0, lines.size(), 1)) {
        for (const Hit& hit : some) hits.push_back(hit.text);
        hits.push_back(of.size());
      }
      return hits;
    };
    const auto deduplicated = [&](Index& of) {
      std::vector<std::size_t> hits;
      const std::vector<std::int32_t> needs(of.totals().size() * of.totals().size(), 4);
      for (const auto& some : of.dedup(needs.data(), 0, of.size(), 1)) {
        for (const Hit& hit : some) hits.push_back(hit.text);
        hits.push_back(of.size());
      }
      return hits;
    };
    const auto expected = searched(index), kept_ones = deduplicated(index);
    const auto same = [&] {
      return index.size() == lines.size() && searched(index) == expected && deduplicated(index) == kept_ones;
    };
    CHECK(stop_everywhere([&] { searched(index); }, same) > 0);
    CHECK(stop_everywhere([&] { deduplicated(index); }, same) > 0);
    // Only a search or only a deduplication in between: each must find its own way on.
    CHECK(stop_everywhere([&] { deduplicated(index); }, [&] { return searched(index) == expected; }) > 0);
    CHECK(stop_everywhere([&] { searched(index); }, [&] { return deduplicated(index) == kept_ones; }) > 0);
    // An addition adds all or nothing, and one after a stopped search finds new numbers as well.
    for (answers = 0;; ++answers) {
      Index other(plan);
      other.add(kept::side(lines), 0, lines.size(), flags.data());
      questions = 0;
      bool added = false;
      try {
        const Stop stop(&ask, 1, std::chrono::milliseconds(0));
        if (answers % 2 == 0) searched(other);
        other.add(kept::side(more), 0, more.size(), flags.data());
        added = true;
      } catch (const Enough&) {
        CHECK(other.size() == lines.size());
        other.add(kept::side(more), 0, more.size(), flags.data());
      }
      CHECK(other.size() == lines.size() + more.size());
      Index whole(plan);
      whole.add(kept::side(lines), 0, lines.size(), flags.data());
      whole.add(kept::side(more), 0, more.size(), flags.data());
      CHECK(searched(other) == searched(whole));
      if (added) break;
      answers += answers / 2;
    }
  }
}

void sums() {
  std::mt19937 rng(9);
  std::vector<double> values(3 * 900);
  for (double& value : values) value = static_cast<double>(rng() % 1000) / 1000;
  for (const Generator generator : {Generator::splitmix, Generator::drand48})
    for (const std::size_t threads : {1u, 2u}) {
      std::vector<double> expected(3 * 64), now(3 * 64);
      const auto draw = [&](std::vector<double>& to) {
        resample(values.data(), 900, 3, 64, 1, generator, threads, to.data());
      };
      draw(expected);
      const auto same = [&] {
        draw(now);
        return now == expected;
      };
      CHECK(stop_everywhere([&] { draw(now); }, same) > 0 || threads > 1);
    }
}

// Helpers stop too, while the thread that asks waits for them.
void waiting() {
  std::atomic<int> workers{0};
  questions = answers = 0;
  bool stopped = false;
  try {
    const Stop stop(&ask, 1, std::chrono::milliseconds(1));
    Pool::shared().run(2, [&] {
      // Whoever comes first works for ever; the other one leaves at once, and if that is the caller it waits.
      if (workers++ > 0) return;
      for (;;) Stop::poll(1);
    });
  } catch (const Enough&) {
    stopped = true;
  }
  CHECK(stopped);
}

}  // namespace

int main() {
  batches();
  single_pairs();
  readings();
  kept_texts();
  sums();
  waiting();
  return finish("stop");
}
