#include <c10/cuda/CUDAStream.h>
