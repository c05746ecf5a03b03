// The Python module: the one file that names nanobind.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "infrarouge/engine.hpp"
#include "infrarouge/resample.hpp"
#include "infrarouge/round.hpp"

#ifndef INFRAROUGE_VERSION
#define INFRAROUGE_VERSION "unknown"
#endif

namespace nb = nanobind;
using namespace nb::literals;
using namespace infrarouge;

namespace {

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

void require(bool condition, const char* message) {
  if (!condition) throw nb::value_error(message);
}

// ---- texts: Python strings are read where they lie

Text text_of(PyObject* object) {
#if PY_VERSION_HEX < 0x030C0000
  if (PyUnicode_READY(object) != 0) throw nb::python_error();
#endif
  const auto kind = PyUnicode_KIND(object);
  Text text;
  text.data = PyUnicode_DATA(object);
  text.size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(object));
  text.width = PyUnicode_IS_ASCII(object)     ? Width::ascii
               : kind == PyUnicode_1BYTE_KIND ? Width::latin1
               : kind == PyUnicode_2BYTE_KIND ? Width::ucs2
                                              : Width::ucs4;
  return text;
}

// The texts of `items` from begin to end, with the references that keep them alive.
std::vector<Text> texts_of(nb::handle items, std::size_t begin, std::size_t end, const char* side, bool missing_allowed,
                           std::size_t& units, std::vector<nb::object>& keep) {
  const Py_ssize_t size = PySequence_Size(items.ptr());
  if (size < 0) throw nb::python_error();
  require(begin <= end && end <= static_cast<std::size_t>(size), "offsets reach beyond the items");
  // A copy of the list: no other thread can take a string away while the lock is released.
  PyObject* const slice =
      PySequence_GetSlice(items.ptr(), static_cast<Py_ssize_t>(begin), static_cast<Py_ssize_t>(end));
  if (!slice) throw nb::python_error();
  nb::object part = nb::steal(slice);
  PyObject* const list = PySequence_Fast(part.ptr(), "items must be a sequence");
  if (!list) throw nb::python_error();
  keep.push_back(nb::steal(list));

  std::vector<Text> texts(end - begin);
  PyObject* const* objects = PySequence_Fast_ITEMS(list);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    PyObject* const object = objects[i];
    if (PyUnicode_Check(object)) {
      texts[i] = text_of(object);
      units += texts[i].size;
    } else if (!missing_allowed ||
               !(object == Py_None || (PyFloat_Check(object) && std::isnan(PyFloat_AS_DOUBLE(object))))) {
      throw nb::type_error(
          (std::string(side) + " " + std::to_string(begin + i) + " " + Py_TYPE(object)->tp_name).c_str());
    }
  }
  return texts;
}

// Offsets begin..end of an array, checked, less the first.
std::vector<std::int64_t> offsets_of(const Offsets& offsets, std::size_t begin, std::size_t end, bool rebase) {
  require(end < offsets.shape(0), "offsets must have one more entry than documents");
  std::vector<std::int64_t> part(offsets.data() + begin, offsets.data() + end + 1);
  require(part[0] >= 0, "offsets must not be negative");
  for (std::size_t i = 1; i < part.size(); ++i) require(part[i - 1] <= part[i], "offsets must not fall");
  if (rebase)
    for (std::size_t i = part.size(); i-- > 0;) part[i] -= part[0];
  return part;
}

// One side, given as (items, text_offsets, sentence_offsets, flat_items, flat_offsets).
Side side_of(const nb::tuple& given, std::size_t begin, std::size_t end, const char* name,
             std::vector<nb::object>& keep) {
  require(given.size() == 5, "a side has five parts");
  Side side;
  side.first = begin;
  const auto number = [](std::int64_t x) { return static_cast<std::size_t>(x); };
  if (given[1].is_none()) {
    side.items = texts_of(given[0], begin, end, name, true, side.units, keep);
    return side;
  }
  const auto text_offsets = nb::cast<Offsets>(given[1]);
  side.texts = offsets_of(text_offsets, begin, end, true);
  const std::size_t from = number(text_offsets.data()[begin]), to = number(text_offsets.data()[end]);
  if (given[2].is_none()) {
    side.shape = Side::Shape::sentences;
    side.items = texts_of(given[0], from, to, name, false, side.units, keep);
    return side;
  }
  const auto sentence_offsets = nb::cast<Offsets>(given[2]);
  const auto is_list = PyList_Check(given[0].ptr()) || PyTuple_Check(given[0].ptr());
  side.shape = is_list ? Side::Shape::tokens : Side::Shape::ids;
  side.sentences = offsets_of(sentence_offsets, from, to, is_list);
  if (is_list) {
    side.items = texts_of(given[0], number(sentence_offsets.data()[from]), number(sentence_offsets.data()[to]), name,
                          false, side.units, keep);
  } else {
    const auto ids = nb::cast<Offsets>(given[0]);
    require(number(side.sentences.back()) <= ids.shape(0), "offsets reach beyond the items");
    side.ids = ids.data();
    side.units = 8 * number(side.sentences.back() - side.sentences.front());
    keep.push_back(nb::borrow(given[0]));
  }
  if (!given[3].is_none()) {
    require(is_list, "a flat view of its own is for tokens only");
    const auto flat_offsets = nb::cast<Offsets>(given[4]);
    side.separate = true;
    side.flat = offsets_of(flat_offsets, begin, end, true);
    side.flat_items = texts_of(given[3], number(flat_offsets.data()[begin]), number(flat_offsets.data()[end]), name,
                               false, side.units, keep);
  }
  return side;
}

