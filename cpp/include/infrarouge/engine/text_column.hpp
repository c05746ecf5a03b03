// The texts of an Arrow column, read where they lie: strings, views, dictionaries, and lists of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "infrarouge/engine/arrow_abi.hpp"
#include "infrarouge/engine/arrow_kinds.hpp"
#include "infrarouge/reading/document.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// The texts of a column, one after another, with the arrays that they lie in. Rows of lists have offsets, and a list
// that is null stands there as one missing text.
class TextColumn {
 public:
  explicit TextColumn(const arrow::Schema& schema) : kind_(arrow::kind_of(schema)) {}
  // Texts that lie in what `owner` holds; with `rows` and `missing` they are lists, else those are empty.
  TextColumn(std::vector<Text>&& texts, std::vector<std::int64_t>&& rows, std::vector<std::uint8_t>&& missing,
             std::shared_ptr<const void> owner)
      : owner_(std::move(owner)), texts_(std::move(texts)), rows_(std::move(rows)), missing_(std::move(missing)) {}
  TextColumn(const TextColumn&) = delete;
  TextColumn& operator=(const TextColumn&) = delete;

  // Takes over an array, whose texts come after those that are here.
  void add(arrow::Owned<arrow::Array>&& array) {
    arrays_.push_back(std::move(array));
    const arrow::Array& rows = *arrays_.back();
    arrow::check_array(rows);
    const arrow::Window all = arrow::window(&rows, 0, static_cast<std::size_t>(rows.length));
    if (kind_.layout != arrow::Layout::table) return read_column(kind_, all);
    arrow::require(rows.n_buffers == 1, "an array of a table has one buffer");
    arrow::check_nulls(rows);
    arrow::Window column = arrow::window(arrow::only_child(rows), all.at, all.size);
    column.outer = all.own();
    column.outer_at = all.at;
    read_column(*kind_.inner, column);
  }

  bool has_lists() const { return !rows_.empty() || kind_.is_list() || (kind_.inner && kind_.inner->is_list()); }
  const std::vector<Text>& texts() const { return texts_; }
  // Where the texts of each list begin, and where the last ends; and which lists are null.
  const std::vector<std::int64_t>& rows() const { return rows_; }
  const std::vector<std::uint8_t>& missing() const { return missing_; }

 private:
  void read_column(const arrow::Kind& kind, const arrow::Window& rows) {
    if (kind.is_list()) read_lists(kind, rows);
    else read_texts(kind, rows, texts_);
  }

  static void read_texts(const arrow::Kind& kind, const arrow::Window& rows, std::vector<Text>& out) {
    using arrow::Layout;
    out.reserve(out.size() + rows.size);
    if (kind.layout == Layout::none || rows.size == 0) return out.resize(out.size() + rows.size);
    if (kind.layout == Layout::text32) return read_strings<std::int32_t>(rows, out);
    if (kind.layout == Layout::text64) return read_strings<std::int64_t>(rows, out);
    if (kind.layout == Layout::view) return read_views(rows, out);
    read_dictionary(kind, rows, out);
  }

  // An empty text has an address, for a text without one is missing.
  static Text text_at(const char* bytes, std::size_t size) { return Text{size ? bytes : "", size, Width::utf8}; }

  template <class Offset>
  static void read_strings(const arrow::Window& rows, std::vector<Text>& out) {
    arrow::require(rows.array->n_buffers == 3, "an array of strings has three buffers");
    arrow::check_nulls(*rows.array);
    const void* const offsets = rows.buffer(1);
    const char* const bytes = static_cast<const char*>(rows.buffer(2));
    arrow::require(offsets != nullptr, "an array of strings has no offsets");
    Offset begin = arrow::load<Offset>(offsets, rows.at);
    arrow::require(begin >= 0, "the offsets of strings are negative");
    for (std::size_t i = 0; i < rows.size; ++i) {
      const Offset end = arrow::load<Offset>(offsets, rows.at + i + 1);
      arrow::require(begin <= end, "the offsets of strings run backwards");
      arrow::require(begin == end || bytes, "an array of strings has no bytes");
      out.push_back(rows.has(i) ? text_at(bytes + begin, static_cast<std::size_t>(end - begin)) : Text{});
      begin = end;
    }
  }

