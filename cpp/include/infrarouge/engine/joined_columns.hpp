// Several columns of references as one column of lists, in which what is missing is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "infrarouge/engine/text_column.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Texts begin..end of a column, which are rows begin..end where it has no lists, else all of its rows.
struct ColumnPart {
  std::shared_ptr<const TextColumn> column;
  std::size_t begin = 0, end = 0;

  std::size_t rows() const { return column->has_lists() ? column->missing().size() : end - begin; }
};

// The columns have the same number of rows. A row without any text is a list that is null: one missing text.
inline std::shared_ptr<const TextColumn> joined_columns(std::vector<ColumnPart> parts) {
  std::vector<Text> texts;
  std::vector<std::int64_t> rows{0};
  std::vector<std::uint8_t> missing;
  const std::size_t n = parts.empty() ? 0 : parts.front().rows();
  for (std::size_t row = 0; row < n; ++row) {
    Stop::poll(16 * parts.size());
    const std::size_t before = texts.size();
    for (const ColumnPart& part : parts) {
      const std::vector<Text>& all = part.column->texts();
      const bool lists = part.column->has_lists();
      const std::size_t begin = lists ? static_cast<std::size_t>(part.column->rows()[row]) : part.begin + row;
      const std::size_t end = lists ? static_cast<std::size_t>(part.column->rows()[row + 1]) : begin + 1;
      for (std::size_t at = begin; at < end; ++at)
        if (all[at].data) texts.push_back(all[at]);
    }
    missing.push_back(texts.size() == before);
    if (missing.back()) texts.push_back(Text{});
    rows.push_back(static_cast<std::int64_t>(texts.size()));
  }
  auto owner = std::make_shared<const std::vector<ColumnPart>>(std::move(parts));
  return std::make_shared<const TextColumn>(std::move(texts), std::move(rows), std::move(missing), std::move(owner));
}

}  // namespace infrarouge
