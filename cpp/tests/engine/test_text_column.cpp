// Arrow columns: every layout is read in place, what is broken is refused, and what is taken over is released once.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/engine/test_text_column.cpp -pthread &&
//   ./a.out
#include "infrarouge/engine/text_column.hpp"

#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

int released = 0;

// An array with a type, whose buffers are exactly as large as they are given, so that a sanitizer sees what lies
// beyond.
struct Made {
  explicit Made(std::string kind, std::int64_t length) : format(std::move(kind)) {
    schema.format = format.c_str();
    schema.name = "text";
    schema.release = [](arrow::Schema* self) { self->release = nullptr; };
    array.length = length;
    array.release = [](arrow::Array* self) {
      self->release = nullptr;
      ++released;
    };
  }
  Made(const Made&) = delete;

  template <class Value>
  Made& buffer(const std::vector<Value>& values) {
    data.emplace_back(values.size() * sizeof(Value));
    if (!values.empty()) std::memcpy(data.back().data(), values.data(), data.back().size());
    return finish(data.back().data());
  }
  Made& no_buffer() {
    data.emplace_back();
    return finish(nullptr);
  }
  Made& child(Made& other) {
    schemas = {&other.schema};
    arrays = {&other.array};
    schema.n_children = array.n_children = 1;
    schema.children = schemas.data();
    array.children = arrays.data();
    return *this;
  }
  Made& dictionary(Made& other) {
    schema.dictionary = &other.schema;
    array.dictionary = &other.array;
    return *this;
  }

  // The texts with a bar between them, a dash for what is missing, brackets around lists; or that it is refused.
  std::string read() {
    arrow::Array copy = array;
    try {
      TextColumn column(schema);
      column.add(arrow::Owned<arrow::Array>(copy));
      std::string all;
      for (const Text& text : column.texts()) {
        all += text.data ? std::string(static_cast<const char*>(text.data), text.size) : "-";
        all += '|';
      }
      if (column.has_lists())
        for (const std::int64_t row : column.rows()) all += std::to_string(row) + ' ';
      return all;
    } catch (const std::invalid_argument&) {
      return "broken";
    } catch (const WrongColumn& wrong) {
      return "wrong " + wrong.format;
    }
  }

  std::string format;
  arrow::Schema schema{};
  arrow::Array array{};

 private:
  Made& finish(const void* address) {
    addresses.push_back(address);
    array.n_buffers = static_cast<std::int64_t>(addresses.size());
    array.buffers = addresses.data();
    return *this;
  }
  std::vector<std::vector<char>> data;
  std::vector<const void*> addresses;
  std::vector<arrow::Schema*> schemas;
  std::vector<arrow::Array*> arrays;
};

using Ints = std::vector<std::int32_t>;
using Longs = std::vector<std::int64_t>;
using Chars = std::vector<char>;

Chars chars(const std::string& text) { return Chars(text.begin(), text.end()); }

void strings() {
  Made texts("u", 3);
  texts.buffer(std::vector<std::uint8_t>{0x0A}).buffer(Ints{0, 1, 3, 3, 5}).buffer(chars("abcde"));
  texts.array.null_count = -1;
  CHECK_TEXT(texts.read(), "-|bc|-|");
  texts.array.offset = 1;
  CHECK_TEXT(texts.read(), "bc|-|de|");
  Made large("U", 2);
  large.no_buffer().buffer(Longs{2, 3, 4}).buffer(chars("abcd"));
  CHECK_TEXT(large.read(), "c|d|");
  Made nothing("n", 2);
  CHECK_TEXT(nothing.read(), "-|-|");
  Made numbers("l", 1);
  CHECK_TEXT(numbers.read(), "wrong l");
  Made backwards("u", 2);
  backwards.no_buffer().buffer(Ints{0, 2, 1}).buffer(chars("ab"));
  CHECK_TEXT(backwards.read(), "broken");
}

void views() {
  const std::string words = "a text of more than twelve bytes";
  std::vector<std::int32_t> view = {2, 0, 0, 0, 20, 0, 0, 2};
  std::memcpy(&view[1], "hi", 2);
  Made texts("vu", 2);
  texts.no_buffer().buffer(view).buffer(chars(words)).buffer(Longs{static_cast<std::int64_t>(words.size())});
  CHECK_TEXT(texts.read(), "hi|" + words.substr(2, 20) + "|");
  view[7] = 13;
  Made beyond("vu", 2);
  beyond.no_buffer().buffer(view).buffer(chars(words)).buffer(Longs{static_cast<std::int64_t>(words.size())});
  CHECK_TEXT(beyond.read(), "broken");
}

