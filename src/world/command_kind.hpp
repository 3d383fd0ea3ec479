/// CommandKind: all that the program knows about a type of command, in one place.
///
/// A new command is a struct, a specialisation of `CommandKind` (command_kinds.hpp), an alternative of the variant
/// `Command` (command.hpp) and a specialisation of `CommandReader` (io/command_reader.hpp). All code that distinguishes
/// commands visits the variant, so a type that lacks one of these does not compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/archive.hpp"
#include "base/grid.hpp"
#include "base/parameter.hpp"
#include "land/ledger.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"
#include "world/health.hpp"

namespace barchan {

class Scheduler;
struct Terrain;

/// Kind of change that a command makes. A changed value is undone by setting the old value; a changed land is undone by
/// going back in time.
enum class CommandEffect : std::uint8_t { value, land };

/// Kind of work that is lost if a world that holds the command is closed without being saved.
enum class UnsavedWork : std::uint8_t { parameters, obstacles, soils, water, strokes, masks, landmarks };
inline constexpr std::size_t kUnsavedWorks = 7;

/// A member that has no default: leaving it out of a row does not compile.
template <class T>
struct Required {
  T value;
  template <std::convertible_to<T> Given>
  constexpr Required(Given given) : value(given) {}  // NOLINT(google-explicit-constructor)
  constexpr operator T() const { return value; }     // NOLINT(google-explicit-constructor)
};

/// Properties that all commands of a type share.
struct CommandRow {
  Required<std::string_view> id;      ///< in saved worlds, snake_case; never changed
  std::string_view key{};             ///< in [[timeline]]; empty: it has none
  std::string_view option{};          ///< on the command line, as in "--place"; empty: it has none
  Required<CommandEffect> effect;     ///< used by the history
  Required<UnsavedWork> unsaved;      ///< used by the editor
  Health refused = Health::left_out;  ///< flag of a world in which a timed command of this type could not be applied
};

/// The state against which a command is checked.
struct CommandFacts {
  std::span<ParameterGroup const> groups;
  Grid const& grid;
  Soils const& soils;                ///< at the time at which the command applies
  Terrain const* terrain = nullptr;  ///< the land now; null for a command that waits
};

/// The state after the earlier commands of a time line, against which later ones are checked.
struct CommandPreview {
  Soils soils;
  WaterSources sources;
};

/// The parts of a world that a command may change, between two steps.
struct WorldEdit {
  Terrain& terrain;
  Ledger& ledger;
  std::span<ParameterGroup const> groups;
  Scheduler const& scheduler;
  double time = 0.0;                                ///< s of the world's clock
  Conserved conserve = Conserved::volume;           ///< quantity that stays the same when a soil turns into another
  std::function<void()> parameters_changed;         ///< recomputes all values derived from parameters
  std::function<void()> soil_added;                 ///< lets processes allocate for a new last soil of the table
  std::function<void(Soils const&)> check_waiting;  ///< throws if a waiting command is invalid with these soils
};

/// Specialised for each type of command:
///
///     static constexpr CommandRow row;
///     static std::string title(C const&);                       // for messages: "place wall"
///     static std::string error(C const&, CommandFacts const&);  // one sentence; "" if the command is valid
///     static void apply(C const&, WorldEdit&);                  // may throw std::invalid_argument, changing nothing
///     static void keep(Archive&, C&);
///     static bool same_target(C const& earlier, C const& later);  // does the later one replace the earlier?
///     static void preview(C const&, CommandPreview&);
///     static bool join(C& earlier, C const& later);  // optional: lets the earlier one go on with the later
///     static void settle(C&, CommandFacts const&);   // optional: decides what the command leaves to the land
///     // Only if the row says that the command changes a value: commands that, applied after the command, set the
///     // values that it would replace now.
///     static std::vector<C> inverse(C const&, CommandFacts const&);
template <class C>
struct CommandKind;

/// Base of types whose commands never replace an earlier one.
struct NeverReplaced {
  template <class C>
  static bool same_target(C const&, C const&) {
    return false;
  }
};
/// Base of types whose commands do not affect the checks of later ones.
struct NoPreview {
  template <class C>
  static void preview(C const&, CommandPreview&) {}
};

/// A type whose commands change the land, or that says how the value that a command replaces is set again.
template <class C>
concept Revertible = CommandKind<C>::row.effect == CommandEffect::land ||
                     requires(C const& given, CommandFacts const& facts) {
  { CommandKind<C>::inverse(given, facts) } -> std::same_as<std::vector<C>>;
};

/// A type with a complete specialisation of CommandKind.
template <class C>
concept CommandType = Revertible<C> && std::default_initializable<C> && std::equality_comparable<C> &&
    requires(C command, C const& given, CommandFacts const& facts, WorldEdit& edit, Archive& archive,
             CommandPreview& preview) {
  { CommandKind<C>::row } -> std::convertible_to<CommandRow>;
  { CommandKind<C>::title(given) } -> std::same_as<std::string>;
  { CommandKind<C>::error(given, facts) } -> std::same_as<std::string>;
  { CommandKind<C>::apply(given, edit) } -> std::same_as<void>;
  { CommandKind<C>::keep(archive, command) } -> std::same_as<void>;
  { CommandKind<C>::same_target(given, given) } -> std::same_as<bool>;
  { CommandKind<C>::preview(given, preview) } -> std::same_as<void>;
};

/// The functions of command.hpp for any variant of commands; tests call them with one more type.
namespace commands {

template <CommandType... Cs>
constexpr CommandRow const& row_of(std::variant<Cs...> const& command) {
  return *std::visit([]<class C>(C const&) { return &CommandKind<C>::row; }, command);
}

template <CommandType... Cs>
std::string name_of(std::variant<Cs...> const& command) {
  return std::visit([]<class C>(C const& one) { return CommandKind<C>::title(one); }, command);
}

template <CommandType... Cs>
std::string error_of(std::variant<Cs...> const& command, CommandFacts const& facts) {
  return std::visit([&]<class C>(C const& one) { return CommandKind<C>::error(one, facts); }, command);
}

template <CommandType... Cs>
void apply(std::variant<Cs...> const& command, WorldEdit& edit) {
  std::visit([&]<class C>(C const& one) { CommandKind<C>::apply(one, edit); }, command);
}

/// `facts` must have a land.
template <CommandType... Cs>
void settle(std::variant<Cs...>& command, CommandFacts const& facts) {
  std::visit(
      [&]<class C>(C& one) {
        if constexpr (requires { CommandKind<C>::settle(one, facts); }) CommandKind<C>::settle(one, facts);
      },
      command);
}

template <CommandType... Cs>
void preview(std::variant<Cs...> const& command, CommandPreview& preview) {
  std::visit([&]<class C>(C const& one) { CommandKind<C>::preview(one, preview); }, command);
}

/// Empty if the command changes the land.
template <CommandType... Cs>
std::vector<std::variant<Cs...>> inverse(std::variant<Cs...> const& command, CommandFacts const& facts) {
  return std::visit(
      [&]<class C>(C const& one) {
        std::vector<std::variant<Cs...>> list;
        if constexpr (CommandKind<C>::row.effect == CommandEffect::value) {
          for (C& back : CommandKind<C>::inverse(one, facts)) list.emplace_back(std::move(back));
        }
        return list;
      },
      command);
}

template <CommandType... Cs>
bool same_target(std::variant<Cs...> const& earlier, std::variant<Cs...> const& later) {
  if (earlier.index() != later.index()) return false;
  return std::visit([&]<class C>(C const& one) { return CommandKind<C>::same_target(one, std::get<C>(later)); },
                    earlier);
}

template <CommandType... Cs>
bool join(std::variant<Cs...>& earlier, std::variant<Cs...> const& later) {
  if (earlier.index() != later.index()) return false;
  return std::visit(
      [&]<class C>(C& one) {
        if constexpr (requires { CommandKind<C>::join(one, one); }) {
          return CommandKind<C>::join(one, std::get<C>(later));
        } else {
          return false;
        }
      },
      earlier);
}

/// A command is saved under the id of its type. Throws ArchiveError on an unknown id and on a command that could never
/// be applied to any world.
template <CommandType... Cs>
void keep(Archive& archive, std::variant<Cs...>& command) {
  std::string id(row_of(command).id.value);
  archive.text(id);
  if (archive.reading()) {
    const bool known = ((id == CommandKind<Cs>::row.id.value ? (command = Cs{}, true) : false) || ...);
    if (!known) throw ArchiveError("the command '" + id + "' is unknown to this version");
  }
  try {
    std::visit([&]<class C>(C& one) { CommandKind<C>::keep(archive, one); }, command);
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
}

}  // namespace commands

}  // namespace barchan
