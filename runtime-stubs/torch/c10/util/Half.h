/// c10::Half: IEEE binary16 that converts through float, as PyTorch's does.
#ifndef M2K_STUBS_C10_HALF_H
#define M2K_STUBS_C10_HALF_H

#include <c10/util/reduced_float_operators.h>
#include <cuda_fp16.h>

namespace c10 {

struct alignas(2) Half {
  unsigned short x;

  struct from_bits_t {};
  C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }

  Half() = default;
  constexpr C10_HOST_DEVICE Half(unsigned short bits, from_bits_t) : x(bits) {}
  inline C10_HOST_DEVICE Half(float value)
      : x(__builtin_bit_cast(unsigned short, (_Float16)value)) {}
  inline C10_HOST_DEVICE operator float() const {
    return (float)__builtin_bit_cast(_Float16, x);
  }
  inline C10_HOST_DEVICE Half(const __half &value) : x(((__half_raw)value).x) {}
  inline C10_HOST_DEVICE operator __half() const { return __half_raw{x}; }
};

M2K_C10_OPERATORS(Half)

} // namespace c10

M2K_C10_LIMITS(c10::Half, 11, -13, 16, true, 0xFBFF, 0x0400, 0x7BFF, 0x1400,
               0x7C00, 0x7E00, 0x0001)

static inline __device__ c10::Half __ldg(const c10::Half *p) { return *p; }

#endif