void nested() {
  Made words("u", 3);
  words.no_buffer().buffer(Ints{0, 1, 2, 3}).buffer(chars("abc"));
  Made lists("+l", 3);
  lists.buffer(std::vector<std::uint8_t>{0x05}).buffer(Ints{0, 1, 1, 3}).child(words);
  lists.array.null_count = 1;
  CHECK_TEXT(lists.read(), "a|-|b|c|0 1 2 4 ");
  Made beyond("+l", 1);
  beyond.no_buffer().buffer(Ints{0, 4}).child(words);
  CHECK_TEXT(beyond.read(), "broken");
  Made fixed("+w:2", 1);
  fixed.no_buffer().child(words);
  CHECK_TEXT(fixed.read(), "a|b|0 2 ");
  Made sized("+vL", 2);
  sized.no_buffer().buffer(Longs{1, 0}).buffer(Longs{2, 1}).child(words);
  CHECK_TEXT(sized.read(), "b|c|a|0 2 3 ");
  Made indices("c", 3);
  indices.no_buffer().buffer(std::vector<std::int8_t>{2, 0, 2}).dictionary(words);
  CHECK_TEXT(indices.read(), "c|a|c|");
  Made wrong("C", 1);
  wrong.no_buffer().buffer(std::vector<std::uint8_t>{3}).dictionary(words);
  CHECK_TEXT(wrong.read(), "broken");
  Made table("+s", 2);
  table.buffer(std::vector<std::uint8_t>{0x04}).child(words);
  table.array.offset = 1;
  table.array.null_count = 1;
  CHECK_TEXT(table.read(), "-|c|");
}

// Random offsets, views, indices and fields; buffers are as large as rows that are told, and not one byte more is read.
void random_arrays() {
  std::mt19937 random(7);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  std::size_t read = 0;
  for (int round = 0; round < 20000; ++round) {
    const int rows = draw(0, 3), shift = draw(0, 2);
    Made words("u", draw(0, 3));
    Ints offsets;
    for (int i = 0; i < 6; ++i) offsets.push_back(draw(0, 3) == 0 ? draw(-1, 4) : 2 * i);
    words.no_buffer().buffer(offsets).buffer(Chars(16, 'a'));
    const char* const kinds[] = {"+l", "+vl", "i", "vu", "+s"};
    Made outer(kinds[draw(0, 4)], rows);
    outer.array.offset = shift;
    outer.buffer(std::vector<std::uint8_t>{static_cast<std::uint8_t>(draw(0, 255))});
    Ints places;
    const int size = outer.format == "vu" ? 4 * (rows + shift) : rows + shift + (outer.format == "+l" ? 1 : 0);
    for (int i = 0; i < size; ++i) places.push_back(draw(-1, draw(0, 1) == 0 ? 3 : 20));
    if (outer.format != "+s") outer.buffer(places);
    if (outer.format == "+vl") outer.buffer(places);
    if (outer.format == "vu") outer.buffer(Chars(8, 'b')).buffer(Longs{8});
    if (outer.format == "i") outer.dictionary(words);
    else if (outer.format != "vu") outer.child(words);
    outer.array.null_count = draw(-1, rows);
    read += outer.read() != "broken";
  }
  CHECK(read > 1000 && read < 19000);
}

int next_array(arrow::Stream* self, arrow::Array* out) {
  auto& left = *static_cast<std::vector<arrow::Array>*>(self->private_data);
  if (left.empty()) return 0;
  *out = left.back();
  left.pop_back();
  return 0;
}

void streams() {
  Made first("u", 1), second("u", 2);
  first.no_buffer().buffer(Ints{0, 1}).buffer(chars("a"));
  second.no_buffer().buffer(Ints{0, 1, 2}).buffer(chars("bc"));
  std::vector<arrow::Array> arrays = {second.array, first.array};
  static arrow::Schema schema;
  schema = first.schema;
  arrow::Stream stream{[](arrow::Stream*, arrow::Schema* out) {
                         *out = schema;
                         return 0;
                       },
                       next_array, nullptr, [](arrow::Stream* self) { self->release = nullptr; }, &arrays};
  released = 0;
  {
    const auto column = read_stream(arrow::Owned<arrow::Stream>(stream));
    CHECK(stream.release == nullptr && column->texts().size() == 3 && released == 0);
  }
  CHECK(released == 2);
  arrow::Stream failing{[](arrow::Stream*, arrow::Schema*) { return 5; }, next_array,
                        [](arrow::Stream*) -> const char* { return "no such table"; },
                        [](arrow::Stream* self) { self->release = nullptr; }, nullptr};
  std::string said;
  try {
    read_stream(arrow::Owned<arrow::Stream>(failing));
  } catch (const std::invalid_argument& error) {
    said = error.what();
  }
  CHECK_TEXT(said, "its producer failed: no such table");
}

}  // namespace

int main() {
  strings();
  views();
  nested();
  random_arrays();
  streams();
  return finish("test_text_column");
}
