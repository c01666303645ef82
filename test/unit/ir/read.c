/* Textual LLVM IR in, printed compact IR out. */
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void check(const char *llvm, const char *expected) {
  test_ir t = test_parse(llvm);
  m2k_str out = {0};
  m2k_fn *fn = m2k_ir_function(t.module, "k");
  assert_non_null(fn);
  m2k_ir_print(fn, &out);
  assert_string_equal(m2k_str_text(&out), expected);
  m2k_str_free(&out);
  test_release(&t);
}

static void integers(void **state) {
  (void)state;
  check("define void @k(i32 %a, i32 %b) {\n"
        "  %1 = add i32 %a, 1\n  %2 = sub i32 %1, %b\n"
        "  %3 = mul i32 %2, -7\n  %4 = udiv i32 %3, %a\n"
        "  %5 = sdiv i32 %4, %a\n  %6 = urem i32 %5, %a\n"
        "  %7 = srem i32 %6, %a\n  %8 = shl i32 %7, 3\n"
        "  %9 = lshr i32 %8, 1\n  %10 = ashr i32 %9, 1\n"
        "  %11 = and i32 %10, 255\n  %12 = or i32 %11, %a\n"
        "  %13 = xor i32 %12, %a\n  %14 = icmp slt i32 %13, %b\n"
        "  %15 = select i1 %14, i32 %a, i32 %b\n"
        "  %16 = sext i32 %15 to i64\n  %17 = zext i32 %15 to i64\n"
        "  %18 = trunc i64 %16 to i8\n  %19 = freeze i8 %18\n"
        "  ret void\n}\n",
        "function k\n  v0: i32 a\n  v1: i32 b\nb0:\n"
        "  v2 = add i32 v0, 1\n  v3 = sub i32 v2, v1\n"
        "  v4 = mul i32 v3, -7\n  v5 = udiv i32 v4, v0\n"
        "  v6 = sdiv i32 v5, v0\n  v7 = urem i32 v6, v0\n"
        "  v8 = srem i32 v7, v0\n  v9 = shl i32 v8, 3\n"
        "  v10 = lshr i32 v9, 1\n  v11 = ashr i32 v10, 1\n"
        "  v12 = and i32 v11, 255\n  v13 = or i32 v12, v0\n"
        "  v14 = xor i32 v13, v0\n  v15 = icmp slt i1 v14, v1\n"
        "  v16 = select i32 v15, v0, v1\n"
        "  v17 = sext i64 v16\n  v18 = zext i64 v16\n"
        "  v19 = trunc i8 v17\n  v20 = freeze i8 v19\n"
        "  ret\n");
}

static void floats(void **state) {
  (void)state;
  check("define double @k(float %a, half %h, bfloat %b, i32 %i) {\n"
        "  %1 = fadd float %a, 1.5\n  %2 = fneg float %1\n"
        "  %3 = fdiv float %2, %a\n  %4 = frem float %3, %a\n"
        "  %5 = fcmp olt float %4, %a\n  %6 = fpext half %h to float\n"
        "  %7 = fptrunc float %6 to bfloat\n  %8 = fptosi float %6 to i32\n"
        "  %9 = uitofp i32 %8 to double\n  %10 = fmul half %h, 0xH3C00\n"
        "  %11 = fsub bfloat %b, 0xR3F80\n"
        "  %12 = bitcast float %6 to i32\n  ret double %9\n}\n",
        "function k\n  v0: float a\n  v1: half h\n  v2: bfloat b\n"
        "  v3: i32 i\nb0:\n"
        "  v4 = fadd float v0, 0x3fc00000\n  v5 = fneg float v4\n"
        "  v6 = fdiv float v5, v0\n  v7 = frem float v6, v0\n"
        "  v8 = fcmp olt i1 v7, v0\n  v9 = fpext float v1\n"
        "  v10 = fptrunc bfloat v9\n  v11 = fptosi i32 v9\n"
        "  v12 = uitofp double v11\n  v13 = fmul half v1, 0x3c00\n"
        "  v14 = fsub bfloat v2, 0x3f80\n  v15 = bitcast i32 v9\n"
        "  ret v12\n");
}

