// The 8-bit floating-point conversions, against a search over the format's
// values: every pattern one way, a sample of all floats the other way.
//
// RUN: %clang --cuda-host-only -nocudainc -nocudalib --cuda-path=/nonexistent \
// RUN:   -std=c++17 -O2 -isystem %root/runtime-stubs/cuda \
// RUN:   -isystem %root/runtime-stubs/torch \
// RUN:   -include %root/runtime-stubs/nvcc_compat.h -c %s -o %t.o
// RUN: %clang %t.o -o %t
// RUN: %t
#include <c10/util/Float8_e4m3fn.h>
#include <c10/util/Float8_e4m3fnuz.h>
#include <c10/util/Float8_e5m2.h>
#include <c10/util/Float8_e5m2fnuz.h>

#include <cmath>
#include <cstdio>
#include <cstring>

struct format {
  const char *name;
  int mantissa, bias;
  int max;  // pattern of the largest value
  int over; // what is above it becomes
  bool fnuz, infinite;
};

static double value_of(const format &f, int pattern) {
  int exponent = (pattern & 0x7f) >> f.mantissa;
  int fraction = pattern & ((1 << f.mantissa) - 1);
  double v = exponent
                 ? ldexp(1 + ldexp(fraction, -f.mantissa), exponent - f.bias)
                 : ldexp(fraction, 1 - f.bias - f.mantissa);
  return pattern & 0x80 ? -v : v;
}

static bool is_nan(const format &f, int pattern) {
  return f.fnuz       ? pattern == 0x80
         : f.infinite ? (pattern & 0x7f) > 0x7c
                      : (pattern & 0x7f) == 0x7f;
}

static int nearest(const format &f, double magnitude) {
  double top = value_of(f, f.max);
  double step = top - value_of(f, f.max - 1);
  double middle = top + step / 2;
  if (magnitude > middle || (magnitude == middle && f.max % 2 == 1))
    return f.over;
  int best = 0;
  for (int c = 1; c <= f.max; ++c) {
    double closer =
        fabs(value_of(f, best) - magnitude) - fabs(value_of(f, c) - magnitude);
    if (closer > 0 || (closer == 0 && c % 2 == 0))
      best = c;
  }
  return best;
}

template <class F> static int check(const format &f) {
  int wrong = 0;
  for (int x = 0; x < 256; ++x) {
    float got = F::to_float((unsigned char)x);
    bool right =
        is_nan(f, x) ? std::isnan(got)
        : f.infinite && (x & 0x7f) == 0x7c
            ? std::isinf(got)
            : got == (float)value_of(f, x) && std::signbit(got) == (x >= 0x80);
    wrong += !right;
  }
  // A prime stride, so that low bits of all kinds turn up.
  for (unsigned long long i = 0; i < 1ull << 32; i += 40009) {
    unsigned bits = (unsigned)i;
    float v;
    memcpy(&v, &bits, 4);
    int got = F::from_float(v, f.over);
    if (std::isnan(v)) {
      wrong += !is_nan(f, got);
      continue;
    }
    int want = nearest(f, fabs(v));
    bool unsigned_pattern = f.fnuz && (want == 0 || want == 0x80);
    if (std::signbit(v) && !unsigned_pattern)
      want |= 0x80;
    wrong += got != want;
  }
  if (wrong)
    std::fprintf(stderr, "%s: %d wrong\n", f.name, wrong);
  return wrong;
}

int main() {
  using namespace m2k_stubs;
  int wrong = 0;
  wrong += check<e4m3fn>({"e4m3fn", 3, 7, 0x7e, 0x7f, false, false});
  wrong +=
      check<e4m3fn>({"e4m3fn, saturating", 3, 7, 0x7e, 0x7e, false, false});
  wrong += check<e5m2>({"e5m2", 2, 15, 0x7b, 0x7c, false, true});
  wrong += check<e4m3fnuz>({"e4m3fnuz", 3, 8, 0x7f, 0x80, true, false});
  wrong += check<e5m2fnuz>({"e5m2fnuz", 2, 16, 0x7f, 0x80, true, false});
  wrong += std::numeric_limits<c10::Float8_e4m3fn>::max() != 448.f;
  wrong += std::numeric_limits<c10::Float8_e4m3fnuz>::max() != 240.f;
  wrong += std::numeric_limits<c10::Float8_e5m2>::max() != 57344.f;
  return wrong != 0;
}
