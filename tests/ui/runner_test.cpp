// SimulationRunner, Pace and the arithmetic of sliders, without a picture.
#include "ui/simulation_runner.hpp"

#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "ui/editor_state.hpp"
#include "ui/parameter_store.hpp"
#include "ui/value_editor.hpp"
#include "world/world.hpp"

namespace runner_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using namespace std::chrono_literals;

LoadedWorld tiny_world(std::uint64_t seed = 4) {
  const Scenario scenario = parse_scenario(
      "title = \"Tiny\"\ndescription = \"d\"\nsource = \"s\"\n[grid]\nwidth = 32\nheight = 32\ncell_size = 1.0\n"
      "boundary = \"periodic\"\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2.0\n[wind_particles]\n"
      "population = 256\n",
      "tiny.toml", ".");
  WorldOptions options;
  options.seed = seed;
  return {{{scenario.info, scenario.views.front().camera}, make_world(scenario, options)}, {"tiny", seed, {}, {}}};
}

/// Waits up to five seconds until a threaded runner is done.
template <class Done>
bool wait_until(SimulationRunner& runner, std::optional<BatchPlan> const& plan, Done const& done) {
  for (int i = 0; i < 5000; ++i) {
    runner.advance(plan);
    if (done()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

TEST(SimulationRunner, StepsAsManyAsAsked) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  EXPECT_EQ(runner.view().step, 0u);
  EXPECT_TRUE(runner.advance(BatchPlan{0.0, 5}));
  EXPECT_EQ(runner.view().step, 5u);
  EXPECT_EQ(runner.steps_done(), 5u);
  EXPECT_FALSE(runner.advance(std::nullopt)) << "paused, with nothing new to show";
}

TEST(SimulationRunner, UndoesAChangeOfTheLandOnItsThread) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::threaded);
  const auto step_to = [&](std::uint64_t step) {
    return wait_until(runner, BatchPlan{0.0, 1}, [&] { return runner.view().step >= step; }) &&
           wait_until(runner, std::nullopt, [&] { return !runner.busy(); });
  };
  ASSERT_TRUE(step_to(20));
  const std::uint64_t before = runner.view().step;
  runner.begin_act();
  runner.apply(PlaceObstacle{{.height = 4.0f, .length = 8.0f, .width = 2.0f}});
  ASSERT_TRUE(wait_until(runner, std::nullopt, [&] { return runner.next_undo() == "place wall"; }));
  ASSERT_TRUE(step_to(before + 300));
  runner.undo();
  ASSERT_TRUE(
      wait_until(runner, std::nullopt, [&] { return runner.next_redo() == "place wall" && !runner.travelling(); }));
  EXPECT_EQ(runner.view().step, before);
  EXPECT_EQ(runner.take_messages(), std::vector<std::string>{"Undid: place wall"});
  EXPECT_TRUE(runner.take_errors().empty());
}

TEST(SimulationRunner, GoesBackAndForthOnItsThread) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::threaded);
  const auto arrives = [&](std::uint64_t step) {
    return wait_until(runner, std::nullopt,
                      [&] { return runner.view().step == step && !runner.travelling() && !runner.busy(); });
  };
  ASSERT_TRUE(wait_until(runner, BatchPlan{0.0, 50}, [&] { return runner.view().step >= 200; }));
  ASSERT_TRUE(wait_until(runner, std::nullopt, [&] { return !runner.busy(); }));
  const std::uint64_t last = runner.view().step;
  const std::vector<float> before = runner.view().elevation;
  // Several wishes, as a drag gives them.
  for (const std::uint64_t step : {150u, 90u, 33u}) {
    runner.rewind(step);
    runner.advance(std::nullopt);
  }
  EXPECT_TRUE(arrives(33));
  EXPECT_EQ(runner.outline().last, last);
  runner.go_to_end();
  EXPECT_TRUE(arrives(last));
  EXPECT_EQ(runner.view().elevation, before);
  EXPECT_TRUE(runner.take_errors().empty());
}

TEST(SimulationRunner, KeepsItsOutlineWhileNothingChanges) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  runner.apply(PlaceObstacle{{.height = 4.0f, .length = 8.0f, .width = 2.0f}});
  for (int i = 0; i < 5; ++i) {
    runner.advance(BatchPlan{0.0, 1});
    ASSERT_EQ(runner.outline().acts.size(), 1u) << i;
    ASSERT_EQ(runner.outline().branches.size(), 1u) << i;
  }
}

