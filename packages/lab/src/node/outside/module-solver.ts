/** A solver from a module of the user's: its default export, checked, and kept from harming more than its own row. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { found, shortened } from '@signorini/engine/checks';
import type { Problem } from '@signorini/engine/problem';
import type { AnySolver, Monitor, OptionValues, Outcome, SolverInstance } from '@signorini/engine/solvers';
import { SolverFailure } from '../../solver-failure.ts';
import { FileError } from '../files.ts';
import { expectNumbers, iterationsOf, statusOf } from './answer.ts';
import { describe } from './description.ts';

/** ms; a module may await something at its top level. */
const LONGEST_IMPORT = 30_000;

/** @throws FileError if there is no such file; SolverFailure if it exports no solver */
export async function moduleSolver(path: string): Promise<AnySolver> {
  if (!existsSync(path)) throw new FileError(path, 'expected a module that exports a solver, found no such file');
  const exported = await importDefault(path);
  const { create } = (exported ?? {}) as Partial<AnySolver>;
  if (typeof create !== 'function')
    throw new SolverFailure(
      `${path}: expected a module whose default export is a solver with name and create(), found ${kindOf(exported)}`,
    );
  const solver = { ...(exported as AnySolver), ...describe(path, exported) };
  return { ...solver, create: (team) => new Guarded(path, solver, () => create.call(exported, team)) };
}

async function importDefault(path: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it is not loaded after ${LONGEST_IMPORT / 1000} s`)), LONGEST_IMPORT);
  });
  try {
    const loaded = import(/* @vite-ignore */ pathToFileURL(resolve(path)).href);
    return (await Promise.race([loaded, late])).default;
  } catch (error) {
    throw new SolverFailure(`${path}: expected a module that can be imported, found ${thrown(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

function kindOf(exported: unknown): string {
  if (exported === undefined) return 'no default export';
  return typeof exported === 'object' && exported !== null
    ? `an object with ${Object.keys(exported).slice(0, 5).join(', ') || 'nothing'}`
    : `a ${typeof exported}`;
}

function thrown(error: unknown): string {
  return shortened(String(error).split('\n')[0] ?? '', 200);
}

/** Everything that the module's instance throws, or returns in another form than the contract's, becomes one sentence. */
class Guarded implements SolverInstance<OptionValues> {
  private readonly place: string;
  private readonly solver: AnySolver;
  private readonly create: () => SolverInstance<OptionValues>;
  private made: SolverInstance<OptionValues> | undefined;

  constructor(place: string, solver: AnySolver, create: () => SolverInstance<OptionValues>) {
    this.place = place;
    this.solver = solver;
    this.create = create;
  }

  analyse(p: Problem): void {
    const inner = this.instance();
    this.attempt('analyse', () => inner.analyse?.(p));
  }

  solve(p: Problem, x: Float64Array, options: OptionValues, monitor?: Monitor): Outcome {
    const { solver } = this;
    const inner = this.instance();
    // copies, and no reference answer: what a module writes into them harms no other solver
    const own = { ...p, b: p.b.slice(), lo: p.lo.slice(), hi: p.hi.slice(), x: undefined, warm: undefined };
    const outcome: Partial<Outcome> | undefined = this.attempt('solve', () => inner.solve(own, x, options, monitor));
    if (typeof outcome !== 'object' || outcome === null || 'then' in outcome)
      throw new SolverFailure(
        `${this.place}: solve(): expected an outcome with a status, found ${outcome && 'then' in outcome ? 'a promise; solvers are synchronous' : found(outcome)}`,
      );
    const status = statusOf(this.place, outcome.status);
    if (status !== 'diverged') expectNumbers(this.place, x, p.n);
    const { lo = p.lo, hi = p.hi } = outcome;
    for (const [name, bounds] of Object.entries({ lo, hi }))
      if (!(bounds instanceof Float64Array) || bounds.length !== p.n)
        throw new SolverFailure(`${this.place}: ${name}: expected a Float64Array of ${p.n}, found ${found(bounds)}`);
    return { ...outcome, status, iterations: iterationsOf(this.place, solver.family, outcome.iterations), lo, hi };
  }

  release(): void {
    try {
      this.made?.release?.();
    } catch {} // its answers are in, and nothing is left to lose
  }

  /** Made when it is first needed, so that one that cannot be made fails in a row as any other. */
  private instance(): SolverInstance<OptionValues> {
    this.made ??= this.attempt('create', this.create);
    if (typeof this.made?.solve === 'function') return this.made;
    throw new SolverFailure(`${this.place}: create(): expected an instance with solve(), found ${kindOf(this.made)}`);
  }

  private attempt<T>(what: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new SolverFailure(`${this.place}: ${what}() threw ${thrown(error)}`);
    }
  }
}
