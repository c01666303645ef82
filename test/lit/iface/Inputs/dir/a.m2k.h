// A header as one is written by hand or by a tracer.
#ifndef A_M2K_H
#define A_M2K_H
#include <m2k.h>
__m2k_iface_for("ops::bounds", case("model/a"), user(n in 1..100),
                tensor(p, i32, [n]), launch(grid = [n], block = [1]))
#endif
