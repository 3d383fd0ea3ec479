// Buttons of the panel, one for each kind of dune.
#include <sstream>

#include <gtest/gtest.h>

#include "io/preset.hpp"
#include "io/scenario.hpp"
#include "ui/program.hpp"
#include "wind/wind_field.hpp"

namespace preset_buttons_test {
namespace {

using namespace barchan;
using barchan_test::Workspace;

/// The value as scripts write it.
std::string text_of(SetParameter const& setting) {
  for (ParameterGroup const& group : parameter_catalog()) {
    if (group.id == setting.group) return format_parameter_value(*group.find(setting.key), setting.value);
  }
  return "no such parameter";
}

TEST(PresetButtons, SetTheirWindsAndSupplyOnTheLandAsItIs) {
  const Workspace workspace;
  std::ostringstream script;
  script << "key space\nframes 2\nset wind.direction 77\n";
  for (Preset const& preset : presets()) {
    script << "click preset/" << preset.id << "\nframes 2\n";
    for (SetParameter const& setting : preset.settings) {
      script << "expect " << setting.group << "." << setting.key << " == " << text_of(setting) << "\n";
    }
    script << "expect wind.direction == 77\nexpect step == 0\n";
  }
  script << "click reset_all\nframes 2\nexpect changes == 0\n";
  const auto run = workspace.run_script(script.str(), workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(PresetButtons, ChangeTheDunes) {
  const Workspace workspace;
  const std::string bare = workspace
                               .write("bare.toml",
                                      "title = \"Bare\"\n[grid]\nwidth = 128\nheight = 128\n[[land.base]]\nshape = "
                                      "\"uniform\"\nthickness = 0\n")
                               .string();
  const auto run = workspace.run_script(
      "key space\nclick section/measure\nframes 2\nexpect measure.class == none\nclick section/measure\n"
      "click preset/transverse\nsteps 900\nexpect budget_error == 0\nclick section/measure\nclick measure.now\n"
      "frames 2\nexpect measure.step >= 900\nexpect measure.class == transverse\nexpect measure.cover > 0.7\n",
      bare);
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace preset_buttons_test
