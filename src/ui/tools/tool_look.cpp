// Look: the mouse moves the camera, and a click does nothing.
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

class LookTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "look", "Look", {Key::q, {}}, "Look around: a drag turns the view, and a click has no effect"};
    return kInfo;
  }
  bool takes_clicks() const override { return false; }
};

}  // namespace

std::unique_ptr<Tool> make_look_tool() { return std::make_unique<LookTool>(); }

}  // namespace barchan::ui
