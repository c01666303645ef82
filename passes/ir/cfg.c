#include "passes/ir/reader.h"
#include "passes/ir/shim.h"

/* Position in reverse post-order, or none. */
static uint32_t rpo(const m2k_shim_cfg *cfg, int32_t block) {
  if (block < 0 || cfg->blocks[block].rpo < 0)
    return M2K_NONE;
  return (uint32_t)cfg->blocks[block].rpo;
}

static uint32_t none_if_negative(int32_t id) {
  return id < 0 ? M2K_NONE : (uint32_t)id;
}

static void read_loops(m2k_reader *r, const m2k_shim_cfg *cfg) {
  m2k_fn *fn = r->fn;
  fn->loop_count = cfg->loop_count;
  fn->loops = M2K_NEW_N(r->arena, m2k_loop, cfg->loop_count);
  for (uint32_t i = 0; i < cfg->loop_count; i++) {
    const m2k_shim_loop *from = &cfg->loops[i];
    fn->loops[i] = (m2k_loop){
        .header = rpo(cfg, from->header),
        .latch = rpo(cfg, from->latch),
        .preheader = rpo(cfg, from->preheader),
        .parent = none_if_negative(from->parent),
        .depth = (uint32_t)from->depth,
    };
  }
}

static void read_block(m2k_reader *r, const m2k_shim_cfg *cfg, uint32_t index,
                       LLVMBasicBlockRef block) {
  uint32_t id = rpo(cfg, (int32_t)index);
  if (id == M2K_NONE)
    return;
  m2k_block *out = &r->fn->blocks[id];
  const m2k_shim_block *from = &cfg->blocks[index];
  const char *name = LLVMGetBasicBlockName(block);
  out->name = name && *name ? m2k_strdup(r->arena, name) : NULL;
  out->idom = rpo(cfg, from->idom);
  out->ipdom = rpo(cfg, from->ipdom);
  out->loop = none_if_negative(from->loop);
  m2k_ptr_map_put(&r->blocks, block, id);
}

void m2k_read_cfg(m2k_reader *r) {
  m2k_shim_cfg cfg = {0};
  m2k_shim_cfg_of(r->llvm, &cfg);
  m2k_read_order(r, &cfg);
  m2k_fn *fn = r->fn;
  for (uint32_t i = 0; i < cfg.block_count; i++)
    fn->block_count += cfg.blocks[i].rpo >= 0;
  fn->blocks = M2K_NEW_N(r->arena, m2k_block, fn->block_count);
  m2k_ptr_map_init(&r->blocks, r->arena, fn->block_count);
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(r->llvm);
  for (uint32_t i = 0; block; i++, block = LLVMGetNextBasicBlock(block))
    read_block(r, &cfg, i, block);
  read_loops(r, &cfg);
  m2k_shim_cfg_free(&cfg);
}

/* Inserts into a short ascending list without repetition. */
static uint32_t insert(uint32_t *list, uint32_t n, uint32_t id) {
  uint32_t at = n;
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == id)
      return n;
  for (; at && list[at - 1] > id; at--)
    list[at] = list[at - 1];
  list[at] = id;
  return n + 1;
}

static bool is_branch(uint16_t op) {
  return op == M2K_OP_JMP || op == M2K_OP_BR || op == M2K_OP_SWITCH;
}

static void read_succs(m2k_fn *fn, uint32_t block, m2k_arena *arena) {
  m2k_block *b = &fn->blocks[block];
  const m2k_inst *end = &fn->insts[b->first + b->count - 1];
  if (!b->count || !is_branch(end->op))
    return;
  uint32_t *succs = M2K_NEW_N(arena, uint32_t, end->imm_count);
  for (uint32_t i = 0; i < end->imm_count; i++)
    b->succ_count = insert(succs, b->succ_count, (uint32_t)end->imm[i]);
  b->succs = succs;
}

/* A cycle that no natural loop explains has an edge backwards in reverse
 * post-order whose target does not dominate its source. */
static bool is_irreducible(const m2k_fn *fn) {
  for (uint32_t b = 0; b < fn->block_count; b++)
    for (uint32_t i = 0; i < fn->blocks[b].succ_count; i++) {
      uint32_t to = fn->blocks[b].succs[i];
      if (to <= b && !m2k_dominates(fn, to, b))
        return true;
    }
  return false;
}

void m2k_read_edges(m2k_reader *r) {
  m2k_fn *fn = r->fn;
  for (uint32_t b = 0; b < fn->block_count; b++) {
    read_succs(fn, b, r->arena);
    for (uint32_t i = 0; i < fn->blocks[b].succ_count; i++)
      fn->blocks[fn->blocks[b].succs[i]].pred_count++;
  }
  for (uint32_t b = 0; b < fn->block_count; b++) {
    fn->blocks[b].preds =
        M2K_NEW_N(r->arena, uint32_t, fn->blocks[b].pred_count);
    fn->blocks[b].pred_count = 0;
  }
  for (uint32_t b = 0; b < fn->block_count; b++)
    for (uint32_t i = 0; i < fn->blocks[b].succ_count; i++) {
      m2k_block *to = &fn->blocks[fn->blocks[b].succs[i]];
      /* Ascending, since b is. The list was made above. */
      ((uint32_t *)(uintptr_t)to->preds)[to->pred_count++] = b;
    }
  fn->irreducible = is_irreducible(fn);
}
