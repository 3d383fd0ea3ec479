/// SoilFile: reads and writes the `.soil` files of SoilMachine. docs/soil-files.md describes their content.
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
/// The soil that is predefined in every file. SoilMachine stores standing water as a layer of it.
inline constexpr std::string_view kSoilFileAir = "Air";

/// The WORLD section. Absent keys are empty. The members have the names of the keys; soil_file_keys() gives their
/// ranges.
struct SoilWorld {
  std::optional<std::int64_t> seed;
  std::optional<std::int64_t> scale;   ///< number of cells that a height of 1 spans
  std::optional<std::int64_t> sizex;   ///< cells
  std::optional<std::int64_t> sizey;   ///< cells
  std::optional<std::int64_t> nwater;  ///< droplets per frame
  std::optional<std::int64_t> nwind;   ///< wind particles per frame
  bool operator==(SoilWorld const&) const = default;
};

/// A SOIL section with all values. Missing keys have the value of the previous soil; for the first soil, the defaults
/// here apply.
struct SoilRow {
  std::string name;
  std::string transports{kSoilFileAir};  ///< soil into which it turns when water picks it up
  std::string erodes{kSoilFileAir};      ///< soil into which it turns while water carries it
  std::string cascades{kSoilFileAir};    ///< soil into which it turns when it slides
  std::string abrades{kSoilFileAir};     ///< soil into which it turns when wind abrades it
  double density = 1.0;                  ///< required in the first section of a file
  double porosity = 0.0;                 ///< fraction of pores
  std::uint32_t color = 0x808080;        ///< 0xRRGGBB
  double ka = 0.5;                       ///< Phong shading: ambient,
  double kd = 0.8;                       ///< diffuse,
  double ks = 0.2;                       ///< specular,
  double kk = 32.0;                      ///< and shininess
  double solubility = 1.0;
  double equilibrium = 1.0;
  double friction = 1.0;
  double erosionrate = 0.0;
  double maxdiff = 1.0;  ///< largest height difference between neighbours at rest; the slope is 80 times as large
  double settling = 0.0;
  double suspension = 0.0;
  double abrasion = 0.0;
  bool operator==(SoilRow const&) const = default;
};

/// A LAYER section: a layer with the thickness max(min, bias + scale * noise) on top of the previous layers. The
/// defaults here apply to missing keys.
struct LayerRow {
  std::string soil;
  double min = 0.0;
  double bias = 0.0;
  double scale = 1.0;
  int octaves = 1;
  double lacunarity = 1.0;
  double gain = 0.0;
  double frequency = 1.0;  ///< periods along the side of the land
  bool operator==(LayerRow const&) const = default;
};

struct SoilFile {
  SoilWorld world;
  std::vector<SoilRow> soils;    ///< in the order of the file, without Air
  std::vector<LayerRow> layers;  ///< lowest first
  bool operator==(SoilFile const&) const = default;
};

/// Parses `text`; `file_name` stands for it in messages. Throws InputErrors.
SoilFile parse_soil_file(std::string_view text, std::string_view file_name);
/// Throws InputError if the file cannot be read, InputErrors if it is invalid.
SoilFile read_soil_file(std::filesystem::path const& path);

/// Text of the document with all values of all soils and layers. Parsing it gives an equal document. Throws InputErrors
/// if a name or a value could not be read back; their line numbers are those of the text.
std::string write_soil_file(SoilFile const& file);

/// Description of a key. For names and colours both ends of the range are 0.
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
