/*
 * m2k.h: what a model promises about the tensors that it hands to a kernel.
 * The language inside the parentheses is described in docs/ ("The model–kernel
 * interface"). Macros and constants of the program are not expanded in it.
 *
 * Without the M2K plugin (__M2K__ is not defined) both macros expand to
 * nothing. With it they become annotations, which the plugin reads and removes
 * before code is generated, so the generated code is the same.
 */
#ifndef M2K_H
#define M2K_H

/*
 * One case of the function that is declared next. Place it before the
 * declaration, after `template <…>`; repeat it for several cases:
 *
 *   __m2k_iface(
 *       user(num_tokens in 1..16M),
 *       fixed(hidden_size in {2048, 4096}),
 *       tensor(out,   f16, [num_tokens, hidden_size]),
 *       tensor(input, f16, [num_tokens, hidden_size]))
 *   void scale(torch::Tensor& out, torch::Tensor& input);
 */
#ifdef __M2K__
#define __m2k_iface(...) __attribute__((annotate("m2k.iface:" #__VA_ARGS__)))
#else
#define __m2k_iface(...)
#endif

/*
 * One case of a function that is named, for code that must not be touched. It
 * stands by itself where a declaration may stand, with or without a semicolon
 * behind it (a strict C compiler calls that one superfluous):
 *
 *   __m2k_iface_for("vllm::scale_kernel", case("llama/mlp"),
 *       user(n in 1..65536), tensor(out, f16, [n, 14336]),
 *       launch(grid = [n], block = [1024]))
 *
 * It is an incomplete type, of which no compiler emits anything. Its name
 * holds the line because annotations of one name would add up, which is
 * quadratic for a long header; equal names are harmless. (__COUNTER__ is the
 * program's own and would change its code.)
 */
#ifdef __M2K__
#define __m2k_iface_for(...)                                                   \
  M2K_IFACE_FOR_1_(__LINE__, "m2k.iface_for:" #__VA_ARGS__)
#define M2K_IFACE_FOR_1_(line, text) M2K_IFACE_FOR_2_(line, text)
#define M2K_IFACE_FOR_2_(line, text)                                           \
  struct __attribute__((annotate(text))) m2k_iface_for_##line;
#else
#define __m2k_iface_for(...)
#endif

#endif
