/// Cooperative groups: the block, tiles of a warp, the active lanes, the grid
/// and the cluster. Each operation is the primitive that it stands for.
#ifndef M2K_STUBS_COOPERATIVE_GROUPS_H
#define M2K_STUBS_COOPERATIVE_GROUPS_H

#include <cuda_fp16.h>

#include <type_traits>

#define M2K_MEMBER __device__ __forceinline__

namespace cooperative_groups {

class thread_block {
public:
  M2K_MEMBER static void sync() { __syncthreads(); }
  M2K_MEMBER static void barrier_sync() { __syncthreads(); }
  M2K_MEMBER static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  M2K_MEMBER static unsigned num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  M2K_MEMBER static unsigned size() { return num_threads(); }
  M2K_MEMBER static dim3 group_index() { return blockIdx; }
  M2K_MEMBER static dim3 thread_index() { return threadIdx; }
  M2K_MEMBER static dim3 group_dim() { return blockDim; }
  M2K_MEMBER static dim3 dim_threads() { return blockDim; }
};
M2K_DEV thread_block this_thread_block() { return {}; }

/// The whole grid. Its barrier is a call that only the checker knows.
class grid_group {
public:
  M2K_MEMBER bool is_valid() const { return true; }
  M2K_MEMBER void sync() const;
  M2K_MEMBER static unsigned long long num_threads() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z *
           thread_block::num_threads();
  }
  M2K_MEMBER static unsigned long long size() { return num_threads(); }
  M2K_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  M2K_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  M2K_MEMBER static dim3 group_dim() { return gridDim; }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  M2K_MEMBER static dim3 dim_clusters() {
    return {__nvvm_read_ptx_sreg_nclusterid_x(),
            __nvvm_read_ptx_sreg_nclusterid_y(),
            __nvvm_read_ptx_sreg_nclusterid_z()};
  }
  M2K_MEMBER static unsigned long long num_clusters() {
    const dim3 n = dim_clusters();
    return (unsigned long long)n.x * n.y * n.z;
  }
  M2K_MEMBER static unsigned long long cluster_rank() {
    const dim3 n = dim_clusters();
    return ((unsigned long long)__nvvm_read_ptx_sreg_clusterid_z() * n.y +
            __nvvm_read_ptx_sreg_clusterid_y()) *
               n.x +
           __nvvm_read_ptx_sreg_clusterid_x();
  }
#endif
};
} // namespace cooperative_groups
extern "C" __device__ void m2k_grid_sync(void);
namespace cooperative_groups {
M2K_MEMBER void grid_group::sync() const { m2k_grid_sync(); }
M2K_DEV grid_group this_grid() { return {}; }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group {
public:
  M2K_MEMBER static void sync() {
    barrier_arrive();
    barrier_wait();
  }
  M2K_MEMBER static void barrier_arrive() { __nvvm_barrier_cluster_arrive(); }
  M2K_MEMBER static void barrier_wait() { __nvvm_barrier_cluster_wait(); }
  M2K_MEMBER static unsigned block_rank() {
    return __nvvm_read_ptx_sreg_cluster_ctarank();
  }
  M2K_MEMBER static unsigned num_blocks() {
    return __nvvm_read_ptx_sreg_cluster_nctarank();
  }
  M2K_MEMBER static unsigned num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  M2K_MEMBER static unsigned size() { return num_threads(); }
  M2K_MEMBER static unsigned thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  template <class T> M2K_MEMBER static T *map_shared_rank(T *p, int rank) {
    return (T *)__nvvm_mapa((void *)p, rank);
  }
};
M2K_DEV cluster_group this_cluster() { return {}; }
#endif

/// Lanes of one warp: MASK of them, as seen from this one.
namespace m2k {
template <class Group> struct warp_operations {
  M2K_MEMBER void sync() const { __syncwarp(self().mask()); }
  M2K_MEMBER unsigned size() const { return self().num_threads(); }
  M2K_MEMBER int any(int p) const { return __any_sync(self().mask(), p); }
  M2K_MEMBER int all(int p) const { return __all_sync(self().mask(), p); }
  M2K_MEMBER unsigned ballot(int p) const {
    return self().to_ranks(__ballot_sync(self().mask(), p));
  }

private:
  M2K_MEMBER const Group &self() const {
    return static_cast<const Group &>(*this);
  }
};
} // namespace m2k

template <unsigned SIZE, class Parent = void>
class thread_block_tile
    : public m2k::warp_operations<thread_block_tile<SIZE, Parent>> {
  static_assert(SIZE >= 1 && SIZE <= 32 && (SIZE & (SIZE - 1)) == 0,
                "tiles of more than a warp are not supported");

public:
  thread_block_tile() = default;
  // Any tile is one whose parent is forgotten.
  template <class Other, class = std::enable_if_t<std::is_void_v<Parent> &&
                                                  !std::is_void_v<Other>>>
  M2K_MEMBER thread_block_tile(const thread_block_tile<SIZE, Other> &) {}
  M2K_MEMBER static unsigned num_threads() { return SIZE; }
  M2K_MEMBER static unsigned thread_rank() {
    return thread_block::thread_rank() % SIZE;
  }
  M2K_MEMBER static unsigned meta_group_rank() {
    return thread_block::thread_rank() / SIZE;
  }
  M2K_MEMBER static unsigned meta_group_size() {
    return (thread_block::num_threads() + SIZE - 1) / SIZE;
  }
  M2K_MEMBER static unsigned mask() {
    if constexpr (SIZE == 32)
      return 0xffffffffu;
    else
      return ((1u << SIZE) - 1) << first_lane();
  }
  M2K_MEMBER static unsigned to_ranks(unsigned lanes) {
    return lanes >> first_lane();
  }
  template <class T> M2K_MEMBER T shfl(T v, int lane) const {
    return __shfl_sync(mask(), v, lane, SIZE);
  }
  template <class T> M2K_MEMBER T shfl_up(T v, unsigned delta) const {
    return __shfl_up_sync(mask(), v, delta, SIZE);
  }
  template <class T> M2K_MEMBER T shfl_down(T v, unsigned delta) const {
    return __shfl_down_sync(mask(), v, delta, SIZE);
  }
  template <class T> M2K_MEMBER T shfl_xor(T v, int lanes) const {
    return __shfl_xor_sync(mask(), v, lanes, SIZE);
  }

private:
  M2K_MEMBER static unsigned first_lane() {
    return thread_block::thread_rank() % 32 / SIZE * SIZE;
  }
};

template <unsigned SIZE, class Parent>
M2K_DEV thread_block_tile<SIZE, Parent> tiled_partition(const Parent &) {
  return {};
}

/// The lanes that were active together when the group was made.
class coalesced_group : public m2k::warp_operations<coalesced_group> {
  unsigned mask_;

public:
  M2K_MEMBER coalesced_group(unsigned mask) : mask_(mask) {}
  M2K_MEMBER unsigned mask() const { return mask_; }
  M2K_MEMBER unsigned num_threads() const { return __popc(mask_); }
  M2K_MEMBER unsigned thread_rank() const {
    return __popc(mask_ & __lanemask_lt());
  }
  M2K_MEMBER unsigned to_ranks(unsigned lanes) const {
    unsigned ranks = 0, rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank)
      if (lanes & left & -left)
        ranks |= 1u << rank;
    return ranks;
  }
  template <class T> M2K_MEMBER T shfl(T v, int rank) const {
    return __shfl_sync(mask_, v, __fns(mask_, 0, rank + 1));
  }
};
M2K_DEV coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

