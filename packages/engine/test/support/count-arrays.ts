/** Counts what is made of arrays, maps and sets while a function runs. Unlike the heap it does not depend on what is compiled. */
const KINDS = [
  ...[
    'Float64Array',
    'Float32Array',
    'Int32Array',
    'Uint32Array',
    'Int16Array',
    'Uint16Array',
    'Int8Array',
    'Uint8Array',
  ],
  ...['ArrayBuffer', 'Array', 'Map', 'Set', 'WeakMap'],
] as const;
const METHODS = ['slice', 'map', 'filter', 'subarray', 'concat', 'flat', 'flatMap', 'toSorted', 'toReversed', 'with'];

type Constructor = new (...values: unknown[]) => object;
type Method = (this: unknown, ...values: unknown[]) => unknown;

export function countArrays(work: () => void): number {
  const globals = globalThis as unknown as Record<string, Constructor>;
  const restore: (() => void)[] = [];
  let count = 0;
  for (const name of KINDS) {
    const original = globals[name];
    const counting: Constructor = new Proxy(original, {
      construct(target, values, made) {
        count++;
        return Reflect.construct(target, values, made === counting ? target : made);
      },
    });
    globals[name] = counting;
    restore.push(() => {
      globals[name] = original;
    });
  }
  for (const prototype of [Array.prototype, Object.getPrototypeOf(Float64Array.prototype)] as Record<string, Method>[])
    for (const name of METHODS) {
      const original = prototype[name];
      if (!original) continue;
      prototype[name] = function (...values) {
        count++;
        return original.apply(this, values);
      };
      restore.push(() => {
        prototype[name] = original;
      });
    }
  try {
    work();
  } finally {
    for (const undo of restore) undo();
  }
  return count;
}
