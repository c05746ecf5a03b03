// Long work that can be told to stop: loops poll, and whoever started the work is asked now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <limits>

#if defined(_MSC_VER) && !defined(__clang__)
#define INFRAROUGE_COLD __declspec(noinline)
#else
#define INFRAROUGE_COLD __attribute__((noinline, cold))
#endif

namespace infrarouge {

// Ends the work of a helping thread after the work was stopped elsewhere; the reason is thrown where it was asked for.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "the work was stopped"; }
};

class Stop;

namespace detail {
// What a thread knows of the work it does.
struct Watch {
  Stop* stop = nullptr;
  std::size_t left = std::numeric_limits<std::size_t>::max();  // steps until the next look
  bool asks = false;                                           // else it only sees whether others have stopped
};
inline thread_local Watch watch;
}  // namespace detail

// While it lives, loops of this thread that poll() ask about twenty times a second whether to go on, and helpers that
// join the work stop with it. An inner one takes the place of the outer one until it ends.
class Stop {
 public:
  // Throws to stop the work; returns whether it need be asked again.
  using Ask = bool (*)();

  // Steps between two looks at the clock, and the time between two questions; tests ask more often.
  static constexpr std::size_t usual_steps = std::size_t{1} << 20;
  static constexpr std::chrono::milliseconds usual_pause{50};

  explicit Stop(Ask question, std::size_t steps = usual_steps, std::chrono::milliseconds between = usual_pause)
      : steps_(steps), pause_(between), ask_(question), next_(Clock::now() + between), before_(detail::watch) {
    detail::watch = detail::Watch{this, steps, true};
  }
  ~Stop() { detail::watch = before_; }
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // Where loops can be left: `work` is how many simple steps, a nanosecond or so each, came before or will follow.
  // What it throws leaves the tools of a loop in any state, so they are thrown away.
  static void poll(std::size_t work) {
    detail::Watch& mine = detail::watch;
    if (work < mine.left) mine.left -= work;
    else look();
  }

  // The work that this thread does.
  static Stop* current() { return detail::watch.stop; }

  // Asks at once, from the thread that it was made in.
  void ask() {
    if (stopped_.load(std::memory_order_relaxed)) throw Stopped();
    if (ask_ == nullptr) return;
    next_ = Clock::now() + pause_;
    try {
      if (!ask_()) ask_ = nullptr;
    } catch (...) {
      stopped_.store(true, std::memory_order_relaxed);
      throw;
    }
  }

  // How long the thread that asks may wait for others before it asks again.
  std::chrono::milliseconds pause() const { return pause_; }

 private:
  using Clock = std::chrono::steady_clock;

  INFRAROUGE_COLD static void look() {
    detail::Watch& mine = detail::watch;
    if (mine.stop == nullptr) {
      mine.left = std::numeric_limits<std::size_t>::max();
      return;
    }
    Stop* const stop = mine.stop;
    mine.left = stop->steps_;
    if (stop->stopped_.load(std::memory_order_relaxed)) throw Stopped();
    if (mine.asks && Clock::now() >= stop->next_) stop->ask();
  }

  const std::size_t steps_;
  const std::chrono::milliseconds pause_;
  Ask ask_;
  std::atomic<bool> stopped_{false};
  Clock::time_point next_;
  detail::Watch before_;

  friend class Helping;
};

// Places of a long row that are worked on between two polls.
constexpr std::size_t stretch_size = std::size_t{1} << 16;

// Polls once in so many places of a long loop, which tells it where it is; the places rise.
class Pace {
 public:
  void at(std::size_t place) {
    if (place >= next_) rest(place);
  }

 private:
  INFRAROUGE_COLD void rest(std::size_t place) {
    next_ = place + stretch_size;
    Stop::poll(4 * stretch_size);
  }

  std::size_t next_ = stretch_size;
};

// Lengthens a row, which takes its time where it is for a huge text.
template <class Row>
void lengthen(Row& row, std::size_t size) {
  constexpr std::size_t piece = (std::size_t{1} << 24) / sizeof(row[0]);
  if (row.size() < size) row.reserve(size);
  while (row.size() < size) {
    if (row.size() > 0) Stop::poll(4 * piece);
    row.resize(std::min(size, row.size() + piece));
  }
}

namespace detail {
template <class Test>
INFRAROUGE_COLD std::size_t far_place(std::size_t at, std::size_t n, Test& passes) {
  while (at < n) {
    const std::size_t begin = at, end = n - at > stretch_size ? at + stretch_size : n;
    while (at < end && !passes(at)) ++at;
    if (at < end) return at;
    Stop::poll(at - begin);
  }
  return n;
}
}  // namespace detail

// The first place from `at` on that passes a test, or n if none does; it polls where that is far away.
template <class Test>
std::size_t first_place(std::size_t at, std::size_t n, Test&& passes) {
  if (at >= n) return n;
  const std::size_t near = n - at > stretch_size ? at + stretch_size : n;
  while (at < near && !passes(at)) ++at;
  return at < near || near == n ? at : detail::far_place(at, n, passes);
}

// Uses the places from 0 to n in stretches, begin to end, and polls between them.
template <class Use>
void in_stretches(std::size_t n, Use&& use) {
  for (std::size_t begin = 0; begin < n; begin += stretch_size) {
    if (begin > 0) Stop::poll(stretch_size);
    use(begin, std::min(n, begin + stretch_size));
  }
}

// Uses every place from `begin` to `end`, each for some sixteen steps, and polls now and then.
template <class Place, class Use>
void each_place(Place begin, Place end, Use&& use) {
  constexpr Place stretch = 4096;
  while (begin < end) {
    const Place to = end - begin > stretch ? begin + stretch : end;
    Stop::poll(16 * static_cast<std::size_t>(to - begin));
    for (; begin < to; ++begin) use(static_cast<std::size_t>(begin));
  }
}

// Makes a helping thread part of the work of another one while it lives.
class Helping {
 public:
  explicit Helping(Stop* stop) : before_(detail::watch) {
    if (stop != nullptr) detail::watch = detail::Watch{stop, stop->steps_, false};
  }
  ~Helping() { detail::watch = before_; }
  Helping(const Helping&) = delete;
  Helping& operator=(const Helping&) = delete;

 private:
  detail::Watch before_;
};

}  // namespace infrarouge
