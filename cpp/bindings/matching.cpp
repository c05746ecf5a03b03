// Matching: the rules of a scorer, and what they count between predictions and references.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "infrarouge/scoring/score.hpp"
#include "matches.hpp"
#include "scores.hpp"
#include "sides.hpp"
#include "words.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::optional<std::int64_t> limit_of(const std::optional<Whole>& limit, const char* name) {
  using Range = std::numeric_limits<std::int64_t>;
  return limit ? std::optional(limit->within(Range::min(), Range::max(), name)) : std::nullopt;
}

using PunktFiles = std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

// What Punkt learned of a language, read once for all plans that live at the same time.
std::shared_ptr<const programs::PunktTypes> punkt_types(const PunktFiles& files) {
  static std::mutex mutex;
  static std::vector<std::pair<std::string, std::weak_ptr<const programs::PunktTypes>>> known;
  const auto text = [](const nb::bytes& file) { return std::string_view(file.c_str(), file.size()); };
  const auto& [abbreviations, collocations, starters, contexts] = files;
  std::string all;
  for (const nb::bytes* const file : {&abbreviations, &collocations, &starters, &contexts})
    all.append(text(*file)).push_back('\0');
  const std::lock_guard<std::mutex> lock(mutex);
  known.erase(std::remove_if(known.begin(), known.end(), [](const auto& entry) { return entry.second.expired(); }),
              known.end());
  for (const auto& [content, types] : known)
    if (content == all)
      if (auto alive = types.lock()) return alive;
  auto types = std::make_shared<const programs::PunktTypes>(text(abbreviations), text(collocations), text(starters),
                                                            text(contexts));
  known.emplace_back(std::move(all), types);
  return types;
}

void plan_init(Plan* self, const std::string& sentences, const std::string& marker,
               const std::optional<PunktFiles>& punkt, const std::string& lowercase,
               const std::vector<std::string>& normalizer, const std::string& tokens, const std::string& stemmer,
               const Whole& stem_min, const std::vector<std::string>& stop, const Pairs& synonyms,
               const Pairs& exceptions, const std::optional<Whole>& max_words, const std::optional<Whole>& max_bytes,
               bool leading_blank_word, bool bytes_per_sentence, bool whole,
               const std::vector<std::tuple<std::string, double, bool>>& metrics, const std::string& count,
               const std::string& unite, const std::string& tie, bool su_last_word, bool w_reference_runs,
               bool w_open_runs, bool w_flat_prediction, bool w_path_12, bool short_totals, bool l_blank_word) {
  TextRules rules;
  rules.sentences = parse_sentences(sentences);
  rules.marker = marker;
  if (punkt) rules.punkt = punkt_types(*punkt);
  rules.lowercase = parse_lowercase(lowercase);
  for (const std::string& form : normalizer) rules.normalizer.push_back(parse_normal(form));
  rules.tokens = parse_tokens(tokens);
  rules.stemmer = parse_stemmer(stemmer);
  rules.stem_min = static_cast<std::uint32_t>(stem_min.upto(std::numeric_limits<std::uint32_t>::max(), "stem_min"));
  rules.stop.insert(stop.begin(), stop.end());
  rules.synonyms.insert(synonyms.begin(), synonyms.end());
  rules.exceptions.insert(exceptions.begin(), exceptions.end());
  rules.max_words = limit_of(max_words, "max_words");
  rules.max_bytes = limit_of(max_bytes, "max_bytes");
  rules.leading_blank_word = leading_blank_word;
  rules.bytes_per_sentence = bytes_per_sentence;
  rules.whole = whole;
  std::vector<Metric> wanted;
  for (const auto& [kind, number, unigrams] : metrics) wanted.push_back(parse_metric(kind, number, unigrams));
  new (self) Plan(std::move(rules), std::move(wanted),
                  MatchRules{parse_count(count), parse_union(unite), parse_tie(tie), su_last_word,
                             RunRules{w_reference_runs, w_open_runs, w_flat_prediction, w_path_12}, bytes_per_sentence,
                             short_totals, l_blank_word});
}

