#include "processes/water_particles/population.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/archive.hpp"
#include "land/ledger.hpp"
#include "land/terrain.hpp"

namespace barchan::water {

namespace {

constexpr std::size_t kMostDroplets = 1 << 20;  ///< largest number accepted from a saved world
/// m/s and s, beyond any valid world. Larger values in a saved world mean that it is damaged.
constexpr float kFastest = 1e5f, kOldest = 1e7f;
constexpr float kWidest = 1e6f;  ///< limit of width in m, and of slope and bend

}  // namespace

void Population::prepare(Grid const& grid, std::size_t kinds) {
  grid_ = grid;
  kinds_ = kinds;
  make_room(0);
}

void Population::add_kind(std::size_t kinds) {
  const std::size_t before = std::exchange(kinds_, kinds);
  const std::vector<Quanta> parts = std::exchange(parts_, std::vector<Quanta>(droplets_.size() * kinds));
  for (std::size_t i = 0; i < droplets_.size() && kinds > 0; ++i) {
    if (before == 0) parts_[i * kinds] = droplets_[i].load;
    for (std::size_t k = 0; k < before; ++k) parts_[i * kinds + k] = parts[i * before + k];
  }
}

void Population::bear(std::span<Birth const> births, int rounds, float round) {
  outlets_.clear();
  std::ranges::sort(empty_, std::greater());
  for (Birth const& birth : births) {
    if (empty_.empty()) make_room(droplets_.size() + 1);
    const std::size_t slot = empty_.back();
    empty_.pop_back();
    droplets_[slot] = birth.droplet;
    if (kinds_ > 0) parts_[slot * kinds_] = birth.droplet.load;  // sand is the first of the loose soils
    // On average rain begins to run in the middle of the step.
    droplets_[slot].age -= std::floor(birth.delay * static_cast<float>(rounds + 1)) * round;
    fates_[slot] = birth.spills ? Fate::spills : Fate::runs;
    if (birth.spills) outlets_.emplace_back(static_cast<std::uint32_t>(slot), birth.outlet);
  }
}

void Population::end(std::uint32_t slot) {
  droplets_[slot] = {};
  empty_.push_back(slot);
}

void Population::make_room(std::size_t slots) {
  std::erase_if(empty_, [&](std::uint32_t slot) { return slot >= slots; });
  for (std::size_t slot = droplets_.size(); slot < slots; ++slot) empty_.push_back(static_cast<std::uint32_t>(slot));
  droplets_.resize(slots);
  requests_.resize(slots);
  takes_.resize(slots);
  fates_.resize(slots);
  parts_.resize(slots * kinds_);
}

void Population::sort_by_row() {
  const auto empty = static_cast<std::size_t>(grid_.height);
  const auto key = [&](Droplet const& d) { return d.volume == 0 ? empty : static_cast<std::size_t>(d.place.y); };
  std::vector<std::size_t> place(empty + 2, 0);
  for (Droplet const& d : droplets_) ++place[key(d) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  sorted_.resize(droplets_.size());
  sorted_parts_.resize(parts_.size());
  for (std::size_t i = 0; i < droplets_.size(); ++i) {
    const std::size_t to = place[key(droplets_[i])]++;
    sorted_[to] = droplets_[i];
    for (std::size_t k = 0; k < kinds_; ++k) sorted_parts_[to * kinds_ + k] = parts_[i * kinds_ + k];
  }
  droplets_.swap(sorted_);
  parts_.swap(sorted_parts_);
  empty_.clear();
  make_room(place[empty - 1]);
}

std::size_t Population::count() const {
  return static_cast<std::size_t>(std::ranges::count_if(droplets_, [](Droplet const& d) { return d.volume > 0; }));
}

std::vector<ParticleTrace> Population::traces(Terrain const& terrain, std::size_t limit, float densest) const {
  std::vector<ParticleTrace> traces;
  constexpr float kAhead = 0.1f;  // time over which the slope of the path is taken, s
  const std::size_t stride = limit == 0 ? 0 : (droplets_.size() + limit - 1) / limit;
  if (stride == 0) return traces;
  const float cell = terrain.grid.cell_size;
  for (std::size_t i = 0; i < droplets_.size(); i += stride) {
    Droplet const& d = droplets_[i];
    if (d.volume == 0) continue;
    const glm::vec2 place{(static_cast<float>(d.place.x) + d.place.offset_x) * cell,
                          (static_cast<float>(d.place.y) + d.place.offset_y) * cell};
    const glm::vec2 velocity{d.velocity_x, d.velocity_y};
    const float height = terrain.height_at(place);
    const float fall = (terrain.height_at(place + velocity * kAhead) - height) / kAhead;
    const float load = static_cast<float>(d.load) / (densest * static_cast<float>(d.volume));
    traces.push_back({{place, height}, {velocity, fall}, std::min(load, 1.0f)});
  }
  return traces;
}

bool Population::finite() const {
  bool finite = true;
  for (Droplet const& d : droplets_)
    finite &= (d.place.offset_x + d.place.offset_y + d.velocity_x + d.velocity_y + d.age) * 0.0f == 0.0f;
  return finite;
}

void Population::count_airborne(MassBudget& budget, std::span<SoilId const> kinds) const {
  QuantaSum water = 0, load = 0;
  for (Droplet const& d : droplets_) {
    water += d.volume;
    load += d.load;
  }
  budget.accounts[kWater].airborne += water;
  if (kinds_ == 0) budget.accounts[kSand].airborne += load;
  for (std::size_t i = 0; i < parts_.size(); ++i) budget.accounts[kinds[i % kinds_]].airborne += parts_[i];
}

template <class LoadOf>
void Population::spread(LoadOf const& load_of, std::span<LadenWater> water) const {
  // Weights of a quadratic B-spline: smooth, and with the same sum wherever in its cell a droplet is.
  const auto shares = [](float offset) {
    const float ahead = 0.5f * offset * offset, behind = 0.5f * (1.0f - offset) * (1.0f - offset);
    return std::array{behind, 1.0f - behind - ahead, ahead};
  };
  for (std::size_t slot = 0; slot < droplets_.size(); ++slot) {
    Droplet const& d = droplets_[slot];
    if (d.volume == 0) continue;
    const float volume = static_cast<float>(d.volume) * kMetresPerQuantum;
    const float load = static_cast<float>(load_of(slot)) * kMetresPerQuantum;
    const auto across = shares(d.place.offset_x), along = shares(d.place.offset_y);
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) {
        const int x = d.place.x + i - 1, y = d.place.y + j - 1;
        if (!grid_.periodic() && !grid_.contains(x, y)) continue;
        LadenWater& cell = water[grid_.index(grid_.resolve_x(x), grid_.resolve_y(y))];
        const float share = across[static_cast<std::size_t>(i)] * along[static_cast<std::size_t>(j)];
        cell.water += share * volume;
        cell.load += share * load;
      }
    }
  }
}

