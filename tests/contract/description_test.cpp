/// The description that a process gives of itself: fields, traces, timing, documents.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/source_tree.hpp"
#include "world/world.hpp"

namespace barchan::test::description_test {
namespace {

class DescriptionContract : public ProcessContract {
 protected:
  static Process& find(World const& world, std::string const& id) {
    return **std::find_if(world.processes().begin(), world.processes().end(),
                          [&](auto const& process) { return process->info().id == id; });
  }
};
INSTANTIATE_TEST_SUITE_P(Each, DescriptionContract, testing::ValuesIn(process_ids()), name_of_process);

TEST_P(DescriptionContract, HasItsPageOfDocumentation) {
  const World world = this->world({.width = 4, .height = 4});
  const std::string page = read_source("docs/models/" + GetParam() + ".md");
  ASSERT_GT(page.size(), 1000u) << "docs/models/" << GetParam() << ".md: equations, deviations and why";
  EXPECT_EQ(page.rfind("# ", 0), 0u) << "it begins with a title";
  EXPECT_NE(page.find(GetParam()), std::string::npos);
}

TEST_P(DescriptionContract, SaysWhatItIsAndWhereItComesFrom) {
  const World world = this->world({.width = 4, .height = 4});
  const ProcessInfo info = find(world, GetParam()).info();
  EXPECT_FALSE(info.title.empty());
  EXPECT_GE(info.help.size(), 20u);
  EXPECT_TRUE(info.reference.find("19") != std::string_view::npos ||
              info.reference.find("20") != std::string_view::npos)
      << "author and year, not '" << info.reference << "'";
}

TEST_P(DescriptionContract, ParticleTracesLieOnTheLandAndKeepToTheLimit) {
  World world = this->world({.width = 40, .height = 30, .cell_size = 2.0f, .boundary = Boundary::periodic});
  run(world, 20);
  Process& process = find(world, GetParam());
  Carrier const* const carrier = process.carrier().any();
  EXPECT_EQ(holds_matter(world), carries());
  EXPECT_EQ(process.counters().particle_steps > 0u, process.counters().particles > 0u);
  for (std::size_t limit : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{10000000}}) {
    const std::vector<ParticleTrace> traces =
        carrier != nullptr ? carrier->trace_particles(world.terrain(), limit) : std::vector<ParticleTrace>{};
    EXPECT_LE(traces.size(), limit);
    if (process.counters().particles > 0) {
      EXPECT_LE(traces.size(), process.counters().particles);
    }
    EXPECT_EQ(traces.empty(), limit == 0 || !carries());
    for (ParticleTrace const& trace : traces) {
      EXPECT_TRUE(trace.position.x >= 0.0f && trace.position.x <= 80.0f) << trace.position.x;
      EXPECT_TRUE(trace.position.y >= 0.0f && trace.position.y <= 60.0f) << trace.position.y;
      const float ground = world.terrain().height_at({trace.position.x, trace.position.y});
      EXPECT_GE(trace.position.z, ground - 2.0f);
      EXPECT_LE(trace.position.z, ground + 200.0f);
      EXPECT_TRUE(std::isfinite(trace.velocity.x) && std::isfinite(trace.velocity.y) &&
                  std::isfinite(trace.velocity.z));
      EXPECT_TRUE(trace.load >= 0.0f && trace.load <= 1.0f) << trace.load;
    }
  }
}

TEST(Fields, AreUniqueDescribedAndReadable) {
  World world = make_world(make_setup({.width = 40, .height = 30}), "all");
  run(world, 10);
  std::set<std::string_view> ids;
  for (FieldRow const& row : world.fields()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id << " twice";
    EXPECT_FALSE(row.title.empty()) << row.id;
    EXPECT_GE(row.help.size(), 15u) << row.id;
    const auto values = world.field(row.id);
    ASSERT_TRUE(values.has_value()) << row.id;
    EXPECT_EQ(values->size(), world.grid().cells()) << row.id;
  }
  for (std::string_view needed : {"elevation", "bedrock", "sediment", "wind_path"})
    EXPECT_TRUE(ids.contains(needed)) << needed;
  EXPECT_FALSE(world.field("no_such_field").has_value());
  EXPECT_FALSE(world.field("").has_value());
}

TEST(Fields, OfTheLandAgreeWithTheColumns) {
  World world = make_world(make_setup({.width = 40, .height = 30}), "all");
  run(world, 10);
  const auto elevation = *world.field("elevation");
  const auto bedrock = *world.field("bedrock");
  const auto sediment = *world.field("sediment");
  Columns const& columns = world.terrain().columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(to_quanta(static_cast<double>(sediment[i])), columns.sediment(i));
    EXPECT_NEAR(static_cast<double>(elevation[i]), to_metres(columns.elevation(i)) + world.terrain().datum, 1e-5);
    EXPECT_NEAR(static_cast<double>(bedrock[i]), to_metres(columns.base(i)) + world.terrain().datum, 1e-5);
  }
}

/// Counts what begins and ends, and checks that parts do not overlap.
class CountingObserver : public StepObserver {
 public:
  void part_begins(std::string_view part) override {
    EXPECT_TRUE(open_.empty()) << part << " begins inside " << open_;
    open_ = part;
  }
  void part_ends(std::string_view part) override {
    EXPECT_EQ(open_, part);
    open_.clear();
    ++parts_[std::string(part)];
  }
  std::map<std::string, int> const& parts() const { return parts_; }

 private:
  std::string open_;
  std::map<std::string, int> parts_;
};

TEST(Observer, HearsEveryPartOfEveryStep) {
  World world = make_world(make_setup({.width = 20, .height = 20}), "all");
  CountingObserver observer;
  constexpr int kSteps = 48;
  for (int i = 0; i < kSteps; ++i) world.step(&observer);
  for (std::string const& id : process_ids()) EXPECT_EQ(observer.parts().at(id), kSteps) << id;
  EXPECT_EQ(observer.parts().at("lakes"), kSteps);
  EXPECT_EQ(observer.parts().at("gravity"), kSteps);
  EXPECT_EQ(observer.parts().at("checks"), 3) << "all matter is counted every sixteenth step";
  World silent = make_world(make_setup({.width = 20, .height = 20}), "all");
  run(silent, kSteps);
  EXPECT_EQ(silent.hash(), world.hash()) << "listening changes nothing";
}

TEST(World, ClockAndCountersRunWithTheSteps) {
  WorldSetup setup = make_setup({.width = 10, .height = 10});
  setup.parameters.push_back({"world", "time_step", 0.25});
  World world = make_world(std::move(setup), "none");
  EXPECT_EQ(world.step_count(), 0u);
  EXPECT_EQ(world.time(), 0.0);
  run(world, 8);
  EXPECT_EQ(world.step_count(), 8u);
  EXPECT_DOUBLE_EQ(world.time(), 2.0);
}

TEST(World, ParameterGroupsComeInPanelOrder) {
  const World world = make_world(make_setup({.width = 10, .height = 10}), "none");
  std::vector<std::string> expected{"world", "wind", "gravity", "calendar"};
  for (std::string const& id : process_ids()) expected.push_back(id);
  std::vector<std::string> found;
  for (ParameterGroup const& group : world.parameter_groups()) found.emplace_back(group.id);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace barchan::test::description_test
