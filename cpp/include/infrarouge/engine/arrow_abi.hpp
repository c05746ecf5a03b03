// The structures of the Arrow C data interface and C stream interface, laid out as their specification says, and who
// owns them.
#pragma once

#include <cstdint>
#include <utility>

namespace infrarouge::arrow {

// The type of an array: a format string such as "u" (UTF-8), "+l" (list) or "+s" (struct), with those of its children.
struct Schema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  Schema** children;
  Schema* dictionary;
  void (*release)(Schema*);
  void* private_data;
};

// The values of an array: buffers whose number and meaning follow from the type. Their sizes are not told.
struct Array {
  std::int64_t length;
  std::int64_t null_count;  // -1 where nobody has counted
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  Array** children;
  Array* dictionary;
  void (*release)(Array*);
  void* private_data;
};

// Arrays of one type, one after another; the last is followed by one that is released already.
struct Stream {
  int (*get_schema)(Stream*, Schema* out);
  int (*get_next)(Stream*, Array* out);
  const char* (*get_last_error)(Stream*);
  void (*release)(Stream*);
  void* private_data;
};

// A structure that was moved here from its producer, and is released here.
template <class Struct>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Struct& from) : value_(from) { from.release = nullptr; }
  Owned(Owned&& other) noexcept : value_(other.value_) { other.value_.release = nullptr; }
  Owned& operator=(Owned&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (value_.release) value_.release(&value_);
  }

  explicit operator bool() const { return value_.release != nullptr; }
  Struct* get() { return &value_; }
  Struct* operator->() { return &value_; }
  const Struct& operator*() const { return value_; }

 private:
  Struct value_{};
};

}  // namespace infrarouge::arrow
