/* Whole runs: faults, threads, memory and how a run can end. */
#include "test/unit/replay/common.h"

static void expect(const test_run *r, m2k_replay_status status,
                   uint32_t faults) {
  if (r->out.status != status || r->out.fault_count != faults)
    fail_msg("status %d (%s), %u faults", (int)r->out.status,
             r->out.why ? r->out.why : "", r->out.fault_count);
}

#define INDEXED                                                                \
  "define void @k(ptr %a, ptr %b, i32 %n) {\nentry:\n"                         \
  "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"                         \
  "  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"

/* a[blockIdx * n + tid] in 32 bits, as rms_norm does it. */
static void index_overflow(void **state) {
  (void)state;
  test_run r;
  test_load(
      &r,
      INDEXED
      "  %m = mul i32 %c, %n\n  %i = add i32 %m, %t\n"
      "  %w = zext i32 %i to i64\n"
      "  %p = getelementptr half, ptr %a, i64 %w\n"
      "  %v = load volatile half, ptr %p\n  ret void\n}\n" TEST_DECLARATIONS,
      UINT64_C(1048577) * 4096 * 2, 4);
  r.in.grid[0] = 1048577;
  r.in.block[0] = 1024;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(4096);
  r.in.block_idx[0] = 1048576;
  r.in.thread_idx[0] = 3;
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  const m2k_fault *f = r.out.faults;
  assert_int_equal(f->kind, M2K_FAULT_INDEX_OVERFLOW);
  assert_int_equal((long long)f->machine_offset, 6);
  assert_int_equal((long long)f->exact_offset, 8589934598);
  assert_int_equal((long long)f->wrapped.exact, 4294967296);
  assert_int_equal((long long)f->wrapped.machine, 0);
  assert_int_equal(r.in.fn->insts[f->wrapped.inst].op, M2K_OP_MUL);
  assert_int_equal(f->thread_idx[0], 3);
  r.in.block_idx[0] = 1048575;
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  test_drop(&r);
}

static void straight_line(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED "  %w = sext i32 %n to i64\n"
                    "  %p = getelementptr i32, ptr %a, i64 %w\n"
                    "  %v = load i32, ptr %p\n"
                    "  %x = sext i32 %v to i64\n"
                    "  %q = getelementptr i32, ptr %b, i64 %x\n"
                    "  store i32 1, ptr %q\n  ret void\n}\n" TEST_DECLARATIONS,
            64, 64);
  const m2k_replay_word words[] = {{8, 4, 15}, {4, 4, 16}};
  r.regions[0].words = words;
  r.regions[0].word_count = 2;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(2);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  r.args[2] = test_bits(1);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  const m2k_fault *f = r.out.faults;
  assert_int_equal(f->kind, M2K_FAULT_OUT_OF_BOUNDS);
  assert_int_equal(f->region, 1);
  assert_true(f->is_write && f->size == 4 && f->region_size == 64);
  assert_int_equal((long long)f->machine_offset, 64);
  assert_int_equal(f->wrapped.inst, M2K_NONE);
  /* the load itself; it gives zero, and the run goes on */
  r.args[2] = test_bits(16);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  r.args[0] = test_pointer(1);
  r.regions[1].null = true;
  r.args[2] = test_bits(0);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 2);
  assert_int_equal(r.out.faults[0].kind, M2K_FAULT_NULL);
  test_drop(&r);
}

