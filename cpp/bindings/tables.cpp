// Tables in files: fields of JSON Lines and CSV as columns, and rows of numbers as lines.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "away.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "infrarouge/engine/joined_columns.hpp"
#include "infrarouge/files/delimited.hpp"
#include "infrarouge/files/json_lines.hpp"
#include "infrarouge/files/row_lines.hpp"
#include "infrarouge/support/buffer.hpp"
#include "numbers.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

// Some bytes of a file, in memory that is used again.
struct FileBlock {
  std::shared_ptr<const Buffer> memory;
  std::size_t size = 0;

  std::string_view view() const { return {memory->data(), size}; }
};

// What is left of a block from `begin` on, and behind it as many more bytes as `readinto` of a file puts there.
FileBlock read_block(const nb::object& readinto, const FileBlock* before, const Whole& begin, const Whole& size) {
  const std::string_view rest = before ? before->view() : std::string_view();
  const std::size_t from = begin.upto(static_cast<std::int64_t>(rest.size()), "begin");
  const std::size_t left = rest.size() - from, more = size.upto(std::int64_t{1} << 32, "size");
  const auto memory = std::make_shared<const Buffer>(left + more);
  if (left) std::memcpy(memory->data(), rest.data() + from, left);
  std::size_t came = 0;
  if (more) {
    // The file may keep the array, which then keeps the memory.
    auto* const kept = new std::shared_ptr<const Buffer>(memory);
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::shared_ptr<const Buffer>*>(p); });
    const nb::ndarray<nb::numpy, char> room(memory->data() + left, {more}, owner);
    const nb::object number = readinto(room);
    came = Whole(number.ptr()).upto(static_cast<std::int64_t>(more), "the number of bytes read");
  }
  return {memory, left + came};
}

// What the texts of a block lie in.
struct Held {
  Held(FileBlock of, std::size_t size) : block(std::move(of)), arena(size) {}
  FileBlock block;
  Arena arena;
};

std::string_view view_of(const nb::bytes& data) { return {data.c_str(), data.size()}; }

// (bytes used, lines, number of each row, a column for each field), or None where a row is not plain.
nb::object told(std::optional<Block>&& block, std::shared_ptr<const void> owner) {
  if (!block) return nb::none();
  std::int64_t* numbers = nullptr;
  auto array = new_array(numbers, block->numbers.size());
  std::copy(block->numbers.begin(), block->numbers.end(), numbers);
  nb::list columns;
  for (FieldColumn& field : block->columns) {
    auto column = field.column(owner);
    const std::size_t size = column->texts().size();
    columns.append(nb::cast(ArrowTexts{std::move(column), 0, size}));
  }
  return nb::make_tuple(block->used, block->lines, array, columns);
}

FieldKind kind_of(std::string_view name) {
  if (name == "text") return FieldKind::text;
  if (name == "texts") return FieldKind::texts;
  require(name == "label", "kind is 'text', 'texts' or 'label'");
  return FieldKind::label;
}

// What Python gave, if it is of that type.
template <class Type>
Type typed(nb::handle object, const char* message) {
  if (!nb::isinstance<Type>(object)) throw nb::type_error(message);
  return nb::borrow<Type>(object);
}

std::string utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!bytes) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

nb::object json_lines(const FileBlock& data, const nb::list& fields, bool last) {
  std::vector<Field> wanted;
  for (const nb::handle field : nb::tuple(fields)) {
    const auto parts = typed<nb::tuple>(field, "a field is a tuple (name, other name, kind)");
    require(parts.size() == 3, "a field is (name, other name, kind)");
    wanted.push_back({utf8_of(parts[0]), utf8_of(parts[1]), kind_of(utf8_of(parts[2]))});
  }
  const std::string_view text = data.view();
  auto held = std::make_shared<Held>(data, text.size());
  std::optional<Block> block;
  {
    const Away away;
    block = read_json_lines(text, wanted, last, held->arena);
  }
  return told(std::move(block), std::move(held));
}

nb::object delimited(const FileBlock& data, const nb::str& delimiter, const Whole& width, const nb::list& places,
                     bool last) {
  const std::string mark = utf8_of(delimiter);
  require(mark.size() == 1, "the delimiter is one ASCII character");
  const std::size_t fields = width.upto(1 << 20, "width");
  std::vector<std::size_t> wanted;
  const nb::tuple kept(places);  // a number may be an object that changes the list when it is asked for its value
  for (const nb::handle place : kept) {
    wanted.push_back(Whole(place.ptr()).size("place"));
    require(wanted.back() < fields, "a column stands beyond the fields");
  }
  const std::string_view text = data.view();
  auto held = std::make_shared<Held>(data, text.size());
  std::optional<Block> block;
  {
    const Away away;
    block = read_delimited(text, mark[0], fields, wanted, last, held->arena);
  }
  return told(std::move(block), std::move(held));
}

