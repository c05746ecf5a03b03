// The pool of threads: work is shared out once, and an exception reaches the caller.
//
//   c++ -std=c++17 -I cpp/include -I cpp/tests cpp/tests/support/test_pool.cpp -pthread && ./a.out
#include "infrarouge/support/pool.hpp"

#include <atomic>
#include <cstddef>
#include <stdexcept>

#include "check.hpp"

namespace {

using namespace infrarouge;

template <class Call>
bool refused(Call call) {
  try {
    call();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void pools() {
  // An exception in one thread reaches the caller, and the pool goes on.
  for (int round = 0; round < 20; ++round) {
    Ranges ranges(0, 100, 1);
    CHECK(refused([&] {
      Pool::shared().run(4, [&] {
        std::size_t begin, end;
        while (ranges.next(begin, end))
          if (begin == 50) throw std::invalid_argument("half way");
      });
    }));
    std::atomic<std::size_t> total{0};
    Ranges again(0, 1000, 7);
    Pool::shared().run(4, [&] {
      std::size_t begin, end;
      while (again.next(begin, end)) total += end - begin;
    });
    CHECK(total == 1000);
  }
}

}  // namespace

int main() {
  pools();
  return finish("pool");
}
