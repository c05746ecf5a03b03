// Kept texts, search among them, and extracts, as Python calls them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "infrarouge/search/index.hpp"
#include "infrarouge/search/oracle.hpp"
#include "infrarouge/search/pairs.hpp"
#include "sides.hpp"

namespace infrarouge::bindings {

template <class Thing>
std::unique_ptr<Thing> made(const Plan& plan) {
  return std::make_unique<Thing>(plan);
}

// Reads texts begin..end of a side into a Store or an Index.
template <class Kept>
void keep_texts(Kept& kept, const nb::tuple& given, const std::string& name, const Flags& flags, std::size_t begin,
                std::size_t end) {
  require(begin <= end && flags.shape(0) >= end, "flags must have one entry for each document");
  std::vector<nb::object> keep;
  const Side side = side_of(given, begin, end, name.c_str(), keep);
  const nb::gil_scoped_release release;
  kept.add(side, begin, end, flags.data());
}

inline void store_count(Store& store, const nb::tuple& prediction, const Offsets& starts, const Offsets& rows,
                        const PairCounts& counts, const Flags& flags, std::size_t begin, std::size_t end,
                        std::size_t threads) {
  require(begin <= end && starts.shape(0) >= end && flags.shape(0) >= end,
          "starts and flags must have one entry for each document");
  const std::vector<std::int64_t> pairs = offsets_of(rows, begin, end, false);
  for (std::size_t i = 0; i + 1 < pairs.size(); ++i) {
    const std::int64_t from = starts.data()[begin + i], to = from + pairs[i + 1] - pairs[i];
    require(from >= 0 && to <= static_cast<std::int64_t>(store.size()), "starts and rows reach beyond the kept texts");
  }
  require(static_cast<std::int64_t>(counts.shape(0)) >= pairs.back() - pairs.front() &&
              counts.shape(1) == store.plan().size() && counts.shape(2) == 3,
          "counts must be [pairs, metrics, 3]");
  std::vector<nb::object> keep;
  const Side side = side_of(prediction, begin, end, "prediction", keep);
  const nb::gil_scoped_release release;
  store.count(side, starts.data(), rows.data(), counts.data(), flags.data(), begin, end, threads);
}

inline void index_measure(Index& index, const nb::tuple& given, const std::string& name, const Totals& totals,
                          const Flags& flags, std::size_t begin, std::size_t end, std::size_t threads) {
  require(begin <= end && totals.shape(0) >= end && flags.shape(0) >= end,
          "totals and flags must have one entry for each document");
  std::vector<nb::object> keep;
  const Side side = side_of(given, begin, end, name.c_str(), keep);
  const nb::gil_scoped_release release;
  index.measure(side, begin, end, totals.data(), flags.data(), threads);
}

inline auto index_totals(const Index& index) {
  double* totals = nullptr;
  auto result = new_array(totals, index.totals().size());
  std::copy(index.totals().begin(), index.totals().end(), totals);
  return result;
}

inline void check_needs(const Index& index, const Needs& needs) {
  require(needs.shape(1) == index.totals().size(), "needs must have one column for each total");
  const std::int32_t* const end = needs.data() + needs.size();
  require(std::all_of(needs.data(), end, [](std::int32_t need) { return need > 0; }), "needs must be positive");
}

// Hits as arrays: which text, which kept text, and their counts.
inline nb::tuple hits_of(const std::vector<std::vector<Hit>>& found, std::size_t begin) {
  std::size_t size = 0;
  for (const auto& hits : found) size += hits.size();
  std::int64_t *texts = nullptr, *kept = nullptr;
  double* counts = nullptr;
  auto text_array = new_array(texts, size), kept_array = new_array(kept, size);
  auto count_array = new_array(counts, size, std::size_t{1}, std::size_t{3});
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Hit& hit : found[i]) {
      *texts++ = static_cast<std::int64_t>(begin + i);
      *kept++ = static_cast<std::int64_t>(hit.text);
      *counts++ = hit.counts.matched;
      *counts++ = hit.counts.prediction;
      *counts++ = hit.counts.reference;
    }
  }
  return nb::make_tuple(text_array, kept_array, count_array);
}

