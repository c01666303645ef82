#ifndef M2K_STUBS_CUDATYPEDEFS_H
#define M2K_STUBS_CUDATYPEDEFS_H
#include <cuda.h>
#endif
