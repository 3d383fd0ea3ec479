#include "world/calendar.hpp"

#include <algorithm>
#include <array>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

using C = CalendarParameters;
constexpr std::array kCalendarRows{
    row::flag<&C::follow>(
        "follow", "One calendar",
        "Whether uplift, weathering and groundwater follow the calendar. The sand flux of the site (`flux`) sets its "
        "pace. Off: each of these processes follows its own clock. The window shows the calendar in both cases."),
    row::number<&C::flux>("flux", "Sand flux of the site", "m2/a", {0.1, 1000.0, kByRatio},
                          "Volume of sand that the wind carries over flat ground at the real site, per metre of "
                          "width and year. In deserts, this flux is 10 to 100 m2/a. Higher: a second of the world's "
                          "clock stands for less time."),
};
static_assert(sizeof(CalendarParameters) == kCalendarRows.size() * 4, "every parameter of the calendar has its row");

constexpr std::string_view kOwnClock =
    "It has its own clock. Switch `calendar.follow` on to let it follow the calendar.";
constexpr std::string_view kNoCalendar =
    "It has its own clock, because no active process has a known sand flux, which would fix the calendar.";
constexpr std::string_view kStandsStill =
    "No wind moves sand, so no time passes in the calendar, and this process stands still.";
constexpr std::string_view kCalm = "No wind moves sand, so no time passes in the calendar.";
constexpr std::string_view kTooSlow =
    "It cannot simulate more time in one step, so it runs slower than requested. A shorter time step, larger cells or "
    "a slower clock reduces the difference.";
constexpr std::string_view kTooSlowInCalendar =
    "It cannot simulate more time in one step, so it runs slower than requested. A shorter time step, larger cells or "
    "a higher sand flux of the site (`calendar.flux`) reduces the difference.";
constexpr std::string_view kCapped =
    "It follows the calendar only up to 10,000 years per second, so it runs slower than requested. A higher sand flux "
    "of the site (`calendar.flux`) reduces the difference.";
constexpr std::string_view kRealSeconds =
    "Its laws hold for real seconds, which cannot be stretched: a flood lasts minutes in every calendar.";
constexpr std::string_view kNoYears =
    "Its rates are per second of the world's clock, and no measurement relates them to years.";
constexpr std::string_view kUnknownSand =
    "The sand flux over flat ground that follows from its law is not known, so the calendar leaves this process out.";

/// Fills in the clock of a process in which wind moves sand.
void read_sand(ClockReading& reading, double flux, Calendar const& calendar) {
  reading.in_calendar = true;
  reading.asked = reading.done = calendar.years_per_second;
  if (calendar.flux > 0.0) reading.share = flux / calendar.flux;
  if (!calendar.known()) reading.why = kCalm;
}

/// Fills in the clock of a slow process.
void read_slow(ClockReading& reading, ProcessClock const& clock, Calendar const& calendar) {
  reading.in_calendar = calendar.followed && calendar.fixed;
  reading.asked = reading.in_calendar ? calendar.years_per_second : clock.seconds / kSecondsPerYear;
  reading.done = std::min(reading.asked, kMostYearsPerSecond) * clock.reached;
  const bool slow = reading.done < kAsFast * reading.asked;
  if (!reading.in_calendar) {
    reading.why = calendar.followed ? kNoCalendar : kOwnClock;
    if (slow) reading.why = kTooSlow;
    return;
  }
  if (slow) reading.why = clock.reached < kAsFast ? kTooSlowInCalendar : kCapped;
  if (!calendar.known()) reading.why = kStandsStill;
}

ClockReading reading_of(Process const& process, Terrain const& terrain, Calendar const& calendar, float wind_speed) {
  const ProcessClock clock = process.clock();
  ClockReading reading{.process = process.info().id, .title = process.info().title};
  switch (clock.kind) {
    case ProcessClock::Kind::none:
      break;
    case ProcessClock::Kind::sand:
      read_sand(reading, process.flat_flux(terrain, wind_speed), calendar);
      break;
    case ProcessClock::Kind::unknown_sand:
      reading.why = kUnknownSand;
      break;
    case ProcessClock::Kind::slow:
      read_slow(reading, clock, calendar);
      break;
    case ProcessClock::Kind::real_seconds:
      reading.asked = reading.done = 1.0 / kSecondsPerYear;
      reading.why = kRealSeconds;
      break;
    case ProcessClock::Kind::no_years:
      reading.why = kNoYears;
      break;
  }
  return reading;
}

}  // namespace

std::span<ParameterRow const> calendar_rows() { return kCalendarRows; }

double flat_flux_of(std::span<std::unique_ptr<Process> const> processes, Terrain const& terrain, float wind_speed) {
  double flux = 0.0;
  for (auto const& process : processes) {
    if (process->enabled()) flux += process->flat_flux(terrain, wind_speed);
  }
  return flux;
}

bool fixes_calendar(std::span<std::unique_ptr<Process> const> processes) {
  return std::ranges::any_of(processes, [](auto const& process) {
    return process->enabled() && process->clock().kind == ProcessClock::Kind::sand;
  });
}

bool is_too_slow(Process const& process) { return process.clock().reached < kAsFast; }

Calendar calendar_of(World const& world) {
  Calendar calendar;
  calendar.followed = world.parameter("calendar", "follow") != 0.0;
  calendar.fixed = fixes_calendar(world.processes());
  calendar.site_flux = world.parameter("calendar", "flux");
  const auto speed = static_cast<float>(world.parameter("wind", "speed"));
  calendar.flux = flat_flux_of(world.processes(), world.terrain(), speed);
  calendar.years_per_second = calendar.flux / calendar.site_flux;
  calendar.years = world.calendar_years();
  for (auto const& process : world.processes()) {
    if (process->enabled() && process->clock().kind != ProcessClock::Kind::none)
      calendar.clocks.push_back(reading_of(*process, world.terrain(), calendar, speed));
  }
  return calendar;
}

}  // namespace barchan
