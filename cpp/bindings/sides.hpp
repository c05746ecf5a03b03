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

#include "away.hpp"
#include "columns.hpp"
#include "infrarouge/engine/plan.hpp"
#include "numbers.hpp"

namespace infrarouge::bindings {

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ConstFlags = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Totals = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using PairCounts = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Needs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The bytes of an object, which stay where they are until it is released.
struct ReleaseBuffer {
  void operator()(Py_buffer* view) const {
    PyBuffer_Release(view);
    delete view;
  }
};
using Buffer = std::unique_ptr<Py_buffer, ReleaseBuffer>;

// What keeps the texts and numbers of a side in place while the lock is released; to be dropped with the lock held.
struct Kept {
  std::vector<nb::object> objects;
  std::vector<Offsets> arrays;
  std::vector<Buffer> buffers;
  std::vector<std::shared_ptr<const TextColumn>> columns;
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
  require(begin <= end && end <= static_cast<std::size_t>(std::numeric_limits<Py_ssize_t>::max()),
          "offsets reach beyond the items");
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

// What messages call the items of a side: which side it is, and the document of an item, counted from the first item
// at hand.
struct Naming {
  const char* side;
  std::function<std::size_t(std::size_t item)> row_of;
};

// The texts of a list from begin to end; adds their sizes to `units`.
inline std::vector<Text> listed_texts(nb::handle items, std::size_t begin, std::size_t end, const Naming& naming,
                                      bool missing_allowed, std::size_t& units, Kept& keep) {
  keep.objects.push_back(part_of(items, begin, end));
  PyObject* const* const objects = PySequence_Fast_ITEMS(keep.objects.back().ptr());
  std::vector<Text> texts(end - begin);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    PyObject* const object = objects[i];
    fetch_ahead(objects, i, texts.size());
    answer_signals_at(i);
    if (PyUnicode_Check(object)) {
      texts[i] = text_of(object);
      units += texts[i].size;
    } else if (!missing_allowed || !is_missing(object)) {
      raise_fault(naming.side, naming.row_of(i), type_name(object));
    }
  }
  return texts;
}

inline std::size_t number(std::int64_t x) { return static_cast<std::size_t>(x); }

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

template <class Array = Offsets>
Array array_of(nb::handle given, const char* message) {
  Array array;
  if (!nb::try_cast(given, array)) throw nb::value_error(message);
  return array;
}

// Counts offsets from the first one on.
inline void rebase(std::vector<std::int64_t>& offsets) {
  for (std::size_t i = offsets.size(); i-- > 0;) offsets[i] -= offsets[0];
}

// The part of rising offsets in which a place lies; empty parts are passed over.
inline std::size_t part_with(const std::vector<std::int64_t>& offsets, std::size_t place) {
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(place));
  return static_cast<std::size_t>(after - offsets.begin()) - 1;
}

// Whether items are an infrarouge.types.Utf8: one buffer with offsets in place of a list.
inline bool is_utf8(nb::handle items) {
  if (!PyTuple_Check(items.ptr()) || PyTuple_CheckExact(items.ptr())) return false;
  return nb::isinstance(items, nb::module_::import_("infrarouge.types").attr("Utf8"));
}

inline Buffer buffer_of(nb::handle object) {
  Buffer buffer(new Py_buffer());
  if (PyObject_GetBuffer(object.ptr(), buffer.get(), PyBUF_ND) != 0) throw nb::python_error();
  require(buffer->itemsize == 1, "texts in UTF-8 must be bytes, or an array of uint8");
  return buffer;
}

// Looks through texts of so many bytes, and names the first that is not UTF-8.
inline void require_utf8(std::vector<Text>& texts, std::size_t size, const Naming& naming, std::size_t threads) {
  std::size_t bad = 0;
  {
    const Away away;
    bad = check_utf8(texts, size, threads);
  }
  if (bad < texts.size())
    raise_fault(naming.side, naming.row_of(bad), nb::module_::import_("infrarouge.errors").attr("NOT_UTF8"));
}

