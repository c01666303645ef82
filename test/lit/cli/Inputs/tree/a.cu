#include "shared.cuh"
