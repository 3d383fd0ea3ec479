/// CommandReader: how files and command lines express each type of command. The rows of world/command_kinds.hpp have
/// the keys and the options.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "io/scenario.hpp"
#include "io/source_ends.hpp"
#include "io/toml_reader.hpp"
#include "world/command_kinds.hpp"

namespace barchan {

/// An entry of [[timeline]] that is being read, and where its commands go.
struct TimelineEntry {
  TableReader const& table;
  Scenario const& scenario;             ///< grid and soils that the commands refer to
  std::filesystem::path const& folder;  ///< folder in which files named by the entry are searched
  double at;                            ///< s on the world's clock
  std::vector<TimedCommand>& timeline;
  std::vector<SourceEnd>& ends;

  void add(Command command) const { timeline.push_back({at, std::move(command)}); }
};

/// Specialised for each type of command whose row has a key or an option, with these members:
///
///     static void read(std::string_view key, TimelineEntry const&);     // with a key: the entry has it
///     static constexpr std::string_view help;                           // with an option
///     static constexpr bool repeatable = true;                          // may the option be given again?
///     static void parse(std::string_view text, WorldOptions& options);  // of what follows it; throws InputError
template <class C>
struct CommandReader;

/// A command-line option that makes commands.
struct CommandOption {
  std::string_view option, help;
  bool repeatable;
  void (*parse)(std::string_view text, WorldOptions& options);
};
/// All such options, in the order in which their commands are applied.
std::span<CommandOption const> command_options();

}  // namespace barchan
