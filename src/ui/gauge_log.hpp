/// What the gauges of a window have read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/saved_world.hpp"

namespace barchan::ui {

/// A gauge as the simulation reads it; its id stays while others come and go.
struct PlacedGauge {
  int id = 0;
  Gauge gauge;
};

/// A point of the gauge of this id.
struct GaugeRecord {
  int id = 0;
  GaugePoint point;
};

/// A gauge and its points. They never become more than kMostPoints: every second one is then left out, from there on
/// too.
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
  /// Those of a saved world.
  explicit GaugeLog(std::span<GaugeHistory const> histories);

  /// A new gauge of a name that no other has; nothing when there are kMostGauges.
  GaugeSeries const* place(float x, float y);
  void remove(int id);
  void clear() { series_.clear(); }
  /// The world is another one: the gauges stay, what they read goes.
  void forget();
  /// Nothing changes for an empty name and for that of another gauge.
  void rename(int id, std::string const& name);

  void add(std::span<GaugeRecord const> records);

  std::span<GaugeSeries const> series() const { return series_; }
  std::vector<PlacedGauge> placed() const;
  /// As they are saved with a world.
  std::vector<GaugeHistory> histories() const;
  /// All points as a table, in the order of steps.
  std::string csv() const;

 private:
  std::vector<GaugeSeries> series_;
  int last_id_ = 0;
};

}  // namespace barchan::ui