void Population::add_laden_water(SoilId soil, std::span<SoilId const> kinds, std::span<LadenWater> water) const {
  const auto kind = static_cast<std::size_t>(std::ranges::find(kinds, soil) - kinds.begin());
  if (kinds_ > 0 && kind < kinds_) {
    spread([&](std::size_t slot) { return parts_[slot * kinds_ + kind]; }, water);
  } else if (kinds_ == 0 && soil == kSand) {
    spread([&](std::size_t slot) { return droplets_[slot].load; }, water);
  }
}

void Population::read_suspended_load(Terrain const& terrain, std::span<float> values) const {
  std::vector<LadenWater> laden(values.size());
  spread([&](std::size_t slot) { return droplets_[slot].load; }, laden);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float water = laden[i].water + static_cast<float>(terrain.standing_water(i)) * kMetresPerQuantum;
    values[i] = water > 0.0f ? laden[i].load / water : 0.0f;
  }
}

void Population::keep(Archive& archive) {
  archive.list(droplets_, kMostDroplets);
  if (kinds_ > 0) archive.table(parts_, droplets_.size() * kinds_);
  if (archive.reading()) check(archive);
}

void Population::check(Archive const& archive) {
  const auto within = [](float value, float most) { return std::abs(value) <= most; };  // false for NaN
  const auto inside = [](float offset) { return offset >= 0.0f && offset < 1.0f; };
  for (Droplet const& d : droplets_) {
    archive.require(grid_.contains(d.place.x, d.place.y) && inside(d.place.offset_x) && inside(d.place.offset_y) &&
                        d.volume >= 0 && d.newborn >= d.volume && d.load >= 0 && within(d.velocity_x, kFastest) &&
                        within(d.velocity_y, kFastest) && within(d.age, kOldest) && within(d.strayed, kOldest) &&
                        within(d.lane, 0.5f) && within(d.width, kWidest) && within(d.slope, kWidest) &&
                        within(d.bend, kWidest),
                    "a droplet is out of range");
  }
  for (std::size_t i = 0; i < droplets_.size() && kinds_ > 0; ++i) {
    const auto parts = std::span(parts_).subspan(i * kinds_, kinds_);
    const bool sound = std::ranges::all_of(parts, [](Quanta part) { return part >= 0; });
    archive.require(sound && std::accumulate(parts.begin(), parts.end(), QuantaSum{0}) == droplets_[i].load,
                    "the load of a droplet differs from the sum of its soils");
  }
  fates_.assign(droplets_.size(), Fate::runs);
  make_room(droplets_.size());
  empty_.clear();
  for (std::size_t slot = 0; slot < droplets_.size(); ++slot) {
    if (droplets_[slot].volume == 0) empty_.push_back(static_cast<std::uint32_t>(slot));
  }
}

}  // namespace barchan::water
