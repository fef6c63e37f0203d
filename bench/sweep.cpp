// The sweep of docs/theory/gauss-seidel.md (GS3) over records of 18 numbers, as a C++ programmer would write it.
//   sweep FILE SWEEPS: prints the median time of one sweep, ms. FILE: i32 rows, i32 bodies, i32 offsets, f64 records.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double sweep(int n, double* records, const int* bodies, double* y) {
  double change = 0;
  for (int i = 0; i < n; i++) {
    double* r = records + 18 * (size_t)i;
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
  FILE* file = argc > 2 ? fopen(argv[1], "rb") : nullptr;
  int head[2];
  if (!file || fread(head, 4, 2, file) != 2) return 2;
  size_t n = head[0];
  std::vector<int> bodies(2 * n);
  std::vector<double> records(18 * n), y(6 * (size_t)head[1] + 6), times;
  if (fread(bodies.data(), 4, 2 * n, file) + fread(records.data(), 8, 18 * n, file) != 20 * n) return 2;
  double seen = 0;
  for (int k = 0; k < atoi(argv[2]); k++) {
    auto start = std::chrono::steady_clock::now();
    seen += sweep(n, records.data(), bodies.data(), y.data());
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  printf("%.6f\n", times[times.size() / 2]);
  return seen < 0;
}
