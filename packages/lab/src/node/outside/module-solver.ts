/** A solver from a module of the user's: its default export, checked, and kept from harming more than its own row. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { found, shortened } from '@signorini/engine/checks';
import type { Problem } from '@signorini/engine/problem';
import type { AnySolver, Monitor, OptionValues, Outcome, SolverInstance } from '@signorini/engine/solvers';
import { SolverFailure } from '../../solver-failure.ts';
import { expectRegular } from '../files/files.ts';
import { expectNumbers, iterationsOf, statusOf } from './answer.ts';
import { describe } from './description.ts';
import { ownMonitor, ownProblem } from './own-problem.ts';

/** ms; a module may await something at its top level. */
const LONGEST_IMPORT = 30_000;

/** @throws FileError if there is no such file; SolverFailure if it exports no solver */
export async function moduleSolver(path: string): Promise<AnySolver> {
  await expectRegular(path, 'a module that exports a solver');
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
    const loaded = contained(() => import(/* @vite-ignore */ pathToFileURL(resolve(path)).href));
    return (await Promise.race([loaded, late])).default;
  } catch (error) {
    throw new SolverFailure(`${path}: expected a module that can be imported, found ${thrown(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * While a module is at work, `process.exit` throws, for others wait for the command to go on, and what it prints goes to
 * stderr, for stdout carries data.
 */
function contained<T>(act: () => T): T {
  const { exit, stdout, stderr } = process;
  const { write } = stdout;
  const restore = () => {
    process.exit = exit;
    stdout.write = write;
  };
  stdout.write = stderr.write.bind(stderr) as typeof write;
  process.exit = (code?: unknown) => {
    throw new Error(`it called process.exit(${code ?? ''})`);
  };
  try {
    const result = act();
    if (result instanceof Promise) return result.finally(restore) as T;
    restore();
    return result;
  } catch (error) {
    restore();
    throw error;
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
  /** The module's own problem, and what it is a copy of. */
  private copied: { readonly of: Problem; readonly own: Problem } | undefined;

  constructor(place: string, solver: AnySolver, create: () => SolverInstance<OptionValues>) {
    this.place = place;
    this.solver = solver;
    this.create = create;
  }

  analyse(p: Problem): void {
    const inner = this.instance();
    this.copied = { of: p, own: ownProblem(p) }; // here, outside the time of the solve
    const { own } = this.copied;
    this.attempt('analyse', () => inner.analyse?.(own));
  }

  solve(p: Problem, x: Float64Array, options: OptionValues, monitor?: Monitor): Outcome {
    const { solver } = this;
    const inner = this.instance();
    const own = this.ownOf(p);
    const answer = x.slice(); // the module may keep it, and write into it later
    const watched = monitor && ownMonitor(monitor, p, own);
    const outcome: Partial<Outcome> | undefined = this.attempt('solve', () =>
      inner.solve(own, answer, { ...options }, watched),
    );
    this.attempt('solve', () => x.set(answer)); // its buffer may be gone
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
    const iterations = iterationsOf(this.place, solver.family, outcome.iterations);
    return { ...outcome, status, iterations, lo: lo.slice(), hi: hi.slice() };
  }

  /** Between the bounds of this solve; the rest was copied when it was analysed, once for all couplings. */
  private ownOf(p: Problem): Problem {
    if (this.copied?.of.A !== p.A || this.copied.of.b !== p.b || this.copied.of.contacts !== p.contacts)
      this.copied = { of: p, own: ownProblem(p) };
    return { ...this.copied.own, lo: p.lo.slice(), hi: p.hi.slice() };
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
      return contained(act);
    } catch (error) {
      throw new SolverFailure(`${this.place}: ${what}() threw ${thrown(error)}`);
    }
  }
}
