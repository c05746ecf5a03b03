// The Python module; no file outside this folder names Python or nanobind.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "files.hpp"
#include "infrarouge/engine/engine.hpp"
#include "infrarouge/scoring/resample.hpp"
#include "infrarouge/scoring/round.hpp"
#include "infrarouge/scoring/score.hpp"
#include "kept.hpp"
#include "matches.hpp"
#include "sides.hpp"

#ifndef INFRAROUGE_VERSION
#define INFRAROUGE_VERSION "unknown"
#endif

using namespace nanobind::literals;
using namespace infrarouge;
using namespace infrarouge::bindings;

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

void plan_init(Plan* self, const std::string& sentences, const std::string& marker, const std::string& lowercase,
               const std::string& tokens, const std::string& stemmer, std::uint32_t stem_min,
               const std::vector<std::string>& stop, const Pairs& synonyms, const Pairs& exceptions,
               std::optional<std::int64_t> max_words, std::optional<std::int64_t> max_bytes, bool leading_blank_word,
               bool bytes_per_sentence, const std::vector<std::tuple<std::string, double, bool>>& metrics,
               const std::string& count, const std::string& unite, const std::string& tie, bool su_last_word,
               bool w_reference_runs, bool w_open_runs, bool w_flat_prediction, bool w_path_12, bool short_totals,
               bool l_blank_word) {
  TextRules rules;
  rules.sentences = parse_sentences(sentences);
  rules.marker = marker;
  rules.lowercase = parse_lowercase(lowercase);
  rules.tokens = parse_tokens(tokens);
  rules.stemmer = parse_stemmer(stemmer);
  rules.stem_min = stem_min;
  rules.stop.insert(stop.begin(), stop.end());
  rules.synonyms.insert(synonyms.begin(), synonyms.end());
  rules.exceptions.insert(exceptions.begin(), exceptions.end());
  rules.max_words = max_words;
  rules.max_bytes = max_bytes;
  rules.leading_blank_word = leading_blank_word;
  rules.bytes_per_sentence = bytes_per_sentence;
  std::vector<Metric> wanted;
  for (const auto& [kind, number, unigrams] : metrics) wanted.push_back(parse_metric(kind, number, unigrams));
  new (self) Plan(std::move(rules), std::move(wanted),
                  MatchRules{parse_count(count), parse_union(unite), parse_tie(tie), su_last_word,
                             RunRules{w_reference_runs, w_open_runs, w_flat_prediction, w_path_12}, bytes_per_sentence,
                             short_totals, l_blank_word});
}

void plan_count(Plan& plan, const nb::tuple& prediction, const nb::tuple& reference, const std::optional<Offsets>& rows,
                const PairCounts& counts, const Flags& prediction_flags, const Flags& reference_flags,
                std::size_t begin, std::size_t end, std::size_t threads, std::optional<double> alpha) {
  require(begin <= end, "begin must not be after end");
  require(!rows || end < rows->shape(0), "rows must have one more entry than predictions");
  if (begin == end) return;
  if (rows) offsets_of(*rows, begin, end, false);
  const std::size_t from = rows ? static_cast<std::size_t>(rows->data()[begin]) : begin;
  const std::size_t to = rows ? static_cast<std::size_t>(rows->data()[end]) : end;
  require(counts.shape(0) >= to && counts.shape(1) == plan.size() && counts.shape(2) == 3,
          "counts must be [pairs, metrics, 3]");
  require(prediction_flags.shape(0) >= end && reference_flags.shape(0) >= to,
          "flags must have one entry for each document");
  std::vector<nb::object> keep;
  const Side predictions = side_of(prediction, begin, end, "prediction", keep);
  const Side references = side_of(reference, from, to, "reference", keep);
  const Formula formula{alpha.value_or(0.5), Measure::fmeasure};
  const nb::gil_scoped_release release;
  plan.count(predictions, references, rows ? rows->data() : nullptr,
             Results{counts.data(), prediction_flags.data(), reference_flags.data(), alpha ? &formula : nullptr}, begin,
             end, threads);
}

// An instance of a tuple's subclass; calling the class would cost more than scoring.
nb::object new_score(PyTypeObject* kind, const Score& given) {
  PyObject* const score = kind->tp_alloc(kind, 3);
  if (!score) throw nb::python_error();
  nb::object found = nb::steal(score);
  Py_ssize_t at = 0;
  for (const double value : {given.precision, given.recall, given.fmeasure}) {
    PyObject* const number = PyFloat_FromDouble(value);
    if (!number) throw nb::python_error();
    PyTuple_SET_ITEM(score, at++, number);
  }
  return found;
}

