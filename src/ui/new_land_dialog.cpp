#include "ui/new_land_dialog.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include "io/file.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr float kNewLandWidth = 860.0f, kHeight = 600.0f, kNewLandMargin = 8.0f, kButton = 90.0f;  // 96-dpi pixels
constexpr std::uint64_t kLongestScenario = 65536;                                                  // bytes
constexpr char const* kId = "##new_land";

struct PageRow {
  char const *label, *name, *help;
};
/// In the order of NewLandPage.
constexpr PageRow kPages[] = {
    {"Scenario", "new_land/page/scenario", "Opens one of the lands that come with Barchan."},
    {"Noise", "new_land/page/noise", "Makes a land from noise."},
    {"Height map", "new_land/page/height_map", "Makes a land from a raster file of heights."},
};

/// The land that was made in the dialog, if the order names such a land or a scenario file with such a land.
std::optional<NewLand> land_of(WorldOrder const& order) {
  if (!order.text.empty()) return new_land_of(order.text);
  const fs::path file = order.source;
  if (file.extension() != ".toml") return std::nullopt;
  try {
    return new_land_of(read_text_file(file, kLongestScenario), fs::absolute(file).parent_path());
  } catch (std::exception const&) {  // the file is no longer there
    return std::nullopt;
  }
}

}  // namespace

void NewLandDialog::show(EditorState& state, WorldOrder const& present) {
  NewLandState& chosen = state.new_land;
  chosen.shown = true;
  waiting_ = accepted_ = false;
  trouble_.clear();
  memory_ = static_cast<double>(memory_limit());
  if (auto land = land_of(present)) {
    chosen.page = land->numbers.kind == LandKind::noise ? NewLandPage::noise : NewLandPage::height_map;
    if (present.seed) land->numbers.seed = static_cast<std::int32_t>(*present.seed);
    chosen.land() = std::move(*land);
  }
  const auto& shipped = shipped_scenarios();
  if (std::ranges::find(shipped, present.source, &ScenarioInfo::id) != shipped.end()) chosen.scenario = present.source;
  if (chosen.map.map.empty()) return;
  fits_map_ = false;  // the numbers are the user's
  previews_.ask_for_map(chosen.map.map);
}

void NewLandDialog::close(EditorState& state) {
  state.new_land.shown = false;
  waiting_ = false;
  files_.close();
}

void NewLandDialog::refuse(std::string why) {
  waiting_ = false;
  trouble_ = std::move(why);
}

std::string_view NewLandDialog::name(EditorState const& state) const {
  if (!state.new_land.shown) return "none";
  return files_.shown() ? FileDialog::name_of(files_.purpose()) : "new_land";
}

std::string NewLandDialog::trouble(EditorState const& state) const {
  if (files_.shown()) return files_.trouble();
  if (!trouble_.empty()) return trouble_;
  if (state.new_land.page == NewLandPage::scenario) return {};
  if (std::string error = new_land_error(state.new_land.land()); !error.empty()) return error;
  const auto preview = previews_.preview();
  return preview && previews_.ready() ? preview->error : std::string();
}

/// True if no reason is known why the chosen land cannot be opened.
bool NewLandDialog::complete(EditorState const& state) const {
  if (state.new_land.page == NewLandPage::scenario) return !state.new_land.scenario.empty();
  return trouble(state).empty();
}

