// Search: kept texts, search among them, and extracts.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "infrarouge/search/index.hpp"
#include "infrarouge/search/oracle.hpp"
#include "infrarouge/search/store.hpp"
#include "sides.hpp"
#include "turn.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

template <class Thing>
std::unique_ptr<Thing> made(const Plan& plan) {
  return std::make_unique<Thing>(plan);
}

// ---- kept texts

std::size_t store_size(const Store& store) {
  const Looking turn(store.turns());
  return store.size();
}

// Reads texts begin..end of a side into a Store or an Index.
template <class Texts>
void keep_texts(Texts& texts, const nb::tuple& given, const std::string& name, const Flags& flags, const Whole& begin,
                const Whole& end) {
  const Span span(begin, end);
  require(flags.shape(0) >= span.end, "flags must have one entry for each document");
  Kept keep;
  const Side side = side_of(given, span.begin, span.end, name.c_str(), keep, 1);
  const Changing turn(texts.turns());
  const Away away;
  texts.add(side, span.begin, span.end, flags.data());
}

void store_count(Store& store, const nb::tuple& prediction, const Offsets& starts, const Offsets& rows,
                 const PairCounts& counts, const Flags& flags, const Whole& begin, const Whole& end,
                 const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  require(starts.shape(0) >= span.end && flags.shape(0) >= span.end,
          "starts and flags must have one entry for each document");
  const auto firsts = numbers_of(starts, span.begin, span.end, "starts must have one entry for each document",
                                 "starts must not be negative");
  const auto pairs = offsets_of(rows, span.begin, span.end);
  Kept keep;
  const Side side = side_of(prediction, span.begin, span.end, "prediction", keep, most_threads);
  const Looking turn(store.turns());
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const std::size_t size = number(pairs[i + 1]) - number(pairs[i]), first = number(firsts[i]);
    require(first <= store.size() && size <= store.size() - first, "starts and rows reach beyond the kept texts");
  }
  require(counts.shape(0) >= number(pairs.back()) - number(pairs.front()) && counts.shape(1) == store.plan().size() &&
              counts.shape(2) == 3,
          "counts must be [pairs, metrics, 3]");
  const Away away;
  store.count(side, Column(firsts.data(), span.begin), Column(pairs.data(), span.begin), counts.data(), flags.data(),
              span.begin, span.end, most_threads);
}

// ---- an index

void index_measure(Index& index, const nb::tuple& given, const std::string& name, const Totals& totals,
                   const Flags& flags, const Whole& begin, const Whole& end, const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  require(totals.shape(0) >= span.end && flags.shape(0) >= span.end,
          "totals and flags must have one entry for each document");
  Kept keep;
  const Side side = side_of(given, span.begin, span.end, name.c_str(), keep, most_threads);
  const Looking turn(index.turns());
  const Away away;
  index.measure(side, span.begin, span.end, totals.data(), flags.data(), most_threads);
}

auto index_totals(const Index& index) {
  const Looking turn(index.turns());
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
                       const std::optional<Offsets>& starts, const Whole& begin, const Whole& end,
                       const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  // Reading the texts may run Python, which may add to the index: what depends on its size is checked afterwards.
  Kept keep;
  const Side side = side_of(given, span.begin, span.end, "text", keep, most_threads);
  const Looking turn(index.turns());
  check_needs(index, needs);
  const char* const too_short = "which and starts must have one entry for each document";
  const auto rows = numbers_of(which, span.begin, span.end, too_short, "which must name rows of needs");
  require(std::all_of(rows.begin(), rows.end(), [&](std::int64_t row) { return number(row) < needs.shape(0); }),
          "which must name rows of needs");
  std::vector<std::int64_t> firsts;
  if (starts) firsts = numbers_of(*starts, span.begin, span.end, too_short, "starts must not be negative");
  std::vector<std::vector<Hit>> hits;
  if (index.size() > 0 && span.size() > 0) {
    const Away away;
    hits = index.search(side, needs.data(), Column(rows.data(), span.begin),
                        starts ? Column(firsts.data(), span.begin) : Column(), span.begin, span.end, most_threads);
  }
  return hits_of(hits, span.begin);
}

template <class Value>
auto array_of(const std::vector<Value>& values) {
  Value* data = nullptr;
  auto result = new_array(data, values.size());
  std::copy(values.begin(), values.end(), data);
  return result;
}

nb::tuple index_portable(const Index& index) {
  const Looking turn(index.turns());
  Portable result = [&] {
    const Away away;
    return index.portable();
  }();
  double* totals = nullptr;
  auto total_array = new_array(totals, index.size());
  for (std::size_t text = 0; text < index.size(); ++text) totals[text] = static_cast<double>(index.total_of(text));
  return nb::make_tuple(array_of(result.keys), array_of(result.key_ends), total_array,
                        nb::bytes(result.spelling.data(), result.spelling.size()), array_of(result.spelling_ends));
}

