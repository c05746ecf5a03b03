// Fields of JSON Lines, read as Python's json module reads them; a line that is not plain is left to that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infrarouge/files/fields.hpp"
#include "infrarouge/reading/utf8.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Reads one line after another; `row` is false for a line that it does not understand in full.
class JsonReader {
 public:
  JsonReader(const std::vector<Field>& fields, Arena& arena)
      : fields_(fields), arena_(arena), cells_(2 * fields.size()) {}

  // Lists and objects inside one another: far fewer than Python takes, far more than rows have.
  static constexpr int deepest = 64;
  // A whole number of more digits is refused by some versions of Python.
  static constexpr std::size_t most_digits = 600;
  // What a value costs besides its bytes.
  static constexpr std::size_t step = 16;

  bool row(std::string_view line, std::vector<FieldColumn>& columns) {
    at_ = line.data();
    end_ = line.data() + line.size();
    items_.clear();
    for (Cell& cell : cells_) cell = Cell{};
    blanks();
    if (!eat('{') || !members()) return false;
    blanks();
    if (at_ != end_) return false;
    for (std::size_t at = 0; at < fields_.size(); ++at) {
      const Cell& cell = cells_[2 * at].kind == Cell::Kind::absent ? cells_[2 * at + 1] : cells_[2 * at];
      if (!columns[at].add(cell, items_)) return false;
    }
    return true;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  void blanks() { skip_all_of(is_blank); }

  template <class Is>
  void skip_all_of(Is&& is) {
    at_ += first_place(0, static_cast<std::size_t>(end_ - at_), [&](std::size_t at) { return !is(at_[at]); });
  }

  bool eat(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  bool eat_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() || std::memcmp(at_, word.data(), word.size()) != 0)
      return false;
    at_ += word.size();
    return true;
  }

  // The members of the row itself, behind its bracket.
  bool members() {
    blanks();
    if (eat('}')) return true;
    for (;;) {
      Stop::poll(step);
      std::string_view key;
      bool lone = false;
      if (!eat('"') || !string(&key, lone)) return false;
      blanks();
      if (!eat(':')) return false;
      blanks();
      Cell* const cell = lone ? nullptr : cell_of(key);
      if (cell ? !wanted(*cell) : !skip(1)) return false;
      blanks();
      if (eat('}')) return true;
      if (!eat(',')) return false;
      blanks();
    }
  }

  Cell* cell_of(std::string_view key) {
    for (std::size_t at = 0; at < fields_.size(); ++at) {
      if (key == fields_[at].name) return &cells_[2 * at];
      if (!fields_[at].other.empty() && key == fields_[at].other) return &cells_[2 * at + 1];
    }
    return nullptr;
  }

  // A value that is asked for; a name that comes again is left to the definition, which refuses it.
  bool wanted(Cell& cell) {
    if (at_ == end_ || cell.kind != Cell::Kind::absent) return false;
    if (*at_ == '"') {
      ++at_;
      bool lone = false;
      if (!string(&cell.text, lone)) return false;
      cell.kind = lone ? Cell::Kind::other : Cell::Kind::text;
      return true;
    }
    if (*at_ == 'n' || *at_ == 'N') {
      cell.kind = Cell::Kind::null;
      return eat_word("null") || eat_word("NaN");
    }
    if (*at_ == '[') {
      ++at_;
      return list(cell);
    }
    const char* const begin = at_;
    bool whole = false;
    if (*at_ == '-' || is_digit(*at_)) {
      if (!number(whole)) return false;
      cell.text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
      if (cell.text == "-0") cell.text = "0";
      cell.kind = whole ? Cell::Kind::whole : Cell::Kind::other;
      return true;
    }
    cell.kind = Cell::Kind::other;
    return skip(1);
  }

  bool list(Cell& cell) {
    cell.kind = Cell::Kind::list;
    cell.begin = items_.size();
    blanks();
    if (!eat(']')) {
      for (;;) {
        Stop::poll(step);
        std::string_view text;
        bool lone = false;
        if (eat('"')) {
          if (!string(&text, lone)) return false;
          items_.push_back(text);
          if (lone) cell.kind = Cell::Kind::other;
        } else if (!eat_word("null") && !eat_word("NaN")) {
          if (!skip(2)) return false;
          cell.kind = Cell::Kind::other;
        }
        blanks();
        if (eat(']')) break;
        if (!eat(',')) return false;
        blanks();
      }
    }
    cell.end = items_.size();
    return true;
  }

  // Goes over a value that nobody asked for.
  bool skip(int depth) {
    if (at_ == end_ || depth > deepest) return false;
    bool unused = false;
    switch (*at_) {
      case '"':
        ++at_;
        return string(nullptr, unused);
      case '{':
        ++at_;
        return skip_members(depth);
      case '[':
        ++at_;
        return skip_items(depth);
      case 't':
        return eat_word("true");
      case 'f':
        return eat_word("false");
      case 'n':
        return eat_word("null");
      case 'N':
        return eat_word("NaN");
      case 'I':
        return eat_word("Infinity");
      default:
        return number(unused);
    }
  }

  bool skip_members(int depth) {
    blanks();
    if (eat('}')) return true;
    for (;;) {
      Stop::poll(step);
      bool unused = false;
      if (!eat('"') || !string(nullptr, unused)) return false;
      blanks();
      if (!eat(':')) return false;
      blanks();
      if (!skip(depth + 1)) return false;
      blanks();
      if (eat('}')) return true;
      if (!eat(',')) return false;
      blanks();
    }
  }

