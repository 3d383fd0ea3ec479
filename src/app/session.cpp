#include "app/session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <fmt/core.h>
#include <imgui.h>

#include "app/folders.hpp"
#include "app/sudden_end.hpp"
#include "io/console.hpp"
#include "io/file.hpp"
#include "io/picture_file.hpp"
#include "render/framebuffer.hpp"
#include "ui/theme.hpp"

namespace barchan::app {

namespace fs = std::filesystem;

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Each begins a line of the settings. ImGui takes these lines for comments.
constexpr std::string_view kTextSize = "; text_size = ", kTheme = "; theme = ", kColumn = "; settings = ",
                           kConvention = "; directions = ";
constexpr std::string_view kLight = "light", kFolded = "folded";

/// The rest of the line that begins with `key`; empty if there is none.
std::string value_of(std::string const& settings, std::string_view key) {
  const std::size_t at = settings.find(key);
  if (at == std::string::npos) return {};
  return settings.substr(at + key.size(), settings.find('\n', at) - at - key.size());
}

/// Takes over Barchan's own lines of the settings. A value that is not known is left out.
void read_own_settings(std::string const& settings, ui::EditorState& state) {
  const float size = std::strtof(value_of(settings, kTextSize).c_str(), nullptr);
  if (size >= ui::kSmallestText && size <= ui::kLargestText) state.text_size = size;
  state.light_theme = value_of(settings, kTheme) == kLight;
  state.settings = value_of(settings, kColumn) != kFolded;
  state.meteorological = value_of(settings, kConvention) != directions_id(Directions::mathematical);
}

/// Barchan's own lines: those that differ from the default.
std::string own_settings(ui::EditorState const& state) {
  std::string text;
  if (state.text_size != 1.0f) text += fmt::format("{}{}\n", kTextSize, state.text_size);
  if (state.light_theme) text += fmt::format("{}{}\n", kTheme, kLight);
  if (!state.settings) text += fmt::format("{}{}\n", kColumn, kFolded);
  if (!state.meteorological) text += fmt::format("{}{}\n", kConvention, directions_id(state.directions()));
  return text;
}

}  // namespace

Session::Session(Options const& options, ui::LoadedWorld first, ui::SimulationRunner::Mode mode,
                 std::string settings_file)
    : settings_file_(std::move(settings_file)), runner_(std::move(first), mode), editor_(runner_, options.threads) {
  editor_.state().panels = options.panels;
  editor_.state().render.slice = options.slice;
  editor_.state().render.shader_directory = options.shader_directory;
  end_without_memory_for_imgui();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // ImGui would write the file in place
  read_settings();
  if (options.directions) editor_.state().meteorological = *options.directions == Directions::meteorological;
  ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
  ImGui_ImplOpenGL3_Init("#version 410 core");
  set_scale(options.scale > 0.0f ? options.scale : ui::scale_for(1.0f, options.height));
}

