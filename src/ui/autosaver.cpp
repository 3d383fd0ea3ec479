#include "ui/autosaver.hpp"

#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

#include "io/activity.hpp"
#include "io/date.hpp"
#include "io/file.hpp"
#include "io/world_history.hpp"
#include "picture/thumbnail.hpp"

namespace barchan::ui {

namespace {

/// A world with its history at one moment, which any thread can write.
struct Job {
  SavedWorldInfo info;
  HistoryRecord record;
  Snapshot::Bytes snapshot;

  Job(History& history, SavedWorldInfo described)
      : info(std::move(described)), record(history.record()), snapshot(history.world().snapshot()) {
    drop_later_readings(info, history.world().step_count());
    info.autosave.time = seconds_since_1970();
    info.autosave.picture = draw_thumbnail(history.world(), Autosaver::kPictureSide);
  }

  void write(std::filesystem::path const& file) {
    const Activity activity("saving", file.string());
    info.history = encode_history(std::move(record), Autosaver::kMostHistory);
    write_file(file, encode_world(snapshot, info));
  }
};

}  // namespace

/// The thread that writes, and what it has to do.
class Autosaver::Writer {
 public:
  /// Something that the writer does.
  struct Task {
    bool saves = false;  ///< a later one of these replaces it
    std::function<void()> run;
  };

  void give(Task task) {
    {
      const std::lock_guard lock(mutex_);
      if (task.saves) std::erase_if(waiting_, [](Task const& one) { return one.saves; });
      waiting_.push_back(std::move(task));
      if (!thread_.joinable()) {
        thread_ = std::jthread([this](std::stop_token const& stop) { work(stop); });
      }
    }
    wake_.notify_one();
  }
  std::optional<std::string> take_trouble() {
    const std::lock_guard lock(mutex_);
    return std::exchange(trouble_, std::nullopt);
  }
  /// A save could not even begin.
  void fail(std::string const& error) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (error != told_) trouble_ = error;
    told_ = error;
  }
  /// True once after a save has failed.
  bool take_failed() {
    const std::lock_guard lock(mutex_);
    return std::exchange(failed_, false);
  }
  std::uint64_t written() const {
    const std::lock_guard lock(mutex_);
    return written_;
  }
  void wait() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return waiting_.empty() && !working_; });
  }

 private:
  /// Carries out all tasks, also those that are left when the object is destroyed.
  void work(std::stop_token const& stop) {
    while (true) {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) return;
      Task task = std::move(waiting_.front());
      waiting_.pop_front();
      working_ = true;
      lock.unlock();
      std::string error;
      try {
        task.run();
      } catch (std::exception const& failure) {
        error = told_whole(failure);
      }
      const bool saves = std::exchange(task, {}).saves;  // frees what it holds
      lock.lock();
      working_ = false;
      if (saves && error.empty()) ++written_;
      if (saves && !error.empty()) failed_ = true;
      if (!error.empty() && error != told_) trouble_ = error;
      if (saves) told_ = error;
      idle_.notify_all();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable idle_;
  std::deque<Task> waiting_;
  bool working_ = false;
  bool failed_ = false;
  std::uint64_t written_ = 0;
  std::string told_;  ///< the last error
  std::optional<std::string> trouble_;
  std::jthread thread_;  // last: it uses all other members
};

Autosaver::Autosaver(SimulationRunner& runner, Describe describe, std::filesystem::path const& folder)
    : runner_(runner),
      describe_(std::move(describe)),
      place_(std::make_shared<AutosavePlace>(folder)),
      writer_(std::make_shared<Writer>()),
      saved_(state()) {}

Autosaver::~Autosaver() = default;

Autosaver::State Autosaver::state() const {
  return {runner_.worlds(), runner_.outline_revision(), runner_.view().step};
}

void Autosaver::follow(double seconds) {
  since_ += seconds;
  if (writer_->take_failed()) saved_.worlds = std::numeric_limits<std::uint64_t>::max();  // as if all had changed
  if (since_ >= interval_ && !runner_.travelling()) save_soon();
}

void Autosaver::save_soon() {
  if (state() == saved_) return;
  since_ = 0.0;
  saved_ = state();
  runner_.observe([writer = writer_, place = place_, info = describe_()](History& history) {
    try {
      writer->give({true, [place, job = std::make_shared<Job>(history, info)] { job->write(place->file()); }});
    } catch (std::exception const& error) {
      writer->fail(told_whole(error));
    }
  });
}

void Autosaver::save_at_once() {
  wait();
  std::string error = "an error interrupted a step or a command, and the world is incomplete";
  runner_.observe([this, &error, info = describe_()](History& history) {
    try {
      Job(history, info).write(place_->file());
      error.clear();
    } catch (std::exception const& failure) {
      error = told_whole(failure);
    }
  });
  runner_.advance(std::nullopt);
  if (!error.empty()) throw InputError("{}", error);
}

void Autosaver::take_over(AutosavePlace place) {
  place_->abandon();
  place_ = std::make_shared<AutosavePlace>(std::move(place));
  since_ = interval_;
}

void Autosaver::clear() {
  saved_ = state();
  since_ = 0.0;
  writer_->give({false, [place = place_] { place->clear(); }});
}

void Autosaver::abandon() {
  place_->abandon();
  clear();
}

std::optional<std::string> Autosaver::take_trouble() { return writer_->take_trouble(); }
std::uint64_t Autosaver::written() const { return writer_->written(); }
void Autosaver::wait() { writer_->wait(); }

}  // namespace barchan::ui
