#include "ui/file_dialog.hpp"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "barchan/io/raster_file.hpp"
#include "barchan/io/saved_world.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr float kWidth = 460.0f, kListHeight = 240.0f;  // 96-dpi pixels
constexpr float kButton = 90.0f;
constexpr std::size_t kPathShown = 60;  // characters

bool can_be_opened(fs::path const& file) {
  return file.extension() == kSavedWorldEnding || file.extension() == ".toml" || is_raster_path(file);
}

/// The end of a path that is too long to show.
std::string shortened(std::string const& path) {
  return path.size() <= kPathShown ? path : "…" + path.substr(path.find('/', path.size() - kPathShown));
}

}  // namespace

void FileDialog::show(Purpose purpose, fs::path const& file) {
  std::error_code failed;
  fs::path folder = fs::absolute(file, failed).parent_path();
  if (failed || !fs::is_directory(folder, failed)) folder = fs::current_path(failed);
  purpose_ = purpose;
  shown_ = fresh_ = true;
  waiting_ = false;
  const std::string name = purpose == Purpose::save ? file.filename().string() : std::string();
  std::snprintf(name_, sizeof name_, "%s", name.c_str());
  enter(folder);
}

void FileDialog::refuse(std::string why) {
  trouble_ = std::move(why);
  waiting_ = false;
}

void FileDialog::enter(fs::path const& folder) {
  trouble_.clear();
  replace_.clear();
  std::error_code failed;
  std::vector<Entry> entries;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    Entry entry{at->path().filename().string(), false};
    std::error_code ignored;
    entry.folder = at->is_directory(ignored);
    const bool fits =
        purpose_ == Purpose::open ? can_be_opened(at->path()) : at->path().extension() == kSavedWorldEnding;
    if (!entry.name.starts_with('.') && (entry.folder || fits)) entries.push_back(std::move(entry));
  }
  if (failed) return refuse(fmt::format("{}: {}", folder.string(), failed.message()));
  std::sort(entries.begin(), entries.end(),
            [](Entry const& a, Entry const& b) { return std::pair(!a.folder, a.name) < std::pair(!b.folder, b.name); });
  folder_ = fs::weakly_canonical(folder, failed);
  entries_ = std::move(entries);
}

/// What the name stands for; a folder is entered, a file that would be replaced is asked about first.
std::optional<fs::path> FileDialog::accept() {
  trouble_.clear();
  fs::path file = name_;
  if (file.empty()) return std::nullopt;
  file = folder_ / file;  // an absolute name stays what it is
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    name_[0] = '\0';
    enter(file);
    return std::nullopt;
  }
  if (purpose_ == Purpose::save) {
    if (file.extension() != kSavedWorldEnding) file += kSavedWorldEnding;
    if (fs::exists(file, ignored) && std::exchange(replace_, file.string()) != file.string()) {
      trouble_ = fmt::format("{} is there already.", file.filename().string());
      return std::nullopt;
    }
  }
  waiting_ = true;
  return file;
}

char const* FileDialog::deed() const {
  if (purpose_ == Purpose::open) return "Open";
  return replace_.empty() || trouble_.empty() ? "Save" : "Replace";
}

void FileDialog::draw_place(Canvas const& canvas) {
  draw_text(canvas.fonts.bold, colors::kText, purpose_ == Purpose::open ? "Open a land" : "Save this world");
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.body, colors::kQuietText, shortened(folder_.string()));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - canvas.px(kButton));
  if (draw_button(canvas, {"Folder up", "file/up", {}, canvas.px(kButton)})) enter(folder_.parent_path());
}

/// The folder's files; true when one was clicked twice.
bool FileDialog::draw_entries(Canvas const& canvas) {
  bool chosen = false;
  std::string entered;
  ImGui::BeginChild("entries", {0.0f, canvas.px(kListHeight)}, true);
  for (Entry const& entry : entries_) {
    const std::string label = entry.name + (entry.folder ? "/" : "");
    if (ImGui::Selectable(label.c_str(), entry.name == name_,
                          ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_DontClosePopups)) {
      if (entry.folder) {
        entered = entry.name;
      } else {
        std::snprintf(name_, sizeof name_, "%s", entry.name.c_str());
        chosen = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
      }
    }
    canvas.book.record("file/" + entry.name);
  }
  if (entries_.empty()) ImGui::TextColored(colors::kQuietText, "Nothing here that can be opened.");
  ImGui::EndChild();
  if (!entered.empty()) enter(folder_ / entered);
  return chosen;
}

std::optional<fs::path> FileDialog::draw(Canvas const& canvas) {
  constexpr char const* kId = "##files";
  // One that was closed from outside is still open for ImGui, and has to be ended below.
  if (!shown_ && !ImGui::IsPopupOpen(kId)) return std::nullopt;
  if (!ImGui::IsPopupOpen(kId)) ImGui::OpenPopup(kId);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kWidth), canvas.size.x), 0.0f});
  if (!ImGui::BeginPopupModal(kId, nullptr, kDialogFlags)) return std::nullopt;
  std::optional<fs::path> result;
  ImGui::BeginDisabled(waiting_);
  draw_place(canvas);
  bool chosen = draw_entries(canvas);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (std::exchange(fresh_, false)) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##name", "Name", name_, sizeof name_, ImGuiInputTextFlags_AutoSelectAll);
  canvas.book.record("file/name");
  if (!trouble_.empty()) {
    draw_wrapped(colors::kAccent, trouble_);
    canvas.book.record("file/trouble");
  }
  chosen |= draw_button(canvas, {deed(), "file/ok", {}, canvas.px(kButton)});
  if (chosen || (canvas.enter && !waiting_)) result = accept();
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "file/cancel", {}, canvas.px(kButton)}) || canvas.escape) close();
  if (!shown_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return result;
}

}  // namespace barchan::ui
