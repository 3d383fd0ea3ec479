/// Requests: what the editor asks of the program around it in a frame.
#pragma once

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

/// A picture of one widget, saved to the same folder.
struct WidgetPicture {
  std::string widget;  ///< its name
  std::string ending, title;
};

struct Requests {
  bool screenshot = false;
  bool fullscreen = false;   ///< switch between full screen and window
  bool close = false;        ///< end the program; the user has saved or discarded all work
  bool water_lines = false;  ///< save rivers and lakes as GeoJSON
  std::vector<FileRequest> files;
  std::optional<WidgetPicture> picture;
};

}  // namespace barchan::ui
