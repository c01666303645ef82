#include "../shared.cuh"