void plan_count(Plan& plan, const nb::tuple& prediction, const nb::tuple& reference, const std::optional<Offsets>& rows,
                const PairCounts& counts, const Flags& prediction_flags, const Flags& reference_flags,
                const Whole& begin, const Whole& end, const Whole& threads, std::optional<double> alpha) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  const Formula formula{alpha_of(alpha.value_or(0.5)), Measure::fmeasure};
  if (span.size() == 0) return;
  require(!rows || span.end < rows->shape(0), "rows must have one more entry than predictions");
  const auto pairs = rows ? offsets_of(*rows, span.begin, span.end) : std::vector<std::int64_t>();
  const std::size_t from = rows ? number(pairs.front()) : span.begin, to = rows ? number(pairs.back()) : span.end;
  require(counts.shape(0) >= to && counts.shape(1) == plan.size() && counts.shape(2) == 3,
          "counts must be [pairs, metrics, 3]");
  require(prediction_flags.shape(0) >= span.end && reference_flags.shape(0) >= to,
          "flags must have one entry for each document");
  Kept keep;
  const Side predictions = side_of(prediction, span.begin, span.end, "prediction", keep, most_threads);
  const Side references = side_of(reference, from, to, "reference", keep, most_threads);
  const Away away;
  plan.count(predictions, references, rows ? Column(pairs.data(), span.begin) : Column(),
             Results{counts.data(), prediction_flags.data(), reference_flags.data(), alpha ? &formula : nullptr},
             span.begin, span.end, most_threads);
}

// One pair of texts scored without arrays: into[label] = kind(precision, recall, F); returns both flags in one.
int plan_score(Plan& plan, nb::handle prediction, nb::handle reference, double alpha, const nb::tuple& labels,
               const nb::type_object& kind, nb::dict into) {
  PyTypeObject* const type = score_kind(plan, labels, kind);
  const Formula formula{alpha_of(alpha), Measure::fmeasure};
  const Text ours = single_text(prediction, "prediction", true), theirs = single_text(reference, "reference", true);
  std::vector<double> counts(3 * plan.size());
  const int flags = count_pair(plan, ours, theirs, counts.data());
  put_scores(plan, formula, counts.data(), labels, type, into);
  return flags;
}

// Characters and words of a pair up to which it is counted with the lock held.
constexpr std::size_t most_with_lock = 8192;

// A text that stands alone in the shape that the rules ask for: a text, its sentences, or their words.
Side single_side(const Plan& plan, nb::handle given, const char* name, Kept& keep) {
  Side side;
  const auto text = [&](PyObject* object) {
    if (!PyUnicode_Check(object)) raise_fault(name, 0, type_name(object));
    side.items.push_back(text_of(object));
    side.units += side.items.back().size;
  };
  const auto each = [&](nb::handle items, auto&& take) {
    if (!PyList_Check(items.ptr())) raise_fault(name, 0, type_name(items.ptr()));
#ifdef Py_GIL_DISABLED
    // Another thread may change the list.
    PyObject* const copy = PyList_AsTuple(items.ptr());
    if (!copy) throw nb::python_error();
    keep.objects.push_back(nb::steal(copy));
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(copy); ++at) take(PyTuple_GET_ITEM(copy, at));
#else
    static_cast<void>(keep);
    side.items.reserve(side.items.size() + static_cast<std::size_t>(PyList_GET_SIZE(items.ptr())));
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(items.ptr()); ++at) take(PyList_GET_ITEM(items.ptr(), at));
#endif
  };
  if (plan.rules().tokens == Tokens::list) {
    side.shape = Side::Shape::tokens;
    side.sentences.push_back(0);
    each(given, [&](PyObject* sentence) {
      each(sentence, text);
      side.sentences.push_back(static_cast<std::int64_t>(side.items.size()));
    });
    side.texts = {0, static_cast<std::int64_t>(side.sentences.size()) - 1};
  } else if (plan.rules().sentences == Sentences::list) {
    side.shape = Side::Shape::sentences;
    each(given, text);
    side.texts = {0, static_cast<std::int64_t>(side.items.size())};
  } else {
    side.items.push_back(single_text(given, name, true));
    side.units = side.items.back().size;
  }
  return side;
}

// Keeps what lists hold now, whatever other threads do to them.
void hold(nb::handle items, Kept& keep) {
  if (!PyList_Check(items.ptr())) return;
  PyObject* const copy = PyList_AsTuple(items.ptr());
  if (!copy) throw nb::python_error();
  keep.objects.push_back(nb::steal(copy));
  for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(copy); ++at) {
    PyObject* const item = PyTuple_GET_ITEM(copy, at);
    if (PyList_Check(item)) hold(item, keep);
  }
}

nb::tuple told(const std::vector<double>& counts, int flags) {
  nb::list numbers;
  for (const double number : counts) numbers.append(number);
  return nb::make_tuple(numbers, flags);
}

