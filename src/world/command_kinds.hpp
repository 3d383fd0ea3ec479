/// The types of commands: one specialisation of CommandKind for each. command_kind.hpp describes the members.
#pragma once

#include <string>
#include <vector>

#include "world/command.hpp"

namespace barchan {

template <>
struct CommandKind<SetParameter> : NoPreview {
  static constexpr CommandRow row{.id = "set_parameter",
                                  .key = "set",
                                  .option = "--set",
                                  .effect = CommandEffect::value,
                                  .unsaved = UnsavedWork::parameters};
  static std::string title(SetParameter const& command);
  static std::string error(SetParameter const& command, CommandFacts const& facts);
  static void apply(SetParameter const& command, WorldEdit& edit);
  static void keep(Archive& archive, SetParameter& command);
  static std::vector<SetParameter> inverse(SetParameter const& command, CommandFacts const& facts);
  static bool same_target(SetParameter const& earlier, SetParameter const& later);
};

template <>
struct CommandKind<SetSoil> {
  static constexpr CommandRow row{
      .id = "set_soil", .key = "soil", .effect = CommandEffect::value, .unsaved = UnsavedWork::soils};
  static std::string title(SetSoil const& command);
  static std::string error(SetSoil const& command, CommandFacts const& facts);
  static void apply(SetSoil const& command, WorldEdit& edit);
  static void keep(Archive& archive, SetSoil& command);
  static std::vector<SetSoil> inverse(SetSoil const& command, CommandFacts const& facts);
  static bool same_target(SetSoil const& earlier, SetSoil const& later);
  static void preview(SetSoil const& command, CommandPreview& preview);
};

template <>
struct CommandKind<AddSoil> : NeverReplaced {
  static constexpr CommandRow row{.id = "add_soil", .effect = CommandEffect::land, .unsaved = UnsavedWork::soils};
  static std::string title(AddSoil const& command);
  static std::string error(AddSoil const& command, CommandFacts const& facts);
  static void apply(AddSoil const& command, WorldEdit& edit);
  static void keep(Archive& archive, AddSoil& command);
  static void preview(AddSoil const& command, CommandPreview& preview);
};

template <>
struct CommandKind<RenameSoil> : NeverReplaced {
  static constexpr CommandRow row{.id = "rename_soil", .effect = CommandEffect::value, .unsaved = UnsavedWork::soils};
  static std::string title(RenameSoil const& command);
  static std::string error(RenameSoil const& command, CommandFacts const& facts);
  static void apply(RenameSoil const& command, WorldEdit& edit);
  static void keep(Archive& archive, RenameSoil& command);
  static std::vector<RenameSoil> inverse(RenameSoil const& command, CommandFacts const& facts);
  static void preview(RenameSoil const& command, CommandPreview& preview);
};

template <>
struct CommandKind<RemoveObstacles> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "remove_obstacles",
                                  .key = "remove",
                                  .option = "--remove",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::obstacles};
  static std::string title(RemoveObstacles const& command);
  static std::string error(RemoveObstacles const& command, CommandFacts const& facts);
  static void apply(RemoveObstacles const& command, WorldEdit& edit);
  static void keep(Archive& archive, RemoveObstacles& command);
};

template <>
struct CommandKind<RemoveObstacle> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "remove_obstacle",
                                  .key = "remove_obstacle",
                                  .option = "--remove-obstacle",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::obstacles};
  static std::string title(RemoveObstacle const& command);
  static std::string error(RemoveObstacle const& command, CommandFacts const& facts);
  static void apply(RemoveObstacle const& command, WorldEdit& edit);
  static void keep(Archive& archive, RemoveObstacle& command);
};

template <>
struct CommandKind<ChangeObstacle> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "change_obstacle",
                                  .key = "change_obstacle",
                                  .option = "--change-obstacle",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::obstacles};
  static std::string title(ChangeObstacle const& command);
  static std::string error(ChangeObstacle const& command, CommandFacts const& facts);
  static void apply(ChangeObstacle const& command, WorldEdit& edit);
  static void keep(Archive& archive, ChangeObstacle& command);
};

template <>
struct CommandKind<RemoveSource> : NeverReplaced {
  static constexpr CommandRow row{.id = "remove_source",
                                  .key = "end_source",
                                  .option = "--end-source",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::water};
  static std::string title(RemoveSource const& command);
  static std::string error(RemoveSource const& command, CommandFacts const& facts);
  static void apply(RemoveSource const& command, WorldEdit& edit);
  static void keep(Archive& archive, RemoveSource& command);
  static void preview(RemoveSource const& command, CommandPreview& preview);
};

template <>
struct CommandKind<RemoveSources> : NeverReplaced {
  static constexpr CommandRow row{
      .id = "remove_sources", .key = "end_sources", .effect = CommandEffect::land, .unsaved = UnsavedWork::water};
  static std::string title(RemoveSources const& command);
  static std::string error(RemoveSources const& command, CommandFacts const& facts);
  static void apply(RemoveSources const& command, WorldEdit& edit);
  static void keep(Archive& archive, RemoveSources& command);
  static void preview(RemoveSources const& command, CommandPreview& preview);
};

