#include "ui/section_window.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "ui/section_water.hpp"
#include "ui/soil_color.hpp"

namespace barchan::ui {

namespace {

constexpr float kButton = 54.0f, kBar = 190.0f;  // 96-dpi pixels
constexpr float kLeftAxis = 56.0f, kFootAxis = 18.0f;
constexpr int kLinePoints = 96;         // of the line on the land
constexpr double kBedrockShare = 0.15;  // bedrock that is shown, as a fraction of the height above it
constexpr double kLeastRelief = 0.02;   // least height that is shown, as a fraction of the length
constexpr float kNameStep = 6.0f;       // pixels between places that are tried for a soil's name
constexpr double kTicks = 5.0;          // of an axis, about
constexpr Color kWaterBody{0.16f, 0.38f, 0.56f, 0.85f};
constexpr double kOneLevel = 0.005;      // m; levels that differ by less belong to one lake
constexpr float kLevelMark = 4.0f;       // pixels: half of the triangle on a water level
constexpr float kRoomForTwo = 720.0f;    // 96-dpi pixels: width of a plot with room for two texts side by side
constexpr float kRoomForLines = 110.0f;  // 96-dpi pixels: height of a plot with room for a text of several lines
constexpr double kLeastFlux = 1e-9;      // m3/s; a smaller flux counts as none

const ParameterRow kExaggeration = row::number<&SectionView::exaggeration>(
    "exaggeration", "Exaggeration", "", {0.1, 200.0, kByRatio},
    "Vertical exaggeration of the section. Higher: the relief looks steeper. A right-click sets the largest "
    "exaggeration at which the section fits into its window.");

/// The elevations that a section shows, m above sea level.
struct Extent {
  double low = 0.0, high = 0.0;

  explicit Extent(Section const& section) {
    Quanta bottom = section.columns.front().layers.back().thickness, top = section.columns.front().surface;
    double wet = to_metres(top);
    for (SectionColumn const& column : section.columns) {
      bottom = std::min(bottom, column.layers.back().thickness);
      top = std::max(top, column.surface);
      wet = std::max(wet, to_metres(column.surface) + column.water());
    }
    const double relief = std::max(std::max(to_metres(top), wet) - to_metres(bottom), kLeastRelief * section.length);
    high = section.datum + std::max(to_metres(top), wet) + 0.05 * relief;
    low = section.datum + to_metres(top) - (1.0 + kBedrockShare) * relief;
  }
};

/// The largest exaggeration with which the section fits into `room` pixels of height.
double fitting(Extent const& extent, double across, float room) {
  const double most = static_cast<double>(room) / (across * (extent.high - extent.low));
  const double digits = std::pow(10.0, std::floor(std::log10(most)) - 1.0);  // keeps two significant digits
  return std::clamp(std::floor(most / digits) * digits, kExaggeration.minimum, kExaggeration.maximum);
}

/// Paints the column's layers from `begin` (m along the line) to its end.
void draw_column(ImDrawList& draw, Plot const& plot, TerrainView const& view, SectionColumn const& column,
                 double begin) {
  double top = plot.datum + to_metres(column.surface);
  const float left = std::round(plot.x(begin)), right = std::round(plot.x(column.end));
  if (const double water = column.water(); water > 0.0) {
    const float level = plot.y(top + water);
    draw.AddRectFilled({left, level}, {right, std::round(plot.y(top))}, packed(kWaterBody));
    draw.AddRectFilled({left, level}, {right, level + kLevelLine}, packed(colors::kWater));
  }
  for (std::size_t k = 0; k < column.layers.size(); ++k) {
    const bool bedrock = k + 1 == column.layers.size();
    const double bottom = bedrock ? plot.elevation(plot.high.y) : top - to_metres(column.layers[k].thickness);
    draw.AddRectFilled({left, std::round(plot.y(top))}, {right, std::round(plot.y(bottom))},
                       packed(color_of(view.soils[column.layers[k].soil])));
    top = bottom;
  }
  if (column.ground) tint_ground(draw, plot, column, {left, right});
}

void draw_axes(Canvas const& canvas, ImDrawList& draw, Plot const& plot, double length) {
  ImFont& font = *canvas.fonts.small_print;
  const ImU32 text = packed(colors::kQuietText), line = packed(colors::kText, 0.16f);
  const auto label = [](double value, double step) {
    return fmt::format("{:.{}f} m", value + 0.0, std::max(0, static_cast<int>(std::ceil(-std::log10(step)))));
  };
  const double along = round_below(1.5 * length / kTicks);
  float free = 0.0f;  // pixels: left end of the room for the next label
  for (double at = 0.0; at <= length * 1.0001; at += along) {
    const std::string words = label(at, along);
    const float width = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str()).x;
    const float x = plot.x(at), left = std::min(x - 0.5f * width, plot.high.x - width);
    draw.AddLine({x, plot.high.y}, {x, plot.high.y + canvas.px(4.0f)}, text);
    if (left < free) continue;
    draw.AddText(&font, font.FontSize, {left, plot.high.y + canvas.px(4.0f)}, text, words.c_str());
    free = left + width + canvas.px(6.0f);
  }
  const double bottom = plot.elevation(plot.high.y), up = round_below(1.5 * (plot.top - bottom) / kTicks);
  for (double at = std::ceil(bottom / up) * up; at <= plot.top; at += up) {
    const std::string words = label(at, up);
    const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str());
    const float y = plot.y(at);
    draw.AddLine({plot.low.x, y}, {plot.high.x, y}, line);
    draw.AddText(&font, font.FontSize, {plot.low.x - size.x - canvas.px(5.0f), y - 0.5f * size.y}, text, words.c_str());
  }
}

