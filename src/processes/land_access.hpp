/// Land accesses: the parts of the shared state that a process reads and writes, one row each, and the order of
/// processes that follows from them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "processes/land_state.hpp"

namespace barchan {

struct ProcessInfo;

enum class Intent : std::uint8_t { in, out, inout };

/// The value of a state that a process reads. `this_step` and `last_step` fix an order of processes.
enum class Value : std::uint8_t {
  current,    ///< the value at the time when the process acts
  this_step,  ///< the value written in this step: every other process that writes it acts earlier
  last_step,  ///< the value left by the last step: every other process that writes it acts later
  given,      ///< a value that the world provides: no process writes it
};

/// A condition of an access: the parameter with this key has this value.
struct AccessCondition {
  std::string_view key;  ///< "": there is no condition
  double value = 0.0;
};

/// One declared access of a process. A state without a row is neither read nor written.
struct LandAccess {
  LandState state;
  Intent intent;
  Value value;  ///< the value that is read; has no meaning if the state is only written
  std::string_view help;
  AccessCondition only{};

  constexpr bool reads() const { return intent != Intent::out; }
  constexpr bool writes() const { return intent != Intent::in; }
};

namespace access {

constexpr LandAccess reads(LandState state, Value value, std::string_view help, AccessCondition only = {}) {
  return {state, Intent::in, value, help, only};
}
constexpr LandAccess writes(LandState state, std::string_view help) {
  return {state, Intent::out, Value::current, help};
}
/// Reads a state and changes it.
constexpr LandAccess changes(LandState state, Value value, std::string_view help) {
  return {state, Intent::inout, value, help};
}

}  // namespace access

std::string_view name_of(Intent intent);
/// Text for the user, such as "this step".
std::string_view name_of(Value value);

/// Returns the row of a state, or nullptr if the process neither reads nor writes that state.
LandAccess const* find_access(ProcessInfo const& process, LandState state);
/// Return whether a process declares that it reads or writes a state. Conditions are ignored.
bool reads(ProcessInfo const& process, LandState state);
bool writes(ProcessInfo const& process, LandState state);

/// Returns the faults in the order of processes that follow from their declared accesses, one sentence each. The result
/// is empty if the order is right.
std::vector<std::string> order_faults(std::span<ProcessInfo const> processes);

}  // namespace barchan
