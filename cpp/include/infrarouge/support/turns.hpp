// Turns at what several threads share: many may look at it at once, or one may change it.
#pragma once

#include <atomic>
#include <cstddef>

namespace infrarouge {

// Nobody waits in here: whoever gets no turn tries again, and can answer signals meanwhile.
class Turns {
 public:
  Turns() = default;
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  // A change that somebody waits for comes first, or threads that look all the time would never let it in. After so
  // many tries it no longer does: whoever wants to look may be a handler of signals inside another look.
  static constexpr std::size_t patience = 5000;

  bool try_look(std::size_t tries) {
    if (tries < patience && wishes_.load(std::memory_order_relaxed) > 0) return false;
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

  // While it lives, somebody waits for a change.
  class Wish {
   public:
    explicit Wish(Turns& turns) : turns_(turns) { turns_.wishes_.fetch_add(1, std::memory_order_relaxed); }
    ~Wish() { turns_.wishes_.fetch_sub(1, std::memory_order_relaxed); }
    Wish(const Wish&) = delete;
    Wish& operator=(const Wish&) = delete;

   private:
    Turns& turns_;
  };

 private:
  static constexpr int changing = -1;
  std::atomic<int> users_{0};  // how many look, or that one changes
  std::atomic<int> wishes_{0};
};

}  // namespace infrarouge
