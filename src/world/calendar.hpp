/// Calendar: how much time at a real site one second of the world's clock stands for.
///
/// The wind of a model carries as much sand in a second as the wind of a real desert carries in days. A site's sand
/// flux, in m2 per year, therefore fixes how many years a second stands for: the flux of the model divided by that of
/// the site.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/parameter.hpp"
#include "base/slow_clock.hpp"

namespace barchan {

class Process;
class World;
struct Terrain;

/// A calendar in which a second stands for more years than this is not followed further.
inline constexpr double kMostYearsPerSecond = 10000.0;

/// Live parameters of the calendar (group `calendar`).
struct CalendarParameters {
  std::int32_t follow = 0;  ///< the slow processes run in the calendar instead of on their own clocks
  float flux = 30.0f;       ///< m2 per year of sand over flat ground at the site
};
std::span<ParameterRow const> calendar_rows();

/// The clock of a process in the calendar.
struct ClockReading {
  std::string_view process{};  ///< its id
  std::string_view title{};    ///< of the process
  double asked = 0.0;          ///< years that a second of the world's clock should stand for; 0: not known, or a calm
  double done = 0.0;         ///< years that the process lets pass in such a second; less than `asked` if it is too slow
  bool in_calendar = false;  ///< its clock is that of the calendar
  double share = 0.0;        ///< fraction of the calendar's sand that the process carries; 0 if it carries none
  std::string_view why{};  ///< why its clock is another one, slower than asked or still; one or two sentences, or empty
};

/// The calendar of a world at a moment.
struct Calendar {
  bool followed = false;   ///< `calendar.follow`: the slow processes run in it if `fixed`
  bool fixed = false;      ///< a process with a known flux of sand is on, whether or not the wind blows
  double site_flux = 0.0;  ///< m2 per year
  double flux = 0.0;       ///< m2/s over flat sand, of all processes in which wind moves sand, in the present wind
  double years_per_second = 0.0;     ///< 0: no wind moves sand, so the calendar stands still, or there is none
  double years = 0.0;                ///< passed since the world began
  std::vector<ClockReading> clocks;  ///< of the processes that are on

  bool known() const { return years_per_second > 0.0; }
};

/// m2/s of sand over flat ground, of all processes that are on.
double flat_flux_of(std::span<std::unique_ptr<Process> const> processes, Terrain const& terrain, float wind_speed);
/// Returns whether a process that is on fixes a calendar: one that moves sand by wind, with a known flux.
bool fixes_calendar(std::span<std::unique_ptr<Process> const> processes);
/// A process that does this fraction of its time is as fast as asked.
inline constexpr double kAsFast = 0.999;
/// Returns whether a slow process did less time than was asked.
bool is_too_slow(Process const& process);

/// The calendar of the next step.
Calendar calendar_of(World const& world);

}  // namespace barchan
