#include "gravity/slope_sweep_kernel.hpp"

#include "base/vectorize.hpp"
#include "gravity/edge_kernel.hpp"

namespace barchan::kernel {

namespace {

inline float grant_of(float wish, Quanta available) {
  const float affordable = positive(static_cast<float>(available) * kSafety - kReserve);
  const float share = affordable / (wish > 1e-20f ? wish : 1e-20f);
  const float limited = share < 1.0f ? share : 1.0f;
  return wish > 0.0f ? limited : 0.0f;
}

}  // namespace

BARCHAN_VECTOR_CLONES
void slope_grants(EdgeRule rule, RowTriple<Quanta> elevation, DonorCells cells, std::size_t segments,
                  std::uint8_t* donors) {
  const EdgeRule r = rule;
  for (std::size_t s = 0; s < segments; ++s) {
    const std::size_t begin = s * kSegment;
    const RowTriple<Quanta> surface{elevation.south + begin, elevation.row + begin, elevation.north + begin};
    Quanta const* const available = cells.available + begin;
    float* const grant = cells.grant + begin;
    int any = 0;
    // Signed: the neighbour west of the first cell has index -1.
#pragma GCC ivdep
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(kSegment); ++i) {
      const Drops d = drops_of(surface, i);
      const float wish = wish_over(d, r.limit_axis, r.limit_diagonal, r);
      const float g = steepest(deepest_axis(d), deepest_diagonal(d)) > r.rest ? grant_of(wish, available[i]) : 0.0f;
      grant[i] = g;
      any |= g > 0.0f ? 1 : 0;
    }
    donors[s] = static_cast<std::uint8_t>(any);
  }
}

BARCHAN_VECTOR_CLONES
void slope_flows(EdgeRule const& rule, RowPair<Quanta> elevation, RowPair<float> grant, std::size_t segments,
                 EdgeFlows flows) {
  const EdgeRule r = rule;
  const EdgeFlows out = flows;
  Quanta const* const row = elevation.row;
  Quanta const* const north = elevation.north;
  float const* const grant_row = grant.row;
  float const* const grant_north = grant.north;
  // Signed: the neighbour west of the first cell has index -1.
  const auto count = static_cast<std::ptrdiff_t>(segments * kSegment);
#pragma GCC ivdep
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const EdgeEnd here{row[i], grant_row[i]};
    out.east[i] = gain(here, {row[i + 1], grant_row[i + 1]}, r.limit_axis, r.share_axis, r.dither);
    out.north[i] = gain(here, {north[i], grant_north[i]}, r.limit_axis, r.share_north, r.dither);
    out.north_east[i] =
        gain(here, {north[i + 1], grant_north[i + 1]}, r.limit_diagonal, r.share_north_diagonal, r.dither);
    out.north_west[i] =
        gain(here, {north[i - 1], grant_north[i - 1]}, r.limit_diagonal, r.share_north_diagonal, r.dither);
  }
}

BARCHAN_VECTOR_CLONES
void net_changes(EdgeFlows flows, EdgeFlows south, Quanta* change, std::size_t segments, std::uint8_t* moved) {
  for (std::size_t s = 0; s < segments; ++s) {
    const auto begin = static_cast<std::ptrdiff_t>(s * kSegment);
    Quanta any = 0;
#pragma GCC ivdep
    for (std::ptrdiff_t i = begin; i < begin + static_cast<std::ptrdiff_t>(kSegment); ++i) {
      const Quanta sum = net_flow(flows, south, i);
      change[i] = sum;
      any |= sum;
    }
    if (any != 0) moved[s] = 1;
  }
}

}  // namespace barchan::kernel
