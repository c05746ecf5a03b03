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
                              const std::optional<Offsets>& rows, std::size_t begin, std::size_t end,
                              std::size_t threads) {
  require(begin <= end, "begin must not be after end");
  require(!rows || end < rows->shape(0), "rows must have one more entry than predictions");
  if (rows) offsets_of(*rows, begin, end, false);
  const std::size_t from = rows ? static_cast<std::size_t>(rows->data()[begin]) : begin;
  const std::size_t to = rows ? static_cast<std::size_t>(rows->data()[end]) : end;
  std::vector<nb::object> keep;
  const Side predictions = side_of(prediction, begin, end, "prediction", keep);
  const Side references = side_of(reference, from, to, "reference", keep);
  BatchMatches found;
  std::size_t size = 0;
  {
    const nb::gil_scoped_release release;
    found = find_matches(plan, predictions, references, rows ? rows->data() : nullptr, begin, end, threads);
    for (const std::vector<Match>& row : found.rows) size += row.size();
  }
  std::int32_t *places = nullptr, *runs = nullptr;
  std::int64_t* offsets = nullptr;
  auto place_array = new_array(places, size, std::size_t{2}, std::size_t{2});
  auto run_array = new_array(runs, size);
  auto offset_array = new_array(offsets, found.sizes.size() + 1);
  {
    const nb::gil_scoped_release release;
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
