// Fields of JSON Lines and CSV: plain rows become columns, every other row is refused; numbers as Python writes them.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/files/test_tables.cpp -pthread && ./a.out
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "infrarouge/engine/joined_columns.hpp"
#include "infrarouge/files/delimited.hpp"
#include "infrarouge/files/json_lines.hpp"
#include "infrarouge/files/row_lines.hpp"
#include "infrarouge/support/stop.hpp"

namespace {

using namespace infrarouge;

std::string shown(const Text& text) {
  return text.data ? std::string(static_cast<const char*>(text.data), text.size) : "(none)";
}

// A column on one line: texts with a bar between, and those of a list in brackets.
std::string shown(const TextColumn& column) {
  std::string out;
  const std::size_t rows = column.has_lists() ? column.missing().size() : column.texts().size();
  for (std::size_t row = 0; row < rows; ++row) {
    out += row ? "|" : "";
    if (!column.has_lists()) {
      out += shown(column.texts()[row]);
      continue;
    }
    for (auto at = column.rows()[row]; at < column.rows()[row + 1]; ++at)
      out += "[" + shown(column.texts()[static_cast<std::size_t>(at)]) + "]";
  }
  return out;
}

// A copy of the very size, so that a sanitizer sees every step beyond it.
struct Exact {
  explicit Exact(const std::string& text) : size(text.size()), bytes(new char[text.size() + 1]) {
    std::memcpy(bytes.get(), text.data(), size);
  }
  std::string_view view() const { return {bytes.get(), size}; }
  std::size_t size;
  std::unique_ptr<char[]> bytes;
};

std::string json(const std::string& text, FieldKind kind = FieldKind::texts, bool last = true) {
  const Exact exact(text);
  Arena arena(exact.size);
  auto block = read_json_lines(exact.view(), {{"a", "as", kind}}, last, arena);
  if (!block) return "(odd)";
  const auto column = block->columns[0].column(nullptr);
  return shown(*column) + " " + std::to_string(block->used) + " " + std::to_string(block->lines);
}

void json_lines() {
  CHECK_TEXT(json("{\"a\": \"x\"}\n\n {\"as\":\"y\", \"b\": [1, {\"c\": -0.5e+3}, true, NaN]}"), "x|y 60 3");
  CHECK_TEXT(json("{\"a\": \"x\"}\n{\"a\": ", FieldKind::text, false), "x 11 1");
  CHECK_TEXT(json("{\"a\": null}\n{\"a\": [\"x\", null, \"\"]}\n{\"a\": []}"), "[(none)]|[x][]|[(none)] 44 3");
  CHECK_TEXT(json("{\"a\": 1, \"a\": \"last\"}"), "(odd)");
  CHECK_TEXT(json("{\"\\u0061\": \"\\ud83d\\ude00 \\u00e9\\n\\/\\\"\"}"), "\xf0\x9f\x98\x80 \xc3\xa9\n/\" 39 1");
  CHECK_TEXT(json("{\"a\": -0}\n{\"a\": 12}", FieldKind::label), "0|12 19 2");
  for (const char* odd :
       {"{\"a\": 1}", "{\"a\": \"\\ud83d\"}", "{\"a\": \"\\u12\"}", "{\"a\": \"\t\"}", "{\"a\": \"x\"} y", "[\"a\"]",
        "{\"a\": \"x\",}", "{\"b\": \"x\"}", "{\"a\": \"\xff\"}", "{\"a\": \"\xed\xa0\x80\"}", "{\"a\": [1]}", "{\"a\"",
        "{\"a\": \"x\", \"b\": 01}", "{\"a\": \"x\", \"b\": 1.}", "{\"a\": \"\\x\"}", "{'a': \"x\"}", "{\"a\": nul}"})
    CHECK_TEXT(json(odd), "(odd)");
  CHECK_TEXT(json("{\"a\": \"x\", \"b\": " + std::string(1000, '[') + "}"), "(odd)");
  // Whatever is cut off is refused, or left for the next block.
  const std::string row = "{\"a\": \"\\ud83d\\ude00\", \"b\": [1.5e3, {\"c\": null}], \"d\": -Infinity}";
  for (std::size_t size = 1; size < row.size(); ++size) {
    CHECK_TEXT(json(row.substr(0, size)), "(odd)");
    CHECK_TEXT(json(row.substr(0, size), FieldKind::text, false), " 0 0");
  }
}

std::string csv(const std::string& text, bool last = true) {
  const Exact exact(text);
  Arena arena(exact.size);
  auto block = read_delimited(exact.view(), ',', 2, {1, 0}, last, arena);
  if (!block) return "(odd)";
  std::string out;
  for (FieldColumn& field : block->columns) out += shown(*field.column(nullptr)) + " ";
  return out + std::to_string(block->used) + " " + std::to_string(block->lines);
}

void delimited() {
  CHECK_TEXT(csv("a,b\n\r\n\"x\"\"\ny\",\r\n"), "b| a|x\"\ny 16 4");
  CHECK_TEXT(csv("a,b\n\"c", false), "b a 4 1");
  CHECK_TEXT(csv("a,b\n\"c\"", false), "b a 4 1");
  CHECK_TEXT(csv("a,b"), "b a 3 1");
  CHECK_TEXT(csv("a\"b,c\n"), "c a\"b 6 1");
  for (const char* odd : {"a\n", "a,b,c\n", "\"a\"b,c\n", "\"a,b\n", "a\rb,c\n", "\xff,b\n"})
    CHECK_TEXT(csv(odd), "(odd)");
  CHECK_TEXT(csv(std::string("a\0,b\n", 5)), "(odd)");
}

void joined() {
  const auto of = [](std::vector<Text> texts, std::vector<std::int64_t> rows, std::vector<std::uint8_t> missing) {
    return std::make_shared<const TextColumn>(std::move(texts), std::move(rows), std::move(missing), nullptr);
  };
  const Text x{"x", 1, Width::utf8}, y{"y", 1, Width::utf8};
  const auto plain = of({x, Text{}, Text{}}, {}, {}), lists = of({y, x, Text{}, Text{}}, {0, 2, 3, 4}, {0, 0, 1});
  CHECK_TEXT(shown(*joined_columns({{plain, 0, 3}, {lists, 0, 4}})), "[x][y][x]|[(none)]|[(none)]");
  CHECK_TEXT(shown(*joined_columns({{plain, 1, 3}, {plain, 0, 2}})), "[x]|[(none)]");
}

std::string number(double value) {
  char buffer[32];
  return {buffer, static_cast<std::size_t>(put_number(value, buffer) - buffer)};
}

std::string lines(const RowForm& form, std::int64_t start, std::size_t n,
                  const std::vector<std::vector<std::string_view>>& texts, const double* values, std::size_t width) {
  const RowLines rows{form, start, n, texts, values, width};
  const std::unique_ptr<char[]> out(new char[rows.most()]);  // a sanitizer sees every step beyond it
  return std::string(out.get(), rows.put(out.get()));
}

void numbers() {
  CHECK_TEXT(number(0.1), "0.1");
  CHECK_TEXT(number(-0.0), "-0.0");
  CHECK_TEXT(number(2.0 / 3), "0.6666666666666666");
  CHECK_TEXT(number(1e-5), "1e-05");
  CHECK_TEXT(number(0.0001), "0.0001");
  CHECK_TEXT(number(1e15), "1000000000000000.0");
  CHECK_TEXT(number(1e16), "1e+16");
  CHECK_TEXT(number(123456.75), "123456.75");
  CHECK_TEXT(number(-1.7976931348623157e308), "-1.7976931348623157e+308");
  CHECK_TEXT(number(5e-324), "5e-324");
  const double values[] = {0.5, std::nan(""), 1, -HUGE_VAL};
  const RowForm form{{"<", ":", ",", ",", ">"}, "?", "inf"};
  CHECK_TEXT(lines(form, 9, 2, {{"x", "y"}}, values, 2), "<9:x,0.5,?><10:y,1.0,-inf>");
  // Numbers that come again, and numbers that meet in one place of those that are kept.
  std::vector<double> many;
  std::string expected;
  for (int at = 0; at < 30000; ++at) many.push_back(at % 3 ? at % 997 / 997.0 : -at / 7.0);
  for (int at = 0; at < 30000; ++at) expected += std::to_string(at) + ":" + number(many[static_cast<std::size_t>(at)]);
  CHECK(lines({{"", ":", ""}, "", ""}, 0, many.size(), {}, many.data(), 1) == expected);
}

// Memory is handed out again, and what waits is of the size that was asked for.
void buffers() {
  const char* first = nullptr;
  {
    const Buffer buffer(1 << 20), other(1 << 20);
    CHECK(buffer.room() >= 1 << 20 && buffer.data() != other.data());
    first = other.data();
    std::memset(other.data(), 1, other.room());
  }
  const Buffer again(1 << 20), small(10), none(0), huge(std::size_t{1} << 25);
  CHECK(again.data() == first || again.room() >= 1 << 20);
  CHECK(small.room() == 10 && none.data() == nullptr && huge.room() >= std::size_t{1} << 25);
}

// Every reader and the writer look, while they work, whether they are to stop.
void stops() {
  struct Enough {};
  const auto ends = [](auto&& work) {
    const Stop stop([]() -> bool { throw Enough(); }, 1, std::chrono::milliseconds(0));
    try {
      work();
    } catch (const Enough&) {
      return true;
    }
    return false;
  };
  std::string rows, cells, members = "{\"a\": [\"x\"";
  for (int at = 0; at < 100; ++at) {
    rows += "{\"a\": \"x\"}\n";
    cells += "a,b\n";
    members += ", \"x\"";
  }
  CHECK(ends([&] { json(rows); }));
  CHECK(ends([&] { json(members + "]}\n"); }));
  CHECK(ends([&] { json("{\"b\": [[1, 2], {\"c\": 3}], \"a\": \"x\"}\n"); }));
  CHECK(ends([&] {
    Arena arena(cells.size());
    read_delimited(cells, ',', 2, {0}, true, arena);
  }));
  const std::vector<double> values(100, 0.5);
  CHECK(ends([&] { lines({{"", ":", ""}, "", ""}, 0, values.size(), {}, values.data(), 1); }));
}

}  // namespace

int main() {
  json_lines();
  delimited();
  joined();
  numbers();
  buffers();
  stops();
  return finish("tables");
}
