// Fields of rows on their way into columns of texts: what the quick readers of tables share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/engine/text_column.hpp"
#include "infrarouge/support/buffer.hpp"

namespace infrarouge {

// What a field may hold: a text; a text or a list of texts; or a text or a whole number, as text. Each may be null.
enum class FieldKind : std::uint8_t { text, texts, label };

// A field by its name, or by another one where a row has none of the first.
struct Field {
  std::string name, other;
  FieldKind kind = FieldKind::text;
};

// What stands in a field of one row.
struct Cell {
  enum class Kind : std::uint8_t { absent, null, text, list, whole, other };
  Kind kind = Kind::absent;
  std::string_view text;
  std::size_t begin = 0, end = 0;  // of a list, its texts among those of all lists
};

// One column in the making. It holds lists from the first list on; a list without texts is a missing text.
class FieldColumn {
 public:
  explicit FieldColumn(FieldKind kind) : kind_(kind) {}

  // False where the field cannot hold this.
  bool add(const Cell& cell, const std::vector<std::string_view>& items) {
    switch (cell.kind) {
      case Cell::Kind::null:
        add_row(Text{}, true);
        return true;
      case Cell::Kind::text:
        add_row(text_of(cell.text), false);
        return true;
      case Cell::Kind::whole:
        if (kind_ != FieldKind::label) return false;
        add_row(text_of(cell.text), false);
        return true;
      case Cell::Kind::list:
        if (kind_ != FieldKind::texts) return false;
        add_list(cell, items);
        return true;
      default:
        return false;
    }
  }

  std::shared_ptr<const TextColumn> column(std::shared_ptr<const void> owner) {
    return std::make_shared<const TextColumn>(std::move(texts_), std::move(rows_), std::move(missing_),
                                              std::move(owner));
  }

 private:
  // An empty text has an address, for a text without one is missing.
  static Text text_of(std::string_view text) { return Text{text.empty() ? "" : text.data(), text.size(), Width::utf8}; }

  void add_row(const Text& text, bool missing) {
    texts_.push_back(text);
    if (!rows_.empty()) end_row(missing);
  }

  void add_list(const Cell& cell, const std::vector<std::string_view>& items) {
    if (rows_.empty()) {
      rows_.push_back(0);
      for (std::size_t at = 0; at < texts_.size(); ++at) {
        rows_.push_back(static_cast<std::int64_t>(at + 1));
        missing_.push_back(texts_[at].data == nullptr);
      }
    }
    for (std::size_t at = cell.begin; at < cell.end; ++at) texts_.push_back(text_of(items[at]));
    const bool missing = cell.begin == cell.end;
    if (missing) texts_.push_back(Text{});
    end_row(missing);
  }

  void end_row(bool missing) {
    rows_.push_back(static_cast<std::int64_t>(texts_.size()));
    missing_.push_back(missing);
  }

  FieldKind kind_;
  std::vector<Text> texts_;
  std::vector<std::int64_t> rows_;
  std::vector<std::uint8_t> missing_;
};

// Bytes that texts lie in where they are not spelled in the file as they read. It never moves what it holds.
class Arena {
 public:
  // A text never reads longer than it is spelled, so that the size of the block is enough for all.
  explicit Arena(std::size_t most) : most_(most) {}

  char* here() {
    if (!bytes_) bytes_.emplace(most_);
    return bytes_->data() + used_;
  }
  std::string_view keep(const char* end) {
    const std::string_view text(bytes_->data() + used_, static_cast<std::size_t>(end - bytes_->data()) - used_);
    used_ += text.size();
    return text;
  }

 private:
  std::size_t most_, used_ = 0;
  std::optional<Buffer> bytes_;
};

// What a block of a file holds: as many whole rows as it has, in columns.
struct Block {
  std::size_t used = 0;               // bytes of whole rows
  std::size_t lines = 0;              // lines in them
  std::vector<std::int64_t> numbers;  // the line of each row, from 0
  std::vector<FieldColumn> columns;
};

}  // namespace infrarouge
