/**
 * A memory for one kernel family: a table and the regions that it names, laid out with gaps of NaN between them, so that a
 * kernel that reads or writes a wrong place is noticed.
 */
import { expect } from 'vitest';
import { Arena } from '../../src/kernels/arena.ts';
import type { Kernels } from '../../src/kernels/kernels.ts';
import type { Layout } from '../../src/kernels/layouts.ts';
import { type Table, writeTable } from '../../src/kernels/tables.ts';

export type Kind = 'auto' | 'twin';
export const KINDS: readonly Kind[] = ['auto', 'twin'];

/** Numbers before the first region: places are larger than counts, so that one never stands for the other by chance. */
const FIRST = 512;

type Numbers = Float64Array | Int32Array | Uint8Array;
/** Meaning of a table's entry: a count, or the numbers of a region. */
export type Contents<Name extends string> = Readonly<Record<Name, number | Numbers>>;
type NameOf<L> = Exclude<keyof L, 'size'> & string;

export class KernelMemory<L extends Layout, More extends string = never> {
  readonly kernels: Kernels;
  readonly table: Table<L>;
  readonly arena: Arena;
  /** Entries of the table, and places of further regions. */
  readonly at: Readonly<Record<NameOf<L> | More, number>>;
  private readonly layout: L;
  private readonly contents: Contents<NameOf<L> | More>;

  /** @param contents by the names of the table, and further regions that it does not name */
  constructor(kind: Kind, layout: L, contents: Contents<NameOf<L> | More>) {
    this.layout = layout;
    this.contents = contents;
    this.arena = new Arena(kind);
    const { arena } = this;
    arena.begin();
    arena.f64(FIRST);
    const at: Record<string, number> = {};
    for (const [name, value] of Object.entries<number | Numbers>(contents)) {
      arena.f64(2); // the gap
      at[name] = typeof value === 'number' ? value : room(arena, value);
    }
    this.table = arena.table(layout);
    arena.f64(2);
    this.kernels = arena.end();
    this.at = at as Record<NameOf<L> | More, number>;
    arena.F.fill(Number.NaN);
    for (const [name, value] of Object.entries<number | Numbers>(contents))
      if (typeof value !== 'number') this.viewOf(name as NameOf<L>).set(value);
    writeTable(arena.I, this.table, layout, at as never);
  }

  /** The numbers of a region as they are now: a view. */
  viewOf(name: NameOf<L> | More): Numbers {
    const { F, I, B } = this.arena;
    const value = this.contents[name];
    if (typeof value === 'number') throw new Error(`${name} is a count`);
    const view = value instanceof Float64Array ? F : value instanceof Int32Array ? I : B;
    return view.subarray(this.at[name], this.at[name] + value.length);
  }

  read(name: NameOf<L> | More): number[] {
    return Array.from(this.viewOf(name));
  }

  /** Exchanges two entries of the table. */
  exchange(one: NameOf<L>, other: NameOf<L>): void {
    const { I } = this.arena;
    const [p, q] = [
      this.table + this.layout[one as keyof L & string],
      this.table + this.layout[other as keyof L & string],
    ];
    [I[p], I[q]] = [I[q], I[p]];
  }

  /** Every byte that belongs to none of these regions; the table included. */
  restOf(written: readonly string[]): Uint8Array {
    const bytes = this.arena.B.slice();
    for (const name of written) {
      const view = this.viewOf(name as NameOf<L>);
      bytes.fill(0, view.byteOffset, view.byteOffset + view.byteLength);
    }
    return bytes;
  }
}

function room(arena: Arena, value: Numbers): number {
  if (value instanceof Float64Array) return arena.f64(value.length);
  return value instanceof Int32Array ? arena.i32(value.length) : arena.u8(value.length);
}

/** A family of kernels at work on fresh memories: returns everything by which its results can be told apart. */
export interface Work<L extends Layout, More extends string> {
  readonly layout: L;
  make(kind: Kind): KernelMemory<L, More>;
  /** Every kernel that takes this table; all numbers that they return or leave behind. */
  run(memory: KernelMemory<L, More>): number[];
  /** Regions that the kernels write. */
  readonly writes: readonly (NameOf<L> | More)[];
  /** Entries of which the kernels use the product alone, so that their exchange changes nothing. */
  readonly factors?: readonly [NameOf<L>, NameOf<L>];
}

/** Compiled kernels and twins give the same bits, and write nothing but the regions that they should. */
export function expectTwins<L extends Layout, More extends string>(work: Work<L, More>): void {
  const [compiled, twin] = KINDS.map((kind) => {
    const memory = work.make(kind);
    const before = memory.restOf(work.writes);
    const numbers = work.run(memory);
    const after = memory.restOf(work.writes);
    expect(after.findIndex((byte, k) => byte !== before[k])).toBe(-1);
    return numbers;
  });
  expect(compiled.length).toBe(twin.length);
  expect(compiled.findIndex((v, k) => !Object.is(v, twin[k]))).toBe(-1);
  expect(compiled.every(Number.isFinite)).toBe(true);
}

/**
 * Whichever two entries of the table are exchanged, the results differ, or the memory ends before the kernel does. On the
 * compiled kernels, which stop at the end of their memory; `expectTwins` holds the twins to them.
 */
export function expectExchangesNoticed<L extends Layout, More extends string>(work: Work<L, More>): void {
  const names = Object.keys(work.layout).filter((name) => name !== 'size') as NameOf<L>[];
  const right = work.run(work.make('auto'));
  for (const [k, one] of names.entries())
    for (const other of names.slice(k + 1)) {
      const memory = work.make('auto');
      memory.exchange(one, other);
      const factors = work.factors?.includes(one) && work.factors.includes(other);
      expect(differs(work, memory, right), `${one} and ${other} exchanged`).toBe(!factors);
    }
}

function differs<L extends Layout, More extends string>(
  work: Work<L, More>,
  memory: KernelMemory<L, More>,
  right: readonly number[],
): boolean {
  try {
    const wrong = work.run(memory);
    return wrong.length !== right.length || wrong.some((v, k) => !Object.is(v, right[k]));
  } catch {
    return true; // beyond the memory
  }
}
