/** Solvers as they are named on a command line, opened: built-in ones, modules and programs side by side. */
import { ContractError } from '@signorini/engine';
import { found } from '@signorini/engine/checks';
import { SET_KINDS } from '@signorini/engine/problem';
import { type AnySolver, solvers as builtIn, findSolver } from '@signorini/engine/solvers';
import { SolverFailure } from '../../solver-failure.ts';
import { describe } from './description.ts';
import { moduleSolver } from './module-solver.ts';
import { programSolver } from './program-solver.ts';
import { parseSolverList, type SolverSpec } from './solver-list.ts';

/** Time that a program has for one solve unless another is given, ms. */
export const PROGRAM_LIMIT = 60_000;

export interface OpenSolvers {
  readonly solvers: readonly AnySolver[];
  /** Ends the programs; the solvers cannot be used any more. */
  close(): Promise<void>;
}

/**
 * A module or program that is there but does not work is in the list, and fails in its own rows with the sentence.
 * @param limitMs for one solve of a program
 * @throws ContractError for an unknown name, and for a program that does not exist; FileError for a module that does not
 */
export async function openSolvers(list: string, limitMs = PROGRAM_LIMIT): Promise<OpenSolvers> {
  return open(parseSolverList(list), limitMs, (spec, failure) => broken(spec.text, failure));
}

/** One solver. @throws also SolverFailure if it does not work */
export async function openSolver(
  text: string,
  limitMs = PROGRAM_LIMIT,
): Promise<OpenSolvers & { readonly solver: AnySolver }> {
  const specs = parseSolverList(text);
  if (specs.length !== 1) throw new ContractError(`solver: expected one, found ${specs.length} in ${found(text)}`);
  const opened = await open(specs, limitMs, (_, failure) => {
    throw failure;
  });
  return { ...opened, solver: opened.solvers[0]! };
}

async function open(
  specs: readonly SolverSpec[],
  limitMs: number,
  failed: (spec: SolverSpec, failure: SolverFailure) => AnySolver,
): Promise<OpenSolvers> {
  const solvers: AnySolver[] = [];
  const closers: (() => Promise<void>)[] = [];
  const close = async () => void (await Promise.all(closers.map((closer) => closer())));
  try {
    for (const { text } of specs.filter(({ kind }) => kind === 'name')) findSolver(text); // before anything starts
    for (const spec of specs)
      try {
        solvers.push(named(await one(spec, limitMs, closers), spec, solvers));
      } catch (error) {
        if (!(error instanceof SolverFailure)) throw error;
        solvers.push(failed(spec, error));
      }
    return { solvers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function one(spec: SolverSpec, limitMs: number, closers: (() => Promise<void>)[]): Promise<AnySolver> {
  if (spec.kind === 'name') return findSolver(spec.text);
  if (spec.kind === 'module') return moduleSolver(spec.text);
  const { solver, close } = await programSolver(spec.text, spec.command, limitMs);
  closers.push(close);
  return solver;
}

/** A name means one solver: one from outside that calls itself as another does is told apart by its place. */
function named(solver: AnySolver, { kind, text }: SolverSpec, others: readonly AnySolver[]): AnySolver {
  const taken = kind !== 'name' && [...builtIn, ...others].some(({ name }) => name === solver.name);
  return taken ? { ...solver, name: `${solver.name} (${text})` } : solver;
}

/** Takes every problem, and fails. */
function broken(name: string, failure: SolverFailure): AnySolver {
  return {
    ...describe(name, { name: name.slice(0, 60), accepts: SET_KINDS }),
    create: () => ({
      solve() {
        throw failure;
      },
      release() {},
    }),
  };
}
