/// c10::ArrayRef: a pointer and a length that somebody else owns.
#ifndef M2K_STUBS_C10_ARRAYREF_H
#define M2K_STUBS_C10_ARRAYREF_H

#include <c10/util/Exception.h>

#include <array>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <vector>

namespace c10 {

template <class T> class ArrayRef final {
  const T *Data;
  size_t Length;

public:
  using iterator = const T *;
  using const_iterator = const T *;
  using size_type = size_t;
  using value_type = T;

  constexpr ArrayRef() : Data(nullptr), Length(0) {}
  constexpr ArrayRef(const T &one) : Data(&one), Length(1) {}
  constexpr ArrayRef(const T *data, size_t length)
      : Data(data), Length(length) {}
  constexpr ArrayRef(const T *begin, const T *end)
      : Data(begin), Length(end - begin) {}
  ArrayRef(const std::vector<T> &v) : Data(v.data()), Length(v.size()) {}
  template <size_t N>
  constexpr ArrayRef(const std::array<T, N> &a) : Data(a.data()), Length(N) {}
  template <size_t N>
  constexpr ArrayRef(const T (&a)[N]) : Data(a), Length(N) {}
  constexpr ArrayRef(const std::initializer_list<T> &list)
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
  constexpr ArrayRef<T> slice(size_t n, size_t m) const {
    return ArrayRef<T>(Data + n, m);
  }
  constexpr ArrayRef<T> slice(size_t n) const { return slice(n, Length - n); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(ArrayRef other) const {
    if (Length != other.Length)
      return false;
    for (size_t i = 0; i < Length; ++i)
      if (!(Data[i] == other.Data[i]))
        return false;
    return true;
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
