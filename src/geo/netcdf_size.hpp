/// Completeness of NetCDF files in the classic formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace barchan::geo {

/// Bytes that a classic NetCDF file (CDF-1, CDF-2 or CDF-5) must have so that all its values are there, from its
/// header. Empty if the bytes are not the header of such a file, or do not contain all of it. The library of NetCDF
/// reads missing values at the end of a file as numbers. Source: "NetCDF Classic Format Specification" (Unidata).
std::optional<std::uint64_t> classic_netcdf_size(std::span<std::byte const> header);

}  // namespace barchan::geo
