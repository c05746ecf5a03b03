// Reading: the words of one text, its sentences by the rules of a program, and whether a list holds texts alone.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "infrarouge/reading/programs/js_sentences.hpp"
#include "infrarouge/reading/reader.hpp"
#include "sides.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

nb::object word_object(const std::string& word) {
  PyObject* const object = PyUnicode_DecodeUTF8(word.data(), static_cast<Py_ssize_t>(word.size()), "surrogatepass");
  if (!object) throw nb::python_error();
  return nb::steal(object);
}

nb::tuple plan_read(const Plan& plan, nb::handle text) {
  const Text given = single_text(text, "text", false);
  const TextRules rules = plan.text_rules();
  Reader reader(rules);
  Document document;
  {
    const Away away;
    reader.read(given, document);
  }
  nb::list flat, sentences;
  for (std::size_t i = 0; i < document.flat.size(); ++i) {
    answer_signals_at(i);
    flat.append(word_object(reader.word(document.flat[i])));
  }
  std::uint32_t at = 0;
  for (const std::uint32_t stop : document.ends) {
    nb::list sentence;
    for (; at < stop; ++at) {
      answer_signals_at(at);
      sentence.append(word_object(reader.word(document.sentence_words()[at])));
    }
    sentences.append(sentence);
  }
  return nb::make_tuple(flat, sentences, document.letters, document.kept);
}

bool all_texts(const nb::list& items) {
  const nb::ft_object_guard guard(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    PyObject* const* const objects = PySequence_Fast_ITEMS(items.ptr());
    fetch_ahead(objects, i, items.size());
    if (!PyUnicode_CheckExact(objects[i]) && !is_missing(objects[i])) return false;
  }
  return true;
}

// Places of the items that are neither missing nor texts of ASCII alone.
nb::list beyond_ascii(const nb::list& items) {
  const nb::ft_object_guard guard(items);
  nb::list places;
  // The guard is given up where Python waits, so that the size is asked for anew.
  for (std::size_t i = 0; i < items.size(); ++i) {
    PyObject* const item = PySequence_Fast_ITEMS(items.ptr())[i];
    const bool ascii = PyUnicode_Check(item) ? PyUnicode_IS_ASCII(item) != 0 : is_missing(item);
    if (!ascii) places.append(i);
  }
  return places;
}

// None where the definition has to cut the text.
nb::object js_sentences_of(const nb::str& text, bool neutral) {
  const Text given = text_of(text.ptr());
  std::u16string wide;
  std::u16string_view units;
  if (given.width == Width::ucs2) {
    units = std::u16string_view(static_cast<const char16_t*>(given.data), given.size);
  } else if (given.width == Width::ucs4) {
    return nb::none();
  } else {
    const auto* const bytes = static_cast<const std::uint8_t*>(given.data);
    wide.assign(bytes, bytes + given.size);
    units = wide;
  }
  std::vector<std::u16string> cut;
  if (!js_sentences(units, neutral, cut)) return nb::none();
  nb::list sentences;
  for (const std::u16string& sentence : cut) {
    PyObject* const object =
        PyUnicode_FromKindAndData(PyUnicode_2BYTE_KIND, sentence.data(), static_cast<Py_ssize_t>(sentence.size()));
    if (!object) throw nb::python_error();
    sentences.append(nb::steal(object));
  }
  return sentences;
}

}  // namespace

void bind_reading(nb::module_& m, PlanClass& plan) {
  plan.def("read", &plan_read, "text"_a.none(), "Words of a text, words by sentence, letters and letters kept.");
  m.def("js_sentences", &js_sentences_of, "text"_a, "neutral"_a,
        "Sentences of an ordinary text as js-rouge 3.2.3 cuts them; None for others.");
  m.def("all_texts", &all_texts, "items"_a, "Whether every item of a list is a text or a missing one.");
  m.def("beyond_ascii", &beyond_ascii, "items"_a,
        "Places of the items of a list that are neither missing nor texts of ASCII alone.");
}

}  // namespace infrarouge::bindings
