// The Python module; no file outside this folder names Python or nanobind.
#include <nanobind/nanobind.h>

#include <exception>
#include <new>
#include <stdexcept>

#include "bindings.hpp"
#include "infrarouge/support/machine.hpp"

#ifndef INFRAROUGE_VERSION
#define INFRAROUGE_VERSION "unknown"
#endif

using namespace infrarouge::bindings;

namespace {

// What C++ says of memory that cannot be had helps nobody.
void name_lack_of_memory(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    PyErr_SetString(PyExc_MemoryError, "out of memory: give fewer or shorter texts at a time, or fewer threads");
  } catch (const std::length_error&) {
    PyErr_SetString(PyExc_MemoryError, "out of memory: a text or a list is longer than any memory");
  }
}

}  // namespace

NB_MODULE(_core, m) {
  nb::register_exception_translator(&name_lack_of_memory);
  nb::set_leak_warnings(false);  // scorers kept by a cache live until the interpreter ends
  m.doc() = "The native engine: plans, kept texts, resample, flip, round_decimal; and quick readers of files.";
  m.def("engine_version", [] { return INFRAROUGE_VERSION; });
  m.def("simd", [] { return infrarouge::simd_name(infrarouge::simd_level()); });

  PlanClass plan(m, "Plan", "Text and match rules, with the metrics to count; serves many threads at once.");
  bind_reading(m, plan);   // Plan.read, js_sentences, js_sentences_320, all_texts
  bind_matching(m, plan);  // Plan, Plan.count, Plan.score, Plan.pair, Plan.matches
  bind_scoring(m);         // resample, flip, round_decimal
  bind_search(m, plan);    // Store, Index and Greedy, and how a Plan makes them
  bind_columns(m);         // ArrowTexts

  nb::module_ calls = m.def_submodule("calls", "One pair a call at the least cost.");
  bind_calls(calls);  // quick, method, function

  nb::module_ files =
      m.def_submodule("files", "Files of ROUGE-1.5.5 and tables, where they are in their usual layout.");
  bind_files(files);   // read_evaluations, read_files
  bind_tables(files);  // json_lines, delimited, joined, row_lines
}
