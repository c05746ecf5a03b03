// Lists of ready words, read where they lie. Nothing of Python runs while they are read, so that they stay as they are.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "infrarouge/engine/plan.hpp"
#include "infrarouge/reading/ready_words.hpp"
#include "sides.hpp"

namespace infrarouge::bindings {

// Characters and words up to which lists are read with the lock held: giving it away costs as much as a few words.
constexpr std::size_t most_with_lock = 8192;

// A list of texts, as the reader takes its words. Where an item is no text, or a long one, it sets `refused`, and an
// empty word stands there.
class WordList {
 public:
  WordList(PyObject* list, bool& refused) : list_(list), refused_(refused) {}
  std::size_t size() const { return static_cast<std::size_t>(PyList_GET_SIZE(list_)); }
  HeadedWord headed(std::size_t i) const {
    PyObject* const word = at(i);
    static_assert(sizeof(PyASCIIObject) >= 8, "the bytes before a word are those of its object");
    if (!PyUnicode_CheckExact(word) || !PyUnicode_IS_COMPACT_ASCII(word)) return {};
    return {PyUnicode_1BYTE_DATA(word), static_cast<std::size_t>(PyUnicode_GET_LENGTH(word))};
  }
  Text operator[](std::size_t i) const {
    PyObject* const word = at(i);
    if (PyUnicode_Check(word)) {
      const Text text = text_of(word);
      if (text.size < most_with_lock) return text;
    }
    refused_ = true;
    return Text{"", 0, Width::ascii};
  }

 private:
  PyObject* at(std::size_t i) const { return PyList_GET_ITEM(list_, static_cast<Py_ssize_t>(i)); }
  PyObject* list_;
  bool& refused_;
};

// Whether an object is a list so short that it is read with the lock held; adds its size to `n`.
inline bool is_short_list(PyObject* items, std::size_t& n) {
#ifdef Py_GIL_DISABLED
  // Other threads may change the list at any time.
  static_cast<void>(items), static_cast<void>(n);
  return false;
#else
  if (!PyList_Check(items)) return false;
  n += static_cast<std::size_t>(PyList_GET_SIZE(items));
  return n < most_with_lock;
#endif
}

// The same of a list of such lists.
inline bool are_short_lists(PyObject* items, std::size_t& n) {
  if (!is_short_list(items, n)) return false;
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(items); ++at)
    if (!is_short_list(PyList_GET_ITEM(items, at), n)) return false;
  return true;
}

// How a plan reads a list of words, or a list of such lists.
inline auto words_of(PyObject* list, bool& refused) {
  return [list, &refused](Reader& reader, Document& document) {
    ReadyWords(reader, document).add_sentence(WordList(list, refused));
  };
}

inline auto sentences_of(PyObject* lists, bool& refused) {
  return [lists, &refused](Reader& reader, Document& document) {
    ReadyWords words(reader, document);
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(lists); ++at)
      words.add_sentence(WordList(PyList_GET_ITEM(lists, at), refused));
  };
}

}  // namespace infrarouge::bindings
