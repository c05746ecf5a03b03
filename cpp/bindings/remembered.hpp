// The keywords of a call: which are texts, and what the settings among them meant the last time.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace infrarouge::bindings {

namespace nb = nanobind;

// The keywords of the texts.
struct Names {
  nb::object prediction = nb::steal(PyUnicode_InternFromString("prediction"));
  nb::object reference = nb::steal(PyUnicode_InternFromString("reference"));
};

// The other keywords of a call.
struct Settings {
  static constexpr std::size_t most = 12;
  std::array<PyObject*, most> names, values;
  std::size_t n = 0;
};

// False for calls that are not for a pair of texts alone; keywords at a call are interned, so that addresses tell them.
inline bool sort_out(const Names& known, PyObject* const* values, PyObject* names, PyObject*& prediction,
                     PyObject*& reference, Settings* settings) {
  if (!names) return false;
  const Py_ssize_t n = PyTuple_GET_SIZE(names);
  for (Py_ssize_t at = 0; at < n; ++at) {
    PyObject* const name = PyTuple_GET_ITEM(names, at);
    if (name == known.prediction.ptr()) {
      prediction = values[at];
    } else if (name == known.reference.ptr()) {
      reference = values[at];
    } else if (settings && settings->n < Settings::most) {
      settings->names[settings->n] = name;
      settings->values[settings->n++] = values[at];
    } else {
      return false;
    }
  }
  return prediction && reference;
}

// Settings of earlier calls that were of values which never change, with the scorer that they mean. Entries are added
// and never removed, so that reading needs no lock.
class Remembered {
 public:
  struct Entry {
    std::vector<nb::object> names, values;
    nb::object quick;  // none where these settings are not for a quick scorer
  };

  const Entry* find(const Settings& settings) const {
    const std::size_t n = size_.load(std::memory_order_acquire);
    for (std::size_t at = 0; at < n; ++at)
      if (same(*entries_[at], settings)) return entries_[at].get();
    return nullptr;
  }

  bool is_full() const { return size_.load(std::memory_order_relaxed) == entries_.size(); }

  void add(std::unique_ptr<Entry> entry) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::size_t n = size_.load(std::memory_order_relaxed);
    if (n == entries_.size()) return;
    for (std::size_t at = 0; at < n; ++at)
      if (same(*entries_[at], *entry)) return;  // another thread was quicker
    entries_[n] = std::move(entry);
    size_.store(n + 1, std::memory_order_release);
  }

 private:
  static bool same_text(PyObject* value, PyObject* kept) {
    if (value == kept) return true;
    return PyUnicode_CheckExact(value) && PyUnicode_CheckExact(kept) && PyUnicode_Compare(value, kept) == 0;
  }

  static bool same_value(PyObject* value, PyObject* kept) {
    if (!PyList_CheckExact(value)) return same_text(value, kept);
    const nb::ft_object_guard guard(value);
    if (!PyList_CheckExact(kept) || PyList_GET_SIZE(value) != PyList_GET_SIZE(kept)) return false;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(kept); ++at)
      if (!same_text(PyList_GET_ITEM(value, at), PyList_GET_ITEM(kept, at))) return false;
    return true;
  }

  static bool same(const Entry& entry, const Settings& settings) {
    if (entry.names.size() != settings.n) return false;
    for (std::size_t at = 0; at < settings.n; ++at)
      if (entry.names[at].ptr() != settings.names[at]) return false;
    for (std::size_t at = 0; at < settings.n; ++at)
      if (!same_value(settings.values[at], entry.values[at].ptr())) return false;
    return true;
  }

  static bool same(const Entry& first, const Entry& second) {
    if (first.names.size() != second.names.size()) return false;
    for (std::size_t at = 0; at < first.names.size(); ++at)
      if (first.names[at].ptr() != second.names[at].ptr() ||
          !same_value(first.values[at].ptr(), second.values[at].ptr()))
        return false;
    return true;
  }

  std::array<std::unique_ptr<Entry>, 16> entries_;
  std::atomic<std::size_t> size_{0};
  std::mutex mutex_;
};

}  // namespace infrarouge::bindings
