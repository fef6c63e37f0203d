/** Boxes on each other on their four corners, and parts of problems: where T-FP's contraction holds, and where it does not. */
import {
  makeProblem,
  type Problem,
  StructuredOperator,
  structureFromBlocks,
  subproblem,
} from '@signorini/engine/problem';

interface Stack {
  readonly boxes: number;
  /** Height over width. */
  readonly tall: number;
  /** Bound of every friction row, N s; without it there are none. */
  readonly friction?: number;
  /** Compliance of every row, 1/kg. */
  readonly compliance: number;
}

const MASS = 1; // kg
const WIDTH = 1; // m
const FALL = 0.01 * 9.81; // m/s, what a step of 0.01 s adds
const SLIDE = 0.02; // m/s, so that friction has something to do
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
const AXES = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
] as const;

/** Boxes of 1 kg and a square base of 1 m, at rest, one time step of gravity. */
export function stack({ boxes, tall, friction, compliance }: Stack): Problem {
  const blocks: { row: number; body: number; values: number[] }[] = [];
  const axes = friction === undefined ? AXES.slice(0, 1) : AXES;
  let n = 0;
  for (let level = 0; level < boxes; level++)
    for (const [sx, sy] of CORNERS)
      for (const axis of axes) {
        const on = (body: number, side: number, sign: number) => {
          const arm = [(sx * WIDTH) / 2, (sy * WIDTH) / 2, (side * tall * WIDTH) / 2] as const;
          blocks.push({ row: n, body, values: [...axis, ...cross(arm, axis)].map((v) => sign * v) });
        };
        on(level, -1, 1);
        if (level > 0) on(level - 1, 1, -1);
        n++;
      }
  const structure = structureFromBlocks(blocks, inverseMasses(boxes, tall), new Float64Array(n).fill(compliance));
  const b = new Float64Array(n);
  for (const { row, values } of blocks) b[row]! += -FALL * values[2]! + SLIDE * values[0]!;
  const normal = (row: number) => row % axes.length === 0;
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b,
    lo: Float64Array.from({ length: n }, (_, row) => (normal(row) ? 0 : -friction!)),
    hi: Float64Array.from({ length: n }, (_, row) => (normal(row) ? Infinity : friction!)),
  });
}

/** The largest eigenvalue of diag(N)^-1 N of a single box without friction: heaving or tilting.   docs/theory/fixed-point.md (FP4) */
export function largestOfBox(tall: number): number {
  const t = 3 / (1 + tall * tall);
  return Math.max(4, 4 * t) / (1 + 2 * t);
}

/** The normals alone: without friction. */
export function normalsOf(p: Problem): Problem {
  const rows = new Set(Array.from({ length: p.n }, (_, i) => i));
  for (const { tangents } of p.contacts) for (const row of tangents) rows.delete(row);
  return subproblem({ ...p, contacts: [], ungiven: [] }, Int32Array.from(rows));
}

/** The same MLCP between the bounds that it has: friction rows are rows like any other. */
export function boundsAsStored(p: Problem): Problem {
  return { ...p, contacts: [], ungiven: [] };
}

function inverseMasses(boxes: number, tall: number): Float64Array {
  const upright = (MASS / 12) * WIDTH * WIDTH * (1 + tall * tall); // kg m^2
  const flat = (MASS / 6) * WIDTH * WIDTH;
  const Minv = new Float64Array(36 * boxes);
  for (let k = 0; k < boxes; k++)
    [MASS, MASS, MASS, upright, upright, flat].forEach((mass, q) => {
      Minv[36 * k + 7 * q] = 1 / mass;
    });
  return Minv;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  const [x, y, z] = a as [number, number, number];
  const [u, v, w] = b as [number, number, number];
  return [y * w - z * v, z * u - x * w, x * v - y * u];
}
