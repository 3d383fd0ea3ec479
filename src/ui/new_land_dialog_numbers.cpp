// The pages of the dialog for a new land on which it is made from noise or from a height map.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "io/text.hpp"
#include "ui/new_land_dialog.hpp"

namespace barchan::ui {

namespace {

constexpr float kNumbersShare = 0.5f;                        // of the width of the dialog
constexpr float kFactLines = 5.5f;                           // below the picture
constexpr float kLeastPicture = 120.0f, kNumbersGap = 8.0f;  // 96-dpi pixels
constexpr float kChoose = 90.0f, kLargePad = 14.0f;
constexpr double kLeastRelief = 10.0;      // m, of the range of a slider
constexpr std::size_t kLongestTitle = 80;  // bytes
constexpr std::int32_t kSeeds = 1000000;
constexpr std::int32_t kNextSeed = 7919;  // a prime, so that the next seed is not taken for a small change

std::string metres(double value) { return fmt::format("{:.4g} m", value); }

}  // namespace

/// The row with a range of heights that fits this land. With the whole range, a drag would be too coarse.
ParameterRow NewLandDialog::slider_of(ParameterRow row, double value) const {
  double low = row.minimum, high = row.maximum;
  const auto preview = previews_.preview();
  if ((row.key == "lowest" || row.key == "highest") && map_.width > 0) {
    const double relief = std::max(kLeastRelief, map_.highest - map_.lowest);
    low = map_.lowest - relief;
    high = map_.highest + 2.0 * relief;
  } else if ((row.key == "sand_height" || row.key == "sea_level") && preview && preview->error.empty()) {
    const double relief = std::max(kLeastRelief, preview->highest - preview->lowest);
    low = preview->lowest - 0.1 * relief;
    high = preview->highest + 0.1 * relief;
  } else {
    return row;
  }
  // In coarse steps, so that a drag does not change the range under the pointer.
  const double step = round_below(0.1 * (high - low));
  row.minimum = std::max(row.minimum, std::min(value, std::floor(low / step) * step));
  row.maximum = std::min(row.maximum, std::max(value, std::ceil(high / step) * step));
  return row;
}

void NewLandDialog::draw_row(Frame const& frame, std::string_view key, bool live) {
  NewLandNumbers& numbers = frame.land().numbers;
  static const NewLandNumbers kUsual;
  const ParameterGroup group = new_land_group(numbers);
  ParameterRow const& row = *group.find(key);
  // Typed values have the whole range.
  const ParameterRow slider = editor_.typing() ? row : slider_of(row, group.get(row));
  const EditedRow edited{.name = fmt::format("{}.{}", group.id, key),
                         .row = slider,
                         .value = group.get(row),
                         .start = row.get(&kUsual),
                         .live = live};
  if (const auto wanted = editor_.edit(frame.canvas, edited)) {
    group.set(row, *wanted);
    numbers = fit_extent(numbers, key);
    trouble_.clear();
  }
  if (auto error = editor_.take_error()) trouble_ = std::move(*error);
}

void NewLandDialog::draw_rows(Frame const& frame, char const* title, std::initializer_list<std::string_view> keys) {
  ImGui::Dummy({0.0f, frame.canvas.px(1.0f)});
  draw_text(frame.canvas.fonts.small_print, colors::kQuietText, title);
  for (const std::string_view key : keys) draw_row(frame, key);
}

/// Draws the name of a file and the button that chooses it.
void NewLandDialog::draw_file(Frame const& frame, std::string const& file, FileDialog::Purpose purpose) {
  Canvas const& canvas = frame.canvas;
  const auto show = [&] {
    files_.show(purpose, file.empty() ? std::filesystem::current_path() / "map" : std::filesystem::path(file));
  };
  const std::string widget = fmt::format("new_land/{}", FileDialog::name_of(purpose));
  char const* const help = "Chooses a raster file.";
  if (file.empty() && purpose == FileDialog::Purpose::height_map) {
    // Nothing else can be done on this page, so the button is large.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, canvas.px(kLargePad)});
    if (draw_button(canvas, {"Choose a height map …", widget, help, ImGui::GetContentRegionAvail().x})) show();
    ImGui::PopStyleVar();
    return;
  }
  const float button = canvas.px(kChoose), room = ImGui::GetContentRegionAvail().x - button - canvas.px(kNumbersGap);
  const std::string name = file.empty() ? "No file" : std::filesystem::path(file).filename().string();
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.body, file.empty() ? colors::kQuietText : colors::kText,
            shortened(name, {room, 1}, *canvas.fonts.body));
  tooltip(file);
  ImGui::SameLine(room + canvas.px(kNumbersGap));
  if (draw_button(canvas, {"Choose …", widget, help, button})) show();
}

