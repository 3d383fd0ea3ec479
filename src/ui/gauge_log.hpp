/// The gauges of a window and their readings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/saved_world.hpp"

namespace barchan::ui {

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
  /// What the gauges of a saved world have read. Each reading belongs to a gauge of this name and place.
  explicit GaugeLog(std::span<GaugeHistory const> histories);

  /// Takes up the gauges of the land. Readings stay with a gauge that keeps its place. Those of a gauge that has been
  /// moved or removed are put aside. They return when the gauge does, as after undo.
  void follow(PlacedGauges const& gauges);
  /// Clears all readings. Call it when another world is opened.
  void forget();

  void add(std::span<GaugeRecord const> records);

  std::span<GaugeSeries const> series() const { return series_; }
  /// All gauges and readings in the form in which a world saves them.
  std::vector<GaugeHistory> histories() const;
  /// All points as a table, in the order of steps.
  std::string csv() const;

 private:
  GaugeSeries series_of(PlacedGauge const& gauge);

  std::vector<GaugeSeries> series_;
  std::vector<GaugeSeries> aside_;  ///< the oldest first; an id of 0 stands for any gauge of the same name
};

}  // namespace barchan::ui
