/**
 * Random problems for the fuzzer, degenerate ones first: each from one integer seed, the same on every platform.
 *
 * Drawn in five steps: mechanism, compliance, matrix, bounds, b. What makes a problem hard has a name in `traits`, so
 * that faults can be sorted by what they need. Every problem is valid by the rules of `readProblem`.
 */
import { Rng } from '../../src/linalg/rng.ts';
import { fromDense, type SparseOperator } from '../../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../../src/problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../../src/problem/structured.ts';
import { chance, logUniform, pick, type Scales } from './draw.ts';
import { drawMechanism, type Mechanism, type Row } from './mechanisms.ts';

export interface FuzzCase {
  readonly seed: number;
  readonly problem: Problem;
  /** Asked of `solve`; 0 = the stored bounds, undefined = what the solver does by itself. */
  readonly coupling: 0 | undefined;
  /** Two bilateral rows contradict each other: no solution exists. */
  readonly inconsistent: boolean;
  /** b was made from a solution with the stored bounds: one exists, up to the rounding of b. */
  readonly planted: boolean;
  readonly traits: readonly string[];
}

export function fuzzCase(seed: number): FuzzCase {
  const rng = new Rng(seed);
  const traits: string[] = [];
  const scales = drawScales(rng, traits);
  const mechanism = drawMechanism(rng, drawSize(rng), scales, traits);
  const C = drawCompliance(rng, mechanism, scales, traits);
  const { A, symmetric, ofBodies } = drawMatrix(rng, operatorOf(mechanism, C), scales, traits);
  const { contacts } = mechanism;
  const { lo, hi, ungiven } = drawBounds(rng, mechanism, A.diagonal, scales, traits);
  const { b, planted } = drawVelocities(rng, { A, lo, hi }, mechanism, scales, traits);
  const inconsistent = ofBodies && mechanism.contradiction && C[0] === 0 && C[1] === 0;
  if (inconsistent) {
    b[1] = b[0] + (scales.exact ? 1 : scales.velocity * rng.uniform(0.5, 1));
    traits.push('inconsistent');
  }
  const warm = chance(rng, 0.15) ? drawWarm(rng, lo, hi, A.diagonal, scales) : undefined;
  if (warm) traits.push('warm');
  const stored = ungiven.length === 0 && contacts.length > 0 && chance(rng, 0.4);
  if (stored) traits.push('stored bounds');

  const structure = A instanceof StructuredOperator ? A.structure : undefined;
  const title = `fuzz ${seed}`;
  return {
    seed,
    problem: makeProblem({ title, A, structure, b, lo, hi, ungiven, contacts, symmetric, warm }),
    coupling: stored ? 0 : undefined,
    inconsistent,
    planted: planted && !inconsistent,
    traits: [...new Set(traits)],
  };
}

/** Mostly sizes that the oracle enumerates in a moment. */
function drawSize(rng: Rng): number {
  const u = rng.uniform();
  if (u < 0.6) return 1 + rng.below(5);
  if (u < 0.88) return 6 + rng.below(3);
  return u < 0.97 ? 9 + rng.below(4) : 13 + rng.below(28);
}

function drawScales(rng: Rng, traits: string[]): Scales {
  const exact = chance(rng, 0.2);
  if (exact) traits.push('exact');
  if (exact || chance(rng, 0.75)) return { velocity: 1, mass: 1, exact };
  traits.push('units');
  return { velocity: logUniform(rng, -9, 9), mass: logUniform(rng, -9, 9), exact };
}

function operatorOf({ rows, Minv }: Mechanism, C: Float64Array): StructuredOperator {
  const blocks = rows.flatMap((row, i) => row.blocks.map((block) => ({ ...block, row: i })));
  return new StructuredOperator(structureFromBlocks(blocks, Minv, C));
}

/** C of each row: soft, none, or 1e-12 of its a_ii; rows that move nothing always have some. */
function drawCompliance(rng: Rng, mechanism: Mechanism, { mass, exact }: Scales, traits: string[]): Float64Array {
  const kind = pick(rng, ['soft', 'soft', 'tiny', 'none', 'none', 'mixed'] as const);
  traits.push(`C ${kind}`);
  const { diagonal } = operatorOf(mechanism, new Float64Array(mechanism.rows.length));
  return diagonal.map((a, i) => {
    const of = kind === 'mixed' ? pick(rng, ['soft', 'tiny', 'none'] as const) : kind;
    if (!(a > 0)) return 1 / mass;
    if (mechanism.contradiction && i < 2) return 0;
    if (of === 'soft') return exact ? 2 ** -rng.below(6) : a * logUniform(rng, -4, 0);
    return of === 'tiny' ? 1e-12 * a : 0;
  });
}

interface Matrix {
  readonly A: StructuredOperator | SparseOperator;
  readonly symmetric: boolean;
  /** False: A has nothing to do with the mechanism. */
  readonly ofBodies: boolean;
}

