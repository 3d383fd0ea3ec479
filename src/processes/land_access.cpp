#include "processes/land_access.hpp"

#include <algorithm>

#include "processes/process.hpp"

namespace barchan {

namespace {

std::string text(std::string_view view) { return std::string(view); }

/// Checks what process number `reader` reads as `access` says.
std::vector<std::string> read_faults(std::span<ProcessInfo const> processes, std::size_t reader,
                                     LandAccess const& access) {
  std::vector<std::string> faults;
  const std::string state = text(row_of(access.state).id), id = text(processes[reader].id);
  bool written = false;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (i == reader || !writes(processes[i], access.state)) continue;
    const std::string writer = text(processes[i].id);
    written = true;
    if (access.value == Value::given) {
      faults.push_back(id + " expects that no process writes " + state + ", but " + writer + " does.");
    }
    if (access.value == Value::this_step && i > reader) {
      faults.push_back(writer + " must act before " + id + ", which reads the " + state + " of this step.");
    }
    if (access.value == Value::last_step && i < reader) {
      faults.push_back(writer + " must act after " + id + ", which reads the " + state + " of the last step.");
    }
  }
  const bool of_a_step = access.value == Value::this_step || access.value == Value::last_step;
  if (of_a_step && !written) {
    faults.push_back(id + " reads the " + state + " of " + text(name_of(access.value)) +
                     ", but no other process writes it.");
  }
  return faults;
}

}  // namespace

std::string_view name_of(Intent intent) {
  switch (intent) {
    case Intent::in:
      return "in";
    case Intent::out:
      return "out";
    case Intent::inout:
      return "inout";
  }
  return "";
}

std::string_view name_of(Value value) {
  switch (value) {
    case Value::current:
      return "current";
    case Value::this_step:
      return "this step";
    case Value::last_step:
      return "last step";
    case Value::given:
      return "given";
  }
  return "";
}

LandAccess const* find_access(ProcessInfo const& process, LandState state) {
  const auto found = std::ranges::find(process.accesses, state, &LandAccess::state);
  return found != process.accesses.end() ? &*found : nullptr;
}

bool reads(ProcessInfo const& process, LandState state) {
  LandAccess const* const access = find_access(process, state);
  return access != nullptr && access->reads();
}

bool writes(ProcessInfo const& process, LandState state) {
  LandAccess const* const access = find_access(process, state);
  return access != nullptr && access->writes();
}

std::vector<std::string> order_faults(std::span<ProcessInfo const> processes) {
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    for (LandAccess const& access : processes[i].accesses) {
      if (&access != find_access(processes[i], access.state)) {
        faults.push_back(text(processes[i].id) + " declares " + text(row_of(access.state).id) + " twice.");
      }
      if (!access.reads()) continue;
      const std::vector<std::string> found = read_faults(processes, i, access);
      faults.insert(faults.end(), found.begin(), found.end());
    }
  }
  return faults;
}

}  // namespace barchan