static void memory(void **state) {
  (void)state;
  check(
      "%s = type { i8, [4 x i32], i64 }\n"
      "define void @k(ptr %p, i64 %i, ptr byval(%s) align 8 %q) {\n"
      "  %l = alloca [4 x i32], align 16\n"
      "  %1 = getelementptr %s, ptr %p, i64 %i, i32 1, i64 2\n"
      "  %2 = load volatile i32, ptr %1, align 4\n"
      "  %3 = load volatile i32, ptr %1, align 4, !m2k.volatile !0\n"
      "  store <2 x float> zeroinitializer, ptr %l, align 8\n"
      "  %4 = atomicrmw add ptr %p, i32 1 syncscope(\"device\") monotonic\n"
      "  %5 = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst\n"
      "  fence syncscope(\"block\") acquire\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %l, ptr align 4 %p, i64 "
      "16, i1 false)\n"
      "  call void @llvm.memset.p0.i64(ptr align 8 %l, i8 0, i64 16, i1 0)\n"
      "  %6 = load atomic i32, ptr %p acquire, align 4\n"
      "  call void @m2k.event(i32 1, i32 1, i64 16, i64 4, i64 16), "
      "!m2k.object !1\n"
      "  call void @m2k.event(i32 2, i32 0, i64 0, i64 0, i64 0)\n"
      "  unreachable\n}\n"
      "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
      "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
      "declare void @m2k.event(i32, i32, i64, i64, i64)\n"
      "!0 = !{}\n!1 = !{!\"buf\"}\n",
      "function k\n  v0: ptr p\n  v1: i64 i\n  v2: ptr q byval 32\nb0:\n"
      "  v3 = alloca ptr [16] align 16\n"
      "  v4 = gep ptr v0, v1 [12, 32]\n"
      "  v5 = load i32 v4 align 4 mem 0\n"
      "  v6 = load i32 v4 align 4 volatile mem 1\n"
      "  store <2 x float> null, v3 align 8 mem 2\n"
      "  v7 = atomicrmw add i32 v0, 1 align 4 order 2 scope \"device\" mem 3\n"
      "  v8 = cmpxchg i32 v0, 0, 1 align 4 order 7 scope \"\" mem 4\n"
      "  fence order 4 scope \"block\"\n"
      "  memcpy v3, v0, 16 align 4 mem 5\n"
      "  memset v3, 0, 16 align 8 mem 6\n"
      "  v9 = load i32 v0 align 4 atomic order 4 scope \"\" mem 7\n"
      "  event \"buf\" [1, 16, 4, 1, 16] mem 8\n"
      "  event \"\" [2, 0, 0, 0, 0]\n"
      "  unreachable\n");
}

static void calls(void **state) {
  (void)state;
  check(
      "define void @k(ptr %p, float %x, i32 %n) {\n"
      "  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
      "  call void @llvm.nvvm.barrier0()\n"
      "  %2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, i32 1, "
      "i32 31)\n"
      "  %3 = call i32 asm \"mov.u32 $0, %laneid;\", \"=r\"()\n"
      "  call void asm sideeffect \"st.u32 [$0], $1;\", \"l,r\"(ptr %p, i32 "
      "1)\n"
      "  %4 = call float @__nv_expf(float %x)\n"
      "  call void @__nv_sincosf(float %x, ptr %p, ptr %p)\n"
      "  %5 = call i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr %p, i32 4)\n"
      "  call void %p(i32 1)\n"
      "  %6 = call i32 @other(ptr %p)\n"
      "  %7 = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %p, i32 9)\n"
      "  ret void\n}\n"
      "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
      "declare void @llvm.nvvm.barrier0()\n"
      "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)\n"
      "declare float @__nv_expf(float)\n"
      "declare void @__nv_sincosf(float, ptr, ptr)\n"
      "declare i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr, i32)\n"
      "declare i32 @other(ptr)\n"
      "declare i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr, i32)\n",
      "function k\n  v0: ptr p\n  v1: float x\n  v2: i32 n\nb0:\n"
      "  v3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x\n"
      "  call @llvm.nvvm.barrier0\n"
      "  v4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32 -1, v2, 1, 31\n"
      "  v5 = asm i32 \"mov.u32 $0, %laneid;\" \"=r\"\n"
      "  asm memory \"st.u32 [$0], $1;\" \"l,r\" v0, 1\n"
      "  v6 = call float @__nv_expf v1\n"
      "  v13 = call float @__nv_sinf v1\n"
      "  store float v13, v0 align 4 mem 0\n"
      "  v14 = call float @__nv_cosf v1\n"
      "  store float v14, v0 align 4 mem 1\n"
      "  v7 = load i32 v0 align 4 mem 2\n"
      "  unknown \"indirect call\" 1, v0\n"
      "  v8 = call i32 @other v0\n"
      "  v9 = atomicrmw uinc i32 v0, 9 align 4 order 2 scope \"device\" mem 3\n"
      "  ret\n");
}

