// The texts of a batch on their way into the core: read where they lie, and what is no text is named.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "infrarouge/engine/engine.hpp"
#include "numbers.hpp"

namespace infrarouge::bindings {

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Totals = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using PairCounts = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Needs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// What keeps the texts and numbers of a side in place while the lock is released; to be dropped with the lock held.
struct Kept {
  std::vector<nb::object> objects;
  std::vector<Offsets> arrays;
};

// Raises TextFault(side, row, kind): what stands there is no text.
[[noreturn]] inline void raise_fault(const char* side, std::size_t row, nb::handle kind) {
  const nb::object fault = nb::module_::import_("infrarouge.errors").attr("TextFault");
  PyErr_SetObject(fault.ptr(), nb::make_tuple(side, row, kind).ptr());
  throw nb::python_error();
}

inline nb::object type_name(PyObject* object) {
  return nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(object))).attr("__name__");
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

// A missing text: None, or not a number.
inline bool is_missing(PyObject* object) {
  return object == Py_None || (PyFloat_Check(object) && std::isnan(PyFloat_AS_DOUBLE(object)));
}

// A text that stands alone; one that is missing has no data.
inline Text single_text(nb::handle object, const char* side, bool missing_allowed) {
  if (PyUnicode_Check(object.ptr())) return text_of(object.ptr());
  if (!missing_allowed || !is_missing(object.ptr())) raise_fault(side, 0, type_name(object.ptr()));
  return Text{};
}

// Asks for the heads of objects that are looked at soon; they lie anywhere in memory.
inline void fetch_ahead([[maybe_unused]] PyObject* const* objects, [[maybe_unused]] std::size_t i,
                        [[maybe_unused]] std::size_t n) {
#if defined(__GNUC__) || defined(__clang__)
  constexpr std::size_t ahead = 16;
  if (i + ahead < n) __builtin_prefetch(objects[i + ahead]);
#endif
}

// Items begin..end as a list or tuple that no other thread can change while the lock is released.
inline nb::object part_of(nb::handle items, std::size_t begin, std::size_t end) {
  const auto from = static_cast<Py_ssize_t>(begin), to = static_cast<Py_ssize_t>(end);
  PyObject* part = nullptr;
  if (PyList_Check(items.ptr())) {
    part = PyList_GetSlice(items.ptr(), from, to);
  } else if (PyTuple_Check(items.ptr())) {
    part = PyTuple_GetSlice(items.ptr(), from, to);
  } else {
    PyObject* const slice = PySequence_GetSlice(items.ptr(), from, to);
    if (slice) part = PySequence_List(nb::steal(slice).ptr());
  }
  if (!part) throw nb::python_error();
  nb::object found = nb::steal(part);
  require(PySequence_Fast_GET_SIZE(part) == to - from, "offsets reach beyond the items");
  return found;
}

// Which document an item belongs to, counted from the first item at hand.
using RowOf = std::function<std::size_t(std::size_t item)>;

// The texts of `items` from begin to end; adds their sizes to `units`.
inline std::vector<Text> texts_of(nb::handle items, std::size_t begin, std::size_t end, const char* side,
                                  bool missing_allowed, const RowOf& row_of, std::size_t& units, Kept& keep) {
  require(begin <= end && end <= static_cast<std::size_t>(std::numeric_limits<Py_ssize_t>::max()),
          "offsets reach beyond the items");
  keep.objects.push_back(part_of(items, begin, end));
  PyObject* const* const objects = PySequence_Fast_ITEMS(keep.objects.back().ptr());
  std::vector<Text> texts(end - begin);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    PyObject* const object = objects[i];
    fetch_ahead(objects, i, texts.size());
    if (PyUnicode_Check(object)) {
      texts[i] = text_of(object);
      units += texts[i].size;
    } else if (!missing_allowed || !is_missing(object)) {
      raise_fault(side, row_of(i), type_name(object));
    }
  }
  return texts;
}

