/** How many calls lead from `world.step()` to the first arithmetic of its solve, read from the stack at a kernel's entry. */
import { expect, onTestFinished, test } from 'vitest';
import { findScene } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';

type Kernels = Record<string, unknown>;

/** Our functions on the stack of the present call, the outermost first. */
function callers(): string[] {
  const lines = (new Error().stack ?? '').split('\n').filter((line) => line.includes('/engine/src/'));
  return lines.map((line) => /at (?:new )?(\S+) /.exec(line)?.[1] ?? '?').reverse();
}

/** The stacks with which kernels are entered from now on, until the test ends. */
function watchKernels(): string[][] {
  const stacks: string[][] = [];
  const { Instance } = WebAssembly;
  const limit = Error.stackTraceLimit;
  const watched = (exports: Kernels): Kernels =>
    Object.fromEntries(
      Object.entries(exports).map(([name, kernel]) => [
        name,
        typeof kernel !== 'function'
          ? kernel
          : (...numbers: number[]) => {
              stacks.push([...callers(), name]);
              return kernel(...numbers);
            },
      ]),
    );
  WebAssembly.Instance = class {
    readonly exports: Kernels;
    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      this.exports = watched(new Instance(module, imports).exports);
    }
  } as unknown as typeof Instance;
  Error.stackTraceLimit = 100;
  onTestFinished(() => {
    WebAssembly.Instance = Instance;
    Error.stackTraceLimit = limit;
  });
  return stacks;
}

/** Calls from `world.step()` to the solver, and from `answerOf`, where the solver begins, to the first kernel that it enters. */
const TO_SOLVER = 6;
const TO_KERNEL = { box: 10, cone: 11 };

test.each(['box', 'cone'] as const)(
  'few calls lead from a step of the wall to a kernel: %s friction',
  (frictionModel) => {
    const stacks = watchKernels();
    const world = createWorld(findScene('brick-wall'), { frictionModel });
    world.step();
    stacks.length = 0;
    world.step();
    const solving = stacks.find((stack) => stack.includes('answerOf')) as string[];
    const at = solving.indexOf('answerOf');
    const calls = solving.join(' > ');
    expect(solving[0]).toBe('World.step');
    expect(at, calls).toBe(TO_SOLVER);
    expect(solving.length - 1 - at, calls).toBeLessThanOrEqual(TO_KERNEL[frictionModel]);
  },
);
