/// TORCH_CHECK and its kin. A failing check calls c10::detail::torchCheckFail,
/// which does not return; that call is how the checker knows that the
/// condition holds afterwards.
#ifndef M2K_STUBS_C10_EXCEPTION_H
#define M2K_STUBS_C10_EXCEPTION_H

#include <c10/macros/Macros.h>

#include <exception>
#include <stdexcept>
#include <string>

namespace c10 {

class Error : public std::exception {
public:
  explicit Error(std::string message);
  const char *what() const noexcept override;
};
class NotImplementedError : public Error {
  using Error::Error;
};

namespace detail {
[[noreturn]] void torchCheckFail(const char *function, const char *file,
                                 uint32_t line, const char *message);
[[noreturn]] void torchInternalAssertFail(const char *function,
                                          const char *file, uint32_t line,
                                          const char *condition,
                                          const char *message);
inline const char *torchCheckMsgImpl(const char *message) { return message; }
inline const char *torchCheckMsgImpl(const char *, const char *message) {
  return message;
}
/// Composing the message is of no interest, so this has no body; the arguments
/// are evaluated all the same.
template <class... Arguments>
const char *torchCheckMsgImpl(const char *message, const Arguments &...);
void warn(const char *message);
} // namespace detail
} // namespace c10

#define TORCH_CHECK_MSG(cond, type, ...)                                       \
  (::c10::detail::torchCheckMsgImpl("expected " #cond " to be true",           \
                                    ##__VA_ARGS__))
#define TORCH_CHECK(cond, ...)                                                 \
  if (C10_UNLIKELY(!(cond))) {                                                 \
    ::c10::detail::torchCheckFail(__func__, __FILE__,                          \
                                  static_cast<uint32_t>(__LINE__),             \
                                  TORCH_CHECK_MSG(cond, "", ##__VA_ARGS__));   \
  }
#define TORCH_CHECK_WITH(type, cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_WITH_MSG(type, cond, kind, ...)                            \
  TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_LINALG(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_ARG(cond, n, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_OP(a, b, op, ...) TORCH_CHECK((a)op(b), ##__VA_ARGS__)
#define TORCH_CHECK_EQ(a, b, ...) TORCH_CHECK_OP(a, b, ==, ##__VA_ARGS__)
#define TORCH_CHECK_NE(a, b, ...) TORCH_CHECK_OP(a, b, !=, ##__VA_ARGS__)
#define TORCH_CHECK_LT(a, b, ...) TORCH_CHECK_OP(a, b, <, ##__VA_ARGS__)
#define TORCH_CHECK_LE(a, b, ...) TORCH_CHECK_OP(a, b, <=, ##__VA_ARGS__)
#define TORCH_CHECK_GT(a, b, ...) TORCH_CHECK_OP(a, b, >, ##__VA_ARGS__)
#define TORCH_CHECK_GE(a, b, ...) TORCH_CHECK_OP(a, b, >=, ##__VA_ARGS__)
#define TORCH_CHECK_NOTNULL(p, ...) (p)
#define TORCH_INTERNAL_ASSERT(cond, ...)                                       \
  if (C10_UNLIKELY(!(cond))) {                                                 \
    ::c10::detail::torchInternalAssertFail(                                    \
        __func__, __FILE__, static_cast<uint32_t>(__LINE__), #cond,            \
        TORCH_CHECK_MSG(cond, "", ##__VA_ARGS__));                             \
  }
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...)                                  \
  while (false)                                                                \
  TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#define AT_ASSERT(cond, ...) TORCH_INTERNAL_ASSERT(cond, ##__VA_ARGS__)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_ERROR(...)                                                          \
  ::c10::detail::torchCheckFail(                                               \
      __func__, __FILE__, static_cast<uint32_t>(__LINE__),                     \
      ::c10::detail::torchCheckMsgImpl("", ##__VA_ARGS__))
#define TORCH_WARN(...)                                                        \
  ::c10::detail::warn(::c10::detail::torchCheckMsgImpl("", ##__VA_ARGS__))
#define TORCH_WARN_ONCE(...) TORCH_WARN(__VA_ARGS__)

#endif
