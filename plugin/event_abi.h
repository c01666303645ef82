/* What the preparation tells passes/ir beyond LLVM's own instructions.
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
 * Other conventions of a prepared module:
 *  - `volatile` means "pinned": an access to memory that is not known to be
 *    local, kept in place and width. Accesses that were volatile in the source
 *    carry !m2k.volatile. What is not volatile is local and inside its alloca.
 *  - a copy of up to 64 bytes that touches other memory is one load or store
 *    of an integer as wide as the copy (i128 for a float4), with the alignment
 *    of the copy.
 *  - `freeze undef` or `freeze poison` is an uninitialised local, or what an
 *    out-of-range load returned: some value, the same at each use.
 *  - kernels carry the function attribute "m2k-kernel"; a function that is
 *    defined without it is recursive, or was to be kept as a call.
 */
#ifndef M2K_PLUGIN_EVENT_ABI_H
#define M2K_PLUGIN_EVENT_ABI_H

#define M2K_EVENT_FUNCTION "m2k.event"
#define M2K_EVENT_OBJECT_MD "m2k.object"
#define M2K_SOURCE_VOLATILE_MD "m2k.volatile"
#define M2K_KERNEL_ATTR "m2k-kernel"

typedef enum m2k_event_kind {
  /* An access of `size` bytes at the constant byte `offset` (signed) of a
   * local object of `object_size` bytes, not wholly inside it. `is_write` is 1
   * for a store, 2 for an atomic read-modify-write. Execution goes on. */
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

#endif /* M2K_PLUGIN_EVENT_ABI_H */
