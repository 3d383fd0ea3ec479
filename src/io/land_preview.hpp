/// Land preview: a small picture of a land before it is opened, with figures about it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/new_land.hpp"
#include "picture/picture.hpp"

namespace barchan {

struct LandPreview {
  std::shared_ptr<Picture const> picture;  ///< null if there is an error
  double lowest = 0.0, highest = 0.0;      ///< elevations of the surface above sea level, m
  double sandy = 0.0;                      ///< fraction of the land on which sand lies
  double under_sea = 0.0;                  ///< fraction of the land that lies below the level of the sea
  std::vector<std::string> notices{};      ///< about its files
  std::string error{};                     ///< why the land cannot be made; empty: it can
};

/// Longest side of the coarse lands of which previews are pictures, cells.
inline constexpr int kPreviewCells = 192;

/// Makes the land with larger cells and draws it.
LandPreview preview_of(NewLand const& land);
/// The same for a shipped scenario at its beginning, without figures. Its longer side has at most `side` pixels. Null
/// if it cannot be drawn.
std::shared_ptr<Picture const> preview_of_scenario(std::string const& id, int side);

}  // namespace barchan
