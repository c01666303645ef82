// The values that the stubs' cub computes, against plain loops, in every
// variant; the headers run on the host (emulated/cuda_runtime.h).
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

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

// Keys repeat, so that only a stable sort has the expected values.
template <int BLOCK, int ITEMS> static void radix_sort() {
  constexpr int count = BLOCK * ITEMS;
  using Sort = cub::BlockRadixSort<float, BLOCK, ITEMS, int>;
  using SortKeys = cub::BlockRadixSort<int, BLOCK, ITEMS>;
  static typename Sort::TempStorage storage;
  static typename SortKeys::TempStorage keys_only;
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  auto key = [](int i) { return value(i) % 7 - 0.5f; };
  std::stable_sort(order.begin(), order.end(),
                   [=](int a, int b) { return key(a) > key(b); });
  std::vector<int> whole(count);
  for (int i = 0; i < count; ++i)
    whole[i] = (int)value(i);
  std::sort(whole.begin(), whole.end());
  emulated_launch(BLOCK, [&](int t) {
    float keys[ITEMS];
    int values[ITEMS], numbers[ITEMS];
    for (int i = 0; i < ITEMS; ++i) {
      keys[i] = key(t * ITEMS + i);
      values[i] = t * ITEMS + i;
      numbers[i] = (int)value(t * ITEMS + i);
    }
    Sort(storage).SortDescendingBlockedToStriped(keys, values);
    SortKeys(keys_only).Sort(numbers);
    for (int i = 0; i < ITEMS; ++i) {
      EXPECT(values[i] == order[i * BLOCK + t]);
      EXPECT(keys[i] == key(values[i]));
      EXPECT(numbers[i] == whole[t * ITEMS + i]);
    }
  });
}

static void traits() {
  float up[] = {-2.5f, -1.0f, -0.0f, 0.0f, 1e-30f, 3.0f};
  unsigned before = 0;
  for (float v : up) {
    unsigned bits = 0;
    std::memcpy(&bits, &v, sizeof(v));
    unsigned twiddled = cub::Traits<float>::TwiddleIn(bits);
    EXPECT(twiddled > before);
    EXPECT(cub::Traits<float>::TwiddleOut(twiddled) == bits);
    before = twiddled;
  }
  EXPECT(cub::Traits<int>::TwiddleIn(-1) < cub::Traits<int>::TwiddleIn(0));
  EXPECT(cub::Traits<int>::TwiddleOut(cub::Traits<int>::TwiddleIn(-5)) == -5u);
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
  radix_sort<32, 1>();
  radix_sort<64, 3>();
  traits();
  return failures != 0;
}
