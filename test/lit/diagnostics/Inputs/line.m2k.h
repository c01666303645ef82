#include <m2k.h>
__m2k_iface_for("bounds", user(n in 1..100), tensor(p, i32, [n]),
                launch(grid = [n], block = [1]))
