/// ExportSequence: exports of one world at several times.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/exporter.hpp"
#include "geo/geo_gate.hpp"

namespace barchan {

/// When the frames of a sequence are written: at the beginning, and after each `every` steps.
struct SequenceSteps {
  std::uint64_t every = 0;  ///< 0: no sequence
  std::uint64_t steps = 0;  ///< that are simulated

  std::uint64_t frames() const { return every == 0 ? 1 : steps / every + 1; }
  bool operator==(SequenceSteps const&) const = default;
};

/// Called between steps and while frames are written, with the fraction that is done and the file that is being
/// written; "": a step is simulated. Returns whether to go on.
using SequenceWatcher = std::function<bool(double done, std::string_view file)>;

/// What a sequence has written.
struct SequenceReport {
  /// All files, and the notices of all frames, each once; its other members are those of the last frame.
  ExportReport frames;
  bool finished = false;               ///< all frames are written
  std::vector<std::string> notices{};  ///< of frames, each of them once, as in "frame 3: …"
};

/// Returns whether an export contains codes, whose ranges must fit all frames of a sequence.
bool needs_ranges(World const& world, ExportOrder const& order);
/// Memory of the worlds of a sequence, bytes: the one whose frames are written; the copy that runs ahead, if ranges
/// must fit all frames; and the snapshot of which a copy is made.
double sequence_memory(World const& world, ExportOrder const& order);

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
  bool needs_ranges() const { return barchan::needs_ranges(world_, order_); }
  /// Widens the ranges of all frames so that they fit this world. Call it before the first frame, with another world
  /// that runs ahead, once for each frame.
  void look_at(World const& world);

  /// Simulates the steps and writes all frames. `world` is that of the constructor. If ranges must fit all frames, a
  /// copy of it runs ahead first. Throws InputError, also if that copy needs too much memory.
  SequenceReport run(World& world, SequenceSteps const& steps, SequenceWatcher const& watcher);
  /// Writes the world as the next frame. Throws InputError.
  ExportReport add(ExportWatcher const& watcher);
  std::size_t frames() const { return times_.size(); }
  /// Makes the film of the frames so far, if one is wanted, and returns its path; empty: none, or `go_on` has returned
  /// false meanwhile. Throws InputError.
  std::filesystem::path finish(std::function<bool()> const& go_on);

 private:
  bool looked_at(World const& world, std::function<bool()> const& goes_on);
  bool run_ahead(SequenceSteps const& steps, SequenceWatcher const& watcher);
  void widen_scale(std::string const& id, ScalarMap const& map);
  void write_list() const;
  /// The report of all frames so far, of which this is the last.
  SequenceReport joined(SequenceReport report, ExportReport frame) const;

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
