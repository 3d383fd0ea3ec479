#include "processes/slab_dunes/hops.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/add_shared.hpp"
#include "base/kernel_math.hpp"
#include "base/land_vector.hpp"
#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 16;
constexpr float kMostSamples = 1024.0f;  // samples of the wake along one hop
constexpr float kMostEntering = 64.0f;   // slabs that come in over one cell's edge per step
// Numbers of the first draws of a cell: of the slab that is lifted, and of a slab that comes in. Hops use the next
// ones.
constexpr std::uint32_t kLiftedDraw = 1u << 16, kEnteringDraw = 1u << 20;

/// The flights of one step over land that does not change.
class Flights {
 public:
  Flights(SlabStep const& step, std::span<Quanta> impacts)
      : grid_(step.terrain.grid),
        columns_(step.terrain.columns),
        available_(step.available),
        context_(step.context),
        plan_(step.plan),
        shelter_(step.shelter),
        plants_(step.terrain.cell_layers.real(CellLayer::plants)),
        change_(step.change.open_cells()),
        impacts_(impacts),
        hop_(step.plan.hop / grid_.cell_size) {}

  /// The slab of cell (x, y), if the wind lifts it.
  void lift(int x, int y, Passage& passage) {
    const std::size_t cell = grid_.index(x, y);
    const auto words = draw(cell, kLiftedDraw);
    if (to_unit(words[0]) < shelter_.hold[cell]) return;
    // A large stress does not lift more slabs but thicker ones.
    const float lift = plan_.lift * std::max(1.0f - shelter_.hold[cell], 1.0f);
    const Quanta amount = std::min(static_cast<Quanta>(lift + to_unit(words[3])), available_[cell]);
    if (amount == 0) return;
    add_shared(change_, cell, -amount);
    const glm::vec2 start{static_cast<float>(x) + to_unit(words[1]), static_cast<float>(y) + to_unit(words[2])};
    fly({start, amount, cell, kLiftedDraw}, 1.0f, passage);
  }

