/// The state of columns: comparison, saving and reading.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "land/columns.hpp"

namespace barchan {

namespace {

constexpr std::uint32_t kMostSections = 1u << 20;

}  // namespace

bool Columns::operator==(Columns const& other) const {
  if (width_ != other.width_ || loose_ != other.loose_ || mixing_depth_ != other.mixing_depth_) return false;
  if (elevation_ != other.elevation_ || cover_ != other.cover_ || disturbed_ != other.disturbed_) return false;
  if (disturbed_ends_ != other.disturbed_ends_) return false;
  const auto layers = [](Columns const& of, std::size_t cell) {
    std::vector<Layer> all;
    of.for_each_layer(cell, [&](Layer layer) {
      all.push_back(layer);
      return true;
    });
    return all;
  };
  const bool plain = strata_.empty() && other.strata_.empty() && cover_soil_ == other.cover_soil_;
  for (std::size_t cell = 0; cell < size() && !plain; ++cell) {
    if (layers(*this, cell) != layers(other, cell)) return false;
  }
  return true;
}

void Columns::keep(Archive& archive, Grid const& grid, std::size_t soils) {
  archive.table(elevation_, grid.cells());
  archive.table(cover_, grid.cells());
  archive.list(disturbed_, grid.cells());
  archive.table(disturbed_ends_, disturbed_.size());
  if (archive.reading()) {
    std::vector<Quanta> base(grid.cells());
    for (std::size_t i = 0; i < grid.cells(); ++i) {
      const QuantaSum solid = static_cast<QuantaSum>(elevation_[i]) - cover_[i];
      archive.require(solid == static_cast<Quanta>(solid), "the ground lies outside the range of elevations");
      base[i] = static_cast<Quanta>(solid);
    }
    try {
      Columns sound(grid, base, cover_);
      sound.set_soils(grid, loose_, mixing_depth_);
      sound.set_disturbed(disturbed_);
      sound.disturbed_ends_ = disturbed_ends_;
      *this = std::move(sound);
    } catch (std::invalid_argument const& error) {
      throw ArchiveError(error.what());
    }
    archive.require(std::all_of(disturbed_.begin(), disturbed_.end(), [](std::uint8_t mark) { return mark <= 1; }),
                    "the state of a segment is unknown");
    for (std::size_t s = 0; s < disturbed_.size(); ++s) {
      const int most = disturbed_[s] != 0 ? kWestEnd | kEastEnd : 0;
      archive.require(disturbed_ends_[s] <= most, "the ends of a segment are out of range");
    }
  }
  bool layered = !strata_.empty();
  archive.value(layered);
  if (!layered) return;
  strata_.prepare(grid);
  keep_layers(archive, soils);
}

void Columns::find_cover_soils() {
  std::ranges::fill(row_soils_, SoilSet{0});
  for (std::size_t cell = 0; cell < size(); ++cell) row_soils_[row_of(cell)] |= soil_bit(cover_soil_[cell]);
}

SoilSet Columns::cover_soils_present() const {
  SoilSet present = 0;
  for (std::size_t y = 0; y < row_soils_.size(); ++y) {
    SoilSet missing = row_soils_[y] & ~present;
    if (std::has_single_bit(row_soils_[y])) present |= missing;
    for (std::size_t cell = y * static_cast<std::size_t>(width_); (missing & ~present) != 0; ++cell) {
      if (row_of(cell) != y) break;
      present |= soil_bit(cover_soil_[cell]);
    }
  }
  return present;
}

/// Reads or writes the cover soils and the layers below them: row by row, cell by cell, from the top.
void Columns::keep_layers(Archive& archive, std::size_t soils) {
  archive.table(cover_soil_, size());
  const auto known = [&](SoilId soil) { archive.require(soil < soils, "the soil of a layer is unknown"); };
  std::vector<Layer> sections;
  for (std::size_t cell = 0; cell < size(); ++cell) {
    known(cover_soil_[cell]);
    sections.clear();
    strata_.for_each(cell, [&](Layer section) {
      sections.push_back(section);
      return true;
    });
    std::uint32_t count = static_cast<std::uint32_t>(sections.size());
    archive.value(count);
    archive.require(count <= kMostSections, "a cell has too many layers");
    sections.resize(count);
    QuantaSum floor = static_cast<QuantaSum>(elevation_[cell]) - cover_[cell];
    for (Layer& section : sections) {
      archive.value(section.soil);
      archive.value(section.thickness);
      known(section.soil);
      archive.require(section.thickness > 0, "a layer has no thickness");
      floor -= section.thickness;
    }
    archive.require(floor == static_cast<Quanta>(floor), "a layer reaches outside the range of elevations");
    note_bedrock(floor);
    if (!archive.reading()) continue;
    for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
      archive.require(!strata_.has(cell) || strata_.top(cell).soil != section->soil,
                      "two adjacent layers have the same soil");
      strata_.push(cell, *section);
    }
    follow_ground(cell);
    archive.require(cover_[cell] > 0 || !is_loose(ground_soil_[cell]),
                    "a loose layer lies at the surface but is not the cover");
  }
  find_cover_soils();
}

}  // namespace barchan
