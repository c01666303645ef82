/* What passes/ir needs to know and LLVM-C does not say.
 *
 * Two things that both sides of the compiler edge share: functions that
 * plugin/shim.cpp implements (control flow, scopes, wide constants), and the
 * conventions of a prepared module, which the plugin writes and passes/ir
 * reads.
 *
 * Lifetime: m2k_shim_cfg owns its arrays until m2k_shim_cfg_free; strings
 * belong to the LLVM context. Nothing here changes the module.
 * What must not grow here: anything that LLVM-C offers.
 */
#ifndef M2K_IR_SHIM_H
#define M2K_IR_SHIM_H

#include "llvm-c/Core.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Control flow. Blocks are numbered in the function's own order (the order of
 * LLVMGetFirstBasicBlock, LLVMGetNextBasicBlock), loops in program order, each
 * before the loops inside it. -1 says that there is none. */

typedef struct m2k_shim_block {
  int32_t rpo;   /* position in reverse post-order, entry 0; -1: unreachable */
  int32_t idom;  /* immediate dominator; -1: entry, or unreachable */
  int32_t ipdom; /* immediate post-dominator; -1: the virtual exit */
  int32_t loop;  /* innermost loop around it */
} m2k_shim_block;

typedef struct m2k_shim_loop {
  int32_t header;
  int32_t parent; /* loop */
  int32_t depth;  /* outermost 1 */
  int32_t latch;  /* the single one */
  int32_t preheader;
} m2k_shim_loop;

typedef struct m2k_shim_cfg {
  m2k_shim_block *blocks;
  uint32_t block_count;
  m2k_shim_loop *loops;
  uint32_t loop_count;
} m2k_shim_cfg;

/* Analyses a function with a body. Release with m2k_shim_cfg_free. */
void m2k_shim_cfg_of(LLVMValueRef fn, m2k_shim_cfg *out);
void m2k_shim_cfg_free(m2k_shim_cfg *cfg);

/* Ordering of a load, store, read-modify-write, fence, or compare-exchange
 * (there the success ordering; LLVM-C knows the other), as LLVMAtomicOrdering;
 * not atomic for any other instruction. LLVMGetOrdering rejects fences. */
LLVMAtomicOrdering m2k_shim_ordering(LLVMValueRef inst);

/* Synchronisation scope of such an instruction: "" is the whole system,
 * "block", "device", "singlethread" …; the length goes to *length. Null if the
 * instruction is not atomic. */
const char *m2k_shim_scope(LLVMValueRef inst, size_t *length);

/* The bits of an integer or floating-point constant, least significant word
 * first, in words[0..count); zeros above its width. 0 if `value` is neither or
 * needs more words. LLVM-C gives 64 bits at most. */
int m2k_shim_constant_words(LLVMValueRef value, uint64_t *words, size_t count);

/* The string of metadata attached to an instruction as
 * !kind !{!"string", …}; null if there is none. */
const char *m2k_shim_metadata_string(LLVMValueRef inst, const char *kind,
                                     size_t *length);

/* Conventions of a prepared module.
 *
 * Some bugs are undefined behaviour that LLVM's passes take as impossible and
 * delete. The preparation replaces each by a call that no pass may remove:
 *
 *   declare void @m2k.event(i32 kind, i32 is_write, i64 offset, i64 size,
 *                           i64 object_size)
 *
 * The debug location of the call is that of the replaced instruction. All five
 * arguments are constants; those that a kind does not use are 0. The object
 * is not an argument, because a pointer passed to a call would keep SROA from
 * taking the rest of the object apart. Instead the call carries metadata
 *   !m2k.object !{!"name in the source"}
 * whose string is empty where nothing is known.
 *
 *  - `volatile` means "pinned": an access that is not known to stay inside a
 *    local variable, kept in place and width. Accesses that were volatile in
 *    the source carry !m2k.volatile. What is not volatile is inside its local
 *    variable, or inside a constant of known contents. Atomics and memset are
 *    never pinned, since no pass that runs removes them.
 *  - a copy of up to 64 bytes that touches other memory is one load and one
 *    store of an integer as wide as the copy (i128 for a float4), with the
 *    alignment of the copy. Longer copies stay llvm.memcpy, volatile.
 *  - `freeze poison` is an uninitialised local scalar, or what an out-of-range
 *    load returned: some value, the same at each use. Bare poison and undef are
 *    what LLVM made of parts of uninitialised arrays and structs, of shifts by
 *    at least the width, and of division by zero.
 *  - no instruction carries nsw, nuw, exact, inbounds, range, nonnull, noundef
 *    or tbaa (constant expressions may still say inbounds).
 *  - special registers that do not change are read once, in the entry block.
 *  - kernels carry the function attribute "m2k-kernel"; a function that is
 *    defined without it is recursive, or was to be kept as a call.
 */
#define M2K_EVENT_FUNCTION "m2k.event"
#define M2K_EVENT_OBJECT_MD "m2k.object"
#define M2K_SOURCE_VOLATILE_MD "m2k.volatile"
#define M2K_KERNEL_ATTR "m2k-kernel"

typedef enum m2k_event_kind {
  /* An access of `size` bytes at the constant byte `offset` (signed) of a
   * local variable of `object_size` bytes, not wholly inside it. `is_write` is
   * 1 for a store, 2 for an atomic read-modify-write. Execution goes on. */
  M2K_EVENT_LOCAL_OUT_OF_RANGE = 1,
  /* Control reached the end of a non-void function. The path ends. */
  M2K_EVENT_FALLS_OFF = 2,
  /* The source promises that this is never reached
   * (__builtin_unreachable()). The path ends. */
  M2K_EVENT_PROMISED_UNREACHABLE = 3
} m2k_event_kind;

enum { /* argument positions */
       M2K_EVENT_ARG_KIND = 0,
       M2K_EVENT_ARG_IS_WRITE = 1,
       M2K_EVENT_ARG_OFFSET = 2,
       M2K_EVENT_ARG_SIZE = 3,
       M2K_EVENT_ARG_OBJECT_SIZE = 4
};

#ifdef __cplusplus
}
#endif

#endif /* M2K_IR_SHIM_H */
