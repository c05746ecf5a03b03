// Scoring: the sums that estimates are made of, and rounding.
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "away.hpp"
#include "bindings.hpp"
#include "infrarouge/scoring/keyed.hpp"
#include "infrarouge/scoring/resample.hpp"
#include "infrarouge/scoring/round.hpp"
#include "infrarouge/scoring/score.hpp"
#include "numbers.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Keys = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

auto resample_values(const Table& values, const Whole& n_resamples, const Whole& seed, const std::string& generator,
                     const Whole& threads) {
  const std::size_t samples = n_resamples.size("n_resamples"), most_threads = threads_of(threads);
  const auto start = seed.seed("seed");
  const Generator which = parse_generator(generator);
  double* sums = nullptr;
  auto result = new_array(sums, samples, values.shape(1));
  const Away away;
  resample(values.data(), values.shape(0), values.shape(1), samples, start, which, most_threads, sums);
  return result;
}

auto flip_values(const Table& values, const Whole& n_flips, const Whole& seed, const Whole& threads) {
  const std::size_t flips = n_flips.size("n_flips"), most_threads = threads_of(threads);
  const auto start = seed.seed("seed");
  double* sums = nullptr;
  auto result = new_array(sums, flips, values.shape(1));
  const Away away;
  flip(values.data(), values.shape(0), values.shape(1), flips, start, most_threads, sums);
  return result;
}

auto keyed_values(const Table& values, const Keys& keys, const Whole& n_samples, const Whole& seed,
                  const std::string& kind, const Whole& threads) {
  require(keys.shape(0) == values.shape(0), "there must be one key for each row");
  const std::size_t samples = n_samples.size("n_samples"), most_threads = threads_of(threads);
  const auto start = seed.seed("seed");
  const KeyedKind which = parse_keyed_kind(kind);
  std::int64_t* sums = nullptr;
  auto result = new_array(sums, samples, values.shape(1));
  // The same 64 bits, read without a sign.
  const auto* const bits = reinterpret_cast<const std::uint64_t*>(keys.data());
  const Away away;
  keyed_sums(values.data(), bits, values.shape(0), values.shape(1), samples, start, which, most_threads, sums);
  return result;
}

auto round_values(const Values& values, const Whole& decimals) {
  const auto places = static_cast<int>(decimals.upto(std::numeric_limits<int>::max(), "decimals"));
  double* rounded = nullptr;
  auto result = new_array(rounded, values.shape(0));
  const Away away;
  for (std::size_t i = 0; i < values.shape(0); ++i) {
    if (i % 256 == 255) Stop::poll(std::size_t{1} << 16);
    rounded[i] = round_decimal(values.data()[i], places);
  }
  return result;
}

auto usual_scores(const Table& counts, double alpha) {
  require(counts.shape(1) == 3, "counts must have three columns: matched, prediction and reference");
  const Formula formula{alpha_of(alpha)};
  double* scores = nullptr;
  auto result = new_array(scores, counts.shape(0), counts.shape(1));
  const Away away;
  for (std::size_t i = 0; i < counts.shape(0); ++i) {
    if (i % 65536 == 65535) Stop::poll(std::size_t{1} << 18);
    const Score score = formula.score(counts.data() + 3 * i);
    scores[3 * i] = score.precision;
    scores[3 * i + 1] = score.recall;
    scores[3 * i + 2] = score.fmeasure;
  }
  return result;
}

}  // namespace

void bind_scoring(nb::module_& m) {
  m.def("resample", &resample_values, "values"_a, "n_resamples"_a, "seed"_a, "generator"_a, "threads"_a,
        "Column sums of rows drawn with replacement, one row of sums for each resample.");
  m.def("flip", &flip_values, "values"_a, "n_flips"_a, "seed"_a, "threads"_a,
        "Column sums under random signs, one row of sums for each flip.");
  m.def("keyed_sums", &keyed_values, "values"_a, "keys"_a, "n_samples"_a, "seed"_a, "kind"_a, "threads"_a,
        "Column sums of whole numbers, each row times the number that its key gives it in each sample.");
  m.def("round_decimal", &round_values, "values"_a, "decimals"_a, "Values rounded as '%.*f' prints them.");
  m.def("usual_scores", &usual_scores, "counts"_a, "alpha"_a,
        "Precision, recall and F of rows of counts, F with the weight alpha on precision.");
}

}  // namespace infrarouge::bindings
