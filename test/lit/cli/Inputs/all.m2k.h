#include <m2k.h>
// all of it
__m2k_iface_for("a::op", case("q\"x\\"),
  user(n in 1..2**70), fixed(h in {64, 2*64, 0x100}, k in 0..n-1 step 4),
  tensor(out, f16, [n, h] strides [h*2, 1], offset 3, values in int32, unique, align 16, alias in),
  tensor(in, any, []), tensor(mask, absent), tensor(list[i in 0..3], bf16, [i+1, n]), tensor(p.q[2].r, u8, [-n % 3, ceildiv(n, 2), min(n, max(h, 3))]),
  scalar(eps = 1.50e-06), scalar(f = 3.0), scalar(flag = true), scalar(name = "a\tb"), scalar(m = n*h-1), scalar(z in {1, 2}),
  assume(n > 3 && !(h == 4 || n % 8 != 0)), assume(h >= 64),
  launch(grid = [n, 2], block = [32*4], shared = h*4),
  template(T = c10::Half, V = 4, B = false))
__m2k_iface_for("g", case("only"))
