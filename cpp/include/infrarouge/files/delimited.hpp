// Fields of CSV, read as Python's csv module reads them when it is strict; a row that is not plain is left to that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "infrarouge/files/fields.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Reads one row after another.
class DelimitedReader {
 public:
  enum class Row : std::uint8_t { whole, blank, cut, strange };

  DelimitedReader(std::string_view text, char delimiter, bool last, Arena& arena)
      : text_(text), delimiter_(delimiter), last_(last), arena_(arena) {}

  // The fields of the row that begins at `at`, which moves behind it; a row that the block cuts off leaves it there.
  Row row(std::size_t& at, std::vector<std::string_view>& fields, std::size_t& lines) {
    fields.clear();
    std::size_t here = at, feeds = 0;
    if (here < text_.size() && (text_[here] == '\n' || text_[here] == '\r')) {
      const Row ended = end_of_row(here);
      if (ended != Row::whole) return ended;
      at = here;
      ++lines;
      return Row::blank;
    }
    for (;;) {
      const std::size_t begin = here;
      const Row field = next_field(here, fields, feeds);
      Stop::poll(here - begin + 16);
      if (field != Row::whole) return field;
      if (here < text_.size() && text_[here] == delimiter_) {
        ++here;
        continue;
      }
      const Row ended = end_of_row(here);
      if (ended != Row::whole) return ended;
      at = here;
      lines += feeds + 1;
      return Row::whole;
    }
  }

 private:
  Row cut() const { return last_ ? Row::strange : Row::cut; }

  // Behind the last field: the file's end, or carriage returns and a line feed.
  Row end_of_row(std::size_t& at) const {
    at = first_place(at, text_.size(), [&](std::size_t i) { return text_[i] != '\r'; });
    if (at == text_.size()) return last_ ? Row::whole : Row::cut;
    if (text_[at] != '\n') return Row::strange;
    ++at;
    return Row::whole;
  }

  Row next_field(std::size_t& at, std::vector<std::string_view>& fields, std::size_t& feeds) {
    if (at < text_.size() && text_[at] == '"') return quoted(at, fields, feeds);
    const std::size_t begin = at;
    at = first_place(at, text_.size(), [&](std::size_t i) {
      return text_[i] == delimiter_ || text_[i] == '\n' || text_[i] == '\r' || text_[i] == '\0';
    });
    if (at < text_.size() && text_[at] == '\0') return Row::strange;
    if (at == text_.size() && !last_) return Row::cut;
    fields.push_back(text_.substr(begin, at - begin));
    return Row::whole;
  }

  Row quoted(std::size_t& at, std::vector<std::string_view>& fields, std::size_t& feeds) {
    char* out = nullptr;
    for (std::size_t begin = ++at;;) {
      Stop::poll(16);
      const std::size_t mark = text_.find('"', at);
      if (mark == std::string_view::npos) return cut();
      if (mark + 1 == text_.size() && !last_) return Row::cut;
      const bool twice = mark + 1 < text_.size() && text_[mark + 1] == '"';
      if (twice || out) {
        if (!out) out = arena_.here();
        const std::size_t size = mark + (twice ? 1 : 0) - begin;
        std::memcpy(out, text_.data() + begin, size);
        out += size;
      }
      at = mark + 1;
      if (twice) {
        begin = ++at;
        continue;
      }
      const std::string_view field = out ? arena_.keep(out) : text_.substr(begin, mark - begin);
      for (const char c : field) feeds += c == '\n';
      if (std::memchr(field.data(), '\0', field.size())) return Row::strange;
      fields.push_back(field);
      const bool ends = at == text_.size() || text_[at] == delimiter_ || text_[at] == '\n' || text_[at] == '\r';
      return ends ? Row::whole : Row::strange;
    }
  }

  std::string_view text_;
  char delimiter_;
  bool last_;
  Arena& arena_;
};

// The whole rows of a block; `places` says where each column stands among `width` fields. Nothing where a row is not
// plain.
inline std::optional<Block> read_delimited(std::string_view text, char delimiter, std::size_t width,
                                           const std::vector<std::size_t>& places, bool last, Arena& arena) {
  using Row = DelimitedReader::Row;
  Block block;
  for (std::size_t at = 0; at < places.size(); ++at) block.columns.emplace_back(FieldKind::text);
  DelimitedReader reader(text, delimiter, last, arena);
  std::vector<std::string_view> fields;
  const std::vector<std::string_view> no_items;
  while (block.used < text.size()) {
    const auto begin = static_cast<std::int64_t>(block.lines);
    const Row row = reader.row(block.used, fields, block.lines);
    Stop::poll(16);
    if (row == Row::cut) break;
    if (row == Row::strange || (row == Row::whole && fields.size() != width)) return std::nullopt;
    if (row == Row::blank) continue;
    for (std::size_t at = 0; at < places.size(); ++at) {
      Cell cell;
      cell.kind = Cell::Kind::text;
      cell.text = fields[places[at]];
      block.columns[at].add(cell, no_items);
    }
    block.numbers.push_back(begin);
  }
  if (!unicode::is_utf8(reinterpret_cast<const std::uint8_t*>(text.data()), block.used)) return std::nullopt;
  return block;
}

}  // namespace infrarouge
