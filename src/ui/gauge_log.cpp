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

GaugeLog::GaugeLog(std::span<GaugeHistory const> histories) {
  for (GaugeHistory const& one : histories) series_.push_back({{++last_id_, one.gauge}, one.points, one.stride});
}

GaugeSeries const* GaugeLog::place(float x, float y) {
  if (series_.size() >= kMostGauges) return nullptr;
  ++last_id_;
  std::string name = fmt::format("Gauge {}", last_id_);
  const auto taken = [&](GaugeSeries const& one) { return one.placed.gauge.name == name; };
  while (std::any_of(series_.begin(), series_.end(), taken)) name += "'";
  series_.push_back({{last_id_, {name, x, y}}, {}});
  return &series_.back();
}

void GaugeLog::move(int id, float x, float y) {
  for (GaugeSeries& series : series_) {
    if (series.placed.id != id) continue;
    Gauge gauge = series.placed.gauge;
    gauge.x = x;
    gauge.y = y;
    series = {{id, std::move(gauge)}, {}, 1};
  }
}

void GaugeLog::remove(int id) {
  std::erase_if(series_, [id](GaugeSeries const& one) { return one.placed.id == id; });
}

void GaugeLog::forget() {
  for (GaugeSeries& one : series_) {
    one.points.clear();
    one.stride = 1;
  }
}

void GaugeLog::rename(int id, std::string const& name) {
  const auto taken = [&](GaugeSeries const& one) { return one.placed.gauge.name == name; };
  if (name.empty() || std::any_of(series_.begin(), series_.end(), taken)) return;
  for (GaugeSeries& one : series_) {
    if (one.placed.id == id) one.placed.gauge.name = name;
  }
}

void GaugeLog::add(std::span<GaugeRecord const> records) {
  for (GaugeRecord const& record : records) {
    for (GaugeSeries& one : series_) {
      if (one.placed.id == record.id) one.add(record.point);
    }
  }
}

std::vector<PlacedGauge> GaugeLog::placed() const {
  std::vector<PlacedGauge> all;
  for (GaugeSeries const& one : series_) all.push_back(one.placed);
  return all;
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