  bool skip_items(int depth) {
    blanks();
    if (eat(']')) return true;
    for (;;) {
      Stop::poll(step);
      if (!skip(depth + 1)) return false;
      blanks();
      if (eat(']')) return true;
      if (!eat(',')) return false;
      blanks();
    }
  }

  bool digits() {
    const char* const begin = at_;
    skip_all_of(is_digit);
    return at_ != begin && static_cast<std::size_t>(at_ - begin) <= most_digits;
  }

  bool number(bool& whole) {
    if (eat('-') && eat_word("Infinity")) return true;
    if (!eat('0') && !digits()) return false;
    whole = true;
    if (at_ < end_ && *at_ == '.') {
      ++at_;
      whole = false;
      if (!digits()) return false;
    }
    if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      whole = false;
      if (!eat('-')) eat('+');
      if (!digits()) return false;
    }
    return true;
  }

  // The next byte that ends a string or needs a look: a mark, a backslash or a control.
  const char* next_special(const char* at) const {
    constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    const char* const begin = at;
    Pace pace;
    for (; end_ - at >= 8; at += 8) {
      pace.at(static_cast<std::size_t>(at - begin));
      std::uint64_t eight = 0;
      std::memcpy(&eight, at, 8);
      const std::uint64_t mark = eight ^ (ones * '"'), slash = eight ^ (ones * '\\');
      const std::uint64_t is_mark = (mark - ones) & ~mark, is_slash = (slash - ones) & ~slash;
      const std::uint64_t is_control = (eight - ones * 0x20) & ~eight;
      if ((is_mark | is_slash | is_control) & highs) break;
    }
    while (at < end_ && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20) ++at;
    return at;
  }

  // A string behind its first mark; kept where `text` is asked for. `lone` tells of half a pair of surrogates.
  bool string(std::string_view* text, bool& lone) {
    const char* const begin = at_;
    at_ = next_special(at_);
    if (at_ == end_) return false;
    if (*at_ == '"') {
      if (text) *text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
      ++at_;
      return true;
    }
    char* out = text ? arena_.here() : nullptr;
    const auto copy = [&out](const char* from, const char* to) {
      if (!out) return;
      std::memcpy(out, from, static_cast<std::size_t>(to - from));
      out += to - from;
    };
    copy(begin, at_);
    while (at_ != end_ && *at_ == '\\') {
      Stop::poll(step);
      ++at_;
      if (!escape(out, lone)) return false;
      const char* const plain = at_;
      at_ = next_special(at_);
      copy(plain, at_);
    }
    if (!eat('"')) return false;
    if (text) *text = arena_.keep(out);
    return true;
  }

  bool escape(char*& out, bool& lone) {
    if (at_ == end_) return false;
    const char c = *at_++;
    if (c == 'u') return code(out, lone);
    constexpr std::string_view spelled = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const std::size_t which = spelled.find(c);
    if (which == std::string_view::npos) return false;
    if (out) *out++ = meant[which];
    return true;
  }

  bool code(char*& out, bool& lone) {
    char32_t first = 0;
    if (!hex(first)) return false;
    if (first >= 0xD800 && first < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u') {
      const char* const back = at_;
      char32_t second = 0;
      at_ += 2;
      if (!hex(second)) return false;
      if (second >= 0xDC00 && second < 0xE000) first = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
      else at_ = back;
    }
    lone = lone || (first >= 0xD800 && first < 0xE000);
    if (out) out = reinterpret_cast<char*>(unicode::put_utf8(first, reinterpret_cast<std::uint8_t*>(out)));
    return true;
  }

  bool hex(char32_t& code) {
    if (end_ - at_ < 4) return false;
    code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = *at_++, low = static_cast<char>(c | 0x20);
      if (is_digit(c)) code = code << 4 | static_cast<char32_t>(c - '0');
      else if (low >= 'a' && low <= 'f') code = code << 4 | static_cast<char32_t>(low - 'a' + 10);
      else return false;
    }
    return true;
  }

  const std::vector<Field>& fields_;
  Arena& arena_;
  std::vector<Cell> cells_;  // by name and by the other name of each field
  std::vector<std::string_view> items_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

// The whole lines of a block, the last of a file also without its line feed; nothing where one is not plain.
inline std::optional<Block> read_json_lines(std::string_view text, const std::vector<Field>& fields, bool last,
                                            Arena& arena) {
  Block block;
  for (const Field& field : fields) block.columns.emplace_back(field.kind);
  JsonReader reader(fields, arena);
  while (block.used < text.size()) {
    Stop::poll(16);
    const std::size_t found = text.find('\n', block.used);
    if (found == std::string_view::npos && !last) break;
    const std::size_t end = found == std::string_view::npos ? text.size() : found + 1;
    const std::string_view line = text.substr(block.used, end - block.used);
    const auto is_word = [&](std::size_t at) { return line[at] != ' ' && (line[at] < '\t' || line[at] > '\r'); };
    if (first_place(0, line.size(), is_word) < line.size()) {
      if (!reader.row(line, block.columns)) return std::nullopt;
      block.numbers.push_back(static_cast<std::int64_t>(block.lines));
    }
    Stop::poll(line.size());
    ++block.lines;
    block.used = end;
  }
  if (!unicode::is_utf8(reinterpret_cast<const std::uint8_t*>(text.data()), block.used)) return std::nullopt;
  return block;
}

}  // namespace infrarouge
