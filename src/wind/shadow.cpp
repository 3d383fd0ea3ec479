#include "wind/shadow.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

#include "base/marks.hpp"
#include "wind/sweep.hpp"
#include "wind/sweep_kernel.hpp"

namespace barchan {

namespace {

constexpr int kTile = kStretch;  // cells per side
constexpr int kRowsPerBand = 256;
constexpr int kLeadsPerBand = 2;

static_assert(kTile <= static_cast<int>(kernel::kTurnedColumns));

int tiles_along(int cells) { return (cells + kTile - 1) / kTile; }

}  // namespace

/// One band of rows of the sweep, processed by one thread together with its lead-in. It is divided into strips as high
/// as a tile; in each strip the tiles that need it are swept.
class LastingShadow::Band {
 public:
  Band(LastingShadow& shadow, SweepFrame const& frame, Land const& land, ShadowMaps const& maps)
      : shadow_(shadow),
        frame_(frame),
        land_(land),
        maps_{maps.shadow, maps.bubble},
        step_{frame.shift, shadow.frame_.rays.low * frame.length, shadow.frame_.rays.high * frame.length},
        width_(static_cast<std::size_t>(land.grid.width)),
        stirred_(static_cast<std::size_t>(tiles_along(frame.columns))),
        wanted_(stirred_.size()),
        leaving_(stirred_.size()) {}

  void run(int first, int last) {
    std::vector<float>& incoming = shadow_.incoming_[static_cast<std::size_t>(first / shadow_.frame_.band)];
    const int lead = shadow_.lead_;
    int row = frame_.periodic ? first - lead : std::max(first - lead, 0);
    for (std::size_t number = 0; row < last; ++number) {
      const bool wanted = row >= first;
      const int behind_seam = ((row % frame_.rows) + frame_.rows) % frame_.rows;
      // The strips of the lead-in end where the band begins, so the first strip depends on the length of the lead-in.
      const int odd = wanted ? 0 : (first - row) % kTile;
      const int count = std::min({odd > 0 ? odd : kTile, last - row, frame_.rows - behind_seam});
      // Index in the order of the grid, regardless of the direction of the sweep.
      const int lowest = frame_.reversed ? frame_.rows - behind_seam - count : behind_seam;
      const std::size_t room = 2 * columns();
      if (incoming.size() < (number + 2) * room) incoming.resize((number + 2) * room);
      float* const rays = incoming.data() + number * room;
      sweep({lowest, count, wanted, number == 0 ? nullptr : rays, rays + room});
      row += count;
    }
  }

 private:
  struct Strip {
    int lowest, count;  ///< rows of the sweep, in the order of the grid
    bool wanted;        ///< false in the lead-in
    float const* in;    ///< incoming rays; null: as high as the first row, so nothing behind it casts a shadow
    float* out;         ///< outgoing rays
  };
  /// Columns to sweep, and columns with the rays that come in from beside them; on a periodic land possibly beyond its
  /// edges.
  struct Run {
    int begin, end, from, to;
    std::size_t wide() const { return static_cast<std::size_t>(to - from); }
    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
    std::size_t margin() const { return static_cast<std::size_t>(begin - from); }
  };

  std::size_t columns() const { return static_cast<std::size_t>(frame_.columns); }

  void sweep(Strip const& strip) {
    find_tiles(strip);
    std::ranges::fill(leaving_, std::uint8_t{0});
    for_runs(wanted_, [&](int begin, int end) {
      Run run{begin * kTile, std::min(end * kTile, frame_.columns), begin * kTile, 0};
      run.to = run.end;
      const bool all = run.size() == columns();
      if (!all && step_.shift > 0.0f) run.from -= kTile;
      if (!all && step_.shift < 0.0f) run.to += kTile;
      if (!frame_.periodic) {
        run.from = std::max(run.from, 0);
        run.to = std::min(run.to, frame_.columns);
      }
      sweep(strip, run);
    });
    std::swap(stirred_, leaving_);
  }

