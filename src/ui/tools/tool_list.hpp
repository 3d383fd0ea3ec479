/// The list of tools.
#pragma once

#include "ui/tools/tool.hpp"

namespace barchan::ui {

/// All tools in the order of the tool bar. The first one is active by default.
ToolList shipped_tools();

}  // namespace barchan::ui
