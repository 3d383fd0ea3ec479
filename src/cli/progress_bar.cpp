#include "cli/progress_bar.hpp"

#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "io/console.hpp"

namespace barchan {

namespace {

constexpr int kBarWidth = 30;
constexpr std::chrono::milliseconds kRedrawInterval{100};

std::string clock_text(double seconds) {
  constexpr double kAnHour = 3600.0;
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (seconds >= kAnHour) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

ProgressBar::ProgressBar(std::uint64_t total, bool quiet)
    : total_(total), shown_(!quiet && total > 0 && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  constexpr char const* kEraseLine = "\r\x1b[2K";
  if (shown_) write_error(kEraseLine);
}

void ProgressBar::update(std::uint64_t done) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - drawn_ < kRedrawInterval && done < total_) return;
  drawn_ = now;
  const double rate = rate_of(done, std::chrono::duration<double>(now - begin_).count());
  const double left = rate > 0.0 ? static_cast<double>(total_ - done) / rate : 0.0;
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  const int filled = static_cast<int>(share * kBarWidth);
  print_error("\r[{:<{}}] {:3.0f} %  {:.0f} steps/s  {} left \x1b[K",
              std::string(static_cast<std::size_t>(filled), '='), kBarWidth, share * 100.0, rate, clock_text(left));
}

}  // namespace barchan
