/**
 * The memory of one MLCP and of its answer: rows are written into the arrays that the solver reads, and the arrays are used again when
 * the problem is let go.   docs/decisions/046-one-data-path.md
 */
import { FloatBuffer } from '../../linalg/buffers.ts';
import type { Problem, RowKind, RowUnit } from '../problem.ts';
import type { KnownNumbers, Structure } from '../structured.ts';
import { Sheet, type SheetMemories, type SheetSize } from './sheet.ts';

/** Arrays at the length of a problem. */
type Views = Pick<Structure, 'J' | 'C'> & Pick<Problem, 'b' | 'lo' | 'hi'> & Required<KnownNumbers>;

export class ProblemMemory {
  /** The problem in it is in use. */
  held = false;
  readonly kind: RowKind[] = [];
  readonly unit: RowUnit[] = [];
  sheet: Sheet;
  /** Bounds; longer than a problem needs. */
  lo: Float64Array;
  hi: Float64Array;
  /** 36 numbers of M^-1 per body. */
  readonly Minv = new FloatBuffer();
  /** First guess, answer, its bounds and its velocities. */
  readonly warm = new FloatBuffer();
  readonly answer = { x: new FloatBuffer(), lo: new FloatBuffer(), hi: new FloatBuffer() } as const;
  readonly w = new FloatBuffer();
  private readonly memories: SheetMemories;
  private views: Views | undefined;

  constructor(size: SheetSize, memories: SheetMemories) {
    this.memories = memories;
    this.sheet = new Sheet(size, memories);
    this.lo = new Float64Array(size.rows);
    this.hi = new Float64Array(size.rows);
  }

  /** Room for more; the rows that are written stay. */
  grow(size: SheetSize): void {
    this.views = undefined;
    this.sheet = new Sheet(size, this.memories, this.sheet);
    this.lo = grown(this.lo, size.rows);
    this.hi = grown(this.hi, size.rows);
  }

  /** The arrays of a problem, the same objects while its sizes stay. */
  of(n: number, blocks: number, bodies: number): Views {
    const { views, sheet } = this;
    if (views?.b.length === n && views.J.length === 6 * blocks && views.L.length === 36 * bodies) return views;
    this.views = {
      J: sheet.f64('J', 6 * blocks),
      C: sheet.f64('C', n),
      b: sheet.f64('b', n),
      L: sheet.f64('L', 36 * bodies),
      Jt: sheet.f64('Jt', 6 * blocks),
      diagonal: sheet.f64('diagonal', n),
      y: sheet.f64('y', 6 * bodies),
      lo: this.lo.subarray(0, n),
      hi: this.hi.subarray(0, n),
    };
    return this.views;
  }
}

/** @param rest what the new part holds */
export function grown(values: Float64Array, size: number, rest = 0): Float64Array {
  const larger = new Float64Array(size).fill(rest);
  larger.set(values);
  return larger;
}
