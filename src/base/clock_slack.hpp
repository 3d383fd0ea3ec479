/// How times on the world's clock are compared.
#pragma once

namespace barchan {

/// s: the clock is a sum of float steps and may fall short of a whole number by this much. What is due at a time is due
/// in a step that begins no earlier than this before it; shorter than any step.
inline constexpr double kClockSlack = 1e-3;

}  // namespace barchan
