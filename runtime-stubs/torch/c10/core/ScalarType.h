/// c10::ScalarType with PyTorch's numbering, the C++ type of each, and
/// caffe2::TypeMeta, which is an index into the same list.
#ifndef M2K_STUBS_C10_SCALARTYPE_H
#define M2K_STUBS_C10_SCALARTYPE_H

#include <c10/util/BFloat16.h>
#include <c10/util/Exception.h>
#include <c10/util/Float8_e4m3fn.h>
#include <c10/util/Float8_e4m3fnuz.h>
#include <c10/util/Float8_e5m2.h>
#include <c10/util/Float8_e5m2fnuz.h>
#include <c10/util/Half.h>

#include <iosfwd>

namespace c10 {

enum class ScalarType : int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  Float8_e5m2 = 23,
  Float8_e4m3fn = 24,
  Float8_e5m2fnuz = 25,
  Float8_e4m3fnuz = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
  Float8_e8m0fnu = 44,
  Float4_e2m1fn_x2 = 45,
  Undefined = 46,
  NumOptions = 47
};

/// One row per type that a kernel can be instantiated for.
#define M2K_C10_SCALAR_TYPES(_)                                                \
  _(uint8_t, Byte)                                                             \
  _(int8_t, Char)                                                              \
  _(int16_t, Short)                                                            \
  _(int, Int)                                                                  \
  _(int64_t, Long)                                                             \
  _(c10::Half, Half)                                                           \
  _(float, Float)                                                              \
  _(double, Double)                                                            \
  _(bool, Bool)                                                                \
  _(c10::BFloat16, BFloat16)                                                   \
  _(c10::Float8_e5m2, Float8_e5m2)                                             \
  _(c10::Float8_e4m3fn, Float8_e4m3fn)                                         \
  _(c10::Float8_e5m2fnuz, Float8_e5m2fnuz)                                     \
  _(c10::Float8_e4m3fnuz, Float8_e4m3fnuz)                                     \
  _(uint16_t, UInt16)                                                          \
  _(uint32_t, UInt32)                                                          \
  _(uint64_t, UInt64)

namespace impl {
template <ScalarType N> struct ScalarTypeToCPPType;
#define M2K_ROW(TYPE, NAME)                                                    \
  template <> struct ScalarTypeToCPPType<ScalarType::NAME> {                   \
    using type = TYPE;                                                         \
  };
M2K_C10_SCALAR_TYPES(M2K_ROW)
#undef M2K_ROW
template <ScalarType N>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;
} // namespace impl

template <class T> struct CppTypeToScalarType;
#define M2K_ROW(TYPE, NAME)                                                    \
  template <> struct CppTypeToScalarType<TYPE> {                               \
    static constexpr ScalarType value = ScalarType::NAME;                      \
    constexpr operator ScalarType() const { return value; }                    \
  };
M2K_C10_SCALAR_TYPES(M2K_ROW)
#undef M2K_ROW

#define M2K_ROW(TYPE, NAME) constexpr ScalarType k##NAME = ScalarType::NAME;
M2K_C10_SCALAR_TYPES(M2K_ROW)
#undef M2K_ROW

inline size_t elementSize(ScalarType type) {
  switch (type) {
#define M2K_ROW(TYPE, NAME)                                                    \
  case ScalarType::NAME:                                                       \
    return sizeof(TYPE);
    M2K_C10_SCALAR_TYPES(M2K_ROW)
#undef M2K_ROW
  default:
    TORCH_CHECK(false, "no such scalar type");
  }
}

inline const char *toString(ScalarType type) {
  switch (type) {
#define M2K_ROW(TYPE, NAME)                                                    \
  case ScalarType::NAME:                                                       \
    return #NAME;
    M2K_C10_SCALAR_TYPES(M2K_ROW)
#undef M2K_ROW
  default:
    return "UNKNOWN_SCALAR";
  }
}

std::ostream &operator<<(std::ostream &out, ScalarType type);

inline bool isFloatingType(ScalarType t) {
  return t == ScalarType::Double || t == ScalarType::Float ||
         t == ScalarType::Half || t == ScalarType::BFloat16 ||
         t == ScalarType::Float8_e5m2 || t == ScalarType::Float8_e4m3fn ||
         t == ScalarType::Float8_e5m2fnuz || t == ScalarType::Float8_e4m3fnuz;
}
inline bool isReducedFloatingType(ScalarType t) {
  return isFloatingType(t) && t != ScalarType::Double && t != ScalarType::Float;
}
inline bool isIntegralType(ScalarType t, bool include_bool) {
  return (t >= ScalarType::Byte && t <= ScalarType::Long) ||
         (t >= ScalarType::UInt16 && t <= ScalarType::UInt64) ||
         (include_bool && t == ScalarType::Bool);
}

} // namespace c10

namespace caffe2 {

class TypeMeta final {
  uint16_t index_ = (uint16_t)c10::ScalarType::Undefined;

public:
  TypeMeta() = default;
  static TypeMeta fromScalarType(c10::ScalarType type) {
    TypeMeta meta;
    meta.index_ = (uint16_t)type;
    return meta;
  }
  c10::ScalarType toScalarType() const {
    return (c10::ScalarType)(int8_t)index_;
  }
  template <class T> static TypeMeta Make() {
    return fromScalarType(c10::CppTypeToScalarType<T>::value);
  }
  size_t itemsize() const { return c10::elementSize(toScalarType()); }
  const char *name() const { return c10::toString(toScalarType()); }
  template <class T> bool Match() const { return *this == Make<T>(); }
  friend bool operator==(TypeMeta a, TypeMeta b) {
    return a.index_ == b.index_;
  }
  friend bool operator!=(TypeMeta a, TypeMeta b) {
    return a.index_ != b.index_;
  }
};

std::ostream &operator<<(std::ostream &out, TypeMeta meta);

} // namespace caffe2

namespace c10 {
inline ScalarType typeMetaToScalarType(caffe2::TypeMeta meta) {
  return meta.toScalarType();
}
inline caffe2::TypeMeta scalarTypeToTypeMeta(ScalarType type) {
  return caffe2::TypeMeta::fromScalarType(type);
}
inline bool operator==(ScalarType a, caffe2::TypeMeta b) {
  return a == b.toScalarType();
}
inline bool operator==(caffe2::TypeMeta a, ScalarType b) { return b == a; }
inline bool operator!=(ScalarType a, caffe2::TypeMeta b) { return !(a == b); }
inline bool operator!=(caffe2::TypeMeta a, ScalarType b) { return !(b == a); }
} // namespace c10

#endif