void draw_land(ImDrawList& draw, Plot const& plot, TerrainView const& view) {
  draw.PushClipRect(plot.low, plot.high, true);
  draw.AddRectFilled(plot.low, plot.high, packed(colors::kText, 0.10f));
  // If columns are narrower than a pixel, one per pixel is painted.
  double painted = 0.0;
  for (SectionColumn const& column : view.section.columns) {
    const bool last = &column == &view.section.columns.back();
    if (!last && (column.end - painted) * plot.across < 1.0) continue;
    draw_column(draw, plot, view, column, painted);
    painted = column.end;
  }
  draw.PopClipRect();
}

/// A soil's thickest layer in a column of the plot: its upper and lower edge, pixels.
struct Strip {
  float top = 0.0f, bottom = 0.0f;

  float height() const { return bottom - top; }
};
Strip strip_of(Plot const& plot, Section const& section, SectionColumn const& column, SoilId soil) {
  Strip thickest;
  double top = section.datum + to_metres(column.surface);
  for (std::size_t k = 0; k < column.layers.size(); ++k) {
    const bool bedrock = k + 1 == column.layers.size();
    const double bottom = bedrock ? plot.elevation(plot.high.y) : top - to_metres(column.layers[k].thickness);
    const Strip strip{std::max(plot.y(top), plot.low.y), std::min(plot.y(bottom), plot.high.y)};
    if (column.layers[k].soil == soil && strip.height() > thickest.height()) thickest = strip;
    top = bottom;
  }
  return thickest;
}

/// Place for a word of `size` pixels wholly within a soil, in the middle of its thickest part.
std::optional<ImVec2> place_for(Plot const& plot, Section const& section, SoilId soil, ImVec2 size) {
  auto const& columns = section.columns;
  const auto column_at = [&](float x) -> SectionColumn const& {
    const auto after =
        std::partition_point(columns.begin(), columns.end(), [&](auto const& one) { return plot.x(one.end) < x; });
    return after == columns.end() ? columns.back() : *after;
  };
  const auto common = [&](float left) {
    Strip strip{plot.low.y, plot.high.y};
    for (const float share : {0.0f, 0.5f, 1.0f}) {
      const Strip there = strip_of(plot, section, column_at(left + share * size.x), soil);
      strip = {std::max(strip.top, there.top), std::min(strip.bottom, there.bottom)};
    }
    return strip;
  };
  float most = size.y, first = 0.0f, last = -1.0f;  // where there is the most room
  for (float left = plot.low.x; left + size.x <= plot.high.x; left += kNameStep) {
    const float height = common(left).height();
    if (height > most + 1.0f) {
      most = height;
      first = last = left;
    } else if (height > most - 1.0f && left - last < 1.5f * kNameStep) {
      last = left;
    }
  }
  if (last < 0.0f) return std::nullopt;
  const float left = 0.5f * (first + last);
  const Strip strip = common(left);
  return ImVec2{left, 0.5f * (strip.top + strip.bottom - size.y)};
}