TEST(SimulationRunner, GivesTheSameWorldOnItsThread) {
  SimulationRunner alone(tiny_world(), SimulationRunner::Mode::synchronous);
  SimulationRunner beside(tiny_world(), SimulationRunner::Mode::threaded);
  alone.advance(BatchPlan{0.0, 20});
  ASSERT_TRUE(wait_until(beside, BatchPlan{0.0, 1}, [&] { return beside.view().step >= 20 || beside.busy(); }));
  ASSERT_TRUE(wait_until(beside, std::nullopt, [&] { return !beside.busy(); }));
  while (beside.view().step < 20) {
    ASSERT_TRUE(wait_until(beside, BatchPlan{0.0, 1}, [&] { return true; }));
    ASSERT_TRUE(wait_until(beside, std::nullopt, [&] { return !beside.busy(); }));
  }
  ASSERT_EQ(beside.view().step, 20u);
  EXPECT_EQ(beside.view().elevation, alone.view().elevation);
}

TEST(SimulationRunner, AppliesCommandsBetweenStepsEvenWhenPaused) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::threaded);
  runner.apply(SetParameter{"wind", "speed", 5.0});
  const std::uint64_t ticket = runner.apply(SetParameter{"wind", "speed", 7.0});
  ASSERT_TRUE(wait_until(runner, std::nullopt, [&] { return runner.applied_ticket() >= ticket; }));
  EXPECT_EQ(runner.view().parameter("wind", "speed"), 7.0);
  EXPECT_EQ(runner.view().step, 0u);
}

TEST(SimulationRunner, TellsWhyACommandWasRefused) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  runner.apply(SetParameter{"wind", "speed", 1e9});
  runner.advance(std::nullopt);
  const auto errors = runner.take_errors();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("speed"), std::string::npos);
  EXPECT_TRUE(runner.take_errors().empty());
}

TEST(SimulationRunner, NeverWaitsForAJob) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::threaded);
  runner.replace([] {
    std::this_thread::sleep_for(300ms);
    return tiny_world(9);
  });
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 10; ++i) runner.advance(BatchPlan{12.0, 0});
  EXPECT_LT(std::chrono::steady_clock::now() - start, 150ms);
  EXPECT_EQ(runner.view().seed, 4u) << "the old world is shown meanwhile";
  ASSERT_TRUE(wait_until(runner, std::nullopt, [&] { return runner.view().seed == 9u; }));
  EXPECT_EQ(runner.facts().generation, 2u);
  EXPECT_EQ(runner.view().step, 0u) << "a new world is shown as it begins";
}

TEST(SimulationRunner, KeepsItsWorldWhenTheNewOneFails) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  runner.advance(BatchPlan{0.0, 3});
  runner.replace([]() -> LoadedWorld { throw InputError("bad.toml:1: no"); });
  runner.advance(std::nullopt);
  const auto outcome = runner.take_outcome();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->error, "bad.toml:1: no");
  EXPECT_FALSE(runner.take_outcome()) << "told once";
  EXPECT_EQ(runner.facts().generation, 1u);
  runner.advance(BatchPlan{0.0, 1});
  EXPECT_EQ(runner.view().step, 4u);
}

TEST(SimulationRunner, ATaskSeesTheWorldBetweenTwoStepsWithAllThatWasAsked) {
  for (const auto mode : {SimulationRunner::Mode::synchronous, SimulationRunner::Mode::threaded}) {
    SimulationRunner runner(tiny_world(), mode);
    runner.apply(SetParameter{"wind", "speed", 7.0});
    double seen = 0.0;
    runner.inspect([&seen](History& history) { seen = history.world().parameter("wind", "speed"); });
    std::optional<JobOutcome> outcome;
    ASSERT_TRUE(wait_until(runner, BatchPlan{0.0, 1}, [&] { return (outcome = runner.take_outcome()).has_value(); }));
    EXPECT_EQ(outcome->error, "");
    EXPECT_EQ(seen, 7.0);
    runner.inspect([](History&) { throw InputError("the disk is full"); });
    ASSERT_TRUE(wait_until(runner, std::nullopt, [&] { return (outcome = runner.take_outcome()).has_value(); }));
    EXPECT_EQ(outcome->error, "the disk is full");
  }
}

TEST(SimulationRunner, AnUnknownOverlayIsLeftOut) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  ViewRequest request;
  request.overlay = "sediment";
  runner.set_request(request);
  EXPECT_TRUE(runner.advance(std::nullopt));
  EXPECT_EQ(runner.view().overlay.size(), 32u * 32u);
}

