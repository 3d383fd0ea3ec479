#include "land/brush_work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/direction.hpp"
#include "base/disc.hpp"
#include "land/noise.hpp"

namespace barchan {

namespace {

constexpr auto kHighest = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);
constexpr QuantaSum kLargestDifference = QuantaSum{8000} * kQuantaPerMetre;
/// Slightly more than half the diagonal of a cell: a dab of this radius reaches a cell wherever it is.
constexpr double kLeastRadius = 0.7072;
/// Half the side of the square whose mean height `smooth` approaches, as a fraction of the radius.
constexpr double kSmoothingReach = 0.25;
constexpr int kMostSmoothing = 64;  // cells
/// Identifies the noise of `roughen`, which is fixed in space: it is the same for all strokes and all lands.
constexpr NoiseSeed kBumps{0x6272757368, 0, 0x40000000};

/// The cells that a dab or a ramp may reach. Coordinates outside a periodic land belong to its copies.
struct Reach {
  CellRange columns, rows;

  int width() const { return columns.last - columns.first + 1; }
  int height() const { return rows.last - rows.first + 1; }
  bool empty() const { return width() <= 0 || height() <= 0; }
};

/// Mean height of the square of cells around each cell of a row. Rows must be asked for in ascending order.
class Means {
 public:
  Means(Grid const& grid, Columns const& columns, Reach const& reach, int half)
      : grid_(grid), columns_(columns), reach_(reach), half_(half) {
    sums_.resize(static_cast<std::size_t>(reach.width() + 2 * half));
    for (int y = reach.rows.first - half; y < reach.rows.first + half; ++y) add(y, 1);
  }

  /// Calls `visit(x, mean)` for the cells of row `y`; the mean is in quanta.
  template <class Visit>
  void for_row(int y, Visit const& visit) {
    add(y + half_, 1);
    const int side = 2 * half_ + 1;
    const double cells = static_cast<double>(side) * side;
    QuantaSum sum = 0;
    for (int i = 0; i < 2 * half_; ++i) sum += sums_[static_cast<std::size_t>(i)];
    for (int i = 0; i < reach_.width(); ++i) {
      sum += sums_[static_cast<std::size_t>(i + 2 * half_)];
      visit(reach_.columns.first + i, static_cast<double>(sum) / cells);
      sum -= sums_[static_cast<std::size_t>(i)];
    }
    add(y - half_, -1);
  }

 private:
  void add(int y, QuantaSum sign) {
    const int row = grid_.resolve_y(y);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const int x = reach_.columns.first - half_ + static_cast<int>(i);
      sums_[i] += sign * columns_.elevation(grid_.index(grid_.resolve_x(x), row));
    }
  }

  Grid const& grid_;
  Columns const& columns_;
  Reach reach_;
  int half_;
  std::vector<QuantaSum> sums_;  ///< of the columns of the square, one per column of cells
};

/// Carries out the dabs of one stroke.
class Hand {
 public:
  Hand(BrushStroke const& stroke, Terrain& terrain, Ledger& ledger)
      : stroke_(stroke),
        brush_(stroke.brush),
        terrain_(terrain),
        ledger_(ledger),
        grid_(terrain.grid),
        radius_(std::max(static_cast<double>(brush_.radius) / static_cast<double>(grid_.cell_size), kLeastRadius)) {
    const glm::vec2 along = unit_vector(static_cast<double>(brush_.turn));
    cosine_ = static_cast<double>(along.x);
    sine_ = static_cast<double>(along.y);
    const auto soil = std::ranges::find(terrain.soils, stroke.material, &Soil::id);
    if (soil != terrain.soils.end()) soil_ = static_cast<SoilId>(soil - terrain.soils.begin());
    if (brush_.action == BrushAction::roughen) {
      bumps_.emplace(LandLayer{.wavelength = static_cast<double>(brush_.detail), .octaves = 3.0}, grid_, kBumps);
    }
    if (stroke.picks_levels) pick_levels();
    if (Mask const* const limit = terrain.masks.find(stroke.within)) within_ = limit->values.data();
    painted_ = terrain.masks.open(painted_mask(stroke.material));
  }