/// Draws the level of each lake with the usual triangle, where there is room.
void draw_levels(Canvas const& canvas, ImDrawList& draw, Plot const& plot, Section const& section) {
  ImFont& font = *canvas.fonts.small_print;
  const ImU32 color = packed(colors::kWater);
  const auto level_of = [&](SectionColumn const& column) {
    return section.datum + to_metres(column.surface) + column.lake;
  };
  auto const& columns = section.columns;
  for (auto first = columns.begin(); first != columns.end();) {
    const auto last = std::find_if(first, columns.end(), [&](SectionColumn const& one) {
      return !(one.lake > 0.0) || std::abs(level_of(one) - level_of(*first)) > kOneLevel;
    });
    if (last != first) {
      const std::string words = fmt::format("{:.2f} m", level_of(*first));
      const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str());
      const float mark = canvas.px(kLevelMark), from = plot.x(first->begin), to = plot.x(std::prev(last)->end);
      const float width = 3.0f * mark + size.x, x = 0.5f * (from + to - width) + mark, y = plot.y(level_of(*first));
      if (to - from > width + 2.0f * mark && y - size.y > plot.low.y) {
        draw.AddTriangleFilled({x - mark, y - 1.6f * mark}, {x + mark, y - 1.6f * mark}, {x, y}, color);
        draw.AddText(&font, font.FontSize, {x + 2.0f * mark, y - size.y - 1.0f}, color, words.c_str());
        canvas.widgets.record("section.level", {from, y}, {to - from, plot.y(level_of(*first) - first->lake) - y},
                              draw);
      }
    }
    first = std::find_if(std::max(last, std::next(first)), columns.end(),
                         [](SectionColumn const& one) { return one.lake > 0.0; });
  }
}

/// Draws the name of each soil where there is room.
void draw_names(Canvas const& canvas, ImDrawList& draw, Plot const& plot, TerrainView const& view) {
  ImFont& font = *canvas.fonts.small_print;
  for (std::size_t soil = 0; soil < view.soils.size(); ++soil) {
    std::string const& name = view.soils[soil].name;
    const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, name.c_str());
    const ImVec2 roomy{size.x + canvas.px(8.0f), size.y + canvas.px(2.0f)};
    const auto at = place_for(plot, view.section, static_cast<SoilId>(soil), roomy);
    if (!at) continue;
    const Color color = color_of(view.soils[soil]);
    const bool dark = 0.3f * color.red + 0.59f * color.green + 0.11f * color.blue < 0.5f;
    draw.AddText(&font, font.FontSize, {at->x + canvas.px(4.0f), at->y + canvas.px(1.0f)},
                 packed(dark ? colors::kText : colors::kPanel, 0.9f), name.c_str());
    canvas.widgets.record("section.plot/" + view.soils[soil].id, *at, roomy, draw);
  }
}

std::string spot_text(SectionSpot const& spot) {
  const std::string place = fmt::format("{:.1f} m along  ·  {:.2f} m high", spot.distance, spot.elevation);
  if (!spot.water.empty()) return place + fmt::format("  ·  {}, {} deep", spot.water, thickness_text(spot.thickness));
  if (spot.soil.empty()) return place + fmt::format("  ·  air; the ground is at {:.2f} m", spot.surface);
  std::string wet = spot.below_table ? "  ·  below the water table" : "";
  if (spot.moist > 0.0) wet = fmt::format("  ·  {} of its pores full", share_text(spot.moist));
  if (spot.thickness <= 0.0) return place + "  ·  " + spot.soil + wet;
  return place + fmt::format("  ·  {}, {}", spot.soil, thickness_text(spot.thickness)) + wet;
}

