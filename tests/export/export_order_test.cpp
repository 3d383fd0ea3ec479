/// Options, presets and sizes of exports.
#include "export/export_order.hpp"

#include <set>

#include <gtest/gtest.h>

#include "export/engine_settings.hpp"
#include "export/export_preset.hpp"
#include "export/size_rule.hpp"
#include "io/input_error.hpp"

namespace barchan {
namespace {

TEST(ExportOrder, EachOptionReadsTheTextThatItWrites) {
  for (ExportPresetRow const& preset : export_presets()) {
    const ExportOrder order = export_preset(preset.id);
    for (ExportOptionRow const& row : export_options()) {
      EXPECT_EQ(row.with(order, row.text(order)), order) << preset.id << ": " << row.key << " = " << row.text(order);
    }
  }
}

TEST(ExportOrder, EachOptionChangesItsOwnText) {
  const std::vector<std::pair<std::string, std::string>> texts{
      {"name", "valley"},           {"samples", "2017x1009"},
      {"sizes", "unreal"},          {"tiles", "8x4"},
      {"tile_edges", "separate"},   {"height_formats", "raw,exr"},
      {"height_range", "-10:25.5"}, {"height_codes", "65536"},
      {"first_row", "south"},       {"raw_bytes", "big"},
      {"maps", "flow,splat"},       {"map_format", "exr16"},
      {"normals", "directx"},       {"data_formats", "nc,vti"},
      {"meshes", "glb,stl"},        {"lods", "0,0.5,2"},
      {"print_size", "80"},         {"print_base", "2.5"},
      {"exaggeration", "3"},        {"film", "gif"}};
  ASSERT_EQ(texts.size(), export_options().size());
  for (auto const& [key, text] : texts) {
    const ExportOrder order = with_option({}, key, text);
    for (ExportOptionRow const& row : export_options()) {
      EXPECT_EQ(row.text(order), row.key == key ? text : row.text({})) << key << " and " << row.key;
    }
  }
}

TEST(ExportOrder, RefusesWrongValuesWithAWayOut) {
  const std::vector<std::pair<std::string, std::string>> wrong{{"name", "a/b"},
                                                               {"name", ".."},
                                                               {"samples", "0"},
                                                               {"samples", "abc"},
                                                               {"samples", "40000"},
                                                               {"sizes", "unrael"},
                                                               {"tiles", "0x3"},
                                                               {"tiles", "65"},
                                                               {"tiles", "2x"},
                                                               {"height_formats", "jpg"},
                                                               {"height_formats", ""},
                                                               {"height_range", "5:1"},
                                                               {"height_range", "nan:1"},
                                                               {"height_codes", "1"},
                                                               {"maps", ""},
                                                               {"map_format", "png8,exr"},
                                                               {"normals", "vulkan"},
                                                               {"meshes", "fbx"},
                                                               {"lods", "2,1"},
                                                               {"lods", "-1"},
                                                               {"print_size", "0"},
                                                               {"height_codes", "65535.5"},
                                                               {"name", "a\nb"},
                                                               {"print_size", "inf"},
                                                               {"exaggeration", "x"},
                                                               {"data_formats", "csv"}};
  for (auto const& [key, text] : wrong) {
    try {
      with_option({}, key, text);
      ADD_FAILURE() << key << " takes '" << text << "'";
    } catch (InputError const& error) {
      EXPECT_NE(std::string(error.what()).find("expected"), std::string::npos) << key << ": " << error.what();
    }
  }
  EXPECT_THROW(export_preset("unrael"), InputError);
  EXPECT_THROW(with_option({}, "no_such_option", "1"), std::invalid_argument);
}

TEST(ExportOrder, EachPresetHasItsTargetAndWritesSomething) {
  std::set<std::string_view> ids;
  int number = 0;
  for (ExportPresetRow const& row : export_presets()) {
    const ExportOrder order = export_preset(row.id);
    EXPECT_EQ(static_cast<int>(order.target), ++number) << "the rows follow the order of ExportTarget";
    EXPECT_TRUE(ids.insert(row.id).second);
    EXPECT_FALSE(order.height_formats.empty() && order.mesh_formats.empty() && order.data_formats.empty());
  }
}

TEST(SizeRule, AcceptsTheSizesThatTheEnginesPublish) {
  for (const int size : {127, 253, 505, 1009, 2017, 4033, 8129}) {
    EXPECT_TRUE(is_allowed(SizeRule::unreal, size)) << size;
    EXPECT_EQ(recommended_size(SizeRule::unreal, size), size);
  }
  for (const int size : {0, 1000, 1024 * 9, 2047, 2048, 8191}) EXPECT_FALSE(is_allowed(SizeRule::unreal, size)) << size;
  for (const int size : {33, 65, 129, 257, 513, 1025, 2049, 4097}) {
    EXPECT_TRUE(is_allowed(SizeRule::power_plus_one, size)) << size;
  }
  for (const int size : {17, 512, 1000, 8193}) EXPECT_FALSE(is_allowed(SizeRule::power_plus_one, size)) << size;
  EXPECT_TRUE(is_allowed(SizeRule::power, 1024));
  EXPECT_FALSE(is_allowed(SizeRule::power, 1000));
  EXPECT_TRUE(is_allowed(SizeRule::any, 1));
  EXPECT_FALSE(is_allowed(SizeRule::any, kMostSamples + 1));
}

TEST(SizeRule, RecommendsTheNearestSize) {
  EXPECT_EQ(recommended_size(SizeRule::unreal, 512), 505);
  EXPECT_EQ(recommended_size(SizeRule::unreal, 1), 127);
  EXPECT_EQ(recommended_size(SizeRule::unreal, 16384), 8129);
  EXPECT_EQ(recommended_size(SizeRule::power_plus_one, 512), 513);
  EXPECT_EQ(recommended_size(SizeRule::power_plus_one, 8192), 4097);
  EXPECT_EQ(recommended_size(SizeRule::power, 700), 512);
  EXPECT_EQ(recommended_size(SizeRule::power, 800), 1024);
  EXPECT_EQ(recommended_size(SizeRule::any, 777), 777);
}

TEST(EngineSettings, FollowThePublishedFormulas) {
  ExportPlan plan;
  plan.width = plan.height = 1009;
  plan.spacing_x = plan.spacing_y = 2.0;
  plan.tiles = {{0, 0, {0, 0, 1009, 1009}, ""}};
  const auto value = [&](ExportTarget target, std::string_view name) {
    ExportOrder order;
    order.target = target;
    for (ExportSetting const& each : engine_settings(order, plan, {-100.0, 412.0})) {
      if (each.name == name) return std::stod(each.value);
    }
    throw std::invalid_argument(std::string(name));
  };
  EXPECT_DOUBLE_EQ(value(ExportTarget::unreal, "Scale X"), 200.0);
  EXPECT_DOUBLE_EQ(value(ExportTarget::unreal, "Scale Z"), 512.0 * 100.0 / 512.0);
  EXPECT_DOUBLE_EQ(value(ExportTarget::unreal, "Location Z"), 15600.0);  // the middle of the range, cm
  EXPECT_DOUBLE_EQ(value(ExportTarget::unity, "Terrain Width (X)"), 2016.0);
  EXPECT_DOUBLE_EQ(value(ExportTarget::unity, "Terrain Height (Y)"), 512.0);
  EXPECT_DOUBLE_EQ(value(ExportTarget::unity, "Position Y"), -100.0);
  EXPECT_DOUBLE_EQ(value(ExportTarget::godot, "Vertex Spacing"), 2.0);
}

TEST(ExportRange, IsKeptWhileTheLandFitsIntoIt) {
  const ExportOrder order;
  const auto first = chosen_range(order, {12.3, 98.7}, {});
  EXPECT_LT(first.first, 12.3);
  EXPECT_GT(first.second, 98.7);
  EXPECT_EQ(chosen_range(order, {11.0, 99.5}, first), first);
  EXPECT_NE(chosen_range(order, {11.0, 300.0}, first), first);
  EXPECT_EQ(chosen_range(with_option(order, "height_range", "0:50"), {12.3, 98.7}, first), std::pair(0.0, 50.0));
  const auto level = chosen_range(order, {3.0, 3.0}, {});
  EXPECT_LT(level.first, 3.0);
  EXPECT_GT(level.second, 3.0);
}

}  // namespace
}  // namespace barchan
