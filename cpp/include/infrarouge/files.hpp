// Many small files of sentences, read at once: SPL (a sentence a line) and SEE (an anchored sentence a line).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/pool.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#define INFRAROUGE_HAS_POSIX 1
#else
#define INFRAROUGE_HAS_POSIX 0
#endif

namespace infrarouge {

namespace detail {

// Eats a beginning of `rest`, if it is there.
inline bool eat(std::string_view& rest, std::string_view what) {
  if (rest.substr(0, what.size()) != what) return false;
  rest.remove_prefix(what.size());
  return true;
}

inline bool eat_any(std::string_view& rest, std::string_view of) {
  const std::size_t size = std::min(rest.find_first_not_of(of), rest.size());
  rest.remove_prefix(size);
  return size > 0;
}

inline bool eat_digits(std::string_view& rest) { return eat_any(rest, "0123456789"); }

// Eats the anchors before the sentence of a SEE line; exactly this spelling counts.
inline bool eat_anchors(std::string_view& line) {
  if (!eat(line, "<a ")) return false;
  if (eat(line, "size=\"") && !(eat_digits(line) && eat(line, "\" "))) return false;
  return eat(line, "name=\"") && eat_digits(line) && eat(line, "\">[") && eat_digits(line) && eat(line, "]</a>") &&
         eat_any(line, " \t\r\f\v") && eat(line, "<a href=\"#") && eat_digits(line) && eat(line, "\" id=") &&
         eat_digits(line) && eat(line, ">");
}

}  // namespace detail

// The sentences of SEE, one a line. One that is not closed keeps the end of its line, for which a blank stands.
inline std::string see_sentences(std::string_view content) {
  std::string found;
  while (!content.empty()) {
    const std::size_t end = content.find('\n');
    std::string_view line = content.substr(0, end);
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    if (!detail::eat_anchors(line)) continue;
    const std::size_t size = std::min(line.find('<'), line.size());
    const bool open = size == line.size() && end != std::string_view::npos;
    if (size == 0 && !open) continue;
    if (!found.empty()) found += '\n';
    found += line.substr(0, size);
    if (open) found += ' ';
  }
  return found;
}

// Reads an ordinary file that is smaller than the buffer; nothing for any other, and for what cannot be read.
inline std::optional<std::string_view> read_small(const char* path, std::vector<char>& buffer) {
#if INFRAROUGE_HAS_POSIX
  const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat about;
  const bool ordinary = ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  const auto found = ordinary ? ::read(file, buffer.data(), buffer.size()) : -1;
  ::close(file);
  if (found >= 0 && static_cast<std::size_t>(found) < buffer.size())
    return std::string_view(buffer.data(), static_cast<std::size_t>(found));
#else
  static_cast<void>(path);
  static_cast<void>(buffer);
#endif
  return std::nullopt;
}

inline bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char byte : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(byte));
  return all < 128;
}

// The sentences of files in ASCII that are smaller than `most` bytes, in the order of the paths; nothing for others
// and for null.
inline std::vector<std::optional<std::string>> read_files(const std::vector<const char*>& paths, bool see,
                                                          std::size_t most, std::size_t threads) {
  std::vector<std::optional<std::string>> texts(paths.size());
  Ranges ranges(0, paths.size(), 64);
  Pool::shared().run(threads, [&] {
    std::vector<char> buffer(most);
    std::size_t begin, end;
    while (ranges.next(begin, end))
      for (std::size_t i = begin; i < end; ++i) {
        const auto content = paths[i] ? read_small(paths[i], buffer) : std::nullopt;
        if (content && is_ascii(*content)) texts[i] = see ? see_sentences(*content) : std::string(*content);
      }
  });
  return texts;
}

}  // namespace infrarouge
