/// c10::BFloat16: the upper half of a float, rounded to nearest even.
#ifndef M2K_STUBS_C10_BFLOAT16_H
#define M2K_STUBS_C10_BFLOAT16_H

#include <c10/util/reduced_float_operators.h>
#include <cuda_bf16.h>

namespace c10 {

struct alignas(2) BFloat16 {
  uint16_t x;

  struct from_bits_t {};
  C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }

  BFloat16() = default;
  constexpr C10_HOST_DEVICE BFloat16(unsigned short bits, from_bits_t)
      : x(bits) {}
  inline C10_HOST_DEVICE BFloat16(float value)
      : x(__builtin_bit_cast(unsigned short, (__bf16)value)) {}
  inline C10_HOST_DEVICE operator float() const {
    return (float)__builtin_bit_cast(__bf16, x);
  }
  inline C10_HOST_DEVICE BFloat16(const __nv_bfloat16 &value)
      : x(((__nv_bfloat16_raw)value).x) {}
  explicit inline C10_HOST_DEVICE operator __nv_bfloat16() const {
    return __nv_bfloat16_raw{x};
  }
};

M2K_C10_OPERATORS(BFloat16)
inline C10_HOST_DEVICE bool operator>(BFloat16 &a, BFloat16 &b) {
  return float(a) > float(b);
}
inline C10_HOST_DEVICE bool operator<(BFloat16 &a, BFloat16 &b) {
  return float(a) < float(b);
}

} // namespace c10

M2K_C10_LIMITS(c10::BFloat16, 8, -125, 128, true, 0xFF7F, 0x0080, 0x7F7F,
               0x3C00, 0x7F80, 0x7FC0, 0x0001)

static inline __device__ c10::BFloat16 __ldg(const c10::BFloat16 *p) {
  return *p;
}

#endif