  /// Finds the tiles whose ground or incoming rays are new, and those that receive rays from such tiles within the
  /// strip.
  void find_tiles(Strip const& strip) {
    if (shadow_.whole_) {
      std::ranges::fill(wanted_, std::uint8_t{1});
      return;
    }
    if (strip.in == nullptr) std::ranges::fill(stirred_, std::uint8_t{0});
    const auto across = static_cast<std::size_t>(stretches_of(land_.grid));
    const int low = strip.lowest / kTile, high = (strip.lowest + strip.count - 1) / kTile;
    const std::size_t count = stirred_.size();
    for (std::size_t tile = 0; tile < count; ++tile) {
      for (auto k = static_cast<std::size_t>(low); k <= static_cast<std::size_t>(high); ++k) {
        stirred_[tile] |= shadow_.changed_[frame_.transposed ? tile * across + k : k * across + tile];
      }
    }
    if (strip.in == nullptr && shadow_.lead_anew_) find_relief(strip);
    std::ranges::copy(stirred_, wanted_.begin());
    if (step_.shift == 0.0f) return;
    const bool forward = step_.shift > 0.0f;
    const auto reach = [&](std::size_t from, std::size_t by) {
      const bool within = forward ? from + by < count : from >= by;
      if (within || frame_.periodic) wanted_[(forward ? from + by : from + 2 * count - by) % count] |= stirred_[from];
    };
    for (std::size_t tile = 0; tile < count; ++tile) {
      reach(tile, 1);
      // In a narrow strip rays may cross more than one tile.
      const std::size_t next = (forward ? tile + 1 : tile + count - 1) % count;
      if (next + 1 == count && frame_.columns % kTile != 0) reach(tile, 2);
    }
  }

  /// Finds tiles of a lead-in whose ground is not level. Over level ground, rays that begin elsewhere give the same
  /// result.
  void find_relief(Strip const& strip) {
    const auto across = static_cast<std::size_t>(stretches_of(land_.grid));
    const std::size_t count = stirred_.size();
    const auto ground = [&](std::size_t tile, int row) {
      const auto k = static_cast<std::size_t>(((row % frame_.rows) + frame_.rows) % frame_.rows / kTile);
      return shadow_.tiles_[frame_.transposed ? tile * across + k : k * across + tile];
    };
    // All rows in which the lead-in may have begun.
    const int first = frame_.reversed ? strip.lowest : strip.lowest + strip.count - kTile;
    for (std::size_t tile = 0; tile < count; ++tile) {
      const Extremes level = ground(tile, first);
      const std::size_t before = (step_.shift > 0.0f ? tile + count - 1 : tile + 1) % count;
      bool rough = level.lowest != level.highest;
      for (int row = first; row < first + kTile; ++row) {
        rough = rough || ground(tile, row) != level || (step_.shift != 0.0f && ground(before, row) != level);
      }
      if (rough) stirred_[tile] = 1;
    }
  }

  /// Calls `visit(place, column, count)` for the consecutive columns of a run.
  template <class Visit>
  void for_pieces(Run const& run, Visit visit) const {
    for (int at = run.from; at < run.to;) {
      const int column = ((at % frame_.columns) + frame_.columns) % frame_.columns;
      const int count = std::min(run.to - at, frame_.columns - column);
      visit(static_cast<std::size_t>(at - run.from), static_cast<std::size_t>(column), static_cast<std::size_t>(count));
      at += count;
    }
  }

  void sweep(Strip const& strip, Run const& run) {
    make_room(run);
    if (frame_.transposed) turn_in(strip, run);
    for (int k = 0; k < strip.count; ++k) {
      const int line = frame_.reversed ? strip.count - 1 - k : k;
      float const* const heights = heights_of(strip, run, line);
      if (k == 0) begin(strip, run, heights);
      kernel::advance_rays(step_, run.wide(), heights, {ray(0), ray(1), ray(2), ray(3)},
                           {place(0, strip, run, line), place(1, strip, run, line)});
      for (std::size_t side = 0; side < 2; ++side) {
        std::swap(rays_[side], rays_[side + 2]);
        pad(run, side);
      }
      if (run.wide() > run.size()) copy_out(strip, run, line);
    }
    if (frame_.transposed && strip.wanted) turn_out(strip, run);
    leave(strip, run);
  }