Session::~Session() {
  write_settings();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Session::read_settings() {
  constexpr std::uint64_t kMaximum = 1 << 20;
  std::error_code ignored;
  if (settings_file_.empty() || !fs::exists(settings_file_, ignored)) return;
  try {
    settings_ = read_text_file(settings_file_, kMaximum);
    read_own_settings(settings_, editor_.state());
    ImGui::LoadIniSettingsFromMemory(settings_.data(), settings_.size());
  } catch (InputError const& error) {
    editor_.say(error.what(), true);
  }
}

/// Does nothing if the settings have not changed. A file that cannot be written is reported once and left alone.
void Session::write_settings() {
  if (settings_file_.empty()) return;
  try {
    const std::string now = own_settings(editor_.state()) + ImGui::SaveIniSettingsToMemory();
    ImGui::GetIO().WantSaveIniSettings = false;
    if (now == settings_) return;
    write_file(settings_file_, now);
    settings_ = now;
  } catch (std::exception const& error) {
    print_failure("barchan", told_whole(error));
    editor_.say(told_whole(error), true);
    settings_file_.clear();
  }
}

void Session::set_scale(float display) {
  display_ = display;
  const float scale = display * editor_.state().text_size;
  const ui::Theme theme = editor_.state().light_theme ? ui::Theme::light : ui::Theme::dark;
  if (scale != scale_ || theme != ui::present_theme()) ui::apply_theme(scale, theme);
  if (scale == scale_) return;
  scale_ = scale;
  editor_.set_fonts(ui::load_fonts(scale), scale);
  // The back end does not notice by itself that the fonts have changed.
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Session::keep_data_in(fs::path const& folder, std::optional<double> autosave) {
  if (folder.empty()) return;
  editor_.remember_files_in(folder / "recent.txt");
  editor_.keep_export_in(folder / "export.txt");
  editor_.keep_presets_in(folder / "presets");
  if (autosave != 0.0) editor_.keep_work_in(folder / "autosave", autosave);
}

double Session::build(double seconds, ui::Measured const& measured, bool hold) {
  const auto start = std::chrono::steady_clock::now();
  ImGui::NewFrame();
  const auto kind = [this] { return std::pair(editor_.state().render.still, editor_.state().render.repeat_world); };
  const auto before = kind();
  editor_.build(seconds, measured, {renderer_.inset_texture(), &thumbnails_});
  fresh_ = fresh_ || kind() != before;
  ImGui::Render();
  if (ImGui::GetIO().WantSaveIniSettings) write_settings();
  fresh_ = editor_.advance(hold) || fresh_;
  follow_stills();
  return seconds_since(start);
}

/// A large land takes several frames. If a new view arrives meanwhile, it is sent after the present one.
void Session::upload(bool all) {
  const render::SendBudget budget = all ? render::SendBudget() : upload_;
  while (sending_ || fresh_) {
    if (!sending_) {
      sending_ = runner_.shared_view();
      fresh_ = false;
    }
    const bool whole = renderer_.upload(*sending_, editor_.state().render, budget);
    if (whole) {
      sending_.reset();
      place_things();
    }
    if (!whole || budget.sent != render::SendBudget::kAll) break;
  }
  if (things_ != editor_.state().landmarks.things && !sending_) place_things();
}

FrameCost Session::draw(render::DrawTarget target) {
  FrameCost cost;
  target.clock = editor_.clock();
  render::RenderSettings const& settings = editor_.state().render;
  const auto start = std::chrono::steady_clock::now();
  const bool moves = moving(), sends = sending_ || fresh_;
  if (still_ && !still_->drawing && !runner_.waits_to_observe()) begin_still();
  if (!holds_land()) upload(false);
  if (sends) cost.upload = seconds_since(start);
  renderer_.draw(editor_.camera(), settings, target);
  if (renderer_.shader_error() != shader_error_) {
    shader_error_ = renderer_.shader_error();
    if (!shader_error_.empty()) print_error("barchan: the shaders cannot be used: {}\n", shader_error_);
  }
  drawn_ = editor_.camera();
  settings_drawn_ = settings;
  if (moves) changed_ = std::chrono::steady_clock::now();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  cost.own = cost.upload + renderer_.stats().own_seconds;
  if (holds_land()) draw_next_band();
  return cost;
}

void Session::place_things() {
  things_ = editor_.state().landmarks.things;
  renderer_.place(things_);
}

bool Session::moving() const {
  const bool drags = ImGui::IsAnyMouseDown() && !ImGui::GetIO().WantCaptureMouse;
  return drags || sending_ || fresh_ || !(editor_.camera() == drawn_) || !(editor_.state().render == settings_drawn_);
}

float Session::fineness(ui::DetailGovernor const& governor) const {
  // A frame in full detail may take a second without a graphics card. It waits until nothing has changed for a while.
  constexpr double kRest = 0.3;  // s
  const bool at_rest = editor_.state().paused && !moving() && seconds_since(changed_) >= kRest;
  const bool chosen = editor_.state().render.quality != render::RenderQuality::automatic;
  return at_rest || chosen ? 1.0f : governor.fineness();
}

double Session::wanted_rate(double most) const {
  constexpr double kInSoftware = 20.0, kOnCard = 60.0;
  return renderer_.software() ? kInSoftware : std::min(kOnCard, most);
}

/// Saves the part of the picture that shows the widget.
std::string Session::save_picture_of(ui::WidgetPicture const& wanted, render::DrawTarget const& target) const {
  const render::Image image = render::read_pixels(target.framebuffer, target.width, target.height);
  ui::WidgetPlace const* const place = editor_.widgets().find(wanted.widget);
  if (place == nullptr)
    throw std::runtime_error(fmt::format(
        "expected the window '{}' to be shown, found it hidden; show it to save its picture", wanted.title));
  const int left = std::clamp(static_cast<int>(place->minimum.x), 0, image.width);
  const int right = std::clamp(static_cast<int>(place->maximum.x), left, image.width);
  const int top = std::clamp(static_cast<int>(place->minimum.y), 0, image.height);
  const int bottom = std::clamp(static_cast<int>(place->maximum.y), top, image.height);
  Picture picture{right - left, bottom - top, {}};
  for (int y = top; y < bottom; ++y) {
    const auto row = image.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(y) * image.width);
    picture.rgb.insert(picture.rgb.end(), row + 3 * left, row + 3 * right);
  }
  const auto file = free_name(runner_, wanted.ending);
  write_picture(file, picture);
  return fmt::format("{} saved: {}", wanted.title, file.string());
}

std::string Session::rescue() {
  if (!editor_.unsaved()) {
    editor_.leave_no_work();
    return "there was no unsaved work";
  }
  if (editor_.autosave_at_once()) return "unsaved work is kept; Barchan offers it at its next start";
  try {
    const fs::path file = free_name(runner_, "-rescued.barchan");
    editor_.save_at_once(file);
    return "unsaved work was saved: " + file.string();
  } catch (std::exception const& error) {
    return "unsaved work is lost: " + told_whole(error);
  }
}

void Session::save(ui::Requests const& requests, render::DrawTarget const& target) {
  const auto attempt = [&](bool wished, auto&& work) {
    if (!wished) return;
    try {
      const std::string done = work();
      if (!done.empty()) editor_.say(done);
    } catch (std::exception const& error) {
      editor_.say(told_whole(error), true);
    }
  };
  for (ui::StillRequest still : requests.stills) {
    if (still.width == 0) std::tie(still.width, still.height) = std::pair(target.width, target.height);
    const bool at_once = runner_.mode() == ui::SimulationRunner::Mode::synchronous;
    attempt(at_once, [&] { return save_still(still, free_name(runner_, ".png")); });
    if (!at_once) wanted_stills_.push_back(still);
  }
  attempt(requests.picture.has_value(), [&] { return save_picture_of(*requests.picture, target); });
  for (ui::FileRequest const& request : requests.files) {
    attempt(true, [&] {
      const auto file = free_name(runner_, request.ending);
      write_file(file, request.text);
      return fmt::format("{} saved: {}", request.title, file.string());
    });
  }
  attempt(requests.water_lines, [&] {
    editor_.save_water_lines(free_name(runner_, ".geojson"));
    return std::string();  // the editor says when it is done
  });
  if (requests.restyle) set_scale(display_);
}

}  // namespace barchan::app