/** A from its factors, the same A as numbers, or one that no bodies have: low rank, scaled rows, unsymmetric. */
function drawMatrix(rng: Rng, A: StructuredOperator, { mass }: Scales, traits: string[]): Matrix {
  const { n } = A;
  const u = rng.uniform();
  if (u < 0.62) return { A, symmetric: true, ofBodies: true };
  if (u < 0.8) {
    traits.push('explicit');
    return { A: fromDense(n, A.dense()), symmetric: true, ofBodies: true };
  }
  const unsymmetric = u > 0.97;
  const rank = unsymmetric || chance(rng, 0.5) ? n : 1 + rng.below(n);
  traits.push(unsymmetric ? 'unsymmetric' : rank < n ? 'low rank' : 'full rank');
  const F = Float64Array.from({ length: n * rank }, () => (chance(rng, 0.3) ? 0 : rng.uniform(-1, 1)));
  const ratio = chance(rng, 0.3);
  if (ratio) traits.push('mass ratio');
  const scale = Float64Array.from({ length: n }, () => (ratio ? logUniform(rng, -4, 0) : 1));
  const shift = rank === n ? logUniform(rng, -4, 0) : pick(rng, [0, 0, 1e-12, 0.1]);
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += F[i * rank + k] * F[j * rank + k];
      if (i === j) sum += sum > 0 ? shift : 1;
      const skew = unsymmetric && i !== j ? rng.uniform(-0.5, 0.5) : 0;
      a[i * n + j] = ((sum + skew) * scale[i] * scale[j]) / mass;
      a[j * n + i] = ((sum - skew) * scale[i] * scale[j]) / mass;
    }
  return { A: fromDense(n, a), symmetric: !unsymmetric, ofBodies: false };
}

function drawBounds(
  rng: Rng,
  { rows, contacts }: Mechanism,
  diagonal: Float64Array,
  { velocity, exact }: Scales,
  traits: string[],
) {
  const lo = new Float64Array(rows.length);
  const hi = new Float64Array(rows.length);
  const ungiven: number[] = [];
  const given = chance(rng, 0.5); // one choice for all contacts: a problem without any is unaffected
  if (contacts.length > 0) traits.push(given ? 'friction given' : 'friction');
  rows.forEach(({ kind }, i) => {
    const size = exact ? 2 ** -rng.below(3) : (velocity / diagonal[i]) * rng.uniform(0.05, 1);
    if (kind === 'friction') {
      if (!given) ungiven.push(i);
      hi[i] = given && chance(rng, 0.8) ? size : 0;
      lo[i] = 0 - hi[i];
    } else [lo[i], hi[i]] = boundsOf(rng, kind, size);
    if (kind === 'limit' && lo[i] === hi[i]) traits.push('zero width');
  });
  return { lo, hi, ungiven };
}

function boundsOf(rng: Rng, kind: Row['kind'], size: number): [number, number] {
  if (kind === 'bilateral') return [-Infinity, Infinity];
  if (kind === 'normal') return chance(rng, 0.9) ? [0, Infinity] : [0, size];
  return pick<[number, number]>(rng, [
    [0, Infinity],
    [0, Infinity],
    [-Infinity, 0],
    [-size, Infinity],
    [-Infinity, size],
    [-size, size],
    [-size, size],
    [-1e9 * size, 1e9 * size],
    [size, 3 * size], // zero is not inside
    [size, size * (1 + 1e-9)], // narrow, not closed
    [size, size],
    [0, 0],
    [-Infinity, Infinity],
  ]);
}

/** b: nothing, free motion of the bodies (which repeated rows agree on), any numbers, or what a chosen x needs. */
function drawVelocities(
  rng: Rng,
  { A, lo, hi }: Pick<Problem, 'A' | 'lo' | 'hi'>,
  { rows, Minv }: Mechanism,
  scales: Scales,
  traits: string[],
): { b: Float64Array; planted: boolean } {
  const draw = () => (scales.exact ? rng.below(5) - 2 : scales.velocity * rng.uniform(-1, 1));
  const kind = pick(rng, ['zero', 'motion', 'motion', 'motion', 'any', 'any', 'planted', 'planted'] as const);
  traits.push(`b ${kind}`);
  if (kind === 'zero') return { b: new Float64Array(rows.length), planted: false };
  if (kind === 'any') return { b: Float64Array.from(rows, () => (chance(rng, 0.15) ? 0 : draw())), planted: false };
  if (kind === 'motion') {
    const v = Float64Array.from({ length: Minv.length / 6 }, (_, k) =>
      Minv[36 * Math.floor(k / 6) + 7 * (k % 6)] > 0 ? draw() : 0,
    );
    const along = ({ blocks }: Row) => {
      let sum = 0;
      for (const { body, values } of blocks) for (let c = 0; c < 6; c++) sum += values[c] * v[6 * body + c];
      return sum;
    };
    return { b: Float64Array.from(rows, along), planted: false };
  }
  return { b: plant(rng, { A, lo, hi }, draw, scales), planted: true };
}

/** b = w - A x of a solution x, w that is at a bound with w = 0 (a tie) every other time. */
function plant(
  rng: Rng,
  { A, lo, hi }: Pick<Problem, 'A' | 'lo' | 'hi'>,
  draw: () => number,
  { velocity, exact }: Scales,
): Float64Array {
  const n = lo.length;
  const x = new Float64Array(n);
  const w = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const where = rng.below(3);
    const push = chance(rng, 0.5) ? 0 : Math.abs(draw());
    const inner = exact ? rng.below(3) - 1 : (velocity / A.diagonal[i]) * rng.uniform(-1, 1);
    if (where === 0 && lo[i] > -Infinity) [x[i], w[i]] = [lo[i], push];
    else if (where === 1 && hi[i] < Infinity) [x[i], w[i]] = [hi[i], 0 - push];
    else x[i] = Math.min(Math.max(inner, lo[i]), hi[i]);
  }
  const b = new Float64Array(n);
  A.apply(x, b);
  for (let i = 0; i < n; i++) b[i] = w[i] - b[i];
  return b;
}

/** Between the bounds, and now and then beyond. */
function drawWarm(rng: Rng, lo: Float64Array, hi: Float64Array, diagonal: Float64Array, { velocity }: Scales) {
  return lo.map((_, i) => {
    const x = (velocity / diagonal[i]) * rng.uniform(-1, 1);
    return chance(rng, 0.6) ? Math.min(Math.max(x, lo[i]), hi[i]) : x;
  });
}
