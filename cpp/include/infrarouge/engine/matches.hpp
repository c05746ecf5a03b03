// The matches of a batch of texts, found by one plan on many threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "infrarouge/engine/plan.hpp"
#include "infrarouge/matching/matches.hpp"
#include "infrarouge/support/pool.hpp"

namespace infrarouge {

struct BatchMatches {
  std::vector<std::vector<Match>> rows;  // all matches of a row's pairs, metric by metric
  std::vector<std::uint64_t> sizes;      // how many each pair has of each metric
};

// Predictions begin..end against the references rows[i]..rows[i + 1], or one each; as Plan::count has them.
inline BatchMatches find_matches(const Plan& plan, const Side& prediction, const Side& reference, const Column& rows,
                                 std::size_t begin, std::size_t end, std::size_t threads) {
  struct Worker {
    Worker(const TextRules& rules, const Plan& plan_of) : reader(rules), finder(plan_of.metrics(), plan_of.match()) {}
    bool is_large() const { return false; }  // it ends with the call
    Reader reader;
    MatchFinder finder;
    Document prediction, reference;
  };
  const auto pair_of = [&rows](std::size_t i) { return rows ? rows[i] : i; };
  BatchMatches found;
  if (begin >= end) return found;
  const std::size_t first = pair_of(begin);
  found.rows.resize(end - begin);
  found.sizes.resize((pair_of(end) - first) * plan.size());
  const TextRules rules = plan.text_rules();
  Spares<Worker> spares;
  threads = worth(threads, end - begin, prediction.units + reference.units);
  share(
      spares, [&] { return std::make_unique<Worker>(rules, plan); }, begin, end, 1, threads,
      [&](Worker& worker, std::size_t i) {
        worker.reader.forget_if_large();
        prediction.read(worker.reader, i, worker.prediction);
        for (std::size_t k = pair_of(i); k < pair_of(i + 1); ++k) {
          reference.read(worker.reader, k, worker.reference);
          if (worker.finder.needs_blank()) worker.finder.set_blank(worker.reader.find(""));
          worker.finder.find(worker.prediction, worker.reference, found.rows[i - begin],
                             found.sizes.data() + (k - first) * plan.size());
        }
      });
  return found;
}

}  // namespace infrarouge