  static void read_views(const arrow::Window& rows, std::vector<Text>& out) {
    const arrow::Array& array = *rows.array;
    arrow::require(array.n_buffers >= 3, "an array of string views has three buffers or more");
    arrow::check_nulls(array);
    const char* const views = static_cast<const char*>(rows.buffer(1));
    const std::int64_t buffers = array.n_buffers - 3;
    const void* const sizes = rows.buffer(array.n_buffers - 1);
    arrow::require(views != nullptr, "an array of string views has no views");
    arrow::require(buffers == 0 || sizes, "an array of string views does not tell the sizes of its buffers");
    for (std::size_t i = 0; i < rows.size; ++i) {
      if (!rows.has(i)) {
        out.push_back(Text{});
        continue;
      }
      const char* const view = views + 16 * (rows.at + i);
      const auto size = arrow::load<std::int32_t>(view, 0);
      arrow::require(size >= 0, "a string view has a negative size");
      if (size <= 12) {
        out.push_back(text_at(view + 4, static_cast<std::size_t>(size)));
        continue;
      }
      const auto number = arrow::load<std::int32_t>(view, 2), begin = arrow::load<std::int32_t>(view, 3);
      arrow::require(number >= 0 && number < buffers, "a string view names a buffer that is not there");
      const auto whole = arrow::load<std::int64_t>(sizes, static_cast<std::size_t>(number));
      arrow::require(begin >= 0 && whole >= 0 && std::int64_t{begin} + size <= whole,
                     "a string view reaches beyond its buffer");
      const char* const bytes = static_cast<const char*>(rows.buffer(2 + number));
      arrow::require(bytes != nullptr, "a string view names a buffer that is not there");
      out.push_back(text_at(bytes + begin, static_cast<std::size_t>(size)));
    }
  }

  static std::int64_t index_at(const void* indices, std::size_t at, std::int64_t width) {
    switch (width) {
      case -1:
        return arrow::load<std::int8_t>(indices, at);
      case -2:
        return arrow::load<std::int16_t>(indices, at);
      case -4:
        return arrow::load<std::int32_t>(indices, at);
      case 1:
        return arrow::load<std::uint8_t>(indices, at);
      case 2:
        return arrow::load<std::uint16_t>(indices, at);
      case 4:
        return arrow::load<std::uint32_t>(indices, at);
      default:
        return arrow::load<std::int64_t>(indices, at);  // an unsigned one too large is negative here
    }
  }

  static void read_dictionary(const arrow::Kind& kind, const arrow::Window& rows, std::vector<Text>& out) {
    arrow::require(rows.array->n_buffers == 2, "an array of dictionary indices has two buffers");
    arrow::require(rows.array->dictionary != nullptr, "an array lacks its dictionary");
    arrow::check_nulls(*rows.array);
    const void* const indices = rows.buffer(1);
    arrow::require(indices != nullptr, "an array lacks its dictionary indices");
    arrow::check_array(*rows.array->dictionary);
    std::vector<Text> values;
    const auto length = static_cast<std::size_t>(rows.array->dictionary->length);
    read_texts(*kind.inner, arrow::window(rows.array->dictionary, 0, length), values);
    for (std::size_t i = 0; i < rows.size; ++i) {
      if (!rows.has(i)) {
        out.push_back(Text{});
        continue;
      }
      const std::int64_t index = index_at(indices, rows.at + i, kind.width);
      arrow::require(index >= 0 && static_cast<std::size_t>(index) < values.size(),
                     "a dictionary index names a value that is not there");
      out.push_back(values[static_cast<std::size_t>(index)]);
    }
  }

  // Items begin..end of a list.
  struct Extent {
    std::int64_t begin, end;
  };

  template <class Offset, bool Sized>
  static Extent extent(const arrow::Window& rows, std::size_t i) {
    const auto begin = arrow::load<Offset>(rows.buffer(1), rows.at + i);
    if constexpr (!Sized) return {begin, arrow::load<Offset>(rows.buffer(1), rows.at + i + 1)};
    const auto size = arrow::load<Offset>(rows.buffer(2), rows.at + i);
    arrow::require(size >= 0 && begin >= 0 && begin <= std::numeric_limits<std::int64_t>::max() - size,
                   "a list has a wrong size");
    return {begin, std::int64_t{begin} + size};
  }

