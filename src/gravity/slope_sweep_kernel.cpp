#include "gravity/slope_sweep_kernel.hpp"

#include <algorithm>
#include <array>

#include "base/vectorize.hpp"
#include "gravity/edge_kernel.hpp"

namespace barchan::kernel {

namespace {

using gravity::MarkWord;

/// What a kernel found in the cells of a segment, as bits: a cell gives, or may request more than it has.
constexpr int kGives = 1, kScarce = 2;
/// Segments that are computed before any of them is marked. Marks depend on each other and on what was just written, so
/// marking each segment at once would make the next one wait.
constexpr std::size_t kAtOnce = 16;

/// Calls `compute(segment)` for several segments at a time, and then `tell(segment, result)` for the same ones.
template <class Compute, class Tell>
[[gnu::always_inline]] inline void for_segments(SegmentList segments, Compute const& compute, Tell const& tell) {
  std::array<int, kAtOnce> found;
  for (std::size_t first = 0; first < segments.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, segments.size() - first);
    for (std::size_t k = 0; k < count; ++k) found[k] = compute(static_cast<std::size_t>(segments[first + k]));
    for (std::size_t k = 0; k < count; ++k) tell(static_cast<std::size_t>(segments[first + k]), found[k]);
  }
}

/// Marks whether anything changes in a segment, in its first cell and in its last cell.
inline void mark(MarkWord* marks, std::size_t segment, bool any, bool west, bool east) {
  MarkWord& word = marks[gravity::word_of(segment)];
  const std::size_t shift = segment % gravity::kSegmentsAWord;
  word.any |= static_cast<gravity::SegmentBits>(any) << shift;
  word.west |= static_cast<gravity::SegmentBits>(west) << shift;
  word.east |= static_cast<gravity::SegmentBits>(east) << shift;
}

/// Quanta that a cell can give.
inline float affordable(Quanta available) { return positive(static_cast<float>(available) * kSafety - kReserve); }
inline float grant_of(float wish, Quanta available) {
  const float share = affordable(available) / (wish > 1e-20f ? wish : 1e-20f);
  const float limited = share < 1.0f ? share : 1.0f;
  return wish > 0.0f ? limited : 0.0f;
}

/// Deepest drop to an axis neighbour of which a cell gives its full share, quanta. Eight neighbours that each give a
/// fifth of it, the largest share, cannot give more than a Quanta holds.
constexpr float kDeepest = 5000.0f * static_cast<float>(kQuantaPerMetre);

/// Drop to an axis neighbour up to which a cell is at rest, for slopes limited by `limit` (quanta).
template <bool kUneven>
[[gnu::always_inline]] inline float rest_of(EdgeRule const& r, float limit) {
  return kUneven ? r.rest + (limit - r.limit_axis) : r.rest;
}

/// Writes the grants of a segment in which a cell may request more than it has, or has a very deep drop beside it;
/// returns kGives if there are any.
template <bool kUneven>
[[gnu::always_inline]] inline int scarce_grants(EdgeRule const& r, RowTriple<Quanta> surface, DonorCells cells) {
  Quanta const* const available = cells.available;
  float const* const strength = cells.strength;
  float* const grant = cells.grant;
  int any = 0;
#pragma GCC ivdep
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(kSegment); ++i) {
    const Drops d = drops_of(surface, i);
    const float limit = limit_of<kUneven>(r.limit_axis, strength, i);
    const float wish = wish_over(d, limit, limit_of<kUneven>(r.limit_diagonal, strength, i), r);
    const float axis = deepest_axis(d), most = kDeepest / larger(axis, kDeepest);
    const bool gives = steepest(axis, deepest_diagonal(d)) > rest_of<kUneven>(r, limit);
    const float affords = grant_of(wish, available[i]), limited = affords < most ? affords : most;
    const float g = gives ? limited : 0.0f;
    grant[i] = g;
    any |= g > 0.0f ? kGives : 0;
  }
  return any;
}

/// Cells of a segment and their surface.
struct GrantedSegment {
  RowTriple<Quanta> surface;
  DonorCells cells;
};
template <bool kUneven>
[[gnu::always_inline]] inline GrantedSegment segment_at(RowTriple<Quanta> elevation, DonorCells cells,
                                                        std::size_t segment) {
  const std::size_t begin = segment * kSegment;
  return {{elevation.south + begin, elevation.row + begin, elevation.north + begin},
          {cells.available + begin, cells.grant + begin, kUneven ? cells.strength + begin : nullptr}};
}

