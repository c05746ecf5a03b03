// Matches of a batch as arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "infrarouge/engine/matches.hpp"
#include "sides.hpp"

namespace infrarouge::bindings {

// Places [matches, 2, 2], runs [matches], and offsets by pair and metric.
inline nb::tuple plan_matches(const Plan& plan, const nb::tuple& prediction, const nb::tuple& reference,
                              const std::optional<Offsets>& rows, const Whole& begin, const Whole& end,
                              const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  require(!rows || span.end < rows->shape(0), "rows must have one more entry than predictions");
  const auto pairs = rows ? offsets_of(*rows, span.begin, span.end) : std::vector<std::int64_t>();
  const std::size_t from = rows ? number(pairs.front()) : span.begin, to = rows ? number(pairs.back()) : span.end;
  Kept keep;
  const Side predictions = side_of(prediction, span.begin, span.end, "prediction", keep, most_threads);
  const Side references = side_of(reference, from, to, "reference", keep, most_threads);
  BatchMatches found;
  std::size_t size = 0;
  {
    const Away away;
    found = find_matches(plan, predictions, references, rows ? Column(pairs.data(), span.begin) : Column(), span.begin,
                         span.end, most_threads);
    for (const std::vector<Match>& row : found.rows) size += row.size();
  }
  std::int32_t *places = nullptr, *runs = nullptr;
  std::int64_t* offsets = nullptr;
  auto place_array = new_array(places, size, std::size_t{2}, std::size_t{2});
  auto run_array = new_array(runs, size);
  auto offset_array = new_array(offsets, found.sizes.size() + 1);
  {
    const Away away;
    for (std::vector<Match>& row : found.rows) {
      for (const Match& match : row) {
        for (const std::uint32_t place :
             {match.reference_first, match.reference_last, match.prediction_first, match.prediction_last})
          *places++ = static_cast<std::int32_t>(place);
        *runs++ = static_cast<std::int32_t>(match.run);
      }
      std::vector<Match>().swap(row);  // long texts have many
    }
    *offsets = 0;
    for (const std::uint64_t each : found.sizes) {
      offsets[1] = offsets[0] + static_cast<std::int64_t>(each);
      ++offsets;
    }
  }
  return nb::make_tuple(place_array, run_array, offset_array);
}

}  // namespace infrarouge::bindings
