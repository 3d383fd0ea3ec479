#include "export/export_preset.hpp"

#include <array>
#include <utility>

#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::array<ExportPresetRow, 9> kPresets{{
    {ExportTarget::unreal, "unreal", "Unreal Engine",
     "Landscape height map, one weight map per soil, colour and normal map.",
     "sizes=unreal height_formats=png16 height_codes=65536 maps=weights,color,normal,flow,wetness normals=directx"},
    {ExportTarget::unity, "unity", "Unity", "Raw terrain height map, splat maps, colour and normal map.",
     "sizes=power+1 height_formats=raw height_codes=65536 first_row=south maps=splat,color,normal,flow,wetness"},
    {ExportTarget::godot, "godot", "Godot (Terrain3D)",
     "Height map in metres for the add-on Terrain3D, colour map, splat maps and normal map.",
     "sizes=power tile_edges=separate height_formats=exr,r16 maps=color,splat,normal,wetness"},
    {ExportTarget::blender, "blender", "Blender", "Textured mesh, height map in metres, colour and normal map.",
     "height_formats=exr maps=color,normal,splat,wetness,occlusion map_format=png16 meshes=glb"},
    {ExportTarget::houdini, "houdini", "Houdini", "Height map in metres, and masks; all of them are images of floats.",
     "height_formats=exr maps=weights,flow,wear,deposit,wetness,plants,lakes map_format=exr"},
    {ExportTarget::qgis, "qgis", "QGIS", "Elevations and maps as GeoTIFF files with their place on Earth.",
     "height_formats=cog maps=sediment,slope,flow,lake_depth map_format=tif"},
    {ExportTarget::paraview, "paraview", "ParaView", "Elevations and maps in one VTK file, and as NetCDF.",
     "data_formats=vti,nc map_format=none maps=bedrock,sediment,slope,wind_shadow,flow,wetness"},
    {ExportTarget::print, "print", "3D print", "Closed body on a base plate, in mm.", "meshes=stl"},
    {ExportTarget::numpy, "numpy", "NumPy", "Elevations and maps as arrays, in units such as metres and fractions.",
     "height_formats=npy maps=bedrock,sediment,slope,flow,wetness map_format=npy"},
}};

}  // namespace

std::span<ExportPresetRow const> export_presets() { return kPresets; }

ExportOrder export_preset(std::string_view id) {
  ExportPresetRow const& row = row_named(kPresets, &ExportPresetRow::id, id, [&](std::string const& advice) {
    return InputError("unknown export preset '{}'{}", printable(id), advice);
  });
  ExportOrder order;
  order.target = row.target;
  for (std::string const& value : split(row.values, ' ')) {
    const std::size_t equals = value.find('=');
    order = with_option(std::move(order), value.substr(0, equals), value.substr(equals + 1));
  }
  return order;
}

}  // namespace barchan
