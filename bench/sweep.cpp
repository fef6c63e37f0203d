// The sweep of docs/theory/gauss-seidel.md (GS3) over records of 18 numbers, as a C++ programmer would write it.
//   sweep FILE FIRST LAST REPEATS: prints the mean time of one of the sweeps FIRST + 1 to LAST from rest, ms.
//   FILE: i32 rows, i32 bodies, i32 offsets, f64 records.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double sweep(size_t n, double* records, const int* bodies, double* y) {
  double change = 0;
  for (size_t i = 0; i < n; i++) {
    double* r = records + 18 * i;
    double* a = y + bodies[2 * i];
    double* b = y + bodies[2 * i + 1];
    double w = r[12] + r[13] * r[17];
    for (int c = 0; c < 6; c++) w += r[c] * a[c];
    for (int c = 0; c < 6; c++) w += r[6 + c] * b[c];
    double next = std::min(std::max(r[17] - r[14] * w, r[15]), r[16]);
    double dx = next - r[17];
    change = std::max(change, std::fabs(dx));
    if (dx == 0) continue;
    r[17] = next;
    for (int c = 0; c < 6; c++) a[c] += r[c] * dx;
    for (int c = 0; c < 6; c++) b[c] += r[6 + c] * dx;
  }
  return change;
}

int main(int argc, char** argv) {
  using clock = std::chrono::steady_clock;
  FILE* file = argc > 4 ? fopen(argv[1], "rb") : nullptr;
  int head[2];
  if (!file || fread(head, 4, 2, file) != 2) return 2;
  size_t n = head[0];
  std::vector<int> bodies(2 * n);
  std::vector<double> records(18 * n), y(6 * (size_t)head[1] + 6);
  if (fread(bodies.data(), 4, 2 * n, file) + fread(records.data(), 8, 18 * n, file) != 20 * n) return 2;
  int first = atoi(argv[2]), last = atoi(argv[3]), repeats = atoi(argv[4]);
  double seen = 0, ms = 0;
  for (int repeat = 0; repeat < repeats; repeat++) {
    std::fill(y.begin(), y.end(), 0.0);
    for (size_t i = 0; i < n; i++) records[18 * i + 17] = 0;
    for (int k = 0; k < first; k++) seen += sweep(n, records.data(), bodies.data(), y.data());
    auto start = clock::now();
    for (int k = first; k < last; k++) seen += sweep(n, records.data(), bodies.data(), y.data());
    ms += std::chrono::duration<double, std::milli>(clock::now() - start).count();
  }
  printf("%.6f\n", ms / repeats / (last - first));
  return seen < 0;
}
