// What an Arrow column may be: the formats that hold texts, and the checks that every array passes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/engine/arrow_abi.hpp"

namespace infrarouge {

// A column that holds no texts: its format, and the names of its columns where it is a table of several.
struct WrongColumn {
  std::string format;
  std::vector<std::string> columns;
};

namespace arrow {

// What a producer hands over is checked before it is used; buffers whose size nobody tells are taken at their word.
inline void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

// How the texts of a column lie: the formats that are read.
enum class Layout : std::uint8_t {
  none,
  text32,
  text64,
  view,
  dictionary,
  list32,
  list64,
  view32,
  view64,
  fixed,
  table
};

struct Kind {
  Layout layout = Layout::none;
  std::int64_t width = 0;  // bytes of a dictionary's index, negative where it is signed; or items of a fixed list
  std::unique_ptr<Kind> inner;

  bool is_list() const { return layout >= Layout::list32 && layout <= Layout::fixed; }
  bool is_text() const { return layout <= Layout::view; }
};

inline std::string_view format_of(const Schema& schema) {
  require(schema.format != nullptr, "a schema has no format");
  return schema.format;
}

inline const Schema& only_child(const Schema& schema) {
  require(schema.n_children == 1 && schema.children && schema.children[0], "a list has no type of its items");
  return *schema.children[0];
}

[[noreturn]] inline void refuse(const Schema& schema) { throw WrongColumn{std::string(format_of(schema)), {}}; }

inline std::int64_t index_width(const Schema& schema) {
  constexpr std::string_view kinds = "csilCSIL";
  const std::string_view format = format_of(schema);
  const std::size_t at = format.size() == 1 ? kinds.find(format[0]) : std::string_view::npos;
  if (at == std::string_view::npos) refuse(schema);
  const std::int64_t bytes = std::int64_t{1} << (at % 4);
  return at < 4 ? -bytes : bytes;
}

inline std::int64_t fixed_size(std::string_view digits) {
  std::int64_t size = 0;
  require(!digits.empty() && digits.size() <= 10, "a list of a fixed size has no size");
  for (const char digit : digits) {
    require(digit >= '0' && digit <= '9', "the size of a list is no number");
    size = 10 * size + (digit - '0');
  }
  return size;
}

// What stands in a column of texts, or in the lists of one.
inline Kind text_kind(const Schema& schema) {
  Kind kind;
  const std::string_view format = format_of(schema);
  if (schema.dictionary) {
    kind.layout = Layout::dictionary;
    kind.width = index_width(schema);
    if (schema.dictionary->dictionary) refuse(*schema.dictionary);
    kind.inner = std::make_unique<Kind>(text_kind(*schema.dictionary));
  } else if (format == "n") {
    kind.layout = Layout::none;
  } else if (format == "u") {
    kind.layout = Layout::text32;
  } else if (format == "U") {
    kind.layout = Layout::text64;
  } else if (format == "vu") {
    kind.layout = Layout::view;
  } else {
    refuse(schema);
  }
  return kind;
}

inline Kind column_kind(const Schema& schema) {
  const std::string_view format = format_of(schema);
  if (schema.dictionary || format.empty() || format[0] != '+' || format == "+s") return text_kind(schema);
  Kind kind;
  if (format == "+l") kind.layout = Layout::list32;
  else if (format == "+L") kind.layout = Layout::list64;
  else if (format == "+vl") kind.layout = Layout::view32;
  else if (format == "+vL") kind.layout = Layout::view64;
  else if (format.substr(0, 3) == "+w:") kind.layout = Layout::fixed, kind.width = fixed_size(format.substr(3));
  else refuse(schema);
  const Schema& items = only_child(schema);
  try {
    kind.inner = std::make_unique<Kind>(text_kind(items));
  } catch (const WrongColumn&) {
    refuse(schema);  // lists of other things are told from columns of them
  }
  return kind;
}

// A table of one column stands for that column.
inline Kind kind_of(const Schema& schema) {
  if (schema.dictionary || format_of(schema) != "+s") return column_kind(schema);
  require(schema.n_children >= 0 && (schema.n_children == 0 || schema.children), "a table has no columns");
  if (schema.n_children != 1) {
    WrongColumn wrong{"+s", {}};
    for (std::int64_t at = 0; at < schema.n_children; ++at) {
      require(schema.children[at] != nullptr, "a table lacks a column");
      const char* const name = schema.children[at]->name;
      wrong.columns.emplace_back(name ? name : "");
    }
    throw wrong;
  }
  Kind kind;
  kind.layout = Layout::table;
  kind.inner = std::make_unique<Kind>(column_kind(only_child(schema)));
  return kind;
}

// Values need not lie at addresses that suit their type.
template <class Value>
Value load(const void* values, std::size_t at) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(values) + at * sizeof(Value), sizeof(Value));
  return value;
}

// Rows of an array, from one on; an item is there if its own bit is set and that of the row it stands in.
struct Window {
  const Array* array = nullptr;
  std::size_t at = 0, size = 0;
  const std::uint8_t* outer = nullptr;
  std::size_t outer_at = 0;

  bool has(std::size_t i) const { return bit(own(), at + i) && bit(outer, outer_at + i); }
  const void* buffer(std::int64_t number) const { return array->buffers[number]; }

  const std::uint8_t* own() const {
    if (array->n_buffers == 0 || array->null_count == 0) return nullptr;
    return static_cast<const std::uint8_t*>(array->buffers[0]);
  }

 private:
  static bool bit(const std::uint8_t* bits, std::size_t i) { return !bits || (bits[i / 8] >> (i % 8) & 1) != 0; }
};

inline void check_array(const Array& array) {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  require(array.length >= 0 && array.length <= most, "an array has a wrong length");
  require(array.offset >= 0 && array.offset <= most, "an array has a wrong offset");
  require(array.null_count >= -1 && array.null_count <= array.length, "an array has a wrong number of nulls");
  require(array.n_buffers >= 0 && array.n_children >= 0, "an array has a negative number of parts");
  require(array.n_buffers == 0 || array.buffers, "an array has no buffers");
}

// Rows first..first + size of an array, counted from its own start.
inline Window window(const Array* array, std::size_t first, std::size_t size) {
  require(array != nullptr, "an array lacks a part");
  check_array(*array);
  const auto length = static_cast<std::size_t>(array->length);
  require(first <= length && size <= length - first, "an array is shorter than its rows");
  Window rows;
  rows.array = array;
  rows.at = static_cast<std::size_t>(array->offset) + first;
  rows.size = size;
  return rows;
}

inline void check_nulls(const Array& array) {
  require(array.null_count <= 0 || array.buffers[0], "an array has nulls and does not tell which");
}

inline const Array* only_child(const Array& array) {
  require(array.n_children == 1 && array.children, "an array has a wrong number of children");
  return array.children[0];
}

}  // namespace arrow

}  // namespace infrarouge
