#include <ATen/cuda/Atomic.cuh>