inline nb::tuple index_search(Index& index, const nb::tuple& given, const Needs& needs, const Offsets& which,
                              const std::optional<Offsets>& starts, std::size_t begin, std::size_t end,
                              std::size_t threads) {
  check_needs(index, needs);
  require(begin <= end && which.shape(0) >= end && (!starts || starts->shape(0) >= end),
          "which and starts must have one entry for each document");
  for (std::size_t i = begin; i < end; ++i) {
    require(which.data()[i] >= 0 && which.data()[i] < static_cast<std::int64_t>(needs.shape(0)),
            "which must name rows of needs");
    require(!starts || starts->data()[i] >= 0, "starts must not be negative");
  }
  std::vector<nb::object> keep;
  const Side side = side_of(given, begin, end, "text", keep);
  std::vector<std::vector<Hit>> hits;
  if (index.size() > 0) {
    const nb::gil_scoped_release release;
    hits = index.search(side, needs.data(), which.data(), starts ? starts->data() : nullptr, begin, end, threads);
  }
  return hits_of(hits, begin);
}

inline nb::tuple index_dedup(Index& index, const Needs& needs, std::size_t begin, std::size_t end,
                             std::size_t threads) {
  check_needs(index, needs);
  require(needs.shape(0) == needs.shape(1), "needs must have one row for each total");
  require(begin <= end && end <= index.size(), "begin and end reach beyond the kept texts");
  std::vector<std::vector<Hit>> hits;
  {
    const nb::gil_scoped_release release;
    hits = index.dedup(needs.data(), begin, end, threads);
  }
  return hits_of(hits, begin);
}

// ---- extracts

// Articles begin..end as they cross, with what keeps them alive.
struct Given {
  Given(const nb::tuple& of_sentences, const Offsets& offsets, const nb::tuple& of_references,
        const Flags& sentence_flags, const Flags& reference_flags, std::size_t begin, std::size_t end) {
    require(begin <= end, "begin must not be after end");
    const std::vector<std::int64_t> part = offsets_of(offsets, begin, end, false);
    const auto from = static_cast<std::size_t>(part.front()), to = static_cast<std::size_t>(part.back());
    require(sentence_flags.shape(0) >= to && reference_flags.shape(0) >= end,
            "flags must have one entry for each document");
    sentences = side_of(of_sentences, from, to, "sentence", keep);
    references = side_of(of_references, begin, end, "reference", keep);
  }
  std::vector<nb::object> keep;
  Side sentences, references;
};

inline void greedy_read(Greedy& greedy, const nb::tuple& sentences, const Offsets& texts, const nb::tuple& references,
                        const Flags& sentence_flags, const Flags& reference_flags, std::size_t begin, std::size_t end,
                        std::size_t threads) {
  const Given given(sentences, texts, references, sentence_flags, reference_flags, begin, end);
  const nb::gil_scoped_release release;
  greedy.read({given.sentences, texts.data(), given.references, sentence_flags.data(), reference_flags.data()}, begin,
              end, threads);
}

inline void greedy_extract(Greedy& greedy, const nb::tuple& sentences, const Offsets& texts,
                           const nb::tuple& references, const Flags& sentence_flags, const Flags& reference_flags,
                           const Places& chosen, const Totals& scores, double alpha, int measure, std::size_t begin,
                           std::size_t end, std::size_t threads) {
  const Given given(sentences, texts, references, sentence_flags, reference_flags, begin, end);
  require(chosen.shape(0) == end - begin && scores.shape(0) == end - begin,
          "chosen and scores must have one row for each article");
  require(measure >= 0 && measure <= 2, "measure must be 0, 1 or 2");
  const nb::gil_scoped_release release;
  greedy.extract({given.sentences, texts.data(), given.references, sentence_flags.data(), reference_flags.data()},
                 Formula{alpha, static_cast<Measure>(measure)}, chosen.shape(1), chosen.data(), scores.data(), begin,
                 end, threads);
}

inline void greedy_round(Greedy& greedy, const PairCounts& counts, std::size_t threads) {
  require(counts.shape(0) == greedy.sentences() && counts.shape(1) == greedy.plan().size() && counts.shape(2) == 3,
          "counts must be [sentences, metrics, 3]");
  const nb::gil_scoped_release release;
  greedy.round(counts.data(), threads);
}

inline void greedy_choose(Greedy& greedy, const Offsets& sentences) {
  require(sentences.shape(0) == greedy.size(), "one sentence is chosen for each article");
  for (std::size_t at = 0; at < greedy.size(); ++at) {
    const std::int64_t one = sentences.data()[at];
    require(one < 0 || (one < static_cast<std::int64_t>(greedy.article(at).size()) &&
                        greedy.article(at).is_open(static_cast<std::size_t>(one))),
            "a sentence can be chosen once");
  }
  const nb::gil_scoped_release release;
  greedy.choose(sentences.data());
}

}  // namespace infrarouge::bindings
