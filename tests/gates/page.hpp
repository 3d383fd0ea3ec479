/// The page that shows every gate with its figures, target, source and picture.
#pragma once

#include <filesystem>
#include <vector>

#include "gates/gate.hpp"

namespace barchan::gates {

struct Result {
  Gate const* gate = nullptr;
  Transport transport = Transport::field;
  Outcome outcome;
};

/// Writes `folder`/validation.md and its pictures in `folder`/pictures/validation. Throws InputError if that fails.
void write_page(std::filesystem::path const& folder, std::vector<Result> const& results);

}  // namespace barchan::gates
