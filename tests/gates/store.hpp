/// Results of gates in files, so that the page can be written again and a long run can be continued.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gates/gate.hpp"

namespace barchan::gates {

/// What one run of a gate has found, as stored.
struct Result {
  Gate const* gate = nullptr;
  Setting setting{};
  std::vector<Check> checks{};
  std::string picture{};  ///< name of the PNG beside the pictures of the page; empty: there is none
  std::string caption{};
  double seconds = 0.0;  ///< that the gate took, on `setting.threads` threads

  bool met() const;
};

/// Folder of the pictures, below that of the page.
inline constexpr std::string_view kPictures = "pictures/validation";

/// Writes `folder`/results/ID_TRANSPORT.json and the picture. Throws InputError if that fails.
void store(std::filesystem::path const& folder, Gate const& gate, Setting const& setting, Outcome const& outcome,
           double seconds);
/// Whether the gate has a stored result of this size.
bool is_stored(std::filesystem::path const& folder, Gate const& gate, Setting const& setting);
/// All stored results of this size in the order of the page. Throws InputError for a damaged file.
std::vector<Result> stored_results(std::filesystem::path const& folder, Size size);

}  // namespace barchan::gates
