/// The page docs/metamorphic.md, made from the table.
#pragma once

#include <string>

namespace barchan::metamorphic {

std::string page();

}  // namespace barchan::metamorphic