/* What a wrapped guard lets through, what it chooses, and what comes anyway. */
static void decided_by_a_wrap(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED "  %m = mul i32 %n, 4\n"
                    "  %g = icmp slt i32 %m, 16\n"
                    "  br i1 %g, label %in, label %join\n"
                    "in:\n"
                    "  %o = getelementptr i8, ptr %a, i64 64\n"
                    "  store i32 1, ptr %o\n  br label %join\n"
                    "join:\n"
                    "  %i = phi i64 [100, %in], [0, %entry]\n"
                    "  %p = getelementptr i8, ptr %b, i64 %i\n"
                    "  store i32 1, ptr %p\n"
                    "  %s = select i1 %g, i64 104, i64 0\n"
                    "  %q = getelementptr i8, ptr %b, i64 %s\n"
                    "  store i32 1, ptr %q\n"
                    "  %u = getelementptr i8, ptr %b, i64 200\n"
                    "  store i32 1, ptr %u\n"
                    "  ret void\n}\n" TEST_DECLARATIONS,
            64, 64);
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(1 << 29);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 4);
  for (unsigned i = 0; i < 4; i++) {
    const m2k_wrapped *w = &r.out.faults[i].decider;
    assert_int_equal(r.out.faults[i].wrapped.inst, M2K_NONE);
    assert_int_equal(w->inst == M2K_NONE, i == 3);
    if (i == 3)
      continue;
    assert_int_equal(r.in.fn->insts[w->inst].op, M2K_OP_MUL);
    assert_int_equal((long long)w->exact, 2147483648);
    assert_int_equal((long long)w->machine, -2147483648LL);
  }
  /* right without a wrap: nothing to blame */
  r.args[2] = test_bits(3);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 4);
  for (unsigned i = 0; i < 4; i++)
    assert_int_equal(r.out.faults[i].decider.inst, M2K_NONE);
  test_drop(&r);
}

static void fill_and_distinct(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED "  %p = getelementptr i16, ptr %a, i64 5\n"
                    "  %v = load i32, ptr %p, align 2\n"
                    "  %x = zext i32 %v to i64\n"
                    "  %q = getelementptr i8, ptr %b, i64 %x\n"
                    "  store i8 1, ptr %q\n  ret void\n}\n" TEST_DECLARATIONS,
            64, 4);
  r.regions[0].elem_size = 2;
  r.regions[0].fill = 100;
  r.regions[0].distinct = true;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 105 | 106 << 16);
  test_drop(&r);
}

#define LOOP                                                                   \
  "define void @k(ptr %a, ptr %b, i32 %n) {\nentry:\n  br label %h\n"          \
  "h:\n  %i = phi i32 [ 0, %entry ], [ %j, %body ]\n"                          \
  "  %s = phi i32 [ 1, %entry ], [ %i, %body ]\n"                              \
  "  %c = icmp slt i32 %i, %n\n  br i1 %c, label %body, label %exit\n"         \
  "body:\n  %w = sext i32 %i to i64\n"                                         \
  "  %p = getelementptr i32, ptr %a, i64 %w\n  store i32 %s, ptr %p\n"         \
  "  %j = add i32 %i, 1\n  br label %h\nexit:\n  ret void\n}\n"

static void loops_and_fuel(void **state) {
  (void)state;
  test_run r;
  test_load(&r, LOOP, 400, 4);
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(100);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  r.args[2] = test_bits(101);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal((long long)r.out.faults[0].exact_offset, 400);
  r.in.fuel = 100;
  test_thread(&r);
  expect(&r, M2K_REPLAY_FUEL, 0);
  assert_true(r.out.executed < 120);
  test_drop(&r);
}

/* A hash: its exact value leaves every range, and that says nothing. */
static void exact_without_bound(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            "define void @k(ptr %a, ptr %b, i32 %n) {\nentry:\n"
            "  br label %h\n"
            "h:\n  %i = phi i32 [ 0, %entry ], [ %j, %h ]\n"
            "  %x = phi i64 [ 1, %entry ], [ %x3, %h ]\n"
            "  %x1 = mul i64 %x, 6364136223846793005\n"
            "  %x2 = add i64 %x1, %x1\n  %x3 = sub i64 %x, %x2\n"
            "  %k0 = and i64 %x3, 63\n"
            "  %p = getelementptr i8, ptr %a, i64 %k0\n"
            "  store i8 1, ptr %p\n  %j = add i32 %i, 1\n"
            "  %c = icmp slt i32 %j, %n\n"
            "  br i1 %c, label %h, label %exit\n"
            "exit:\n  %q = getelementptr i8, ptr %a, i64 %x3\n"
            "  store i8 1, ptr %q\n  ret void\n}\n",
            64, 4);
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(1000);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal(r.out.faults[0].kind, M2K_FAULT_OUT_OF_BOUNDS);
  assert_int_equal(r.in.fn->insts[r.out.faults[0].wrapped.inst].op, M2K_OP_ADD);
  test_drop(&r);
}

