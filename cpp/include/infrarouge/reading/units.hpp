// The code units of a text, whichever width they have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "infrarouge/reading/document.hpp"
#include "infrarouge/reading/utf8.hpp"

namespace infrarouge {

// Whether a text that is given in UTF-8 is ASCII.
inline bool is_ascii(const Text& text) {
  return text.width == Width::utf8 && unicode::is_ascii(static_cast<const std::uint8_t*>(text.data), text.size);
}

// Calls use(units, size, ascii); UTF-8 that is not ASCII is decoded into `codes` first.
template <class Use>
void with_units(const Text& text, std::vector<std::uint32_t>& codes, Use&& use) {
  const auto* bytes = static_cast<const std::uint8_t*>(text.data);
  switch (text.width) {
    case Width::ascii:
      return use(bytes, text.size, true);
    case Width::latin1:
      return use(bytes, text.size, false);
    case Width::ucs2:
      return use(static_cast<const std::uint16_t*>(text.data), text.size, false);
    case Width::ucs4:
      return use(static_cast<const std::uint32_t*>(text.data), text.size, false);
    case Width::utf8:
      if (unicode::is_ascii(bytes, text.size)) return use(bytes, text.size, true);
      unicode::decode_utf8(bytes, text.size, codes);
      return use(static_cast<const std::uint32_t*>(codes.data()), codes.size(), false);
  }
}

}  // namespace infrarouge
