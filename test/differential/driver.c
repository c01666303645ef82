/* The executable is all in the library. */
#include "driver.h"
