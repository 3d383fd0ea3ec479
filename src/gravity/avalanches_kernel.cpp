#include "gravity/avalanches_kernel.hpp"

#include "base/vectorize.hpp"
#include "gravity/edge_kernel.hpp"

namespace barchan::kernel {

namespace {

inline float smaller(float a, float b) { return a < b ? a : b; }

template <bool kUneven>
[[gnu::always_inline]] inline void release(RunDownRule const& rule, RowTriple<Quanta> surface, RollingCells cells,
                                           std::size_t segments, RollingMarks marks) {
  const auto [repose_slope, repose, rest_even, static_limit, narrowness, loosening, small, most, rolling_share, least] =
      rule;
  for (std::size_t s = 0; s < segments; ++s) {
    const std::size_t begin = s * kSegment;
    const RowTriple<Quanta> rows{surface.south + begin, surface.row + begin, surface.north + begin};
    Quanta const* const floor = cells.floor + begin;
    Quanta const* const held_before = cells.held + begin;
    Quanta* const rolling = cells.rolling + begin;
    float* const grant = cells.grant + begin;
    float* const edge = cells.drop + begin;
    float const* const strength = kUneven ? cells.strength + begin : nullptr;
    int changes = 0, stands_steep = 0;
#pragma GCC ivdep
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(kSegment); ++i) {
      const Quanta held = held_before[i];
      const Quanta sand = rows.row[i] - floor[i] - held;  // at rest
      const Drops d = drops_of(rows, i);
      const float axis = deepest_axis(d);
      const float diagonal = deepest_diagonal(d);
      const float drop = steepest(axis, diagonal);
      const float repose_limit = limit_of<kUneven>(repose.limit_axis, strength, i);
      const float rest =
          kUneven ? rest_even + (limit_of<kUneven>(static_limit, strength, i) - static_limit) : rest_even;
      // The ground under the rolling sand is lower.
      const auto sheet = static_cast<float>(held);
      const float stands = steepest(axis - sheet, diagonal - sheet);
      // Where sand already rolls, more is dragged along.
      const bool slides = stands > rest || held > least;
      const float steep = positive(stands - repose_limit);
      const auto wanted =
          slides ? static_cast<Quanta>(smaller(smaller(steep, larger(steep * loosening, small)), most)) : 0;
      const auto room = static_cast<Quanta>(positive(repose_limit - drop));
      const Quanta loosened = wanted < sand ? wanted : sand;
      const Quanta start = loosened > least ? loosened : 0;
      const Quanta stop = room < held && held > least ? room : held;
      const Quanta on = held + start - stop;
      rolling[i] = on;
      const float limit = larger(drop, repose_limit) * narrowness;
      const float wish = wish_over(d, limit, limit * kDiagonal, repose);
      const float movable = smaller(static_cast<float>(on), drop * rolling_share);
      const float affordable = positive(movable * kSafety - kReserve);
      const bool rolls = wish > 0.0f && affordable > 0.0f;
      grant[i] = rolls ? affordable / wish : 0.0f;
      edge[i] = limit;
      changes |= rolls || start != stop ? 1 : 0;
      stands_steep |= stands > rest && sand > static_cast<Quanta>(kReserve) ? 1 : 0;
    }
    marks.donors[s] = static_cast<std::uint8_t>(changes);
    marks.steep[s] = static_cast<std::uint8_t>(stands_steep);
  }
}

}  // namespace

BARCHAN_VECTOR_CLONES
void release_rolling(RunDownRule rule, RowTriple<Quanta> surface, RollingCells cells, std::size_t segments,
                     RollingMarks marks) {
  const RunDownRule r = rule;
  cells.strength ? release<true>(r, surface, cells, segments, marks)
                 : release<false>(r, surface, cells, segments, marks);
}

BARCHAN_VECTOR_CLONES
void rolling_flows(EdgeRule const& rule, RollingRows rows, std::size_t segments, EdgeFlows flows) {
  const EdgeRule r = rule;
  const EdgeFlows out = flows;
  Quanta const* const row = rows.surface.row;
  Quanta const* const north = rows.surface.north;
  float const* const grant_row = rows.grant.row;
  float const* const grant_north = rows.grant.north;
  float const* const drop_row = rows.drop.row;
  float const* const drop_north = rows.drop.north;
  const auto count = static_cast<std::ptrdiff_t>(segments * kSegment);
#pragma GCC ivdep
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const EdgeEnd here{row[i], grant_row[i]};
    const float d = drop_row[i];
    const auto limit = [&](Quanta other, float theirs) { return other > here.elevation ? theirs : d; };
    out.east[i] =
        gain(here, {row[i + 1], grant_row[i + 1]}, limit(row[i + 1], drop_row[i + 1]), r.share_axis, r.dither);
    out.north[i] = gain(here, {north[i], grant_north[i]}, limit(north[i], drop_north[i]), r.share_north, r.dither);
    out.north_east[i] = gain(here, {north[i + 1], grant_north[i + 1]},
                             limit(north[i + 1], drop_north[i + 1]) * kDiagonal, r.share_north_diagonal, r.dither);
    out.north_west[i] = gain(here, {north[i - 1], grant_north[i - 1]},
                             limit(north[i - 1], drop_north[i - 1]) * kDiagonal, r.share_north_diagonal, r.dither);
  }
}

BARCHAN_VECTOR_CLONES
void roll_on(EdgeFlows flows, EdgeFlows south, RollingStep cells, std::size_t segments, std::uint8_t* moved) {
  for (std::size_t s = 0; s < segments; ++s) {
    const auto begin = static_cast<std::ptrdiff_t>(s * kSegment);
    Quanta any = 0;
#pragma GCC ivdep
    for (std::ptrdiff_t i = begin; i < begin + static_cast<std::ptrdiff_t>(kSegment); ++i) {
      const Quanta sum = net_flow(flows, south, i);
      cells.next_rolling[i] = cells.rolling[i] + sum;
      cells.next_surface[i] = cells.surface[i] + sum;
      any |= sum;
    }
    if (any != 0) moved[s] = 1;
  }
}

BARCHAN_VECTOR_CLONES
void stop_rolling(StoppedCells cells, std::size_t count, Quanta* change, std::uint8_t* stopped) {
  for (std::size_t begin = 0; begin < count; begin += kSegment) {
    const std::size_t end = begin + kSegment < count ? begin + kSegment : count;
    Quanta any = 0;
#pragma GCC ivdep
    for (std::size_t i = begin; i < end; ++i) {
      change[i] = cells.surface[i] - cells.elevation[i];
      any |= cells.rolling[i];
    }
    if (any != 0) stopped[begin / kSegment] = 1;
  }
}

}  // namespace barchan::kernel
