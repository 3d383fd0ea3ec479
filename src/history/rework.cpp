#include "history/rework.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kBetween = 0.4;  // s of simulation between two checkpoints

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

CommandFacts facts_of(World const& world) {
  Terrain const& terrain = world.terrain();
  return {world.parameter_groups(), terrain.grid, terrain.soils, &terrain};
}

Rework::Rework(std::unique_ptr<State> state) : state_(std::move(state)) {}
Rework::Rework(Rework&&) noexcept = default;
Rework& Rework::operator=(Rework&&) noexcept = default;
Rework::~Rework() = default;

void Rework::State::take(ReworkChange const& change) {
  HistoryNode node = change.node;
  try {
    const CommandFacts facts = facts_of(*world);
    if (const std::string error = error_of(*node.command, facts); !error.empty()) throw std::invalid_argument(error);
    node.inverse = inverse_of(*node.command, facts);
    world->apply(*node.command);
  } catch (std::invalid_argument const& error) {
    refused.push_back(name_of(*node.command) + " at step " + std::to_string(node.step) + ": " + error.what());
    return;
  }
  if (!change.same) made.push_back(std::move(node));
}

/// Makes the next change or does the next step.
void Rework::State::advance() {
  if (!world) {
    world = World::restore(start->bytes(), make_processes(), threads);
  } else if (next < changes.size() && changes[next].node.step == world->step_count()) {
    take(changes[next++]);
  } else if (world->step_count() < end) {
    const Clock::time_point begun = Clock::now();
    world->step();
    since_checkpoint += seconds_since(begun);
    const bool changed = next == changes.size() || !changes[next].same;
    if (since_checkpoint < kBetween || !changed) return;
    since_checkpoint = 0.0;
    auto snapshot = std::make_shared<Snapshot>(world->snapshot());
    snapshot->encode();
    checkpoints.push_back({made.size(), world->step_count(), std::move(snapshot)});
  } else {
    finished = true;
  }
}

bool Rework::run(double seconds) {
  const Clock::time_point begin = Clock::now();
  while (!state_->finished) {
    state_->advance();
    if (seconds_since(begin) >= seconds) break;
  }
  return state_->finished;
}

bool Rework::finished() const { return state_->finished; }
double Rework::progress() const {
  if (state_->finished) return 1.0;
  if (!state_->world || state_->end == state_->begin) return 0.0;
  return static_cast<double>(state_->world->step_count() - state_->begin) /
         static_cast<double>(state_->end - state_->begin);
}
std::vector<std::string> const& Rework::refused() const { return state_->refused; }
World const& Rework::world() const { return *state_->world; }

}  // namespace barchan
