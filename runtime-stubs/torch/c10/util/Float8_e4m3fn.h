/// c10::Float8_e4m3fn: 4 exponent bits, 3 of mantissa, no infinity.
#ifndef M2K_STUBS_C10_FLOAT8_E4M3FN_H
#define M2K_STUBS_C10_FLOAT8_E4M3FN_H

#include <c10/util/reduced_float_operators.h>
#include <m2k/float8.h>

namespace c10 {

struct alignas(1) Float8_e4m3fn {
  uint8_t x;

  struct from_bits_t {};
  C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }

  Float8_e4m3fn() = default;
  constexpr C10_HOST_DEVICE Float8_e4m3fn(uint8_t bits, from_bits_t)
      : x(bits) {}
  // Too large a value becomes what PyTorch makes of it, not the largest one.
  inline C10_HOST_DEVICE Float8_e4m3fn(float value)
      : x(m2k_stubs::e4m3fn::from_float(value, 0x7F)) {}
  inline C10_HOST_DEVICE operator float() const {
    return m2k_stubs::e4m3fn::to_float(x);
  }
  inline C10_HOST_DEVICE bool isnan() const { return (x & 0x7f) == 0x7f; }
};

M2K_C10_OPERATORS(Float8_e4m3fn)

} // namespace c10

M2K_C10_LIMITS(c10::Float8_e4m3fn, 4, -5, 8, false, 0xFE, 0x08, 0x7E, 0x20,
               0x7F, 0x7F, 0x01)

#endif