void NewLandDialog::draw_numbers(Frame const& frame) {
  NewLand& land = frame.land();
  NewLandNumbers& numbers = land.numbers;
  std::array<char, kLongestTitle + 1> title{};
  std::copy_n(land.title.begin(), std::min(land.title.size(), kLongestTitle), title.begin());
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##title", "Name of the land", title.data(), title.size(),
                               ImGuiInputTextFlags_AutoSelectAll)) {
    land.title = title.data();
  }
  frame.canvas.widgets.record("new_land/title");
  if (numbers.kind == LandKind::height_map) {
    draw_file(frame, land.map, FileDialog::Purpose::height_map);
    if (land.map.empty()) return;
    draw_rows(frame, "Size, heights and edges", {"extent", "cell_size", "lowest", "highest", "boundary"});
    if (map_.gaps) draw_row(frame, "fill");
  } else {
    draw_rows(frame, "Shape", {"basis", "relief", "wavelength", "octaves", "roughness", "ridges", "warp"});
    draw_row(frame, "warp_wavelength", numbers.warp > 0.0f);
    draw_row(frame, "seed");
    if (draw_button(frame.canvas, {"Another seed", "new_land/seed",
                                   "Chooses another seed, which gives another land of the same kind."})) {
      numbers.seed = (numbers.seed + kNextSeed) % kSeeds;
    }
    draw_rows(frame, "Size", {"width", "height", "cell_size", "extent", "boundary"});
  }
  draw_rows(frame, "Sand", {"sand_depth", "sand"});
  if (numbers.sand == SandPlace::below_height) draw_row(frame, "sand_height");
  if (numbers.sand == SandPlace::below_slope) draw_row(frame, "sand_slope");
  if (numbers.sand == SandPlace::mask) draw_file(frame, land.mask, FileDialog::Purpose::sand_mask);
  draw_rows(frame, "Sea", {"sea"});
  draw_row(frame, "sea_level", numbers.sea != 0);
}

void NewLandDialog::draw_preview(Frame const& frame) {
  NewLand const& land = frame.land();
  NewLandNumbers const& numbers = land.numbers;
  const bool possible = new_land_error(land).empty() && trouble_.empty();
  if (possible) previews_.ask(land);
  const auto preview = previews_.preview();
  const bool shown = possible && preview && preview->error.empty() && previews_.ready();
  const Grid grid = grid_of(numbers);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float height =
      std::max(frame.canvas.px(kLeastPicture), room.y - kFactLines * ImGui::GetTextLineHeightWithSpacing());
  // While the next picture is made, the last one stays.
  const bool any = possible && preview;
  const float shape = static_cast<float>(grid.height) / static_cast<float>(grid.width);
  const bool waits = numbers.kind == LandKind::height_map && land.map.empty();
  draw_picture(frame, any ? preview->picture : nullptr, {room.x, std::min(height, room.x * std::min(shape, 1.0f))},
               waits ? "The map appears here." : "");
  frame.canvas.widgets.record("new_land/preview");
  ImGui::PushFont(frame.canvas.fonts.small_print);
  const auto cell = static_cast<double>(grid.cell_size);
  if (numbers.kind == LandKind::noise || !land.map.empty()) {
    draw_wrapped(colors::kText, fmt::format("{} × {} cells, {} × {}", grid.width, grid.height,
                                            metres(grid.width * cell), metres(grid.height * cell)));
    draw_wrapped(colors::kQuietText,
                 fmt::format("Memory: about {} of {}", memory_text(world_memory(grid)), memory_text(memory_)));
    frame.canvas.widgets.record("new_land/memory");
  }
  if (shown) {
    draw_wrapped(colors::kQuietText,
                 fmt::format("Heights from {} to {}", metres(preview->lowest), metres(preview->highest)));
    std::string cover = fmt::format("Sand on {:.0f} % of the land", 100.0 * preview->sandy);
    if (numbers.sea != 0) cover += fmt::format(", {:.0f} % below sea level", 100.0 * preview->under_sea);
    draw_wrapped(colors::kQuietText, cover);
    for (std::string const& notice : preview->notices) draw_wrapped(colors::kAccent, notice);
  }
  ImGui::PopFont();
}

void NewLandDialog::draw_land(Frame const& frame) {
  const float width = kNumbersShare * ImGui::GetContentRegionAvail().x;
  ImGui::BeginChild("numbers", {width, 0.0f});
  draw_numbers(frame);
  ImGui::EndChild();
  ImGui::SameLine(0.0f, frame.canvas.px(kNumbersGap));
  ImGui::BeginChild("preview");
  draw_preview(frame);
  ImGui::EndChild();
}

}  // namespace barchan::ui
