// Turns of Python's threads at objects of the core that change. To be taken with the interpreter lock held, after
// everything that runs Python code, which may use the same object.
#pragma once

#include <chrono>
#include <cstddef>
#include <thread>

#include "away.hpp"
#include "infrarouge/support/stop.hpp"
#include "infrarouge/support/turns.hpp"

namespace infrarouge::bindings {

// Waits without the interpreter lock, for whoever has the turn may need it; signals are answered.
template <class Try>
void wait_for_turn(Try taken) {
  if (taken(std::size_t{0})) return;
  const Away away;
  for (std::size_t tries = 1; !taken(tries); ++tries) {
    Stop::poll(Stop::usual_steps);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

class Looking {
 public:
  explicit Looking(Turns& turns) : turns_(turns) {
    wait_for_turn([&](std::size_t tries) { return turns.try_look(tries); });
  }
  ~Looking() { turns_.end_look(); }
  Looking(const Looking&) = delete;
  Looking& operator=(const Looking&) = delete;

 private:
  Turns& turns_;
};

class Changing {
 public:
  explicit Changing(Turns& turns) : turns_(turns) {
    if (turns.try_change()) return;
    const Turns::Wish wish(turns);
    wait_for_turn([&](std::size_t) { return turns.try_change(); });
  }
  ~Changing() { turns_.end_change(); }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  Turns& turns_;
};

}  // namespace infrarouge::bindings