/// Draws `words` on a plate whose upper corner is at `at`: the left one, or the right one if `right`. Returns the
/// size of the text.
ImVec2 draw_plate(Canvas const& canvas, ImDrawList& draw, ImVec2 at, std::string const& words, bool right) {
  ImFont& font = *canvas.fonts.small_print;
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str());
  if (right) at.x -= size.x;
  draw.AddRectFilled({at.x - canvas.px(5.0f), at.y - canvas.px(2.0f)},
                     {at.x + size.x + canvas.px(5.0f), at.y + size.y + canvas.px(2.0f)}, packed(colors::kPanel),
                     canvas.px(3.0f));
  draw.AddText(&font, font.FontSize, at, packed(colors::kText), words.c_str());
  return size;
}

/// Draws what wind and streams carry across the line, in the corner that the text about a place leaves free.
void draw_fluxes(Canvas const& canvas, ImDrawList& draw, Plot const& plot, TerrainView const& view, bool spot) {
  const float room = plot.high.x - plot.low.x;
  if (spot && room < canvas.px(kRoomForTwo)) return;
  const auto fits = [&](std::string const& words) {
    ImFont const& font = *canvas.fonts.small_print;
    return font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str()).x < room - canvas.px(20.0f);
  };
  // A narrow window gives only the flux of sand per second, or nothing.
  std::string words = flux_text(view.section_flux, view.calendar);
  if (!fits(words) || plot.high.y - plot.low.y < canvas.px(kRoomForLines)) {
    words = flux_text({.length = view.section_flux.length, .sand = view.section_flux.sand}, {});
  }
  if (words.empty() || !fits(words)) return;
  const ImVec2 at{plot.low.x + canvas.px(8.0f), plot.low.y + canvas.px(4.0f)};
  canvas.widgets.record("section.flux", at, draw_plate(canvas, draw, at, words, false), draw);
}

/// Draws two lines through the pointer's place and a text about it.
void draw_spot(Canvas const& canvas, ImDrawList& draw, Plot const& plot, SectionSpot const& spot) {
  const ImU32 color = packed(colors::kText, 0.75f);
  draw.AddLine({plot.x(spot.distance), plot.low.y}, {plot.x(spot.distance), plot.high.y}, color);
  draw.AddLine({plot.low.x, plot.y(spot.elevation)}, {plot.high.x, plot.y(spot.elevation)},
               packed(colors::kText, 0.3f));
  draw_plate(canvas, draw, {plot.high.x - canvas.px(8.0f), plot.low.y + canvas.px(4.0f)}, spot_text(spot), true);
}

/// Draws the title and the widgets of the window. Returns the free space between them. A narrow window has no title.
Gap draw_head(Canvas const& canvas, SectionView& section, double fit, ValueEditor& editor, bool posing) {
  constexpr char const* kTitle = "Section";
  const double shown = section.exaggeration > 0.0f ? static_cast<double>(section.exaggeration) : fit;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float middle = low.y + 0.5f * ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  const float room = ImGui::GetContentRegionAvail().x - 3.0f * (canvas.px(kButton) + gap);  // of title and bar
  const float title = canvas.fonts.bold->CalcTextSizeA(canvas.fonts.bold->FontSize, FLT_MAX, 0.0f, kTitle).x + gap;
  const bool titled = posing || room >= title + canvas.px(kBar);
  if (titled) {
    ImGui::AlignTextToFramePadding();
    draw_text(canvas.fonts.bold, colors::kText, kTitle);
  }
  if (posing) {
    ImGui::SameLine();
    ImGui::TextColored(colors::kQuietText, "vertical exaggeration %s", short_number(shown).c_str());
    return {ImGui::GetItemRectMax().x, ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x, middle};
  }
  const float bar = std::clamp(room, 1.0f, canvas.px(kBar));
  if (titled) ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMin().x + std::max(0.0f, room - bar));
  const float end = ImGui::GetCursorScreenPos().x;
  ImGui::BeginChild("bar", {bar, ImGui::GetFrameHeight()}, false, ImGuiWindowFlags_NoScrollbar);
  const EditedRow edited{"section.exaggeration", kExaggeration, shown, fit};
  if (const auto wanted = editor.edit(canvas, edited)) {
    section.exaggeration = *wanted == fit ? 0.0f : static_cast<float>(*wanted);
  }
  ImGui::EndChild();
  const auto button = [&](char const* label, char const* name, char const* help) {
    ImGui::SameLine();
    return draw_button(canvas, {label, name, help, canvas.px(kButton)});
  };
  section.save_table |=
      button("CSV", "section.csv", "Saves every layer of every column along the line as a table (.csv).");
  section.save_picture |= button("PNG", "section.png", "Saves this section as a picture (.png).");
  if (button("Close", "section.close", "Esc")) section = {};
  return {titled ? low.x + title - gap : end, end, middle};
}