// One pair of texts scored without arrays: into[label] = kind(precision, recall, F); returns both flags in one.
int plan_score(Plan& plan, const nb::str& prediction, const nb::str& reference, double alpha, const nb::tuple& labels,
               const nb::type_object& kind, nb::dict into) {
  require(labels.size() == plan.size(), "one label for each metric");
  auto* const type = reinterpret_cast<PyTypeObject*>(kind.ptr());
  require(PyType_IsSubtype(type, &PyTuple_Type) != 0, "scores are tuples");
  const Text ours = text_of(prediction.ptr()), theirs = text_of(reference.ptr());
  std::vector<double> counts(3 * plan.size());
  int flags = 0;
  // Giving the lock away and taking it back costs as much as scoring a few words.
  if (ours.size + theirs.size < 4096) {
    flags = plan.one(ours, theirs, counts.data());
  } else {
    const nb::gil_scoped_release release;
    flags = plan.one(ours, theirs, counts.data());
  }
  const Formula formula{alpha, Measure::fmeasure};
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const nb::object score = new_score(type, formula.score(&counts[3 * i]));
    if (PyDict_SetItem(into.ptr(), PyTuple_GET_ITEM(labels.ptr(), static_cast<Py_ssize_t>(i)), score.ptr()) != 0)
      throw nb::python_error();
  }
  return flags;
}

nb::tuple plan_read(const Plan& plan, nb::handle text) {
  std::size_t units = 0;
  std::vector<nb::object> keep;
  const nb::tuple alone = nb::make_tuple(text);
  const std::vector<Text> texts = texts_of(alone, 0, 1, "text", false, units, keep);
  const TextRules rules = plan.text_rules();
  Reader reader(rules);
  Document document;
  reader.read(texts[0], document);
  nb::list flat, sentences;
  for (const std::uint32_t id : document.flat) flat.append(text_object(reader.word(id)));
  std::uint32_t at = 0;
  for (const std::uint32_t stop : document.ends) {
    nb::list sentence;
    for (; at < stop; ++at) sentence.append(text_object(reader.word(document.sentence_words()[at])));
    sentences.append(sentence);
  }
  return nb::make_tuple(flat, sentences, document.letters, document.kept);
}

auto resample_values(const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& values,
                     std::size_t n_resamples, std::uint64_t seed, const std::string& generator, std::size_t threads) {
  const Generator which = parse_generator(generator);
  double* sums = nullptr;
  auto result = new_array(sums, n_resamples, values.shape(1));
  const nb::gil_scoped_release release;
  resample(values.data(), values.shape(0), values.shape(1), n_resamples, seed, which, threads, sums);
  return result;
}

auto flip_values(const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& values,
                 std::size_t n_flips, std::uint64_t seed, std::size_t threads) {
  double* sums = nullptr;
  auto result = new_array(sums, n_flips, values.shape(1));
  const nb::gil_scoped_release release;
  flip(values.data(), values.shape(0), values.shape(1), n_flips, seed, threads, sums);
  return result;
}

