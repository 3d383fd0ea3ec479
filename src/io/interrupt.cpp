#include "io/interrupt.hpp"

#include <atomic>

namespace barchan {

namespace {

std::atomic<bool> asked_to_end{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

extern "C" void on_interrupt(int signal) {
  asked_to_end = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  asked_to_end = false;
  for (std::size_t i = 0; i < kSignals.size(); ++i) previous_[i] = std::signal(kSignals[i], on_interrupt);
  if (previous_.back() == SIG_IGN) std::signal(kSignals.back(), SIG_IGN);  // `nohup` asked for it
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], previous_[i]);
}

bool InterruptGuard::interrupted() { return asked_to_end; }

}  // namespace barchan
