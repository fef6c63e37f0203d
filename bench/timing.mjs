// Medians of repeated calls, ms.
export function median(values) {
  const sorted = values.toSorted((p, q) => p - q);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Median time of one call, ms, over `rounds` rounds; a round repeats the call until it takes at least 0.2 ms. */
export function timeOf(call, rounds) {
  call();
  let inner = 1;
  for (;;) {
    const start = performance.now();
    for (let k = 0; k < inner; k++) call();
    if (performance.now() - start > 0.2 || inner > 1e6) break;
    inner *= 2;
  }
  const times = [];
  for (let r = 0; r < rounds; r++) {
    const start = performance.now();
    for (let k = 0; k < inner; k++) call();
    times.push((performance.now() - start) / inner);
  }
  return median(times);
}

/**
 * Mean time of an iteration from the end of the one to the end of the other, ms, by a monitor: preparing does not count, showing x
 * does (psor over contacts shows it as it is).
 */
export function betweenIterations(solver, instance, p, [first, last], repeats) {
  let sum = 0;
  const observe = (k) => {
    if (k === first) sum -= performance.now();
    if (k === last) sum += performance.now();
  };
  const monitor = { ownsStopping: true, begin() {}, observe };
  for (let k = 0; k < repeats; k++)
    instance.solve(p, new Float64Array(p.n), { ...solver.defaults, maxIterations: last }, monitor);
  return sum / repeats / (last - first);
}
