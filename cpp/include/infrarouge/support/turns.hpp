// Turns at what several threads share: many may look at it at once, or one may change it.
#pragma once

#include <atomic>

namespace infrarouge {

// Nobody waits in here: whoever gets no turn tries again, and can answer signals meanwhile.
class Turns {
 public:
  Turns() = default;
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  bool try_look() {
    int users = users_.load(std::memory_order_relaxed);
    while (users != changing)
      if (users_.compare_exchange_weak(users, users + 1, std::memory_order_acquire, std::memory_order_relaxed))
        return true;
    return false;
  }
  void end_look() { users_.fetch_sub(1, std::memory_order_release); }

  bool try_change() {
    int nobody = 0;
    return users_.compare_exchange_strong(nobody, changing, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void end_change() { users_.store(0, std::memory_order_release); }

 private:
  static constexpr int changing = -1;
  std::atomic<int> users_{0};  // how many look, or that one changes
};

}  // namespace infrarouge
