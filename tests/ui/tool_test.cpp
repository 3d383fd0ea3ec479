// Tools: one is active; keys, buttons and scripts select each; a new tool needs one class and one row.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "ui/headless.hpp"
#include "ui/program.hpp"
#include "ui/tools/tool_list.hpp"

namespace tool_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

TEST(Tools, AreDistinguishedAndLookIsTheDefault) {
  const Toolbox toolbox(shipped_tools());
  EXPECT_EQ(toolbox.standard().info().id, "look");
  EXPECT_EQ(&toolbox.active(), &toolbox.standard());
  EXPECT_GE(toolbox.tools().size(), 7u);
  for (auto const& tool : toolbox.tools()) {
    ToolInfo const& info = tool->info();
    EXPECT_FALSE(info.id.empty() || info.title.empty() || info.help.empty()) << info.id;
    EXPECT_NE(info.key.key, Key::none) << info.id;
    EXPECT_FALSE(find_action(info.key)) << info.id << ": its key has another meaning";
    EXPECT_EQ(toolbox.find(info.id), tool.get());
    EXPECT_EQ(toolbox.find(info.key), tool.get());
  }
}

TEST(Tools, TwoOfOneIdOrKeyAreRefused) {
  EXPECT_THROW(Toolbox({}), std::invalid_argument);
  ToolList twice = shipped_tools();
  for (auto& tool : shipped_tools()) twice.push_back(std::move(tool));
  EXPECT_THROW(Toolbox(std::move(twice)), std::invalid_argument);
}

TEST(Tools, EachIsReachedByKeyButtonAndScriptAndLeftByEscAndItsKey) {
  const Workspace workspace;
  std::string script = "key space\nexpect tool == look\n";
  for (auto const& tool : shipped_tools()) {
    ToolInfo const& info = tool->info();
    const std::string id(info.id), key(key_name(info.key.key)), chosen = "expect tool == " + id + "\n";
    if (id == "look") continue;
    script += "key " + key + "\n" + chosen + "key escape\nexpect tool == look\n";
    script += "key " + key + "\n" + chosen + "key " + key + "\nexpect tool == look\n";
    script += "click tool/" + id + "\n" + chosen + "click tool/look\nexpect tool == look\n";
    script += "tool " + id + "\n" + chosen + "tool " + id + "\n" + chosen + "key q\nexpect tool == look\n";
  }
  const auto run = workspace.run_script(script, workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
  const auto refused = workspace.run_script("tool spade\n", workspace.tiny());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.output.find("script.txt:1: expected a tool (look, "), std::string::npos) << refused.output;
}

TEST(Tools, OnlyTheActiveOneSaysHowToUseIt) {
  Headless window(shipped_tools());
  const auto said = [&] {
    return std::ranges::count_if(window.editor().state().toasts, [](Toast const& toast) {
      return toast.text.find("Press Esc to stop.") != std::string::npos;
    });
  };
  Script::parse("key space\nframes 2\n", "tools.txt").run(window);
  for (auto const& tool : window.editor().toolbox().tools()) {
    Script::parse("tool " + std::string(tool->info().id) + "\nframes 2\n", "tools.txt").run(window);
    EXPECT_LE(said(), 1) << tool->info().id;
  }
  Script::parse("tool source\nclick source.well\n", "tools.txt").run(window);
  Script::parse("tool look\nframes 2\n", "tools.txt").run(window);
  EXPECT_EQ(said(), 0);
}

TEST(Tools, TheInspectorStaysWithOtherToolsWhenItIsPinned) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nmouse_move 700 400\nframes 3\nexpect cell.layers == none\nkey i\nset inspector.pinned true\nkey b\n"
      "expect tool == place\nexpect inspector == true\nmouse_move 700 400\nframes 3\nexpect cell.layers != none\n"
      "key i\nset inspector.pinned false\nkey i\nexpect inspector == false\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Tools, ASectionIsReplacedByTheNextAndOutlivesItsTool) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nkey c\nmouse_drag 500 300 800 330\nframes 3\nexpect section == open\n"
      "expect tool == look\nkey l\nexpect section == open\nkey escape\nexpect section == open\nkey c\n"
      "expect section == armed\nkey c\nexpect section == off\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

