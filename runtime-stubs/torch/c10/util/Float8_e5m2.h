/// c10::Float8_e5m2: 5 exponent bits, 2 of mantissa, with infinity.
#ifndef M2K_STUBS_C10_FLOAT8_E5M2_H
#define M2K_STUBS_C10_FLOAT8_E5M2_H

#include <c10/util/reduced_float_operators.h>
#include <m2k/float8.h>

namespace c10 {

struct alignas(1) Float8_e5m2 {
  uint8_t x;

  struct from_bits_t {};
  C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }

  Float8_e5m2() = default;
  constexpr C10_HOST_DEVICE Float8_e5m2(uint8_t bits, from_bits_t) : x(bits) {}
  // Too large a value becomes what PyTorch makes of it, not the largest one.
  inline C10_HOST_DEVICE Float8_e5m2(float value)
      : x(m2k_stubs::e5m2::from_float(value, 0x7C)) {}
  inline C10_HOST_DEVICE operator float() const {
    return m2k_stubs::e5m2::to_float(x);
  }
  inline C10_HOST_DEVICE bool isnan() const { return (x & 0x7f) > 0x7c; }
};

M2K_C10_OPERATORS(Float8_e5m2)

} // namespace c10

M2K_C10_LIMITS(c10::Float8_e5m2, 3, -13, 16, true, 0xFB, 0x04, 0x7B, 0x34, 0x7C,
               0x7F, 0x01)

#endif
