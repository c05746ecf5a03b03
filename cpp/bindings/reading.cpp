// Reading: the words of one text, its sentences by the rules of a program, and whether a list holds texts alone.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "infrarouge/reading/programs/js_sentences.hpp"
#include "infrarouge/reading/programs/js_sentences_320.hpp"
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
    answer_signals_at(i);
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
    answer_signals_at(i);
    PyObject* const item = PySequence_Fast_ITEMS(items.ptr())[i];
    const bool ascii = PyUnicode_Check(item) ? PyUnicode_IS_ASCII(item) != 0 : is_missing(item);
    if (!ascii) places.append(i);
  }
  return places;
}

// The lock is given away for long texts only: to give it away and to take it again costs as much as cutting a short
// one.
template <class Work>
void away_if_long(const Text& text, Work&& work) {
  if (text.size < std::size_t{1} << 16) return work();
  const Away away;
  work();
}

nb::object text_object(int kind, const void* units, std::size_t size) {
  PyObject* const object = PyUnicode_FromKindAndData(kind, units, static_cast<Py_ssize_t>(size));
  if (!object) throw nb::python_error();
  return nb::steal(object);
}

// None where the definition has to cut the text.
nb::object js_sentences_of(const nb::str& text, bool neutral) {
  const Text given = text_of(text.ptr());
  if (given.width == Width::ucs4) return nb::none();
  std::vector<std::u16string> cut;
  bool usual = false;
  away_if_long(given, [&] {
    std::u16string wide;
    std::u16string_view units(static_cast<const char16_t*>(given.data), given.size);
    if (given.width != Width::ucs2) {
      const auto* const bytes = static_cast<const std::uint8_t*>(given.data);
      wide.reserve(given.size);
      in_stretches(given.size, [&](std::size_t begin, std::size_t end) { wide.append(bytes + begin, bytes + end); });
      units = wide;
    }
    usual = js_sentences(units, neutral, cut);
  });
  if (!usual) return nb::none();
  nb::list sentences;
  for (std::size_t i = 0; i < cut.size(); ++i) {
    answer_signals_at(i);
    sentences.append(text_object(PyUnicode_2BYTE_KIND, cut[i].data(), cut[i].size()));
  }
  return sentences;
}

// A text as JavaScript holds it; false if it has halves of characters, which could become whole ones.
bool to_utf16(const Text& text, std::u16string& wide) {
  const auto* const codes = static_cast<const std::uint32_t*>(text.data);
  const auto is_half = [&](std::size_t i) { return codes[i] >= 0xD800 && codes[i] < 0xE000; };
  if (first_place(0, text.size, is_half) < text.size) return false;
  wide.reserve(text.size + text.size / 8);
  in_stretches(text.size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (codes[i] >= 0x10000) wide.push_back(static_cast<char16_t>(0xD800 + ((codes[i] - 0x10000) >> 10)));
      wide.push_back(static_cast<char16_t>(codes[i] < 0x10000 ? codes[i] : 0xDC00 + (codes[i] & 0x3FF)));
    }
  });
  return true;
}

nb::object sentence_object(const char* units, std::size_t size, bool) {
  return text_object(PyUnicode_1BYTE_KIND, units, size);
}

nb::object sentence_object(const char16_t* units, std::size_t size, bool has_pairs) {
  if (!has_pairs) return text_object(PyUnicode_2BYTE_KIND, units, size);
  const std::uint16_t probe = 1;
  int order = *reinterpret_cast<const std::uint8_t*>(&probe) == 1 ? -1 : 1;
  PyObject* const object =
      PyUnicode_DecodeUTF16(reinterpret_cast<const char*>(units), static_cast<Py_ssize_t>(2 * size), nullptr, &order);
  if (!object) throw nb::python_error();
  return nb::steal(object);
}

template <class Unit>
nb::object cut_320(const Text& given) {
  js_320::Sentences<Unit> cut;
  bool usual = false;
  away_if_long(given, [&] {
    std::basic_string_view<Unit> units(static_cast<const Unit*>(given.data), given.size);
    if constexpr (sizeof(Unit) == 2) {
      std::u16string wide;
      if (given.width == Width::ucs4) {
        usual = to_utf16(given, wide) && js_sentences_320(std::u16string_view(wide), cut);
        return;
      }
      const auto is_half = [&](std::size_t i) { return units[i] >= 0xD800 && units[i] < 0xE000; };
      if (first_place(0, units.size(), is_half) < units.size()) return;
    }
    usual = js_sentences_320(units, cut);
  });
  if (!usual) return nb::none();
  nb::list sentences;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < cut.ends.size(); ++i) {
    answer_signals_at(i);
    sentences.append(sentence_object(cut.text.data() + begin, cut.ends[i] - begin, given.width == Width::ucs4));
    begin = cut.ends[i];
  }
  return sentences;
}

// None where the definition has to cut the text.
nb::object js_sentences_320_of(const nb::str& text) {
  const Text given = text_of(text.ptr());
  return given.width == Width::ascii || given.width == Width::latin1 ? cut_320<char>(given) : cut_320<char16_t>(given);
}

}  // namespace

void bind_reading(nb::module_& m, PlanClass& plan) {
  plan.def("read", &plan_read, "text"_a.none(), "Words of a text, words by sentence, letters and letters kept.");
  m.def("js_sentences", &js_sentences_of, "text"_a, "neutral"_a,
        "Sentences of an ordinary text as js-rouge 3.2.3 cuts them; None for others.");
  m.def("js_sentences_320", &js_sentences_320_of, "text"_a,
        "Sentences of a text as js-rouge 3.2.0 cuts them; None for others.");
  m.def("all_texts", &all_texts, "items"_a, "Whether every item of a list is a text or a missing one.");
  m.def("beyond_ascii", &beyond_ascii, "items"_a,
        "Places of the items of a list that are neither missing nor texts of ASCII alone.");
}

}  // namespace infrarouge::bindings
