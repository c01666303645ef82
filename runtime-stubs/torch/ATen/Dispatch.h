/// AT_DISPATCH_*: a switch over a scalar type that instantiates its body once
/// per case. The cases and their types are PyTorch's, so that the same kernel
/// instances exist.
#ifndef M2K_STUBS_ATEN_DISPATCH_H
#define M2K_STUBS_ATEN_DISPATCH_H

#include <ATen/core/Tensor.h>

#include <torch/headeronly/core/Dispatch.h>

#define AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, HINT, ...)                  \
  THO_PRIVATE_CASE_TYPE_USING_HINT(enum_type, HINT, __VA_ARGS__)
#define AT_DISPATCH_CASE(enum_type, ...)                                       \
  THO_DISPATCH_CASE(enum_type, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                    \
  THO_DISPATCH_SWITCH(TYPE, NAME, __VA_ARGS__)

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                   \
  AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__)                        \
  AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...)                           \
  AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                   \
  AT_DISPATCH_CASE(at::ScalarType::Byte, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Char, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__)                           \
  AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)

#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...)                                 \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...)                   \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(T1, TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(T1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(T1, T2, TYPE, NAME, ...)               \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(T1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(T2, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(T1, T2, T3, TYPE, NAME, ...)           \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(T1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(T2, __VA_ARGS__)                 \
                                 AT_DISPATCH_CASE(T3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(T1, TYPE, NAME, ...)                         \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(T1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(T1, T2, TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(T1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(T2, __VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                               \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Int,      \
                                                     index_t, __VA_ARGS__)     \
                         AT_PRIVATE_CASE_TYPE_USING_HINT(                      \
                             at::ScalarType::Long, index_t, __VA_ARGS__))

#endif