  AccountSums work() {
    if (soil_ && *soil_ != kRock && !terrain_.columns.is_loose(*soil_)) terrain_.columns.make_room_for_layers(grid_);
    if (brush_.action == BrushAction::ramp) {
      ramp();
    } else {
      for (BrushPoint const& point : dabs_of(stroke_, grid_)) dab(point);
    }
    if (!soil_ && stroke_.material == kPlantsMaterial) terrain_.cell_layers.mark_changed(CellLayer::plants);
    if (painted_ != nullptr) {
      painted_->recipe.follows = false;
      terrain_.masks.mark_changed();
    }
    for (std::size_t account = 0; account < sums_.size(); ++account) {
      ledger_.book_by_hand(static_cast<SoilId>(account), sums_[account]);
    }
    terrain_.columns.take_spilled(ledger_);
    return sums_;
  }

 private:
  void pick_levels() {
    const auto height_under = [&](BrushPoint const& point) {
      const auto cell = [](float share, int size) { return static_cast<int>(std::floor(share * size)); };
      const int x = grid_.resolve_x(cell(point.x, grid_.width)), y = grid_.resolve_y(cell(point.y, grid_.height));
      return static_cast<float>(to_metres(terrain_.columns.elevation(grid_.index(x, y))) + terrain_.datum);
    };
    brush_.level = height_under(stroke_.points.front());
    brush_.end_level = height_under(stroke_.points.back());
  }

  /// Effect of a dab at a distance from its middle, which is given in radii to the east and to the north; 0 to 1.
  double weight(double east, double north) const {
    const double distance = std::sqrt(east * east + north * north);
    if (distance > 1.0) return 0.0;
    const double faded = fade(distance, static_cast<double>(brush_.falloff));
    if (stroke_.stencil.width == 0) return faded;
    const double along = east * cosine_ + north * sine_, across = north * cosine_ - east * sine_;
    return faded * stroke_.stencil.at(0.5 + 0.5 * along, 0.5 + 0.5 * across);
  }

  /// Value of the mask that limits the stroke.
  double allowed(int column, int row) const {
    if (within_ == nullptr) return 1.0;
    return static_cast<double>(within_[grid_.index(grid_.resolve_x(column), grid_.resolve_y(row))]);
  }

  void dab(BrushPoint const& point) {
    const double x = static_cast<double>(point.x) * grid_.width, y = static_cast<double>(point.y) * grid_.height;
    const Reach reach{cells_within(x, radius_, grid_.width, grid_.periodic()),
                      cells_within(y, radius_, grid_.height, grid_.periodic())};
    if (reach.empty()) return;
    const double pressure = static_cast<double>(point.pressure);
    const auto weight_at = [&](int column, int row) {
      return pressure * allowed(column, row) * weight((column + 0.5 - x) / radius_, (row + 0.5 - y) / radius_);
    };
    if (painted_ != nullptr) {
      return for_each(reach, [&](std::size_t cell, int c, int r) { paint(cell, weight_at(c, r)); });
    }
    if (!soil_ && stroke_.material == kPlantsMaterial)
      return for_each(reach, [&](std::size_t cell, int c, int r) { plant(cell, weight_at(c, r)); });
    if (!soil_ && stroke_.material == kWaterMaterial) {
      for_each(reach, [&](std::size_t cell, int c, int r) { wet(cell, weight_at(c, r)); });
      return pour();
    }
    plan(reach, weight_at);
    change(reach);
    // The lakes must follow each dab, however many dabs come in one command.
    if (!terrain_.lakes.empty()) terrain_.lakes.follow(terrain_.columns.elevations());
  }

  template <class Visit>
  void for_each(Reach const& reach, Visit const& visit) const {
    for (int row = reach.rows.first; row <= reach.rows.last; ++row) {
      for (int column = reach.columns.first; column <= reach.columns.last; ++column) {
        visit(grid_.index(grid_.resolve_x(column), grid_.resolve_y(row)), column, row);
      }
    }
  }

  /// Fills `planned_` with the change of height of each cell that a dab reaches.
  template <class Weight>
  void plan(Reach const& reach, Weight const& weight_at) {
    planned_.clear();
    const double strength = static_cast<double>(brush_.strength);
    const double amount = static_cast<double>(brush_.amount) * kQuantaPerMetre;
    if (brush_.action == BrushAction::smooth) {
      const int half = std::clamp(static_cast<int>(std::floor(radius_ * kSmoothingReach + 0.5)), 1, kMostSmoothing);
      Means means(grid_, terrain_.columns, reach, half);
      for (int row = reach.rows.first; row <= reach.rows.last; ++row) {
        means.for_row(row,
                      [&](int column, double mean) { approach(column, row, mean, strength * weight_at(column, row)); });
      }
      return;
    }
    for_each(reach, [&](std::size_t, int column, int row) {
      const double weight = weight_at(column, row);
      if (brush_.action == BrushAction::flatten) {
        return approach(column, row, above_datum(brush_.level), strength * weight);
      }
      planned_.push_back(rounded(weight > 0.0 ? weight * amount * direction(column, row) : 0.0));
    });
  }

