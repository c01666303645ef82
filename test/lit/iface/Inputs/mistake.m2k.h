#include <m2k.h>
__m2k_iface_for("bounds",
                user(n in 1..4), tensor(p, i33, [n]))
