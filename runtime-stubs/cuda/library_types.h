#include <driver_types.h>
