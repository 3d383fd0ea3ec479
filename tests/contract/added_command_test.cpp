/// The cost of a new type of command, shown with a command that only this file defines: it raises the rock of a cell.
///
/// A new command of the program needs these four places and no others:
///   1. src/world/command.hpp        its struct and its place in the variant `Command`
///   2. src/world/command_kinds.hpp  its row: id, keys, what it changes, which work it is
///   3. src/world/command_kinds.cpp  check, apply, keep
///   4. src/io/read_commands.cpp     its reader, when it has a key in files or an option on the command line
/// The program does not compile without 2 or 4, and the tests of commands cover all types of the variant.
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/command_kinds.hpp"

namespace barchan {

struct RaiseRock {
  std::uint32_t cell = 0;
  Quanta by = 1;

  bool operator==(RaiseRock const&) const = default;
};

template <>
struct CommandKind<RaiseRock> : NoPreview {
  static constexpr CommandRow row{.id = "raise_rock",
                                  .key = "raise",
                                  .option = "--raise",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::obstacles};
  static std::string title(RaiseRock const&) { return "raise rock"; }
  static std::string error(RaiseRock const& command, CommandFacts const& facts) {
    return command.cell < facts.grid.cells() ? "" : "raise: expected a cell of the land";
  }
  static void apply(RaiseRock const& command, WorldEdit& edit) {
    const ObstacleChange change{command.cell, command.by};
    edit.terrain.columns.change_obstacles(edit.terrain.grid, std::span(&change, 1), edit.ledger);
  }
  static void keep(Archive& archive, RaiseRock& command) {
    archive.value(command.cell);
    archive.value(command.by);
  }
  static bool same_target(RaiseRock const& earlier, RaiseRock const& later) { return earlier.cell == later.cell; }
};

namespace test::added_command_test {
namespace {

template <class Variant, class Added>
struct With;
template <class... Cs, class Added>
struct With<std::variant<Cs...>, Added> {
  using type = std::variant<Cs..., Added>;
};
using ExtendedCommand = With<Command, RaiseRock>::type;

/// A type without a kind, and rows that lack a member.
struct Unknown {
  bool operator==(Unknown const&) const = default;
};
template <class Row>
concept NeedsNoEffect = requires {
  Row{.id = "x", .unsaved = UnsavedWork::water};
};
template <class Row>
concept NeedsNoId = requires {
  Row{.effect = CommandEffect::value, .unsaved = UnsavedWork::water};
};
template <class Row>
concept Complete = requires {
  Row{.id = "x", .effect = CommandEffect::value, .unsaved = UnsavedWork::water};
};

static_assert(CommandType<RaiseRock>);
static_assert(!CommandType<Unknown>, "a type without a kind is no command");
static_assert(Complete<CommandRow> && !NeedsNoEffect<CommandRow> && !NeedsNoId<CommandRow>,
              "a command that does not say what it changes does not compile");

TEST(AddedCommand, IsNamedCheckedAppliedAndKeptByTheCodeForAll) {
  const ExtendedCommand raise = RaiseRock{3, 50};
  EXPECT_EQ(commands::name_of(raise), "raise rock");
  EXPECT_EQ(commands::row_of(raise).effect, CommandEffect::land);
  EXPECT_EQ(commands::row_of(raise).option, "--raise");

  Terrain terrain;
  terrain.grid = {.width = 4, .height = 3};
  const std::vector<Quanta> flat(terrain.grid.cells());
  terrain.columns = Columns(terrain.grid, flat, flat);
  const CommandFacts facts{{}, terrain.grid, terrain.soils, &terrain};
  EXPECT_EQ(commands::error_of(raise, facts), "");
  EXPECT_EQ(commands::error_of(ExtendedCommand(RaiseRock{12, 1}), facts), "raise: expected a cell of the land");

  Ledger ledger;
  const Scheduler scheduler;
  WorldEdit edit{.terrain = terrain,
                 .ledger = ledger,
                 .groups = {},
                 .scheduler = scheduler,
                 .parameters_changed = [] {},
                 .soil_added = [] {},
                 .check_waiting = [](Soils const&) {}};
  commands::apply(raise, edit);
  EXPECT_EQ(terrain.columns.obstacle(3), 50);

  Archive writer = Archive::writer();
  ExtendedCommand kept = raise;
  commands::keep(writer, kept);
  const std::vector<std::byte> bytes = writer.take();
  Archive reader = Archive::reader(bytes);
  ExtendedCommand read;
  commands::keep(reader, read);
  reader.finish();
  EXPECT_EQ(read, raise);
  EXPECT_TRUE(commands::same_target(raise, ExtendedCommand(RaiseRock{3, 1})));
  EXPECT_FALSE(commands::same_target(raise, ExtendedCommand(RaiseRock{4, 1})));
  EXPECT_FALSE(commands::same_target(raise, ExtendedCommand(RemoveStorms{})));
}

TEST(AddedCommand, IsRefusedByNameWhereItIsNotKnown) {
  Archive writer = Archive::writer();
  ExtendedCommand raise = RaiseRock{};
  commands::keep(writer, raise);
  const std::vector<std::byte> bytes = writer.take();
  Archive reader = Archive::reader(bytes);
  Command command;
  try {
    keep(reader, command);
    ADD_FAILURE() << "an unknown command was read";
  } catch (ArchiveError const& error) {
    EXPECT_STREQ(error.what(), "the command 'raise_rock' is unknown to this version");
  }
}

/// Calls `visit(C{})` for each type of a variant.
template <class Visit, class... Cs>
void for_each_type(Visit&& visit, std::type_identity<std::variant<Cs...>>) {
  (visit(Cs{}), ...);
}

TEST(CommandKinds, HaveIdsKeysAndOptionsOfTheirOwn) {
  std::vector<std::string_view> ids, keys, options;
  for_each_type(
      [&]<class C>(C const&) {
        CommandRow const& row = CommandKind<C>::row;
        ids.push_back(row.id.value);
        if (!row.key.empty()) keys.push_back(row.key);
        if (!row.option.empty()) options.push_back(row.option);
        EXPECT_TRUE(row.option.empty() || row.option.starts_with("--")) << row.option;
        EXPECT_FALSE(CommandKind<C>::title(C{}).empty());
      },
      std::type_identity<Command>());
  for (auto* const words : {&ids, &keys, &options}) {
    std::sort(words->begin(), words->end());
    EXPECT_EQ(std::adjacent_find(words->begin(), words->end()), words->end());
    EXPECT_GE(words->size(), 10u);
  }
}

}  // namespace
}  // namespace test::added_command_test
}  // namespace barchan
