#include "io/date.hpp"

#include <chrono>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace barchan {

namespace {

constexpr std::int64_t kDay = 24 * 3600;  // s

std::tm local(std::int64_t time) {
  const auto value = static_cast<std::time_t>(time);
  std::tm parts{};
  ::localtime_r(&value, &parts);
  return parts;
}

bool same_day(std::tm const& a, std::tm const& b) { return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday; }

}  // namespace

std::int64_t seconds_since_1970() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string stamp_of(std::int64_t time) {
  return fmt::format("{:%Y%m%d-%H%M%S}", fmt::gmtime(static_cast<std::time_t>(time)));
}

std::string time_text(std::int64_t time, std::int64_t now) {
  const std::tm then = local(time);
  const std::string clock = fmt::format("{}:{:02}", then.tm_hour, then.tm_min);
  if (same_day(then, local(now))) return "today at " + clock;
  if (same_day(then, local(now - kDay))) return "yesterday at " + clock;
  return fmt::format("on {} {:%B %Y} at {}", then.tm_mday, then, clock);
}

}  // namespace barchan
