/// Requests: what the editor asks of the program around it in a frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace barchan::ui {

/// A text to be saved as a new file in the user's pictures folder.
struct FileRequest {
  std::string ending;  ///< of its name ("-section.csv")
  std::string text;
  std::string title;  ///< first words of the message that says where the file is: "Section"
};

/// What a raster file is chosen for.
enum class RasterUse : std::uint8_t {
  rain,      ///< distribution of the rain
  stencil,   ///< of the brush
  mask,      ///< a new mask with its values
  save_mask  ///< a file to which the mask that the panel shows is saved
};

/// A picture of one widget, saved to the same folder.
struct WidgetPicture {
  std::string widget;  ///< its name
  std::string ending, title;
};

/// A picture of the land with its world.
struct StillRequest {
  bool panels = false;        ///< the picture is the whole window
  int width = 0, height = 0;  ///< pixels; 0: those of the window
};

struct Requests {
  std::vector<StillRequest> stills;
  bool fullscreen = false;   ///< switch between full screen and window
  bool close = false;        ///< end the program; the user has saved or discarded all work
  bool restyle = false;      ///< the size of the text or the theme has changed
  bool water_lines = false;  ///< save rivers and lakes as GeoJSON
  std::vector<FileRequest> files;
  std::optional<WidgetPicture> picture;
};

}  // namespace barchan::ui
