/// InterruptGuard: lets a program end in order when it is asked to end.
#pragma once

#include <array>
#include <csignal>

namespace barchan {

/// While it lives, Ctrl+C, SIGTERM and the end of the terminal only set a flag. A second signal ends the program at
/// once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(InterruptGuard const&) = delete;
  InterruptGuard& operator=(InterruptGuard const&) = delete;

  /// Whether a signal has come since the last guard was created.
  static bool interrupted();

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<void (*)(int), kSignals.size()> previous_{};
};

}  // namespace barchan
