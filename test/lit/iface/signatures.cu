// Types of parameters and template arguments, as cases see them.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-report=%t.json %s
// RUN: %verdict %t.json case half safe , case bits safe , case bf safe , case fp8 safe , case list safe , case i safe , case four safe , case eight safe
// RUN: %not %m2k -fsyntax-only -DWRONG %s 2>&1 | %FileCheck %s
#include <m2k.h>
#include <torch/all.h>
#include <cuda_bf16.h>
#include <optional>
#include <string>
#include <vector>

__m2k_iface(case("half"), tensor(p, f16, [4]), launch(grid = [1], block = [1]))
__global__ void half_(c10::Half *p) { p[0] = p[1]; }
__m2k_iface(case("bits"), tensor(p, f16, [4]), launch(grid = [1], block = [1]))
__global__ void bits(unsigned short *p) { p[0] = 1; }
__m2k_iface(case("bf"), tensor(p, bf16, [4]), launch(grid = [1], block = [1]))
__global__ void bf(__nv_bfloat16 *p) { p[0] = p[1]; }
__m2k_iface(case("fp8"), tensor(p, f8e4m3, [4]), launch(grid = [1], block = [1]))
__global__ void fp8(c10::Float8_e4m3fn *p) { p[0] = p[1]; }

struct Params { float *out; int n; struct { long *deep[2]; } inner; };
__m2k_iface(case("list"), tensor(s.out, f32, [4]), scalar(s.n = 4),
            tensor(s.inner.deep[1], i64, [2]), launch(grid = [1], block = [1]))
__global__ void fields(Params s) {}

template <typename scalar_t, int N, bool On>
__m2k_iface(case("i"), template(scalar_t = int), tensor(p, any, [4]), launch(grid = [1], block = [1]))
__m2k_iface(case("four"), template(N = 4, On = true), tensor(p, any, [4]), launch(grid = [1], block = [1]))
__m2k_iface(case("eight"), template(N = 8), tensor(p, f16, [8]), launch(grid = [1], block = [1]))
__global__ void instance(scalar_t *p) { p[N - 1] = p[0]; }
template __global__ void instance<int, 4, true>(int *);
template __global__ void instance<c10::Half, 8, false>(c10::Half *);

// Host functions: read, checked and kept.
__m2k_iface(tensor(a, f16, [4]), tensor(b, absent), tensor(c[i in 0..1], f32, [4]),
            scalar(eps = 1e-5), scalar(name = "silu"), scalar(flag = true), scalar(k = 3))
void op(torch::Tensor &a, const std::optional<torch::Tensor> &b, std::vector<torch::Tensor> c,
        double eps, const std::string &name, bool flag, int64_t k) {}

#ifdef WRONG
// CHECK-DAG: signatures.cu:[[#@LINE+1]]:20: error: 'n' is no tensor
__m2k_iface(tensor(n, i32, [4]))
__global__ void number(int n) {}
// CHECK-DAG: signatures.cu:[[#@LINE+1]]:20: error: 'p' is no scalar
__m2k_iface(scalar(p = 4))
__global__ void pointer(int *p) {}
// CHECK-DAG: signatures.cu:[[#@LINE+1]]:21: error: 's' has no such field
__m2k_iface(tensor(s.nosuch, i32, [4]))
__global__ void nofield(Params s) {}
// CHECK-DAG: signatures.cu:[[#@LINE+2]]:22: error: function 'notemplate' has no template parameter 'M'
template <int N>
__m2k_iface(template(M = 4))
__global__ void notemplate(int *p) {}
// CHECK-DAG: signatures.cu:[[#@LINE+1]]:27: error: wrong value for 'name': expected a string
__m2k_iface(scalar(name = 4))
void wrong(const std::string &name) {}
// CHECK-DAG: signatures.cu:[[#@LINE+1]]:20: error: 'c' is a list
__m2k_iface(tensor(c, f32, [4]))
void list(std::vector<torch::Tensor> c) {}
#endif