static void control(void **state) {
  (void)state;
  check("define i32 @k(i32 %n) {\nentry:\n  br label %head\n"
        "dead:\n  br label %exit\n"
        "head:\n  %i = phi i32 [ 0, %entry ], [ %j, %body ]\n"
        "  %c = icmp ult i32 %i, %n\n  br i1 %c, label %body, label %exit\n"
        "body:\n  %j = add i32 %i, 1\n  br label %head\n"
        "exit:\n  %r = phi i32 [ %i, %head ], [ 9, %dead ]\n"
        "  switch i32 %r, label %b [ i32 1, label %a\n i32 -2, label %a ]\n"
        "a:\n  %x = phi i32 [ 5, %exit ], [ 5, %exit ]\n  ret i32 %x\n"
        "b:\n  ret i32 0\n}\n",
        "function k\n  v0: i32 n\n"
        "  loop 0: header b1 latch b2 preheader b0\n"
        "b0: ipdom b1  ; entry\n  jmp [b1]\n"
        "b1: idom b0 ipdom b3 loop 0  ; head\n"
        "  v1 = phi i32 0, v3 [b0, b2]\n  v2 = icmp ult i1 v1, v0\n"
        "  br v2 [b2, b3]\n"
        "b2: idom b1 ipdom b1 loop 0  ; body\n"
        "  v3 = add i32 v1, 1\n  jmp [b1]\n"
        "b3: idom b1  ; exit\n  v4 = phi i32 v1 [b1]\n"
        "  switch v4, 1, -2 [b4, b5, b5]\n"
        "b4: idom b3  ; b\n  ret 0\n"
        "b5: idom b3  ; a\n  v5 = phi i32 5 [b3]\n  ret v5\n");
}

static void constants(void **state) {
  (void)state;
  check("@g = global [8 x i32] zeroinitializer\n"
        "@s = internal addrspace(3) global [8 x float] undef\n"
        "define void @k() {\n"
        "  %1 = load i32, ptr getelementptr (i8, ptr @g, i64 12)\n"
        "  store float 1.0, ptr getelementptr inbounds ([8 x float], ptr "
        "addrspacecast (ptr addrspace(3) @s to ptr), i64 0, i64 2)\n"
        "  store i128 -1, ptr @g\n"
        "  store <2 x i32> <i32 1, i32 -2>, ptr @g\n"
        "  store { i32, ptr } { i32 1, ptr @k }, ptr @g\n"
        "  ret void\n}\n",
        "function k\nb0:\n"
        "  v2 = gep ptr @g [12]\n"
        "  v5 = addrspacecast ptr @s\n"
        "  v6 = gep ptr v5 [8]\n"
        "  v0 = load i32 v2 align 4 mem 0\n"
        "  store float 0x3f800000, v6 align 4 mem 1\n"
        "  store i128 0xffffffffffffffff:ffffffffffffffff, @g align 16 mem 2\n"
        "  store <2 x i32> {1, -2}, @g align 8 mem 3\n"
        "  store {i32, ptr} {1, @k}, @g align 8 mem 4\n"
        "  ret\n");
}

