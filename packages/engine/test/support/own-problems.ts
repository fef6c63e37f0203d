/**
 * Problems of scenes of ours, small enough for every test run: a wall, a rope on a winch, a closed loop. They stand beside the external
 * ones, which not every clone has. Friction bounds are stored: those of the frictionless answer, as in PIR Fig. 3.
 */
import { setFrictionBounds } from '../../src/problem/friction-bounds.ts';
import { type Problem, withBounds } from '../../src/problem/problem.ts';
import { readProblem } from '../../src/problem/read-json.ts';
import { problemDocument } from '../../src/problem/write-json.ts';
import { findScene } from '../../src/scenes/catalogue.ts';
import type { SceneValues } from '../../src/scenes/scene.ts';
import { createWorld } from '../../src/simulate.ts';
import { findSolver } from '../../src/solvers/registry.ts';
import { solve } from '../../src/solvers/solve.ts';

const captured: Record<string, { scene: string; parameters: SceneValues; step: number }> = {
  'wall of 4 rows, step 24': { scene: 'brick-wall', parameters: { rows: 4, kick: 0.5 }, step: 24 },
  'winch with 15 links, step 60': { scene: 'winch', parameters: { links: 15 }, step: 60 },
  'closed loop, step 24': { scene: 'closed-loop', parameters: {}, step: 24 },
};

export const ownNames = Object.keys(captured);

const known = new Map<string, Problem>();

/** Captured once, from a world that steps with `bpp`; the reference solution is that of the interior point. */
export function ownProblem(name: string): Problem {
  let p = known.get(name);
  if (!p) {
    const { scene, parameters, step } = captured[name];
    const world = createWorld(findScene(scene), { parameters, solver: findSolver('bpp') });
    for (let k = 0; k < step; k++) world.step();
    // as read from a file: the reader puts the blocks of a row in the order of their bodies
    const problem = readProblem(JSON.stringify(problemDocument(boxed(world.problem() as Problem))));
    world.release();
    p = { ...problem, x: solve(problem, { solver: findSolver('ipm'), coupling: 0 }).x };
    known.set(name, p);
  }
  return p;
}

/** p with the friction bounds that its frictionless answer implies, to be solved from nothing. */
export function boxed(p: Problem): Problem {
  const bpp = findSolver('bpp');
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  const x = new Float64Array(p.n);
  setFrictionBounds(p, x, lo, hi);
  bpp.create().solve(withBounds(p, lo, hi), x, bpp.defaults);
  setFrictionBounds(p, x, lo, hi);
  return { ...withBounds(p, lo, hi), ungiven: [], warm: undefined };
}
