/// The gauges of a window and their readings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/saved_world.hpp"

namespace barchan::ui {

/// A gauge as the simulation reads it. Its id does not change when other gauges are added or removed.
struct PlacedGauge {
  int id = 0;
  Gauge gauge;
};

/// A reading of the gauge with this id.
struct GaugeRecord {
  int id = 0;
  GaugePoint point;
};

/// A gauge and its points. When there are kMostPoints, every second one is dropped. From then on only every second
/// point is recorded.
struct GaugeSeries {
  static constexpr std::size_t kMostPoints = GaugeHistory::kMostPoints;

  PlacedGauge placed;
  std::vector<GaugePoint> points;
  std::uint64_t stride = 1;  ///< steps from point to point

  void add(GaugePoint const& point);
};

class GaugeLog {
 public:
  GaugeLog() = default;
  /// The gauges of a saved world.
  explicit GaugeLog(std::span<GaugeHistory const> histories);

  /// Adds a gauge with a name that no other gauge has. Returns nullptr if there are kMostGauges already.
  GaugeSeries const* place(float x, float y);
  /// Moves a gauge and clears its readings, because they belong to its old place.
  void move(int id, float x, float y);
  void remove(int id);
  void clear() { series_.clear(); }
  /// Keeps the gauges and clears their readings. Call it when another world is opened.
  void forget();
  /// Does nothing if the name is empty or another gauge has it.
  void rename(int id, std::string const& name);

  void add(std::span<GaugeRecord const> records);

  std::span<GaugeSeries const> series() const { return series_; }
  std::vector<PlacedGauge> placed() const;
  /// All gauges and readings in the form in which a world saves them.
  std::vector<GaugeHistory> histories() const;
  /// All points as a table, in the order of steps.
  std::string csv() const;

 private:
  std::vector<GaugeSeries> series_;
  int last_id_ = 0;
};

}  // namespace barchan::ui
