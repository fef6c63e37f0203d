/** Measurements of `scaling`: time and memory of sweeps, times to an answer, and the parallelism of a sweep. */
import type { ThreadTeam } from '@signorini/engine';
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { colouring, makeContact, type Problem, type StructuredOperator } from '@signorini/engine/problem';
import { type AnySolver, findSolver, pgs, type SolverInstance, solve } from '@signorini/engine/solvers';
import { finite, median, quantile } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import { bytesAllocated } from './allocated.ts';
import { latticePile } from './lattice-pile.ts';

export interface SweepRow {
  readonly solver: string;
  readonly contacts: number;
  /** ms per sweep: median and quartiles of the rounds. Laws are fitted to the lower one, which a busy machine disturbs least. */
  readonly ms: number;
  readonly lower: number;
  readonly upper: number;
  /** Memory of the solver, beside the problem. */
  readonly bytes: number;
  /** Memory of the problem: J, inverse masses, bounds, velocities. */
  readonly problemBytes: number;
}

const SWEEPERS = [
  { name: 'psor', solver: 'psor', cones: false },
  { name: "psor, Coulomb's cone", solver: 'psor', cones: true },
  { name: 'pgs', solver: 'pgs', cones: false },
  { name: 'fixed-point', solver: 'fixed-point', cones: false },
] as const;

/** Many sweeps minus few, quantile by quantile, so that preparing does not count; solvers in turns. */
export function sweepRows({ clock, quick }: ExperimentContext, contacts: number): SweepRow[] {
  const boxes = latticePile(contacts);
  const cone = (_: unknown, c: number) =>
    makeContact({ normal: 3 * c, tangents: [3 * c + 1, 3 * c + 2], mu: 0.5, set: 'cone' });
  const cones = { ...boxes, contacts: Array.from({ length: contacts }, cone) };
  const few = Math.max(1, Math.round(4e4 / contacts)); // short rounds: most are not interrupted
  const sides = SWEEPERS.map((one) => {
    const p = one.cones ? cones : boxes;
    const instance = findSolver(one.solver).create();
    const side = { p, name: one.solver, instance, clock };
    const bytes = bytesAllocated(() => timeSweeps(side, 1));
    return { name: one.name, side, bytes, few: [] as number[], many: [] as number[] };
  });
  for (let round = 0; round < (quick ? 9 : 40); round++)
    for (const one of sides) {
      const times = [timeSweeps(one.side, few), timeSweeps(one.side, 3 * few)] as const;
      if (round === 0) continue; // compilers
      one.few.push(times[0]);
      one.many.push(times[1]);
    }
  const problemBytes = bytesAllocated(() => latticePile(contacts));
  return sides.map(({ name, side, bytes, ...times }) => {
    side.instance.release();
    const each = (fraction: number) => {
      const [less, more] = [quantile(times.few, fraction)!, quantile(times.many, fraction)!];
      return more > less ? (more - less) / (2 * few) : more / (3 * few);
    };
    const [lower, ms, upper] = [0.25, 0.5, 0.75].map(each) as [number, number, number];
    return { solver: name, contacts, ms, lower, upper, bytes, problemBytes };
  });
}

interface Side {
  readonly p: Problem;
  readonly name: string;
  readonly instance: SolverInstance;
  readonly clock: () => number;
}

function timeSweeps({ p, name, instance, clock }: Side, count: number): number {
  const x = new Float64Array(p.n);
  const options = { ...findSolver(name).defaults, maxIterations: count, tolerance: 0 };
  const start = clock();
  instance.solve(p, x, name === 'fixed-point' ? { ...options, scaling: 'split' } : options); // diagonal would run away
  return clock() - start;
}

export interface AnswerRow {
  readonly solver: string;
  readonly bodies: number;
  readonly contacts: number;
  readonly rows: number;
  /** ms per answer, median. */
  readonly ms: number;
  readonly iterations: number;
  /** Energy error over that of doing nothing. */
  readonly relative: number | null;
  readonly status: string;
}

export const SIMPLEX = ['lemke', 'dantzig'] as const;
/** Those that end by themselves, and psor until its error is a part of that of doing nothing. */
const ANSWERERS = [
  ...[...SIMPLEX, 'bpp', 'newton-coupled', 'auto'].map((name) => ({ name, solver: name, part: undefined })),
  { name: 'psor to 1e-4', solver: 'psor', part: 1e-4 },
  { name: 'psor to 1e-8', solver: 'psor', part: 1e-8 },
] as const;

const ROUNDS = 15;
/** Solves of which the median is taken: short ones are more easily disturbed. */
const enough = ([first = 0]: readonly number[]) => (first > 1500 ? 1 : first > 100 ? 3 : first > 20 ? 7 : ROUNDS); // ms

/** @param patience ms that a solver's next answer may take; growth is taken as cubic. */
export class AnswerTimes {
  readonly rows: AnswerRow[] = [];
  private readonly patience: number;
  private readonly clock: () => number;

  constructor(clock: () => number, patience: number) {
    this.clock = clock;
    this.patience = patience;
  }

