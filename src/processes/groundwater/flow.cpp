#include "processes/groundwater/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "barchan/base/archive.hpp"

namespace barchan::groundwater {

namespace {

constexpr int kRowGrain = 8;
constexpr double kParts = 4294967296.0;  ///< of a quantum
constexpr double kMostOfAnEdge = 1e9;    ///< quanta in a step

/// m2/s: how readily water goes from the column with the higher head to the other.
double edge_transmissivity(Aquifer const& ground, std::size_t high, std::size_t low) {
  const Quanta wet = ground.wet[high];
  if (wet <= 0) return 0.0;
  const Quanta thinner = std::clamp(wet - ground.wet[low], 0, wet);
  const double here = ground.conductivity[high], there = ground.conductivity[low];
  if (here >= 0.0 && there >= 0.0) {
    // A column without pores lets out what comes to its surface.
    const double conductivity = there == here || there == 0.0 ? here : 2.0 * here * there / (here + there);
    return conductivity * (to_metres(wet) - 0.5 * to_metres(thinner));
  }
  const Quanta top = std::min(ground.head[high], ground.columns->elevation(high));
  const double mean = thinner > 0
                          ? ground.pores->potential(*ground.columns, high, top - thinner, top) / to_metres(thinner)
                          : ground.pores->transmissivity(*ground.columns, high, top);
  if (there == 0.0) return mean;
  // Is the other side as good, over the same thickness from its bottom up?
  const auto up_to = [&](std::size_t cell) {
    return ground.pores->transmissivity(*ground.columns, cell,
                                        ground.pores->bottom(*ground.columns, cell) + (wet - thinner / 2));
  };
  const double own = up_to(high), others = up_to(low);
  return own > 0.0 ? mean * std::min(2.0 * others / (own + others), 2.0) : 0.0;
}

}  // namespace

void Aquifer::resize(std::size_t cells) {
  head.resize(cells);
  wet.resize(cells);
  room.resize(cells);
  conductivity.resize(cells);
  share.resize(cells);
  held.resize(cells);
}

void Flow::prepare(Grid const& grid) {
  *this = Flow();
  grid_ = grid;
}

void Flow::make_room() {
  const std::size_t cells = grid_.cells();
  for (auto& rest : rest_) rest.resize(cells);
  for (auto& wanted : wanted_) wanted.resize(cells);
  asked_.resize(cells);
  stored_.resize(cells);
}

std::size_t Flow::beyond(int x, int y, Side side) const {
  const std::size_t cell = grid_.index(x, y);
  if (side == east) {
    if (x + 1 < grid_.width) return cell + 1;
    return grid_.periodic() ? grid_.index(0, y) : kNone;
  }
  if (y + 1 < grid_.height) return cell + static_cast<std::size_t>(grid_.width);
  return grid_.periodic() ? grid_.index(x, 0) : kNone;
}

std::size_t Flow::before(int x, int y, Side side) const {
  const std::size_t cell = grid_.index(x, y);
  if (side == east) {
    if (x > 0) return cell - 1;
    return grid_.periodic() ? grid_.index(grid_.width - 1, y) : kNone;
  }
  if (y > 0) return cell - static_cast<std::size_t>(grid_.width);
  return grid_.periodic() ? grid_.index(x, grid_.height - 1) : kNone;
}

double Flow::longest_step(Aquifer const& ground, Scheduler const& scheduler) const {
  std::vector<double> of_row(static_cast<std::size_t>(grid_.height), std::numeric_limits<double>::infinity());
  const auto width = static_cast<double>(grid_.cell_size);
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      double& longest = of_row[static_cast<std::size_t>(y)];
      for (int x = 0; x < grid_.width; ++x) {
        const std::size_t cell = grid_.index(x, y);
        for (const Side side : {east, north}) {
          const std::size_t other = beyond(x, y, side);
          if (other == kNone) continue;
          const bool higher = ground.head[cell] >= ground.head[other];
          const std::size_t high = higher ? cell : other, low = higher ? other : cell;
          const double through = edge_transmissivity(ground, high, low);
          if (through <= 0.0) continue;
          const double share = std::min(ground.share[high], ground.share[low]);
          const double wet = to_metres(ground.wet[high]);
          const double fall = to_metres(QuantaSum{ground.head[high]} - ground.head[low]) / width;
          longest = std::min(longest, 0.8 * share * width * width / (4.0 * through));
          if (fall > 0.0) longest = std::min(longest, 0.5 * share * width * wet / (through * fall));
        }
      }
    }
  });
  return *std::ranges::min_element(of_row);
}

