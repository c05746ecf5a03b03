// The Python module: the one file that names nanobind.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
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
#include "infrarouge/index.hpp"
#include "infrarouge/oracle.hpp"
#include "infrarouge/pairs.hpp"
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
using Totals = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using PairCounts = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Needs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

void require(bool condition, const char* message) {
  if (!condition) throw nb::value_error(message);
}

// ---- texts: Python strings are read where they lie

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
#if PY_VERSION_HEX < 0x030C0000
      if (PyUnicode_READY(object) != 0) throw nb::python_error();
#endif
      const auto kind = PyUnicode_KIND(object);
      texts[i].data = PyUnicode_DATA(object);
      texts[i].size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(object));
      texts[i].width = PyUnicode_IS_ASCII(object)     ? Width::ascii
                       : kind == PyUnicode_1BYTE_KIND ? Width::latin1
                       : kind == PyUnicode_2BYTE_KIND ? Width::ucs2
                                                      : Width::ucs4;
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

template <class Value, class... Shape>
auto new_array(Value*& data, Shape... shape) {
  const std::size_t size = (std::size_t{1} * ... * shape);
  auto values = std::make_unique<Value[]>(size ? size : 1);
  data = values.get();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Value*>(p); });
  values.release();
  return nb::ndarray<nb::numpy, Value>(data, {shape...}, owner);
}

// ---- the verbs

void plan_init(Plan* self, const std::string& sentences, const std::string& marker, const std::string& lowercase,
               const std::string& tokens, const std::string& stemmer, std::uint32_t stem_min,
               const std::vector<std::string>& stop, const Pairs& synonyms, const Pairs& exceptions,
               std::optional<std::int64_t> max_words, std::optional<std::int64_t> max_bytes, bool leading_blank_word,
               bool bytes_per_sentence, const std::vector<std::tuple<std::string, double, bool>>& metrics,
               const std::string& count, const std::string& unite, const std::string& tie, bool su_last_word,
               bool w_rouge155) {
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
                  MatchRules{parse_count(count), parse_union(unite), parse_tie(tie), su_last_word, w_rouge155});
}

void plan_count(Plan& plan, const nb::tuple& prediction, const nb::tuple& reference, const std::optional<Offsets>& rows,
                const PairCounts& counts, const Flags& prediction_flags, const Flags& reference_flags,
                std::size_t begin, std::size_t end, std::size_t threads) {
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

// ---- kept texts

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

void store_count(Store& store, const nb::tuple& prediction, const Offsets& starts, const Offsets& rows,
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

void index_measure(Index& index, const nb::tuple& given, const std::string& name, const Totals& totals,
                   const Flags& flags, std::size_t begin, std::size_t end, std::size_t threads) {
  require(begin <= end && totals.shape(0) >= end && flags.shape(0) >= end,
          "totals and flags must have one entry for each document");
  std::vector<nb::object> keep;
  const Side side = side_of(given, begin, end, name.c_str(), keep);
  const nb::gil_scoped_release release;
  index.measure(side, begin, end, totals.data(), flags.data(), threads);
}

auto index_totals(const Index& index) {
  double* totals = nullptr;
  auto result = new_array(totals, index.totals().size());
  std::copy(index.totals().begin(), index.totals().end(), totals);
  return result;
}

void check_needs(const Index& index, const Needs& needs) {
  require(needs.shape(1) == index.totals().size(), "needs must have one column for each total");
  const std::int32_t* const end = needs.data() + needs.size();
  require(std::all_of(needs.data(), end, [](std::int32_t need) { return need > 0; }), "needs must be positive");
}

// Hits as arrays: which text, which kept text, and their counts.
nb::tuple hits_of(const std::vector<std::vector<Hit>>& found, std::size_t begin) {
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

nb::tuple index_search(Index& index, const nb::tuple& given, const Needs& needs, const Offsets& which,
                       const std::optional<Offsets>& starts, std::size_t begin, std::size_t end, std::size_t threads) {
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

nb::tuple index_dedup(Index& index, const Needs& needs, std::size_t begin, std::size_t end, std::size_t threads) {
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

void greedy_read(Greedy& greedy, const nb::tuple& sentences, const Offsets& texts, const nb::tuple& references,
                 const Flags& sentence_flags, const Flags& reference_flags, std::size_t begin, std::size_t end,
                 std::size_t threads) {
  require(begin <= end, "begin must not be after end");
  const std::vector<std::int64_t> part = offsets_of(texts, begin, end, false);
  const auto from = static_cast<std::size_t>(part.front()), to = static_cast<std::size_t>(part.back());
  require(sentence_flags.shape(0) >= to && reference_flags.shape(0) >= end,
          "flags must have one entry for each document");
  std::vector<nb::object> keep;
  const Side items = side_of(sentences, from, to, "sentence", keep);
  const Side against = side_of(references, begin, end, "reference", keep);
  const nb::gil_scoped_release release;
  greedy.read(items, texts.data(), against, sentence_flags.data(), reference_flags.data(), begin, end, threads);
}

void greedy_round(Greedy& greedy, const PairCounts& counts, std::size_t threads) {
  require(counts.shape(0) == greedy.sentences() && counts.shape(1) == greedy.plan().size() && counts.shape(2) == 3,
          "counts must be [sentences, metrics, 3]");
  const nb::gil_scoped_release release;
  greedy.round(counts.data(), threads);
}

void greedy_choose(Greedy& greedy, const Offsets& sentences) {
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

auto resample_values(const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& values,
                     std::size_t n_resamples, std::uint64_t seed, const std::string& generator, std::size_t threads) {
  const Generator which = parse_generator(generator);
  double* sums = nullptr;
  auto result = new_array(sums, n_resamples, values.shape(1));
  const nb::gil_scoped_release release;
  resample(values.data(), values.shape(0), values.shape(1), n_resamples, seed, which, threads, sums);
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
  m.doc() = "The native engine: plans, kept texts, resample, round_decimal.";
  nb::class_<Plan>(m, "Plan", "Text and match rules, with the metrics to count; serves many threads at once.")
      .def("__init__", &plan_init, nb::kw_only(), "sentences"_a, "marker"_a, "lowercase"_a, "tokens"_a, "stemmer"_a,
           "stem_min"_a, "stop"_a, "synonyms"_a, "exceptions"_a, "max_words"_a.none(), "max_bytes"_a.none(),
           "leading_blank_word"_a, "bytes_per_sentence"_a, "metrics"_a, "count"_a, "union"_a, "tie"_a, "su_last_word"_a,
           "w_rouge155"_a)
      .def("count", &plan_count, "prediction"_a, "reference"_a, "rows"_a.none(), "counts"_a.noconvert(),
           "prediction_flags"_a.noconvert(), "reference_flags"_a.noconvert(), "begin"_a, "end"_a, "threads"_a,
           "Score prediction rows begin..end into the arrays given.")
      .def("read", &plan_read, "text"_a, "Words of a text, words by sentence, letters and letters kept.")
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
      .def("choose", &greedy_choose, "sentences"_a, "Take one sentence of each article, or none where negative.");
  m.def("resample", &resample_values, "values"_a, "n_resamples"_a, "seed"_a, "generator"_a, "threads"_a,
        "Column sums of rows drawn with replacement, one row of sums for each resample.");
  m.def("round_decimal", &round_values, "values"_a, "decimals"_a, "Values rounded as '%.*f' prints them.");
  m.def("engine_version", [] { return INFRAROUGE_VERSION; });
}
