// Compares every metric under every rule with plain dynamic programmes and brute-force listing.
//
// `make fuzz` runs it for long; by hand: ./fuzz_program [rounds] [seed], from the root of the project.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <vector>

#include "drive.hpp"
#include "infrarouge/matching/metrics.hpp"
#include "plain.hpp"

namespace {

using namespace infrarouge;
using namespace plain;

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
  weighted_lcs.path(rw, pw, ids, Gains{f.upto(std::max(rw.size, pw.size) + 1)},
                    [&](std::size_t i, std::size_t j) { found.emplace_back(i, j); });
  if (found != weighted_path(r.flat, p.flat, 1.5)) fail("weighted path", p, r);
  if (rw.size < 2 || pw.size < 2) return;
  for (const std::size_t reach : {std::size_t{1}, std::size_t{5}, std::size_t{20}, std::max(rw.size, pw.size)}) {
    Overlap listed, listed_wide, narrow, wide;
    skip_pairs.list<std::uint32_t>(rw, pw, reach, ids, listed);
    skip_pairs.list<std::uint64_t>(rw, pw, reach, ids, listed_wide);
    skip_pairs.sweep<std::uint32_t>(rw, pw, reach, ids, narrow);
    skip_pairs.sweep<std::uint64_t>(rw, pw, reach, ids, wide);
    if (listed.clipped != narrow.clipped || listed.clipped != wide.clipped || listed.shared != narrow.shared ||
        listed.shared != wide.shared || listed_wide.clipped != wide.clipped || listed_wide.shared != wide.shared)
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
  const auto make = [](long round, std::mt19937& random, FuzzBytes& bytes) {
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
  };
  return drive(argc, argv, "fuzz_metrics", 6000, make, one_input);
}
#endif
