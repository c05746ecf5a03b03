// Many small files of sentences, read at once: SPL (a sentence a line) and SEE (an anchored sentence a line).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infrarouge/files/eater.hpp"
#include "infrarouge/support/pool.hpp"
#include "infrarouge/support/stop.hpp"

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

// Eats the anchors before the sentence of a SEE line; exactly this spelling counts.
inline bool eat_anchors(Eater& line) {
  const auto digits = [&line] { return !line.eat_all_of("0123456789").empty(); };
  if (!line.eat("<a ")) return false;
  if (line.eat("size=\"") && !(digits() && line.eat("\" "))) return false;
  return line.eat("name=\"") && digits() && line.eat("\">[") && digits() && line.eat("]</a>") &&
         !line.eat_all_of(" \t\r\f\v").empty() && line.eat("<a href=\"#") && digits() && line.eat("\" id=") &&
         digits() && line.eat(">");
}

}  // namespace detail

// The sentences of SEE, one a line. One that is not closed keeps the end of its line, for which a blank stands.
inline std::string see_sentences(std::string_view content) {
  std::string found;
  found.reserve(content.size());
  while (!content.empty()) {
    Stop::poll(64);
    const std::size_t end = content.find('\n');
    Eater line(content.substr(0, end));
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    if (!detail::eat_anchors(line)) continue;
    const std::string_view sentence = line.eat_until("<");
    const bool open = line.rest().empty() && end != std::string_view::npos;
    if (sentence.empty() && !open) continue;
    if (!found.empty()) found += '\n';
    found += sentence;
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
        Stop::poll(std::size_t{1} << 17);  // a file may be far away
        const auto content = paths[i] ? read_small(paths[i], buffer) : std::nullopt;
        if (content && is_ascii(*content)) texts[i] = see ? see_sentences(*content) : std::string(*content);
      }
  });
  return texts;
}

}  // namespace infrarouge
