/// Conversions between float and the 8-bit floating-point formats, for CUDA's
/// and PyTorch's types alike.
#ifndef M2K_STUBS_FLOAT8_H
#define M2K_STUBS_FLOAT8_H

#include <host_defines.h>

namespace m2k_stubs {

/// MANTISSA bits and BIAS give the format. What lies above MAX, the pattern of
/// the largest finite value, becomes OVER (a NaN, an infinity or MAX itself);
/// NAN_BITS is the pattern of a NaN. With FNUZ there is no negative zero, and
/// the one NaN has its pattern.
template <int MANTISSA, int BIAS, int MAX, int NAN_BITS, bool FNUZ>
struct float8 {
  M2K_HD unsigned char from_float(float value, int over) {
    unsigned bits = __builtin_bit_cast(unsigned, value);
    unsigned sign = bits >> 24 & 0x80;
    unsigned magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) // NaN
      return FNUZ ? NAN_BITS : sign | NAN_BITS;
    unsigned result;
    if (magnitude < (unsigned)(128 - BIAS) << 23) {
      // Below the smallest normal value: adding a power of two whose last place
      // is the format's smallest step makes the float addition round.
      unsigned magic = (unsigned)(127 - BIAS + 23 - MANTISSA + 1) << 23;
      float sum = __builtin_bit_cast(float, magnitude) +
                  __builtin_bit_cast(float, magic);
      result = __builtin_bit_cast(unsigned, sum) - magic;
    } else {
      // Nearest even: half a step, less one when the kept part is even.
      constexpr int dropped = 23 - MANTISSA;
      unsigned odd = magnitude >> dropped & 1;
      result = (magnitude + (1u << (dropped - 1)) - 1 + odd) >> dropped;
      result -= (unsigned)(127 - BIAS) << MANTISSA;
    }
    if (result > MAX) {
      result = over;
      if (FNUZ && over == NAN_BITS)
        return NAN_BITS;
    }
    return FNUZ && result == 0 ? 0 : sign | result;
  }

  M2K_HD float to_float(unsigned char x) {
    unsigned magnitude = x & 0x7f;
    unsigned sign = (unsigned)(x & 0x80) << 24;
    if (FNUZ ? x == NAN_BITS : magnitude > MAX) {
      // e5m2 has an infinity just above the largest value.
      bool infinite = !FNUZ && MANTISSA == 2 && magnitude == MAX + 1;
      return __builtin_bit_cast(float,
                                sign | (infinite ? 0x7f800000 : 0x7fc00000));
    }
    // Scaling by a power of two is exact and does the subnormals, too.
    float scaled = __builtin_bit_cast(float, magnitude << (23 - MANTISSA));
    constexpr unsigned scale = (unsigned)(127 + (127 - BIAS)) << 23;
    scaled *= __builtin_bit_cast(float, scale);
    return __builtin_bit_cast(float,
                              sign | __builtin_bit_cast(unsigned, scaled));
  }
};

using e4m3fn = float8<3, 7, 0x7E, 0x7F, false>;
using e5m2 = float8<2, 15, 0x7B, 0x7F, false>;
using e4m3fnuz = float8<3, 8, 0x7F, 0x80, true>;
using e5m2fnuz = float8<2, 16, 0x7F, 0x80, true>;

} // namespace m2k_stubs

#endif
