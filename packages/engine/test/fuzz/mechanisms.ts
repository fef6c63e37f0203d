/** Bodies and Jacobian rows of random mechanisms: joints, limits, contacts with their frames, and repeats of each. */
import type { Rng } from '../../src/linalg/rng.ts';
import { type Contact, makeContact } from '../../src/problem/problem.ts';
import { chance, logUniform, pick, type Scales } from './draw.ts';

export interface Row {
  readonly kind: 'bilateral' | 'limit' | 'normal' | 'friction';
  readonly blocks: readonly { readonly body: number; readonly values: readonly number[] }[];
}

export interface Mechanism {
  /** 36 numbers a body. */
  readonly Minv: Float64Array;
  readonly rows: readonly Row[];
  readonly contacts: readonly Contact[];
  /** Rows 0 and 1 are the same joint twice, and b is to ask different things of them. */
  readonly contradiction: boolean;
}

type Vector = readonly [number, number, number];

export function drawMechanism(rng: Rng, n: number, scales: Scales, traits: string[]): Mechanism {
  const bodies = 1 + rng.below(Math.min(n + 1, 8));
  const Minv = drawMasses(rng, bodies, scales, traits);
  const rows: Row[] = [];
  const contacts: Contact[] = [];
  const contradiction = n > 1 && chance(rng, 0.04);
  if (contradiction) {
    const joint = { ...anyRow(rng, bodies, scales), kind: 'bilateral' as const };
    rows.push(joint, joint);
  }
  const face = chance(rng, 0.15);
  if (face) traits.push('face');
  while (rows.length < n) {
    const u = rng.uniform();
    if (face || u < 0.4) addContact(rng, rows, contacts, n, bodies, scales, face);
    else if (u < 0.55 && rows.length > 0) addRepeat(rng, rows, contacts, traits);
    else if (u < 0.6) {
      rows.push({ kind: pick(rng, ['bilateral', 'limit']), blocks: [] });
      traits.push('no effect');
    } else rows.push(anyRow(rng, bodies, scales));
  }
  return { Minv, rows, contacts, contradiction };
}

/** Rigid bodies with mass ratios up to 1e8, point masses, bodies that cannot turn about an axis, and static ones. */
function drawMasses(rng: Rng, bodies: number, { mass, exact }: Scales, traits: string[]): Float64Array {
  const Minv = new Float64Array(36 * bodies);
  const decades = exact ? 0 : pick(rng, [0, 0, 2, 8]);
  if (decades === 8) traits.push('mass ratio');
  for (let k = 0; k < bodies; k++) {
    const u = rng.uniform();
    if (u < 0.12) {
      traits.push('static');
      continue;
    }
    const inverse = exact ? 2 ** -rng.below(4) : 1 / (mass * logUniform(rng, 0, decades));
    for (let c = 0; c < 3; c++) Minv[36 * k + 7 * c] = inverse;
    if (u < 0.27) traits.push('point mass');
    else if (exact || u < 0.5) for (let c = 3; c < 6; c++) Minv[36 * k + 7 * c] = inverse * pick(rng, [0, 1, 4]);
    else addInertia(rng, Minv, 36 * k, inverse, u > 0.9 ? 0 : 3);
  }
  return Minv;
}

/** Minv += F F^T on the coordinates `from`..5, about as large as `inverse`. */
function addInertia(rng: Rng, Minv: Float64Array, at: number, inverse: number, from: number): void {
  const F = Array.from({ length: 36 }, () => rng.uniform(-1, 1));
  for (let r = from; r < 6; r++)
    for (let c = from; c <= r; c++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += F[6 * r + k] * F[6 * c + k];
      Minv[at + 6 * r + c] += inverse * sum;
      if (c < r) Minv[at + 6 * c + r] += inverse * sum;
    }
}

/** A joint or limit row over one to three bodies. */
function anyRow(rng: Rng, bodies: number, { exact }: Scales): Row {
  const touched = new Set(Array.from({ length: 1 + rng.below(3) }, () => rng.below(bodies)));
  const values = () => (exact ? rng.below(3) - 1 : chance(rng, 0.3) ? 0 : rng.uniform(-1, 1));
  const blocks = [...touched].map((body) => ({ body, values: Array.from({ length: 6 }, values) }));
  return { kind: pick(rng, ['bilateral', 'limit', 'limit']), blocks };
}

/** Repeats a row, its sign turned every fourth time, as a joint or as a limit. */
function addRepeat(rng: Rng, rows: Row[], contacts: readonly Contact[], traits: string[]): void {
  const original = rng.below(rows.length);
  const { blocks, kind } = rows[original];
  const sign = chance(rng, 0.25) ? -1 : 1;
  const values = (row: readonly number[]) => row.map((v) => sign * v);
  const isContact = contacts.some(({ normal, tangents, rolling }) =>
    [normal, ...tangents, ...rolling].includes(original),
  );
  rows.push({
    kind: isContact || chance(rng, 0.3) ? 'limit' : kind,
    blocks: blocks.map((block) => ({ body: block.body, values: values(block.values) })),
  });
  traits.push('repeated');
}

/** A contact of two bodies, or of one with the world: normal, at most two tangents, seldom a rolling row. */
function addContact(
  rng: Rng,
  rows: Row[],
  contacts: Contact[],
  n: number,
  bodies: number,
  { exact }: Scales,
  face: boolean,
): void {
  const first = face ? 0 : rng.below(bodies);
  const second = face ? bodies - 1 : rng.below(bodies);
  const arm = (): Vector => {
    const c = () => (face || exact ? pick(rng, [-1, 1]) : rng.uniform(-1, 1));
    return [c(), c(), face ? -1 : c()];
  };
  const arms = [arm(), arm()];
  const [normal, tangents] = frame(rng, exact || face);
  const blocksOf = (d: Vector) => {
    const blocks = [{ body: first, values: [...d, ...cross(arms[0], d)] }];
    if (second !== first) blocks.push({ body: second, values: [...d, ...cross(arms[1], d)].map((v) => 0 - v) });
    return blocks;
  };
  const add = (kind: Row['kind'], blocks: Row['blocks']) => rows.push({ kind, blocks }) - 1;

  const room = n - rows.length - 1;
  const count = Math.min(room, pick(rng, [0, 1, 2, 2]));
  const at = add('normal', blocksOf(normal));
  const tangentRows = tangents.slice(0, count).map((t) => {
    const elsewhere = chance(rng, 0.03); // a tangent over other bodies than its normal
    return add('friction', elsewhere ? [{ body: rng.below(bodies), values: [...t, 0, 0, 0] }] : blocksOf(t));
  });
  const rolls = room > count && chance(rng, 0.1);
  const rolling = rolls ? [add('friction', [{ body: first, values: [0, 0, 0, ...tangents[0]] }])] : [];
  const mu = exact ? pick(rng, [0, 0.5, 1, 2]) : chance(rng, 0.15) ? 0 : rng.uniform(0, 2);
  const muRolling = rolls ? rng.uniform(0, 0.5) : 0;
  contacts.push(makeContact({ normal: at, tangents: tangentRows, mu, rolling, muRolling }));
}

/** A normal and two tangents, at right angles; along the axes where numbers are to be exact. */
function frame(rng: Rng, axes: boolean): [Vector, Vector[]] {
  if (axes)
    return [
      [0, 0, 1],
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
    ];
  const normal = unit([rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.1, 1)]);
  const tangent = unit(cross(normal, [1, 0, 0]));
  return [normal, [tangent, cross(normal, tangent)]];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
