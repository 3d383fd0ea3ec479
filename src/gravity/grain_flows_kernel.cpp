#include "gravity/grain_flows_kernel.hpp"

#include "base/vectorize.hpp"
#include "gravity/edge_kernel.hpp"

namespace barchan::kernel {

namespace {

/// Neighbours of a cell in the order of comparison. If several are equally low, the first is taken.
enum Way : Quanta { kWest = 1, kEast, kSouth, kNorth, kSouthWest, kSouthEast, kNorthWest, kNorthEast };
/// A slide stores its direction in this many bits, and the amount above them.
constexpr int kWayBits = 4;
constexpr Quanta kWayMask = (1 << kWayBits) - 1;
/// Largest slide: 32 m. Multiplied by 16, it still fits into a Quanta.
constexpr float kMostSlide = 8388608.0f;
/// Above this elevation a slide is at most an eighth of its drop, so that eight slides together do not raise a cell
/// above the highest of its neighbours. Below it they cannot raise a cell above the range of elevations.
constexpr Quanta kHigh = kRangeEnd - 8 * static_cast<Quanta>(kMostSlide);
constexpr float kEighth = 0.125f;

/// The lowest of some neighbours.
struct Lowest {
  Quanta height;
  Quanta way;
};
inline Lowest lower(Lowest a, Lowest b) {
  return {b.height < a.height ? b.height : a.height, b.height < a.height ? b.way : a.way};
}

template <bool kUneven>
[[gnu::always_inline]] inline Quanta slide_of(FlowRule const& r, RowTriple<Quanta> surface, FlowCells const& cells,
                                              std::ptrdiff_t i) {
  auto const [south, row, north] = surface;
  const Quanta h = row[i];
  const Lowest axis =
      lower(lower(lower({row[i - 1], kWest}, {row[i + 1], kEast}), {south[i], kSouth}), {north[i], kNorth});
  const Lowest diagonal =
      lower(lower(lower({south[i - 1], kSouthWest}, {south[i + 1], kSouthEast}), {north[i - 1], kNorthWest}),
            {north[i + 1], kNorthEast});
  const float on_axis = static_cast<float>(difference(h, axis.height));
  const float on_diagonal = static_cast<float>(difference(h, diagonal.height)) * kInverseDiagonal;
  const bool askew = on_diagonal > on_axis;
  const float drop = askew ? on_diagonal : on_axis;
  const float excess = drop - limit_of<kUneven>(r.limit, cells.strength, i);
  const float thick = r.thin + (excess - r.thin) * r.share;
  const float wished = excess < thick ? excess : thick;
  const float most = (askew ? diagonal.height : axis.height) > kHigh ? kEighth * drop : kMostSlide;
  const float limited = wished < most ? wished : most;
  const auto wanted = static_cast<Quanta>(limited < kMostSlide ? limited : kMostSlide);
  const Quanta sand = h - cells.floor[i];
  const Quanta given = wanted < sand ? wanted : sand;
  const Quanta way = askew ? diagonal.way : axis.way;
  return excess > r.least && given > 0 ? (given << kWayBits) + way : 0;
}

template <bool kUneven>
[[gnu::always_inline]] inline std::uint8_t find(FlowRule const& r, RowTriple<Quanta> surface, FlowCells const& cells,
                                                std::span<std::uint16_t const> blocks, std::uint8_t* gives) {
  std::uint8_t all = 0;
  for (const std::size_t block : blocks) {
    const auto begin = static_cast<std::ptrdiff_t>(block) * kFlowBlock;
    Quanta any = 0;
#pragma GCC ivdep
#pragma GCC unroll 1
    for (std::ptrdiff_t i = begin; i < begin + kFlowBlock; ++i) {
      const Quanta slide = slide_of<kUneven>(r, surface, cells, i);
      cells.slides[i] = slide;
      any |= slide;
    }
    const int first = cells.slides[begin] != 0 ? kFirstGives : 0;
    const int last = cells.slides[begin + kFlowBlock - 1] != 0 ? kLastGives : 0;
    gives[block] = static_cast<std::uint8_t>((any != 0 ? kAnyGives : 0) | first | last);
    all |= gives[block];
  }
  return all;
}

/// Amount that a neighbour gives in this direction.
inline Quanta from(Quanta slide, Quanta way) { return (slide & kWayMask) == way ? slide >> kWayBits : 0; }

}  // namespace

BARCHAN_VECTOR_CLONES
std::uint8_t find_slides(FlowRule rule, RowTriple<Quanta> surface, FlowCells cells,
                         std::span<std::uint16_t const> blocks, std::uint8_t* gives) {
  const FlowRule r = rule;
  return cells.strength ? find<true>(r, surface, cells, blocks, gives) : find<false>(r, surface, cells, blocks, gives);
}

BARCHAN_VECTOR_CLONES
std::uint8_t take_slides(RowTriple<Quanta> slides, Quanta* surface, std::span<std::uint16_t const> blocks,
                         FlowMarks marks) {
  auto const [south, row, north] = slides;
  std::uint8_t all = 0;
  for (const std::size_t block : blocks) {
    const auto begin = static_cast<std::ptrdiff_t>(block) * kFlowBlock;
    Quanta any = 0;
#pragma GCC ivdep
#pragma GCC unroll 1
    for (std::ptrdiff_t i = begin; i < begin + kFlowBlock; ++i) {
      const Quanta change = from(row[i + 1], kWest) + from(row[i - 1], kEast) + from(north[i], kSouth) +
                            from(south[i], kNorth) + from(north[i + 1], kSouthWest) + from(north[i - 1], kSouthEast) +
                            from(south[i + 1], kNorthWest) + from(south[i - 1], kNorthEast) - (row[i] >> kWayBits);
      surface[i] += change;
      any |= change;
    }
    const std::uint8_t gives = marks.gives[block];
    marks.moved[block] = static_cast<std::uint8_t>(gives | ((any | gives) != 0 ? kChanged : 0));
    all |= marks.moved[block];
  }
  return all;
}

BARCHAN_VECTOR_CLONES
void spread_marks(RowTriple<std::uint8_t> from, std::size_t blocks, std::uint8_t* to) {
  std::uint8_t const* const south = from.south;
  std::uint8_t const* const row = from.row;
  std::uint8_t const* const north = from.north;
  const auto count = static_cast<std::ptrdiff_t>(blocks);
#pragma GCC ivdep
  for (std::ptrdiff_t b = 0; b < count; ++b) {
    const int here = (south[b] | row[b] | north[b]) & (kAnyGives | kFirstGives | kLastGives);
    const int west = (south[b - 1] | row[b - 1] | north[b - 1]) & kLastGives;
    const int east = (south[b + 1] | row[b + 1] | north[b + 1]) & kFirstGives;
    to[b] = static_cast<std::uint8_t>(here | west | east | (row[b] & kChanged));
  }
}

}  // namespace barchan::kernel