  void read_lists(const arrow::Kind& kind, const arrow::Window& rows) {
    using arrow::Layout;
    if (rows_.empty()) rows_.push_back(0);
    if (rows.size == 0) return;
    const bool sized = kind.layout == Layout::view32 || kind.layout == Layout::view64;
    const std::int64_t buffers = kind.layout == Layout::fixed ? 1 : sized ? 3 : 2;
    arrow::require(rows.array->n_buffers == buffers, "an array of lists has a wrong number of buffers");
    arrow::check_nulls(*rows.array);
    for (std::int64_t at = 1; at < buffers; ++at)
      arrow::require(rows.buffer(at) != nullptr, "an array of lists has no offsets");
    const arrow::Array* const items = arrow::only_child(*rows.array);
    arrow::require(items != nullptr, "an array of lists has no items");
    arrow::check_array(*items);
    std::vector<Extent> extents(rows.size);
    std::int64_t first = items->length, last = 0;
    for (std::size_t i = 0; i < rows.size; ++i) {
      if (!rows.has(i)) {
        extents[i] = {-1, -1};
        continue;
      }
      const Extent list = kind.layout == Layout::list32   ? extent<std::int32_t, false>(rows, i)
                          : kind.layout == Layout::list64 ? extent<std::int64_t, false>(rows, i)
                          : kind.layout == Layout::view32 ? extent<std::int32_t, true>(rows, i)
                          : kind.layout == Layout::view64 ? extent<std::int64_t, true>(rows, i)
                                                          : fixed_extent(rows, i, kind.width, items->length);
      arrow::require(list.begin >= 0 && list.begin <= list.end, "the offsets of lists run backwards");
      arrow::require(list.end <= items->length, "a list reaches beyond the items");
      if (list.begin < list.end) {
        first = std::min(first, list.begin);
        last = std::max(last, list.end);
      }
      extents[i] = list;
    }
    std::vector<Text> texts;
    if (first < last) {
      const auto from = static_cast<std::size_t>(first), size = static_cast<std::size_t>(last - first);
      read_texts(*kind.inner, arrow::window(items, from, size), texts);
    }
    for (const Extent& list : extents) {
      if (list.begin < 0) texts_.push_back(Text{});
      else if (list.begin < list.end)
        texts_.insert(texts_.end(), texts.begin() + (list.begin - first), texts.begin() + (list.end - first));
      rows_.push_back(static_cast<std::int64_t>(texts_.size()));
      missing_.push_back(list.begin < 0);
    }
  }

  static Extent fixed_extent(const arrow::Window& rows, std::size_t i, std::int64_t width, std::int64_t items) {
    if (width == 0) return {0, 0};
    const auto at = static_cast<std::int64_t>(rows.at + i);
    arrow::require(at < items / width, "a list reaches beyond the items");
    return {at * width, (at + 1) * width};
  }

  arrow::Kind kind_;
  std::vector<arrow::Owned<arrow::Array>> arrays_;
  std::shared_ptr<const void> owner_;
  std::vector<Text> texts_;
  std::vector<std::int64_t> rows_;
  std::vector<std::uint8_t> missing_;
};

// Reads all arrays of a stream.
inline std::unique_ptr<TextColumn> read_stream(arrow::Owned<arrow::Stream> stream) {
  const auto check = [&](int status) {
    if (status == 0) return;
    const char* const said = stream->get_last_error ? stream->get_last_error(stream.get()) : nullptr;
    throw std::invalid_argument(std::string("its producer failed: ") + (said ? said : "it does not say why"));
  };
  arrow::require(static_cast<bool>(stream), "the stream was read before");
  arrow::require(stream->get_schema && stream->get_next, "the stream cannot be read");
  arrow::Owned<arrow::Schema> schema;
  check(stream->get_schema(stream.get(), schema.get()));
  arrow::require(static_cast<bool>(schema), "the stream has no schema");
  auto column = std::make_unique<TextColumn>(*schema);
  for (;;) {
    arrow::Owned<arrow::Array> array;
    check(stream->get_next(stream.get(), array.get()));
    if (!array) return column;
    Stop::poll(std::size_t{1} << 20);
    column->add(std::move(array));
  }
}

}  // namespace infrarouge
