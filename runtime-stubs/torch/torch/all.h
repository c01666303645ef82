#ifndef M2K_STUBS_TORCH_ALL_H
#define M2K_STUBS_TORCH_ALL_H

// Kernel files rely on what PyTorch's header brings along.
#include <algorithm>
#include <cassert>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <torch/cuda.h>
#include <torch/library.h>
#include <torch/types.h>

#endif