// The counts of one pair of texts, metric after metric, and both flags in one.
nb::tuple plan_pair(Plan& plan, nb::handle prediction, nb::handle reference) {
  std::vector<double> counts(3 * plan.size());
  std::size_t size = 0;
  if (plan.rules().tokens == Tokens::list && are_few_sentences(prediction.ptr(), most_with_lock, size) &&
      are_few_sentences(reference.ptr(), most_with_lock, size))
    return told(counts,
                plan.one_of_words(sentences_of(prediction.ptr()), sentences_of(reference.ptr()), counts.data()));
  Kept keep;
  const Side ours = single_side(plan, prediction, "prediction", keep);
  const Side theirs = single_side(plan, reference, "reference", keep);
  int flags = 0;
  // Small pairs are counted with the lock held: giving it away costs as much as a few words.
  if (ours.units + theirs.units + ours.items.size() + theirs.items.size() < most_with_lock) {
    flags = plan.one(ours, theirs, counts.data());
  } else {
    hold(prediction, keep);
    hold(reference, keep);
    const Away away;
    flags = plan.one(ours, theirs, counts.data());
  }
  return told(counts, flags);
}

// The largest recall of ready words over several references; None where they are no lists of texts, or large.
nb::object plan_recall(Plan& plan, nb::handle prediction, nb::handle references) {
  require(plan.size() == 1, "recall is of one metric");
  std::size_t size = 0;
  // Lists of other classes may say that they hold something else.
  if (!PyList_CheckExact(prediction.ptr()) || !PyList_CheckExact(references.ptr()) ||
      PyList_GET_SIZE(references.ptr()) == 0)
    return nb::none();
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(references.ptr()); ++at)
    if (!PyList_CheckExact(PyList_GET_ITEM(references.ptr(), at))) return nb::none();
  if (!are_few_words(prediction.ptr(), most_with_lock, size) ||
      !are_few_sentences(references.ptr(), most_with_lock, size))
    return nb::none();
  double largest = 0;
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(references.ptr()); ++at) {
    double counts[3];
    plan.one_of_words(words_of(prediction.ptr()), words_of(PyList_GET_ITEM(references.ptr(), at)), counts);
    if (counts[2] != 0) largest = std::max(largest, counts[0] / counts[2]);
  }
  return nb::float_(largest);
}

}  // namespace

void bind_matching(nb::module_&, PlanClass& plan) {
  usual_dealloc = find_usual_dealloc();
  plan.def("__init__", &plan_init, nb::kw_only(), "sentences"_a, "marker"_a, "punkt"_a.none(), "lowercase"_a,
           "normalizer"_a, "tokens"_a, "stemmer"_a, "stem_min"_a, "stop"_a, "synonyms"_a, "exceptions"_a,
           "max_words"_a.none(), "max_bytes"_a.none(), "leading_blank_word"_a, "bytes_per_sentence"_a, "whole"_a,
           "metrics"_a, "count"_a, "union"_a, "tie"_a, "su_last_word"_a, "w_reference_runs"_a, "w_open_runs"_a,
           "w_flat_prediction"_a, "w_path_12"_a, "short_totals"_a, "l_blank_word"_a)
      .def("count", &plan_count, "prediction"_a, "reference"_a, "rows"_a.none(), "counts"_a.noconvert(),
           "prediction_flags"_a.noconvert(), "reference_flags"_a.noconvert(), "begin"_a, "end"_a, "threads"_a,
           "alpha"_a = nb::none(), "Count prediction rows begin..end into the arrays given; with alpha, score them.")
      .def("score", &plan_score, "prediction"_a.none(), "reference"_a.none(), "alpha"_a, "labels"_a, "kind"_a, "into"_a,
           "Score one pair of texts into a dict; returns both flags in one.")
      .def("pair", &plan_pair, "prediction"_a.none(), "reference"_a.none(),
           "Counts of one small pair, metric after metric, and both flags in one; texts are as the rules ask for them.")
      .def("recall", &plan_recall, "prediction"_a.none(), "references"_a.none(),
           "The largest recall of a list of words over such lists; None where they are anything else, or large.")
      .def("matches", &plan_matches, "prediction"_a, "reference"_a, "rows"_a.none(), "begin"_a, "end"_a, "threads"_a,
           "What is matched in prediction rows begin..end: places of units, runs, offsets by pair and metric.");
}

}  // namespace infrarouge::bindings
