// Arrow columns as Python holds them: texts that stay in the producer's buffers for as long as anyone looks at them.
#pragma once

#include <cstddef>
#include <memory>

#include "infrarouge/engine/text_column.hpp"

namespace infrarouge::bindings {

// Texts begin..end of a column.
struct ArrowTexts {
  std::shared_ptr<const TextColumn> column;
  std::size_t begin = 0, end = 0;

  std::size_t size() const { return end - begin; }
  const Text* data() const { return column->texts().data() + begin; }
};

}  // namespace infrarouge::bindings
