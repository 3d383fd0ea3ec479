/// GridFile: the layout of a NetCDF file with variables on the grid of a land, by the CF conventions.
///
/// The file has the classic format with 64-bit offsets (NetCDF, "Classic Format Specification"), which is simple enough
/// to be written here: records can be added so that an interruption leaves a valid file, and no library with its own
/// locks takes part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "geo/geo_gate.hpp"

namespace barchan::geo {

class GridFile {
 public:
  /// The layout of a file with the times, or with one field without time if `in_time` is false. Throws GeoError if the
  /// format cannot hold it.
  GridFile(SeriesOrder const& order, bool in_time);

  /// Bytes of the file up to the first record, with the number of records 0. Without time, the cells of the field
  /// follow instead of records.
  std::vector<std::byte> const& head() const { return head_; }
  /// Bytes of one record.
  std::uint64_t record_size() const;
  /// A record: its time in s and the cells of each variable, north row first.
  std::vector<std::byte> record(double seconds, std::span<std::span<float const> const> values) const;
  /// The cells of a variable as they are stored: big-endian, south row first.
  std::vector<std::byte> cells(std::span<float const> values) const;

  /// Position of the number of records in the file; it has 4 bytes.
  static constexpr std::uint64_t kCountAt = 4;

 private:
  std::size_t width_ = 0, height_ = 0, variables_ = 0;
  std::vector<std::byte> head_;
};

/// A whole number of 4 bytes as the format stores it, and back.
std::vector<std::byte> stored_count(std::uint32_t count);
std::uint32_t count_stored(std::span<std::byte const> bytes);
/// A time as a record stores it, back in s.
double time_stored(std::span<std::byte const> bytes);

/// The file of a raster in memory.
std::vector<std::byte> grid_file(WriteOrder const& order);

}  // namespace barchan::geo
