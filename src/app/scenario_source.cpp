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

ui::LoadedWorld ScenarioSource::open(ui::WorldOrder const& order) const {
  return {start_world(order.source, {order.seed, order.parameters, threads_}, order.hints), order};
}

}  // namespace barchan::app
