/// Opening of raster files.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "geo/gdal.hpp"

namespace barchan::geo {

/// A file in GDAL's memory. Its name ends as the name of the file does, because GDAL recognises some formats by it.
class MemoryFile {
 public:
  /// `path`: the file of which these are the contents. Throws GeoError if there is no memory.
  MemoryFile(std::span<std::byte const> bytes, std::string const& path);
  ~MemoryFile();
  MemoryFile(MemoryFile const&) = delete;
  MemoryFile& operator=(MemoryFile const&) = delete;
  std::string const& name() const { return name_; }

 private:
  void copy(std::string const& from, std::string const& to);

  std::string name_;
  std::vector<std::string> files_;  ///< beside it
};

/// Extension of the name of a file in lower-case letters, without its dot.
std::string lower_extension(std::string const& path);

/// The variables of a file with several rasters: their names, and their paths for GDAL.
std::vector<std::pair<std::string, std::string>> variables_of(GDALDatasetH dataset);

/// An open file.
struct OpenMap {
  Dataset dataset;
  bool by_variable = false;  ///< the name of the band was that of a variable, which is now the whole dataset
};

/// Opens a file as GDAL knows it. If it has several variables, opens the one that `variable` names. Throws GeoError.
OpenMap open_file(std::string const& name, std::string const& variable = {});

}  // namespace barchan::geo