/* s[tid] = tid; barrier; a[s[n - tid]] = 1 */
#define SHARED                                                                 \
  "@s = internal addrspace(3) global [64 x i32] undef\n" INDEXED               \
  "  %w = zext i32 %t to i64\n"                                                \
  "  %p = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), " \
  "i64 %w\n"                                                                   \
  "  store i32 %t, ptr %p\n  call void @llvm.nvvm.barrier0()\n"                \
  "  %o = sub i32 %n, %t\n  %ow = sext i32 %o to i64\n"                        \
  "  %q = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), " \
  "i64 %ow\n"                                                                  \
  "  %v = load i32, ptr %q\n  %vw = zext i32 %v to i64\n"                      \
  "  %x = getelementptr i32, ptr %a, i64 %vw\n  store i32 1, ptr %x\n"         \
  "  ret void\n}\n" TEST_DECLARATIONS

static void shared_memory(void **state) {
  (void)state;
  test_run r;
  test_load(&r, SHARED, 256, 4);
  r.in.block[0] = 64;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(63);
  test_thread(&r);
  expect(&r, M2K_REPLAY_NEEDS_BLOCK, 0);
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  r.regions[0].size = 252;
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal(r.out.faults[0].thread_idx[0], 0);
  assert_int_equal(r.out.faults[0].region, 0);
  r.args[2] = test_bits(64); /* reads one past the end of s */
  test_block(&r);
  assert_int_equal(r.out.faults[0].space, M2K_SPACE_SHARED);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 256);
  test_drop(&r);
}

static void barrier_not_reached(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED
            "  %c0 = icmp ult i32 %t, %n\n  br i1 %c0, label %y, label %z\n"
            "y:\n  call void @llvm.nvvm.barrier0()\n  br label %z\n"
            "z:\n  call void @llvm.nvvm.barrier.sync(i32 1)\n  ret void\n}\n"
            "declare void @llvm.nvvm.barrier.sync(i32)\n" TEST_DECLARATIONS,
            4, 4);
  r.in.block[0] = 64;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(64);
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  r.args[2] = test_bits(32);
  test_block(&r);
  expect(&r, M2K_REPLAY_DEADLOCK, 0);
  test_drop(&r);
}

/* Sum over the warp by butterflies, then a[sum] */
static void shuffles(void **state) {
  (void)state;
  test_run r;
  m2k_arena *arena = m2k_arena_new();
  m2k_str text = {0};
  m2k_str_add(&text, INDEXED "  %v16 = add i32 %t, 0\n");
  for (int d = 16; d; d /= 2)
    m2k_str_addf(&text,
                 "  %%s%d = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 "
                 "%%v%d, i32 %d, i32 31)\n  %%v%d = add i32 %%v%d, %%s%d\n",
                 d, d, d, d / 2, d, d);
  m2k_str_add(&text, "  %w = sext i32 %v0 to i64\n"
                     "  %p = getelementptr i8, ptr %a, i64 %w\n"
                     "  store i8 1, ptr %p\n  ret void\n}\n"
                     "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, "
                     "i32)\n" TEST_DECLARATIONS);
  test_load(&r, m2k_str_text(&text), 496, 4);
  r.in.block[0] = 64;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  test_thread(&r);
  expect(&r, M2K_REPLAY_NEEDS_BLOCK, 0);
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 1); /* 496 = 0 + … + 31; the second warp more */
  assert_int_equal((long long)r.out.faults[0].machine_offset, 496);
  r.regions[0].size = 497;
  test_block(&r);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 1520);
  test_drop(&r);
  m2k_str_free(&text);
  m2k_arena_free(arena);
}

