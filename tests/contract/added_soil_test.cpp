// Soils are added and renamed while a world runs: checked, recorded, saved, and used by every process.
#include <stdexcept>

#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::added_soil_test {
namespace {

constexpr Grid kGrid{.width = 48, .height = 36, .boundary = Boundary::open};

Soils const& soils_of(World const& world) { return world.terrain().soils; }

std::string refusal(World& world, Command const& command) {
  try {
    world.apply(command);
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return {};
}

/// Sets `soil` as the product of everything that turns rock into soil.
void turn_rock_into(World& world, std::string const& soil) {
  for (char const* way : {"abrades", "transports", "weathers"}) world.apply(SetSoil{"rock", way, soil});
}

TEST(AddedSoils, BeginAsSandAsRockOrAsACopy) {
  World world = make_world(make_setup(kGrid), "none");
  world.apply(AddSoil{"mud", "Mud", true, {}});
  world.apply(AddSoil{"slate", "Slate", false, {}});
  world.apply(SetSoil{"mud", "hardness", 3.0});
  world.apply(SetSoil{"mud", "weathers", std::string("sand")});
  world.apply(AddSoil{"silt", "Silt", false, "mud"});
  Soils const& soils = soils_of(world);
  ASSERT_EQ(soils.size(), 6u);
  EXPECT_TRUE(soils[3].loose);
  EXPECT_EQ(soils[3].abrades, 3);
  EXPECT_FALSE(soils[4].loose);
  EXPECT_EQ(soils[4].weathers, kSand);
  EXPECT_EQ(soils[5].name, "Silt");
  EXPECT_TRUE(soils[5].loose) << "as the soil that it copies";
  EXPECT_EQ(soils[5].hardness, 3.0f);
  EXPECT_EQ(soils[5].cascades, 5) << "what stays what it is stays the copy";
  EXPECT_EQ(soils[5].weathers, kSand);
  world.apply(AddSoil{"sand_2", "Sand 2", true, "sand"});
  EXPECT_NO_THROW(world.apply(SetSoil{"sand_2", "static_slope", 2.0})) << "the slopes of a copy are its own";
  EXPECT_EQ(soils_error(soils), "");
}

TEST(AddedSoils, WrongOnesAreRefusedAndTheWorldIsUnchanged) {
  World world = make_world(make_setup(kGrid), "all");
  run(world, 3);
  world.apply(AddSoil{"mud", "Mud", true, {}});
  const std::uint64_t before = world.hash();
  const auto refused = [&](Command const& command, std::string const& word) {
    EXPECT_NE(refusal(world, command).find(word), std::string::npos) << name_of(command) << refusal(world, command);
    EXPECT_EQ(world.hash(), before);
    EXPECT_EQ(world.recording().size(), 1u);
  };
  refused(AddSoil{"mud", "Dirt", true, {}}, "found 'mud'");
  refused(AddSoil{"water", "Dirt", true, {}}, "found 'water'");
  refused(AddSoil{"", "Dirt", true, {}}, "found ''");
  refused(AddSoil{"a b", "Dirt", true, {}}, "found 'a b'");
  refused(AddSoil{"dirt", "Mud", true, {}}, "found 'Mud'");
  refused(AddSoil{"dirt", "", true, {}}, "1 to 64 bytes");
  refused(AddSoil{"dirt", " Dirt", true, {}}, "space");
  refused(AddSoil{"dirt", "Di\nrt", true, {}}, "1 to 64 bytes");
  refused(AddSoil{"dirt", std::string(65, 'x'), true, {}}, "1 to 64 bytes");
  refused(AddSoil{"dirt", "Dirt", true, "ash"}, "'ash'");
  refused(RenameSoil{"ash", "Ash"}, "'ash'");
  refused(RenameSoil{"mud", "Sand"}, "found 'Sand'");
  refused(RenameSoil{"mud", "Mud "}, "without a space at either end, found 'Mud '");
  refused(RenameSoil{"mud", "M\nud"}, "without control characters and without a space at either end, found 'M\\x0aud'");
}

TEST(AddedSoils, ThereIsRoomForSixtyFour) {
  World world = make_world(make_setup({.width = 8, .height = 8}), "all");
  for (int i = 3; i < kMostSoils; ++i) {
    world.apply(AddSoil{"s" + std::to_string(i), "S " + std::to_string(i), i % 2 == 0, {}});
  }
  run(world, 2);
  EXPECT_NE(refusal(world, AddSoil{"mud", "Mud", true, {}}).find("fewer than 64"), std::string::npos);
  EXPECT_EQ(world.health(), 0u);
}

TEST(AddedSoils, ANameIsForPeopleAndTheIdStays) {
  World world = make_world(make_setup(kGrid), "none");
  world.apply(RenameSoil{"sand", "Dune sand"});
  world.apply(RenameSoil{"sand", "Dune sand"});
  EXPECT_EQ(soils_of(world)[kSand].name, "Dune sand");
  EXPECT_EQ(soils_of(world)[kSand].id, "sand");
  EXPECT_EQ(world.recording().size(), 2u);
  EXPECT_EQ(name_of(world.recording()[0].command), "rename soil sand");
}

TEST(AddedSoils, FreeNamesAndIdsAreMadeFromAName) {
  Soils soils = default_soils();
  EXPECT_EQ(free_soil_id("Soft  rock, No. 2!", soils), "soft_rock_no_2");
  EXPECT_EQ(free_soil_id("Sand", soils), "sand_2");
  EXPECT_EQ(free_soil_id("Water", soils), "water_2");
  EXPECT_EQ(free_soil_id("\xc3\x84", soils), "soil");
  EXPECT_EQ(free_soil_name("Sand", soils), "Sand 2");
  EXPECT_EQ(free_soil_name("Mud", soils), "Mud");
  soils[kObstacle].name = "Sand 2";
  EXPECT_EQ(free_soil_name("Sand", soils), "Sand 3");
  EXPECT_EQ(free_soil_name("Sand 2", soils), "Sand 3");
  soils[kRock].name = std::string(64, 'x');
  EXPECT_EQ(free_soil_name(soils[kRock].name, soils).size(), 64u);
}

class AddedSoilContract : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, AddedSoilContract, testing::ValuesIn(each_process_and_all()), name_of_process);

/// A land of sand and rock gets more soils while its particles fly, and later still more.
TEST_P(AddedSoilContract, AreTakenUpReplayedAndSavedToTheSameHash) {
  const WorldSetup setup = make_setup(kGrid);
  World live = make_world(setup, GetParam());
  for (int step = 0; step < 60; ++step) {
    if (step == 12) live.apply(AddSoil{"mud", "Mud", true, {}});
    if (step == 12) turn_rock_into(live, "mud");
    if (step == 30) live.apply(AddSoil{"slate", "Slate", false, {}});
    if (step == 30) live.apply(AddSoil{"dust", "Dust", true, "mud"});
    if (step == 30) live.apply(RenameSoil{"mud", "Clay"});
    if (step == 36) turn_rock_into(live, "dust");
    live.step();
    ASSERT_EQ(live.health(), 0u) << step;
    ASSERT_EQ(live.budget().error(), 0) << step;
  }
  World replay = make_world(setup, GetParam(), 2);
  std::size_t next = 0;
  for (int step = 0; step < 60; ++step) {
    while (next < live.recording().size() && live.recording()[next].step == replay.step_count()) {
      replay.apply(live.recording()[next++].command);
    }
    // Soils are also added to a world that has just been read.
    if (step % 9 == 4) replay = World::restore(replay.snapshot(), make_processes(), 2);
    replay.step();
  }
  EXPECT_EQ(replay.hash(), live.hash());
  EXPECT_EQ(soils_of(replay), soils_of(live));
}

TEST(AddedSoils, OfWhatRockTurnsIntoSomethingLiesAndFlies) {
  World world = make_world(make_setup(kGrid), "all");
  world.apply(AddSoil{"mud", "Mud", true, {}});
  turn_rock_into(world, "mud");
  run(world, 200);
  const Account mud = world.budget().accounts[3];
  EXPECT_GT(mud.converted, 0);
  EXPECT_GT(mud.lying + mud.airborne, 0);
  EXPECT_EQ(mud.converted + mud.in - mud.out, mud.lying + mud.airborne);
}

TEST(AddedSoils, ATimeLineMayAddThemAndNothingTakesTheirPlace) {
  WorldSetup setup = make_setup(kGrid);
  setup.timeline = {{1.0, AddSoil{"mud", "Mud", true, {}}}, {2.0, SetSoil{"mud", "hardness", 5.0}}};
  World world = make_world(setup, "none");
  EXPECT_EQ(soils_of(world).size(), 3u);
  EXPECT_NE(refusal(world, AddSoil{"mud", "Dirt", true, {}}), "");
  EXPECT_NE(refusal(world, RenameSoil{"sand", "Mud"}), "");
  World later = World::restore(world.snapshot(), make_processes());
  run(later, 20);
  ASSERT_EQ(soils_of(later).size(), 4u);
  EXPECT_EQ(soils_of(later)[3].hardness, 5.0f);
  EXPECT_EQ(later.health(), 0u);
  setup.timeline[0].at = 3.0;
  EXPECT_THROW(World(setup, make_processes()), std::invalid_argument) << "it is set before it is there";
}

TEST(AddedSoils, WhatTurnsOneTableIntoAnotherDoes) {
  Soils from = default_soils();
  Soils to = changed_soils(from, AddSoil{"mud", "Mud", true, {}});
  to = changed_soils(to, AddSoil{"slate", "Slate", false, {}});
  to = changed_soils(to, AddSoil{"sand_2", "Sand 2", true, "sand"});
  to = changed_soils(to, SetSoil{"mud", "repose_slope", 0.9});
  to = changed_soils(to, SetSoil{"mud", "static_slope", 1.1});
  to = changed_soils(to, SetSoil{"sand_2", "static_slope", 0.1});
  to = changed_soils(to, SetSoil{"rock", "weathers", std::string("slate")});
  to = changed_soils(to, SetSoil{"slate", "abrades", std::string("mud")});
  to = changed_soils(to, SetSoil{"obstacle", "color", std::array<float, 3>{0.5f, 0.25f, 0.125f}});
  to = changed_soils(to, RenameSoil{"rock", "Granite"});
  Soils made = from;
  for (SoilCommand const& change : soil_changes(from, to)) made = changed_soils(made, change);
  EXPECT_EQ(made, to);
  EXPECT_TRUE(soil_changes(to, to).empty());
  EXPECT_EQ(soil_changes(to, from).size(), 3u) << "what was added stays";
}

}  // namespace
}  // namespace barchan::test::added_soil_test
