/* For the tests of replay: a kernel in textual IR with its input. */
#ifndef M2K_TEST_UNIT_REPLAY_COMMON_H
#define M2K_TEST_UNIT_REPLAY_COMMON_H

#include "passes/replay/replay.h"
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define TEST_DECLARATIONS                                                      \
  "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"                             \
  "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"                           \
  "declare void @llvm.nvvm.barrier0()\n"

typedef struct test_run {
  test_ir ir;
  m2k_replay_region regions[4];
  m2k_replay_arg args[4];
  m2k_replay_input in;
  m2k_replay_result out;
} test_run;

static inline m2k_replay_arg test_bits(uint64_t bits) {
  return (m2k_replay_arg){.kind = M2K_REPLAY_ARG_BITS, .bits = bits};
}

static inline m2k_replay_arg test_pointer(uint32_t region) {
  return (m2k_replay_arg){.kind = M2K_REPLAY_ARG_POINTER, .region = region};
}

/* Kernel @k; regions of 4-byte zeros; block and grid of one thread. */
static inline void test_load(test_run *r, const char *text, uint64_t size0,
                             uint64_t size1) {
  *r = (test_run){.ir = test_parse(text)};
  r->regions[0] = (m2k_replay_region){
      .name = "a", .size = size0, .align = 256, .elem_size = 4};
  r->regions[1] = (m2k_replay_region){
      .name = "b", .size = size1, .align = 256, .elem_size = 4};
  r->in = (m2k_replay_input){.regions = r->regions,
                             .region_count = 2,
                             .args = r->args,
                             .grid = {1, 1, 1},
                             .block = {1, 1, 1}};
  r->in.fn = m2k_ir_function(r->ir.module, "k");
  assert_non_null(r->in.fn);
}

static inline void test_thread(test_run *r) {
  r->out = m2k_replay_thread(r->ir.arena, &r->in);
}
static inline void test_block(test_run *r) {
  r->out = m2k_replay_block(r->ir.arena, &r->in);
}
static inline void test_grid(test_run *r) {
  r->out = m2k_replay_grid(r->ir.arena, &r->in);
}

static inline void test_drop(test_run *r) { test_release(&r->ir); }

#endif
