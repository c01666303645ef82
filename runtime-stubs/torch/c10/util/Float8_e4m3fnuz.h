/// c10::Float8_e4m3fnuz: as e4m3fn, one NaN and no negative zero.
#ifndef M2K_STUBS_C10_FLOAT8_E4M3FNUZ_H
#define M2K_STUBS_C10_FLOAT8_E4M3FNUZ_H

#include <c10/util/reduced_float_operators.h>
#include <m2k/float8.h>

namespace c10 {

struct alignas(1) Float8_e4m3fnuz {
  uint8_t x;

  struct from_bits_t {};
  C10_HOST_DEVICE static constexpr from_bits_t from_bits() { return {}; }

  Float8_e4m3fnuz() = default;
  constexpr C10_HOST_DEVICE Float8_e4m3fnuz(uint8_t bits, from_bits_t)
      : x(bits) {}
  // Too large a value becomes what PyTorch makes of it, not the largest one.
  inline C10_HOST_DEVICE Float8_e4m3fnuz(float value)
      : x(m2k_stubs::e4m3fnuz::from_float(value, 0x80)) {}
  inline C10_HOST_DEVICE operator float() const {
    return m2k_stubs::e4m3fnuz::to_float(x);
  }
  inline C10_HOST_DEVICE bool isnan() const { return x == 0x80; }
};

M2K_C10_OPERATORS(Float8_e4m3fnuz)

} // namespace c10

M2K_C10_LIMITS(c10::Float8_e4m3fnuz, 4, -6, 8, false, 0xFF, 0x08, 0x7F, 0x28,
               0x80, 0x80, 0x01)

#endif
