/// A step of the lakes: evaporation, soaking, inflow and outflow.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "land/lakes_bodies.hpp"

namespace barchan::lakes {

namespace {

constexpr double kWeir = 1.705;   // m^0.5/s, coefficient of a broad-crested weir: (2/3)^1.5 g^0.5
constexpr QuantaSum kLast = 256;  // quanta above a sill; below this height, at least one quantum leaves per step

}  // namespace

LakeLosses Bodies::settle(LakeStep const& step, LakeClock clock) {
  clock_ = clock;
  soaks_ = step.soaks;
  losses_ = {};
  ++step_;
  wake_in_turn();
  std::sort(waiting_.begin(), waiting_.end());
  std::vector<std::pair<LakeId, Waking>> awake;
  for (LakeId id : std::exchange(waiting_, {})) {
    const Waking why = std::exchange(lake(id).waking, Waking::asleep);
    if (why != Waking::asleep) awake.emplace_back(id, why);
  }
  for (const auto& [id, why] : awake) {
    if (lake(id).area == 0) continue;
    // A lake that has merged or split off in this step has already been processed.
    if (lake(id).served == step_) {
      wake(id, why);
    } else {
      serve(id, why, step);
    }
  }
  losses_.left = pour(crossing_, clock);
  crossing_.clear();
  return std::exchange(losses_, {});
}

// Wakes a sixteenth of the lakes: those of the current group that owe evaporation or may soak away.
void Bodies::wake_in_turn() {
  for (std::size_t i = static_cast<std::size_t>(clock_.turn); i < lakes_.size(); i += LakeClock::kTurns) {
    Lake const& body = lakes_[i];
    if (body.area == 0) continue;
    const bool owes = body.dried_to < clock_.dried_to;
    if (const auto id = static_cast<LakeId>(i); owes || film(id)) wake(id, Waking::inflow);
  }
}

void Bodies::pay_evaporation(LakeId id) {
  Lake& body = lake(id);
  const QuantaSum owed = (clock_.dried_to - body.dried_to) * body.area;
  const QuantaSum paid = std::min(owed, body.volume);
  body.dried_to = clock_.dried_to;
  body.volume -= paid;
  losses_.evaporated += paid;
}

void Bodies::serve(LakeId id, Waking why, LakeStep const& step) {
  lake(id).served = step_;
  pay_evaporation(id);
  if (lake(id).inflow == 0 && film(id)) {
    losses_.soaked += lake(id).volume;
    dissolve(id);
    return;
  }
  // The flow over the gates follows from the level before the inflow.
  std::vector<Flow> over;
  bool known = false;  // the lake has not grown, and it has no inflow or the gate of the inflow is known
  if (why == Waking::stirred && lake(id).volume > 0 && std::isfinite(step.seconds)) {
    const std::optional<LakeId> now = relax(id, Reach::to_its_level);
    if (!now) return;
    id = *now;
    over = flows(id, step.seconds);
    known = !grown_ && (lake(id).inflow == 0 || (!gates_.empty() && !film(id)));
  }
  const QuantaSum inflow = std::exchange(lake(id).inflow, 0);
  lake(id).volume += inflow;
  if (known) {
    lake(id).level = lake(id).reach();
  } else {
    const std::optional<LakeId> now = relax(id, Reach::to_its_sill);
    if (!now) return;
    id = *now;
  }
  if (lake(id).inflow > 0) wake(id, Waking::inflow);
  if (gates_.empty()) return;
  const Gate sill = lowest_gate();
  QuantaSum most = std::isfinite(step.seconds) ? outflow(id, inflow, sill, over) : lake(id).volume;
  if (inflow > 0 && step.retention > 0.0 && std::isfinite(step.seconds)) {
    most = std::clamp<QuantaSum>(lake(id).above(sill.way.height) - held_back(id, sill, over, step), 0, most);
  }
  const QuantaSum out = drain(id, most, sill.way.height);
  spill(out, over, sill);
  if (lake(id).above(sill.way.height) > 0) {
    wake(id, Waking::stirred);
  } else {
    lake(id).overdue = 0.0;
    if (lake(id).volume == 0 && lake(id).inflow == 0) dissolve(id);
  }
}

// Largest amount that may leave a lake in a step: the inflow plus the flow over its gates by the weir law.
QuantaSum Bodies::outflow(LakeId id, QuantaSum inflow, Gate const& sill, std::span<Flow const> over) {
  Lake& body = lake(id);
  const double all = std::accumulate(over.begin(), over.end(), body.overdue,
                                     [](double sum, Flow const& flow) { return sum + flow.rate; });
  const auto whole = static_cast<QuantaSum>(std::min(all, static_cast<double>(body.volume)));
  body.overdue = all - std::floor(all);
  const QuantaSum least = QuantaSum{body.level} - sill.way.height > kLast ? 0 : body.area;
  return std::min(body.volume, inflow + std::max(whole, least));
}

// Flow over a crest of one cell's width in a step, by the weir law, in m of depth over a cell.
double Bodies::through(double head, double seconds) const {
  const auto cell_size = static_cast<double>(grid_.cell_size);
  return kWeir * cell_size * head * std::sqrt(head) * seconds / (cell_size * cell_size);
}

// Water that stays above the sill at the end of a step with inflow, because the flow over the weirs at the final level
// does not remove it. Newton steps approach that level from above. Outflow is convex, so they never pass it.
QuantaSum Bodies::held_back(LakeId id, Gate const& sill, std::span<Flow const> over, LakeStep const& step) const {
  constexpr double kClose = 1e-6;  // m
  const QuantaSum standing = lake(id).above(sill.way.height);
  if (standing <= 0) return 0;
  const double area = lake(id).area, above = to_metres(standing);
  const auto held = [&](double level) {
    struct {
      double volume, slope;
    } result{area * level, area};
    const auto add = [&](Quanta crest) {
      const double head = level - to_metres(QuantaSum{crest} - sill.way.height);
      if (head <= 0.0) return;
      const double out = through(head, step.seconds) / step.retention;
      result.volume += out;
      result.slope += 1.5 * out / head;
    };
    add(sill.way.height);
    for (Flow const& flow : over) {
      if (flow.gate.way.crest != sill.way.crest) add(flow.gate.way.height);
    }
    return result;
  };
  double level = above / area;
  for (double down = 1.0; down > kClose;) {
    const auto [volume, slope] = held(level);
    down = (volume - above) / slope;
    level -= down;
  }
  return static_cast<QuantaSum>(std::max(0.0, level) * area * kQuantaPerMetre);
}

// Flow over each crest in a step as if it were the only crest, to the lowest cell beyond it.
std::vector<Bodies::Flow> Bodies::flows(LakeId id, double seconds) const {
  std::vector<Flow> flows;
  for (Gate const& gate : gates_) {
    const double head = to_metres(QuantaSum{lake(id).level} - gate.way.height);
    if (head > 0.0) flows.push_back({gate, through(head, seconds) * kQuantaPerMetre});
  }
  const auto order = [&](Flow const& a, Flow const& b) { return comes_before(a.gate, b.gate); };
  std::sort(flows.begin(), flows.end(), order);
  const auto same = [](Flow const& a, Flow const& b) { return a.gate.way.crest == b.gate.way.crest; };
  flows.erase(std::unique(flows.begin(), flows.end(), same), flows.end());
  return flows;
}

// Order of gates: by height, crest, and ground beyond.
bool Bodies::comes_before(Gate const& a, Gate const& b) const {
  const auto beyond = [&](Gate const& gate) {
    return gate.way.beyond == kNowhere ? std::pair{false, Place::highest()} : std::pair{true, place(gate.way.beyond)};
  };
  if (a.way.height != b.way.height) return a.way.height < b.way.height;
  if (a.way.crest != b.way.crest) return a.way.crest < b.way.crest;
  return beyond(a) < beyond(b);
}

Bodies::Gate const& Bodies::lowest_gate() const {
  return *std::min_element(gates_.begin(), gates_.end(),
                           [&](Gate const& a, Gate const& b) { return comes_before(a, b); });
}

// Removes the water above the sill, at most `most`. Returns the amount removed.
QuantaSum Bodies::drain(LakeId id, QuantaSum most, Quanta sill) {
  Lake& body = lake(id);
  const QuantaSum before = body.volume;
  body.volume -= most;
  fall(id, sill);
  if (const QuantaSum above = body.above(sill); above < 0) body.volume -= above;
  body.level = body.reach();
  const QuantaSum out = before - body.volume;
  settle_doubts(id);
  return out;
}

// Distributes the water that has left a lake over its gates in proportion to their flow. The remainder flows over the
// lowest gate.
void Bodies::spill(QuantaSum amount, std::span<Flow const> flows, Gate const& sill) {
  const auto hand_out = [&](Gate const& gate, QuantaSum part) {
    const Cell beyond = gate.way.beyond;
    if (part <= 0) return;
    if (beyond == gate.way.crest) {
      losses_.crossed += part;
      crossing_.push_back({index(beyond), part});
      return;
    }
    losses_.outflows.push_back(
        {index(gate.way.crest), beyond == kNowhere ? LakeOutflow::kOutside : index(beyond), part});
  };
  double all = 0.0;
  for (Flow const& flow : flows) all += flow.rate;
  QuantaSum rest = amount;
  for (Flow const& flow : flows) {
    if (flow.gate.way.crest == sill.way.crest) continue;
    const auto part = std::min(static_cast<QuantaSum>(static_cast<double>(amount) * (flow.rate / all)), rest);
    hand_out(flow.gate, part);
    rest -= part;
  }
  hand_out(sill, rest);
}

}  // namespace barchan::lakes
