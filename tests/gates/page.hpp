/// The page that shows every gate with its figures, target, source and picture.
#pragma once

#include <filesystem>
#include <vector>

#include "gates/store.hpp"

namespace barchan::gates {

/// Writes `folder`/validation.md. Its pictures lie in `folder`/pictures/validation. Throws InputError if that fails.
void write_page(std::filesystem::path const& folder, std::vector<Result> const& results);

}  // namespace barchan::gates