template <>
struct CommandKind<RemoveStorms> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{
      .id = "remove_storms", .key = "end_storms", .effect = CommandEffect::land, .unsaved = UnsavedWork::water};
  static std::string title(RemoveStorms const& command);
  static std::string error(RemoveStorms const& command, CommandFacts const& facts);
  static void apply(RemoveStorms const& command, WorldEdit& edit);
  static void keep(Archive& archive, RemoveStorms& command);
};

template <>
struct CommandKind<PlaceSource> : NeverReplaced {
  static constexpr CommandRow row{.id = "place_source",
                                  .key = "water_source",
                                  .option = "--source",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::water};
  static std::string title(PlaceSource const& command);
  static std::string error(PlaceSource const& command, CommandFacts const& facts);
  static void apply(PlaceSource const& command, WorldEdit& edit);
  static void keep(Archive& archive, PlaceSource& command);
  static void preview(PlaceSource const& command, CommandPreview& preview);
};

template <>
struct CommandKind<ChangeSource> : NeverReplaced {
  static constexpr CommandRow row{
      .id = "change_source", .key = "change_source", .effect = CommandEffect::land, .unsaved = UnsavedWork::water};
  static std::string title(ChangeSource const& command);
  static std::string error(ChangeSource const& command, CommandFacts const& facts);
  static void apply(ChangeSource const& command, WorldEdit& edit);
  static void keep(Archive& archive, ChangeSource& command);
  static void preview(ChangeSource const& command, CommandPreview& preview);
};

template <>
struct CommandKind<PlaceStorm> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "place_storm",
                                  .key = "storm",
                                  .option = "--storm",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::water};
  static std::string title(PlaceStorm const& command);
  static std::string error(PlaceStorm const& command, CommandFacts const& facts);
  static void apply(PlaceStorm const& command, WorldEdit& edit);
  static void keep(Archive& archive, PlaceStorm& command);
};

template <>
struct CommandKind<SetRainMap> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "set_rain_map",
                                  .key = "rain_map",
                                  .option = "--rain-map",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::water};
  static std::string title(SetRainMap const& command);
  static std::string error(SetRainMap const& command, CommandFacts const& facts);
  static void apply(SetRainMap const& command, WorldEdit& edit);
  static void keep(Archive& archive, SetRainMap& command);
};

template <>
struct CommandKind<PlaceObstacle> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "place_obstacle",
                                  .key = "place",
                                  .option = "--place",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::obstacles,
                                  .refused = Health::near_range_end};
  static std::string title(PlaceObstacle const& command);
  static std::string error(PlaceObstacle const& command, CommandFacts const& facts);
  static void apply(PlaceObstacle const& command, WorldEdit& edit);
  static void keep(Archive& archive, PlaceObstacle& command);
  static void settle(PlaceObstacle& command, CommandFacts const& facts);
};

template <>
struct CommandKind<SetMask> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "set_mask",
                                  .key = "mask",
                                  .option = "--mask",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::masks,
                                  .refused = Health::left_out};
  static std::string title(SetMask const& command);
  static std::string error(SetMask const& command, CommandFacts const& facts);
  static void apply(SetMask const& command, WorldEdit& edit);
  static void keep(Archive& archive, SetMask& command);
  static bool join(SetMask& earlier, SetMask const& later);
};

template <>
struct CommandKind<RemoveMask> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{
      .id = "delete_mask", .key = "remove_mask", .effect = CommandEffect::land, .unsaved = UnsavedWork::masks};
  static std::string title(RemoveMask const& command);
  static std::string error(RemoveMask const& command, CommandFacts const& facts);
  static void apply(RemoveMask const& command, WorldEdit& edit);
  static void keep(Archive& archive, RemoveMask& command);
};

template <>
struct CommandKind<BrushStroke> : NeverReplaced, NoPreview {
  static constexpr CommandRow row{.id = "brush_stroke",
                                  .key = "stroke",
                                  .option = "--stroke",
                                  .effect = CommandEffect::land,
                                  .unsaved = UnsavedWork::strokes};
  static std::string title(BrushStroke const& command);
  static std::string error(BrushStroke const& command, CommandFacts const& facts);
  static void apply(BrushStroke const& command, WorldEdit& edit);
  static void keep(Archive& archive, BrushStroke& command);
  static bool join(BrushStroke& earlier, BrushStroke const& later);
};

template <>
struct CommandKind<SetGauges> : NoPreview {
  static constexpr CommandRow row{
      .id = "set_gauges", .effect = CommandEffect::value, .unsaved = UnsavedWork::landmarks};
  static std::string title(SetGauges const& command);
  static std::string error(SetGauges const& command, CommandFacts const& facts);
  static void apply(SetGauges const& command, WorldEdit& edit);
  static void keep(Archive& archive, SetGauges& command);
  static std::vector<SetGauges> inverse(SetGauges const& command, CommandFacts const& facts);
  static bool same_target(SetGauges const& earlier, SetGauges const& later);
};

template <>
struct CommandKind<SetThings> : NoPreview {
  static constexpr CommandRow row{
      .id = "set_things", .effect = CommandEffect::value, .unsaved = UnsavedWork::landmarks};
  static std::string title(SetThings const& command);
  static std::string error(SetThings const& command, CommandFacts const& facts);
  static void apply(SetThings const& command, WorldEdit& edit);
  static void keep(Archive& archive, SetThings& command);
  static std::vector<SetThings> inverse(SetThings const& command, CommandFacts const& facts);
  static bool same_target(SetThings const& earlier, SetThings const& later);
};

}  // namespace barchan
