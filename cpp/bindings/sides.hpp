// What crosses between Python and the core: texts read where they lie, offsets, and arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "infrarouge/engine/engine.hpp"

namespace infrarouge::bindings {

namespace nb = nanobind;

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Totals = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using PairCounts = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Needs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

inline void require(bool condition, const char* message) {
  if (!condition) throw nb::value_error(message);
}

inline Text text_of(PyObject* object) {
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

// Asks for the heads of objects that are looked at soon; they lie anywhere in memory.
inline void fetch_ahead([[maybe_unused]] PyObject* const* objects, [[maybe_unused]] std::size_t i,
                        [[maybe_unused]] std::size_t n) {
#if defined(__GNUC__) || defined(__clang__)
  constexpr std::size_t ahead = 16;
  if (i + ahead < n) __builtin_prefetch(objects[i + ahead]);
#endif
}

// A missing text: None, or not a number.
inline bool is_missing(PyObject* object) {
  return object == Py_None || (PyFloat_Check(object) && std::isnan(PyFloat_AS_DOUBLE(object)));
}

// Whether every item of a list is a text or a missing one.
inline bool all_texts(const nb::list& items) {
  const nb::ft_object_guard guard(items);
  const std::size_t n = items.size();
  for (std::size_t i = 0; i < n; ++i) {
    PyObject* const* const objects = PySequence_Fast_ITEMS(items.ptr());
    fetch_ahead(objects, i, n);
    if (!PyUnicode_CheckExact(objects[i]) && !is_missing(objects[i])) return false;
  }
  return true;
}

// The texts of `items` from begin to end, with the references that keep them alive.
inline std::vector<Text> texts_of(nb::handle items, std::size_t begin, std::size_t end, const char* side,
                                  bool missing_allowed, std::size_t& units, std::vector<nb::object>& keep) {
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
    fetch_ahead(objects, i, texts.size());
    if (PyUnicode_Check(object)) {
      texts[i] = text_of(object);
      units += texts[i].size;
    } else if (!missing_allowed || !is_missing(object)) {
      throw nb::type_error(
          (std::string(side) + " " + std::to_string(begin + i) + " " + Py_TYPE(object)->tp_name).c_str());
    }
  }
  return texts;
}

// Offsets begin..end of an array, checked, less the first.
inline std::vector<std::int64_t> offsets_of(const Offsets& offsets, std::size_t begin, std::size_t end, bool rebase) {
  require(end < offsets.shape(0), "offsets must have one more entry than documents");
  std::vector<std::int64_t> part(offsets.data() + begin, offsets.data() + end + 1);
  require(part[0] >= 0, "offsets must not be negative");
  for (std::size_t i = 1; i < part.size(); ++i) require(part[i - 1] <= part[i], "offsets must not fall");
  if (rebase)
    for (std::size_t i = part.size(); i-- > 0;) part[i] -= part[0];
  return part;
}

// One side, given as (items, text_offsets, sentence_offsets, flat_items, flat_offsets).
inline Side side_of(const nb::tuple& given, std::size_t begin, std::size_t end, const char* name,
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

inline nb::object text_object(const std::string& word) {
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

}  // namespace infrarouge::bindings
