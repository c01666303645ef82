#ifndef M2K_STUBS_CUB_H
#define M2K_STUBS_CUB_H
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/util_traits.cuh>
#include <cub/util_type.cuh>
#include <cub/warp/warp_reduce.cuh>
#endif
