/* Limits of a launch; see launch_limits.h. */
#include "passes/check/launch_limits.h"

static const char *const dims[] = {"blockDim.x", "blockDim.y", "blockDim.z",
                                   "gridDim.x",  "gridDim.y",  "gridDim.z"};

uint32_t m2k_launch_limits(const m2k_binding *b, m2k_term shared_limit,
                           uint32_t optin, uint64_t static_bytes,
                           uint32_t max_threads,
                           m2k_launch_limit out[M2K_LAUNCH_LIMITS]) {
  static const m2k_i128 most[] = {1024, 1024, 64, 2147483647, 65535, 65535};
  m2k_bank *bank = b->sum->bank;
  uint32_t n = 0;
  for (uint32_t i = 0; i < 6; i++)
    out[n++] = (m2k_launch_limit){.what = dims[i],
                                  .value = b->launch[i],
                                  .least = 1,
                                  .most = most[i],
                                  .most_term = M2K_NO_TERM,
                                  .limit = "the device's limit"};
  bool bounded = max_threads && max_threads < 1024;
  out[n++] = (m2k_launch_limit){
      .what = "the number of threads in a block",
      .value = m2k_mul(bank, b->launch[0],
                       m2k_mul(bank, b->launch[1], b->launch[2])),
      .least = 1,
      .most = bounded ? max_threads : 1024,
      .most_term = M2K_NO_TERM,
      .limit =
          bounded ? "the kernel's __launch_bounds__" : "the device's limit"};
  out[n++] = (m2k_launch_limit){.what = "dynamic shared memory",
                                .value = b->shared,
                                .least = 0,
                                .most_term = shared_limit,
                                .limit = "what the kernel's attribute allows"};
  out[n++] = (m2k_launch_limit){
      .what = "shared memory, static and dynamic,",
      .value = m2k_offset(bank, b->shared, (m2k_i128)static_bytes),
      .least = 0,
      .most = optin,
      .most_term = M2K_NO_TERM,
      .limit = "the device's limit"};
  return n;
}

m2k_term m2k_launch_violation(m2k_bank *bank, const m2k_launch_limit *l) {
  m2k_term most =
      l->most_term == M2K_NO_TERM ? m2k_const(bank, l->most) : l->most_term;
  return m2k_or(bank, m2k_lt(bank, l->value, m2k_const(bank, l->least)),
                m2k_lt(bank, most, l->value));
}