template <bool kUneven>
[[gnu::always_inline]] inline void grants_of(EdgeRule const& r, RowTriple<Quanta> elevation, DonorCells cells,
                                             SegmentList segments, MarkWord* donors) {
  const auto compute = [&](std::size_t segment) __attribute__((always_inline)) {
    const GrantedSegment at = segment_at<kUneven>(elevation, cells, segment);
    int found = 0;
    // Signed: the neighbour to the west of the first cell has index -1.
#pragma GCC ivdep
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(kSegment); ++i) {
      const Drops d = drops_of(at.surface, i);
      const float limit = limit_of<kUneven>(r.limit_axis, at.cells.strength, i);
      const float axis = deepest_axis(d), diagonal = deepest_diagonal(d);
      const float most =
          wish_at_most(axis, diagonal, limit, limit_of<kUneven>(r.limit_diagonal, at.cells.strength, i), r);
      const bool gives = steepest(axis, diagonal) > rest_of<kUneven>(r, limit);
      at.cells.grant[i] = gives ? 1.0f : 0.0f;
      const int hard = (affordable(at.cells.available[i]) < most ? kScarce : 0) | (axis > kDeepest ? kScarce : 0);
      found |= gives ? kGives | hard : 0;
    }
    return found;
  };
  const auto tell = [&](std::size_t segment, int found) __attribute__((always_inline)) {
    const GrantedSegment at = segment_at<kUneven>(elevation, cells, segment);
    if ((found & kScarce) != 0) found = scarce_grants<kUneven>(r, at.surface, at.cells);
    mark(donors, segment, found != 0, at.cells.grant[0] > 0.0f, at.cells.grant[kSegment - 1] > 0.0f);
  };
  for_segments(segments, compute, tell);
}

template <bool kUneven>
[[gnu::always_inline]] inline void flows_of(EdgeRule const& r, SlopeRows const& rows, SegmentList segments,
                                            EdgeFlows const& out) {
  Quanta const* const row = rows.elevation.row;
  Quanta const* const north = rows.elevation.north;
  float const* const grant_row = rows.grant.row;
  float const* const grant_north = rows.grant.north;
  float const* const strength_row = rows.strength.row;
  float const* const strength_north = rows.strength.north;
  for (const std::int32_t segment : segments) {
    // Signed: the neighbour to the west of the first cell has index -1.
    const std::ptrdiff_t begin = std::ptrdiff_t{segment} * kSegment;
#pragma GCC ivdep
    for (std::ptrdiff_t i = begin; i < begin + std::ptrdiff_t{kSegment}; ++i) {
      const EdgeEnd here{row[i], grant_row[i]};
      // The limit is that of the higher cell, which gives.
      const auto limit = [&](float even, Quanta elevation, float const* strength, std::ptrdiff_t other) {
        const float own = limit_of<kUneven>(even, strength_row, i), its = limit_of<kUneven>(even, strength, other);
        return elevation > here.elevation ? its : own;
      };
      const float axis = r.limit_axis, diagonal = r.limit_diagonal;
      out.east[i] = gain(here, {row[i + 1], grant_row[i + 1]}, limit(axis, row[i + 1], strength_row, i + 1),
                         r.share_axis, r.dither);
      out.north[i] =
          gain(here, {north[i], grant_north[i]}, limit(axis, north[i], strength_north, i), r.share_north, r.dither);
      out.north_east[i] = gain(here, {north[i + 1], grant_north[i + 1]},
                               limit(diagonal, north[i + 1], strength_north, i + 1), r.share_north_diagonal, r.dither);
      out.north_west[i] = gain(here, {north[i - 1], grant_north[i - 1]},
                               limit(diagonal, north[i - 1], strength_north, i - 1), r.share_north_diagonal, r.dither);
    }
  }
}

}  // namespace

BARCHAN_VECTOR_CLONES
void slope_grants(EdgeRule rule, RowTriple<Quanta> elevation, DonorCells cells, SegmentList segments,
                  MarkWord* donors) {
  const EdgeRule r = rule;
  cells.strength ? grants_of<true>(r, elevation, cells, segments, donors)
                 : grants_of<false>(r, elevation, cells, segments, donors);
}

BARCHAN_VECTOR_CLONES
void slope_flows(EdgeRule const& rule, SlopeRows const& rows, SegmentList segments, EdgeFlows flows) {
  const EdgeRule r = rule;
  const SlopeRows from = rows;
  const EdgeFlows out = flows;
  from.strength.row ? flows_of<true>(r, from, segments, out) : flows_of<false>(r, from, segments, out);
}

BARCHAN_VECTOR_CLONES
void net_changes(EdgeFlows flows, EdgeFlows south, Quanta* change, SegmentList segments, MarkWord* moved) {
  const EdgeFlows own = flows;
  const auto compute = [&](std::size_t segment) __attribute__((always_inline)) {
    const auto begin = static_cast<std::ptrdiff_t>(segment * kSegment);
    Quanta any = 0;
#pragma GCC ivdep
    for (std::ptrdiff_t i = begin; i < begin + static_cast<std::ptrdiff_t>(kSegment); ++i) {
      const Quanta sum = net_flow(own, south, i);
      change[i] = sum;
      any |= sum;
    }
    return any;
  };
  for_segments(
      segments, compute, [&](std::size_t segment, Quanta any) __attribute__((always_inline)) {
        const std::size_t begin = segment * kSegment;
        mark(moved, segment, any != 0, change[begin] != 0, change[begin + kSegment - 1] != 0);
      });
}

}  // namespace barchan::kernel