// The texts from begin to end of a buffer of UTF-8, read where they lie; adds their sizes to `units`.
inline std::vector<Text> utf8_texts(nb::handle given, std::size_t begin, std::size_t end, const Naming& naming,
                                    bool missing_allowed, std::size_t threads, std::size_t& units, Kept& keep) {
  const nb::tuple items = nb::borrow<nb::tuple>(given);
  require(items.size() == 3, "texts in UTF-8 have three parts: data, offsets, missing");
  const auto offsets =
      offsets_of(array_of(items[1], "offsets of texts in UTF-8 must be an array of int64"), begin, end);
  keep.buffers.push_back(buffer_of(items[0]));
  const Py_buffer& data = *keep.buffers.back();
  require(number(offsets.back()) <= number(data.len), "offsets reach beyond the bytes");
  // A text without data is a missing one, so that an empty buffer needs some address.
  const char* const bytes = data.buf ? static_cast<const char*>(data.buf) : "";
  std::vector<Text> texts(end - begin);
  for (std::size_t i = 0; i < texts.size(); ++i)
    texts[i] = Text{bytes + offsets[i], number(offsets[i + 1] - offsets[i]), Width::utf8};
  const std::size_t size = number(offsets.back() - offsets.front());
  units += size;
  if (!items[2].is_none()) {
    const auto missing = array_of<ConstFlags>(items[2], "missing must be an array of uint8");
    require(end <= missing.shape(0), "missing must have one entry for each text");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (missing.data()[begin + i] == 0) continue;
      if (!missing_allowed) raise_fault(naming.side, naming.row_of(i), type_name(Py_None));
      texts[i] = Text{};
    }
  }
  require_utf8(texts, size, naming, threads);
  return texts;
}

// The texts from begin to end of an Arrow column, read where they lie; adds their sizes to `units`.
inline std::vector<Text> arrow_texts(const ArrowTexts& items, std::size_t begin, std::size_t end, const Naming& naming,
                                     bool missing_allowed, std::size_t threads, std::size_t& units, Kept& keep) {
  require(begin <= end && end <= items.size(), "offsets reach beyond the items");
  keep.columns.push_back(items.column);
  std::vector<Text> texts(items.data() + begin, items.data() + end);
  std::size_t size = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i].data && !missing_allowed) raise_fault(naming.side, naming.row_of(i), type_name(Py_None));
    size += texts[i].size;
  }
  units += size;
  require_utf8(texts, size, naming, threads);
  return texts;
}

// One side, given as (items, text_offsets, sentence_offsets, flat_items, flat_offsets); texts, sentences and tokens are
// lists of str, or Arrow columns or buffers of UTF-8 that up to so many threads look through.
inline Side side_of(const nb::tuple& given, std::size_t begin, std::size_t end, const char* name, Kept& keep,
                    std::size_t threads) {
  require(given.size() == 5, "a side has five parts");
  Side side;
  side.first = begin;
  const auto texts_of = [&](nb::handle items, std::size_t from, std::size_t to, bool missing_allowed, auto&& row_of) {
    const Naming naming{name, row_of};
    if (nb::isinstance<ArrowTexts>(items))
      return arrow_texts(nb::cast<const ArrowTexts&>(items), from, to, naming, missing_allowed, threads, side.units,
                         keep);
    if (is_utf8(items)) return utf8_texts(items, from, to, naming, missing_allowed, threads, side.units, keep);
    return listed_texts(items, from, to, naming, missing_allowed, side.units, keep);
  };
  if (given[1].is_none()) {
    side.items = texts_of(given[0], begin, end, true, [&](std::size_t item) { return begin + item; });
    return side;
  }
  side.texts = offsets_of(array_of(given[1], "offsets of texts must be an array of int64"), begin, end);
  const std::size_t from = number(side.texts.front()), to = number(side.texts.back());
  rebase(side.texts);
  const auto add_flat = [&] {
    if (given[3].is_none()) return;
    side.separate = true;
    side.flat = offsets_of(array_of(given[4], "offsets of flat texts must be an array of int64"), begin, end);
    const std::size_t start = number(side.flat.front()), stop = number(side.flat.back());
    rebase(side.flat);
    side.flat_items =
        texts_of(given[3], start, stop, false, [&](std::size_t item) { return begin + part_with(side.flat, item); });
  };
  if (given[2].is_none()) {
    side.shape = Side::Shape::sentences;
    side.items =
        texts_of(given[0], from, to, false, [&](std::size_t item) { return begin + part_with(side.texts, item); });
    add_flat();
    return side;
  }
  side.sentences = offsets_of(array_of(given[2], "offsets of sentences must be an array of int64"), from, to);
  const std::size_t first = number(side.sentences.front()), last = number(side.sentences.back());
  const bool is_list = PyList_Check(given[0].ptr()) || PyTuple_Check(given[0].ptr());
  side.shape = is_list ? Side::Shape::tokens : Side::Shape::ids;
  if (is_list) {
    rebase(side.sentences);
    side.items = texts_of(given[0], first, last, false, [&](std::size_t item) {
      return begin + part_with(side.texts, part_with(side.sentences, item));
    });
  } else {
    keep.arrays.push_back(array_of(given[0], "ids must be an array of int64"));
    require(last <= keep.arrays.back().shape(0), "offsets reach beyond the items");
    side.ids = keep.arrays.back().data();
    side.units = 8 * (last - first);
  }
  require(is_list || given[3].is_none(), "a flat view of its own is not for ids");
  add_flat();
  return side;
}

}  // namespace infrarouge::bindings
