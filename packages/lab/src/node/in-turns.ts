/** Long work as a generator, with a chance to handle signals between its steps. */

const INTERVAL = 100; // ms between chances

/** Runs it to its end; `act` gets every value on the way. @returns what the generator returns */
export async function inTurns<T, R>(work: Generator<T, R>, act?: (value: T) => unknown): Promise<R> {
  let last = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await act?.(value);
    if (performance.now() - last < INTERVAL) continue;
    // twice: the first may come before the event loop looks for signals, the second is a whole turn later
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  }
}
