/*
 * How the arguments of a host function reach its LLVM function: what the
 * compiler edge says, and passes/launch needs to build them.
 */
#ifndef M2K_LAUNCH_PASSING_H
#define M2K_LAUNCH_PASSING_H

#include <stdint.h>

/* How clang passes one parameter of a host function to its LLVM function. Host
 * code comes from the device-side parse, so this is the NVPTX target's way
 * (clang, NVPTXABIInfo): classes go by address (`byval`, the callee works on a
 * copy), everything else in one argument; class results are an LLVM struct, or
 * memory that the caller provides where the class is not trivial to copy. */
typedef enum m2k_pass {
  M2K_PASS_IGNORED, /* an empty class */
  M2K_PASS_DIRECT,  /* `count` arguments, each a piece of the object */
  M2K_PASS_POINTER  /* one argument: the object's address, for references and
                       for what is passed in memory */
} m2k_pass;

typedef struct m2k_run_param {
  m2k_pass how;
  uint32_t first, count;   /* LLVM arguments */
  const uint64_t *offsets; /* DIRECT: of each piece in the object, bytes */
} m2k_run_param;

#endif