/* In LLVM's own order the exit could come before the body. */
static void loops_lie_together(void **state) {
  (void)state;
  test_ir t =
      test_parse("define void @k(i1 %a, i1 %b) {\nentry:\n  br label %h\n"
                 "h:\n  br i1 %a, label %y, label %x\n"
                 "x:\n  br i1 %b, label %exit, label %l\n"
                 "y:\n  br label %in\n"
                 "in:\n  br i1 %b, label %in, label %l\n"
                 "l:\n  br label %h\nexit:\n  ret void\n}\n");
  m2k_fn *fn = m2k_ir_function(t.module, "k");
  assert_int_equal(fn->block_count, 7);
  assert_int_equal(fn->loop_count, 2);
  assert_string_equal(fn->blocks[6].name, "exit");
  assert_int_equal(fn->blocks[6].loop, M2K_NONE);
  for (uint32_t b = 1; b < 6; b++)
    assert_int_not_equal(fn->blocks[b].loop, M2K_NONE);
  assert_true(m2k_dominates(fn, 1, 6));
  assert_false(m2k_dominates(fn, 2, 6));
  assert_false(fn->irreducible);
  test_release(&t);
}

static void unknowns(void **state) {
  (void)state;
  check("define void @k(<2 x ptr> %p, x86_fp80 %x, ptr %q, i64 %n) {\n"
        "  %1 = getelementptr i8, <2 x ptr> %p, i64 1\n"
        "  %2 = alloca i8, i64 %n\n"
        "  %3 = load i512, ptr %q\n  store i512 %3, ptr %q\n"
        "  %4 = va_arg ptr %q, i32\n"
        "  store ptr blockaddress(@k, %b), ptr %q\n"
        "  %5 = fadd x86_fp80 %x, %x\n  br label %b\n"
        "b:\n  indirectbr ptr %q, [label %b]\n}\n",
        "function k\n  v0: <2 x ptr> p\n  v1: other x\n  v2: ptr q\n"
        "  v3: i64 n\n  loop 0: header b1 latch b1 preheader b0\n"
        "b0: ipdom b1\n  v10 = unknown ptr \"blockaddress\"\n"
        "  v4 = unknown <2 x ptr> \"gep on a vector of pointers\" v0, 1\n"
        "  v5 = unknown ptr \"alloca of variable size\" v3\n"
        "  v6 = load i512 v2 align 16 mem 0\n"
        "  store i512 v6, v2 align 16 mem 1\n"
        "  v7 = unknown i32 \"va_arg\" v2\n"
        "  store ptr v10, v2 align 8 mem 2\n"
        "  v8 = fadd other v1, v1\n  jmp [b1]\n"
        "b1: idom b0 loop 0  ; b\n  unknown \"indirectbr\" v2\n");
}

static void places(void **state) {
  (void)state;
  test_ir t = test_parse(
      "@g = addrspace(3) global i32 undef, !dbg !20\n"
      "define void @k(i32 %0) !dbg !5 {\n"
      "  call void @llvm.dbg.value(metadata i32 %0, metadata !9, metadata "
      "!DIExpression()), !dbg !12\n"
      "  call void @llvm.dbg.value(metadata !DIArgList(i32 %0, i32 %0), "
      "metadata !9, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, "
      "1, DW_OP_plus)), !dbg !12\n"
      "  %a = add i32 %0, 1, !dbg !13\n  ret void, !dbg !12\n}\n"
      "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, "
      "emissionKind: FullDebug)\n"
      "!1 = !DIFile(filename: \"a.cu\", directory: \"/w\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!3 = !DIFile(filename: \"h.cuh\", directory: \"/inc\")\n"
      "!4 = !DINamespace(name: \"vllm\", scope: null)\n"
      "!5 = distinct !DISubprogram(name: \"k<float>\", linkageName: \"k\", "
      "scope: !4, file: !1, line: 7, type: !6, unit: !0)\n"
      "!6 = !DISubroutineType(types: !7)\n!7 = !{null}\n"
      "!8 = distinct !DISubprogram(name: \"helper\", scope: !3, file: !3, "
      "line: 2, type: !6, unit: !0)\n"
      "!9 = !DILocalVariable(name: \"n\", arg: 1, scope: !5, file: !1)\n"
      "!10 = distinct !DILexicalBlock(scope: !5, file: !1, line: 8)\n"
      "!12 = !DILocation(line: 9, column: 3, scope: !10)\n"
      "!13 = !DILocation(line: 3, column: 5, scope: !8, inlinedAt: !12)\n"
      "!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())\n"
      "!21 = distinct !DIGlobalVariable(name: \"tile\", scope: !5, file: !1, "
      "line: 8, type: !22)\n"
      "!22 = !DIBasicType(name: \"int\", size: 32)\n");
  m2k_fn *fn = m2k_ir_function(t.module, "k");
  assert_string_equal(fn->display, "vllm::k<float>");
  assert_string_equal(fn->loc.file, "a.cu");
  assert_int_equal(fn->loc.line, 7);
  assert_string_equal(fn->params[0].name, "n");
  assert_int_equal(fn->inst_count, 2);
  const m2k_loc *loc = fn->insts[0].loc;
  assert_string_equal(loc->file, "/inc/h.cuh");
  assert_int_equal(loc->line, 3);
  assert_string_equal(loc->function, "helper");
  assert_ptr_equal(loc->inlined_at, fn->insts[1].loc);
  assert_string_equal(loc->inlined_at->function, "k<float>");
  assert_int_equal(loc->inlined_at->col, 3);
  assert_string_equal(t.module->globals[0].display, "tile");
  assert_int_equal(t.module->globals[0].loc.line, 8);
  test_release(&t);
}

