// The history of a saved world. The bytes are read as a history, and as changes to a valid one: positions (2
// bytes) with a value (1 byte). Whatever can be read is then used, for a bounded number of steps.
#include <algorithm>
#include <vector>

#include "base/archive.hpp"
#include "history/history_outline.hpp"
#include "io/world_history.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support.hpp"

namespace barchan::fuzz {

namespace {

constexpr int kMostMoves = 12;  // steps and changes of one journey
constexpr int kMostActs = 4;    // that are taken out

HistoryOptions options() {
  return {.make_processes = make_processes, .bound = std::size_t{1} << 24, .step_seconds = 0.6};
}

/// A world with a history, and the bytes of this history.
struct Good {
  std::vector<std::byte> world, history;
  std::size_t tree = 0;  ///< length of the part of the history that contains no checkpoint; it comes first
};

/// A history with two branches, an act that is undone, and a second land.
Good good_history() {
  History history(make_world(small_scenario()), options());
  for (int i = 0; i < 3; ++i) history.step();
  history.apply(PlaceObstacle{{.height = 2.0f, .length = 3.0f, .width = 1.0f}});
  for (int i = 0; i < 2; ++i) history.step();
  history.apply(SetParameter{"wind", "speed", 9.0});
  history.undo();
  history.replace(make_world(small_scenario()), {.number = 1, .title = "new land"});
  history.apply(AddSoil{"mud", "Mud", true, ""});
  for (int i = 0; i < 4; ++i) history.step();
  history.apply(SetSoil{"mud", "hardness", 0.25});
  history.rewind(2);
  history.arrive();
  history.apply(PlaceStorm{{.duration = 2.0f, .rain = 100.0f}});
  history.step();
  history.undo();
  history.arrive();
  HistoryRecord bare = history.record();
  bare.checkpoints.clear();
  return {history.world().snapshot(), encode_history(history.record()), encode_history(std::move(bare)).size()};
}

/// Particles that a command asks for would be correct but slow.
bool is_quick(HistoryTree const& tree) {
  constexpr double kMostParticles = 4096;
  const auto is_slow = [](Command const& command) {
    auto const* const set = std::get_if<SetParameter>(&command);
    return set != nullptr && set->key == "population" && set->value > kMostParticles;
  };
  return std::ranges::none_of(tree.nodes(), [&](auto const& entry) {
    return (entry.second.command && is_slow(*entry.second.command)) ||
           std::ranges::any_of(entry.second.inverse, is_slow);
  });
}

/// Does something with the history. It may refuse with one clear error. A journey that it begins is cut short.
template <class Callable>
void attempt(History& history, Callable callable) {
  try {
    callable();
    for (int move = 0; move < kMostMoves && !history.travel(0.0); ++move) {
    }
  } catch (HistoryError const& error) {
    require(!std::string_view(error.what()).empty(), "an error says something");
  } catch (ArchiveError const&) {           // a checkpoint that is no world
  } catch (std::invalid_argument const&) {  // an act that cannot be taken out
  }
  history.stop();
}

void take_out(History& history, ActId act) {
  Rework rework = history.without(act);
  for (int move = 0; move < kMostMoves && !rework.finished(); ++move) rework.run(0.0);
  if (rework.finished()) history.adopt(std::move(rework));
}

void use(HistoryRecord record, World world) {
  History history(std::move(world), std::move(record), options());
  std::vector<BranchId> branches;
  for (OutlineBranch const& one : outline_of(history).branches) branches.push_back(one.branch);
  attempt(history, [&] { history.undo(); });
  attempt(history, [&] { history.redo(); });
  for (const std::uint64_t step : {1, 3, 5}) attempt(history, [&] { history.rewind(step); });
  for (const BranchId branch : branches) {
    attempt(history, [&] { history.go_to(branch); });
    attempt(history, [&] { history.undo(); });
  }
  int left = kMostActs;
  for (OutlineAct const& one : outline_of(history).acts) {
    if (left-- > 0) attempt(history, [&] { take_out(history, one.act); });
  }
  attempt(history, [&] { history.step(); });
  encode_history(history.record());
}

/// Reads the bytes as the history of the good world.
void read(Bytes bytes, Good const& good) {
  expect_result_or_input_error([&] {
    std::optional<HistoryRecord> record = decode_history(bytes, "fuzz.barchan");
    if (!record || !is_quick(record->tree)) return;
    World world = World::restore(good.world, make_processes());
    record->hash = world.hash();  // what follows is also reached with a wrong hash
    try {
      use(*std::move(record), std::move(world));
    } catch (HistoryError const&) {  // it belongs to another step
    }
  });
}

}  // namespace

void history(Bytes bytes) {
  static const Good kGood = good_history();
  read(bytes, kGood);
  const auto value = [&](std::size_t i) { return static_cast<std::size_t>(bytes[i]); };
  std::vector<std::byte> changed = kGood.history;
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    // Half of the changes concern the tree, which is much smaller than the checkpoints.
    const std::size_t range = value(i + 1) < 128 ? kGood.tree : changed.size();
    changed[(value(i) + 256 * value(i + 1)) % range] = bytes[i + 2];
  }
  if (bytes.size() % 3 == 1) changed.resize(value(bytes.size() - 1) * changed.size() / 256);
  read(changed, kGood);
}

}  // namespace barchan::fuzz