nb::object text_object(const std::string& word) {
  PyObject* const object = PyUnicode_DecodeUTF8(word.data(), static_cast<Py_ssize_t>(word.size()), "surrogatepass");
  if (!object) throw nb::python_error();
  return nb::steal(object);
}

template <class... Shape>
auto new_array(double*& data, Shape... shape) {
  const std::size_t size = (std::size_t{1} * ... * shape);
  auto values = std::make_unique<double[]>(size ? size : 1);
  data = values.get();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  values.release();
  return nb::ndarray<nb::numpy, double>(data, {shape...}, owner);
}

// ---- the verbs

void plan_init(Plan* self, const std::string& sentences, const std::string& marker, const std::string& lowercase,
               const std::string& tokens, const std::string& stemmer, std::uint32_t stem_min,
               const std::vector<std::string>& stop, const Pairs& synonyms, const Pairs& exceptions,
               std::optional<std::int64_t> max_words, std::optional<std::int64_t> max_bytes, bool leading_blank_word,
               bool bytes_per_sentence, const std::vector<std::tuple<std::string, double, bool>>& metrics,
               const std::string& count, const std::string& unite, const std::string& tie, bool su_last_word,
               bool w_reference_runs, bool w_open_runs, bool w_flat_prediction) {
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
                             RunRules{w_reference_runs, w_open_runs, w_flat_prediction}, bytes_per_sentence});
}

void plan_count(Plan& plan, const nb::tuple& prediction, const nb::tuple& reference, const std::optional<Offsets>& rows,
                const nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>& counts,
                const Flags& prediction_flags, const Flags& reference_flags, std::size_t begin, std::size_t end,
                std::size_t threads) {
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
  const nb::gil_scoped_release release;
  plan.count(predictions, references, rows ? rows->data() : nullptr,
             Results{counts.data(), prediction_flags.data(), reference_flags.data()}, begin, end, threads);
}

// An instance of a tuple's subclass; calling the class would cost more than scoring.
nb::object new_score(PyTypeObject* kind, double precision, double recall, double fmeasure) {
  PyObject* const score = kind->tp_alloc(kind, 3);
  if (!score) throw nb::python_error();
  nb::object found = nb::steal(score);
  Py_ssize_t at = 0;
  for (const double value : {precision, recall, fmeasure}) {
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
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const double* const three = &counts[3 * i];
    const double p = three[1] > 0 ? three[0] / three[1] : 0.0, r = three[2] > 0 ? three[0] / three[2] : 0.0;
    const double below = (1 - alpha) * p + alpha * r;
    const nb::object score = new_score(type, p, r, below > 0 ? p * r / below : 0.0);
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
  m.doc() = "The native engine: read, count, resample, flip, round_decimal.";
  nb::class_<Plan>(m, "Plan", "Text and match rules, with the metrics to count; serves many threads at once.")
      .def("__init__", &plan_init, nb::kw_only(), "sentences"_a, "marker"_a, "lowercase"_a, "tokens"_a, "stemmer"_a,
           "stem_min"_a, "stop"_a, "synonyms"_a, "exceptions"_a, "max_words"_a.none(), "max_bytes"_a.none(),
           "leading_blank_word"_a, "bytes_per_sentence"_a, "metrics"_a, "count"_a, "union"_a, "tie"_a, "su_last_word"_a,
           "w_reference_runs"_a, "w_open_runs"_a, "w_flat_prediction"_a)
      .def("count", &plan_count, "prediction"_a, "reference"_a, "rows"_a.none(), "counts"_a.noconvert(),
           "prediction_flags"_a.noconvert(), "reference_flags"_a.noconvert(), "begin"_a, "end"_a, "threads"_a,
           "Score prediction rows begin..end into the arrays given.")
      .def("score", &plan_score, "prediction"_a, "reference"_a, "alpha"_a, "labels"_a, "kind"_a, "into"_a,
           "Score one pair of texts into a dict; returns both flags in one.")
      .def("read", &plan_read, "text"_a, "Words of a text, words by sentence, letters and letters kept.");
  m.def("resample", &resample_values, "values"_a, "n_resamples"_a, "seed"_a, "generator"_a, "threads"_a,
        "Column sums of rows drawn with replacement, one row of sums for each resample.");
  m.def("flip", &flip_values, "values"_a, "n_flips"_a, "seed"_a, "threads"_a,
        "Column sums under random signs, one row of sums for each flip.");
  m.def("round_decimal", &round_values, "values"_a, "decimals"_a, "Values rounded as '%.*f' prints them.");
  m.def("engine_version", [] { return INFRAROUGE_VERSION; });
}
