/** Work in steps, done without a pause between them. */
export function atOnce<R>(work: Generator<unknown, R>): R {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
