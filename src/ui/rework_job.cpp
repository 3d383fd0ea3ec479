#include "ui/rework_job.hpp"

#include <exception>
#include <utility>

namespace barchan::ui {

namespace {

constexpr double kBetweenLooks = 0.02;  // s of computation between two looks at the request to stop

}  // namespace

void ReworkJob::begin(Rework rework, std::string title) {
  cancel();
  rework_.emplace(std::move(rework));
  title_ = std::move(title);
  progress_ = 0.0;
  start();
}

void ReworkJob::start() {
  done_ = false;
  error_ = nullptr;
  thread_ = std::jthread([this](std::stop_token const& stop) {
    try {
      while (!stop.stop_requested() && !rework_->run(kBetweenLooks)) {
        progress_.store(rework_->progress(), std::memory_order_relaxed);
      }
    } catch (...) {
      error_ = std::current_exception();
    }
    done_.store(true, std::memory_order_release);
    done_.notify_all();
  });
}

void ReworkJob::cancel() {
  thread_ = std::jthread();  // asks the thread to stop and waits for it
  rework_.reset();
  done_ = false;
}

void ReworkJob::wait() { done_.wait(false, std::memory_order_acquire); }

bool ReworkJob::extend(History& history) {
  if (error_ || !history.extend(*rework_)) return false;
  thread_.join();
  start();
  return true;
}

Rework ReworkJob::take() {
  thread_ = std::jthread();
  done_ = false;
  Rework result = std::move(*rework_);
  rework_.reset();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  return result;
}

}  // namespace barchan::ui
