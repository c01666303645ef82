// The values that the stubs' cub computes, against plain loops, in every
// variant; the headers run on the host (emulated/cuda_runtime.h).
#include <cub/cub.cuh>

#include <cstdio>
#include <cstdlib>

static int failures;
#define EXPECT(cond)                                                           \
  do {                                                                         \
    if (!(cond)) {                                                             \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__,        \
                   #cond);                                                     \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static long value(int i) { return (i * 37L + 11) % 101 - 40; }

// A block of BLOCK threads launched with fewer, as vLLM does.
template <int BLOCK> static void reduce(int launched, int valid) {
  using Reduce = cub::BlockReduce<long, BLOCK>;
  using Pair = cub::KeyValuePair<int, long>;
  using ReducePair = cub::BlockReduce<Pair, BLOCK>;
  static typename Reduce::TempStorage storage;
  static typename ReducePair::TempStorage pairs;
  long sum = 0, max = value(0);
  int at = 0;
  for (int i = 0; i < valid; ++i) {
    sum += value(i);
    if (value(i) > max)
      max = value(i), at = i;
  }
  emulated_launch(launched, [=](int t) {
    long got = Reduce(storage).Sum(value(t), valid);
    __syncthreads();
    long top = Reduce(storage).Reduce(value(t), cub::Max(), valid);
    __syncthreads();
    Pair best =
        ReducePair(pairs).Reduce(Pair(t, value(t)), cub::ArgMax(), valid);
    __syncthreads();
    if (t == 0) {
      EXPECT(got == sum);
      EXPECT(top == max);
      EXPECT(best.key == at && best.value == max);
    }
    if (launched == BLOCK) {
      long items[3] = {value(t), 1, -2};
      long all = Reduce(storage).Sum(items);
      long whole = 0;
      for (int i = 0; i < BLOCK; ++i)
        whole += value(i) - 1;
      if (t == 0)
        EXPECT(all == whole);
    }
  });
}

struct running {
  long total;
  long operator()(long block) {
    long before = total;
    total += block;
    return before;
  }
};

template <int BLOCK, int ITEMS> static void scan() {
  using Scan = cub::BlockScan<long, BLOCK>;
  static typename Scan::TempStorage storage;
  emulated_launch(BLOCK, [=](int t) {
    long before = 0, total = 0;
    for (int i = 0; i < BLOCK * ITEMS; ++i) {
      before += i < t * ITEMS ? value(i) : 0;
      total += value(i);
    }
    long in[ITEMS], out[ITEMS], aggregate;
    for (int i = 0; i < ITEMS; ++i)
      in[i] = value(t * ITEMS + i);
    Scan(storage).ExclusiveSum(in, out, aggregate);
    EXPECT(out[0] == before && aggregate == total);
    __syncthreads();
    Scan(storage).InclusiveSum(in, out);
    EXPECT(out[0] == before + in[0]);
    __syncthreads();
    running prefix{1000};
    Scan(storage).InclusiveScan(in, out, cub::Sum(), prefix);
    EXPECT(out[0] == 1000 + before + in[0]);
    long last = 1000 + before;
    for (int i = 0; i < ITEMS; ++i) {
      last += in[i];
      EXPECT(out[i] == last);
    }
    if (t < 32)
      EXPECT(prefix.total == 1000 + total);
    __syncthreads();
    long one;
    Scan(storage).ExclusiveScan(in[0], one, 5L, cub::Sum());
    long firsts = 5;
    for (int i = 0; i < t; ++i)
      firsts += value(i * ITEMS);
    EXPECT(one == firsts);
  });
}

template <cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE,
          bool STRIPED>
static void move(int valid) {
  constexpr int block = 64, items = 3, count = block * items;
  using Load = cub::BlockLoad<int, block, items, LOAD>;
  using Store = cub::BlockStore<int, block, items, STORE>;
  static typename Load::TempStorage load;
  static typename Store::TempStorage store;
  // Guards on both sides: nothing from `valid` on may be touched.
  std::vector<int> from(valid), to(count + 1, -7);
  for (int i = 0; i < valid; ++i)
    from[i] = i + 100;
  emulated_launch(block, [&](int t) {
    int mine[items];
    Load(load).Load(from.data(), mine, valid, -1);
    for (int i = 0; i < items; ++i) {
      int index = STRIPED ? i * block + t : t * items + i;
      EXPECT(mine[i] == (index < valid ? index + 100 : -1));
    }
    __syncthreads();
    Store(store).Store(to.data(), mine, valid);
  });
  for (int i = 0; i <= count; ++i)
    EXPECT(to[i] == (i < valid ? i + 100 : -7));
}

static void warp_reduce() {
  emulated_launch(32, [](int t) {
    cub::WarpReduce<double>::TempStorage none;
    double sum = cub::WarpReduce<double>(none).Sum(t * 0.5);
    double part = cub::WarpReduce<double>(none).Sum(t * 0.5, 7);
    cub::WarpReduce<int, 8>::TempStorage small;
    int eight = cub::WarpReduce<int, 8>(small).Sum(t);
    if (t == 0)
      EXPECT(sum == 248.0 && part == 10.5);
    if (t % 8 == 0)
      EXPECT(eight == 8 * t + 28);
  });
}

int main() {
  using namespace cub;
  for (int valid : {1, 31, 32, 33, 63, 64, 95, 96}) {
    reduce<96>(96, valid);
    reduce<1024>(96, valid);
  }
  scan<32, 1>();
  scan<64, 4>();
  scan<96, 3>();
  for (int valid : {0, 1, 50, 100, 191, 192}) {
    move<BLOCK_LOAD_DIRECT, BLOCK_STORE_DIRECT, false>(valid);
    move<BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE, false>(valid);
    move<BLOCK_LOAD_STRIPED, BLOCK_STORE_STRIPED, true>(valid);
    move<BLOCK_LOAD_TRANSPOSE, BLOCK_STORE_TRANSPOSE, false>(valid);
    move<BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, false>(valid);
  }
  warp_reduce();
  return failures != 0;
}