ArrowTexts joined(const nb::list& columns) {
  std::vector<ColumnPart> parts;
  for (const nb::handle column : nb::tuple(columns)) {
    ArrowTexts texts;
    if (!nb::try_cast(column, texts) || !texts.column) throw nb::type_error("columns are ArrowTexts");
    parts.push_back({texts.column, texts.begin, texts.end});
    const bool all = texts.begin == 0 && texts.end == texts.column->texts().size();
    require(all || !texts.column->has_lists(), "a part of a column of lists cannot be joined");
    require(parts.back().rows() == parts.front().rows(), "the columns have different numbers of rows");
  }
  const Away away;
  auto whole = joined_columns(std::move(parts));
  const std::size_t size = whole->texts().size();
  return {std::move(whole), 0, size};
}

using Values = nb::ndarray<const double, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;

nb::bytes lines_of(const nb::list& before, const Whole& start, const nb::list& texts, const Values& values,
                   const nb::bytes& nan, const nb::bytes& infinity) {
  const std::size_t rows = values.shape(0), width = values.shape(1);
  RowForm form;
  const nb::tuple pieces(before);  // the lists may change while the lock is released
  for (const nb::handle piece : pieces) form.before.emplace_back(view_of(typed<nb::bytes>(piece, "pieces are bytes")));
  form.nan = view_of(nan);
  form.infinity = view_of(infinity);
  require(form.before.size() == texts.size() + width + 2, "a row has one more piece than it has values");
  std::vector<std::vector<std::string_view>> columns;
  std::vector<nb::object> kept;
  for (const nb::handle column : nb::tuple(texts)) {
    const nb::tuple cells(typed<nb::list>(column, "a column of texts is a list"));
    require(cells.size() == rows, "a column of texts has a text for every row");
    std::vector<std::string_view>& views = columns.emplace_back();
    for (const nb::handle cell : cells) {
      answer_signals_at(views.size());
      views.push_back(view_of(typed<nb::bytes>(cell, "texts are bytes")));
    }
    kept.push_back(cells);
  }
  const std::int64_t first = start.within(0, std::int64_t{1} << 62, "start");
  const RowLines lines{form, first, rows, columns, values.data(), width};
  const std::size_t most = lines.most();
  // The lines are written where Python keeps them, which is cut to their size in the end.
  PyObject* out = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(most));
  if (!out) throw nb::python_error();
  nb::object owner = nb::steal(out);
  char* const begin = PyBytes_AsString(out);
  char* end = nullptr;
  {
    const Away away;
    end = lines.put(begin);
  }
  out = owner.release().ptr();
  if (_PyBytes_Resize(&out, end - begin) != 0) throw nb::python_error();
  return nb::steal<nb::bytes>(out);
}

}  // namespace

void bind_tables(nb::module_& m) {
  nb::class_<FileBlock>(m, "Block", "Some bytes of a file.")
      .def("__len__", [](const FileBlock& block) { return block.size; })
      .def(
          "bytes",
          [](const FileBlock& block, const Whole& begin, const Whole& end) {
            const Span span(begin, end);
            require(span.end <= block.size, "the bytes end beyond the block");
            return nb::bytes(block.view().data() + span.begin, span.size());
          },
          "begin"_a, "end"_a, "A copy of some bytes.");
  m.def("read_block", &read_block, "readinto"_a, "before"_a.none(), "begin"_a, "size"_a,
        "What is left of the block before, and as many more bytes as a file has up to a size.");
  m.def("json_lines", &json_lines, "data"_a, "fields"_a, "last"_a,
        "Columns of the whole lines of a block: (bytes used, lines, line of each row, columns); None for odd lines.");
  m.def("delimited", &delimited, "data"_a, "delimiter"_a, "width"_a, "places"_a, "last"_a,
        "Columns of the whole rows of a block of CSV, likewise.");
  m.def("joined", &joined, "columns"_a, "Columns of references as one of lists, without those that are missing.");
  m.def("row_lines", &lines_of, "before"_a, "start"_a, "texts"_a, "values"_a, "nan"_a, "infinity"_a,
        "Rows as lines: what stands before its number, its texts, its values and at its end.");
}

}  // namespace infrarouge::bindings
