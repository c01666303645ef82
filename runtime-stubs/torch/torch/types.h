/// namespace torch: at's names under another one.
#ifndef M2K_STUBS_TORCH_TYPES_H
#define M2K_STUBS_TORCH_TYPES_H

#include <ATen/ATen.h>

namespace torch {
using namespace at;
// Declared outright, as in PyTorch, so that torch:: names them and no other.
using at::DeviceType;
using at::ScalarType;
using at::Tensor;
using at::TensorOptions;
using std::nullopt;
using std::optional;
using Dtype = at::ScalarType;

constexpr auto kUInt8 = at::kByte;
constexpr auto kInt8 = at::kChar;
constexpr auto kInt16 = at::kShort;
constexpr auto kInt32 = at::kInt;
constexpr auto kInt64 = at::kLong;
constexpr auto kFloat16 = at::kHalf;
constexpr auto kFloat32 = at::kFloat;
constexpr auto kFloat64 = at::kDouble;
constexpr auto kU8 = kUInt8;
constexpr auto kI8 = kInt8;
constexpr auto kI16 = kInt16;
constexpr auto kI32 = kInt32;
constexpr auto kI64 = kInt64;
constexpr auto kF16 = kFloat16;
constexpr auto kF32 = kFloat32;
constexpr auto kF64 = kFloat64;
} // namespace torch

#endif
