// How long this machine keeps in its caches what its program does not touch.
//   residence MEGABYTES WAIT_MS...: reads that much twice from front to back, idles for a wait, then follows 4000 random lines of
//   it one after the other; prints the median ns of a line, for each wait.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

using Clock = std::chrono::steady_clock;
static double since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

int main(int argc, char** argv) {
  const size_t LINE = 64, REPEATS = 9;
  const size_t lines = argc > 2 ? (size_t)(atof(argv[1]) * 1e6) / LINE : 0;
  if (lines < 4000) return 2;
  const size_t bytes = (lines * LINE + (2 << 20) - 1) & ~(size_t)((2 << 20) - 1);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  madvise(memory, bytes, MADV_HUGEPAGE); // so that a line costs no search for its page, where the system allows it
  char* p = (char*)memory;

  std::vector<size_t> order(lines);
  for (size_t i = 0; i < lines; i++) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937_64(1));
  for (size_t i = 0; i < lines; i++) *(size_t*)(p + LINE * order[i]) = LINE * order[(i + 1) % lines];

  volatile size_t seen = 0;
  for (int k = 2; k < argc; k++) {
    const double wait = 1e6 * atof(argv[k]);
    std::vector<double> ns;
    for (size_t repeat = 0; repeat < REPEATS; repeat++) {
      for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < lines; i++) seen = seen + *(size_t*)(p + LINE * i);
      auto start = Clock::now();
      while (since(start) < wait) {}
      start = Clock::now();
      size_t at = 0;
      for (int i = 0; i < 4000; i++) at = *(size_t*)(p + at);
      ns.push_back(since(start) / 4000);
      seen = seen + at;
    }
    std::sort(ns.begin(), ns.end());
    printf("%.2f\n", ns[REPEATS / 2]);
  }
}