auto round_values(const nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>& values, int decimals) {
  require(decimals >= 0, "decimals must not be negative");
  double* rounded = nullptr;
  auto result = new_array(rounded, values.shape(0));
  const nb::gil_scoped_release release;
  for (std::size_t i = 0; i < values.shape(0); ++i) rounded[i] = round_decimal(values.data()[i], decimals);
  return result;
}

}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // scorers kept by a cache live until the interpreter ends
  m.doc() = "The native engine: plans, kept texts, resample, flip, round_decimal.";
  nb::class_<Plan>(m, "Plan", "Text and match rules, with the metrics to count; serves many threads at once.")
      .def("__init__", &plan_init, nb::kw_only(), "sentences"_a, "marker"_a, "lowercase"_a, "tokens"_a, "stemmer"_a,
           "stem_min"_a, "stop"_a, "synonyms"_a, "exceptions"_a, "max_words"_a.none(), "max_bytes"_a.none(),
           "leading_blank_word"_a, "bytes_per_sentence"_a, "metrics"_a, "count"_a, "union"_a, "tie"_a, "su_last_word"_a,
           "w_reference_runs"_a, "w_open_runs"_a, "w_flat_prediction"_a, "w_path_12"_a, "short_totals"_a,
           "l_blank_word"_a)
      .def("count", &plan_count, "prediction"_a, "reference"_a, "rows"_a.none(), "counts"_a.noconvert(),
           "prediction_flags"_a.noconvert(), "reference_flags"_a.noconvert(), "begin"_a, "end"_a, "threads"_a,
           "alpha"_a = nb::none(), "Count prediction rows begin..end into the arrays given; with alpha, score them.")
      .def("score", &plan_score, "prediction"_a, "reference"_a, "alpha"_a, "labels"_a, "kind"_a, "into"_a,
           "Score one pair of texts into a dict; returns both flags in one.")
      .def("read", &plan_read, "text"_a, "Words of a text, words by sentence, letters and letters kept.")
      .def("matches", &plan_matches, "prediction"_a, "reference"_a, "rows"_a.none(), "begin"_a, "end"_a, "threads"_a,
           "What is matched in prediction rows begin..end: places of units, runs, offsets by pair and metric.")
      .def("store", &made<Store>, nb::keep_alive<0, 1>(), "An empty store.")
      .def("index", &made<Index>, nb::keep_alive<0, 1>(), "An empty index.")
      .def("greedy", &made<Greedy>, nb::keep_alive<0, 1>(), "A place for articles.");
  nb::class_<Store>(m, "Store", "Texts read once and kept, to be counted against again and again.")
      .def("__len__", &Store::size)
      .def("add", &keep_texts<Store>, "side"_a, "name"_a, "flags"_a.noconvert(), "begin"_a, "end"_a,
           "Read texts begin..end and keep them.")
      .def("count", &store_count, "prediction"_a, "starts"_a, "rows"_a, "counts"_a.noconvert(), "flags"_a.noconvert(),
           "begin"_a, "end"_a, "threads"_a, "Count prediction k against kept texts from starts[k] on.");
  nb::class_<Index, Store>(m, "Index", "Kept texts that can be searched without looking at all of them.")
      .def("add", &keep_texts<Index>, "side"_a, "name"_a, "flags"_a.noconvert(), "begin"_a, "end"_a,
           "Read texts begin..end and keep them.")
      .def("totals", &index_totals, "Every total among the kept texts, by code.")
      .def("measure", &index_measure, "side"_a, "name"_a, "totals"_a.noconvert(), "flags"_a.noconvert(), "begin"_a,
           "end"_a, "threads"_a, "Totals of texts that are not kept.")
      .def("search", &index_search, "side"_a, "needs"_a, "which"_a, "starts"_a.none(), "begin"_a, "end"_a, "threads"_a,
           "Kept texts that match well enough: texts, kept texts, counts.")
      .def("dedup", &index_dedup, "needs"_a, "begin"_a, "end"_a, "threads"_a,
           "Kept texts in order against earlier ones without hits: texts, kept texts, counts.");
  nb::class_<Greedy>(m, "Greedy", "Articles from which sentences are chosen in step.")
      .def("read", &greedy_read, "sentences"_a, "texts"_a, "references"_a, "sentence_flags"_a.noconvert(),
           "reference_flags"_a.noconvert(), "begin"_a, "end"_a, "threads"_a, "Read articles begin..end.")
      .def("round", &greedy_round, "counts"_a.noconvert(), "threads"_a, "Counts with each open sentence added.")
      .def("choose", &greedy_choose, "sentences"_a, "Take one sentence of each article, or none where negative.")
      .def("extract", &greedy_extract, "sentences"_a, "texts"_a, "references"_a, "sentence_flags"_a.noconvert(),
           "reference_flags"_a.noconvert(), "chosen"_a.noconvert(), "scores"_a.noconvert(), "alpha"_a, "measure"_a,
           "begin"_a, "end"_a, "threads"_a, "Choose from articles begin..end by the usual score.");
  m.def("resample", &resample_values, "values"_a, "n_resamples"_a, "seed"_a, "generator"_a, "threads"_a,
        "Column sums of rows drawn with replacement, one row of sums for each resample.");
  m.def("flip", &flip_values, "values"_a, "n_flips"_a, "seed"_a, "threads"_a,
        "Column sums under random signs, one row of sums for each flip.");
  m.def("round_decimal", &round_values, "values"_a, "decimals"_a, "Values rounded as '%.*f' prints them.");
  m.def("all_texts", &all_texts, "items"_a, "Whether every item of a list is a text or a missing one.");
  m.def("read_evaluations", &read_usual, "data"_a,
        "Evaluations of an XML file in its usual layout, as tuples; None for any other.");
  m.def("read_files", &read_texts, "paths"_a, "see"_a, "most"_a, "threads"_a,
        "Sentences of small ASCII files, one a line; None for a file that is not one.");
  m.def("engine_version", [] { return INFRAROUGE_VERSION; });
}
