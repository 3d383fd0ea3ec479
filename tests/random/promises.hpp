/// The promises that every world keeps, whatever it is made of.
#pragma once

#include <string>

#include "random/recipe.hpp"

namespace barchan::test {

struct Outcome {
  std::string refused;  ///< why the scenario is not valid; empty: it is
  std::string broken;   ///< the promise that was broken; empty: all were kept
};

/// Runs the world of a recipe on one thread and on three, saves it at its pause and continues from the bytes.
///
/// - The mass balance of every soil and of water is exact after each step.
/// - No thickness is negative, and no field has a NaN or an infinity.
/// - The thicknesses of each soil sum to its account.
/// - State, health and hash do not depend on the threads, and a saved world continues as if it had not been saved.
/// - A scenario is read, or refused with an InputError. Nothing else is thrown.
Outcome keep_promises(Recipe const& recipe);
Outcome keep_promises(std::string const& scenario, int steps, int pause);

}  // namespace barchan::test
