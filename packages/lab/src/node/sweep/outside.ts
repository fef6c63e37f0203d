/** Modules and programs as solvers of a sweep: what they are belongs to the address of their items.   docs/guide/sweep.md */
import { readFileSync } from 'node:fs';
import type { AnySolver } from '@signorini/engine/solvers';
import {
  crashedResult,
  failedResult,
  type ItemTiming,
  type LoadedSource,
  runItem,
  type SweepResult,
} from '../../sweep/run-item.ts';
import type { OutsideSolver, SweepItem } from '../../sweep/sweep.ts';
import { openSolver } from '../outside/open-solvers.ts';
import { parseSolverList, type SolverSpec } from '../outside/solver-list.ts';
import { digestOf } from './addresses.ts';

export interface SweptSolvers {
  /** Solvers in the order of the list: their options are known, external ones are closed. */
  readonly solvers: readonly AnySolver[];
  /** Undefined if all are built in. */
  readonly outside: Readonly<Record<string, OutsideSolver>> | undefined;
}

/** Opens every solver once, so that one that does not work is found before the first item. @throws ContractError, FileError, SolverFailure */
export async function sweptSolvers(texts: readonly string[]): Promise<SweptSolvers> {
  const solvers: AnySolver[] = [];
  const outside: Record<string, OutsideSolver> = {};
  for (const text of texts) {
    const { solver, close } = await openSolver(text);
    await close();
    solvers.push(solver);
    const [spec] = parseSolverList(text);
    if (spec!.kind !== 'name') outside[text] = { digest: digestOfSolver(spec!), options: Object.keys(solver.options) };
  }
  return { solvers, outside: Object.keys(outside).length > 0 ? outside : undefined };
}

/** Digest of the module, or of the command and those of its words that are files; their imports are not seen. */
function digestOfSolver(spec: SolverSpec): string {
  const files = spec.kind === 'program' ? spec.command : [spec.text];
  const words = spec.kind === 'program' ? spec.command : [];
  return digestOf(JSON.stringify([words, files.map(contentOf)]));
}

function contentOf(path: string): string | null {
  try {
    return digestOf(readFileSync(path).toString('base64'));
  } catch {
    return null; // no file: a name on the PATH, an option, a number
  }
}

/** Runs an item like `runItem`, also with an external solver, which is opened for this item and closed after it. */
export async function runAnyItem(
  id: string,
  item: SweepItem,
  source: LoadedSource,
  timing: ItemTiming,
): Promise<SweepResult> {
  if (item.solverDigest === undefined) return runItem(id, item, source, timing);
  if (digestOfSolver(parseSolverList(item.solver)[0]!) !== item.solverDigest)
    return crashedResult(id, item, `${item.solver}: changed while the sweep was running; start it again`, timing.how);
  const opened = await openSolver(item.solver).catch((error: Error) => error);
  if (opened instanceof Error) return failedResult(id, item, opened.message, timing);
  try {
    return runItem(id, item, source, { ...timing, solver: opened.solver });
  } finally {
    await opened.close();
  }
}
