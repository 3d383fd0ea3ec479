/// Fuzz targets: functions that read any bytes as one kind of input. Each must end normally within 5 s; a broken
/// promise throws. libfuzzer_main.cpp makes a program of each, and tests/io/fuzz_test.cpp runs them on the kept inputs.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace barchan::fuzz {

using Bytes = std::span<std::byte const>;

void asc(Bytes bytes);           ///< ESRI grids
void command_line(Bytes bytes);  ///< the arguments of both programs, one per line
void exr(Bytes bytes);           ///< OpenEXR height maps
void history(Bytes bytes);       ///< the history of a saved world
void npy(Bytes bytes);           ///< arrays of NumPy
void png(Bytes bytes);           ///< PNG height maps
void preset(Bytes bytes);        ///< preset files
void rain_map(Bytes bytes);      ///< rain maps: a byte that chooses the format, and the file
void raw(Bytes bytes);           ///< raw height maps: the JSON of the sidecar, a zero byte, the cells
void saved_world(Bytes bytes);   ///< saved worlds
void scenario(Bytes bytes);      ///< scenario files, up to the composed land and its time line
void script(Bytes bytes);        ///< scripts
void sidecar(Bytes bytes);       ///< the JSON beside a height map
void soil_file(Bytes bytes);     ///< soil files, up to the composed land
void stamp(Bytes bytes);         ///< relief of an obstacle: a byte that chooses the format, and the file
void still(Bytes bytes);         ///< pictures that carry their world
void tiff(Bytes bytes);          ///< TIFF height maps

struct Target {
  std::string_view name;  ///< of its source fuzz_NAME.cpp and of its folders in corpus/ and found/
  void (*run)(Bytes bytes);
};
/// All targets, sorted by name.
std::span<Target const> targets();

}  // namespace barchan::fuzz
