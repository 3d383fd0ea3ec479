/// Fourier transforms of planes whose sides are powers of two, in single precision. They give the same bits on every
/// machine and any number of threads.
///
/// The transform of the measures (measure/fourier.hpp) takes any length and works line by line in double precision.
/// This one runs in every step, so it transforms many lines at once and uses no function of the C library.
#pragma once

#include <cstddef>
#include <vector>

#include "base/land_vector.hpp"
#include "wind/fourier_kernel.hpp"

namespace barchan {

class Scheduler;

/// Complex numbers, row-major, `rows` x `columns`.
struct ComplexPlane {
  int rows = 0, columns = 0;
  LandVector<float> re, im;

  /// Keeps no values.
  void resize(int new_rows, int new_columns);
  kernel::ComplexRow row(int y, int first_column = 0);
};

/// Transforms along the columns of a plane, that is over its rows. Both sides must be powers of two.
class ColumnTransform {
 public:
  /// `length`: number of rows, a power of two.
  explicit ColumnTransform(int length);
  int length() const { return length_; }

  /// Unnormalised forward transform, in place. Frequency `reversed(y)` ends in row `y`.
  void forward(ComplexPlane& plane, Scheduler const& scheduler) const;
  /// Unnormalised inverse transform of frequencies in that order, in place; rows end in their natural order.
  void inverse(ComplexPlane& plane, Scheduler const& scheduler) const;
  /// Index whose binary digits are those of `i` in reverse order.
  int reversed(int i) const;

 private:
  int length_;
  std::vector<kernel::Root> roots_;  ///< exp(-2 pi i k / length), k from 0 to length / 2 - 1
};

/// Writes the transposed plane to `out`.
void transpose(ComplexPlane const& plane, ComplexPlane& out, Scheduler const& scheduler);

}  // namespace barchan