  /// Sign and size of the change of one cell by an amount.
  double direction(int column, int row) const {
    if (brush_.action == BrushAction::raise) return 1.0;
    if (brush_.action == BrushAction::lower) return -1.0;
    const double cell = static_cast<double>(grid_.cell_size);
    return bumps_->at((grid_.resolve_x(column) + 0.5) * cell, (grid_.resolve_y(row) + 0.5) * cell);
  }

  /// Elevation of a level, quanta.
  double above_datum(float level) const { return (static_cast<double>(level) - terrain_.datum) * kQuantaPerMetre; }

  /// Plans to bring a cell this fraction of the way to a height, quanta.
  void approach(int column, int row, double height, double fraction) {
    const std::size_t cell = grid_.index(grid_.resolve_x(column), grid_.resolve_y(row));
    planned_.push_back(rounded(fraction * (height - terrain_.columns.elevation(cell))));
  }

  static QuantaSum rounded(double quanta) { return std::llround(quanta); }

  /// An even slope between the ends of the path.
  void ramp() {
    BrushPoint const &from = stroke_.points.front(), &to = stroke_.points.back();
    const double x = static_cast<double>(from.x) * grid_.width, y = static_cast<double>(from.y) * grid_.height;
    const double dx = static_cast<double>(to.x) * grid_.width - x, dy = static_cast<double>(to.y) * grid_.height - y;
    const double square = dx * dx + dy * dy;
    const auto across = [&](double middle, double half, int size) {
      return cells_within(middle, std::abs(half) + radius_, size, grid_.periodic());
    };
    const Reach reach{across(x + 0.5 * dx, 0.5 * dx, grid_.width), across(y + 0.5 * dy, 0.5 * dy, grid_.height)};
    if (reach.empty()) return;
    planned_.clear();
    const double low = above_datum(brush_.level), high = above_datum(brush_.end_level);
    for_each(reach, [&](std::size_t, int column, int row) {
      const double east = column + 0.5 - x, north = row + 0.5 - y;
      const double along = square > 0.0 ? std::clamp((east * dx + north * dy) / square, 0.0, 1.0) : 0.0;
      const double off_x = (east - along * dx) / radius_, off_y = (north - along * dy) / radius_;
      const double distance = std::sqrt(off_x * off_x + off_y * off_y);
      const double weight = distance > 1.0 ? 0.0 : fade(distance, static_cast<double>(brush_.falloff));
      const double part = weight * allowed(column, row) * static_cast<double>(brush_.strength);
      approach(column, row, low + (high - low) * along, part);
    });
    change(reach);
  }

  /// Carries out `planned_`.
  void change(Reach const& reach) {
    auto planned = planned_.begin();
    for_each(reach, [&](std::size_t cell, int column, int row) {
      const QuantaSum wanted = *planned++;
      if (wanted == 0) return;
      const auto [least, most] = limits(column, row);
      const QuantaSum now = terrain_.columns.elevation(cell);
      const QuantaSum allowed = std::clamp(now + wanted, std::min(now, least), std::max(now, most)) - now;
      if (allowed > 0) add(cell, static_cast<Quanta>(allowed));
      if (allowed < 0) take(cell, static_cast<Quanta>(-allowed));
    });
  }

  /// Lowest and highest elevation that a cell may have beside its neighbours.
  std::pair<QuantaSum, QuantaSum> limits(int column, int row) const {
    QuantaSum lowest = std::numeric_limits<Quanta>::max(), highest = std::numeric_limits<Quanta>::min();
    for (int y = row - 1; y <= row + 1; ++y) {
      for (int x = column - 1; x <= column + 1; ++x) {
        if (x == column && y == row) continue;
        const QuantaSum near = terrain_.columns.elevation(grid_.index(grid_.resolve_x(x), grid_.resolve_y(y)));
        lowest = std::min(lowest, near);
        highest = std::max(highest, near);
      }
    }
    return {std::max(-kHighest, highest - kLargestDifference), std::min(kHighest, lowest + kLargestDifference)};
  }

