#include "ui/land_previewer.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace barchan::ui {

namespace {

constexpr int kScenarioSide = 160;  // pixels

}  // namespace

/// What is wanted and what has been made. The thread takes one thing at a time: a height map first, because its land
/// waits for it, then the land, then scenarios.
class LandPreviewer::Maker {
 public:
  void want(NewLand const& land) {
    {
      const std::lock_guard lock(mutex_);
      if (asked_ == land) return;
      asked_ = land;
      waiting_ = true;
    }
    start();
  }
  void want_map(std::filesystem::path const& file) {
    {
      const std::lock_guard lock(mutex_);
      map_ = file;
    }
    start();
  }
  std::shared_ptr<Picture const> scenario(std::string const& id) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = pictures_.find(id); known != pictures_.end()) return known->second;
      if (std::ranges::find(scenarios_, id) != scenarios_.end()) return nullptr;
      scenarios_.push_back(id);
    }
    start();
    return nullptr;
  }
  void drop_scenarios() {
    const std::lock_guard lock(mutex_);
    scenarios_.clear();
  }

  std::shared_ptr<LandPreview const> preview() const {
    const std::lock_guard lock(mutex_);
    return preview_;
  }
  bool ready() const {
    const std::lock_guard lock(mutex_);
    return asked_ && made_ == asked_;
  }
  std::optional<MapNews> take_map() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, std::nullopt);
  }
  /// Waits until everything is made.
  void finish() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return !busy_ && idle(); });
  }

 private:
  bool idle() const { return !map_ && !waiting_ && scenarios_.empty(); }

  void start() {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) thread_ = std::jthread([this](std::stop_token const& stop) { work(stop); });
    wake_.notify_one();
  }

  void work(std::stop_token const& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return !idle(); }) && !stop.stop_requested()) {
      busy_ = true;
      make(lock);
      busy_ = false;
      done_.notify_all();
    }
  }

  /// Makes one thing. The lock is released meanwhile.
  void make(std::unique_lock<std::mutex>& lock) {
    if (map_) return make_map(lock, *std::exchange(map_, std::nullopt));
    if (std::exchange(waiting_, false)) return make_land(lock, *asked_);
    const std::string id = scenarios_.front();
    lock.unlock();
    auto picture = preview_of_scenario(id, kScenarioSide);
    lock.lock();
    pictures_[id] = std::move(picture);
    std::erase(scenarios_, id);
  }
  void make_land(std::unique_lock<std::mutex>& lock, NewLand land) {
    lock.unlock();
    auto preview = std::make_shared<LandPreview const>(preview_of(land));
    lock.lock();
    preview_ = std::move(preview);
    made_ = std::move(land);
  }
  void make_map(std::unique_lock<std::mutex>& lock, std::filesystem::path const& file) {
    MapNews news{file};
    lock.unlock();
    try {
      news.facts = read_map_facts(file);
    } catch (std::exception const& error) {
      news.facts = std::string(error.what());
    }
    lock.lock();
    news_ = std::move(news);
  }

  mutable std::mutex mutex_;
  std::condition_variable_any wake_, done_;
  std::optional<NewLand> asked_, made_;
  bool waiting_ = false;  ///< `asked_` has not been begun
  bool busy_ = false;
  std::optional<std::filesystem::path> map_;
  std::deque<std::string> scenarios_;
  std::shared_ptr<LandPreview const> preview_;
  std::optional<MapNews> news_;
  std::map<std::string, std::shared_ptr<Picture const>> pictures_;
  std::jthread thread_;  // last: it uses all other members
};

LandPreviewer::LandPreviewer() : maker_(std::make_unique<Maker>()) {}
LandPreviewer::~LandPreviewer() = default;

void LandPreviewer::ask(NewLand const& land) {
  maker_->want(land);
  if (wait_) maker_->finish();
}

std::shared_ptr<LandPreview const> LandPreviewer::preview() const { return maker_->preview(); }
bool LandPreviewer::ready() const { return maker_->ready(); }

void LandPreviewer::ask_for_map(std::filesystem::path const& file) {
  maker_->want_map(file);
  if (wait_) maker_->finish();
}

std::optional<MapNews> LandPreviewer::take_map() { return maker_->take_map(); }

std::shared_ptr<Picture const> LandPreviewer::scenario(std::string const& id) {
  auto picture = maker_->scenario(id);
  if (!wait_ || picture) return picture;
  maker_->finish();
  return maker_->scenario(id);
}

void LandPreviewer::drop_scenarios() { maker_->drop_scenarios(); }

}  // namespace barchan::ui
