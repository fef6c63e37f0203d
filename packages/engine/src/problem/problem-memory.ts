/**
 * The memory of one MLCP and of its answer: rows are written into the arrays that the solver reads, and the arrays are used again when
 * the problem is let go.   docs/decisions/046-one-data-path.md
 */
import { Room } from '../linalg/room.ts';
import type { Problem, RowKind, RowUnit } from './problem.ts';
import type { OperatorRoom, Structure } from './structured.ts';

/** Arrays at the length of a problem. */
type Views = Pick<Structure, 'J' | 'C'> & Pick<Problem, 'b' | 'lo' | 'hi'>;

export class ProblemMemory {
  /** The problem in it is in use. */
  held = false;
  readonly kind: RowKind[] = [];
  readonly unit: RowUnit[] = [];
  /** Longer than a problem needs. */
  J: Float64Array = new Float64Array(6 * 128);
  b: Float64Array = new Float64Array(64);
  C: Float64Array = new Float64Array(64);
  lo: Float64Array = new Float64Array(64);
  hi: Float64Array = new Float64Array(64);
  /** What A computes from the rows, and 36 numbers of M^-1 per body. */
  readonly operator: OperatorRoom = {
    L: new Room(),
    Jt: new Room(),
    diagonal: new Room(),
    y: new Room(),
  };
  readonly Minv = new Room();
  /** First guess, answer, its bounds and its velocities. */
  readonly warm = new Room();
  readonly answer = { x: new Room(), lo: new Room(), hi: new Room() } as const;
  readonly w = new Room();
  private views: Views | undefined;

  /** The arrays of a problem, the same objects while the numbers of rows and blocks stay. */
  of(n: number, blocks: number): Views {
    const { views } = this;
    if (views?.b.length === n && views.J.length === 6 * blocks) return views;
    this.views = {
      J: this.J.subarray(0, 6 * blocks),
      C: this.C.subarray(0, n),
      b: this.b.subarray(0, n),
      lo: this.lo.subarray(0, n),
      hi: this.hi.subarray(0, n),
    };
    return this.views;
  }

  growRows(size: number): void {
    this.views = undefined;
    this.b = grown(this.b, size);
    this.C = grown(this.C, size);
    this.lo = grown(this.lo, size);
    this.hi = grown(this.hi, size);
  }

  growBlocks(size: number): void {
    this.views = undefined;
    this.J = grown(this.J, 6 * size);
  }
}

/** @param rest what the new part holds */
export function grown(values: Float64Array, size: number, rest = 0): Float64Array {
  const larger = new Float64Array(size).fill(rest);
  larger.set(values);
  return larger;
}

export function grownInt(values: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(values);
  return larger;
}
