// A lasting pool of threads that help whoever has work.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "infrarouge/support/stop.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#define INFRAROUGE_HAS_FORK 1
#else
#define INFRAROUGE_HAS_FORK 0
#endif

namespace infrarouge {

class Pool {
 public:
  // The pool of this process. A forked child has none of its parent's threads, so it starts its own.
  static Pool& shared() {
    std::atomic<Pool*>& current = instance();
    Pool* pool = current.load(std::memory_order_acquire);
    if (pool) return *pool;
#if INFRAROUGE_HAS_FORK
    static const int registered =
        pthread_atfork(nullptr, nullptr, [] { instance().store(nullptr, std::memory_order_release); });
    static_cast<void>(registered);
#endif
    // Never destroyed: its threads may outlast every static object.
    Pool* fresh = new Pool;
    if (current.compare_exchange_strong(pool, fresh, std::memory_order_acq_rel)) return *fresh;
    delete fresh;
    return *pool;
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Runs `body` on up to `threads` threads at once, the calling one among them, and returns when all have left it.
  // The body takes its share of the work itself. The first exception thrown in it is thrown again here, one of the
  // calling thread before others: it knows why the work stops.
  void run(std::size_t threads, const std::function<void()>& body) {
    if (threads <= 1) return body();
    Task task{body, std::min(threads, most) - 1, Stop::current()};
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      grow(task.wanted);
      tasks_.push_back(&task);
    }
    wake_.notify_all();
    std::exception_ptr error;
    const auto caught = [&error](const auto& call) {
      try {
        call();
      } catch (...) {
        if (!error) error = std::current_exception();
      }
    };
    caught(body);
    std::unique_lock<std::mutex> lock(mutex_);
    tasks_.erase(std::find(tasks_.begin(), tasks_.end(), &task));
    const auto done = [&task] { return task.running == 0; };
    while (task.stop && !error && !left_.wait_for(lock, task.stop->pause(), done)) {
      lock.unlock();
      caught([&task] { task.stop->ask(); });
      lock.lock();
    }
    left_.wait(lock, done);
    if (!error) error = task.error;
    if (error) std::rethrow_exception(error);
  }

 private:
  static constexpr std::size_t most = 256;

  struct Task {
    Task(const std::function<void()>& what, std::size_t helpers, Stop* whole)
        : body(what), wanted(helpers), stop(whole) {}
    const std::function<void()>& body;
    std::size_t wanted;       // helpers that may still join
    std::size_t running = 0;  // helpers inside
    Stop* stop;               // what the helpers stop with
    std::exception_ptr error;
  };

  Pool() = default;
  ~Pool() = default;

  static std::atomic<Pool*>& instance() {
    static std::atomic<Pool*> pool{nullptr};
    return pool;
  }

  void grow(std::size_t helpers) {
    while (threads_ < helpers) {
      try {
        std::thread([this] { help(); }).detach();
      } catch (const std::system_error&) {
        return;  // the caller works alone
      }
      ++threads_;
    }
  }

  void work(Task& task) {
    try {
      const Helping helping(task.stop);
      task.body();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!task.error) task.error = std::current_exception();
    }
  }

  void help() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      Task* task = nullptr;
      wake_.wait(lock, [&] {
        const auto open = std::find_if(tasks_.begin(), tasks_.end(), [](const Task* t) { return t->wanted > 0; });
        task = open == tasks_.end() ? nullptr : *open;
        return task != nullptr;
      });
      --task->wanted;
      ++task->running;
      lock.unlock();
      work(*task);
      lock.lock();
      // The caller may return, and its task end, as soon as the last helper is out.
      if (--task->running == 0) left_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, left_;
  std::vector<Task*> tasks_;
  std::size_t threads_ = 0;
};

// How many threads are worth waking for so many items and letters.
inline std::size_t worth(std::size_t threads, std::size_t items, std::size_t letters) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  // Waking a thread costs as much as reading several thousand letters.
  constexpr std::size_t least = 16384;
  return std::min({threads, items, 1 + letters / least});
}

// Hands out a range of numbers in pieces to the threads of one task.
class Ranges {
 public:
  Ranges(std::size_t begin, std::size_t end, std::size_t step) : next_(begin), end_(end), step_(step) {}
  bool next(std::size_t& begin, std::size_t& end) {
    begin = next_.fetch_add(step_, std::memory_order_relaxed);
    if (begin >= end_) return false;
    end = std::min(end_, begin + step_);
    return true;
  }

 private:
  std::atomic<std::size_t> next_;
  const std::size_t end_, step_;
};

// Tools that are used by one thread at a time and stay warm from one use to the next.
template <class Tool>
class Spares {
 public:
  Spares() = default;
  Spares(const Spares&) = delete;
  Spares& operator=(const Spares&) = delete;
  ~Spares() { delete next_.load(); }

  // One that lies idle, or a new one.
  template <class Make>
  std::unique_ptr<Tool> take(Make make) {
    std::unique_ptr<Tool> next(next_.exchange(nullptr, std::memory_order_acquire));
    if (next) return next;
    if (lock()) {
      const std::lock_guard<std::mutex> guard(mutex_, std::adopt_lock);
      if (!idle_.empty()) {
        std::unique_ptr<Tool> tool = std::move(idle_.back());
        idle_.pop_back();
        return tool;
      }
    }
    return make();
  }

  // Keeps a tool for the next use, unless huge texts made it large.
  void give(std::unique_ptr<Tool> tool) {
    if (tool->is_large()) return;
    Tool* none = nullptr;
    if (next_.compare_exchange_strong(none, tool.get(), std::memory_order_release, std::memory_order_relaxed)) {
      tool.release();
      return;
    }
    if (!lock()) return;
    const std::lock_guard<std::mutex> guard(mutex_, std::adopt_lock);
    idle_.push_back(std::move(tool));
  }

 private:
  // Does not wait for long: a child forked while the list was locked would find it locked for ever.
  bool lock() {
    for (int tries = 0; tries < 1000; ++tries) {
      if (mutex_.try_lock()) return true;
      std::this_thread::yield();
    }
    return false;
  }

  std::atomic<Tool*> next_{nullptr};  // for whoever comes next: one small call after another needs no lock
  std::mutex mutex_;
  std::vector<std::unique_ptr<Tool>> idle_;
};

// Runs `work(tool, i)` for every i from begin to end on up to `threads` threads, each with a tool of its own. A tool
// whose work was left by an exception is thrown away.
template <class Tool, class Make, class Work>
void share(Spares<Tool>& spares, Make make, std::size_t begin, std::size_t end, std::size_t step, std::size_t threads,
           Work work) {
  Ranges ranges(begin, end, step);
  const auto body = [&] {
    std::unique_ptr<Tool> tool = spares.take(make);
    std::size_t from, to;
    while (ranges.next(from, to)) {
      Stop::poll(1024 * (to - from));  // about what small pieces of work cost; large ones poll themselves
      for (std::size_t i = from; i < to; ++i) work(*tool, i);
    }
    spares.give(std::move(tool));
  };
  if (threads == 1) body();
  else Pool::shared().run(threads, body);
}

}  // namespace infrarouge
