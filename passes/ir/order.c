/*
 * The order of blocks: reverse post-order in which each loop's blocks lie
 * together, so that the layers above can walk a loop as a range. LLVM's own
 * order may put what follows a loop before its body.
 */
#include "passes/ir/reader.h"
#include "passes/ir/shim.h"

typedef struct walk {
  m2k_shim_cfg *cfg;
  const LLVMBasicBlockRef *blocks;
  m2k_ptr_map ids;
  bool *seen;
  int32_t next; /* number of the block that ends next, counting down */
} walk;

static bool contains(const m2k_shim_cfg *cfg, int32_t outer, int32_t loop) {
  while (loop >= 0 && loop != outer)
    loop = cfg->loops[loop].parent;
  return loop == outer;
}

static void visit(walk *w, uint32_t block);

/* Visits successors of one block; only those outside of `loop` if given. */
static void visit_succs(walk *w, uint32_t block, int32_t loop) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(w->blocks[block]);
  unsigned n = end ? LLVMGetNumSuccessors(end) : 0;
  /* Last to first, so that the first comes first in reverse. */
  for (unsigned i = n; i-- > 0;) {
    uint32_t to;
    if (m2k_ptr_map_get(&w->ids, LLVMGetSuccessor(end, i), &to) &&
        (loop < 0 || !contains(w->cfg, loop, w->cfg->blocks[to].loop)))
      visit(w, to);
  }
}

static void visit(walk *w, uint32_t block) {
  if (w->seen[block])
    return;
  w->seen[block] = true;
  int32_t loop = w->cfg->blocks[block].loop;
  /* What comes after a loop ends before any block of the loop does. */
  if (loop >= 0 && w->cfg->loops[loop].header == (int32_t)block)
    for (uint32_t b = 0; b < w->cfg->block_count; b++)
      if (contains(w->cfg, loop, w->cfg->blocks[b].loop))
        visit_succs(w, b, loop);
  visit_succs(w, block, -1);
  w->cfg->blocks[block].rpo = --w->next;
}

void m2k_read_order(m2k_reader *r, m2k_shim_cfg *cfg) {
  walk w = {.cfg = cfg};
  LLVMBasicBlockRef *blocks =
      M2K_NEW_N(r->arena, LLVMBasicBlockRef, cfg->block_count);
  m2k_ptr_map_init(&w.ids, r->arena, cfg->block_count);
  LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(r->llvm);
  for (uint32_t i = 0; at; i++, at = LLVMGetNextBasicBlock(at)) {
    blocks[i] = at;
    w.next += cfg->blocks[i].rpo >= 0;
    m2k_ptr_map_put(&w.ids, at, i);
  }
  w.blocks = blocks;
  w.seen = M2K_NEW_N(r->arena, bool, cfg->block_count);
  visit(&w, 0);
}
