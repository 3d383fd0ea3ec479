// The colours of the panels: text has enough contrast in both themes.
#include "ui/theme.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>

#include "base/srgb.hpp"
#include "ui/headless.hpp"

namespace theme_test {
namespace {

using namespace barchan::ui;

constexpr double kLeastContrast = 4.5;  // WCAG 2.2, level AA

/// `top` over an opaque `ground`.
Color over(Color top, Color ground) {
  const auto mix = [&](float a, float b) { return a * top.alpha + b * (1.0f - top.alpha); };
  return {mix(top.red, ground.red), mix(top.green, ground.green), mix(top.blue, ground.blue), 1.0f};
}

/// Relative luminance of an opaque colour, 0 .. 1.
double luminance(Color color) {
  const auto linear = [](float part) { return barchan::srgb::decoded(static_cast<double>(part)); };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double contrast(Color text, Color ground) {
  const double a = luminance(over(text, ground)) + 0.05, b = luminance(ground) + 0.05;
  return std::max(a, b) / std::min(a, b);
}

struct Ground {
  std::string name;
  Color color;
};

/// Everything that text can stand on, over the brightest and the darkest land.
std::vector<Ground> grounds(Palette const& palette) {
  std::vector<Ground> all;
  for (auto const& [land, name] :
       {std::pair{Color{1.0f, 1.0f, 1.0f, 1.0f}, "white"}, {Color{0.0f, 0.0f, 0.0f, 1.0f}, "black"}}) {
    const Color panel = over(palette.panel, land), popup = over(palette.popup, panel);
    const std::string at = std::string(" over ") + name;
    for (auto const& [base, what] : {std::pair{panel, "panel"}, {popup, "popup"}}) {
      all.push_back({what + at, base});
      all.push_back({std::string("bar on ") + what + at, over(palette.bar, base)});
      all.push_back({std::string("hovered bar on ") + what + at, over(palette.bar_hovered, base)});
      all.push_back({std::string("header on ") + what + at, over(palette.header, base)});
    }
  }
  return all;
}

class Themes : public testing::TestWithParam<Theme> {};

TEST_P(Themes, TextStandsOutFromItsGround) {
  Palette const& theme = palette(GetParam());
  for (Ground const& ground : grounds(theme)) {
    EXPECT_GE(contrast(theme.text, ground.color), kLeastContrast) << "text, " << ground.name;
    EXPECT_GE(contrast(theme.quiet, ground.color), kLeastContrast) << "quiet text, " << ground.name;
    EXPECT_GE(contrast(theme.accent, ground.color), kLeastContrast) << "accent, " << ground.name;
    EXPECT_GE(contrast(theme.water, ground.color), kLeastContrast) << "water, " << ground.name;
  }
  const Color white{1.0f, 1.0f, 1.0f, 1.0f}, black{0.0f, 0.0f, 0.0f, 1.0f};
  for (Color const land : {white, black}) {
    EXPECT_GE(contrast(theme.text, over(theme.error, land)), kLeastContrast) << "error";
    // A slider is filled up to its value, and its text crosses the end of the filling.
    for (Color const fill : {theme.fill, theme.fill_active}) {
      EXPECT_GE(contrast(theme.text, over(fill, over(theme.bar, over(theme.panel, land)))), kLeastContrast) << "fill";
    }
    EXPECT_GE(contrast(theme.text, over(theme.press, over(theme.panel, land))), kLeastContrast) << "pressed";
  }
}

INSTANTIATE_TEST_SUITE_P(Both, Themes, testing::Values(Theme::dark, Theme::light));

TEST(Theme, FollowsItsKeyAndTheStyle) {
  barchan_test::Headless host(shipped_tools());
  Script::parse(
      "expect theme == dark\nkey f8\nframes 1\nexpect theme == light\nclick menu/view\nframes 3\n"
      "click menu/view/light_theme\nframes 2\nexpect theme == dark\n",
      "theme.txt")
      .run(host);
  apply_theme(1.0f, Theme::light);
  EXPECT_EQ(present_theme(), Theme::light);
  EXPECT_EQ(packed(colors::kText), packed(palette(Theme::light).text));
  apply_theme(1.0f, Theme::dark);
  EXPECT_EQ(present_theme(), Theme::dark);
  EXPECT_EQ(packed(colors::kText), packed(palette(Theme::dark).text));
}

}  // namespace
}  // namespace theme_test
