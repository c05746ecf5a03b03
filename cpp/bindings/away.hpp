// The interpreter lock is given away while the core works, and signals such as Ctrl-C are answered all the same.
#pragma once

#include <nanobind/nanobind.h>

#include "infrarouge/support/stop.hpp"

namespace infrarouge::bindings {

namespace nb = nanobind;

// Runs the handlers of signals that came; what they raise is thrown. Only the main thread has any to run.
inline bool answer_signals() {
  const nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  const nb::object main = nb::module_::import_("threading").attr("main_thread")();
  return nb::cast<unsigned long>(main.attr("ident")) == PyThread_get_thread_ident();
}

class Away {
 public:
  Away() : stop_(&answer_signals) {}

 private:
  nb::gil_scoped_release release_;
  Stop stop_;
};

// In long loops that hold the lock: answers signals once in so many rounds.
inline void answer_signals_at(std::size_t round) {
  constexpr std::size_t rounds = 1 << 16;
  if (round % rounds == rounds - 1 && PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace infrarouge::bindings