/// Any group behind one type: the block, or lanes of a warp.
class thread_group {
  unsigned mask_; // 0 for the block

public:
  M2K_MEMBER thread_group(const thread_block &) : mask_(0) {}
  M2K_MEMBER thread_group(const coalesced_group &g) : mask_(g.mask()) {}
  template <unsigned SIZE, class Parent>
  M2K_MEMBER thread_group(const thread_block_tile<SIZE, Parent> &g)
      : mask_(g.mask()) {}
  M2K_MEMBER void sync() const {
    if (mask_ == 0)
      __syncthreads();
    else
      __syncwarp(mask_);
  }
  M2K_MEMBER unsigned num_threads() const {
    return mask_ == 0 ? thread_block::num_threads() : __popc(mask_);
  }
  M2K_MEMBER unsigned size() const { return num_threads(); }
  M2K_MEMBER unsigned thread_rank() const {
    return mask_ == 0 ? thread_block::thread_rank()
                      : __popc(mask_ & __lanemask_lt());
  }
};

template <class Group> M2K_DEV void sync(const Group &g) { g.sync(); }

template <class T = void> struct plus;
template <class T = void> struct less;
template <class T = void> struct greater;
#define M2K_FUNCTION(NAME, EXPRESSION)                                         \
  template <class T> struct NAME {                                             \
    M2K_MEMBER T operator()(T a, T b) const { return EXPRESSION; }             \
  };                                                                           \
  template <> struct NAME<void> {                                              \
    template <class T> M2K_MEMBER T operator()(T a, T b) const {               \
      return EXPRESSION;                                                       \
    }                                                                          \
  };
M2K_FUNCTION(plus, a + b)
M2K_FUNCTION(less, a < b ? a : b)
M2K_FUNCTION(greater, a > b ? a : b)
#undef M2K_FUNCTION

/// Every lane of the tile gets the result.
template <unsigned SIZE, class Parent, class T, class Op>
M2K_DEV T reduce(const thread_block_tile<SIZE, Parent> &g, T value, Op op) {
#pragma unroll
  for (int offset = SIZE / 2; offset > 0; offset /= 2)
    value = op(value, g.shfl_xor(value, offset));
  return value;
}
template <class T, class Op>
M2K_DEV T reduce(const coalesced_group &g, T value, Op op) {
  T result = g.shfl(value, 0);
  for (unsigned rank = 1; rank < g.num_threads(); ++rank)
    result = op(result, g.shfl(value, rank));
  return result;
}

} // namespace cooperative_groups

#undef M2K_MEMBER

#endif
