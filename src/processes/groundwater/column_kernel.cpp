#include "processes/groundwater/column_kernel.hpp"

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

inline Quanta smaller(Quanta a, Quanta b) { return a < b ? a : b; }
inline Quanta larger(Quanta a, Quanta b) { return a > b ? a : b; }
/// a - b + c, which may wrap around.
inline Quanta sum_of(Quanta a, Quanta b, Quanta c) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b) +
                             static_cast<std::uint32_t>(c));
}
/// Moisture above the water table that does not percolate.
inline Quanta held_back(float field_capacity, Quanta room, Quanta stored) {
  return static_cast<Quanta>(field_capacity * static_cast<float>(larger(room - stored, 0)));
}
inline Quanta size_of(Quanta x) { return x ^ (x >> 31); }  // absolute value, less one for negative x

}  // namespace

BARCHAN_VECTOR_CLONES
Quanta read_columns(SoilColumns const& from, SoilOfColumns const& soil, std::size_t count, WetColumns const& to) {
  const auto [elevation, cover, stored] = from;
  const auto [head, wet, room, conductivity, per_share] = to;
  const double share = soil.share, thickness_of_water = 1.0 / share;
  const float carries = soil.conductivity, inverse = static_cast<float>(thickness_of_water);
  Quanta distance = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta top = elevation[i], thickness = cover[i], water = stored[i];
    const auto full = static_cast<Quanta>(static_cast<double>(thickness) * share);
    const Quanta empty = larger(full - water, 0);
    const auto dry = static_cast<Quanta>(static_cast<double>(empty) * thickness_of_water);
    // Without stored water the thickness must be 0; rounding of the pore volume could give another value.
    const Quanta thick = water > 0 ? larger(thickness - dry, 0) : 0;
    head[i] = sum_of(top, thickness, thick);
    wet[i] = thick;
    room[i] = full;
    conductivity[i] = thickness > 0 ? carries : 0.0f;
    per_share[i] = inverse;
    distance |= size_of(head[i]) | size_of(top) | thickness;
  }
  return distance;
}

BARCHAN_VECTOR_CLONES
Quanta largest(Quanta const* amounts, std::size_t count) {
  Quanta most = 0;
  for (std::size_t i = 0; i < count; ++i) most = larger(most, amounts[i]);
  return most;
}

BARCHAN_VECTOR_CLONES
void find_amounts(float const* rates, RateSpan span, Quanta most, std::size_t count, Quanta* amounts) {
  const auto [begin, end] = span;
  const double limit = most;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const double rate = rates[i];
    const double amount = __builtin_floor(rate * end) - __builtin_floor(rate * begin);
    amounts[i] = static_cast<Quanta>(amount < limit ? amount : limit);
  }
}

BARCHAN_VECTOR_CLONES
ColumnLosses pass(ColumnWater const& water, ColumnStep const& step, std::size_t count) {
  const auto [gain, room, most_runs, before, after, moisture, springs] = water;
  const auto [drizzle, most_dries, field_capacity, drying] = step;
  QuantaSum sum = 0;
  const Quanta counts = drying ? -1 : 0;
  Quanta any = 0, stirs = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta pores = room[i];
    const Quanta stored = before[i] + gain[i];
    const Quanta come = moisture[i] + drizzle;
    const Quanta dried = smaller(come, most_dries);
    const Quanta moist = come - dried;
    const Quanta kept = held_back(field_capacity, pores, stored);
    const Quanta too_moist = larger(moist - kept, 0);
    const Quanta runs = smaller(too_moist, most_runs[i]);
    const Quanta out = stored + moist - pores;
    const bool full = out >= 0;
    after[i] = full ? pores : stored + runs;
    moisture[i] = full ? 0 : moist - runs;
    springs[i] = full ? out : 0;
    sum += dried;
    any |= springs[i];
    stirs |= too_moist | (come & counts);
  }
  return {sum, any != 0, (any | stirs) == 0};
}

BARCHAN_VECTOR_CLONES
QuantaSum keep_full(ColumnWater const& water, std::size_t count, KeptFull const& to) {
  const auto [gain, room, most_runs, before, after, moisture, springs] = water;
  const auto [gains, lacked] = to;
  QuantaSum sum = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta was = before[i], pores = room[i], gained = gain[i];
    const Quanta lacks = was >= pores ? larger(pores - was - gained, 0) : 0;
    gains[i] = gained + lacks;
    lacked[i] = lacks;
    sum += lacks;
  }
  return sum;
}

BARCHAN_VECTOR_CLONES
void add(Quanta const* amounts, std::size_t count, Quanta* to) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) to[i] += amounts[i];
}

BARCHAN_VECTOR_CLONES
void add_rates(Quanta const* amounts, float rate, std::size_t count, float* to) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) to[i] += static_cast<float>(amounts[i]) * rate;
}

}  // namespace barchan::kernel
