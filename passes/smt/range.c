#include "passes/smt/range.h"

/* Congruences with larger modulus are weakened to a divisor. */
#define MOD_LIMIT ((m2k_u128)1 << 32)

/* A congruence in which mod 0 stands for one exact value. */
typedef struct cong {
  m2k_i128 mod, rem;
} cong;

static m2k_i128 abs128(m2k_i128 v) { return v < 0 ? -v : v; }

unsigned m2k_bit_length(m2k_i128 value) {
  unsigned long long high = (unsigned long long)((m2k_u128)value >> 64);
  unsigned long long low = (unsigned long long)value;
  if (high)
    return 128 - (unsigned)__builtin_clzll(high);
  return low ? 64 - (unsigned)__builtin_clzll(low) : 0;
}

bool m2k_mul_fits(m2k_i128 a, m2k_i128 b, m2k_i128 *out) {
  if (a == (int32_t)a && b == (int32_t)b) {
    *out = (int64_t)a * (int64_t)b;
    return true;
  }
  if (a == 0 || b == 0) {
    *out = 0;
    return true;
  }
  m2k_i128 limit = (m2k_i128)1 << 126;
  if (a >= limit || a <= -limit || b >= limit || b <= -limit ||
      m2k_bit_length(abs128(a)) + m2k_bit_length(abs128(b)) > 126)
    return false;
  *out = a * b;
  return true;
}

bool m2k_add_fits(m2k_i128 a, m2k_i128 b, m2k_i128 *out) {
  m2k_i128 limit = (m2k_i128)1 << 126;
  if (a >= limit || a <= -limit || b >= limit || b <= -limit)
    return false;
  *out = a + b;
  return true;
}

m2k_i128 m2k_floor_div(m2k_i128 a, m2k_i128 b) {
  if (a == (int64_t)a && b == (int64_t)b && b > 0) {
    int64_t q = (int64_t)a / (int64_t)b;
    return q - ((int64_t)a % (int64_t)b < 0);
  }
  m2k_i128 q = a / b, r = a % b;
  return q - (r != 0 && (r < 0) != (b < 0));
}

