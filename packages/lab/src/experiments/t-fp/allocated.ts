/**
 * Bytes of the typed arrays and WebAssembly memories that are made while a function runs. No platform reports the memory of
 * one object, and that of a process depends on its collector; constructors that count give the same number everywhere.
 */
type Constructor = new (...values: unknown[]) => object;
type Holder = Record<string, Constructor>;

const ARRAYS = ['Float64Array', 'Int32Array', 'Uint32Array', 'Uint8Array', 'Int8Array', 'Uint16Array'] as const;

export function bytesAllocated(work: () => void): number {
  const globals = globalThis as unknown as Holder & { WebAssembly?: Holder };
  let bytes = 0;
  const memories: { buffer: ArrayBuffer }[] = []; // they grow: counted at the end
  const undo: (() => void)[] = [];
  const watch = (holder: Holder, name: string, made: (one: object, values: unknown[]) => void) => {
    const original = holder[name]!;
    const counting: Constructor = new Proxy(original, {
      construct(target, values, by) {
        const one = Reflect.construct(target, values, by === counting ? target : by) as object;
        made(one, values);
        return one;
      },
    });
    holder[name] = counting;
    undo.push(() => {
      holder[name] = original;
    });
  };
  for (const name of ARRAYS)
    watch(globals, name, (one, [first]) => {
      if (!isBuffer(first)) bytes += (one as Uint8Array).byteLength; // a view of a buffer is no memory of its own
    });
  if (globals.WebAssembly) watch(globals.WebAssembly, 'Memory', (one) => memories.push(one as { buffer: ArrayBuffer }));
  try {
    work();
  } finally {
    for (const one of undo) one();
  }
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, bytes);
}

const isBuffer = (value: unknown) =>
  value instanceof ArrayBuffer || (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer);
