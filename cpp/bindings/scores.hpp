// The scores of one pair of texts, as the objects of Python that users see.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstring>

#include "away.hpp"
#include "infrarouge/engine/plan.hpp"
#include "infrarouge/scoring/score.hpp"
#include "numbers.hpp"

namespace infrarouge::bindings {

inline destructor find_usual_dealloc() {
  const nb::object base = nb::borrow(reinterpret_cast<PyObject*>(&PyTuple_Type));
  const nb::object kind =
      nb::borrow(reinterpret_cast<PyObject*>(&PyType_Type))("Kind", nb::make_tuple(base), nb::dict());
  return reinterpret_cast<PyTypeObject*>(kind.ptr())->tp_dealloc;
}

// How Python takes apart the tuples of a class statement; other tuples, such as time.struct_time, have a fixed size.
// Set while the module is imported: threads that waited here for Python would keep each other waiting.
inline destructor usual_dealloc = nullptr;

// The class of which scores are made, checked together with their labels.
inline PyTypeObject* score_kind(const Plan& plan, const nb::tuple& labels, const nb::type_object& kind) {
  require(labels.size() == plan.size(), "one label for each metric");
  auto* const type = reinterpret_cast<PyTypeObject*>(kind.ptr());
  require(PyType_IsSubtype(type, &PyTuple_Type) != 0 && type->tp_dealloc == usual_dealloc,
          "scores are of a subclass of tuple");
  return type;
}

// An instance of a tuple's subclass; calling the class would cost more than scoring. It holds numbers alone, so that
// the collector need never look at it: looking at the scores of a loop would take it longer than the scoring.
inline nb::object new_score(PyTypeObject* kind, const Score& score) {
  PyObject* const tuple = kind->tp_alloc(kind, 3);
  if (!tuple) throw nb::python_error();
  nb::object owner = nb::steal(tuple);
#if PY_VERSION_HEX >= 0x030E0000
  reinterpret_cast<PyTupleObject*>(tuple)->ob_hash = -1;  // not known yet
#endif
  const double values[] = {score.precision, score.recall, score.fmeasure};
  for (Py_ssize_t at = 0; at < 3; ++at) {
    PyObject* number = nullptr;
    // Equal numbers are one object: texts of equal length have equal precision and recall.
    if (at > 0 && std::memcmp(&values[at], &values[0], sizeof(double)) == 0)
      number = Py_NewRef(PyTuple_GET_ITEM(tuple, 0));
    else number = PyFloat_FromDouble(values[at]);
    if (!number) throw nb::python_error();
    PyTuple_SET_ITEM(tuple, at, number);
  }
  PyObject_GC_UnTrack(tuple);
  return owner;
}

// Counts one pair of texts; returns both flags in one.
inline int count_pair(Plan& plan, const Text& prediction, const Text& reference, double* counts) {
  // Giving the lock away and taking it back costs as much as scoring a few words.
  if (prediction.size + reference.size < 4096) return plan.one(prediction, reference, counts);
  const Away away;
  return plan.one(prediction, reference, counts);
}

// into[label] = kind(precision, recall, F), metric after metric.
inline void put_scores(const Plan& plan, const Formula& formula, const double* counts, const nb::tuple& labels,
                       PyTypeObject* kind, nb::handle into) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const nb::object score = new_score(kind, formula.score(counts + 3 * i));
    if (PyDict_SetItem(into.ptr(), PyTuple_GET_ITEM(labels.ptr(), static_cast<Py_ssize_t>(i)), score.ptr()) != 0)
      throw nb::python_error();
  }
}

// Spares the collector a dict of scores; Python before 3.14 shows it the dict as soon as anything else is put in.
inline void hide_from_collector([[maybe_unused]] nb::handle scores) {
#if PY_VERSION_HEX < 0x030E0000
  PyObject_GC_UnTrack(scores.ptr());
#endif
}

}  // namespace infrarouge::bindings
