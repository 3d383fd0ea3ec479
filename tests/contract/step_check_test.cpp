/// StepCheck names the step, the pass, the field and the cell in which two simulations of a world differ.
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/step_check.hpp"

namespace barchan::test::step_check_test {
namespace {

/// In the last quarter of the land. Counted along its height, it would have other coordinates.
constexpr std::size_t kCell = 13 * 24 + 7;
constexpr std::uint64_t kFaultyStep = 3;

/// Ways in which a process can be wrong.
enum class Fault { none, threads, not_saved, hidden, shown };

struct FaultyParameters {
  std::int32_t enabled = 1;
};
constexpr std::array kRows{row::flag<&FaultyParameters::enabled>("enabled", "On", "Whether the fault acts.")};

/// A process that brings in sand in one cell: with `threads`, one quantum more per thread; with `not_saved`, the value
/// of a counter that it does not save. With `hidden` and `shown`, only its state depends on the threads. With `shown`,
/// a field shows that: as a zero of either sign in one cell, beside a NaN in the first.
class Faulty final : public Process {
 public:
  explicit Faulty(Fault fault) : fault_(fault) {}
  ProcessInfo const& info() const override {
    static constexpr ProcessInfo kInfo{.id = "faulty", .title = "Faulty", .help = "", .reference = ""};
    return kInfo;
  }
  ParameterGroup parameters() override { return {"faulty", "Faulty", "", kRows, &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }
  void prepare(Terrain const&) override {}
  void step(Terrain& terrain, StepContext const& context) override {
    ++steps_;
    const bool hides = fault_ == Fault::hidden || fault_ == Fault::shown;
    hidden_ = context.step + 1 == kFaultyStep && hides ? context.scheduler.threads() : 0;
    if (context.step + 1 != kFaultyStep) return;
    Quanta amount = 1;
    if (fault_ == Fault::threads) amount += context.scheduler.threads();
    if (fault_ == Fault::not_saved) amount += steps_;
    terrain.columns.deposit(kCell, kSand, amount);
    context.ledger.book_in(kSand, amount);
  }
  void retire(Terrain&, StepContext const&) override {}
  std::span<FieldRow const> fields() const override {
    static constexpr std::array<FieldRow, 1> kFields{{{"fault", "Fault", "", ""}}};
    return fault_ == Fault::shown ? std::span<FieldRow const>(kFields) : std::span<FieldRow const>();
  }
  void read_field(std::size_t, Terrain const&, std::span<float> values) const override {
    values[0] = std::numeric_limits<float>::quiet_NaN();
    values[kCell] = hidden_ == 1 ? -0.0f : 0.0f;
  }
  void keep(Archive& archive) override { archive.value(hidden_); }

 private:
  Fault fault_;
  FaultyParameters parameters_;
  std::int32_t steps_ = 0, hidden_ = 0;
};

StepCheck::MakeProcesses with(Fault fault) {
  return [fault] {
    std::vector<std::unique_ptr<Process>> list = make_processes();
    list.push_back(std::make_unique<Faulty>(fault));
    return list;
  };
}

/// The first difference within five steps.
std::optional<StepDifference> first_difference(Fault fault, int threads) {
  World world(make_setup({.width = 24, .height = 16}), with(fault)(), threads);
  StepCheck check(with(fault));
  for (int step = 0; step < 5; ++step) {
    if (auto difference = check.step(world)) return difference;
  }
  return std::nullopt;
}

TEST(StepCheck, FindsNothingInASoundWorld) {
  for (const int threads : {1, 2, 3}) EXPECT_FALSE(first_difference(Fault::none, threads)) << threads;
}

TEST(StepCheck, NamesStepPassFieldAndCellOfAResultThatDependsOnThreads) {
  for (const int threads : {1, 2, 4}) {
    const auto found = first_difference(Fault::threads, threads);
    ASSERT_TRUE(found) << threads;
    EXPECT_EQ(found->step, kFaultyStep);
    EXPECT_EQ(found->pass, "faulty");
    EXPECT_EQ(found->field, "elevation");
    EXPECT_EQ(found->x, 7);
    EXPECT_EQ(found->y, 13);
    EXPECT_EQ(found->threads, threads);
    EXPECT_NE(found->other_threads, threads);
    EXPECT_NE(found->value, found->other);
    EXPECT_NE(to_text(*found).find("after the part 'faulty' of the step: elevation of cell (7, 13) is"),
              std::string::npos)
        << to_text(*found);
  }
}

// Both restored worlds agree with each other, so no pass can be named.
TEST(StepCheck, NamesFieldAndCellOfAStateThatIsNotSaved) {
  const auto found = first_difference(Fault::not_saved, 2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, kFaultyStep);
  EXPECT_EQ(found->pass, "");
  EXPECT_EQ(found->field, "elevation");
  EXPECT_EQ(found->x, 7);
  EXPECT_EQ(found->y, 13);
}

TEST(StepCheck, SaysThatNoFieldShowsTheDifference) {
  const auto found = first_difference(Fault::hidden, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, kFaultyStep);
  EXPECT_EQ(found->field, "");
  EXPECT_EQ(to_text(*found),
            "step 3: two simulations, on 1 thread and on 3 threads, differ in a part of the state that no field shows");
}

TEST(StepCheck, ComparesTheBitsOfAField) {
  const auto found = first_difference(Fault::shown, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->pass, "faulty");
  EXPECT_EQ(found->field, "fault");
  EXPECT_EQ(found->x, 7);
  EXPECT_EQ(found->y, 13);
  EXPECT_TRUE(std::signbit(found->value) && !std::signbit(found->other));
}

TEST(StepCheck, FindsNothingInAWorldWithEveryProcess) {
  WorldOptions options;
  options.threads = 2;
  World world = make_world(load_shipped_scenario("everything"), options);
  StepCheck check(make_processes);
  for (int step = 0; step < 3; ++step) {
    const auto difference = check.step(world);
    ASSERT_FALSE(difference) << to_text(*difference);
  }
}

}  // namespace
}  // namespace barchan::test::step_check_test