/* Lane 5 alone says yes; everybody writes at the ballot. */
static void votes(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED
            "  %e = icmp eq i32 %t, 5\n"
            "  %bal = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %e)\n"
            "  %y = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %e)\n"
            "  %z = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %e)\n"
            "  %l = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 "
            "4, i32 31)\n"
            "  %yw = zext i1 %y to i32\n  %zw = zext i1 %z to i32\n"
            "  %s0 = add i32 %bal, %yw\n  %s1 = add i32 %s0, %zw\n"
            "  %m = mul i32 %l, 100\n  %s2 = add i32 %s1, %m\n"
            "  %w = sext i32 %s2 to i64\n"
            "  %p = getelementptr i8, ptr %a, i64 %w\n"
            "  store i8 1, ptr %p\n  ret void\n}\n"
            "declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)\n"
            "declare i1 @llvm.nvvm.vote.any.sync(i32, i1)\n"
            "declare i1 @llvm.nvvm.vote.all.sync(i32, i1)\n"
            "declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, "
            "i32)\n" TEST_DECLARATIONS,
            3133, 4);
  r.in.block[0] = 32;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 1); /* lane 27 reads lane 31: 33 + 3100 */
  assert_int_equal((long long)r.out.faults[0].machine_offset, 3133);
  r.regions[0].size = 3134;
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  test_drop(&r);
}

/* Threads take numbers from a counter in shared memory. */
static void atomics(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            "@s = internal addrspace(3) global i32 undef\n" INDEXED
            "  store i32 0, ptr addrspace(3) @s\n"
            "  call void @llvm.nvvm.barrier0()\n"
            "  %o = atomicrmw add ptr addrspace(3) @s, i32 2 monotonic\n"
            "  %x = cmpxchg ptr addrspace(3) @s, i32 8, i32 1000 monotonic "
            "monotonic\n"
            "  %f = extractvalue { i32, i1 } %x, 1\n  %fw = zext i1 %f to i32\n"
            "  %g = atomicrmw add ptr %b, i32 1 monotonic\n"
            "  %h = add i32 %o, %fw\n  %w = zext i32 %h to i64\n"
            "  %p = getelementptr i8, ptr %a, i64 %w\n"
            "  store i8 1, ptr %p\n  ret void\n}\n" TEST_DECLARATIONS,
            1000, 4);
  r.in.block[0] = 4;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  test_thread(&r);
  expect(&r, M2K_REPLAY_NEEDS_BLOCK, 0);
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  r.in.block[0] = 5; /* the fourth thread has made it 1000 */
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 1000);
  test_drop(&r);
}

/* A wrapped index goes through a local array, copied as a block. */
static void local_shadow(void **state) {
  (void)state;
  test_run r;
  test_load(
      &r,
      INDEXED
      "  %l = alloca [4 x i32]\n  %l2 = alloca [4 x i32]\n"
      "  %m = mul i32 %n, 65536\n  %q = getelementptr i32, ptr %l, i64 1\n"
      "  store i32 %m, ptr %q\n"
      "  call void @llvm.memset.p0.i64(ptr %l, i8 0, i64 4, i1 false)\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr %l2, ptr %l, i64 16, i1 false)\n"
      "  %q2 = getelementptr i32, ptr %l2, i64 1\n"
      "  %v = load i32, ptr %q2\n  %w = zext i32 %v to i64\n"
      "  %p = getelementptr i8, ptr %a, i64 %w\n  store i8 1, ptr %p\n"
      "  %z = load i32, ptr %l2\n  %zw = zext i32 %z to i64\n"
      "  %q3 = getelementptr i32, ptr %l2, i64 %zw\n  store i32 1, ptr %q3\n"
      "  %q4 = getelementptr i32, ptr %l2, i64 4\n  store i32 1, ptr %q4\n"
      "  ret void\n}\n"
      "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
      "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, "
      "i1)\n" TEST_DECLARATIONS,
      UINT64_C(1) << 40, 4);
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(65537);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 2);
  const m2k_fault *f = r.out.faults;
  assert_int_equal(f[0].kind, M2K_FAULT_INDEX_OVERFLOW);
  assert_int_equal((long long)f[0].machine_offset, 65536);
  assert_int_equal(r.in.fn->insts[f[0].wrapped.inst].op, M2K_OP_MUL);
  assert_int_equal(f[1].space, M2K_SPACE_LOCAL);
  assert_int_equal(r.in.fn->insts[f[1].region].op, M2K_OP_ALLOCA);
  assert_int_equal((long long)f[1].machine_offset, 16);
  test_drop(&r);
}