  void add(std::size_t cell, Quanta amount) {
    Columns& columns = terrain_.columns;
    SoilId soil = soil_.value_or(columns.bare(cell) ? columns.base_soil(cell) : columns.cover_soil(cell));
    if (soil == kObstacle) soil = kRock;  // the ground under an obstacle
    if (!columns.is_loose(soil)) {
      amount = static_cast<Quanta>(std::min<QuantaSum>(amount, QuantaSum{kRangeEnd} - solid_thickness(cell, soil)));
      columns.add_solid(cell, soil, amount);
      terrain_.notches.forget(cell);
    }
    sums_[soil] += amount;
    if (columns.is_loose(soil)) columns.deposit(cell, soil, amount);
  }

  /// Thickness of the uppermost solid layer below obstacles if it is of this soil. A layer is no thicker than the range
  /// of elevations. 0 for bedrock, which has no lower end.
  Quanta solid_thickness(std::size_t cell, SoilId soil) const {
    Quanta found = 0;
    if (soil == kRock) return found;
    terrain_.columns.for_each_layer(cell, [&](Layer layer) {
      if (layer.soil == kObstacle || terrain_.columns.is_loose(layer.soil)) return true;
      if (layer.soil == soil) found = layer.thickness;
      return false;
    });
    return found;
  }

  void take(std::size_t cell, Quanta amount) {
    Columns& columns = terrain_.columns;
    while (amount > 0) {
      const bool loose = soil_ ? columns.is_loose(*soil_) : !columns.bare(cell);
      const SoilId soil = soil_.value_or(loose ? columns.cover_soil(cell) : columns.base_soil(cell));
      if (!soil_ && soil == kObstacle) return;
      if (loose && (columns.bare(cell) || columns.cover_soil(cell) != soil)) return;
      const Quanta taken = loose ? columns.erode(cell, amount) : columns.take_solid(cell, soil, amount);
      if (taken == 0) return;
      if (!loose) terrain_.notches.forget(cell);
      sums_[soil] -= taken;
      amount -= taken;
    }
  }

  void plant(std::size_t cell, double weight) {
    LandVector<float>& plants = terrain_.cell_layers.real(CellLayer::plants);
    const auto change = static_cast<float>(weight * static_cast<double>(brush_.strength));
    if (change == 0.0f) return;
    const bool more = brush_.action == BrushAction::raise;
    if (plants.empty() && !more) return;
    if (plants.empty()) plants.assign(grid_.cells(), 0.0f);
    plants[cell] = std::clamp(plants[cell] + (more ? change : -change), 0.0f, 1.0f);
  }

  void paint(std::size_t cell, double weight) {
    const auto change = static_cast<float>(weight * static_cast<double>(brush_.strength));
    float& value = painted_->values[cell];
    value = std::clamp(brush_.action == BrushAction::raise ? value + change : value - change, 0.0f, 1.0f);
  }

  void wet(std::size_t cell, double weight) {
    const QuantaSum amount = rounded(weight * static_cast<double>(brush_.amount) * kQuantaPerMetre);
    if (amount == 0) return;
    if (brush_.action == BrushAction::raise) {
      pours_.push_back({cell, amount});
      return;
    }
    const QuantaSum depth = terrain_.lakes.depth(cell);
    if (depth > 0) sums_[kWater] -= terrain_.lakes.draw(cell, std::min(depth, amount));
  }

  /// Pours the water of a dab at once.
  void pour() {
    for (LakePour const& each : pours_) sums_[kWater] += each.amount;
    const QuantaSum left = terrain_.pour(pours_);
    if (left > 0) ledger_.book_out(kWater, left);
    pours_.clear();
  }

  BrushStroke const& stroke_;
  Brush brush_;
  Terrain& terrain_;
  Ledger& ledger_;
  Grid const& grid_;
  double radius_;  ///< cells
  double cosine_ = 1.0, sine_ = 0.0;
  std::optional<SoilId> soil_;     ///< empty: the ground, water, plants or a mask
  float const* within_ = nullptr;  ///< mask that limits the stroke
  Mask* painted_ = nullptr;        ///< mask that the stroke paints
  std::optional<FractalNoise> bumps_;
  std::vector<QuantaSum> planned_;  ///< change of the height of the cells of a reach, quanta
  std::vector<LakePour> pours_;     ///< water of the present dab
  AccountSums sums_{};
};

}  // namespace

AccountSums apply_stroke(BrushStroke const& stroke, Terrain& terrain, Ledger& ledger) {
  return Hand(stroke, terrain, ledger).work();
}

}  // namespace barchan
