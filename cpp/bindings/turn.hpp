// Turns of Python's threads at objects of the core that change. To be taken with the interpreter lock held, after
// everything that runs Python code, which may use the same object.
#pragma once

#include <chrono>
#include <thread>

#include "away.hpp"
#include "infrarouge/support/stop.hpp"
#include "infrarouge/support/turns.hpp"

namespace infrarouge::bindings {

// Waits without the interpreter lock, for whoever has the turn may need it; signals are answered.
template <class Try>
void wait_for_turn(Try taken) {
  if (taken()) return;
  const Away away;
  while (!taken()) {
    Stop::poll(Stop::usual_steps);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

template <bool (Turns::*Try)(), void (Turns::*End)()>
class Turn {
 public:
  explicit Turn(Turns& turns) : turns_(turns) {
    wait_for_turn([&] { return (turns.*Try)(); });
  }
  ~Turn() { (turns_.*End)(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Turns& turns_;
};

using Looking = Turn<&Turns::try_look, &Turns::end_look>;
using Changing = Turn<&Turns::try_change, &Turns::end_change>;

}  // namespace infrarouge::bindings
