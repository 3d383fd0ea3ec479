/// What the dialog for exports asks of the worker thread: the size of an export, and the export itself. Frames never
/// wait for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "export/export_map.hpp"
#include "export/export_order.hpp"
#include "export/export_plan.hpp"
#include "export/exporter.hpp"
#include "export/sequence.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// What is known of an export before it is written.
struct ExportEstimate {
  std::string error;  ///< why the order cannot be carried out; empty: `plan` is complete
  ExportPlan plan;
  std::vector<MapRow> maps;                          ///< that the land offers
  std::optional<std::pair<int, int>> recommended{};  ///< samples, with the tiles of the order
  double sequence_memory = 0.0;                      ///< that a sequence needs besides the land and `plan`, bytes
};

/// Estimates exports, one at a time.
class ExportEstimator {
 public:
  explicit ExportEstimator(SimulationRunner& runner) : runner_(runner), mail_(std::make_shared<Mail>()) {}

  /// Asks for the estimate of an order, unless it has been asked for the present land.
  void ask(ExportOrder const& order);
  /// The last estimate, perhaps of an earlier order. Null: none yet.
  std::shared_ptr<ExportEstimate const> last() const;
  /// The last estimate belongs to the order that was asked for last.
  bool ready() const;
  /// The next call of `ask` asks in any case, because the land may have changed.
  void forget() { asked_.reset(); }

 private:
  struct Mail {
    std::mutex mutex;
    std::uint64_t number = 0;  ///< of the question that `estimate` answers
    std::shared_ptr<ExportEstimate const> estimate;
  };
  struct Question {
    ExportOrder order;
    std::uint64_t worlds = 0, generation = 0;
  };

  SimulationRunner& runner_;
  std::shared_ptr<Mail> mail_;  ///< shared with the worker
  std::optional<Question> asked_;
  std::uint64_t number_ = 0;  ///< of the last question
};

/// How an export has ended.
struct ExportResult {
  std::string error{};  ///< empty: see `report`
  ExportReport report{};
  std::size_t frames = 0;        ///< of a sequence
  std::filesystem::path film{};  ///< of a sequence; empty: none
  bool film_stopped = false;     ///< the frames were complete when the user stopped the export
  std::string film_error{};      ///< why a wanted film is missing; empty: no error
};

/// Writes exports, one at a time.
class ExportWriter {
 public:
  ExportWriter() = default;
  /// Stops the export in progress.
  ~ExportWriter() { stop(); }
  ExportWriter(ExportWriter const&) = delete;
  ExportWriter& operator=(ExportWriter const&) = delete;

  /// Begins to write the land as it is after the batch in progress. It must not be writing already.
  void start(SimulationRunner& runner, ExportOrder const& order, std::filesystem::path const& folder);
  /// Begins to write a sequence: a copy of the land is simulated on a thread of its own. The land of the window goes on
  /// as the user wishes. Nothing may be written already.
  void start_sequence(SimulationRunner& runner, ExportOrder const& order, std::filesystem::path const& folder,
                      SequenceSteps const& steps);
  bool writing() const { return job_ != nullptr; }
  /// Ends the export within about a second, and a sequence after its present step. The file in progress is not written.
  void stop();

  struct Progress {
    double done = 0.0;  ///< fraction of the bytes
    std::string file;   ///< that is being written; empty: none yet, or a step is simulated
  };
  Progress progress() const;
  /// The result of an export that has ended since the last call.
  std::optional<ExportResult> take_result();

 private:
  struct Job;
  std::shared_ptr<Job> job_;  ///< shared with the worker; null: nothing is being written
  std::jthread thread_;       ///< of a sequence
};

}  // namespace barchan::ui
