/// Distribution of entrained or deposited amounts over the cells under a brush.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "processes/water_particles/brush.hpp"

namespace barchan::water {

/// Weight of a cell in entrainment. Water entrains from its bed and from banks that it has undercut, but not from below
/// the floor. `head` is the height of the cell above the floor. Heights are in quanta.
template <class T>
T reach(BedRule const& rule, T per_depth, T weight, T above_bed, T head) {
  const T wet = positive(1.0f - above_bed * per_depth);
  // A bank is steep relative to its distance from the centre of the brush. The distance follows from the weight and
  // counts as at least one cell.
  const T beyond = positive((rule.brush_radius * rule.brush_radius - 1.0f) - weight);
  const T bank = (1.0f + beyond) * (rule.steepest_bank * rule.steepest_bank);
  const T falls = chosen((above_bed > T{}) & (above_bed * above_bed > bank), T{} + 1.0f, T{});
  return chosen(head > T{}, weight * (wet + falls), T{});
}

/// Weight of a cell in bank erosion by a river. It is larger if less of the cell is under water.
template <class T>
T bank_of(T per_depth, T weight, T above_bed, T head) {
  const T wet = positive(1.0f - above_bed * per_depth);
  return chosen((head > T{}) & (wet > T{}), weight * (1.0f - wet), T{});
}

/// The amount that a cell gives of the part requested from it: sand first, then base in proportion to its erodibility.
template <class T>
T given(T share, T available, T head, T erodibility) {
  return smaller(share - positive(share - available) * (1.0f - erodibility), head);
}

/// Calls `visit(group of cells, counts)` with the quanta that `request` takes from each cell.
template <class Visit>
void for_shares(BedRule const& rule, RoundLand const& land, Brush const& brush, Request const& request, Visit visit) {
  struct Cells {
    Floats head, weight, above;
  };
  std::array<Cells, Brush::kMostGroups> box;
  const Unsigned floor = Unsigned{} + static_cast<std::uint32_t>(request.floor);
  Floats lowest = Floats{} + kFarAbove;
  Cells* end = box.data();
  brush.for_groups([&](Brush::Group group) {
    const auto elevation = reinterpret_cast<Unsigned>(brush.load(land.elevation, group));
    end->head = __builtin_convertvector(reinterpret_cast<Integers>(elevation - floor), Floats);
    end->weight = brush.weights(group);
    end->above = end->head - (request.tilt_x * brush.east(group) + request.tilt_y * brush.north(group));
    lowest = smaller(lowest, chosen(end->weight > Floats{}, end->above, Floats{} + kFarAbove));
    ++end;
  });
  const float bed = least_of(lowest);
  // The other cells also give the part of the cells below the floor, which give nothing, so that the result does not
  // depend on the time step.
  Floats reachable{};
  for (Cells* cells = box.data(); cells != end; ++cells) {
    const Floats per_depth = Floats{} + request.per_depth;
    cells->weight = request.banks ? bank_of(per_depth, cells->weight, cells->above - bed, cells->head)
                                  : reach(rule, per_depth, cells->weight, cells->above - bed, cells->head);
    reachable += cells->weight;
  }
  const float total = request.banks ? brush.total() : sum_of(reachable);
  if (!(total > 0.0f)) return;
  const float scale = request.amount / total;
  Dither dither(request.phase);
  Cells const* cells = box.data();
  brush.for_groups([&](Brush::Group group) {
    Floats erodibility = Floats{} + rule.erodibility[kRock];
    for (int i = 0; i < kLanes && !rule.even; ++i) {
      erodibility[i] = rule.erodibility[land.base_soil[brush.cell(group, i)]];
    }
    const Floats available = __builtin_convertvector(brush.load(land.available, group), Floats);
    Floats share = cells->weight * scale;
    for (int i = 0; i < kLanes && land.mixed.ease != nullptr; ++i) share[i] *= land.mixed.ease[brush.cell(group, i)];
    visit(group, dither.round(given(share, available, cells->head, erodibility)));
    ++cells;
  });
}

/// Deposits `amount` under a brush.
inline void lay_down(RoundLand const& land, Sums const& sums, Brush const& brush, Quanta amount, float phase) {
  const float scale = static_cast<float>(amount) / brush.total();
  Dither dither(phase);
  Quanta rest = amount;
  for_segments(land, brush, [&](std::size_t segment) { sums.mark(segment); });
  brush.for_groups([&](Brush::Group group) {
    Integers counts = dither.round(brush.weights(group) * scale);
    if (sum_of(counts) > rest) {
      for (int i = 0, left = rest; i < kLanes; ++i) {
        counts[i] = std::min(counts[i], left);
        left -= counts[i];
      }
    }
    rest -= sum_of(counts);
    add_lanes(sums.gain, brush, group, counts);
  });
  // The few quanta left by rounding go into the droplet's own cell.
  if (rest > 0) sums.gain[brush.middle()] += rest;
}

/// Divides a deposit of `amount` among the soils of a load, in proportion to the quantity of each soil and to its
/// settling rate `settles` (1 to 2^14). The quanta lost by rounding are taken from the first soils that have any.
inline std::array<Quanta, kMostSoils> falling_parts(std::span<Quanta const> parts, Quanta amount,
                                                    std::span<std::int32_t const> settles) {
  constexpr int kPasses = 4;  // when a soil is used up, the others supply its part in the next pass
  std::array<Quanta, kMostSoils> falls{};
  const auto left = [&](std::size_t k) { return parts[k] - falls[k]; };
  Quanta rest = amount;
  for (int pass = 0; pass < kPasses && rest > 0; ++pass) {
    std::int64_t total = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) total += std::int64_t{left(k)} * settles[k];
    const auto wanted = static_cast<std::int64_t>(rest);
    for (std::size_t k = 0; k < parts.size() && total > 0; ++k) {
      // A product of 38 bits times one of 24 bits would overflow, so this uses doubles. The loop below fixes the
      // rounding.
      const double share = static_cast<double>(std::int64_t{left(k)} * settles[k]) / static_cast<double>(total);
      const auto more = std::min({static_cast<Quanta>(static_cast<double>(wanted) * share), left(k), rest});
      falls[k] += more;
      rest -= more;
    }
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Quanta more = std::min(rest, left(k));
    falls[k] += more;
    rest -= more;
  }
  return falls;
}

/// A deposit, and the load by soil from which it is taken.
struct Laying {
  Quanta amount;
  std::span<Quanta> parts;  ///< reduced by the deposit; empty if all loads are sand
};
/// Deposits each soil of the load.
inline void lay_down(RoundLand const& land, Sums sums, Brush const& brush, Laying const& laying, float phase) {
  if (laying.parts.empty()) return lay_down(land, sums, brush, laying.amount, phase);
  const std::array<Quanta, kMostSoils> falls = falling_parts(laying.parts, laying.amount, land.mixed.settles);
  for (std::size_t k = 0; k < laying.parts.size(); ++k) {
    if (falls[k] == 0) continue;
    laying.parts[k] -= falls[k];
    sums.gain = sums.mixed_gains[k].data();
    lay_down(land, sums, brush, falls[k], phase);
  }
}

}  // namespace barchan::water