void Flow::find(Aquifer const& ground, std::span<Quanta const> stored, double seconds, Scheduler const& scheduler) {
  const auto width = static_cast<double>(grid_.cell_size);
  const double scale = seconds / (width * width) * kQuantaPerMetre;
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid_.width; ++x) {
        const std::size_t cell = grid_.index(x, y);
        for (const Side side : {east, north}) {
          wanted_[side][cell] = 0;
          const std::size_t other = beyond(x, y, side);
          if (other == kNone || ground.head[cell] == ground.head[other]) continue;
          const bool higher = ground.head[cell] > ground.head[other];
          const std::size_t high = higher ? cell : other, low = higher ? other : cell;
          const double fall = to_metres(QuantaSum{ground.head[cell]} - ground.head[other]);
          const double flows = edge_transmissivity(ground, high, low) * fall * scale;
          const auto parts = static_cast<std::int64_t>(std::clamp(flows, -kMostOfAnEdge, kMostOfAnEdge) * kParts);
          const std::int64_t whole = parts + rest_[side][cell];
          wanted_[side][cell] = static_cast<Quanta>(whole >> 32);
          rest_[side][cell] = static_cast<std::uint32_t>(whole & 0xffffffff);
        }
      }
    }
  });
  std::ranges::copy(stored, stored_.begin());
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid_.width; ++x) {
        const std::size_t cell = grid_.index(x, y);
        QuantaSum out = 0;
        for (const Side side : {east, north}) {
          out += std::max(wanted_[side][cell], 0);
          if (const std::size_t from = before(x, y, side); from != kNone) out -= std::min(wanted_[side][from], 0);
        }
        asked_[cell] = ground.held[cell] == 0 && out > stored_[cell] ? out : 0;
      }
    }
  });
}

QuantaSum Flow::granted(std::size_t cell, std::size_t other, Side side) const {
  const QuantaSum wanted = wanted_[side][cell];
  const std::size_t giver = wanted > 0 ? cell : other;
  if (asked_[giver] == 0) return wanted;
  const QuantaSum part = (wanted < 0 ? -wanted : wanted) * stored_[giver] / asked_[giver];
  return wanted < 0 ? -part : part;
}

QuantaSum Flow::gain(int x, int y) const {
  const std::size_t cell = grid_.index(x, y);
  QuantaSum gain = 0;
  for (const Side side : {east, north}) {
    if (const std::size_t to = beyond(x, y, side); to != kNone) gain -= granted(cell, to, side);
    if (const std::size_t from = before(x, y, side); from != kNone) gain += granted(from, cell, side);
  }
  return gain;
}

std::array<double, 2> Flow::passing(int x, int y) const {
  if (stored_.empty()) return {};
  const std::size_t cell = grid_.index(x, y);
  std::array<double, 2> passing{};
  for (const Side side : {east, north}) {
    int edges = 0;
    if (const std::size_t to = beyond(x, y, side); to != kNone) {
      passing[side] += static_cast<double>(granted(cell, to, side));
      ++edges;
    }
    if (const std::size_t from = before(x, y, side); from != kNone) {
      passing[side] += static_cast<double>(granted(from, cell, side));
      ++edges;
    }
    if (edges == 2) passing[side] *= 0.5;
  }
  return passing;
}

void Flow::keep(Archive& archive, std::size_t cells) {
  for (auto& rest : rest_) {
    archive.list(rest, cells);
    archive.require(rest.empty() || rest.size() == cells, "ground water flows on a land of another size");
  }
}

}  // namespace barchan::groundwater
