#include "history/history.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "base/archive.hpp"
#include "history/rework.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

namespace {

constexpr double kNewest = 0.1;          // weight of the last step in averages
constexpr double kNewestCost = 0.02;     // the same for its cost, which decides for good which checkpoints go
constexpr double kBesideCost = 0.5;      // most s of simulation that are lost while another thread codes for one second
constexpr double kLongestPause = 0.1;    // s; a longer time between two steps is no activity
constexpr double kMostOverhead = 0.025;  // fraction of the time that checkpoints may take
constexpr double kBetween = 1.0;         // s of activity between two checkpoints
constexpr double kBeforeLand = 0.25;     // the same before a change of the land
constexpr double kShortBranch = 10.0;    // s of activity of a branch that goes when it is left and has no change
constexpr double kUsualCost = 0.25;      // s of simulation per s of activity, where no time is measured

constexpr char const* kOtherWorld = "the history belongs to another world";

/// Returns false, changing nothing, if the commands have different targets.
bool replace_if_same_target(Command& earlier, Command const& later) {
  if (!same_target(earlier, later)) return false;
  earlier = later;
  return true;
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

History::History(World world, HistoryOptions options, std::vector<std::byte> about)
    : options_(std::move(options)),
      world_(std::move(world)),
      tree_(world_->step_count()),
      checkpoints_(options_.bound, options_.step_seconds == 0.0) {
  branch_ = tree_.branches().begin()->first;
  node_ = tree_.branch(branch_).tip.node;
  path_ = {node_};
  tree_.node(node_).about = std::move(about);
  add_first_checkpoint();
}

History::History(World world, HistoryRecord record, HistoryOptions options)
    : options_(std::move(options)),
      world_(std::move(world)),
      tree_(world_->step_count()),
      checkpoints_(options_.bound, options_.step_seconds == 0.0) {
  if (!record.belongs_to(*world_)) throw HistoryError(kOtherWorld);
  use(std::move(record));
}

History::~History() = default;

bool History::has_future() const {
  return !detached_ && (at_ + 1 < path_.size() || world_->step_count() < tree_.branches().at(branch_).tip.step);
}

// -- changing --------------------------------------------------------------------------------------------------------

void History::apply(Command const& given, Gesture const& gesture) {
  arrive();
  const CommandFacts facts = facts_of(*world_);
  const Command command = settled(given, facts);
  if (const std::string error = error_of(command, facts); !error.empty()) throw std::invalid_argument(error);
  const bool value = row_of(command).effect == CommandEffect::value;
  std::vector<Command> inverse = inverse_of(command, facts);
  const bool begins = gesture.number == 0 || gesture.number != gesture_;
  if (!value && begins && clock_ - last_checkpoint_ >= kBeforeLand) take_checkpoint();
  world_->apply(command);
  redo_.clear();
  const std::string title = gesture.title.empty() ? name_of(command) : gesture.title;
  if (has_future() || detached_) fork(title);
  add_node(command, std::move(inverse), {title, row_of(command).effect}, gesture);
  tree_.branch(branch_).own = true;
}

/// Adds the command to the act of the same gesture. At the same moment, it replaces a command with the same target.
void History::add_node(Command const& command, std::vector<Command> inverse, Act const& act, Gesture const& gesture) {
  HistoryNode& last = tree_.node(node_);
  const bool same_act = gesture.number != 0 && gesture.number == gesture_ && last.act != 0 && last.role == Role::does;
  gesture_ = gesture.number;
  const ActId id = same_act ? last.act : tree_.add(act);
  if (act.effect == CommandEffect::land) tree_.act(id).effect = CommandEffect::land;
  const auto ends_here = [&](auto const& entry) { return entry.first != branch_ && entry.second.tip.node == node_; };
  const bool is_tip = same_act && last.command && last.step == world_->step_count() && !checkpoints_.contains(now()) &&
                      !tree_.has_children(node_) && std::ranges::none_of(tree_.branches(), ends_here);
  if (is_tip && (replace_if_same_target(*last.command, command) || join(*last.command, command))) {
    ++revision_;
    return;
  }
  extend({.step = world_->step_count(), .act = id, .command = command, .inverse = std::move(inverse)});
}

/// The present moment is the tip of its branch. A change follows, which has already been made.
void History::extend(HistoryNode node) {
  ++revision_;
  node.parent = node_;
  node_ = tree_.add(std::move(node));
  path_.push_back(node_);
  at_ = path_.size() - 1;
  tree_.branch(branch_).tip = now();
}

void History::step(std::function<void(World&)> const& do_step) {
  arrive();
  while (next_is_due()) take_next();
  const bool repeats = has_future();
  if (detached_) fork_after_undo();
  move(do_step);
  if (!repeats) tree_.branch(branch_).tip = now();
}

bool History::next_is_due() const {
  return !detached_ && at_ + 1 < path_.size() && tree_.node(path_[at_ + 1]).step == world_->step_count();
}

/// Makes the next change of the branch.
void History::take_next() {
  const NodeId next = path_[at_ + 1];
  HistoryNode const& node = tree_.node(next);
  if (node.command) {
    try {
      world_->apply(*node.command);
    } catch (std::invalid_argument const& error) {
      throw HistoryError(std::string("the acts cannot be repeated: ") + error.what());
    }
    node_ = next;
    ++at_;
    return;
  }
  Checkpoint const* const first = checkpoints_.nearest(tree_, {next}, node.first_step);
  if (first == nullptr) {
    throw HistoryError(
        "the next land of this branch can no longer be shown: its checkpoints took more than their share of memory and "
        "were removed");
  }
  load(*first);
}

void History::move(std::function<void(World&)> const& do_step) {
  const Clock::time_point begin = Clock::now();
  if (do_step) {
    do_step(*world_);
  } else {
    world_->step();
  }
  count_step(seconds_between(begin, Clock::now()));
}

void History::count_step(double seconds) {
  const bool measures = options_.step_seconds == 0.0;
  step_cost_ = renewed(step_cost_, measures ? seconds : kUsualCost * options_.step_seconds, kNewestCost);
  since_cost_ += step_cost_;
  if (target_) {
    position_ += activity_;
    if (since_cost_ >= std::max(Checkpoints::kFarthest, least_interval())) take_checkpoint();
    return;
  }
  double active = options_.step_seconds;
  if (measures) {
    const Clock::time_point now = Clock::now();
    active = std::clamp(seconds_between(last_step_, now), seconds, seconds + kLongestPause);
    last_step_ = now;
  }
  activity_ = renewed(activity_, active, kNewest);
  clock_ += active;
  lived_ += active;
  position_ += active;
  const double passed = clock_ - last_checkpoint_;
  if (passed >= least_interval() && (passed >= kBetween || since_cost_ >= Checkpoints::kFarthest)) take_checkpoint();
}

/// Least time between two checkpoints, so that they cost little.
double History::least_interval() const {
  if (options_.step_seconds > 0.0) return 0.0;
  return (snapshot_seconds_ + kBesideCost * checkpoints_.coding_seconds()) / kMostOverhead;
}

void History::take_checkpoint() {
  ++revision_;
  last_checkpoint_ = clock_;
  since_cost_ = 0.0;
  if (checkpoints_.busy() || checkpoints_.contains(now())) return;
  const Clock::time_point begin = Clock::now();
  try {
    checkpoints_.add(
        {.at = now(), .clock = position_, .made = clock_, .thumbnail = thumbnail(), .years = world_->calendar_years()},
        world_->snapshot(), land());
    checkpoints_.thin(tree_, path_, clock_, step_cost_);
  } catch (std::bad_alloc const&) {
    // The past is only reached more slowly.
  }
  snapshot_seconds_ = renewed(snapshot_seconds_, seconds_between(begin, Clock::now()), 3.0 * kNewest);
}

/// Of a land that has just begun.
void History::add_first_checkpoint() {
  ++revision_;
  checkpoints_.add({.at = now(),
                    .clock = position_,
                    .made = clock_,
                    .first = true,
                    .thumbnail = thumbnail(),
                    .years = world_->calendar_years()},
                   world_->snapshot(), node_);
  last_checkpoint_ = clock_;
}

std::shared_ptr<Picture const> History::thumbnail() const {
  return options_.draw ? std::make_shared<Picture const>(options_.draw(*world_)) : nullptr;
}

void History::put(World world) {
  ++revision_;
  world_ = std::move(world);
  ++worlds_;
}

void History::replace(World world, Gesture const& gesture, std::vector<std::byte> about) {
  arrive();
  take_checkpoint();
  redo_.clear();
  if (has_future() || detached_) fork(gesture.title);
  const ActId act = tree_.add(Act{gesture.title, CommandEffect::land});
  const std::uint64_t before = world_->step_count();
  put(std::move(world));
  gesture_ = gesture.number;
  extend({.step = before, .act = act, .command = {}, .first_step = world_->step_count(), .about = std::move(about)});
  tree_.branch(branch_).own = true;
  add_first_checkpoint();
  checkpoints_.thin(tree_, path_, clock_, step_cost_);
}

// -- undoing ---------------------------------------------------------------------------------------------------------

std::optional<Act> History::next_undo() const {
  const auto act = tree_.last_act(target_ ? target_->at.node : node_);
  return act ? std::optional(tree_.act(*act)) : std::nullopt;
}

std::optional<Act> History::next_redo() const {
  return redo_.empty() ? std::nullopt : std::optional(tree_.act(redo_.back().act));
}

/// Of commands with the same target, only the last has an effect.
std::vector<Command> History::commands_of(ActId act) const {
  std::vector<Command> commands;
  for (const NodeId id : tree_.nodes_of(act, Role::does, node_)) {
    Command const& command = *tree_.node(id).command;
    std::erase_if(commands, [&](Command const& earlier) { return same_target(earlier, command); });
    commands.push_back(command);
  }
  return commands;
}

std::vector<Command> History::inverse_of_act(ActId act) const {
  std::vector<Command> commands;
  HistoryTree::Path nodes = tree_.nodes_of(act, Role::does, node_);
  std::ranges::reverse(nodes);
  for (const NodeId id : nodes) {
    for (Command const& command : tree_.node(id).inverse) {
      std::erase_if(commands, [&](Command const& other) { return same_target(other, command); });
      commands.push_back(command);
    }
  }
  return commands;
}

std::optional<Act> History::undo() {
  arrive();
  gesture_ = 0;
  const auto id = tree_.last_act(node_);
  if (!id) return std::nullopt;
  const Act act = tree_.act(*id);
  if (act.effect == CommandEffect::value) {
    repeat(*id, Role::undoes, inverse_of_act(*id));
    redo_.push_back({*id, std::nullopt});
  } else {
    const Place back{now(), branch_, detached_};
    begin_journey({tree_.before(tree_.nodes_of(*id, Role::does, node_).front()), branch_, true});
    redo_.push_back({*id, back});
  }
  return act;
}

std::optional<Act> History::redo() {
  arrive();
  if (redo_.empty()) return std::nullopt;
  const Redo again = redo_.back();
  const Act act = tree_.act(again.act);
  if (again.back) begin_journey(*again.back);  // may throw
  redo_.pop_back();
  if (!again.back) repeat(again.act, Role::redoes, commands_of(again.act));
  return act;
}

/// Applies commands that undo or redo an act.
void History::repeat(ActId act, Role role, std::vector<Command> const& commands) {
  for (Command const& command : commands) {
    const CommandFacts facts = facts_of(*world_);
    if (const std::string error = error_of(command, facts); !error.empty()) {
      throw HistoryError("this act can no longer be repeated: " + error);
    }
    std::vector<Command> inverse = inverse_of(command, facts);
    world_->apply(command);
    if (has_future() || detached_) fork(tree_.act(act).title);
    extend({.step = world_->step_count(), .act = act, .role = role, .command = command, .inverse = std::move(inverse)});
  }
  tree_.branch(branch_).own = true;
  gesture_ = 0;
}

// -- going to other moments ------------------------------------------------------------------------------------------

void History::rewind(std::uint64_t step) {
  leave_journey();
  if (detached_) fork_after_undo();
  const auto first = std::ranges::find(path_, land());
  auto place = first;
  while (place + 1 != path_.end() && tree_.node(place[1]).command && tree_.node(place[1]).step < step) ++place;
  const bool last = place + 1 == path_.end();
  const std::uint64_t end = last ? tree_.branch(branch_).tip.step : tree_.node(place[1]).step;
  begin_journey(
      {{*place, std::clamp(step, tree_.node(*first).first_step, std::max(end, tree_.node(*first).first_step))},
       branch_,
       false});
  redo_.clear();
  gesture_ = 0;
}

void History::go_to(BranchId branch) {
  leave_journey();
  if (tree_.branches().count(branch) == 0) throw std::invalid_argument("there is no such branch of the history");
  if (branch == branch_ && detached_) return;
  begin_journey({tree_.branch(branch).tip, branch, false});
  redo_.clear();
  gesture_ = 0;
}

/// Loads the world from which the way to the target is shortest: the present one or a checkpoint.
void History::begin_journey(Place const& target) {
  const HistoryTree::Path way = tree_.path(target.at.node);
  const auto mine = std::ranges::find(way, node_);
  const bool same_land = mine != way.end() && land() == tree_.land_of(target.at.node);
  const auto leaves_at = [&](HistoryTree::Path::const_iterator place) {
    return place + 1 == way.end() ? target.at.step : tree_.node(place[1]).step;
  };
  const bool ahead = same_land && world_->step_count() <= leaves_at(mine);
  while (true) {
    Checkpoint const* const found = checkpoints_.nearest(tree_, way, target.at.step);
    if (found == nullptr && !ahead) throw out_of_reach(target.at.step);
    const bool nearer =
        found != nullptr && (!ahead || std::pair(std::ranges::find(way, found->at.node) - way.begin(), found->at.step) >
                                           std::pair(mine - way.begin(), world_->step_count()));
    if (!nearer) break;
    const HistoryMoment moment = found->at;
    try {
      load(*found);
      break;
    } catch (std::bad_alloc const&) {
      throw HistoryError("there is not enough memory to restore a checkpoint");
    } catch (std::runtime_error const&) {  // damaged: an earlier one may serve
      checkpoints_.remove(moment);
    }
  }
  follow_branch(target.branch);
  target_ = target;
}

/// Takes over the world of a checkpoint. Throws HistoryError or ArchiveError, changing nothing, if it is damaged.
void History::load(Checkpoint const& checkpoint) {
  const Snapshot::Bytes bytes = checkpoint.snapshot->bytes();
  World world = World::restore(bytes, options_.make_processes(), options_.threads);
  if (world.step_count() != checkpoint.at.step)
    throw HistoryError("a checkpoint of the history belongs to another step");
  put(std::move(world));
  node_ = checkpoint.at.node;
  position_ = checkpoint.clock;
  since_cost_ = 0.0;
  if (const auto place = std::ranges::find(path_, node_); place != path_.end()) {
    at_ = static_cast<std::size_t>(place - path_.begin());
  }
}

void History::follow_branch(BranchId branch) {
  ++revision_;
  const BranchId left = branch_;
  branch_ = branch;
  Branch& followed = tree_.branch(branch);
  followed.used = ++uses_;
  path_ = tree_.path(followed.tip.node);
  at_ = static_cast<std::size_t>(std::ranges::find(path_, node_) - path_.begin());
  detached_ = false;
  Branch const& before = tree_.branch(left);
  const bool needed = std::ranges::any_of(redo_, [&](Redo const& one) { return one.back && one.back->branch == left; });
  if (left != branch && !before.own && !needed && clock_ - before.begun < kShortBranch) {
    drop(left);
  }
}

bool History::travel(double seconds) {
  const Clock::time_point begin = Clock::now();
  while (target_) {
    if (now() == target_->at) {
      detached_ = target_->detached;
      ++revision_;
      target_.reset();
      last_step_ = Clock::now();
      break;
    }
    if (node_ != target_->at.node && next_is_due()) {
      take_next();
    } else {
      move({});
    }
    if (seconds_between(begin, Clock::now()) >= seconds && now() != target_->at) return false;
  }
  return true;
}

/// Another journey follows. One that does not change the path need not be finished.
void History::leave_journey() {
  if (target_ && !target_->detached) stop();
  arrive();
}

void History::arrive() {
  while (!travel(1.0)) {
  }
}

// -- records --------------------------------------------------------------------------------------------------------

HistoryRecord History::record() {
  arrive();
  return {.tree = tree_,
          .checkpoints = checkpoints_.all(),
          .hash = world_->hash(),
          .present = {now(), branch_, detached_},
          .undone = redo_,
          .uses = uses_,
          .clock = clock_,
          .position = position_};
}

void History::use(HistoryRecord record) {
  ++revision_;
  tree_ = std::move(record.tree);
  checkpoints_.set(std::move(record.checkpoints));
  node_ = record.present.at.node;
  branch_ = record.present.branch;
  detached_ = record.present.detached;
  path_ = tree_.path(tree_.branch(branch_).tip.node);
  at_ = static_cast<std::size_t>(std::ranges::find(path_, node_) - path_.begin());
  redo_ = std::move(record.undone);
  uses_ = record.uses;
  clock_ = record.clock;
  position_ = record.position;
  last_checkpoint_ = clock_;
  gesture_ = 0;
}

void History::set_bound(std::size_t bound) {
  ++revision_;
  checkpoints_.set_bound(bound);
  checkpoints_.thin(tree_, path_, clock_, step_cost_);
}

void History::replace(World world, HistoryRecord record, Gesture const& gesture) {
  arrive();
  if (!record.belongs_to(world)) throw HistoryError(kOtherWorld);
  take_checkpoint();
  redo_.clear();
  const ActId act = tree_.add(Act{gesture.title, CommandEffect::land});
  HistoryRecord joined = this->record();
  joined.add(std::move(record), {.parent = node_, .step = world_->step_count(), .act = act});
  put(std::move(world));
  use(std::move(joined));
  limit_branches();
  checkpoints_.thin(tree_, path_, clock_, step_cost_);
}

}  // namespace barchan