m2k_i128 m2k_floor_mod(m2k_i128 a, m2k_i128 b) {
  if (a == (int64_t)a && b == (int64_t)b && b > 0) {
    int64_t r = (int64_t)a % (int64_t)b;
    return r < 0 ? r + (int64_t)b : r;
  }
  m2k_i128 r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

m2k_i128 m2k_gcd(m2k_i128 a, m2k_i128 b) {
  a = abs128(a);
  b = abs128(b);
  while (b) {
    if (a <= (m2k_i128)UINT64_MAX && b <= (m2k_i128)UINT64_MAX) {
      uint64_t x = (uint64_t)a, y = (uint64_t)b;
      while (y) {
        uint64_t r = x % y;
        x = y;
        y = r;
      }
      return (m2k_i128)x;
    }
    m2k_i128 r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static uint64_t weaken(m2k_u128 mod) {
  static const unsigned primes[] = {2, 3, 5, 7};
  for (unsigned i = 0; i < 4; ++i)
    while (mod > MOD_LIMIT && mod % primes[i] == 0)
      mod /= primes[i];
  return mod > MOD_LIMIT ? 1 : (uint64_t)mod;
}

m2k_range m2k_range_make(m2k_i128 lo, m2k_i128 hi, uint64_t mod, uint64_t rem) {
  m2k_range r = {m2k_clamp(lo), m2k_clamp(hi), mod ? mod : 1, rem};
  if (r.mod == 1) {
    r.rem = 0;
    return r;
  }
  r.rem %= r.mod;
  m2k_i128 m = (m2k_i128)r.mod, want = (m2k_i128)r.rem;
  if (r.lo > -M2K_INF && r.lo < M2K_INF)
    r.lo = m2k_clamp(r.lo + m2k_floor_mod(want - r.lo, m));
  if (r.hi < M2K_INF && r.hi > -M2K_INF)
    r.hi = m2k_clamp(r.hi - m2k_floor_mod(r.hi - want, m));
  return r;
}

m2k_range m2k_range_const(m2k_i128 value) {
  return (m2k_range){m2k_clamp(value), m2k_clamp(value), 1, 0};
}

static cong cong_of(const m2k_range *r) {
  if (m2k_range_is_point(r))
    return (cong){0, r->lo};
  return (cong){(m2k_i128)r->mod, (m2k_i128)r->rem};
}

static m2k_range with_cong(m2k_i128 lo, m2k_i128 hi, cong c) {
  if (c.mod == 0) /* exact: the interval says so already */
    return m2k_range_make(lo, hi, 1, 0);
  uint64_t mod = weaken((m2k_u128)c.mod);
  return m2k_range_make(lo, hi, mod,
                        (uint64_t)m2k_floor_mod(c.rem, (m2k_i128)mod));
}

bool m2k_range_has(const m2k_range *r, m2k_i128 value) {
  return (value >= r->lo || r->lo <= -M2K_INF) &&
         (value <= r->hi || r->hi >= M2K_INF) &&
         (r->mod == 1 ||
          m2k_floor_mod(value, (m2k_i128)r->mod) == (m2k_i128)r->rem);
}

/* Inverse of a modulo m, gcd(a, m) = 1; both below 2^32. */
static m2k_i128 inverse(m2k_i128 a, m2k_i128 m) {
  m2k_i128 r0 = m, r1 = m2k_floor_mod(a, m), t0 = 0, t1 = 1;
  while (r1) {
    m2k_i128 q = r0 / r1, r2 = r0 - q * r1, t2 = t0 - q * t1;
    r0 = r1;
    r1 = r2;
    t0 = t1;
    t1 = t2;
  }
  return m2k_floor_mod(t0, m);
}

/* Both congruences at once; false when they exclude each other. */
static bool cong_meet(const m2k_range *a, const m2k_range *b, uint64_t *mod,
                      uint64_t *rem) {
  const m2k_range *big = a->mod >= b->mod ? a : b;
  *mod = big->mod;
  *rem = big->rem;
  if (a->mod == 1 || b->mod == 1)
    return true;
  m2k_i128 am = (m2k_i128)a->mod, bm = (m2k_i128)b->mod;
  m2k_i128 g = m2k_gcd(am, bm);
  m2k_i128 diff = (m2k_i128)b->rem - (m2k_i128)a->rem;
  if (diff % g)
    return false;
  m2k_i128 lcm = am / g * bm;
  if (lcm == (m2k_i128)*mod || (m2k_u128)lcm > MOD_LIMIT)
    return true;
  m2k_i128 step = m2k_floor_mod(diff / g * inverse(am / g, bm / g), bm / g);
  *mod = (uint64_t)lcm;
  *rem = (uint64_t)((m2k_i128)a->rem + am * step);
  return true;
}

m2k_range m2k_range_meet(const m2k_range *a, const m2k_range *b) {
  m2k_i128 lo = a->lo > b->lo ? a->lo : b->lo;
  m2k_i128 hi = a->hi < b->hi ? a->hi : b->hi;
  if (a->mod == 1 && b->mod == 1)
    return (m2k_range){lo, hi, 1, 0};
  uint64_t mod, rem;
  if (!cong_meet(a, b, &mod, &rem))
    return (m2k_range){1, 0, 1, 0};
  return m2k_range_make(lo, hi, mod, rem);
}

static cong cong_join(cong a, cong b) {
  m2k_i128 mod = m2k_gcd(m2k_gcd(a.mod, b.mod), a.rem - b.rem);
  return (cong){mod, a.rem};
}

m2k_range m2k_range_join(const m2k_range *a, const m2k_range *b) {
  if (m2k_range_is_empty(a))
    return *b;
  if (m2k_range_is_empty(b))
    return *a;
  return with_cong(a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi,
                   cong_join(cong_of(a), cong_of(b)));
}

static m2k_i128 add_lo(m2k_i128 a, m2k_i128 b) {
  return a <= -M2K_INF || b <= -M2K_INF ? -M2K_INF : m2k_clamp(a + b);
}
static m2k_i128 add_hi(m2k_i128 a, m2k_i128 b) {
  return a >= M2K_INF || b >= M2K_INF ? M2K_INF : m2k_clamp(a + b);
}

m2k_range m2k_range_add(const m2k_range *a, const m2k_range *b) {
  m2k_i128 lo = add_lo(a->lo, b->lo), hi = add_hi(a->hi, b->hi);
  cong x = cong_of(a), y = cong_of(b);
  if (x.mod == 1 || y.mod == 1)
    return (m2k_range){lo, hi, 1, 0};
  return with_cong(lo, hi, (cong){m2k_gcd(x.mod, y.mod), x.rem + y.rem});
}

/* Product of bounds, where one at infinity stays there. */
static m2k_i128 mul_bound(m2k_i128 a, m2k_i128 b) {
  m2k_i128 out;
  if (a == 0 || b == 0)
    return 0;
  if (a > -M2K_INF && a < M2K_INF && b > -M2K_INF && b < M2K_INF &&
      m2k_mul_fits(a, b, &out))
    return m2k_clamp(out);
  return (a < 0) == (b < 0) ? M2K_INF : -M2K_INF;
}

m2k_range m2k_range_mul(const m2k_range *a, const m2k_range *b) {
  m2k_i128 p[4] = {mul_bound(a->lo, b->lo), mul_bound(a->lo, b->hi),
                   mul_bound(a->hi, b->lo), mul_bound(a->hi, b->hi)};
  m2k_i128 lo = p[0], hi = p[0];
  for (unsigned i = 1; i < 4; ++i) {
    lo = p[i] < lo ? p[i] : lo;
    hi = p[i] > hi ? p[i] : hi;
  }
  cong x = cong_of(a), y = cong_of(b);
  m2k_i128 mm, mr, rm, rr;
  if (!m2k_mul_fits(x.mod, y.mod, &mm) || !m2k_mul_fits(x.mod, y.rem, &mr) ||
      !m2k_mul_fits(y.mod, x.rem, &rm) || !m2k_mul_fits(x.rem, y.rem, &rr))
    return m2k_range_make(lo, hi, 1, 0);
  return with_cong(lo, hi, (cong){m2k_gcd(m2k_gcd(mm, mr), rm), rr});
}

m2k_range m2k_range_scale(const m2k_range *a, m2k_i128 factor) {
  if (factor == 1)
    return *a;
  m2k_range by = {factor, factor, 1, 0};
  if (factor >= M2K_INF || factor <= -M2K_INF)
    return m2k_range_all();
  return m2k_range_mul(a, &by);
}

static m2k_range negated(const m2k_range *a) { return m2k_range_scale(a, -1); }

static m2k_i128 div_lo(m2k_i128 lo, const m2k_range *b) {
  if (lo <= -M2K_INF)
    return -M2K_INF;
  if (lo >= 0 && b->hi >= M2K_INF)
    return 0;
  return m2k_floor_div(lo, lo >= 0 ? b->hi : b->lo);
}
static m2k_i128 div_hi(m2k_i128 hi, const m2k_range *b) {
  if (hi >= M2K_INF)
    return M2K_INF;
  return m2k_floor_div(hi, hi >= 0 ? b->lo : b->hi);
}

m2k_range m2k_range_div(const m2k_range *a, const m2k_range *b) {
  if (m2k_range_is_empty(a) || m2k_range_is_empty(b))
    return (m2k_range){1, 0, 1, 0};
  if (b->hi < 0) {
    m2k_range na = negated(a), nb = negated(b);
    return m2k_range_div(&na, &nb);
  }
  if (b->lo <= 0)
    return m2k_range_all();
  m2k_i128 lo = div_lo(a->lo, b), hi = div_hi(a->hi, b);
  /* m*x + r divided by a divisor c of m is (m/c)*x + floor(r/c). */
  if (b->lo == b->hi && a->mod > 1 && (m2k_i128)a->mod % b->lo == 0)
    return m2k_range_make(lo, hi, (uint64_t)((m2k_i128)a->mod / b->lo),
                          (uint64_t)((m2k_i128)a->rem / b->lo));
  return m2k_range_make(lo, hi, 1, 0);
}

m2k_range m2k_range_mod(const m2k_range *a, const m2k_range *b) {
  if (m2k_range_is_empty(a) || m2k_range_is_empty(b))
    return (m2k_range){1, 0, 1, 0};
  if (b->hi < 0) {
    m2k_range na = negated(a), nb = negated(b);
    m2k_range r = m2k_range_mod(&na, &nb);
    return negated(&r);
  }
  cong x = cong_of(a), y = cong_of(b);
  cong c = {m2k_gcd(m2k_gcd(x.mod, y.mod), y.rem), x.rem};
  if (b->lo <= 0) { /* modulo 0 gives the operand */
    m2k_range r = m2k_range_all();
    if (b->lo > -M2K_INF)
      r.lo = b->lo < 0 ? b->lo + 1 : 0;
    if (b->hi < M2K_INF)
      r.hi = b->hi > 0 ? b->hi - 1 : 0;
    r = m2k_range_join(&r, &(m2k_range){a->lo, a->hi, 1, 0});
    return with_cong(r.lo, r.hi, c);
  }
  if (a->lo >= 0 && a->hi < b->lo)
    return *a;
  m2k_i128 hi = b->hi >= M2K_INF ? M2K_INF : b->hi - 1;
  if (a->lo >= 0 && a->hi < hi)
    hi = a->hi;
  return with_cong(0, hi, c);
}

m2k_range m2k_range_min(const m2k_range *a, const m2k_range *b) {
  if (a->hi <= b->lo && b->lo > -M2K_INF && a->hi < M2K_INF)
    return *a;
  if (b->hi <= a->lo && a->lo > -M2K_INF && b->hi < M2K_INF)
    return *b;
  return with_cong(a->lo < b->lo ? a->lo : b->lo, a->hi < b->hi ? a->hi : b->hi,
                   cong_join(cong_of(a), cong_of(b)));
}

m2k_range m2k_range_max(const m2k_range *a, const m2k_range *b) {
  if (a->lo >= b->hi && a->lo > -M2K_INF && b->hi < M2K_INF)
    return *a;
  if (b->lo >= a->hi && b->lo > -M2K_INF && a->hi < M2K_INF)
    return *b;
  return with_cong(a->lo > b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi,
                   cong_join(cong_of(a), cong_of(b)));
}

unsigned m2k_range_low_zeros(const m2k_range *r) {
  m2k_i128 share;
  if (m2k_range_is_point(r))
    share = r->lo;
  else
    share =
        r->rem ? m2k_gcd((m2k_i128)r->rem, (m2k_i128)r->mod) : (m2k_i128)r->mod;
  if (share == 0)
    return 127;
  unsigned zeros = 0;
  while (!(share & 1)) {
    share >>= 1;
    ++zeros;
  }
  return zeros;
}
