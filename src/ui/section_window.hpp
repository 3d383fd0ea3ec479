/// The section: a line across the land, and a window with the cut through the layers along it.
#pragma once

#include <optional>
#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Contents of the section at one place.
struct SectionSpot {
  double distance = 0.0;     ///< m along the line
  double elevation = 0.0;    ///< m above sea level
  std::string soil;          ///< name, empty: water or air
  std::string water;         ///< "Lake", "Sea" or "Stream"; empty: none
  double thickness = 0.0;    ///< m, of the layer or the water; 0 for bedrock and air
  double surface = 0.0;      ///< m above sea level
  bool below_table = false;  ///< in the saturated ground
  double moist = 0.0;        ///< fraction of the pores that is full, above the water table
};
/// A section and how its window shows it.
struct SectionView {
  std::optional<SectionLine> line;
  float exaggeration = 0.0f;        ///< of heights, 0: the largest that fits
  std::optional<SectionSpot> spot;  ///< under the pointer in the window
  double flow = 0.0;                ///< m2/s, of the longest arrow in the window; 0: it shows none
  // Asked for in this frame.
  bool save_table = false, save_picture = false;
};

/// The line from one place (m) to another as the land can be cut: on a periodic land it begins within the edges,
/// otherwise it ends at them. Nothing if the line is shorter than a cell, or begins outside a land that is not
/// periodic.
std::optional<SectionLine> line_on(Grid const& grid, glm::dvec2 from, glm::dvec2 to);

/// What wind and streams carry across the line, as the window tells it to a person who sees the line from its start at
/// the left to its end at the right; empty if they carry nothing. Without a known calendar, it gives no sand per year.
std::string flux_text(LineFlux const& flux, Calendar const& calendar);

/// Contents at `distance` along the line and `elevation` above sea level, m. Empty beyond the ends of the section.
std::optional<SectionSpot> spot_at(TerrainView const& view, double distance, double elevation);

/// Draws the line on the land, with a mark where the pointer is in the window.
void draw_section_line(SectionView const& section, ScreenMap const& screen);

/// Space for the window of the section.
struct SectionSpace {
  float left;   ///< right edge of the panel, pixels
  bool map;     ///< the map in the corner is shown and needs its space
  bool posing;  ///< the frame is for a picture of the section alone
  bool shown;   ///< there is room for the window
};

/// Draws the window right of the panel, while there is a line.
void draw_section_window(Canvas const& canvas, SectionView& section, TerrainView const& view, ValueEditor& editor,
                         SectionSpace const& space);

}  // namespace barchan::ui