/* What the kernel writes may be written by threads that do not run. */
static void others_write(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED "  %w = zext i32 %t to i64\n"
                    "  %p = getelementptr i32, ptr %a, i64 %w\n"
                    "  %v = load i32, ptr %p\n  %x = add i32 %v, 1\n"
                    "  store i32 %x, ptr %p\n  %y = load i32, ptr %p\n"
                    "  %yw = zext i32 %v to i64\n"
                    "  %q = getelementptr i32, ptr %b, i64 %yw\n"
                    "  %z = load i32, ptr %q\n"
                    "  ret void\n}\n" TEST_DECLARATIONS,
            128, 4);
  r.in.block[0] = 32;
  r.in.grid[0] = 2;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  test_thread(&r);
  expect(&r, M2K_REPLAY_NEEDS_BLOCK, 0);
  test_block(&r);
  expect(&r, M2K_REPLAY_UNDEFINED, 0);
  test_grid(&r);
  expect(&r, M2K_REPLAY_DONE, 1); /* the second block reads b[1] */
  assert_int_equal(r.out.faults[0].block_idx[0], 1);
  r.in.grid[0] = 1;
  test_block(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  test_drop(&r);
}

static void by_value_struct(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            "define void @k(ptr byval({ptr, i32}) %s) {\n"
            "  %p = load ptr, ptr %s\n"
            "  %q = getelementptr i8, ptr %s, i64 8\n  %n = load i32, ptr %q\n"
            "  %w = sext i32 %n to i64\n"
            "  %x = getelementptr i8, ptr %p, i64 %w\n"
            "  store i8 0, ptr %x\n  %y = getelementptr i8, ptr %s, i64 16\n"
            "  %z = load i8, ptr %y\n  ret void\n}\n",
            100, 4);
  const m2k_replay_arg pointer = test_pointer(0), number = test_bits(100);
  const m2k_replay_field fields[] = {{0, 8, &pointer}, {8, 4, &number}};
  r.args[0] = (m2k_replay_arg){
      .kind = M2K_REPLAY_ARG_BYVAL, .fields = fields, .field_count = 2};
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 2);
  assert_int_equal(r.out.faults[0].space, M2K_SPACE_GLOBAL);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 100);
  assert_int_equal(r.out.faults[1].space, M2K_SPACE_PARAM);
  test_drop(&r);
}

/* A shared address in 32 bits, as PTX uses it, and a rounded pointer. */
static void address_numbers(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            "@s = external addrspace(3) global [0 x i32]\n" INDEXED
            "  %i = ptrtoint ptr addrspace(3) @s to i64\n"
            "  %j = trunc i64 %i to i32\n  %k0 = add i32 %j, %n\n"
            "  %l = zext i32 %k0 to i64\n"
            "  %m = inttoptr i64 %l to ptr addrspace(3)\n"
            "  store i32 1, ptr addrspace(3) %m\n"
            "  %g = getelementptr i8, ptr %a, i64 67\n"
            "  %h = ptrtoint ptr %g to i64\n  %o = and i64 %h, -64\n"
            "  %q = inttoptr i64 %o to ptr\n  store i32 1, ptr %q\n"
            "  ret void\n}\n" TEST_DECLARATIONS,
            68, 4);
  r.in.dynamic_shared = 64;
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(60);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 0);
  r.args[2] = test_bits(64);
  r.regions[0].size = 67;
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 2);
  assert_int_equal(r.out.faults[0].space, M2K_SPACE_DYNAMIC);
  assert_int_equal((long long)r.out.faults[0].exact_offset, 64);
  assert_int_equal((long long)r.out.faults[1].machine_offset, 64);
  test_drop(&r);
}

