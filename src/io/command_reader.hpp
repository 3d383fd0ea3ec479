/// CommandReader: the form of each type of command in files and on command lines. The rows of world/command_kinds.hpp
/// contain the keys and the options.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "io/named_sources.hpp"
#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "world/command_kinds.hpp"

namespace barchan {

/// An entry of [[timeline]] that is being read, and the lists to which its commands are added.
struct TimelineEntry {
  TableReader const& table;
  Scenario const& scenario;             ///< grid and soils that the commands refer to
  std::filesystem::path const& folder;  ///< folder in which files named by the entry are searched
  double at;                            ///< s on the world's clock
  std::vector<TimedCommand>& timeline;
  std::vector<NamedSource>& named;

  void add(Command command) const { timeline.push_back({at, std::move(command)}); }
};

/// Specialised for each type of command whose row has a key or an option. If it has a key, the member is
///
///     static void read(std::string_view key, TimelineEntry const&);     // the entry contains the key
///
/// If it has an option, the members are
///
///     static constexpr std::string_view help;
///     static constexpr bool repeatable = true;                          // the option may be given more than once
///     static void parse(std::string_view text, WorldOptions& options);  // text after the option; throws InputError
template <class C>
struct CommandReader;

/// A command-line option that creates commands.
struct CommandOption {
  std::string_view option, help;
  bool repeatable;
  void (*parse)(std::string_view text, WorldOptions& options);
};
/// All such options, in the order in which their commands are applied.
std::span<CommandOption const> command_options();

}  // namespace barchan
