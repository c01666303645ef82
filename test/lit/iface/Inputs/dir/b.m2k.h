#include <m2k.h>
__m2k_iface_for("bounds", case("model/b"), user(n in 1..100),
                tensor(p, i32, [n + 1]), launch(grid = [n], block = [1]));
__m2k_iface_for("in_no_file", case("model/c"), tensor(whatever, i32, [4]))
