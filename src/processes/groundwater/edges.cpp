#include "processes/groundwater/edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace barchan::groundwater {

namespace {

constexpr double kParts = 4294967296.0;  ///< per quantum

using Beyond = std::vector<std::int32_t>;

kernel::EdgeSide side_of(AquiferRow const& row, std::size_t first) {
  kernel::EdgeSide side{row.head.data() + first,
                        row.wet.data() + first,
                        row.conductivity.data() + first,
                        row.per_share.data() + first,
                        {}};
  if (HeadLayers const& at = row.at_head; !at.empty()) {
    side.at_head = {at.transmissivity.data() + first, at.conductivity.data() + first, at.below.data() + first,
                    at.above.data() + first};
  }
  return side;
}

/// `row.work.beyond` is empty if no column has layers.
kernel::Edges edges_of(EdgeRow const& row) {
  Beyond& beyond = row.work.beyond;
  const std::size_t next = &row.here == &row.there ? 1 : 0, count = row.here.room.size();
  kernel::Edges edges{side_of(row.here, 0), side_of(row.there, next),
                      row.here.alike == row.there.alike ? row.here.alike : -1.0f, count};
  if (!row.here.layered && !row.there.layered) {
    beyond.clear();
    return edges;
  }
  const bool known = !row.here.at_head.empty() && !row.there.at_head.empty();
  beyond.resize(count);
  if (known) {
    edges.beyond = beyond.data();
  } else {
    std::ranges::fill(beyond, 1);
  }
  return edges;
}

/// An edge at which a column has several layers.
struct LayeredEdge {
  std::size_t index;
  Place high, low;
  double transmissivity;  ///< m2/s
  double fall;            ///< fall of head from the higher to the lower column, m
  bool onwards;           ///< flows from `here` to `there`
};

/// The first marked edge at or after `x`, or the number of edges. Skips unmarked edges in groups.
std::size_t next_beyond(Beyond const& beyond, std::size_t x) {
  constexpr std::size_t kMany = 32;
  for (; x + kMany <= beyond.size(); x += kMany) {
    std::int32_t any = 0;
    for (std::size_t i = 0; i < kMany; ++i) any |= beyond[x + i];
    if (any != 0) break;
  }
  while (x < beyond.size() && beyond[x] == 0) ++x;
  return x;
}

template <class Visit>
void for_edges_beyond(EdgeRow const& row, Visit const& visit) {
  Beyond const& beyond = row.work.beyond;
  const std::size_t next = &row.here == &row.there ? 1 : 0;
  for (std::size_t x = next_beyond(beyond, 0); x < beyond.size(); x = next_beyond(beyond, x + 1)) {
    if (row.here.conductivity[x] >= 0.0f && row.there.conductivity[x + next] >= 0.0f) continue;
    const Place here{row.here, x}, there{row.there, x + next};
    const double fall = to_metres(QuantaSum{row.here.head[x]} - row.there.head[x + next]);
    const bool onwards = fall >= 0.0;
    Place const& high = onwards ? here : there;
    Place const& low = onwards ? there : here;
    row.ground.read_layers(high, row.work.high);
    row.ground.read_layers(low, row.work.low);
    const double through = transmissivity({high, row.work.high}, {low, row.work.low});
    visit(LayeredEdge{x, high, low, through, std::abs(fall), onwards});
  }
}

}  // namespace

kernel::FlowLimits find_flows(EdgeRow const& row, double seconds, kernel::EdgeRests const& rests, Quanta* flows) {
  const auto width = static_cast<double>(row.ground.grid().cell_size);
  const double scale = seconds / (width * width);
  const kernel::Edges edges = edges_of(row);
  kernel::FlowLimits limits = kernel::find_flows(edges, static_cast<float>(scale / kQuantaPerMetre), rests, flows);
  if (edges.beyond != nullptr && !limits.beyond) return limits;
  for_edges_beyond(row, [&](LayeredEdge const& edge) {
    constexpr auto kMost = static_cast<double>(kernel::kMostOfAnEdge);
    const double per_share = std::max(static_cast<double>(edge.high.row.per_share[edge.high.x]),
                                      static_cast<double>(edge.low.row.per_share[edge.low.x]));
    const double level = per_share * static_cast<double>(kernel::kLevel);
    const double fall = edge.fall * kQuantaPerMetre > level ? edge.fall : 0.0;
    const double flow = std::min(edge.transmissivity * fall * scale * kQuantaPerMetre, kMost) * kParts;
    const auto parts = static_cast<std::int64_t>(edge.onwards ? flow : -flow);
    const std::int64_t whole = parts + rests.before[edge.index];
    flows[edge.index] = static_cast<Quanta>(whole >> 32);
    rests.after[edge.index] = static_cast<std::uint32_t>(whole & 0xffffffff);
    if (edge.transmissivity <= 0.0) return;
    const double through = edge.transmissivity * per_share * kQuantaPerMetre;
    const double speed = through / to_metres(edge.high.row.wet[edge.high.x]) * fall;
    limits.diffusivity = std::max(limits.diffusivity, static_cast<float>(through));
    limits.speed = std::max(limits.speed, static_cast<float>(speed));
  });
  return limits;
}

}  // namespace barchan::groundwater
