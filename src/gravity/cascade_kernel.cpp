#include "gravity/cascade_kernel.hpp"

#include "base/kernel_math.hpp"
#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// A cell keeps this much for the rounding of its eight amounts.
constexpr float kReserve = 8.0f;
constexpr float kDiagonal = 1.41421356f;
constexpr float kInverseDiagonal = 0.70710678f;
/// What float sums of the wishes may be short by, relative.
constexpr float kSafety = 1.0f - 1.0f / 1048576.0f;

inline float grant_of(float wish, Quanta loose) {
  const float affordable = positive(static_cast<float>(loose) * kSafety - kReserve);
  const float share = affordable / (wish > 1e-20f ? wish : 1e-20f);
  const float limited = share < 1.0f ? share : 1.0f;
  return wish > 0.0f ? limited : 0.0f;
}

/// What a cell gains from one neighbour (negative: gives), in whole quanta. Both sides compute the same amount from
/// the same numbers in the same order; it is 0 where nothing stands too high.
inline Quanta gain(Quanta here, Quanta other, float grant_here, float grant_other, float limit, float share,
                   float dither) {
  const Quanta rise = other - here;
  const Quanta gives = rise > 0 ? 0 : -1;  // all bits
  const float grant = rise > 0 ? grant_other : grant_here;
  const auto steep = static_cast<float>((rise ^ gives) - gives);
  const auto amount = static_cast<Quanta>(positive(steep - limit) * share * grant + dither);
  return (amount ^ gives) - gives;
}

/// What a cell gains from its eight neighbours.
inline Quanta net_flow(EdgeFlows const& flows, EdgeFlows const& south, std::ptrdiff_t i) {
  return flows.east[i] - flows.east[i - 1] + flows.north[i] + flows.north_east[i] + flows.north_west[i] -
         south.north[i] - south.north_east[i - 1] - south.north_west[i + 1];
}

}  // namespace

BARCHAN_VECTOR_CLONES
void cascade_grants(CascadeRule rule, RowTriple<Quanta> elevation, Quanta const* loose, float* grant,
                    std::size_t segments, std::uint8_t* donors) {
  const CascadeRule r = rule;
  const float south_diagonal = r.share_south_diagonal;
  const float north_diagonal = r.share_north_diagonal;
  // Signed: the neighbour west of the first cell has index -1.
  constexpr auto kCount = static_cast<std::ptrdiff_t>(kSegment);
  for (std::size_t s = 0; s < segments; ++s) {
    Quanta const* const here = elevation.row + s * kSegment;
    Quanta const* const south = elevation.south + s * kSegment;
    Quanta const* const north = elevation.north + s * kSegment;
    Quanta const* const sand = loose + s * kSegment;
    float* const out = grant + s * kSegment;
    int any = 0;
#pragma GCC ivdep
    for (std::ptrdiff_t i = 0; i < kCount; ++i) {
      const Quanta h = here[i];
      const auto excess = [h](Quanta low, float limit) { return positive(static_cast<float>(h - low) - limit); };
      const float wish =
          (excess(here[i - 1], r.limit_axis) + excess(here[i + 1], r.limit_axis)) * r.share_axis +
          excess(south[i], r.limit_axis) * r.share_south + excess(north[i], r.limit_axis) * r.share_north +
          (excess(south[i - 1], r.limit_diagonal) + excess(south[i + 1], r.limit_diagonal)) * south_diagonal +
          (excess(north[i - 1], r.limit_diagonal) + excess(north[i + 1], r.limit_diagonal)) * north_diagonal;
      const float g = grant_of(wish, sand[i]);
      out[i] = g;
      any |= g > 0.0f ? 1 : 0;
    }
    donors[s] = static_cast<std::uint8_t>(any);
  }
}

BARCHAN_VECTOR_CLONES
void release_rolling(RunDownRule rule, RowTriple<Quanta> surface, RollingCells cells, std::size_t segments,
                     std::uint8_t* donors) {
  const CascadeRule r = rule.repose;
  const float south_diagonal = r.share_south_diagonal;
  const float north_diagonal = r.share_north_diagonal;
  const float narrowness = rule.narrowness;
  const float excess = rule.excess;
  const float loosening = rule.loosening;
  const float most = rule.most;
  const float rolling_share = rule.rolling;
  const float small = rule.small;
  const Quanta least = rule.least;
  constexpr auto kCount = static_cast<std::ptrdiff_t>(kSegment);
  for (std::size_t s = 0; s < segments; ++s) {
    Quanta const* const here = surface.row + s * kSegment;
    Quanta const* const south = surface.south + s * kSegment;
    Quanta const* const north = surface.north + s * kSegment;
    Quanta const* const floor = cells.floor + s * kSegment;
    Quanta const* const held_before = cells.held + s * kSegment;
    Quanta* const rolling = cells.rolling + s * kSegment;
    float* const grant = cells.grant + s * kSegment;
    float* const edge = cells.drop + s * kSegment;
    int any = 0;
#pragma GCC ivdep
    for (std::ptrdiff_t i = 0; i < kCount; ++i) {
      const Quanta h = here[i];
      const Quanta held = held_before[i];
      const Quanta sand = h - floor[i] - held;  // at rest
      const auto drop = [h](Quanta low) { return static_cast<float>(h - low); };
      const auto larger = [](float a, float b) { return a > b ? a : b; };
      const auto smaller = [](float a, float b) { return a < b ? a : b; };
      const float west = drop(here[i - 1]), east = drop(here[i + 1]), down = drop(south[i]), up = drop(north[i]);
      const float south_west = drop(south[i - 1]), south_east = drop(south[i + 1]);
      const float north_west = drop(north[i - 1]), north_east = drop(north[i + 1]);
      const float axis = larger(larger(west, east), larger(down, up));
      const float diagonal = larger(larger(south_west, south_east), larger(north_west, north_east));
      const float steepest = larger(axis, diagonal * kInverseDiagonal);
      // Under the rolling sand the ground stands lower.
      const auto cover = static_cast<float>(held);
      const float over = larger(axis - cover, (diagonal - cover) * kInverseDiagonal) - r.limit_axis;
      const float limit = larger(steepest, r.limit_axis) * narrowness;
      const float limit_diagonal = limit * kDiagonal;
      const float wish =
          (positive(west - limit) + positive(east - limit)) * r.share_axis + positive(down - limit) * r.share_south +
          positive(up - limit) * r.share_north +
          (positive(south_west - limit_diagonal) + positive(south_east - limit_diagonal)) * south_diagonal +
          (positive(north_west - limit_diagonal) + positive(north_east - limit_diagonal)) * north_diagonal;
      // Where sand rolls already, more is dragged along.
      const bool slides = over > excess || held > least;
      const float steep = positive(over);
      const auto wanted =
          slides ? static_cast<Quanta>(smaller(smaller(steep, larger(steep * loosening, small)), most)) : 0;
      const auto room = static_cast<Quanta>(positive(r.limit_axis - steepest));
      const Quanta loosened = wanted < sand ? wanted : sand;
      const Quanta start = loosened > least ? loosened : 0;
      const Quanta stop = room < held && held > least ? room : held;
      const Quanta on = held + start - stop;
      rolling[i] = on;
      const float movable = smaller(static_cast<float>(on), steepest * rolling_share);
      const float affordable = positive(movable * kSafety - kReserve);
      const bool rolls = wish > 0.0f && affordable > 0.0f;
      grant[i] = rolls ? affordable / wish : 0.0f;
      edge[i] = limit;
      any |= rolls || start != stop ? 1 : 0;
    }
    donors[s] = static_cast<std::uint8_t>(any);
  }
}

