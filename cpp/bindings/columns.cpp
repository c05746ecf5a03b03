// Arrow columns on their way into the core, through the capsules that producers hand out.
#include "columns.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "away.hpp"
#include "bindings.hpp"
#include "numbers.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

template <class Struct>
Struct& held(nb::handle capsule, const char* name, const char* message) {
  if (!PyCapsule_IsValid(capsule.ptr(), name)) throw nb::type_error(message);
  return *static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
}

// Raises ColumnFault(format, columns): what is no column of texts.
[[noreturn]] void raise_column_fault(const WrongColumn& wrong) {
  const auto text = [](const std::string& from) {
    return nb::steal(PyUnicode_DecodeUTF8(from.data(), static_cast<Py_ssize_t>(from.size()), "replace"));
  };
  nb::list names;
  for (const std::string& name : wrong.columns) names.append(text(name));
  const nb::object fault = nb::module_::import_("infrarouge.errors").attr("ColumnFault");
  PyErr_SetObject(fault.ptr(), nb::make_tuple(text(wrong.format), names).ptr());
  throw nb::python_error();
}

std::unique_ptr<TextColumn> read_one(const arrow::Schema& schema, arrow::Owned<arrow::Array> array) {
  auto column = std::make_unique<TextColumn>(schema);
  column->add(std::move(array));
  return column;
}

// What a capsule holds is taken out of it by one thread, and the others find that it is gone.
template <class Struct>
arrow::Owned<Struct> taken(nb::handle capsule, Struct& from) {
  const nb::ft_object_guard guard(capsule);
  return arrow::Owned<Struct>(from);
}

// Producers may run Python themselves, or wait for a thread that does: the lock is released while they work.
std::unique_ptr<TextColumn> read_capsules(nb::handle source, nb::handle array) {
  if (array.is_none()) {
    auto& held_stream = held<arrow::Stream>(source, "arrow_array_stream", "source is no capsule of an Arrow stream");
    arrow::Owned<arrow::Stream> stream = taken(source, held_stream);
    const Away away;
    return read_stream(std::move(stream));
  }
  const auto& schema = held<arrow::Schema>(source, "arrow_schema", "source is no capsule of an Arrow schema");
  auto& held_array = held<arrow::Array>(array, "arrow_array", "array is no capsule of an Arrow array");
  arrow::Owned<arrow::Array> values = taken(array, held_array);
  require(schema.release && values, "the array was read before");
  const Away away;
  return read_one(schema, std::move(values));
}

void column_init(ArrowTexts* self, nb::handle source, nb::handle array) {
  try {
    std::shared_ptr<const TextColumn> column = read_capsules(source, array);
    const std::size_t size = column->texts().size();
    new (self) ArrowTexts{std::move(column), 0, size};
  } catch (const WrongColumn& wrong) {
    raise_column_fault(wrong);
  }
}

ArrowTexts column_part(const ArrowTexts& texts, const Whole& begin, const Whole& end) {
  const Span span(begin, end);
  require(span.end <= texts.size(), "begin and end reach beyond the texts");
  return ArrowTexts{texts.column, texts.begin + span.begin, texts.begin + span.end};
}

nb::list column_texts(const ArrowTexts& texts, const Whole& begin, const Whole& end) {
  const Span span(begin, end);
  require(span.end <= texts.size(), "begin and end reach beyond the texts");
  nb::list decoded;
  for (std::size_t at = span.begin; at < span.end; ++at) {
    answer_signals_at(at);
    const Text& text = texts.data()[at];
    if (!text.data) {
      decoded.append(nb::none());
      continue;
    }
    PyObject* const object =
        PyUnicode_DecodeUTF8(static_cast<const char*>(text.data), static_cast<Py_ssize_t>(text.size), nullptr);
    if (!object) throw nb::python_error();
    decoded.append(nb::steal(object));
  }
  return decoded;
}

// Of a column of lists, where each begins and which are null; None of any other.
nb::object column_lists(const ArrowTexts& texts) {
  const TextColumn& column = *texts.column;
  if (!column.has_lists()) return nb::none();
  std::int64_t* rows = nullptr;
  std::uint8_t* missing = nullptr;
  const std::size_t size = column.missing().size();
  auto row_array = new_array(rows, size + 1);
  auto missing_array = new_array(missing, size);
  rows[0] = 0;
  std::copy(column.rows().begin(), column.rows().end(), rows);
  std::copy(column.missing().begin(), column.missing().end(), missing);
  return nb::make_tuple(row_array, missing_array);
}

}  // namespace

void bind_columns(nb::module_& m) {
  nb::class_<ArrowTexts>(m, "ArrowTexts", "The texts of an Arrow column, read where they lie.")
      .def("__init__", &column_init, "source"_a.none(), "array"_a.none(),
           "Take over a stream, or with `array` a schema and an array: capsules of the Arrow C interfaces.")
      .def("__len__", &ArrowTexts::size)
      .def("part", &column_part, "begin"_a, "end"_a, "Texts begin..end, without copying them.")
      .def("texts", &column_texts, "begin"_a, "end"_a, "Texts begin..end as str, None where one is missing.")
      .def("lists", &column_lists, "Offsets of the lists of a column, and which are null; None without lists.");
}

}  // namespace infrarouge::bindings
