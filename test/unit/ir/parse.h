/* For unit tests: textual LLVM IR to a module of passes/ir. */
#ifndef M2K_TEST_UNIT_IR_PARSE_H
#define M2K_TEST_UNIT_IR_PARSE_H

#include "passes/base/bug.h"
#include "passes/ir/ir.h"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <string.h>

typedef struct test_ir {
  m2k_arena *arena;
  LLVMContextRef context;
  LLVMModuleRef llvm;
  m2k_module *module;
} test_ir;

#define TEST_LAYOUT                                                            \
  "target datalayout = "                                                       \
  "\"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"                            \
  "target triple = \"nvptx64-nvidia-cuda\"\n"

/* Text without a data layout gets that of nvptx64. */
static inline test_ir test_parse(const char *text) {
  test_ir t = {.arena = m2k_arena_new(), .context = LLVMContextCreate()};
  const char *full = strstr(text, "target datalayout")
                         ? text
                         : m2k_printf(t.arena, "%s%s", TEST_LAYOUT, text);
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(full, strlen(full), "test");
  char *message = NULL;
  if (LLVMParseIRInContext(t.context, buffer, &t.llvm, &message))
    m2k_bug("%s", message);
  t.module = m2k_ir_module(t.arena, t.llvm);
  return t;
}

static inline void test_release(test_ir *t) {
  LLVMDisposeModule(t->llvm);
  LLVMContextDispose(t->context);
  m2k_arena_free(t->arena);
}

#endif
