// Turns at what threads share: many look at once, one changes alone.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/support/test_turns.cpp -pthread && ./a.out
#include "infrarouge/support/turns.hpp"

#include <cstddef>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

using namespace infrarouge;

void who_may_come_in() {
  Turns turns;
  CHECK(turns.try_look(0));
  CHECK(turns.try_look(0));
  CHECK(!turns.try_change());
  turns.end_look();
  CHECK(!turns.try_change());
  turns.end_look();
  CHECK(turns.try_change());
  CHECK(!turns.try_change());
  CHECK(!turns.try_look(0));
  turns.end_change();
  CHECK(turns.try_look(0));
}

// Whoever waits for a change is let in before others come to look, but they do not wait for ever.
void changes_come_first() {
  Turns turns;
  CHECK(turns.try_look(0));
  {
    const Turns::Wish wish(turns);
    CHECK(!turns.try_look(0));
    CHECK(!turns.try_look(Turns::patience - 1));
    CHECK(turns.try_look(Turns::patience));
    turns.end_look();
    turns.end_look();
    CHECK(turns.try_change());
    turns.end_change();
  }
  CHECK(turns.try_look(0));
}

// A vector that moves as it grows, while others add up what it holds.
void shared_by_threads() {
  Turns turns;
  std::vector<std::size_t> numbers;
  constexpr std::size_t threads = 4, rounds = 300;
  std::vector<std::size_t> wrong(threads, 0);
  std::vector<std::thread> started;
  for (std::size_t at = 0; at < threads; ++at)
    started.emplace_back([&, at] {
      for (std::size_t round = 0; round < rounds; ++round) {
        while (!turns.try_change()) std::this_thread::yield();
        numbers.push_back(1);
        turns.end_change();
        while (!turns.try_look(0)) std::this_thread::yield();
        std::size_t sum = 0;
        for (const std::size_t number : numbers) sum += number;
        if (sum != numbers.size() || sum <= round) ++wrong[at];
        turns.end_look();
      }
    });
  for (std::thread& thread : started) thread.join();
  CHECK(numbers.size() == threads * rounds);
  for (const std::size_t times : wrong) CHECK(times == 0);
}

}  // namespace

int main() {
  who_may_come_in();
  changes_come_first();
  shared_by_threads();
  return finish("turns");
}
