// The files of ROUGE-1.5.5: evaluations and sentences, as Python objects.
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "away.hpp"
#include "bindings.hpp"
#include "infrarouge/files/evaluations.hpp"
#include "infrarouge/files/files.hpp"
#include "numbers.hpp"

using namespace nanobind::literals;

namespace infrarouge::bindings {

namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 28;  // of a small file

// A folder with its slash; the string is made once for a run of equal ones.
class Folder {
 public:
  const nb::str& of(std::string_view text) {
    if (!made_.is_valid() || text != text_) made_ = nb::str((std::string(text) + "/").c_str());
    text_ = text;
    return made_;
  }

 private:
  std::string_view text_;
  nb::str made_ = nb::steal<nb::str>(nb::handle());
};

nb::object read_usual(const nb::bytes& data) {
  std::optional<std::vector<Evaluation>> found;
  {
    const Away away;
    found = usual_evaluations(std::string_view(data.c_str(), data.size()));
  }
  if (!found) return nb::none();
  const auto text_object = [](std::string_view text) { return nb::str(text.data(), text.size()); };
  Folder peer_roots, model_roots;
  nb::list rows;
  for (const Evaluation& evaluation : *found) {
    answer_signals_at(rows.size());
    nb::dict peers, model_files;
    nb::list model_ids;
    for (const auto& [system, name] : evaluation.peers) {
      // A system whose file is not named is known all the same.
      const nb::str key = text_object(system);
      if (!name.empty() || !peers.contains(key)) peers[key] = text_object(name);
    }
    for (const auto& [id, name] : evaluation.models) {
      const nb::str key = text_object(id);
      model_ids.append(key);
      model_files[key] = text_object(name);
    }
    rows.append(nb::make_tuple(text_object(evaluation.id), text_object(evaluation.format), peers, model_ids,
                               model_files, peer_roots.of(evaluation.peer_root),
                               model_roots.of(evaluation.model_root)));
  }
  return rows;
}

nb::list read_texts(const nb::list& paths, bool see, const Whole& most, const Whole& threads) {
  const std::size_t size = most.upto(most_bytes, "most"), most_threads = threads.upto(1 << 16, "threads");
  const nb::tuple kept(paths);  // the list may change while the lock is released
  std::vector<const char*> names;
  names.reserve(kept.size());
  for (const nb::handle path : kept) {
    answer_signals_at(names.size());
    // Only ASCII is spelled the same in every file system.
    const bool ascii = PyUnicode_Check(path.ptr()) && PyUnicode_IS_ASCII(path.ptr());
    Py_ssize_t length = 0;
    const char* name = ascii ? PyUnicode_AsUTF8AndSize(path.ptr(), &length) : nullptr;
    names.push_back(name && std::strlen(name) == static_cast<std::size_t>(length) ? name : nullptr);
  }
  std::vector<std::optional<std::string>> texts;
  {
    const Away away;
    texts = read_files(names, see, size, most_threads);
  }
  nb::list found;
  for (const auto& text : texts) {
    answer_signals_at(found.size());
    found.append(text ? nb::object(nb::str(text->data(), text->size())) : nb::none());
  }
  return found;
}

}  // namespace

void bind_files(nb::module_& m) {
  m.def("read_evaluations", &read_usual, "data"_a,
        "Evaluations of an XML file in its usual layout, as tuples; None for any other.");
  m.def("read_files", &read_texts, "paths"_a, "see"_a, "most"_a, "threads"_a,
        "Sentences of small ASCII files, one a line; None for a file that is not one.");
}

}  // namespace infrarouge::bindings