  /// A stride that is not a power of two keeps the rows of a strip from evicting each other from the cache.
  void make_room(Run const& run) {
    stride_ = (run.wide() + kTile - 1) / kTile * kTile + kTile;
    const std::size_t needed = stride_ * (frame_.transposed ? kTile : 1);
    for (std::vector<float>& row : rays_) row.resize(std::max(row.size(), run.wide() + 2));
    if (needed <= room_) return;
    room_ = needed;
    heights_ = std::make_unique_for_overwrite<float[]>(needed);
    for (auto& values : found_) values = std::make_unique_for_overwrite<float[]>(needed);
  }
  float* ray(std::size_t i) { return rays_[i].data() + 1; }

  void turn_in(Strip const& strip, Run const& run) {
    for_pieces(run, [&](std::size_t place, std::size_t column, std::size_t count) {
      kernel::turn_heights(shadow_.frame_.lowest,
                           land_.elevation.data() + column * width_ + static_cast<std::size_t>(strip.lowest),
                           {count, static_cast<std::size_t>(strip.count), width_}, heights_.get() + place, stride_);
    });
  }
  void turn_out(Strip const& strip, Run const& run) const {
    const std::size_t to = static_cast<std::size_t>(run.begin) * width_ + static_cast<std::size_t>(strip.lowest);
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      if (maps_[i].empty()) continue;
      kernel::turn_back(found_[i].get() + run.margin(), stride_,
                        {run.size(), static_cast<std::size_t>(strip.count), width_}, maps_[i].data() + to);
    }
  }
  std::size_t cell(Strip const& strip, Run const& run, int line) const {
    return static_cast<std::size_t>(strip.lowest + line) * width_ + static_cast<std::size_t>(run.begin);
  }
  /// Output of a row: directly in a map, or in the strip.
  float* place(std::size_t i, Strip const& strip, Run const& run, int line) const {
    if (frame_.transposed) return found_[i].get() + static_cast<std::size_t>(line) * stride_;
    const bool straight = strip.wanted && !maps_[i].empty() && run.wide() == run.size();
    return straight ? maps_[i].data() + cell(strip, run, line) : found_[i].get();
  }
  /// Copies the output of a row without its margin.
  void copy_out(Strip const& strip, Run const& run, int line) const {
    if (frame_.transposed || !strip.wanted) return;
    const std::size_t to = cell(strip, run, line);
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      if (!maps_[i].empty()) std::copy_n(found_[i].get() + run.margin(), run.size(), maps_[i].data() + to);
    }
  }
  float const* heights_of(Strip const& strip, Run const& run, int line) {
    if (frame_.transposed) return heights_.get() + static_cast<std::size_t>(line) * stride_;
    const std::size_t row = static_cast<std::size_t>(strip.lowest + line) * width_;
    for_pieces(run, [&](std::size_t place, std::size_t column, std::size_t count) {
      kernel::heights_above(shadow_.frame_.lowest, land_.elevation.data() + row + column, count,
                            heights_.get() + place);
    });
    return heights_.get();
  }

  /// Sets the rays that enter a strip.
  void begin(Strip const& strip, Run const& run, float const* heights) {
    for (std::size_t side = 0; side < 2; ++side) {
      for_pieces(run, [&](std::size_t place, std::size_t column, std::size_t count) {
        float const* const from = strip.in == nullptr ? heights + place : strip.in + side * columns() + column;
        std::copy_n(from, count, ray(side) + place);
      });
      pad(run, side);
    }
  }
  /// Fills the margins of a run with the values at its ends, or from the opposite side of a periodic land. Where a run
  /// has a margin its outermost value is wrong; the error has used up the margin when the strip ends.
  void pad(Run const& run, std::size_t side) {
    float* const row = ray(side);
    const bool around = frame_.periodic && run.size() == columns();
    row[-1] = around ? row[run.wide() - 1] : row[0];
    row[run.wide()] = around ? row[0] : row[run.wide() - 1];
  }
  /// Stores the rays that leave a strip, and finds the tiles where they are new.
  void leave(Strip const& strip, Run const& run) {
    for (int column = run.begin; column < run.end; column += kTile) {
      const auto count = static_cast<std::size_t>(std::min(kTile, frame_.columns - column));
      for (std::size_t side = 0; side < 2; ++side) {
        float const* const leaves = ray(side) + (column - run.from);
        float* const left = strip.out + side * columns() + column;
        if (std::memcmp(leaves, left, count * sizeof *left) == 0) continue;
        std::copy_n(leaves, count, left);
        leaving_[static_cast<std::size_t>(column / kTile)] = 1;
      }
    }
  }

  LastingShadow& shadow_;
  SweepFrame const& frame_;
  Land const& land_;
  std::array<std::span<float>, 2> maps_;  ///< shadow, bubble
  kernel::RayStep step_;
  std::size_t width_;                                     ///< of the grid
  std::vector<std::uint8_t> stirred_, wanted_, leaving_;  ///< per tile of a strip
  std::size_t stride_ = 0, room_ = 0;
  std::unique_ptr<float[]> heights_;
  std::array<std::unique_ptr<float[]>, 2> found_;
  std::array<std::vector<float>, 4> rays_;  ///< low, high, next low, next high, with one margin cell on each side
};

