// Readers of tables: where a block of a file ends changes nothing, and numbers that are written read back.
//
// `make fuzz` runs it for long; by hand: ./fuzz_program [rounds] [seed], from the root of the project.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "drive.hpp"
#include "infrarouge/files/delimited.hpp"
#include "infrarouge/files/json_lines.hpp"
#include "infrarouge/files/row_lines.hpp"

namespace {

using namespace infrarouge;

// Pieces of which rows are made; a byte of the input names one, or stands for itself.
const char* const pieces[] = {"{\"a\": \"",
                              "\"}\n",
                              "\", \"b\": \"",
                              "{\"a\": [\"",
                              "\", \"",
                              "\"]}\n",
                              "\\n",
                              "\\u00e9",
                              "\\ud83d\\ude00",
                              "\\ud800",
                              "\\\"",
                              "null",
                              "{",
                              "}",
                              "[",
                              "]",
                              ":",
                              ",",
                              "\"",
                              "\"\"",
                              "\n",
                              "\r\n",
                              " ",
                              "1.5e-3",
                              "-0",
                              "12345",
                              "NaN",
                              "true",
                              "\"a\"",
                              "\"b\"",
                              "x,y\n",
                              "\"x\"\"y\"",
                              "\xc3\xa9",
                              "\xe2\x82\xac",
                              "\xff",
                              "word word"};
constexpr std::size_t n_pieces = sizeof pieces / sizeof *pieces;

// Memory of the very size, so that a sanitizer sees every step beyond it.
struct Exact {
  explicit Exact(std::string_view text) : size(text.size()), bytes(new char[text.size()]) {
    if (size) std::memcpy(bytes.get(), text.data(), size);
  }
  std::string_view view() const { return {bytes.get(), size}; }
  std::size_t size;
  std::unique_ptr<char[]> bytes;
};

// The texts of every row, each with its size and the row's line, as one string.
std::string shown(Block& block, std::size_t line) {
  std::vector<std::shared_ptr<const TextColumn>> columns;
  for (FieldColumn& column : block.columns) columns.push_back(column.column(nullptr));
  std::string out;
  for (std::size_t row = 0; row < block.numbers.size(); ++row) {
    out += "row " + std::to_string(line + static_cast<std::size_t>(block.numbers[row]));
    for (const auto& column : columns) {
      std::size_t begin = row, end = row + 1;
      if (column->has_lists()) {
        begin = static_cast<std::size_t>(column->rows()[row]);
        end = static_cast<std::size_t>(column->rows()[row + 1]);
      }
      for (std::size_t at = begin; at < end; ++at) {
        const Text& text = column->texts()[at];
        out += text.data ? " " + std::to_string(text.size) + ":" : " none";
        if (text.size) out.append(static_cast<const char*>(text.data), text.size);
      }
      out += "|";
    }
  }
  return out;
}

using Read = std::optional<Block> (*)(std::string_view text, bool last, Arena& arena);

std::optional<Block> json(std::string_view text, bool last, Arena& arena) {
  static const std::vector<Field> fields = {
      {"a", "as", FieldKind::texts}, {"b", "", FieldKind::label}, {"a", "", FieldKind::texts}};
  return read_json_lines(text, fields, last, arena);
}

std::optional<Block> two_fields(std::string_view text, bool last, Arena& arena) {
  return read_delimited(text, ',', 2, {1, 0}, last, arena);
}

std::optional<Block> one_field(std::string_view text, bool last, Arena& arena) {
  return read_delimited(text, '\t', 1, {0}, last, arena);
}

// A text read in one block, and read in blocks of `size` bytes and what the one before has left.
void check_blocks(Read read, std::string_view text, std::size_t size) {
  const Exact exact(text);
  Arena arena(exact.size);
  auto whole = read(exact.view(), true, arena);
  if (whole) require(whole->used == text.size(), "the bytes of the whole");
  std::string parts;
  std::size_t begin = 0, end = 0, line = 0;
  for (bool is_last = false; !is_last;) {
    const std::size_t next = std::min(text.size(), end + size);
    is_last = next == end;
    end = next;
    const Exact piece(text.substr(begin, end - begin));
    Arena own(piece.size);
    auto block = read(piece.view(), is_last, own);
    if (!block) {
      // What is odd in a part is odd in the whole.
      require(!whole, "a part is odd");
      return;
    }
    require(block->used <= piece.size, "the bytes of a part");
    parts += shown(*block, line);
    begin += block->used;
    line += block->lines;
  }
  if (!whole) return;  // a row may be odd beside others only, as a list among texts never is
  require(begin == text.size() && line == whole->lines && parts == shown(*whole, 0), "blocks");
}

void check_numbers(const std::uint8_t* data, std::size_t size) {
  std::vector<double> values(size / 8);
  if (!values.empty()) std::memcpy(values.data(), data, values.size() * 8);
  const RowForm form{{"", ":", "\n"}, "nan", "inf"};
  const std::vector<std::vector<std::string_view>> none;
  const RowLines lines{form, 0, values.size(), none, values.data(), 1};
  const std::unique_ptr<char[]> out(new char[lines.most() + 1]);
  *lines.put(out.get()) = '\0';
  const char* at = out.get();
  for (const double value : values) {
    at = std::strchr(at, ':') + 1;
    char* end = nullptr;
    const double again = std::strtod(at, &end);
    require(*end == '\n' && (std::isnan(value) ? std::isnan(again) : again == value), "a number read back");
    at = end;
  }
}

void one_input(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return;
  std::string text;
  for (std::size_t i = 2; i < size; ++i) {
    if (data[i] < 128) text += static_cast<char>(data[i]);
    else text += pieces[(data[i] - 128u) % n_pieces];
  }
  const std::size_t block = 1 + data[1] % 64u;
  if (data[0] % 4 == 3) check_numbers(data + 2, size - 2);
  else check_blocks(data[0] % 4 == 0 ? json : data[0] % 4 == 1 ? two_fields : one_field, text, block);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  one_input(data, size);
  return 0;
}

#ifndef INFRAROUGE_LIBFUZZER
int main(int argc, char** argv) {
  const auto make = [](long round, std::mt19937& random, FuzzBytes& bytes) {
    bytes.assign(2 + random() % (round % 100 == 0 ? 2000u : 40u), 0);
    // Mostly pieces: rows that are read as far as they go.
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % 8 ? 128 + random() % 128 : random());
    bytes[0] = static_cast<std::uint8_t>(random());
    if (bytes[0] % 4 == 3)
      for (std::size_t i = 2; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(random());
    // Whole rows now and then, so that there is something to cut.
    if (bytes[0] % 4 == 0)
      for (std::size_t i = 2; i + 3 < bytes.size(); i += 3 + random() % 2) {
        bytes[i] = 128;
        bytes[i + 1] = static_cast<std::uint8_t>('a' + random() % 20);
        bytes[i + 2] = random() % 3 ? 129 : 130;
      }
  };
  return drive(argc, argv, "fuzz_tables", 20000, make, one_input);
}
#endif
