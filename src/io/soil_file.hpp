/// SoilFile: the `.soil` files of SoilMachine as documents, read and written. docs/soil-files.md says what they hold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

inline constexpr std::string_view kSoilFileEnding = ".soil";
/// The soil that every file knows without defining it; that program keeps standing water as a layer of it.
inline constexpr std::string_view kSoilFileAir = "Air";

/// The WORLD section: what it leaves out is absent. Members are named as the keys, ranges stand in soil_file_keys().
struct SoilWorld {
  std::optional<std::int64_t> seed;
  std::optional<std::int64_t> scale;   ///< cells that a height of 1 is high
  std::optional<std::int64_t> sizex;   ///< cells
  std::optional<std::int64_t> sizey;   ///< cells
  std::optional<std::int64_t> nwater;  ///< drops a frame
  std::optional<std::int64_t> nwind;   ///< wind particles a frame
  bool operator==(SoilWorld const&) const = default;
};

/// A SOIL section with every value spelled out: what a section leaves out is that of the soil before it, and for the
/// first soil what stands here.
struct SoilRow {
  std::string name;
  std::string transports{kSoilFileAir};  ///< soil that it is once water carries it
  std::string erodes{kSoilFileAir};      ///< soil that water turns it into on its way
  std::string cascades{kSoilFileAir};    ///< soil that it is once it slides
  std::string abrades{kSoilFileAir};     ///< soil that wind turns it into on its way
  double density = 1.0;                  ///< the first section of a file must give it
  double porosity = 0.0;                 ///< share of pores
  std::uint32_t color = 0x808080;        ///< 0xRRGGBB
  double ka = 0.5;                       ///< Phong shading: ambient,
  double kd = 0.8;                       ///< diffuse,
  double ks = 0.2;                       ///< specular share,
  double kk = 32.0;                      ///< and shininess
  double solubility = 1.0;
  double equilibrium = 1.0;
  double friction = 1.0;
  double erosionrate = 0.0;
  double maxdiff = 1.0;  ///< largest difference of height between neighbours at rest; slope over 80
  double settling = 0.0;
  double suspension = 0.0;
  double abrasion = 0.0;
  bool operator==(SoilRow const&) const = default;
};

/// A LAYER section: thickness max(min, bias + scale * noise), laid on the layers before it. What a section leaves out
/// is what stands here.
struct LayerRow {
  std::string soil;
  double min = 0.0;
  double bias = 0.0;
  double scale = 1.0;
  int octaves = 1;
  double lacunarity = 1.0;
  double gain = 0.0;
  double frequency = 1.0;  ///< periods on the side of the land
  bool operator==(LayerRow const&) const = default;
};

struct SoilFile {
  SoilWorld world;
  std::vector<SoilRow> soils;    ///< in the order of the file, without Air
  std::vector<LayerRow> layers;  ///< lowest first
  bool operator==(SoilFile const&) const = default;
};

/// The document that `text` is; `file_name` stands for it in messages. Throws InputErrors.
SoilFile parse_soil_file(std::string_view text, std::string_view file_name);
/// Throws InputError when the file cannot be read, InputErrors when it is wrong.
SoilFile read_soil_file(std::filesystem::path const& path);

/// The text of the document, which reads back as an equal one, with every value of every soil and layer. Throws
/// InputErrors, which counts lines in that text, when a name or a value could not be read back.
std::string write_soil_file(SoilFile const& file);

/// What is known of a key. Soils' names and colours have no range: both ends are 0.
struct SoilFileKey {
  std::string_view section;  ///< WORLD, SOIL or LAYER
  std::string_view name;
  double minimum = 0.0;
  double maximum = 0.0;
  std::string_view meaning;
};
/// All keys in the order in which they are written.
std::vector<SoilFileKey> soil_file_keys();

}  // namespace barchan
