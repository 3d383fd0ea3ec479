// Inspect: shows what is in the cell under the pointer.
#include "ui/inspector.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

class InspectTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{"inspect",    "Inspect",
                                    {Key::i, {}}, "Inspect the layers under the pointer. Press again to stop",
                                    "inspector",  "Inspector"};
    return kInfo;
  }
  bool takes_clicks() const override { return false; }

  void draw_options(ToolContext& /*context*/, Canvas const& canvas, ValueEditor& /*editor*/) override {
    pinned_ = draw_switch(canvas, "Keep with other tools", "inspector.pinned", pinned_,
                          "Also shows the inspector while other tools are active.");
  }

  void draw_window(ToolContext& context, Canvas const& canvas, ValueEditor& /*editor*/,
                   WindowSpace const& space) override {
    if (shown(context)) draw_inspector(canvas, context.view(), space.left, space.top);
  }

  void add_request(ToolContext const& context, PointerEvent const& pointer, ViewRequest& request) const override {
    if (shown(context)) request.cell = pointer.cell;
  }

  /// The tool is active at first if the land has more than the default soils.
  void world_opened(ToolContext& context, bool kept) override {
    if (kept) return;
    const bool layered = context.view().soils.size() > default_soils().size();
    if (layered != context.is_active(*this)) layered ? context.toggle(*this) : context.leave();
  }

  Answers answers(ToolContext const& context) const override {
    return {{"inspector", flag_answer(shown(context))}, {"inspector.pinned", flag_answer(pinned_)}};
  }

 private:
  bool shown(ToolContext const& context) const { return pinned_ || context.is_active(*this); }

  bool pinned_ = false;
};

}  // namespace

std::unique_ptr<Tool> make_inspect_tool() { return std::make_unique<InspectTool>(); }

}  // namespace barchan::ui
