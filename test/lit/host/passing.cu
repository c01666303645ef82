// How host functions get their arguments, and what the parameters are.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s
#include <string_view>
#include <torch/all.h>

struct Strides {
  const float *data;
  long row;
  int at[2];
};
struct Empty {};
__global__ void kernel(float *p, Strides s) { *p = s.data[s.row]; }

// CHECK: op tensors = {{.*}}, 0 cases
// CHECK-NEXT: {{^}}  t: 'torch::Tensor &', tensor, 8 bytes; address in %0
// CHECK-NEXT: {{^}}  v: 'torch::Tensor', tensor, 8 bytes; address in %1
// CHECK-NEXT: {{^}}  o: 'const std::optional<torch::Tensor> &', tensor, optional, flag at 8, 16 bytes; address in %2
// CHECK-NEXT: {{^}}  w: 'std::optional<at::Tensor>', tensor, optional, flag at 8, 16 bytes; address in %3
// CHECK-NEXT: {{^}}  l: 'const std::vector<torch::Tensor> &', list of (tensor, 8 bytes), 24 bytes; address in %4
// CHECK-NEXT: {{^}}  a: 'at::ArrayRef<at::Tensor>', list of (tensor, 8 bytes), 16 bytes; address in %5
// CHECK-NEXT: {{^}}  n: 'const std::vector<std::vector<long>> &', list of (list of (int i64, 8 bytes), 24 bytes), 24 bytes; address in %6
void tensors(torch::Tensor &t, torch::Tensor v,
             const std::optional<torch::Tensor> &o, std::optional<at::Tensor> w,
             const std::vector<torch::Tensor> &l, at::ArrayRef<at::Tensor> a,
             const std::vector<std::vector<long>> &n) {
  kernel<<<l.size(), n[0].size()>>>(t.data_ptr<float>(), {});
}

// CHECK: op numbers = {{.*}}, 0 cases
// CHECK-NEXT: {{^}}  b: 'bool', bool, 1 bytes; %0 at 0
// CHECK-NEXT: {{^}}  c: 'unsigned char', int u8, 1 bytes; %1 at 0
// CHECK-NEXT: {{^}}  r: 'const int &', int i32, 4 bytes; address in %2
// CHECK-NEXT: {{^}}  x: 'double', float, 8 bytes; %3 at 0
// CHECK-NEXT: {{^}}  big: '__int128', int i128, 16 bytes; %4 at 0
// CHECK-NEXT: {{^}}  z: 'std::optional<int64_t>', int i64, optional, flag at 8, 16 bytes; address in %5
// CHECK-NEXT: {{^}}  y: 'std::optional<bool>', bool, optional, flag at 1, 2 bytes; address in %6
// CHECK-NEXT: {{^}}  p: 'float *', pointer, 8 bytes; %7 at 0
// CHECK-NEXT: {{^}}  d: 'at::IntArrayRef', list of (int i64, 8 bytes), 16 bytes; address in %8
void numbers(bool b, unsigned char c, const int &r, double x, __int128 big,
             std::optional<int64_t> z, std::optional<bool> y, float *p,
             at::IntArrayRef d) {
  kernel<<<r, 1>>>(p, {});
}

// CHECK: op others = {{.*}}, 0 cases
// CHECK-NEXT: {{^}}  s: 'const std::string &', string {_M_dataplus at 0: {{.*}}_M_string_length at 8: int u64{{.*}}, 32 bytes; address in %0
// CHECK-NEXT: {{^}}  v: 'std::string_view', string {_M_len at 0: int u64, 8 bytes; _M_str at 8: pointer, 8 bytes}, 16 bytes; address in %1
// CHECK-NEXT: {{^}}  c: 'const c10::Scalar &', other, {{[0-9]+}} bytes; address in %2
// CHECK-NEXT: {{^}}  e: 'Empty', struct, 1 bytes; address in %3
// CHECK-NEXT: {{^}}  g: 'Strides', struct {data at 0: pointer, 8 bytes; row at 8: int i64, 8 bytes; at at 16: array of (int i32, 4 bytes), 8 bytes}, 24 bytes; address in %4
// CHECK-NEXT: {{^}}  h: 'const Strides &', struct {{.*}}, 24 bytes; address in %5
void others(const std::string &s, std::string_view v, const c10::Scalar &c,
            Empty e, Strides g, const Strides &h) {
  kernel<<<1, 1>>>(nullptr, g);
}

// A class that is not trivial to copy is returned in memory, before all else,
// and a member function has its object first.
// CHECK: op returns = {{.*}}, 0 cases
// CHECK-NEXT: {{^}}  n: 'int', int i32, 4 bytes; %1 at 0
// CHECK-NEXT: {{^}}  result: address in %0
// CHECK: op method::run = {{.*}}, 0 cases
// CHECK-NEXT: {{^}}  n: 'int', int i32, 4 bytes; %2 at 0
// CHECK-NEXT: {{^}}  result: address in %0
// CHECK: op returns_struct = {{.*}}, 0 cases
// CHECK-NEXT: {{^}}  n: 'int', int i32, 4 bytes; %0 at 0
// CHECK-NEXT: {{^; }}
// CHECK: define {{.*}} @_Z7tensors{{.*}}(ptr align 8 %t, ptr byval(%"class.at::Tensor") align 8 %v,
// CHECK: define {{.*}} @_Z7returnsi(ptr {{.*}}sret(%"class.std::vector{{.*}}") align 8 %agg.result, i32 %n)
// CHECK: define {{.*}} %struct.Strides @_Z14returns_structi(i32 %n)
std::vector<int> returns(int n) {
  kernel<<<n, 1>>>(nullptr, {});
  return {};
}
struct method {
  std::vector<int> run(int n);
};
std::vector<int> method::run(int n) {
  kernel<<<n, 1>>>(nullptr, {});
  return {};
}
Strides returns_struct(int n) {
  kernel<<<n, 1>>>(nullptr, {});
  return {};
}
