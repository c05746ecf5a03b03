// The files of ROUGE-1.5.5: evaluations and sentences, as Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/files/evaluations.hpp"
#include "infrarouge/files/files.hpp"

namespace infrarouge::bindings {

namespace nb = nanobind;

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

inline nb::object read_usual(const nb::bytes& data) {
  const auto found = usual_evaluations(std::string_view(data.c_str(), data.size()));
  if (!found) return nb::none();
  const auto made = [](std::string_view text) { return nb::str(text.data(), text.size()); };
  Folder peer_roots, model_roots;
  nb::list rows;
  for (const Evaluation& one : *found) {
    nb::dict peers, model_files;
    nb::list model_ids;
    for (const auto& [system, name] : one.peers) {
      // A system whose file is not named is known all the same.
      const nb::str key = made(system);
      if (!name.empty() || !peers.contains(key)) peers[key] = made(name);
    }
    for (const auto& [id, name] : one.models) {
      const nb::str key = made(id);
      model_ids.append(key);
      model_files[key] = made(name);
    }
    rows.append(nb::make_tuple(made(one.id), made(one.format), peers, model_ids, model_files,
                               peer_roots.of(one.peer_root), model_roots.of(one.model_root)));
  }
  return rows;
}

inline nb::list read_texts(const nb::list& paths, bool see, std::size_t most, std::size_t threads) {
  const nb::tuple kept(paths);  // the list may change while the lock is released
  std::vector<const char*> names;
  names.reserve(kept.size());
  for (const nb::handle path : kept) {
    // Only ASCII is spelled the same in every file system.
    const bool ascii = PyUnicode_Check(path.ptr()) && PyUnicode_IS_ASCII(path.ptr());
    Py_ssize_t size = 0;
    const char* name = ascii ? PyUnicode_AsUTF8AndSize(path.ptr(), &size) : nullptr;
    names.push_back(name && std::strlen(name) == static_cast<std::size_t>(size) ? name : nullptr);
  }
  std::vector<std::optional<std::string>> texts;
  {
    const nb::gil_scoped_release release;
    texts = read_files(names, see, most, threads);
  }
  nb::list found;
  for (const auto& text : texts) found.append(text ? nb::object(nb::str(text->data(), text->size())) : nb::none());
  return found;
}

}  // namespace infrarouge::bindings
