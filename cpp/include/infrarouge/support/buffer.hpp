// Large stretches of memory that are used again and again: fresh memory costs a page fault for every few thousand
// bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace infrarouge {

// Bytes of no particular content; when it ends they wait for the next one of about that size.
class Buffer {
 public:
  explicit Buffer(std::size_t size) {
    if (size == 0) return;
    constexpr std::size_t step = std::size_t{1} << 16;
    if (size < least) {
      bytes_.reset(new char[size]);
      room_ = size;
      return;
    }
    Kept& kept = Kept::shared();
    // Nobody ever waits here, so that nothing is left locked in a process that forks.
    if (const std::unique_lock lock(kept.mutex, std::try_to_lock); lock) {
      for (auto& waiting : kept.buffers)
        if (waiting.second >= size && waiting.second / 2 <= size) {
          std::swap(waiting, kept.buffers.back());
          bytes_ = std::move(kept.buffers.back().first);
          room_ = kept.buffers.back().second;
          kept.buffers.pop_back();
          return;
        }
    }
    room_ = (size + step - 1) / step * step;
    bytes_.reset(new char[room_]);
  }

  ~Buffer() {
    if (room_ < least || room_ > most) return;
    Kept& kept = Kept::shared();
    const std::unique_lock lock(kept.mutex, std::try_to_lock);
    if (lock && kept.buffers.size() < several) kept.buffers.emplace_back(std::move(bytes_), room_);
  }

  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  char* data() const { return bytes_.get(); }
  std::size_t room() const { return room_; }

 private:
  static constexpr std::size_t least = std::size_t{1} << 17, most = std::size_t{1} << 22, several = 12;

  struct Kept {
    std::mutex mutex;
    std::vector<std::pair<std::unique_ptr<char[]>, std::size_t>> buffers;

    Kept() { buffers.reserve(several); }
    // It is never taken down, for texts may outlive everything else at the end of a process.
    static Kept& shared() {
      static Kept* const kept = new Kept;
      return *kept;
    }
  };

  std::unique_ptr<char[]> bytes_;
  std::size_t room_ = 0;
};

}  // namespace infrarouge
