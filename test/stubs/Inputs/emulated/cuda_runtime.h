// A block of threads on the host, enough to run the stubs' cub: each CUDA
// thread is a host thread, and shuffles and barriers meet at std::barrier.
// Found before the stubs' own cuda_runtime.h.
#pragma once
#include <barrier>
#include <cstddef>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#define __host__
#define __device__
#define __shared__ static
#define __forceinline__ inline
#define M2K_DEV static inline
#define M2K_HD static inline

typedef int cudaError_t;
typedef void *cudaStream_t;

struct emulated_index {
  int x, y, z;
};
inline thread_local emulated_index threadIdx;

struct emulated_warp {
  std::barrier<> meet{32};
  unsigned lanes[32];
};
inline std::barrier<> *emulated_block;
inline std::vector<std::unique_ptr<emulated_warp>> emulated_warps;

inline emulated_warp &emulated_own_warp() {
  return *emulated_warps[threadIdx.x / 32];
}
inline unsigned __nvvm_read_ptx_sreg_laneid() { return threadIdx.x % 32; }
inline void __syncthreads() { emulated_block->arrive_and_wait(); }
inline void __syncwarp(unsigned = ~0u) {
  emulated_own_warp().meet.arrive_and_wait();
}
inline unsigned emulated_shuffle(unsigned v, int from, bool inside) {
  emulated_warp &w = emulated_own_warp();
  w.lanes[threadIdx.x % 32] = v;
  w.meet.arrive_and_wait();
  unsigned got = inside ? w.lanes[from] : v;
  w.meet.arrive_and_wait();
  return got;
}
inline unsigned __shfl_down_sync(unsigned, unsigned v, int d, int width = 32) {
  int lane = threadIdx.x % 32;
  bool inside = lane % width + d < width;
  return emulated_shuffle(v, inside ? lane + d : lane, inside);
}
inline unsigned __shfl_up_sync(unsigned, unsigned v, int d, int width = 32) {
  int lane = threadIdx.x % 32;
  bool inside = lane % width >= d;
  return emulated_shuffle(v, inside ? lane - d : lane, inside);
}

// Runs `body` on `threads` threads, a multiple of the warp.
template <class F> void emulated_launch(int threads, F body) {
  std::barrier<> block(threads);
  emulated_block = &block;
  emulated_warps.clear();
  for (int w = 0; w < threads / 32; ++w)
    emulated_warps.push_back(std::make_unique<emulated_warp>());
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([=] {
      threadIdx = {t, 0, 0};
      body(t);
    });
  for (auto &t : all)
    t.join();
}
