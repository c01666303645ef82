#include <c10/core/ScalarType.h>