Answers NewLandDialog::answers(EditorState const& state) const {
  NewLandState const& chosen = state.new_land;
  const auto preview = previews_.preview();
  const bool made = preview && previews_.ready() && preview->error.empty();
  const auto figure = [&](double LandPreview::*of) {
    return made ? Answer((*preview).*of) : Answer(std::string("none"));
  };
  constexpr std::string_view kNames[] = {"scenario", "noise", "height_map"};
  return {
      {"new_land.page", std::string(kNames[static_cast<std::size_t>(chosen.page)])},
      {"new_land.scenario", text_answer(chosen.scenario)},
      {"new_land.title", text_answer(chosen.land().title)},
      {"new_land.map", text_answer(chosen.map.map)},
      {"new_land.mask", text_answer(chosen.land().mask)},
      {"new_land.preview.lowest", figure(&LandPreview::lowest)},
      {"new_land.preview.highest", figure(&LandPreview::highest)},
      {"new_land.preview.sandy", figure(&LandPreview::sandy)},
      {"new_land.preview.under_sea", figure(&LandPreview::under_sea)},
  };
}

/// Takes over the facts of the height map that the previewer has read.
void NewLandDialog::follow_files(EditorState& state) {
  const auto news = previews_.take_map();
  if (!news || news->file != state.new_land.map.map) return;
  NewLand& land = state.new_land.map;
  if (auto const* error = std::get_if<std::string>(&news->facts)) {
    trouble_ = *error;
    return;
  }
  map_ = std::get<MapFacts>(news->facts);
  if (std::exchange(fits_map_, false)) {
    land.numbers = with_map(land.numbers, map_);
    land.title = fs::path(land.map).stem().string();
    return;
  }
  land.numbers.width = map_.width;
  land.numbers.height = map_.height;
  land.numbers = fit_extent(land.numbers, "cell_size");
}

void NewLandDialog::use_file(EditorState& state, fs::path const& file, NewLandWish& wish) {
  NewLand& land = state.new_land.land();
  const std::string path = fs::absolute(file).lexically_normal().string();
  if (files_.purpose() == FileDialog::Purpose::save_scenario) {
    try {
      write_file(file, std::string_view(scenario_text(land, fs::path(path).parent_path())));
      wish.message = "Saved: " + file.string();
      files_.close();
    } catch (InputError const& error) {
      files_.refuse(error.what());
    }
    return;
  }
  trouble_.clear();
  files_.close();
  if (files_.purpose() == FileDialog::Purpose::sand_mask) {
    land.mask = path;
    return;
  }
  land.map = path;
  fits_map_ = true;
  previews_.ask_for_map(path);
}

void NewLandDialog::accept(EditorState& state, NewLandWish& wish) {
  if (waiting_ || !complete(state)) return;
  waiting_ = true;
  NewLandState const& chosen = state.new_land;
  if (chosen.page == NewLandPage::scenario) {
    wish.order = WorldOrder{chosen.scenario, {}, {}, {}};
    return;
  }
  wish.order = WorldOrder{std::string(kNewLandName), {}, {}, {}};
  wish.order->text = scenario_text(chosen.land());
}

void NewLandDialog::draw_head(Frame const& frame) {
  NewLandState& chosen = frame.chosen();
  ImGui::AlignTextToFramePadding();
  draw_text(frame.canvas.fonts.bold, colors::kText, "New land");
  for (std::size_t i = 0; i < std::size(kPages); ++i) {
    ImGui::SameLine(0.0f, frame.canvas.px(i == 0 ? 16.0f : 4.0f));
    const auto page = static_cast<NewLandPage>(i);
    const Button button{kPages[i].label, kPages[i].name, kPages[i].help, 0.0f, chosen.page == page};
    if (!draw_button(frame.canvas, button)) continue;
    chosen.page = page;
    trouble_.clear();
  }
}

void NewLandDialog::draw_body(Frame const& frame) {
  frame.chosen().page == NewLandPage::scenario ? draw_scenarios(frame) : draw_land(frame);
}

