/// Land accesses: which parts of the shared state a process reads and writes, one row each, and the order of processes
/// that follows from them.
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

/// Which value of a state a process reads. `this_step` and `last_step` fix an order of processes.
enum class Value : std::uint8_t {
  current,    ///< whatever it is when the process acts
  this_step,  ///< what this step has written: every other process that writes it acts before
  last_step,  ///< what the last step left: every other process that writes it acts after
  given,      ///< what the world provides: no process writes it
};

/// A parameter of the process, by key, and the value on which an access depends.
struct AccessCondition {
  std::string_view key;  ///< "": there is no condition
  double value = 0.0;
};

/// One row of what a process declares. A state without a row is neither read nor written.
struct LandAccess {
  LandState state;
  Intent intent;
  Value value;  ///< of what is read; says nothing of what is only written
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
/// For people: "this step".
std::string_view name_of(Value value);

/// The row of a state, or nullptr where the process does not touch it.
LandAccess const* find_access(ProcessInfo const& process, LandState state);
/// Whether a process declares that it reads or writes a state, conditions aside.
bool reads(ProcessInfo const& process, LandState state);
bool writes(ProcessInfo const& process, LandState state);

/// What is wrong with the order of processes, by what they declare: one sentence each, none when the order is right.
std::vector<std::string> order_faults(std::span<ProcessInfo const> processes);

}  // namespace barchan
