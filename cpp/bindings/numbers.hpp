// Whole numbers, sizes and arrays on their way between Python and the core: each is checked before it is used.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <string>

namespace infrarouge::bindings {

namespace nb = nanobind;

inline void require(bool condition, const char* message) {
  if (!condition) throw nb::value_error(message);
}

// A whole number of any size as Python holds it; whoever asks for its value says what it may be.
class Whole {
 public:
  Whole() = default;
  explicit Whole(PyObject* number) : number_(number) {}

  std::int64_t within(std::int64_t low, std::int64_t high, const char* name) const {
    int over = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number_, &over);
    if (value == -1 && over == 0 && PyErr_Occurred()) throw nb::python_error();
    if (over != 0 || value < low || value > high) refuse(name, std::to_string(low), std::to_string(high));
    return value;
  }

  // A size, a count or a place.
  std::size_t upto(std::int64_t most, const char* name) const {
    return static_cast<std::size_t>(within(0, most, name));
  }
  std::size_t size(const char* name) const { return upto(std::numeric_limits<std::ptrdiff_t>::max(), name); }

  // Any 64 bits.
  std::uint64_t seed(const char* name) const {
    const nb::object whole = index();
    const unsigned long long value = PyLong_AsUnsignedLongLong(whole.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      refuse(name, "0", std::to_string(std::numeric_limits<std::uint64_t>::max()));
    }
    return value;
  }

 private:
  nb::object index() const {
    PyObject* const whole = PyNumber_Index(number_);
    if (!whole) throw nb::python_error();
    return nb::steal(whole);
  }

  [[noreturn]] void refuse(const char* name, const std::string& low, const std::string& high) const {
    PyObject* const text = PyObject_Str(index().ptr());
    std::string shown = "a number of thousands of digits";  // which Python refuses to write out
    if (text) shown = nb::steal<nb::str>(text).c_str();
    else PyErr_Clear();
    if (shown.size() > 60) shown = shown.substr(0, 40) + "...";
    const std::string message =
        std::string(name) + " is " + shown + "; give a whole number from " + low + " to " + high;
    throw nb::value_error(message.c_str());
  }

  PyObject* number_ = nullptr;
};

// How many threads may work; the pool has a limit of its own.
inline std::size_t threads_of(const Whole& threads) {
  return threads.upto(std::numeric_limits<std::int32_t>::max(), "threads");
}

// Rows begin..end of a batch.
struct Span {
  Span(const Whole& from, const Whole& to) : begin(from.size("begin")), end(to.size("end")) {
    require(begin <= end, "begin must not be after end");
  }
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

// F weighs precision by alpha and recall by the rest.
inline double alpha_of(double alpha) {
  require(alpha >= 0 && alpha <= 1, "alpha must be a number from 0 to 1");
  return alpha;
}

[[noreturn]] inline void refuse_shape(std::initializer_list<std::size_t> shape) {
  std::string message = "there is no memory for an array of ";
  for (const std::size_t& size : shape) message += (&size == shape.begin() ? "" : " x ") + std::to_string(size);
  PyErr_SetString(PyExc_MemoryError, (message + " numbers").c_str());
  throw nb::python_error();
}

// How many values an array has; MemoryError where the product of its shape is beyond all memory.
template <class Value>
std::size_t product(std::initializer_list<std::size_t> shape) {
  constexpr std::size_t most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(Value);
  std::size_t values = 1;
  for (const std::size_t size : shape) {
    if (size > most || (size > 0 && values > most / size)) refuse_shape(shape);
    values *= size;
  }
  return values;
}

// An array for Python, whose values the caller writes to `data`.
template <class Value, class... Shape>
auto new_array(Value*& data, Shape... shape) {
  const std::size_t size = product<Value>({shape...});
  std::unique_ptr<Value[]> values(new (std::nothrow) Value[size ? size : 1]);
  if (!values) refuse_shape({shape...});
  data = values.get();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Value*>(p); });
  values.release();
  return nb::ndarray<nb::numpy, Value>(data, {shape...}, owner);
}

}  // namespace infrarouge::bindings

namespace nanobind::detail {

// Takes whatever is an index to Python, so that no number is refused before it can be named in a message.
template <>
struct type_caster<infrarouge::bindings::Whole> {
  NB_TYPE_CASTER(infrarouge::bindings::Whole, const_name("int"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    if (!PyIndex_Check(source.ptr())) return false;
    value = infrarouge::bindings::Whole(source.ptr());
    return true;
  }
};

}  // namespace nanobind::detail
