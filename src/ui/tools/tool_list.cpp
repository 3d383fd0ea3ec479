#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

using Maker = std::unique_ptr<Tool>();

}  // namespace

// One row per tool; each function is defined in tool_<name>.cpp. Windows of tools are drawn in this order: that of the
// gauges is placed above that of the section.
Maker make_look_tool, make_inspect_tool, make_section_tool, make_place_tool, make_remove_tool, make_source_tool,
    make_gauge_tool;

ToolList shipped_tools() {
  ToolList tools;
  for (Maker* const make : {make_look_tool, make_inspect_tool, make_section_tool, make_place_tool, make_remove_tool,
                            make_source_tool, make_gauge_tool}) {
    tools.push_back(make());
  }
  return tools;
}

}  // namespace barchan::ui
