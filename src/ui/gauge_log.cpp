#include "ui/gauge_log.hpp"

#include <algorithm>
#include <map>

#include <fmt/core.h>

namespace barchan::ui {

void GaugeSeries::add(GaugePoint const& point) {
  // Drop points of this step or later: the same step is read again, or the world went back.
  while (!points.empty() && points.back().step >= point.step) points.pop_back();
  if (!points.empty() && point.step < points.back().step + stride) return;
  points.push_back(point);
  if (points.size() < kMostPoints) return;
  stride *= 2;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

namespace {

/// The readings of `series` are those of `gauge`.
bool belongs(GaugeSeries const& series, PlacedGauge const& gauge) {
  Gauge const& there = series.placed.gauge;
  const bool same = series.placed.id == 0 ? there.name == gauge.gauge.name : series.placed.id == gauge.id;
  return same && there.x == gauge.gauge.x && there.y == gauge.gauge.y;
}

}  // namespace

GaugeLog::GaugeLog(std::span<GaugeHistory const> histories) {
  for (GaugeHistory const& one : histories) aside_.push_back({{0, one.gauge}, one.points, one.stride});
}

void GaugeLog::follow(PlacedGauges const& gauges) {
  if (std::ranges::equal(series_, gauges, {}, &GaugeSeries::placed)) return;
  for (GaugeSeries& series : series_) {
    if (!series.points.empty()) aside_.push_back(std::move(series));
  }
  series_.clear();
  for (PlacedGauge const& gauge : gauges) series_.push_back(series_of(gauge));
  constexpr std::size_t kMostAside = kMostGauges;
  if (aside_.size() > kMostAside) aside_.erase(aside_.begin(), aside_.end() - kMostAside);
}

/// Takes the readings of the gauge out of those that have been put aside.
GaugeSeries GaugeLog::series_of(PlacedGauge const& gauge) {
  const auto found = std::ranges::find_if(aside_, [&](GaugeSeries const& one) { return belongs(one, gauge); });
  if (found == aside_.end()) return {gauge, {}};
  GaugeSeries series = std::move(*found);
  aside_.erase(found);
  series.placed = gauge;
  return series;
}

void GaugeLog::forget() {
  aside_.clear();
  for (GaugeSeries& one : series_) {
    one.points.clear();
    one.stride = 1;
  }
}

void GaugeLog::add(std::span<GaugeRecord const> records) {
  for (GaugeRecord const& record : records) {
    for (GaugeSeries& one : series_) {
      if (one.placed.id == record.id) one.add(record.point);
    }
  }
}

std::vector<GaugeHistory> GaugeLog::histories() const {
  std::vector<GaugeHistory> all;
  for (GaugeSeries const& one : series_) all.push_back({one.placed.gauge, one.points, one.stride});
  return all;
}

std::string GaugeLog::csv() const {
  std::vector<Gauge> gauges;
  std::map<std::uint64_t, std::pair<double, std::vector<GaugeReading const*>>> lines;
  for (std::size_t k = 0; k < series_.size(); ++k) {
    gauges.push_back(series_[k].placed.gauge);
    for (GaugePoint const& point : series_[k].points) {
      auto& [time, readings] = lines[point.step];
      time = point.time;
      readings.resize(series_.size(), nullptr);
      readings[k] = &point.reading;
    }
  }
  std::string text = gauge_heading(gauges);
  for (auto const& [step, line] : lines) text += gauge_line(step, line.first, line.second);
  return text;
}

}  // namespace barchan::ui