static void floats(void **state) {
  (void)state;
  test_run r;
  test_load(
      &r,
      INDEXED
      "  %f = sitofp i32 %n to float\n"
      "  %z = call float @_ZL3erff(float 0.0)\n"
      "  %f1 = fadd float %f, %z\n"
      "  %g = call float @__nv_sqrtf(float %f1)\n"
      "  %h = call float @llvm.fma.f32(float %g, float 2.0, "
      "float 0.5)\n"
      "  %b1 = fptrunc float %h to bfloat\n"
      "  %e = fpext bfloat %b1 to float\n"
      "  %c0 = fcmp ogt float %e, 20.0\n"
      "  %i = fptosi float %e to i32\n"
      "  %j = call i32 @__nv_float2int_ru(float %h)\n"
      "  %k0 = mul i32 %j, 100\n  %s = add i32 %i, %k0\n"
      "  %d = select i1 %c0, i32 %s, i32 0\n"
      "  %w = sext i32 %d to i64\n"
      "  %p = getelementptr i8, ptr %a, i64 %w\n"
      "  store i8 1, ptr %p\n  ret void\n}\n"
      "declare float @__nv_sqrtf(float)\n"
      "declare float @_ZL3erff(float)\n"
      "declare i32 @__nv_float2int_ru(float)\n"
      "declare float @llvm.fma.f32(float, float, float)\n" TEST_DECLARATIONS,
      4, 4);
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  r.args[2] = test_bits(100);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 2120);
  test_drop(&r);
}

static void not_supported(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            INDEXED "  call void asm sideeffect \"st.global.u32 [$0], $1;\", "
                    "\"l,r\"(ptr %a, i32 1)\n  ret void\n}\n" TEST_DECLARATIONS,
            4, 4);
  r.args[0] = test_pointer(0);
  r.args[1] = test_pointer(1);
  test_thread(&r);
  expect(&r, M2K_REPLAY_UNSUPPORTED, 0);
  assert_non_null(strstr(r.out.why, "inline assembly"));
  test_drop(&r);
}

static void prepared_events(void **state) {
  (void)state;
  test_run r;
  test_load(&r,
            "define void @k(ptr %a) {\n"
            "  call void @m2k.event(i32 1, i32 1, i64 16, i64 4, i64 16)\n"
            "  call void @m2k.event(i32 2, i32 0, i64 0, i64 0, i64 0)\n"
            "  store i8 0, ptr null\n  unreachable\n}\n"
            "declare void @m2k.event(i32, i32, i64, i64, i64)\n",
            4, 4);
  r.args[0] = test_pointer(0);
  test_thread(&r);
  expect(&r, M2K_REPLAY_DONE, 1);
  assert_int_equal(r.out.faults[0].space, M2K_SPACE_LOCAL);
  assert_int_equal((long long)r.out.faults[0].machine_offset, 16);
  test_drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(index_overflow),
      cmocka_unit_test(straight_line),
      cmocka_unit_test(decided_by_a_wrap),
      cmocka_unit_test(fill_and_distinct),
      cmocka_unit_test(loops_and_fuel),
      cmocka_unit_test(exact_without_bound),
      cmocka_unit_test(shared_memory),
      cmocka_unit_test(barrier_not_reached),
      cmocka_unit_test(shuffles),
      cmocka_unit_test(votes),
      cmocka_unit_test(atomics),
      cmocka_unit_test(local_shadow),
      cmocka_unit_test(others_write),
      cmocka_unit_test(by_value_struct),
      cmocka_unit_test(address_numbers),
      cmocka_unit_test(floats),
      cmocka_unit_test(not_supported),
      cmocka_unit_test(prepared_events),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
