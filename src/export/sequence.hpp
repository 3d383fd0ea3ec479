/// ExportSequence: exports of one world at several times.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "export/exporter.hpp"
#include "geo/geo_gate.hpp"

namespace barchan {

/// Writes numbered frames, NAME_0000 and so on, with the same ranges in all of them. NetCDF files grow by one time per
/// frame, and a .pvd file lists the VTK files and their times. Everything that is written before an interruption can be
/// used.
class ExportSequence {
 public:
  /// `world` must outlive the sequence. Throws InputError as plan_export() does, and if a film is wanted but ffmpeg is
  /// not installed.
  ExportSequence(World const& world, ExportOrder order, std::filesystem::path folder, std::string scenario);
  ~ExportSequence();
  ExportSequence(ExportSequence const&) = delete;
  ExportSequence& operator=(ExportSequence const&) = delete;

  /// Returns whether files contain codes, whose ranges must fit all frames.
  bool needs_ranges() const;
  /// Widens the ranges of all frames so that they fit this world. Call it before the first frame, with another world
  /// that runs ahead, once for each frame.
  void look_at(World const& world);

  /// Writes the world as the next frame. Throws InputError.
  ExportReport add(ExportWatcher const& watcher);
  std::size_t frames() const { return times_.size(); }
  /// Makes the film of the frames so far, if one is wanted, and returns its path; empty: none. Throws InputError.
  std::filesystem::path finish();

 private:
  void widen_scale(std::string const& id, ScalarMap const& map);
  void write_list() const;

  World const& world_;
  ExportOrder order_;
  ExportSite site_;
  std::string scenario_, base_;
  int width_ = 0, height_ = 0;                       ///< samples
  std::optional<std::pair<double, double>> extent_;  ///< of the heights of all worlds that look_at() has seen, m
  std::vector<ScaledMap> scales_;                    ///< of their maps
  std::vector<double> times_;                        ///< s, of the frames that are written
  std::unique_ptr<geo::Series> netcdf_;
};

}  // namespace barchan