// Offsets begin..end of an array, a copy that is checked: not negative, and none below the one before it.
inline std::vector<std::int64_t> offsets_of(const Offsets& offsets, std::size_t begin, std::size_t end) {
  require(begin <= end && end < offsets.shape(0), "offsets must have one more entry than documents");
  std::vector<std::int64_t> part(offsets.data() + begin, offsets.data() + end + 1);
  require(part[0] >= 0, "offsets must not be negative");
  for (std::size_t i = 1; i < part.size(); ++i) require(part[i - 1] <= part[i], "offsets must not fall");
  return part;
}

// Numbers begin..end of an array, a copy; none is negative.
inline std::vector<std::int64_t> numbers_of(const Offsets& numbers, std::size_t begin, std::size_t end,
                                            const char* short_message, const char* negative_message) {
  require(begin <= end && end <= numbers.shape(0), short_message);
  std::vector<std::int64_t> part(numbers.data() + begin, numbers.data() + end);
  require(std::all_of(part.begin(), part.end(), [](std::int64_t x) { return x >= 0; }), negative_message);
  return part;
}

inline Offsets array_of(nb::handle given, const char* message) {
  Offsets array;
  if (!nb::try_cast(given, array)) throw nb::value_error(message);
  return array;
}

inline std::size_t number(std::int64_t x) { return static_cast<std::size_t>(x); }

// Counts offsets from the first one on.
inline void rebase(std::vector<std::int64_t>& offsets) {
  for (std::size_t i = offsets.size(); i-- > 0;) offsets[i] -= offsets[0];
}

// The part of rising offsets in which a place lies; empty parts are passed over.
inline std::size_t part_with(const std::vector<std::int64_t>& offsets, std::size_t place) {
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(place));
  return static_cast<std::size_t>(after - offsets.begin()) - 1;
}

// One side, given as (items, text_offsets, sentence_offsets, flat_items, flat_offsets).
inline Side side_of(const nb::tuple& given, std::size_t begin, std::size_t end, const char* name, Kept& keep) {
  require(given.size() == 5, "a side has five parts");
  Side side;
  side.first = begin;
  if (given[1].is_none()) {
    const auto row_of = [begin](std::size_t item) { return begin + item; };
    side.items = texts_of(given[0], begin, end, name, true, row_of, side.units, keep);
    return side;
  }
  side.texts = offsets_of(array_of(given[1], "offsets of texts must be an array of int64"), begin, end);
  const std::size_t from = number(side.texts.front()), to = number(side.texts.back());
  rebase(side.texts);
  if (given[2].is_none()) {
    side.shape = Side::Shape::sentences;
    const auto row_of = [&](std::size_t item) { return begin + part_with(side.texts, item); };
    side.items = texts_of(given[0], from, to, name, false, row_of, side.units, keep);
    return side;
  }
  side.sentences = offsets_of(array_of(given[2], "offsets of sentences must be an array of int64"), from, to);
  const std::size_t first = number(side.sentences.front()), last = number(side.sentences.back());
  const bool is_list = PyList_Check(given[0].ptr()) || PyTuple_Check(given[0].ptr());
  side.shape = is_list ? Side::Shape::tokens : Side::Shape::ids;
  if (is_list) {
    rebase(side.sentences);
    const auto row_of = [&](std::size_t item) {
      return begin + part_with(side.texts, part_with(side.sentences, item));
    };
    side.items = texts_of(given[0], first, last, name, false, row_of, side.units, keep);
  } else {
    keep.arrays.push_back(array_of(given[0], "ids must be an array of int64"));
    require(last <= keep.arrays.back().shape(0), "offsets reach beyond the items");
    side.ids = keep.arrays.back().data();
    side.units = 8 * (last - first);
  }
  if (!given[3].is_none()) {
    require(is_list, "a flat view of its own is for tokens only");
    side.separate = true;
    side.flat = offsets_of(array_of(given[4], "offsets of flat texts must be an array of int64"), begin, end);
    const std::size_t start = number(side.flat.front()), stop = number(side.flat.back());
    rebase(side.flat);
    const auto row_of = [&](std::size_t item) { return begin + part_with(side.flat, item); };
    side.flat_items = texts_of(given[3], start, stop, name, false, row_of, side.units, keep);
  }
  return side;
}

}  // namespace infrarouge::bindings