// -- a new tool: this class and its row in the list are all that it takes ---------------------------------------------

/// Records the path of the pointer while the button is held, and draws a ring there.
class RingTool final : public Tool {
 public:
  struct Log {
    std::vector<PointerEvent> down, drag, up;
    int rings = 0, options = 0;
  };
  explicit RingTool(std::shared_ptr<Log> log) : log_(std::move(log)) {}

  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{"ring", "Ring", {Key::z, {}}, "Draw a ring", "ring", "Ring"};
    return kInfo;
  }
  bool takes_drags() const override { return true; }
  void pointer_down(ToolContext& /*context*/, PointerEvent const& event) override { log_->down.push_back(event); }
  void pointer_drag(ToolContext& /*context*/, PointerEvent const& event) override { log_->drag.push_back(event); }
  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    log_->up.push_back(event);
    context.say("A ring");
  }
  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) override {
    if (!context.is_active(*this) || !pointer.place) return;
    screen.mark(*pointer.place, {"ring.mark", "Ring", colors::kAccent});
    ++log_->rings;
  }
  void draw_options(ToolContext& /*context*/, Canvas const& canvas, ValueEditor& /*editor*/) override {
    draw_button(canvas, {"Larger", "ring.larger"});
    ++log_->options;
  }
  Answers answers(ToolContext const& /*context*/) const override { return {{"rings", number_answer(log_->up.size())}}; }

 private:
  std::shared_ptr<Log> log_;
};

TEST(Tools, ANewOneIsOneClassAndOneRow) {
  const auto log = std::make_shared<RingTool::Log>();
  ToolList tools = shipped_tools();
  tools.push_back(std::make_unique<RingTool>(log));
  Headless host(std::move(tools));
  Script::parse(
      "key space\nframes 3\nkey t\nframes 200\nexpect tool == look\nexpect rings == 0\nmouse_drag 700 300 720 300\n"
      "expect rings == 0\nclick tool/ring\nexpect tool == ring\nclick ring.larger\nkey t\nframes 200\n"
      "expect camera.elevation == 90 +- 0.5\nmouse_drag 700 300 760 340\nexpect rings == 1\nexpect message == \"A "
      "ring\"\n"
      "expect camera.elevation == 90 +- 0.5\nkey escape\nexpect tool == look\nkey z\nexpect tool == ring\n"
      "key_down ctrl+f5\nmouse_move 700 300\nmouse_down\nmouse_up\nkey_up ctrl+f5\nexpect rings == 2\n"
      "mouse_move 700 300\nmouse_down\nkey escape\nexpect tool == look\nmouse_up\nexpect rings == 2\n",
      "ring.txt")
      .run(host);
  ASSERT_EQ(log->down.size(), 3u);
  ASSERT_EQ(log->up.size(), 2u);
  EXPECT_GE(log->drag.size(), 8u);
  EXPECT_GT(log->rings, 0);
  EXPECT_GT(log->options, 0);
  PointerEvent const& from = log->down[0];
  PointerEvent const& to = log->up[0];
  ASSERT_TRUE(from.ground && to.ground && from.place && to.place && from.share && from.cell);
  // Seen from above and from the south, 60 pixels to the right lead east and 40 pixels down lead south, at the same
  // scale.
  const glm::vec2 moved = *to.place - *from.place;
  EXPECT_GT(moved.x, 1.0f);
  EXPECT_NEAR(moved.y / moved.x, -40.0f / 60.0f, 0.02f);
  EXPECT_NEAR(from.ground->z, 2.0f, 1e-3f);
  EXPECT_EQ(*from.cell, static_cast<std::size_t>(from.place->y) * 48u + static_cast<std::size_t>(from.place->x));
  EXPECT_NEAR(from.share->x, from.place->x / 48.0f, 1e-5f);
  EXPECT_FALSE(to.is_click);
  EXPECT_TRUE(log->up[1].is_click);
  EXPECT_TRUE(log->down[1].modifiers.control);
  EXPECT_FALSE(from.modifiers.control);
  EXPECT_GT(log->drag[0].seconds, 0.0);
}

}  // namespace
}  // namespace tool_test
