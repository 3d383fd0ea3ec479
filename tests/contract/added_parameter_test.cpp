/// The cost of a new parameter: its member and its row, both in one file, and no golden hash. Shown with a process that
/// only this file defines, whose parameters are new and have their defaults.
#include <array>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"

namespace barchan::test::added_parameter_test {
namespace {

struct SnowParameters {
  std::int32_t enabled = 0;
  float rate = 3.0f;
};
constexpr std::array kRows{
    row::flag<&SnowParameters::enabled>("enabled", "On", "Whether it snows."),
    row::number<&SnowParameters::rate>("rate", "Rate", "mm/h", {0.0, 9.0}, "Snowfall. Higher: more snow."),
};

/// A process that does nothing and holds no state besides its parameters.
class Snow final : public Process {
 public:
  ProcessInfo const& info() const override {
    static constexpr ProcessInfo kInfo{.id = "snow", .title = "Snow", .help = "", .reference = ""};
    return kInfo;
  }
  ParameterGroup parameters() override { return {"snow", "Snow", "", kRows, &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }
  void prepare(Terrain const&) override {}
  void step(Terrain&, StepContext const&) override {}
  void retire(Terrain&, StepContext const&) override {}
  void keep(Archive&) override {}

 private:
  SnowParameters parameters_;
};

std::vector<std::unique_ptr<Process>> processes_and_snow() {
  std::vector<std::unique_ptr<Process>> list = make_processes();
  list.push_back(std::make_unique<Snow>());
  return list;
}

class AddedParameter : public testing::TestWithParam<char const*> {};
INSTANTIATE_TEST_SUITE_P(Each, AddedParameter, testing::Values("rock_garden", "everything", "both_winds"),
                         [](auto const& scenario) { return std::string(scenario.param); });

TEST_P(AddedParameter, ChangesNoHashWhileItHasItsDefault) {
  const WorldSetup setup = make_world_setup(load_shipped_scenario(GetParam()));
  World before(setup, make_processes()), after(setup, processes_and_snow());
  EXPECT_EQ(after.hash(), before.hash());
  run(before, 3);
  run(after, 3);
  EXPECT_EQ(after.hash(), before.hash());
  after.apply(SetParameter{"snow", "rate", 4.0});
  EXPECT_NE(after.hash(), before.hash());
  after.apply(SetParameter{"snow", "rate", 3.0});
  // Lakes follow the ground whenever a command is applied, whatever it sets.
  before.apply(SetParameter{"wind", "speed", before.parameter("wind", "speed")});
  EXPECT_EQ(after.hash(), before.hash());
}

TEST(AddedParameter, AWorldSavedBeforeItWasAddedIsReadWithItsDefault) {
  World before = make_world(make_setup({.width = 24, .height = 16}), "all");
  run(before, 5);
  const World after = World::restore(before.snapshot(), processes_and_snow());
  EXPECT_EQ(after.hash(), before.hash());
  EXPECT_EQ(after.parameter("snow", "rate"), 3.0);
}

TEST(AddedParameter, AWorldThatHasItIsRefusedByNameWhereItIsNotKnown) {
  const World world(make_setup({.width = 24, .height = 16}), processes_and_snow());
  try {
    World::restore(world.snapshot(), make_processes());
    ADD_FAILURE() << "an unknown parameter was read";
  } catch (std::runtime_error const& error) {
    EXPECT_STREQ(error.what(), "the value 'snow.enabled' is unknown to this version");
  }
}

}  // namespace
}  // namespace barchan::test::added_parameter_test
