#include "base/scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#ifndef BARCHAN_TSAN
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace barchan {

namespace {

constexpr int kMostThreads = 256;

}  // namespace

#ifndef BARCHAN_TSAN

struct Scheduler::Arena {
  explicit Arena(int threads) : arena(threads) {
    // By default TBB limits its workers to the number of cores, but a test with 7 threads on 2 cores needs 7. TBB obeys
    // the lowest of several limits, so the whole process shares one.
    static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, kMostThreads);
  }
  tbb::task_arena arena;
};

void Scheduler::for_ranges(int count, int grain, std::function<void(int, int)> const& body) const {
  const int pieces = (count + grain - 1) / grain;
  if (threads_ == 1 || pieces < 2) {
    for (int first = 0; first < count; first += grain) body(first, std::min(first + grain, count));
    return;
  }
  arena_->arena.execute([&] {
    tbb::parallel_for(
        0, pieces, [&](int piece) { body(piece * grain, std::min((piece + 1) * grain, count)); },
        tbb::simple_partitioner{});
  });
}

#else

// The runtimes of TBB and OpenMP are not instrumented. With plain threads, the sanitizer sees every synchronisation.
struct Scheduler::Arena {
  explicit Arena(int) {}
};

void Scheduler::for_ranges(int count, int grain, std::function<void(int, int)> const& body) const {
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int first = next.fetch_add(grain); first < count; first = next.fetch_add(grain)) {
      body(first, std::min(first + grain, count));
    }
  };
  std::vector<std::jthread> helpers;
  for (int i = 1; i < threads_; ++i) helpers.emplace_back(work);
  work();
}

#endif

Scheduler::Scheduler(int threads) : threads_(threads) {
  if (threads < 1 || threads > kMostThreads) {
    throw std::invalid_argument("expected 1 to " + std::to_string(kMostThreads) + " threads, found " +
                                std::to_string(threads));
  }
  if (threads > 1) arena_ = std::make_unique<Arena>(threads);
}

Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;
Scheduler& Scheduler::operator=(Scheduler&&) noexcept = default;

}  // namespace barchan