nb::tuple index_dedup(Index& index, const Needs& needs, const Whole& begin, const Whole& end, const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  const Changing turn(index.turns());
  check_needs(index, needs);
  require(needs.shape(0) == needs.shape(1), "needs must have one row for each total");
  require(span.end <= index.size(), "begin and end reach beyond the kept texts");
  std::vector<std::vector<Hit>> hits;
  {
    const Away away;
    hits = index.dedup(needs.data(), span.begin, span.end, most_threads);
  }
  return hits_of(hits, span.begin);
}

// ---- extracts

// Articles begin..end as they cross, with what keeps them alive.
struct Given {
  Given(const nb::tuple& of_sentences, const Offsets& offsets, const nb::tuple& of_references,
        const Flags& sentence_flags, const Flags& reference_flags, const Span& span, std::size_t most_threads)
      : texts(offsets_of(offsets, span.begin, span.end)),
        sentences(side_of(of_sentences, number(texts.front()), number(texts.back()), "sentence", keep, most_threads)),
        references(side_of(of_references, span.begin, span.end, "reference", keep, most_threads)),
        articles{sentences, Column(texts.data(), span.begin), references, sentence_flags.data(),
                 reference_flags.data()} {
    require(sentence_flags.shape(0) >= number(texts.back()) && reference_flags.shape(0) >= span.end,
            "flags must have one entry for each document");
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

  Kept keep;
  std::vector<std::int64_t> texts;
  Side sentences, references;
  Articles articles;
};

void greedy_read(Greedy& greedy, const nb::tuple& sentences, const Offsets& texts, const nb::tuple& references,
                 const Flags& sentence_flags, const Flags& reference_flags, const Whole& begin, const Whole& end,
                 const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  const Given given(sentences, texts, references, sentence_flags, reference_flags, span, most_threads);
  const Changing turn(greedy.turns());
  const Away away;
  greedy.read(given.articles, span.begin, span.end, most_threads);
}

void greedy_extract(Greedy& greedy, const nb::tuple& sentences, const Offsets& texts, const nb::tuple& references,
                    const Flags& sentence_flags, const Flags& reference_flags, const Places& chosen,
                    const Totals& scores, double alpha, const Whole& measure, const Whole& begin, const Whole& end,
                    const Whole& threads) {
  const Span span(begin, end);
  const std::size_t most_threads = threads_of(threads);
  const Formula formula{alpha_of(alpha), static_cast<Measure>(measure.upto(2, "measure"))};
  const Given given(sentences, texts, references, sentence_flags, reference_flags, span, most_threads);
  require(chosen.shape(0) == span.size() && scores.shape(0) == span.size(),
          "chosen and scores must have one row for each article");
  const Looking turn(greedy.turns());
  const Away away;
  greedy.extract(given.articles, formula, chosen.shape(1), chosen.data(), scores.data(), span.begin, span.end,
                 most_threads);
}

void greedy_round(Greedy& greedy, const PairCounts& counts, const Whole& threads) {
  const std::size_t most_threads = threads_of(threads);
  const Changing turn(greedy.turns());
  require(counts.shape(0) == greedy.sentences() && counts.shape(1) == greedy.plan().size() && counts.shape(2) == 3,
          "counts must be [sentences, metrics, 3]");
  const Away away;
  greedy.round(counts.data(), most_threads);
}

void greedy_choose(Greedy& greedy, const Offsets& sentences) {
  const Changing turn(greedy.turns());
  require(sentences.shape(0) == greedy.size(), "one sentence is chosen for each article");
  const std::vector<std::int64_t> chosen(sentences.data(), sentences.data() + sentences.shape(0));
  for (std::size_t at = 0; at < chosen.size(); ++at) {
    const Article& article = greedy.article(at);
    require(chosen[at] < 0 || (number(chosen[at]) < article.size() && article.is_open(number(chosen[at]))),
            "a sentence can be chosen once");
  }
  const Away away;
  greedy.choose(chosen.data());
}

}  // namespace

void bind_search(nb::module_& m, PlanClass& plan) {
  plan.def("store", &made<Store>, nb::keep_alive<0, 1>(), "An empty store.")
      .def("index", &made<Index>, nb::keep_alive<0, 1>(), "An empty index.")
      .def("greedy", &made<Greedy>, nb::keep_alive<0, 1>(), "A place for articles.");
  nb::class_<Store>(m, "Store", "Texts read once and kept, to be counted against again and again.")
      .def("__len__", &store_size)
      .def("add", &keep_texts<Store>, "side"_a, "name"_a, "flags"_a.noconvert(), "begin"_a, "end"_a,
           "Read texts begin..end and keep them.")
      .def("count", &store_count, "prediction"_a, "starts"_a, "rows"_a, "counts"_a.noconvert(), "flags"_a.noconvert(),
           "begin"_a, "end"_a, "threads"_a, "Count prediction k against kept texts from starts[k] on.");
  nb::class_<Index, Store>(m, "SearchStore", "Kept texts that can be searched without looking at all of them.")
      .def("add", &keep_texts<Index>, "side"_a, "name"_a, "flags"_a.noconvert(), "begin"_a, "end"_a,
           "Read texts begin..end and keep them.")
      .def("totals", &index_totals, "Every total among the kept texts, by code.")
      .def("portable", &index_portable, "Kept texts for other processes: keys and ends, totals, spelling and ends.")
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
}

}  // namespace infrarouge::bindings
