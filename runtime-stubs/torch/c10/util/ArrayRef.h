/// c10::HeaderOnlyArrayRef and c10::ArrayRef: a pointer and a length that
/// somebody else owns.
#ifndef M2K_STUBS_C10_ARRAYREF_H
#define M2K_STUBS_C10_ARRAYREF_H

#include <c10/util/Exception.h>

#include <array>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <vector>

namespace c10 {

template <class T> class HeaderOnlyArrayRef {
protected:
  const T *Data;
  size_t Length;

public:
  using iterator = const T *;
  using const_iterator = const T *;
  using size_type = size_t;
  using value_type = T;

  constexpr HeaderOnlyArrayRef() : Data(nullptr), Length(0) {}
  constexpr HeaderOnlyArrayRef(const T &one) : Data(&one), Length(1) {}
  constexpr HeaderOnlyArrayRef(const T *data, size_t length)
      : Data(data), Length(length) {}
  constexpr HeaderOnlyArrayRef(const T *begin, const T *end)
      : Data(begin), Length(end - begin) {}
  HeaderOnlyArrayRef(const std::vector<T> &v)
      : Data(v.data()), Length(v.size()) {}
  template <size_t N>
  constexpr HeaderOnlyArrayRef(const std::array<T, N> &a)
      : Data(a.data()), Length(N) {}
  template <size_t N>
  constexpr HeaderOnlyArrayRef(const T (&a)[N]) : Data(a), Length(N) {}
  constexpr HeaderOnlyArrayRef(const std::initializer_list<T> &list)
      : Data(list.begin() == list.end() ? nullptr : list.begin()),
        Length(list.size()) {}

  constexpr iterator begin() const { return Data; }
  constexpr iterator end() const { return Data + Length; }
  constexpr const T *data() const { return Data; }
  constexpr size_t size() const { return Length; }
  constexpr bool empty() const { return Length == 0; }
  constexpr const T &operator[](size_t i) const { return Data[i]; }
  constexpr const T &front() const { return Data[0]; }
  constexpr const T &back() const { return Data[Length - 1]; }
  const T &at(size_t i) const {
    TORCH_CHECK(i < Length);
    return Data[i];
  }
  constexpr HeaderOnlyArrayRef<T> slice(size_t n, size_t m) const {
    return HeaderOnlyArrayRef<T>(Data + n, m);
  }
  constexpr HeaderOnlyArrayRef<T> slice(size_t n) const {
    return slice(n, Length - n);
  }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(HeaderOnlyArrayRef other) const {
    if (Length != other.Length)
      return false;
    for (size_t i = 0; i < Length; ++i)
      if (!(Data[i] == other.Data[i]))
        return false;
    return true;
  }
};

/// What ATen takes and gives; only the members that return a list differ.
template <class T> class ArrayRef final : public HeaderOnlyArrayRef<T> {
public:
  using HeaderOnlyArrayRef<T>::HeaderOnlyArrayRef;
  constexpr ArrayRef() = default;
  constexpr ArrayRef(const HeaderOnlyArrayRef<T> &base)
      : HeaderOnlyArrayRef<T>(base) {}
  constexpr ArrayRef(const std::initializer_list<T> &list)
      : HeaderOnlyArrayRef<T>(list) {}

  constexpr ArrayRef<T> slice(size_t n, size_t m) const {
    return ArrayRef<T>(this->Data + n, m);
  }
  constexpr ArrayRef<T> slice(size_t n) const {
    return slice(n, this->Length - n);
  }
};

template <class T> bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <class T> bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}
template <class T> bool operator==(ArrayRef<T> a, const std::vector<T> &b) {
  return a.equals(ArrayRef<T>(b));
}
template <class T> bool operator!=(ArrayRef<T> a, const std::vector<T> &b) {
  return !a.equals(ArrayRef<T>(b));
}

template <class T>
std::ostream &operator<<(std::ostream &out, ArrayRef<T> list);

using IntArrayRef = ArrayRef<int64_t>;

} // namespace c10

#endif