BARCHAN_VECTOR_CLONES
void cascade_flows(CascadeRule const& rule, RowPair<Quanta> elevation, RowPair<float> grant, std::size_t segments,
                   EdgeFlows flows) {
  const CascadeRule r = rule;
  const EdgeFlows out = flows;
  Quanta const* const row = elevation.row;
  Quanta const* const north = elevation.north;
  float const* const grant_row = grant.row;
  float const* const grant_north = grant.north;
  // Signed: the neighbour west of the first cell has index -1.
  const auto count = static_cast<std::ptrdiff_t>(segments * kSegment);
#pragma GCC ivdep
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const Quanta h = row[i];
    const float g = grant_row[i];
    out.east[i] = gain(h, row[i + 1], g, grant_row[i + 1], r.limit_axis, r.share_axis, r.dither);
    out.north[i] = gain(h, north[i], g, grant_north[i], r.limit_axis, r.share_north, r.dither);
    out.north_east[i] =
        gain(h, north[i + 1], g, grant_north[i + 1], r.limit_diagonal, r.share_north_diagonal, r.dither);
    out.north_west[i] =
        gain(h, north[i - 1], g, grant_north[i - 1], r.limit_diagonal, r.share_north_diagonal, r.dither);
  }
}

BARCHAN_VECTOR_CLONES
void rolling_flows(CascadeRule const& rule, RowPair<Quanta> surface, RowPair<float> grant, RowPair<float> drop,
                   std::size_t segments, EdgeFlows flows) {
  const CascadeRule r = rule;
  const EdgeFlows out = flows;
  Quanta const* const row = surface.row;
  Quanta const* const north = surface.north;
  float const* const grant_row = grant.row;
  float const* const grant_north = grant.north;
  float const* const drop_row = drop.row;
  float const* const drop_north = drop.north;
  const auto larger_limit = [](Quanta here, Quanta other, float limit, float limit_other) {
    return other > here ? limit_other : limit;
  };
  const auto count = static_cast<std::ptrdiff_t>(segments * kSegment);
#pragma GCC ivdep
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const Quanta h = row[i];
    const float g = grant_row[i];
    const float d = drop_row[i];
    const auto limit = [&](Quanta other, float theirs) { return larger_limit(h, other, d, theirs); };
    out.east[i] = gain(h, row[i + 1], g, grant_row[i + 1], limit(row[i + 1], drop_row[i + 1]), r.share_axis, r.dither);
    out.north[i] = gain(h, north[i], g, grant_north[i], limit(north[i], drop_north[i]), r.share_north, r.dither);
    out.north_east[i] = gain(h, north[i + 1], g, grant_north[i + 1], limit(north[i + 1], drop_north[i + 1]) * kDiagonal,
                             r.share_north_diagonal, r.dither);
    out.north_west[i] = gain(h, north[i - 1], g, grant_north[i - 1], limit(north[i - 1], drop_north[i - 1]) * kDiagonal,
                             r.share_north_diagonal, r.dither);
  }
}

BARCHAN_VECTOR_CLONES
void cascade_changes(EdgeFlows flows, EdgeFlows south, Quanta* change, std::size_t segments, std::uint8_t* moved) {
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
void stop_rolling(Quanta const* elevation, Quanta const* surface, Quanta const* rolling, std::size_t count,
                  Quanta* change, std::uint8_t* stopped) {
  for (std::size_t begin = 0; begin < count; begin += kSegment) {
    const std::size_t end = begin + kSegment < count ? begin + kSegment : count;
    Quanta any = 0;
#pragma GCC ivdep
    for (std::size_t i = begin; i < end; ++i) {
      change[i] = surface[i] - elevation[i];
      any |= rolling[i];
    }
    if (any != 0) stopped[begin / kSegment] = 1;
  }
}

}  // namespace barchan::kernel
