#include "app/scenario_source.hpp"

#include <algorithm>
#include <thread>

#include "barchan/io/saved_world.hpp"
#include "barchan/io/scenario.hpp"

namespace barchan::app {

namespace {

constexpr int kMostOwnThreads = 8;

/// Half of the machine: the other half draws.
int chosen_threads() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) / 2, 1, kMostOwnThreads);
}

}  // namespace

ScenarioSource::ScenarioSource(int threads) : threads_(threads > 0 ? threads : chosen_threads()) {}

std::vector<ui::ScenarioEntry> ScenarioSource::scenarios() const {
  std::vector<ui::ScenarioEntry> entries;
  for (ScenarioInfo const& info : shipped_scenarios()) entries.push_back({info.id, info.title, info.description});
  return entries;
}

ui::LoadedWorld ScenarioSource::open(std::string const& source, std::optional<std::uint64_t> seed) const {
  return load(source, seed, {});
}

ui::LoadedWorld ScenarioSource::open(Options const& options) const {
  return load(options.scenario, options.seed, options.parameters);
}

ui::LoadedWorld ScenarioSource::load(std::string const& source, std::optional<std::uint64_t> seed,
                                     std::vector<SetParameter> const& parameters) const {
  WorldOptions wanted;
  wanted.seed = seed;
  wanted.parameters = parameters;
  wanted.threads = threads_;
  StartedWorld started = start_world(source, wanted);
  const CameraHint& hint = started.info.camera;
  ui::CameraStart camera;
  camera.azimuth = static_cast<float>(hint.azimuth);
  camera.elevation = static_cast<float>(hint.elevation);
  camera.distance = static_cast<float>(hint.distance);
  camera.target_x = static_cast<float>(hint.target_x);
  camera.target_y = static_cast<float>(hint.target_y);
  return {std::move(started.world),
          source,
          started.info.scenario.title,
          started.info.scenario.description,
          camera,
          std::move(started.notices),
          started.resumed};
}

}  // namespace barchan::app