  /// Slabs that come in over the open edge of cell (x, y) that faces `outward`.
  void enter(int x, int y, glm::ivec2 outward, Passage& passage) {
    const std::size_t cell = grid_.index(x, y);
    const glm::vec2 wind = context_.wind.direction(cell);
    const float inward = -(wind.x * static_cast<float>(outward.x) + wind.y * static_cast<float>(outward.y));
    if (inward <= 0.0f) return;
    const float amount = plan_.inflow * plan_.lift * hop_ / plan_.after_hop.sand * inward;
    const float count = std::min(std::ceil(amount / std::max(plan_.lift, 1.0f)), kMostEntering);
    const auto side = static_cast<std::uint32_t>(2 * (outward.x + 1) + outward.y + 1);
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(count); ++k) {
      const std::uint32_t first = kEnteringDraw * (1 + side * static_cast<std::uint32_t>(kMostEntering) + k);
      const auto words = draw(cell, first);
      const auto slab = static_cast<Quanta>(amount / count + to_unit(words[3]));
      glm::vec2 start{static_cast<float>(x) + to_unit(words[1]), static_cast<float>(y) + to_unit(words[1])};
      if (outward.x != 0)
        start.x = static_cast<float>(outward.x < 0 ? 0 : grid_.width) - 1e-3f * static_cast<float>(outward.x);
      if (outward.y != 0)
        start.y = static_cast<float>(outward.y < 0 ? 0 : grid_.height) - 1e-3f * static_cast<float>(outward.y);
      passage.in += slab;
      fly({start, slab, cell, first}, to_unit(words[2]), passage);
    }
  }

 private:
  struct Slab {
    glm::vec2 place;  ///< cells
    Quanta amount;
    std::size_t cell;     ///< cell where it began, the key of its random numbers
    std::uint32_t draws;  ///< number of its first draw
  };

  std::array<std::uint32_t, 4> draw(std::size_t cell, std::uint32_t number) const {
    return random_words(context_.seed, context_.step, RandomStream::slab_dunes, static_cast<std::uint32_t>(cell),
                        number);
  }

  /// Wraps a coordinate on a periodic land.
  static float wrapped(float at, float size) {
    if (at >= 0.0f && at < size) return at;
    const float turned = at - size * static_cast<float>(kernel::floor_to_int(at / size));
    return turned >= 0.0f && turned < size ? turned : 0.0f;
  }

  void rest(std::size_t cell, Quanta amount, Passage& passage) {
    add_shared(change_, cell, amount);
    passage.landed += amount;
  }

  /// Hops until the slab is at rest. The first hop is `first_share` of a whole one.
  void fly(Slab slab, float first_share, Passage& passage) {
    const auto width = static_cast<float>(grid_.width);
    const auto height = static_cast<float>(grid_.height);
    std::size_t here = cell_at(slab.place);
    for (int number = 0; number < plan_.most_hops; ++number) {
      const glm::vec2 along = context_.wind.direction(here);
      const float length = hop_ * context_.wind.ratio(here) * (number == 0 ? first_share : 1.0f);
      const float samples = std::clamp(std::ceil(length), 1.0f, kMostSamples);
      const float share = length / samples;
      const glm::vec2 stride = along * share;
      const auto words = draw(slab.cell, slab.draws + 1 + static_cast<std::uint32_t>(number));
      const float trapped = to_unit(words[0]);
      for (int i = 0; i < static_cast<int>(samples); ++i) {
        const std::size_t before = here;
        slab.place += stride;
        if (shelter_.wake != nullptr) slab.place += shelter_.wake->drift()[before] * share;
        if (grid_.periodic()) {
          slab.place = {wrapped(slab.place.x, width), wrapped(slab.place.y, height)};
        } else if (!(slab.place.x >= 0.0f && slab.place.y >= 0.0f && slab.place.x < width && slab.place.y < height)) {
          if (grid_.boundary == Boundary::open) {
            passage.out += slab.amount;
          } else {
            rest(before, slab.amount, passage);
          }
          return;
        }
        here = cell_at(slab.place);
        if (trapped < shelter_.trap[here]) return rest(here, slab.amount, passage);
      }
      // One impact represents all cells of the hop.
      add_shared(impacts_, here, static_cast<Quanta>(static_cast<float>(slab.amount) * std::min(length, kMostSamples)));
      const float sandy = std::min(static_cast<float>(columns_.sediment(here)) / plan_.sand_depth, 1.0f);
      if (!plants_.empty() && to_unit(words[2]) < plants_[here]) return rest(here, slab.amount, passage);
      const float stays = plan_.after_hop.on(sandy);
      if (to_unit(words[1]) < stays || number + 1 == plan_.most_hops) return rest(here, slab.amount, passage);
    }
  }
  std::size_t cell_at(glm::vec2 place) const {
    return grid_.index(std::min(static_cast<int>(place.x), grid_.width - 1),
                       std::min(static_cast<int>(place.y), grid_.height - 1));
  }

  Grid const& grid_;
  Columns const& columns_;
  Quanta const* available_;
  StepContext const& context_;
  SlabPlan const& plan_;
  SlabShelter shelter_;
  LandVector<float> const& plants_;  ///< plant density, or empty
  std::span<Quanta> change_, impacts_;
  float hop_;  ///< cells
};

}  // namespace

QuantaSum SlabHops::carry(SlabStep const& step) {
  Grid const& grid = step.terrain.grid;
  StepContext const& context = step.context;
  const std::span<Quanta> impacts = impacts_.open_cells();
  std::ranges::fill(impacts, 0);
  QuantaSum landed = 0;
  Flights flights(step, impacts);
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    Passage passage;
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) flights.lift(x, y, passage);
      if (grid.boundary != Boundary::open || step.plan.inflow <= 0.0f) continue;
      flights.enter(0, y, {-1, 0}, passage);
      flights.enter(grid.width - 1, y, {1, 0}, passage);
      for (int x = 0; x < grid.width; ++x) {
        if (y == 0) flights.enter(x, y, {0, -1}, passage);
        if (y + 1 == grid.height) flights.enter(x, y, {0, 1}, passage);
      }
    }
    context.ledger.book_in(step.soil, passage.in);
    context.ledger.book_out(step.soil, passage.out);
    std::atomic_ref<QuantaSum>(landed).fetch_add(passage.landed, std::memory_order_relaxed);
  });
  return landed;
}

}  // namespace barchan