Plot plot_of(Canvas const& canvas, Section const& section, Extent const& extent, float exaggeration) {
  Plot plot{.datum = section.datum};
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  plot.low = {at.x + canvas.px(kLeftAxis), at.y};
  plot.high = {at.x + room.x, at.y + room.y - canvas.px(kFootAxis)};
  plot.across = static_cast<double>(plot.high.x - plot.low.x) / section.length;
  const float height = plot.high.y - plot.low.y;
  plot.up =
      plot.across * (exaggeration > 0.0f ? static_cast<double>(exaggeration) : fitting(extent, plot.across, height));
  // A section that fits is centred. If it does not fit, its lower part is cut off.
  const double spare = static_cast<double>(height) / plot.up - (extent.high - extent.low);
  plot.top = extent.high + 0.5 * std::max(0.0, spare);
  return plot;
}

}  // namespace

std::optional<SectionLine> line_on(Grid const& grid, glm::dvec2 from, glm::dvec2 to) {
  const glm::dvec2 size = glm::dvec2(grid.width, grid.height) * static_cast<double>(grid.cell_size);
  if (grid.periodic()) {
    const glm::dvec2 shift = glm::floor(from / size) * size;
    from -= shift;
    to = glm::clamp(to - shift, -size, 2.0 * size);
  } else {
    if (from != glm::clamp(from, glm::dvec2(0.0), size)) return std::nullopt;
    to = glm::clamp(to, glm::dvec2(0.0), size);
  }
  if (glm::length(to - from) < static_cast<double>(grid.cell_size)) return std::nullopt;
  return SectionLine{from, to};
}

std::string flux_text(LineFlux const& flux, Calendar const& calendar) {
  const auto rate = [](double value, std::string_view of) {
    return fmt::format("{} m³/s of {} {}", short_number(std::abs(value)), of,
                       value > 0.0 ? "towards you" : "away from you");
  };
  std::string text;
  if (std::abs(flux.sand) > kLeastFlux) {
    text = "Wind: " + rate(flux.sand, "sand");
    if (calendar.known()) {
      text += fmt::format(" ({} m³ per year)", short_number(std::abs(flux.sand) / calendar.years_per_second));
    }
  }
  if (std::abs(flux.water) > kLeastFlux) {
    text += (text.empty() ? "Streams: " : "\nStreams: ") + rate(flux.water, "water");
    if (std::abs(flux.stream_sediment) > kLeastFlux) text += ", " + rate(flux.stream_sediment, "sediment");
  }
  return text;
}

