/// CommandReader: how files and command lines say each type of command. The keys and the options themselves are in the
/// rows of world/command_kinds.hpp.
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
  Scenario const& scenario;             ///< grid and soils for which the commands are meant
  std::filesystem::path const& folder;  ///< where the files that it names are looked for
  double at;                            ///< s
  std::vector<TimedCommand>& timeline;
  std::vector<SourceEnd>& ends;

  void add(Command command) const { timeline.push_back({at, std::move(command)}); }
};

/// Specialised for each type of command whose row has a key or an option; its members:
///
///     static void read(std::string_view key, TimelineEntry const&);     // with a key: the entry has it
///     static constexpr std::string_view help;                           // with an option
///     static constexpr bool repeatable = true;                          // may the option be given again?
///     static void parse(std::string_view text, WorldOptions& options);  // of what follows it; throws InputError
template <class C>
struct CommandReader;

/// An option of the command line that makes commands.
struct CommandOption {
  std::string_view option, help;
  bool repeatable;
  void (*parse)(std::string_view text, WorldOptions& options);
};
/// All of them, in the order in which they are carried out.
std::span<CommandOption const> command_options();

}  // namespace barchan
