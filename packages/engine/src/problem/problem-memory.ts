/**
 * The memory of one MLCP and of its answer: rows are written into the arrays that the solver reads, and the arrays are used again when
 * the problem is let go.   docs/decisions/046-one-data-path.md
 */
import { IntRoom, Room } from '../linalg/room.ts';
import type { Problem, RowKind, RowUnit } from './problem.ts';
import type { OperatorRoom, Structure } from './structured.ts';

/** Arrays at the length of a problem. */
type Views = Pick<Structure, 'rowStart' | 'body' | 'J' | 'C'> & Pick<Problem, 'b' | 'lo' | 'hi'>;

export class ProblemMemory {
  /** The problem in it is in use. */
  held = false;
  readonly kind: RowKind[] = [];
  readonly unit: RowUnit[] = [];
  /** Longer than a problem needs. */
  rowStart: Int32Array = new Int32Array(64);
  body: Int32Array = new Int32Array(128);
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
    runs: new IntRoom(),
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
    if (views?.b.length === n && views.body.length === blocks) return views;
    this.views = {
      rowStart: this.rowStart.subarray(0, n + 1),
      body: this.body.subarray(0, blocks),
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
    this.rowStart = grownInt(this.rowStart, size);
    this.b = grown(this.b, size);
    this.C = grown(this.C, size);
    this.lo = grown(this.lo, size);
    this.hi = grown(this.hi, size);
  }

  growBlocks(size: number): void {
    this.views = undefined;
    this.body = grownInt(this.body, size);
    this.J = grown(this.J, 6 * size);
  }
}

export function grown(values: Float64Array, size: number): Float64Array {
  const larger = new Float64Array(size);
  larger.set(values);
  return larger;
}

function grownInt(values: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(values);
  return larger;
}