std::optional<SectionSpot> spot_at(TerrainView const& view, double distance, double elevation) {
  auto const& columns = view.section.columns;
  const auto column = std::find_if(columns.begin(), columns.end(), [&](SectionColumn const& one) {
    return distance >= one.begin && distance < one.end;
  });
  if (column == columns.end()) return std::nullopt;
  double top = view.section.datum + to_metres(column->surface);
  SectionSpot spot{.distance = distance, .elevation = elevation, .soil = {}, .water = {}, .surface = top};
  if (elevation >= top) {
    if (elevation >= top + column->water()) return spot;
    spot.water = column->sea ? "Sea" : "Lake";
    if (!(column->lake > 0.0)) spot.water = "Stream";
    spot.thickness = column->water();
    return spot;
  }
  for (std::size_t k = 0; k < column->layers.size(); ++k) {
    Layer const& layer = column->layers[k];
    const bool bedrock = k + 1 == column->layers.size();
    top -= to_metres(layer.thickness);
    if (!bedrock && elevation < top) continue;
    spot.soil = view.soils[layer.soil].name;
    spot.thickness = bedrock ? 0.0 : to_metres(layer.thickness);
    if (!column->ground || bedrock) break;
    const double wet = view.section.datum + to_metres(column->ground->table) - elevation;
    spot.below_table = wet > 0.0 && wet < to_metres(column->ground->saturated);
    if (wet <= 0.0) spot.moist = column->ground->moist;
    break;
  }
  return spot;
}

void draw_section_line(SectionView const& section, ScreenMap const& screen) {
  if (!section.line) return;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const auto at = [&](double share) {
    return screen.at(glm::vec2(glm::mix(section.line->from, section.line->to, share)));
  };
  std::optional<ImVec2> last = at(0.0);
  for (int i = 1; i <= kLinePoints; ++i) {
    const std::optional<ImVec2> next = at(static_cast<double>(i) / kLinePoints);
    if (last && next) {
      draw.AddLine(*last, *next, packed({0.0f, 0.0f, 0.0f, 0.45f}), screen.px(4.0f));
      draw.AddLine(*last, *next, packed(colors::kAccent), screen.px(2.0f));
    }
    last = next;
  }
  const double length = glm::length(section.line->to - section.line->from);
  for (const double share : {0.0, 1.0}) {
    if (const auto end = at(share)) draw.AddCircleFilled(*end, screen.px(4.0f), packed(colors::kAccent));
  }
  if (!section.spot) return;
  if (const auto mark = at(section.spot->distance / length)) {
    draw.AddCircleFilled(*mark, screen.px(5.5f), packed(colors::kText));
    draw.AddCircle(*mark, screen.px(5.5f), packed(colors::kAccent), 0, screen.px(2.0f));
  }
}

void draw_section_window(Canvas const& canvas, SectionView& section, TerrainView const& view, ValueEditor& editor,
                         SectionSpace const& space) {
  section.spot.reset();
  section.flow = 0.0;
  if (!section.line || view.section.columns.empty() || !space.shown) return;
  const float margin = canvas.px(kLandMargin);
  ImGui::SetNextWindowPos({space.left + margin, foot_of_room(canvas) - margin}, ImGuiCond_Always, {0.0f, 1.0f});
  ImGui::SetNextWindowSize(foot_size(canvas, {space.left, space.map}, kSectionFoot));
  ImGui::Begin("section", nullptr, kLayerFlags);
  canvas.widgets.record("section", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetForegroundDrawList());
  const Extent extent(view.section);
  const float line = ImGui::GetFrameHeightWithSpacing();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const double across = static_cast<double>(room.x - canvas.px(kLeftAxis)) / view.section.length;
  const Gap gap =
      draw_head(canvas, section, fitting(extent, across, room.y - line - canvas.px(kFootAxis)), editor, space.posing);
  const Plot plot = plot_of(canvas, view.section, extent, section.exaggeration);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_land(draw, plot, view);
  section.flow = draw_ground_flow(canvas, draw, plot, view.section);
  draw_ground_legend(canvas, draw, view.section, gap, section.flow);
  draw_names(canvas, draw, plot, view);
  draw_levels(canvas, draw, plot, view.section);
  draw_axes(canvas, draw, plot, view.section.length);
  const ImVec2 size{plot.high.x - plot.low.x, plot.high.y - plot.low.y};
  canvas.widgets.record("section.plot", plot.low, size, draw);
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (section.line && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(plot.low, plot.high)) {
    section.spot = spot_at(view, plot.distance(pointer.x), plot.elevation(pointer.y));
  }
  draw_fluxes(canvas, draw, plot, view, section.spot.has_value());
  if (section.spot) draw_spot(canvas, draw, plot, *section.spot);
  ImGui::End();
}

}  // namespace barchan::ui