void LastingShadow::look(Land const& land, Moment since, Scheduler const& scheduler) {
  Grid const& grid = land.grid;
  const bool all = since == 0;
  const auto across = static_cast<std::size_t>(stretches_of(grid));
  const auto width = static_cast<std::size_t>(grid.width);
  const std::size_t count = across * static_cast<std::size_t>(tiles_along(grid.height));
  tiles_.resize(count);
  changed_.assign(count, all ? 1 : 0);
  scheduler.for_ranges(grid.height, kTile, [&](int first, int last) {
    const std::size_t row = static_cast<std::size_t>(first / kTile) * across;
    for (int y = first; y < last && !all; ++y) {
      if (!land.changes->any(y, since)) continue;
      const std::span<Moment const> stamps = land.changes->row(y);
      for (std::size_t tile = 0; tile < across; ++tile) changed_[row + tile] |= stamps[tile] >= since ? 1 : 0;
    }
    for (std::size_t tile = 0; tile < across; ++tile) {
      if (changed_[row + tile] == 0) continue;
      const std::size_t x = tile * kTile;
      const kernel::Extremes found =
          kernel::extremes(land.elevation.data() + grid.index(0, first) + x,
                           {static_cast<std::size_t>(last - first), std::min<std::size_t>(kTile, width - x), width});
      tiles_[row + tile] = {found.lowest, found.highest};
    }
  });
}

LastingShadow::Extremes LastingShadow::extremes() const {
  Extremes land = tiles_.front();
  for (Extremes const& tile : tiles_) {
    land = {std::min(land.lowest, tile.lowest), std::max(land.highest, tile.highest)};
  }
  return land;
}

void LastingShadow::renew(Land const& land, Rays const& rays, Scheduler const& scheduler, ShadowMaps const& maps) {
  if (!(land.grid == frame_.grid)) forget();
  const Moment since = land.changes == nullptr ? 0 : land.changes->since(last_);
  last_ = land.changes == nullptr ? Changes::Look() : land.changes->look();
  look(land, since, scheduler);
  const auto [lowest, highest] = extremes();
  const SweepFrame sweep(land.grid, rays.towards);
  const float relief = kernel::metres_above(highest, lowest);
  const float wake = relief / std::max(rays.low * sweep.length, 1e-9f);  // rows
  const int lead = static_cast<int>(std::min(wake + 2.0f, static_cast<float>(sweep.rows)));
  const int band = std::max(kRowsPerBand, kLeadsPerBand * lead);
  const Frame frame{land.grid, rays, lowest, band, tiles_along(lead)};
  whole_ = since == 0 || !(frame == frame_);
  lead_anew_ = lead != lead_;
  frame_ = frame;
  lead_ = lead;
  incoming_.resize(static_cast<std::size_t>((sweep.rows + band - 1) / band));
  scheduler.for_ranges(sweep.rows, band, [&](int first, int last) { Band(*this, sweep, land, maps).run(first, last); });
}

void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, Rays const& rays, Scheduler const& scheduler,
                  ShadowMaps const& maps) {
  LastingShadow().renew({grid, elevation, nullptr}, rays, scheduler, maps);
}

}  // namespace barchan
