#include "io/recent_files.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <system_error>

#include "io/file.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> read_list(fs::path const& list) {
  constexpr std::uint64_t kLongestList = 1 << 20;  // bytes
  std::vector<fs::path> files;
  std::error_code ignored;
  if (!fs::exists(list, ignored)) return files;
  try {
    std::istringstream lines(read_text_file(list, kLongestList));
    for (std::string line; std::getline(lines, line) && files.size() < RecentFiles::kMost;) {
      const fs::path file(line);
      if (file.is_absolute() && fs::is_regular_file(file, ignored)) files.push_back(file);
    }
  } catch (InputError const&) {
    // A damaged list is written anew when the next file is added.
  }
  return files;
}

void write_list(fs::path const& list, fs::path const& newest) {
  std::vector<fs::path> all = read_list(list);
  std::erase(all, newest);
  all.insert(all.begin(), newest);
  if (all.size() > RecentFiles::kMost) all.resize(RecentFiles::kMost);
  std::string text;
  for (fs::path const& one : all) text += one.string() + "\n";
  std::error_code ignored;
  fs::create_directories(list.parent_path(), ignored);
  try {
    write_file(list, text);
  } catch (InputError const&) {
    // The list is a convenience, and not worth a message.
  }
}

}  // namespace

std::vector<fs::path> RecentFiles::files() const { return read_list(list_); }

void RecentFiles::add(fs::path const& file) {
  std::error_code failed;
  const fs::path newest = fs::absolute(file, failed).lexically_normal();
  if (failed || newest.string().find('\n') != std::string::npos) return;
  wait();
  writer_ = std::jthread([list = list_, newest] { write_list(list, newest); });
}

}  // namespace barchan
