#include "io/activity.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <system_error>

namespace barchan {

namespace {

/// The activities of one thread.
struct Activities {
  int depth = 0;         ///< of the activities that go on now
  int failed_depth = 0;  ///< of the activity in `text`; 0: none
  std::array<char, 512> text{};
  std::size_t length = 0;

  void add(std::string_view part) {
    const std::size_t count = std::min(part.size(), text.size() - length);
    std::copy_n(part.data(), count, text.data() + length);
    length += count;
  }
};

Activities& here() {
  static thread_local Activities activities;
  return activities;
}

/// What the system says if it can start no more threads.
bool is_shortage(std::system_error const& error) {
  return error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory;
}

}  // namespace

Activity::Activity(std::string_view verb, std::string_view object)
    : verb_(verb), object_(object), exceptions_(std::uncaught_exceptions()) {
  Activities& all = here();
  ++all.depth;
  if (all.failed_depth >= all.depth) all.failed_depth = 0;  // an earlier exception was caught
}

Activity::~Activity() {
  Activities& all = here();
  const int depth = all.depth--;
  if (std::uncaught_exceptions() <= exceptions_ || all.failed_depth > depth) return;
  all.failed_depth = depth;
  all.length = 0;
  all.add(verb_);
  all.add(" ");
  all.add(object_);
}

std::string_view Activity::failed() {
  Activities const& all = here();
  return all.failed_depth == 0 ? std::string_view() : std::string_view(all.text.data(), all.length);
}

std::string unexpected_error(std::exception const& error) noexcept {
  try {
    const std::string_view activity = Activity::failed();
    const std::string where = activity.empty() ? std::string() : " while " + std::string(activity);
    if (dynamic_cast<std::bad_alloc const*>(&error) != nullptr) {
      return std::string(kOutOfMemory) + where + std::string(kNeedLess);
    }
    if (auto const* system = dynamic_cast<std::system_error const*>(&error);
        system != nullptr && is_shortage(*system)) {
      return "this machine can start no more threads" + where + "; close other programs or choose fewer threads";
    }
    return "a fault of Barchan ended the program" + where + ": " + error.what() + "; please report it";
  } catch (std::bad_alloc const&) {
    return std::string(kNoMemory);
  }
}

}  // namespace barchan
