#include "wind/fourier_kernel.hpp"

#include <cmath>

#include "base/vectorize.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
void split_rows(Root root, std::size_t count, ComplexRow a, ComplexRow b) {
  float* const a_re = a.re;
  float* const a_im = a.im;
  float* const b_re = b.re;
  float* const b_im = b.im;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float re = a_re[i] - b_re[i];
    const float im = a_im[i] - b_im[i];
    a_re[i] += b_re[i];
    a_im[i] += b_im[i];
    b_re[i] = re * root.re - im * root.im;
    b_im[i] = re * root.im + im * root.re;
  }
}

BARCHAN_VECTOR_CLONES
void join_rows(Root root, std::size_t count, ComplexRow a, ComplexRow b) {
  float* const a_re = a.re;
  float* const a_im = a.im;
  float* const b_re = b.re;
  float* const b_im = b.im;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float re = b_re[i] * root.re - b_im[i] * root.im;
    const float im = b_re[i] * root.im + b_im[i] * root.re;
    b_re[i] = a_re[i] - re;
    b_im[i] = a_im[i] - im;
    a_re[i] += re;
    a_im[i] += im;
  }
}

BARCHAN_VECTOR_CLONES
void respond_row(StressLaw law, float const* wave_y, float const* weight_y, std::size_t count, ComplexRow row) {
  const auto [along, shift, wind_x, wind_y, wave_x, weight] = law;
  float* const re = row.re;
  float* const im = row.im;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float ky = wave_y[i];
    const float square = wave_x * wave_x + ky * ky;
    const float with = wave_x * wind_x + ky * wind_y;  // wave number along the wind
    const float left = ky * wind_x - wave_x * wind_y;  // wave number across the wind
    const float inverse = square > 0.0f ? along / std::sqrt(square) : 0.0f;
    const float w = weight * weight_y[i];
    const float factor_re = w * inverse * with * with;
    const float factor_im = w * (shift * with + inverse * with * left);
    const float a = re[i];
    const float b = im[i];
    re[i] = a * factor_re - b * factor_im;
    im[i] = a * factor_im + b * factor_re;
  }
}

}  // namespace barchan::kernel
