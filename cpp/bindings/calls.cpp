// One pair a call at the least cost: what a scorer has resolved, and callables that pass such pairs straight to it.
//
// These are plain types of Python's C interface: to sort out arguments by signature takes as long as to score few
// words.
#include <nanobind/nanobind.h>
// after Python.h
#include <structmember.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "bindings.hpp"
#include "infrarouge/scoring/score.hpp"
#include "remembered.hpp"
#include "scores.hpp"
#include "sides.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

// Runs what may throw where Python waits for an object or for nullptr with an error set.
template <class Call>
PyObject* caught(Call call) noexcept {
  try {
    return call();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

template <class T>
T* as(PyObject* object) {
  return reinterpret_cast<T*>(object);
}

template <class T>
PyObject* new_instance(PyTypeObject* type) {
  PyObject* const object = type->tp_alloc(type, 0);
  if (!object) throw nb::python_error();
  as<T>(object)->state = new (std::nothrow) typename T::Content();
  if (as<T>(object)->state) return object;
  Py_DECREF(object);
  throw std::bad_alloc();
}

// Instances have no collector: they refer to what lives as long as the module, or to what never refers back.
template <class T>
void dealloc(PyObject* object) {
  PyTypeObject* const type = Py_TYPE(object);
  delete as<T>(object)->state;
  type->tp_free(object);
  Py_DECREF(type);
}

// ---------------------------------------------------------------- what a scorer has resolved

struct Quick {
  struct Content {
    nb::object owner;  // of the plan
    Plan* plan = nullptr;
    Formula formula;
    nb::tuple labels;
    PyTypeObject* kind = nullptr;    // of a score
    PyTypeObject* result = nullptr;  // dict, or a subclass of it
    nb::object keep[2];              // the two types
    nb::object slot, signature;      // what every result is told, and where it is written
    nb::tuple nothing;
  };
  PyObject_HEAD vectorcallfunc call;
  Content* state;

  // Scores by label; no object where a text has a flag, or is no plain str: such pairs are for the batch.
  static nb::object scores(PyObject* self, PyObject* prediction, PyObject* reference) {
    if (!PyUnicode_CheckExact(prediction) || !PyUnicode_CheckExact(reference)) return nb::object();
    const Content& quick = *as<Quick>(self)->state;
    const Text ours = text_of(prediction), theirs = text_of(reference);
    constexpr std::size_t usual = 8;
    std::array<double, 3 * usual> few;
    std::vector<double> many(quick.plan->size() > usual ? 3 * quick.plan->size() : 0);
    double* const counts = many.empty() ? few.data() : many.data();
    if ((count_pair(*quick.plan, ours, theirs, counts) & ~flag_several_sentences) != 0) return nb::object();
    nb::object result = nb::steal(
        quick.result == &PyDict_Type ? PyDict_New() : quick.result->tp_new(quick.result, quick.nothing.ptr(), nullptr));
    if (!result.is_valid()) throw nb::python_error();
    put_scores(*quick.plan, quick.formula, counts, quick.labels, quick.kind, result);
    hide_from_collector(result);
    if (quick.slot.is_valid() &&
        Py_TYPE(quick.slot.ptr())->tp_descr_set(quick.slot.ptr(), result.ptr(), quick.signature.ptr()) != 0)
      throw nb::python_error();
    return result;
  }

  static PyObject* called(PyObject* self, PyObject* const* values, std::size_t n, PyObject* names) noexcept {
    return caught([&] {
      if (PyVectorcall_NARGS(n) != 2 || names) {
        PyErr_SetString(PyExc_TypeError, "a quick scorer takes a prediction and a reference, by place");
        throw nb::python_error();
      }
      nb::object result = scores(self, values[0], values[1]);
      return result.is_valid() ? result.release().ptr() : nb::none().release().ptr();
    });
  }
};

PyTypeObject* quick_type = nullptr;

nb::object new_quick(const nb::object& plan, double alpha, const nb::tuple& labels, const nb::type_object& kind,
                     const nb::type_object& result, const nb::object& slot, const nb::object& signature) {
  nb::object quick = nb::steal(new_instance<Quick>(quick_type));
  as<Quick>(quick.ptr())->call = &Quick::called;
  Quick::Content& content = *as<Quick>(quick.ptr())->state;
  if (!nb::try_cast(plan, content.plan) || !content.plan) throw nb::type_error("plan is a Plan");
  content.owner = plan;
  content.formula = Formula{alpha_of(alpha), Measure::fmeasure};
  content.labels = labels;
  content.kind = score_kind(*content.plan, labels, kind);
  content.result = reinterpret_cast<PyTypeObject*>(result.ptr());
  require(PyType_IsSubtype(content.result, &PyDict_Type) != 0, "results are of a subclass of dict");
  content.keep[0] = kind;
  content.keep[1] = result;
  if (!slot.is_none()) {
    require(Py_TYPE(slot.ptr())->tp_descr_set != nullptr, "a slot is a member of the result's class");
    content.slot = slot;
    content.signature = signature;
  }
  content.nothing = nb::make_tuple();
  return quick;
}

// ---------------------------------------------------------------- callables in place of a Python function

// A function, or a method of the class whose instances hold a quick scorer in a slot. Whatever is not a pair of plain
// texts goes to the Python function, which also words every error.
struct Function {
  struct Content {
    nb::object function;
    nb::object slot;     // of a method: where an instance holds its quick scorer
    nb::object resolve;  // of a function: settings -> quick scorer, or None
    nb::tuple lasting;   // types of values that never change
    Names names;
    Remembered remembered;
  };
  PyObject_HEAD vectorcallfunc call;
  PyObject* attributes;
  Content* state;

  static PyObject* passed_on(PyObject* self, PyObject* const* values, std::size_t n, PyObject* names) {
    return PyObject_Vectorcall(as<Function>(self)->state->function.ptr(), values, n, names);
  }

  static PyObject* method(PyObject* self, PyObject* const* values, std::size_t n, PyObject* names) noexcept {
    return caught([&]() -> PyObject* {
      const Content& content = *as<Function>(self)->state;
      PyObject *prediction = nullptr, *reference = nullptr;
      if (PyVectorcall_NARGS(n) == 1 && sort_out(content.names, values + 1, names, prediction, reference, nullptr)) {
        PyObject* const slot = content.slot.ptr();
        PyObject* const held = Py_TYPE(slot)->tp_descr_get(slot, values[0], nullptr);
        if (!held) PyErr_Clear();  // no instance of the class: the Python function says so
        const nb::object quick = nb::steal(held);
        if (held && Py_TYPE(held) == quick_type) {
          nb::object result = Quick::scores(held, prediction, reference);
          if (result.is_valid()) return result.release().ptr();
        }
      }
      return passed_on(self, values, n, names);
    });
  }

  static PyObject* function(PyObject* self, PyObject* const* values, std::size_t n, PyObject* names) noexcept {
    return caught([&]() -> PyObject* {
      Content& content = *as<Function>(self)->state;
      PyObject *prediction = nullptr, *reference = nullptr;
      Settings settings;
      if (PyVectorcall_NARGS(n) != 0 || !sort_out(content.names, values, names, prediction, reference, &settings))
        return passed_on(self, values, n, names);
      const Remembered::Entry* const entry = content.remembered.find(settings);
      if (!entry) return passed_on_and_remembered(self, values, n, names, settings);
      if (!entry->quick.is_none()) {
        nb::object result = Quick::scores(entry->quick.ptr(), prediction, reference);
        if (result.is_valid()) return result.release().ptr();
      }
      return passed_on(self, values, n, names);
    });
  }

  static bool lasts(const Content& content, PyObject* value) {
    for (const nb::handle type : content.lasting)
      if (type.ptr() == reinterpret_cast<PyObject*>(Py_TYPE(value))) return true;
    return false;
  }

  // The Python function goes first: settings that it refuses are not remembered.
  static PyObject* passed_on_and_remembered(PyObject* self, PyObject* const* values, std::size_t n, PyObject* names,
                                            const Settings& settings) {
    nb::object result = nb::steal(passed_on(self, values, n, names));
    if (!result.is_valid()) return nullptr;
    Content& content = *as<Function>(self)->state;
    if (content.remembered.is_full()) return result.release().ptr();
    auto entry = std::make_unique<Remembered::Entry>();
    nb::dict keywords;
    for (std::size_t at = 0; at < settings.n; ++at) {
      nb::object value = nb::borrow(settings.values[at]);
      if (PyList_CheckExact(value.ptr())) {
        value = nb::list(value);  // the caller may change the list
        for (const nb::handle item : value)
          if (!PyUnicode_CheckExact(item.ptr())) return result.release().ptr();
      } else if (!lasts(content, value.ptr())) {
        return result.release().ptr();
      }
      entry->names.push_back(nb::borrow(settings.names[at]));
      keywords[entry->names.back()] = value;
      entry->values.push_back(std::move(value));
    }
    entry->quick = content.resolve(keywords);
    require(entry->quick.is_none() || Py_TYPE(entry->quick.ptr()) == quick_type,
            "settings mean a quick scorer or None");
    content.remembered.add(std::move(entry));
    return result.release().ptr();
  }

  static PyObject* bound(PyObject* self, PyObject* instance, PyObject*) noexcept {
    if (!instance || instance == Py_None) return Py_NewRef(self);
    return PyMethod_New(self, instance);
  }

  static PyObject* shown(PyObject* self) noexcept { return PyObject_Repr(as<Function>(self)->state->function.ptr()); }

  // A function is pickled as its name.
  static PyObject* reduced(PyObject* self, PyObject*) noexcept {
    return PyObject_GetAttrString(as<Function>(self)->state->function.ptr(), "__qualname__");
  }
};

void function_dealloc(PyObject* object) {
  Py_CLEAR(as<Function>(object)->attributes);
  dealloc<Function>(object);
}

PyTypeObject* function_type = nullptr;

nb::object new_function(const nb::object& function, vectorcallfunc call, const nb::object& slot,
                        const nb::object& resolve, const nb::tuple& lasting) {
  nb::object object = nb::steal(new_instance<Function>(function_type));
  as<Function>(object.ptr())->call = call;
  Function::Content& content = *as<Function>(object.ptr())->state;
  content.function = function;
  content.slot = slot;
  content.resolve = resolve;
  content.lasting = lasting;
  nb::module_::import_("functools").attr("update_wrapper")(object, function);
  return object;
}

nb::object new_method(const nb::callable& function, const nb::object& slot) {
  require(Py_TYPE(slot.ptr())->tp_descr_get != nullptr, "a slot is a member of the class");
  return new_function(function, &Function::method, slot, nb::none(), nb::tuple());
}

nb::object new_remembering(const nb::callable& function, const nb::callable& resolve, const nb::tuple& lasting) {
  return new_function(function, &Function::function, nb::none(), resolve, lasting);
}

PyTypeObject* new_type(PyType_Spec& spec) {
  PyObject* const type = PyType_FromSpec(&spec);
  if (!type) throw nb::python_error();
  return reinterpret_cast<PyTypeObject*>(type);
}

PyMemberDef offset_of(const char* name, std::size_t at) {
  PyMemberDef member{};
  member.name = name;
  member.type = T_PYSSIZET;
  member.offset = static_cast<Py_ssize_t>(at);
  member.flags = READONLY;
  return member;
}

template <class F>
void* slot(F function) {
  return reinterpret_cast<void*>(function);
}

void make_types() {
  constexpr unsigned long flags =
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
  static PyMemberDef quick_members[] = {offset_of("__vectorcalloffset__", offsetof(Quick, call)), {}};
  static PyType_Slot quick_slots[] = {{Py_tp_dealloc, slot(&dealloc<Quick>)},
                                      {Py_tp_call, slot(&PyVectorcall_Call)},
                                      {Py_tp_members, quick_members},
                                      {0, nullptr}};
  static PyType_Spec quick{"infrarouge._core.calls.Quick", sizeof(Quick), 0, flags, quick_slots};
  quick_type = new_type(quick);
  static PyMemberDef function_members[] = {offset_of("__vectorcalloffset__", offsetof(Function, call)),
                                           offset_of("__dictoffset__", offsetof(Function, attributes)),
                                           {}};
  static PyMethodDef function_methods[] = {{"__reduce__", &Function::reduced, METH_NOARGS, nullptr}, {}};
  static PyGetSetDef function_values[] = {
      {"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr}, {}};
  static PyType_Slot function_slots[] = {
      {Py_tp_dealloc, slot(&function_dealloc)}, {Py_tp_call, slot(&PyVectorcall_Call)},
      {Py_tp_repr, slot(&Function::shown)},     {Py_tp_descr_get, slot(&Function::bound)},
      {Py_tp_members, function_members},        {Py_tp_methods, function_methods},
      {Py_tp_getset, function_values},          {0, nullptr}};
  static PyType_Spec function{"infrarouge._core.calls.Function", sizeof(Function), 0,
                              flags | Py_TPFLAGS_METHOD_DESCRIPTOR, function_slots};
  function_type = new_type(function);
}

}  // namespace

void bind_calls(nb::module_& m) {
  make_types();
  m.def("quick", &new_quick, "plan"_a, "alpha"_a, "labels"_a, "kind"_a, "result"_a, "slot"_a.none(),
        "signature"_a.none(),
        "A callable (prediction, reference) that scores by label, or returns None where the batch has to.");
  m.def("method", &new_method, "function"_a, "slot"_a,
        "The method of a class whose instances hold a quick scorer in a slot; it passes the pairs of texts there.");
  m.def("function", &new_remembering, "function"_a, "resolve"_a, "lasting"_a,
        "The function, which remembers the quick scorers of settings whose types are among the lasting ones.");
}

}  // namespace infrarouge::bindings