TEST(ParameterStore, ShowsWhatWasAskedForAtOnceAndCountsChanges) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  ParameterStore store(runner);
  const double start = store.value("wind", "speed");
  store.set("wind", "speed", start + 1.0);
  EXPECT_EQ(store.value("wind", "speed"), start + 1.0);
  EXPECT_NE(runner.view().parameter("wind", "speed"), start + 1.0);
  EXPECT_EQ(store.changed_count(), 1);
  runner.advance(std::nullopt);
  store.refresh();
  EXPECT_EQ(store.value("wind", "speed"), start + 1.0);
  store.reset_all();
  runner.advance(std::nullopt);
  store.refresh();
  EXPECT_EQ(store.changed_count(), 0);
  EXPECT_EQ(runner.view().parameter("wind", "speed"), start);
}

TEST(ParameterStore, CountsWhatAHandHasSetSinceTheWorldWasSaved) {
  SimulationRunner runner(tiny_world(), SimulationRunner::Mode::synchronous);
  ParameterStore store(runner);
  const double start = store.value("wind", "speed");
  store.set("wind", "speed", start + 1.0);
  store.set("wind", "direction", 10.0);
  EXPECT_EQ(store.unsaved_count(), 2);
  store.set("wind", "direction", store.start_value("wind", "direction"));
  EXPECT_EQ(store.unsaved_count(), 1) << "what is back where it was is no work";
  store.mark_saved();
  EXPECT_EQ(store.unsaved_count(), 0);
  store.set("wind", "speed", start);
  EXPECT_EQ(store.unsaved_count(), 1) << "the scenario's value is not the one in the file";
}

TEST(Pace, FillsTheFrameByDefaultAndCountsWhenSlow) {
  Pace pace;
  EditorState state;
  const auto plan = pace.next(state, {.step = 0.001}, false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->milliseconds, kFrameShare);
  EXPECT_EQ(plan->steps, 0u);
  // A quarter of the 12 steps of 1 ms each that fit.
  state.tempo.speed = -2;
  std::uint64_t steps = 0;
  for (int frame = 0; frame < 100; ++frame) {
    if (const auto slow = pace.next(state, {.step = 0.001}, false)) steps += slow->steps;
  }
  EXPECT_EQ(steps, 300u);
  // Less than one step per frame.
  state.tempo.speed = -6;
  steps = 0;
  for (int frame = 0; frame < 64; ++frame) {
    if (const auto slow = pace.next(state, {.step = 1.0}, false)) steps += slow->steps;
  }
  EXPECT_EQ(steps, 1u);
}

TEST(Pace, LongFramesGiveStepsTheSameShareAtAnySpeed) {
  Pace pace;
  EditorState state;
  for (const auto& [frame, times] :
       {std::pair(0.25, 1.0), std::pair(1.0, 1.0), std::pair(3.0, 3.0), std::pair(9.0, 4.0)}) {
    const Pace::Durations durations{.step = 0.001, .frame = frame * kShortFrame};
    state.tempo.speed = 0;
    EXPECT_DOUBLE_EQ(pace.next(state, durations, false)->milliseconds, times * kFrameShare) << frame << " short frames";
    // At half the speed, half of the 12 steps of 1 ms that fit into a short frame.
    state.tempo.speed = -1;
    std::uint64_t steps = 0;
    for (int i = 0; i < 100; ++i) {
      if (const auto plan = pace.next(state, durations, false)) steps += plan->steps;
    }
    EXPECT_NEAR(static_cast<double>(steps), 600.0 * times, 1.0) << frame << " short frames";
  }
}

TEST(Pace, PausedDoesOnlySingleSteps) {
  Pace pace;
  EditorState state;
  state.paused = true;
  EXPECT_FALSE(pace.next(state, {.step = 0.001}, false));
  state.single_steps = 2;
  const auto plan = pace.next(state, {.step = 0.001}, false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->steps, 2u);
  EXPECT_FALSE(pace.next(state, {.step = 0.001}, false));
}