static void callees(void **state) {
  (void)state;
  static const struct {
    const char *name;
    m2k_callee id;
    m2k_callee_class cls;
  } rows[] = {
      {"llvm.nvvm.read.ptx.sreg.ctaid.z", M2K_CALL_CTAID_Z, M2K_CLASS_SREG},
      {"llvm.nvvm.read.ptx.sreg.smid", M2K_CALL_SREG_OTHER, M2K_CLASS_SREG},
      {"llvm.nvvm.shfl.sync.up.f32", M2K_CALL_SHFL_UP, M2K_CLASS_SHUFFLE},
      {"llvm.umin.i64", M2K_CALL_UMIN, M2K_CLASS_INT},
      {"__nv_float2int_rn", M2K_CALL_INT_OPAQUE, M2K_CLASS_INT},
      {"__nv_expf", M2K_CALL_FLOAT, M2K_CLASS_FLOAT},
      {"_ZL3erff", M2K_CALL_FLOAT, M2K_CLASS_FLOAT},
      {"_ZL3fmafff", M2K_CALL_FLOAT, M2K_CLASS_FLOAT},
      {"_Z5abortv", M2K_CALL_UNKNOWN, M2K_CLASS_UNKNOWN},
      {"_ZN4vllm3erfEf", M2K_CALL_UNKNOWN, M2K_CLASS_UNKNOWN},
      {"whatever", M2K_CALL_UNKNOWN, M2K_CLASS_UNKNOWN},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    m2k_callee_class cls;
    assert_int_equal(m2k_callee_find(rows[i].name, &cls), rows[i].id);
    assert_int_equal(cls, rows[i].cls);
  }
}

static void globals(void **state) {
  (void)state;
  test_ir t =
      test_parse("@a = addrspace(4) constant [3 x i16] [i16 1, i16 -1, i16 2]\n"
                 "@b = addrspace(1) global { i8, float } { i8 5, float 1.0 }\n"
                 "@c = external addrspace(3) global [0 x float], align 16\n"
                 "@d = addrspace(1) global ptr @f\n"
                 "declare void @f()\n");
  const m2k_global *g = t.module->globals;
  assert_int_equal(t.module->global_count, 4);
  assert_true(g[0].is_constant && g[0].size == 6);
  assert_memory_equal(g[0].init, "\1\0\377\377\2\0", 6);
  assert_true(!g[1].is_constant && g[1].init_known);
  assert_memory_equal(g[1].init, "\5\0\0\0\0\0\200\77", 8);
  assert_true(g[2].is_external && g[2].size == 0 && g[2].align == 16);
  assert_int_equal(g[2].addrspace, 3);
  assert_false(g[3].init_known);
  assert_null(m2k_ir_function(t.module, "f"));
  test_release(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers), cmocka_unit_test(floats),
      cmocka_unit_test(memory),   cmocka_unit_test(calls),
      cmocka_unit_test(control),  cmocka_unit_test(constants),
      cmocka_unit_test(unknowns), cmocka_unit_test(loops_lie_together),
      cmocka_unit_test(places),   cmocka_unit_test(globals),
      cmocka_unit_test(callees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