void NewLandDialog::draw_foot(Frame const& frame, NewLandWish& wish) {
  Canvas const& canvas = frame.canvas;
  if (const std::string error = trouble(frame.state); !error.empty() && !files_.shown()) {
    draw_wrapped(colors::kAccent, error);
    canvas.widgets.record("new_land/trouble");
  }
  const bool scenario = frame.chosen().page == NewLandPage::scenario;
  const float width = canvas.px(kButton);
  ImGui::BeginDisabled(!complete(frame.state));
  bool accepted = draw_button(canvas, {scenario ? "Open" : "Make", "new_land/make",
                                       "Opens this land. Undo returns to the present land. (Enter)", width});
  if (!scenario) {
    ImGui::SameLine();
    if (draw_button(
            canvas,
            {"Save …", "new_land/save",
             "Saves the land as a scenario file. Open the file and press Ctrl+N to change the land later.", width})) {
      const fs::path folder = fs::path(frame.land().map).parent_path();
      files_.show(FileDialog::Purpose::save_scenario, folder / (std::string(kNewLandName) + ".toml"));
    }
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancelled = draw_button(canvas, {"Cancel", "new_land/cancel", "Keeps the present land. (Esc)", width});
  accepted |= frame.free && canvas.enter;
  accepted |= std::exchange(accepted_, false);
  if (accepted) accept(frame.state, wish);
  if (cancelled || (frame.free && canvas.escape)) close(frame.state);
}

void NewLandDialog::draw_picture(Frame const& frame, std::shared_ptr<Picture const> const& picture, ImVec2 room,
                                 char const* text) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy(room);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (picture == nullptr || picture->width <= 0) {
    draw.AddRect(corner, {corner.x + room.x, corner.y + room.y}, packed(colors::kText, 0.15f));
    const ImVec2 wide = ImGui::CalcTextSize(text);
    draw.AddText({corner.x + 0.5f * (room.x - wide.x), corner.y + 0.5f * (room.y - wide.y)}, packed(colors::kQuietText),
                 text);
    return;
  }
  const auto width = static_cast<float>(picture->width), height = static_cast<float>(picture->height);
  const float factor = std::min(room.x / width, room.y / height);
  const ImVec2 size{factor * width, factor * height};
  const ImVec2 from{corner.x + 0.5f * (room.x - size.x), corner.y + 0.5f * (room.y - size.y)};
  if (const ImTextureID texture = texture_of(frame.thumbnails, picture)) {
    draw.AddImage(texture, from, {from.x + size.x, from.y + size.y});
  }
}

NewLandWish NewLandDialog::draw(Canvas const& canvas, EditorState& state, render::Thumbnails* thumbnails, bool wait) {
  NewLandWish wish;
  NewLandState& chosen = state.new_land;
  previews_.set_wait(wait);
  // A dialog that was closed from outside is still open for ImGui and must be ended below.
  if (!chosen.shown && !ImGui::IsPopupOpen(kId)) return wish;
  if (!ImGui::IsPopupOpen(kId)) ImGui::OpenPopup(kId);
  follow_files(state);
  const ImVec2 room{canvas.size.x - canvas.px(kNewLandMargin), canvas.size.y - canvas.px(kNewLandMargin)};
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kNewLandWidth), room.x), std::min(canvas.px(kHeight), room.y)});
  if (!ImGui::BeginPopupModal(kId, nullptr, kDialogFlags)) return wish;
  // A menu that closes in this frame has used the key.
  const bool free = !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId) && !ImGui::GetIO().WantTextInput;
  const Frame frame{canvas, state, thumbnails, free};
  ImGui::BeginDisabled(waiting_);
  draw_head(frame);
  const std::string error = trouble(state);
  const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.y;
  float foot = ImGui::GetFrameHeight() + gap;
  if (!error.empty()) foot += ImGui::CalcTextSize(error.c_str(), nullptr, false, width).y + gap;
  ImGui::BeginChild("body", {0.0f, -foot});
  draw_body(frame);
  ImGui::EndChild();
  ImGui::EndDisabled();
  draw_foot(frame, wish);
  canvas.widgets.record("new_land", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  if (const auto file = files_.draw(canvas)) use_file(state, *file, wish);
  if (!chosen.shown) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return wish;
}

}  // namespace barchan::ui
