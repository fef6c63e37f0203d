/** Contacts with real frames and arms, friction of any set: a box on a slope in closed form, and seeded random heaps. */
import type { Rng } from '../../src/linalg/rng.ts';
import { type Contact, makeContact, makeProblem, type Problem } from '../../src/problem/problem.ts';
import type { SetKind } from '../../src/problem/sets/set.ts';
import { type JacobianBlock, StructuredOperator, structureFromBlocks } from '../../src/problem/structured.ts';

type Vector = readonly [number, number, number];

export interface Slope {
  /** sin and cos of the slope, and of the direction of steepest descent in the plane of contact. */
  readonly slope: readonly [number, number];
  readonly heading: readonly [number, number];
  readonly mu: number;
  readonly set: SetKind;
  /** Half sides, m. */
  readonly half?: Vector;
  readonly compliance?: number;
}

export const GRAVITY = 9.81; // m/s^2
export const STEP = 0.01; // s

/**
 * A box of 2 kg that begins to slide, on its four corners; the slope's plane is z = 0. It gains
 * h g (sin - mu cos) along the heading, whatever the heading, as long as it does not tip.
 */
export function boxOnSlope({ slope, heading, mu, set, half = [0.4, 0.2, 0.1], compliance = 0 }: Slope): Problem {
  const [hx, hy, hz] = half;
  const mass = 2;
  const inertia = [hy * hy + hz * hz, hx * hx + hz * hz, hx * hx + hy * hy].map((v) => (mass / 3) * v);
  const Minv = inverseMasses([[mass, ...inertia]]);
  const fall: Vector = [
    STEP * GRAVITY * slope[0] * heading[0],
    STEP * GRAVITY * slope[0] * heading[1],
    -STEP * GRAVITY * slope[1],
  ];
  const corners: Vector[] = [
    [-hx, -hy, -hz],
    [hx, -hy, -hz],
    [hx, hy, -hz],
    [-hx, hy, -hz],
  ];
  const heap = new Heap(set);
  for (const arm of corners) heap.add([{ body: 0, arm, sign: 1 }], AXES, mu);
  return heap.problem(Minv, compliance, [[...fall, 0, 0, 0]]);
}

export interface HeapCounts {
  readonly contacts: number;
  readonly bodies: number;
  readonly set: SetKind;
  readonly mu: number;
  /** Rolling and spinning rows too. */
  readonly resists?: boolean;
  readonly compliance?: number;
}

/** Long bodies thrown together: tangential blocks are far from multiples of the identity. */
export function randomHeap(rng: Rng, { contacts, bodies, set, mu, resists = false, compliance = 0.01 }: HeapCounts) {
  const heap = new Heap(set);
  const random = (size: number): Vector => [
    rng.uniform(-size, size),
    rng.uniform(-size, size),
    rng.uniform(-size, size),
  ];
  for (let c = 0; c < contacts; c++) {
    const a = rng.below(bodies);
    const b = rng.below(bodies + 1); // the last one is the ground
    const sides = [{ body: a, arm: random(0.5), sign: 1 }];
    if (b !== a && b < bodies) sides.push({ body: b, arm: random(0.5), sign: -1 });
    heap.add(sides, frame(random(1)), mu, resists);
  }
  const masses = Array.from({ length: bodies }, () => {
    const m = rng.uniform(0.5, 2);
    return [m, 0.1 * m * rng.uniform(0.1, 1), 0.1 * m * rng.uniform(0.1, 1), 0.1 * m * rng.uniform(0.1, 1)];
  });
  const motion = Array.from({ length: bodies }, () => [...random(1), ...random(1)]);
  return heap.problem(inverseMasses(masses), compliance, motion);
}

const AXES: readonly Vector[] = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
];

interface Side {
  readonly body: number;
  readonly arm: Vector;
  readonly sign: number;
}

class Heap {
  private readonly blocks: JacobianBlock[] = [];
  private readonly contacts: Contact[] = [];
  private rows = 0;
  private readonly set: SetKind;

  constructor(set: SetKind) {
    this.set = set;
  }

  add(sides: readonly Side[], axes: readonly Vector[], mu: number, resists = false): void {
    const turning: Vector = [0, 0, 0];
    const push = (d: Vector, spin: Vector) => {
      for (const { body, arm, sign } of sides)
        this.blocks.push({
          row: this.rows,
          body,
          values: [...d, ...cross(arm, d).map((v, k) => v + spin[k])].map((v) => sign * v),
        });
      return this.rows++;
    };
    const [normal, first, second] = axes.map((d) => push(d, turning));
    const turn = (d: Vector) => push([0, 0, 0], d);
    this.contacts.push(
      makeContact({
        normal,
        tangents: [first, second],
        mu,
        set: this.set,
        ...(resists && { rolling: [turn(axes[1]), turn(axes[2])], muRolling: 0.05 * mu }),
        ...(resists && { spinning: [turn(axes[0])], muSpinning: 0.03 * mu }),
      }),
    );
  }

  problem(Minv: Float64Array, compliance: number, motion: readonly number[][]): Problem {
    const n = this.rows;
    const structure = structureFromBlocks(this.blocks, Minv, new Float64Array(n).fill(compliance));
    const b = new Float64Array(n);
    for (const { row, body, values } of this.blocks) for (let k = 0; k < 6; k++) b[row] += values[k] * motion[body][k];
    const normals = new Set(this.contacts.map(({ normal }) => normal));
    const rows = Array.from({ length: n }, (_, i) => i);
    return makeProblem({
      A: new StructuredOperator(structure),
      structure,
      b,
      lo: new Float64Array(n),
      hi: Float64Array.from(rows, (i) => (normals.has(i) ? Infinity : 0)),
      ungiven: rows.filter((i) => !normals.has(i)),
      contacts: this.contacts,
    });
  }
}

function inverseMasses(masses: readonly number[][]): Float64Array {
  const Minv = new Float64Array(36 * masses.length);
  masses.forEach(([m, ...inertia], k) => {
    for (let c = 0; c < 6; c++) Minv[36 * k + 7 * c] = 1 / (c < 3 ? m : inertia[c - 3]);
  });
  return Minv;
}

/** A normal along v and two tangents. */
function frame(v: Vector): Vector[] {
  const normal = unit(v);
  const axis: Vector = Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const first = unit(cross(normal, axis));
  return [normal, first, cross(normal, first)];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
