#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

using Maker = std::unique_ptr<Tool>();

}  // namespace

// Each function is defined in tool_<name>.cpp. The windows of tools are drawn in this order, because the window of the
// gauges is placed above that of the section.
Maker make_look_tool, make_select_tool, make_brush_tool, make_inspect_tool, make_section_tool, make_place_tool,
    make_remove_tool, make_source_tool, make_gauge_tool;

ToolList shipped_tools() {
  ToolList tools;
  for (Maker* const make : {make_look_tool, make_select_tool, make_brush_tool, make_inspect_tool, make_section_tool,
                            make_place_tool, make_remove_tool, make_source_tool, make_gauge_tool}) {
    tools.push_back(make());
  }
  return tools;
}

}  // namespace barchan::ui
