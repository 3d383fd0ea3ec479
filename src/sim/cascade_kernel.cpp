#include "sim/cascade_kernel.hpp"

#include "sim/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// A cell keeps this much for the rounding of its eight amounts.
constexpr float kReserve = 8.0f;
/// What float sums of the wishes may be short by, relative.
constexpr float kSafety = 1.0f - 1.0f / 1048576.0f;

inline float excess(Quanta high, Quanta low, float limit) {
  const float over = static_cast<float>(high - low) - limit;
  return over > 0.0f ? over : 0.0f;
}

inline float grant_of(float wish, Quanta loose) {
  const float affordable = static_cast<float>(loose) * kSafety - kReserve;
  const float positive = affordable > 0.0f ? affordable : 0.0f;
  const float share = positive / (wish > 1e-20f ? wish : 1e-20f);
  const float limited = share < 1.0f ? share : 1.0f;
  return wish > 0.0f ? limited : 0.0f;
}

/// Whole quanta of a wish; 0 for a wish of 0. Giver and taker compute it from the same numbers in the same order.
inline Quanta amount(float over, float share, float grant, float dither) {
  return static_cast<Quanta>(over * share * grant + dither);
}

}  // namespace

BARCHAN_VECTOR_CLONES
bool cascade_grants(CascadeRule rule, RowTriple<Quanta> elevation, Quanta const* loose, float* grant, std::size_t first,
                    std::size_t last) {
  Quanta const* const here = elevation.row;
  Quanta const* const left = here - 1;
  Quanta const* const right = here + 1;
  Quanta const* const south = elevation.south;
  Quanta const* const south_left = south - 1;
  Quanta const* const south_right = south + 1;
  Quanta const* const north = elevation.north;
  Quanta const* const north_left = north - 1;
  Quanta const* const north_right = north + 1;
  const CascadeRule r = rule;
  int donors = 0;
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    const Quanta h = here[i];
    const float wish = excess(h, left[i], r.limit_axis) * r.share_axis + excess(h, right[i], r.limit_axis) * r.share_axis +
                       excess(h, south[i], r.limit_axis) * r.share_south +
                       excess(h, south_left[i], r.limit_diagonal) * r.share_south_diagonal +
                       excess(h, south_right[i], r.limit_diagonal) * r.share_south_diagonal +
                       excess(h, north[i], r.limit_axis) * r.share_north +
                       excess(h, north_left[i], r.limit_diagonal) * r.share_north_diagonal +
                       excess(h, north_right[i], r.limit_diagonal) * r.share_north_diagonal;
    const float g = grant_of(wish, loose[i]);
    grant[i] = g;
    donors |= g > 0.0f ? 1 : 0;
  }
  return donors != 0;
}

BARCHAN_VECTOR_CLONES
bool cascade_changes(CascadeRule rule, RowTriple<Quanta> elevation, RowTriple<float> grant, Quanta* change,
                     std::size_t first, std::size_t last) {
  const CascadeRule r = rule;
  Quanta const* const here = elevation.row;
  float const* const grant_here = grant.row;
  Quanta const* const south = elevation.south;
  Quanta const* const north = elevation.north;
  float const* const grant_south = grant.south;
  float const* const grant_north = grant.north;
  Quanta any = 0;
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    const Quanta h = here[i];
    const float g = grant_here[i];
    const auto net = [&](Quanta other, float other_grant, float limit, float share) {
      return amount(excess(other, h, limit), share, other_grant, r.dither) -
             amount(excess(h, other, limit), share, g, r.dither);
    };
    const Quanta sum = net(here[i - 1], grant_here[i - 1], r.limit_axis, r.share_axis) +
                       net(here[i + 1], grant_here[i + 1], r.limit_axis, r.share_axis) +
                       net(south[i], grant_south[i], r.limit_axis, r.share_south) +
                       net(south[i - 1], grant_south[i - 1], r.limit_diagonal, r.share_south_diagonal) +
                       net(south[i + 1], grant_south[i + 1], r.limit_diagonal, r.share_south_diagonal) +
                       net(north[i], grant_north[i], r.limit_axis, r.share_north) +
                       net(north[i - 1], grant_north[i - 1], r.limit_diagonal, r.share_north_diagonal) +
                       net(north[i + 1], grant_north[i + 1], r.limit_diagonal, r.share_north_diagonal);
    change[i] = sum;
    any |= sum;
  }
  return any != 0;
}

namespace {

/// Calls `visit(row index in the triple, column, limit, share)` for the neighbours that exist.
template <class Visit>
void for_neighbours(CascadeRule const& r, std::ptrdiff_t cell, std::ptrdiff_t left, std::ptrdiff_t right, Visit visit) {
  if (left >= 0) visit(1, left, r.limit_axis, r.share_axis);
  if (right >= 0) visit(1, right, r.limit_axis, r.share_axis);
  visit(0, cell, r.limit_axis, r.share_south);
  if (left >= 0) visit(0, left, r.limit_diagonal, r.share_south_diagonal);
  if (right >= 0) visit(0, right, r.limit_diagonal, r.share_south_diagonal);
  visit(2, cell, r.limit_axis, r.share_north);
  if (left >= 0) visit(2, left, r.limit_diagonal, r.share_north_diagonal);
  if (right >= 0) visit(2, right, r.limit_diagonal, r.share_north_diagonal);
}

}  // namespace

bool cascade_grant_at_end(CascadeRule rule, RowTriple<Quanta> elevation, Quanta const* loose, float* grant,
                          std::ptrdiff_t cell, std::ptrdiff_t left, std::ptrdiff_t right) {
  Quanta const* const rows[3] = {elevation.south, elevation.row, elevation.north};
  float wish = 0.0f;
  for_neighbours(rule, cell, left, right, [&](int row, std::ptrdiff_t column, float limit, float share) {
    wish += excess(elevation.row[cell], rows[row][column], limit) * share;
  });
  grant[cell] = grant_of(wish, loose[cell]);
  return grant[cell] > 0.0f;
}

bool cascade_change_at_end(CascadeRule rule, RowTriple<Quanta> elevation, RowTriple<float> grant, Quanta* change,
                           std::ptrdiff_t cell, std::ptrdiff_t left, std::ptrdiff_t right) {
  Quanta const* const rows[3] = {elevation.south, elevation.row, elevation.north};
  float const* const grants[3] = {grant.south, grant.row, grant.north};
  const Quanta h = elevation.row[cell];
  Quanta sum = 0;
  for_neighbours(rule, cell, left, right, [&](int row, std::ptrdiff_t column, float limit, float share) {
    sum += amount(excess(rows[row][column], h, limit), share, grants[row][column], rule.dither) -
           amount(excess(h, rows[row][column], limit), share, grant.row[cell], rule.dither);
  });
  change[cell] = sum;
  return sum != 0;
}

}  // namespace barchan::kernel