  take(p: Problem, bodies: number): void {
    const e0 = referenceEnergy(p);
    const able = ANSWERERS.filter(({ name }) => this.expected(name, bodies) < this.patience);
    const times = new Map<string, number[]>(able.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const { name, solver: solverName, part } of able) {
        const before = times.get(name)!;
        if (before.length > 0 && before.length >= enough(before)) continue;
        const solver = findSolver(solverName);
        const { solution, ms } = this.answer(p, solver, part === undefined ? undefined : part * e0);
        before.push(ms);
        if (before.length > 1) continue;
        this.rows.push({
          solver: name,
          bodies,
          contacts: p.contacts.length,
          rows: p.n,
          ms,
          iterations: solution.iterations.total,
          status: solution.ended,
          relative: finite(energyError(p, solution.x, { lo: solution.lo, hi: solution.hi }).value / e0),
        });
      }
    for (const [k, row] of this.rows.entries())
      if (row.bodies === bodies) this.rows[k] = { ...row, ms: median(times.get(row.solver)!)! };
  }

  private answer(p: Problem, solver: AnySolver, tolerance: number | undefined) {
    const solution = solve(p, {
      solver,
      warm: new Float64Array(p.n),
      pick: 'last',
      clock: this.clock,
      ...(solver.ownBounds ? {} : { coupling: 0 }),
      ...(solver.name === 'auto' && { options: { bounds: 'stored' } }),
      ...(tolerance !== undefined && { tolerance, options: { maxIterations: 20000 } }),
    });
    return { solution, ms: solution.timeMs! + solution.symbolicMs! };
  }

  private expected(name: string, bodies: number): number {
    const last = this.rows.filter(({ solver }) => solver === name).at(-1);
    return last ? last.ms * (bodies / last.bodies) ** 3 : 0;
  }
}

interface DepthRow {
  readonly contacts: number;
  /** Colours of a sweep: steps that follow one another, each of which is done at once. */
  readonly colours: number;
  /** Contacts without a colour, which one thread does. */
  readonly left: number;
  readonly leastColour: number;
  readonly largestColour: number;
  /** Steps that follow one another if contacts are swept in the order of the list. */
  readonly naturalDepth: number;
  /** Contacts over the steps that so many processors take for a sweep in colours. */
  readonly speedUps: readonly { readonly processors: number; readonly speedUp: number }[];
  /** Wall times of a sweep by one thread and by a team, ms; null without a team. */
  readonly threads: {
    readonly count: number;
    readonly one: number;
    readonly team: number;
    readonly same: boolean;
  } | null;
}

const PROCESSORS = [2, 8, 64, 1024];

export function depthRow(contacts: number, context: ExperimentContext): DepthRow {
  const p = latticePile(contacts);
  const { colours } = colouring(p.A as StructuredOperator);
  const sizes = Array.from({ length: colours.length - 1 }, (_, c) => colours[c + 1]! - colours[c]!);
  const left = sizes.pop()!;
  const steps = (processors: number) => sizes.reduce((sum, size) => sum + Math.ceil(size / processors), left);
  return {
    contacts,
    colours: sizes.length,
    left,
    leastColour: Math.min(...sizes),
    largestColour: Math.max(...sizes),
    naturalDepth: naturalDepth(p),
    speedUps: PROCESSORS.map((processors) => ({ processors, speedUp: contacts / steps(processors) })),
    threads: context.team ? threadTimes(p, context.team, context) : null,
  };
}

/** A contact waits for those before it that share a body with it. */
export function naturalDepth({ structure }: Problem): number {
  const { rowStart, body, bodies } = structure!;
  const level = new Int32Array(bodies);
  let depth = 0;
  for (let i = 0; i < rowStart.length - 1; i += 3) {
    let own = 0;
    for (let k = rowStart[i]!; k < rowStart[i + 1]!; k++) own = Math.max(own, level[body[k]!]!);
    own++;
    for (let k = rowStart[i]!; k < rowStart[i + 1]!; k++) level[body[k]!] = own;
    depth = Math.max(depth, own);
  }
  return depth;
}

/** Sweeps in colour order by one thread and by the team, in turns; the answers are compared bit for bit. */
function threadTimes(p: Problem, team: ThreadTeam, { clock, quick }: ExperimentContext) {
  const few = Math.max(3, Math.round(6e5 / p.n));
  const sides = [undefined, team].map((of) => ({
    instance: pgs.create(of),
    x: new Float64Array(p.n),
    times: [] as number[],
  }));
  const time = ({ instance, x }: (typeof sides)[number], count: number) => {
    x.fill(0);
    const start = clock();
    instance.solve(p, x, { ...pgs.defaults, order: 'colour', maxIterations: count, tolerance: 0 });
    return clock() - start;
  };
  for (let round = 0; round < (quick ? 4 : 10); round++)
    for (const side of sides) {
      const each = (time(side, 3 * few) - time(side, few)) / (2 * few);
      if (round > 0) side.times.push(each);
    }
  for (const side of sides) time(side, few);
  const [alone, together] = sides as [(typeof sides)[number], (typeof sides)[number]];
  const same = alone.x.every((v, i) => Object.is(v, together.x[i]));
  for (const { instance } of sides) instance.release();
  return { count: team.threads, one: median(alone.times)!, team: median(together.times)!, same };
}

export interface ScalingData {
  readonly sweeps: readonly SweepRow[];
  readonly answers: readonly AnswerRow[];
  readonly depths: readonly DepthRow[];
}
