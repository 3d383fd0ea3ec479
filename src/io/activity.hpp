/// Activity: what a thread is doing, for the report of an exception that nobody expected.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace barchan {

/// Lives as long as one activity, such as reading a file. If an exception ends it, failed() returns its text.
class Activity {
 public:
  /// `verb` as in "reading"; `object` as in "dunes.toml". Both must outlive the activity. Allocates no memory.
  Activity(std::string_view verb, std::string_view object);
  ~Activity();
  Activity(Activity const&) = delete;
  Activity& operator=(Activity const&) = delete;

  /// The innermost activity of this thread that the last exception ended, as in "reading dunes.toml"; empty if there
  /// was none.
  static std::string_view failed();

 private:
  std::string_view verb_, object_;
  int exceptions_;
};

/// The beginning and the end of the line about a lack of memory. The activity stands between them.
inline constexpr std::string_view kOutOfMemory = "this machine ran out of memory",
                                  kNeedLess = "; choose a smaller land";

/// One line about an exception that is not a mistake of the user: lack of memory or threads, or a fault of the program.
/// It names the activity that the exception ended.
std::string unexpected_error(std::exception const& error) noexcept;
/// What they say when there is no memory for the line: so short that a std::string needs none.
inline constexpr std::string_view kNoMemory = "out of memory";

}  // namespace barchan
