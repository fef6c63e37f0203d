/**
 * The granular problem of PIR Sec. 4, with every friction model of its Table 1, rigid as the paper has it or with the compliance of
 * the scene's contacts.
 */
import { createWorld } from '@signorini/engine';
import { type Problem, type SetKind, StructuredOperator, withBounds } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';

/** Step at which the pile is taken: settling, not at rest. */
const STEP = 20;
/** Spheres of the pile, of one of a third of its size, and of the one of short versions and long lists. */
export const SPHERES = { all: 680, some: 250, few: 100 } as const;

/** Part of the scene's compliance that is left to `rigid` contacts: A of PIR is singular, and exact solvers need a definite one. */
export const RIGID = 1e-6;
/** Shares of the scene's compliance; the first is the paper's case. */
export const CONTACTS = [
  { name: 'rigid', part: RIGID },
  { name: 'compliant', part: 1 },
] as const;

/** Box friction, lagged bounds, no anchors; driven by `nncg`, whose steps are exact to rounding of the pictures and take seconds. */
export function pile(count: number): Problem {
  const world = createWorld(findScene('granular'), {
    parameters: { stick: 'none', count },
    solver: findSolver('nncg'),
  });
  for (let k = 0; k < STEP; k++) world.step();
  const p = world.problem();
  world.release();
  if (!p) throw new Error('granular: a step without contacts');
  return { ...p, x: undefined, ungiven: [] };
}

/** The same with this part of its compliance; b stays: how far a gap is closed in a step is not part of A. */
export function withCompliance(p: Problem, part: number): Problem {
  const { structure } = p;
  if (!structure) throw new Error('granular: a problem without structure');
  const changed = { ...structure, C: structure.C.map((c) => part * c) };
  return { ...p, structure: changed, A: new StructuredOperator(changed) };
}

/** The problem with each friction model; `box` and `cylinder` have the bounds of the frictionless normals (PIR Sec. 4). */
export interface Models {
  readonly frictionless: Problem;
  readonly box: Problem;
  readonly pyramid: Problem;
  readonly cylinder: Problem;
  readonly cone: Problem;
  readonly 'relaxed-cone': Problem;
}

export function modelsOf(p: Problem, mu: number): Models {
  const lo = new Float64Array(p.n);
  const hi = new Float64Array(p.n);
  for (const { normal } of p.contacts) hi[normal] = Infinity;
  const bare = withSet(withBounds(p, lo, hi), 'box', mu);
  const { x } = solve(bare, { solver: findSolver('bpp'), coupling: 0 });
  const [boxLo, boxHi] = [lo.slice(), hi.slice()];
  for (const { normal, tangents } of p.contacts)
    for (const t of tangents) {
      boxHi[t] = mu * Math.max(x[normal] ?? Number.NaN, 0);
      boxLo[t] = -(boxHi[t] ?? Number.NaN);
    }
  const box = withSet(withBounds(p, boxLo, boxHi), 'box', mu);
  return {
    frictionless: bare,
    box,
    pyramid: withSet(bare, 'pyramid', mu),
    cylinder: withSet(box, 'cylinder', mu),
    cone: withSet(bare, 'cone', mu),
    'relaxed-cone': withSet(bare, 'relaxed-cone', mu),
  };
}

function withSet(p: Problem, set: SetKind, mu: number): Problem {
  return { ...p, contacts: p.contacts.map((contact) => ({ ...contact, set, mu })) };
}
