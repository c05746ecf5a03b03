// Lists of ready words, read where they lie. Nothing of Python runs while they are read, so that they stay as they are.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "infrarouge/engine/plan.hpp"
#include "infrarouge/reading/ready_words.hpp"
#include "sides.hpp"

namespace infrarouge::bindings {

// A list of texts, as the reader takes its words.
class WordList {
 public:
  explicit WordList(PyObject* list) : list_(list) {}
  std::size_t size() const { return static_cast<std::size_t>(PyList_GET_SIZE(list_)); }
  Text operator[](std::size_t i) const { return text_of(at(i)); }
  HeadedWord headed(std::size_t i) const {
    PyObject* const word = at(i);
    static_assert(sizeof(PyASCIIObject) >= 8, "the bytes before a word are those of its object");
    if (!PyUnicode_IS_COMPACT_ASCII(word)) return {};
    return {PyUnicode_1BYTE_DATA(word), static_cast<std::size_t>(PyUnicode_GET_LENGTH(word))};
  }

 private:
  PyObject* at(std::size_t i) const { return PyList_GET_ITEM(list_, static_cast<Py_ssize_t>(i)); }
  PyObject* list_;
};

// Whether an object is a list of texts, and so few that they are read with the lock held; adds how much there is to
// read.
inline bool are_few_words(PyObject* items, std::size_t most, std::size_t& units) {
#ifdef Py_GIL_DISABLED
  // Other threads may change the list at any time.
  static_cast<void>(items), static_cast<void>(most), static_cast<void>(units);
  return false;
#else
  if (!PyList_Check(items)) return false;
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(items) && units < most; ++at) {
    PyObject* const item = PyList_GET_ITEM(items, at);
    if (!PyUnicode_Check(item)) return false;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(item) != 0) throw nb::python_error();
#endif
    units += 1 + static_cast<std::size_t>(PyUnicode_GET_LENGTH(item));
  }
  return units < most;
#endif
}

// The same of a list of such lists.
inline bool are_few_sentences(PyObject* items, std::size_t most, std::size_t& units) {
  if (!PyList_Check(items)) return false;
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(items); ++at)
    if (!are_few_words(PyList_GET_ITEM(items, at), most, units)) return false;
  return true;
}

// How a plan reads a list of words, or a list of such lists.
inline auto words_of(PyObject* list) {
  return [list](Reader& reader, Document& document) { ReadyWords(reader, document).add_sentence(WordList(list)); };
}

inline auto sentences_of(PyObject* lists) {
  return [lists](Reader& reader, Document& document) {
    ReadyWords words(reader, document);
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(lists); ++at) words.add_sentence(WordList(PyList_GET_ITEM(lists, at)));
  };
}

}  // namespace infrarouge::bindings