TEST(Slider, ValueAndFractionAgreeForEveryRow) {
  for (ParameterGroup const& group : parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      if (row.kind != ParameterKind::real && row.kind != ParameterKind::integer) continue;
      SCOPED_TRACE(std::string(group.id) + "." + std::string(row.key));
      EXPECT_EQ(slider_value(row, 0.0), row.minimum);
      EXPECT_EQ(slider_value(row, 1.0), row.maximum);
      double last = row.minimum;
      for (int i = 0; i <= 100; ++i) {
        const double value = slider_value(row, i / 100.0);
        EXPECT_GE(value, last);
        EXPECT_EQ(parameter_error(row, value), "");
        last = value;
        if (row.kind == ParameterKind::real) {
          EXPECT_NEAR(slider_fraction(row, value), i / 100.0, 0.02);
        }
      }
      const double fraction = slider_fraction(row, row.default_value);
      EXPECT_GE(fraction, 0.0);
      EXPECT_LE(fraction, 1.0);
    }
  }
}

TEST(Slider, OfASlopeIsEvenInDegrees) {
  for (SoilProperty const& property : soil_properties()) {
    ParameterRow const& row = property.row;
    if (row.key != "repose_slope" && row.key != "static_slope") continue;
    for (int degrees = 5; degrees <= 80; degrees += 5) {
      const double fraction = degrees / 87.138;  // maximum of the slider: the angle whose tangent is 20
      const double value = slider_value(row, fraction, ValueStyle::slope);
      EXPECT_NEAR(std::atan(value) * 180.0 / std::numbers::pi, degrees, 0.2);
      EXPECT_NEAR(slider_fraction(row, value, ValueStyle::slope), fraction, 0.003);
    }
    EXPECT_EQ(slider_value(row, 1.0, ValueStyle::slope), row.maximum);
    EXPECT_EQ(slider_value(row, 0.0, ValueStyle::slope), row.minimum);
  }
}

TEST(Slider, ShowsRoundNumbersWithUnits) {
  const ParameterRow row{.key = "speed", .label = "", .unit = "m/s", .help = "", .minimum = 0, .maximum = 40};
  EXPECT_EQ(value_text(row, slider_value(row, 0.2512)), "10 m/s");
  const ParameterRow slope{.key = "roughness", .label = "", .unit = "", .help = "", .minimum = 0.1, .maximum = 2};
  EXPECT_EQ(value_text(slope, 0.65, ValueStyle::slope), "0.65  ·  33°");
  EXPECT_NEAR(read_value_text(slope, "45°", ValueStyle::slope), 1.0, 1e-9);
  EXPECT_EQ(read_value_text(row, " 12 m/s "), 12.0);
  EXPECT_THROW(read_value_text(row, "41"), std::invalid_argument);
  EXPECT_THROW(read_value_text(row, "fast"), std::invalid_argument);
}

TEST(Slider, ShowsValuesAsPeopleReadThem) {
  constexpr std::string_view kModes[] = {"disc", "upwind_edge", "x"};
  const ParameterRow mode{.key = "mode",
                          .label = "",
                          .unit = "",
                          .help = "",
                          .kind = ParameterKind::choice,
                          .maximum = 2,
                          .choices = kModes};
  EXPECT_EQ(value_text(mode, 1), "Upwind edge");
  EXPECT_EQ(value_text(mode, 2), "South to north");
  const ParameterRow flag{.key = "on", .label = "", .unit = "", .help = "", .kind = ParameterKind::boolean};
  EXPECT_EQ(value_text(flag, 1) + value_text(flag, 0), "onoff");
  const ParameterRow row{.key = "n", .label = "", .unit = "m", .help = "", .minimum = -9, .maximum = 40};
  EXPECT_EQ(value_text(row, -2.5), "−2.5 m");
  EXPECT_EQ(value_text(row, 0, ValueStyle::automatic), "auto");
  EXPECT_EQ(read_value_text(row, "auto", ValueStyle::automatic), 0.0);
  EXPECT_EQ(value_text(row, 14.65, ValueStyle::clock), "14:39");
  EXPECT_EQ(value_text(row, 9.999, ValueStyle::clock), "10:00");
  EXPECT_NEAR(read_value_text(row, "14:39", ValueStyle::clock), 14.65, 1e-9);
  EXPECT_EQ(read_value_text(row, "9.5", ValueStyle::clock), 9.5);
  for (char const* const text : {"14:60", "14:", ":30", "14:3x", "41:00"}) {
    EXPECT_THROW(read_value_text(row, text, ValueStyle::clock), std::invalid_argument) << text;
  }
  EXPECT_EQ(unit_text("m/(m3/s)^0.5"), "m/√(m³/s)");
}

TEST(TimeOfDay, OfAFreshLandIsTheDefault) {
  EditorState state;
  const ParameterGroup group = picture_groups(state)[0];
  EXPECT_EQ(group.get(group.rows[0]), group.rows[0].default_value);
}

}  // namespace
}  // namespace runner_test
