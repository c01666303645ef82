/* The conventions of a prepared module. They are shared with passes/ir, which
 * may not include from here, so they stand in passes/ir/shim.h. */
#ifndef M2K_PLUGIN_EVENT_ABI_H
#define M2K_PLUGIN_EVENT_ABI_H

#include "passes/ir/shim.h"

#endif /* M2K_PLUGIN_EVENT_ABI_H */
