/** Items of a replay and their addresses: everything that an answer depends on, hashed.   docs/guide/replay.md */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { solvers as builtIn, findSolver } from '@signorini/engine/solvers';
import type { NamedProblem } from '../../replay/request.ts';
import { problemHash } from '../dataset/parts.ts';
import { parseSolverList } from '../outside/solver-list.ts';
import { addressOf, digestOf } from '../sweep/addresses.ts';
import type { CellSetup } from './cell-runner.ts';

/** Identity of a solver, as far as it can be known: a module by its bytes, a program by its command. */
interface SolverIdentity {
  readonly solver: string;
  /** SHA-256 of a module. */
  readonly digest?: string;
  /** Options of a built-in solver, as used by default. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** For one solve of a module or program, ms. */
  readonly limitMs?: number;
}

export function identitiesOf({ list, limitMs, coupling }: CellSetup): SolverIdentity[] {
  const specs = list === null ? builtIn.map(({ name }) => ({ kind: 'name', text: name })) : parseSolverList(list);
  return specs.map(({ kind, text }) => {
    if (kind === 'program') return { solver: text, limitMs };
    if (kind === 'module') return { solver: text, digest: fileDigest(text), limitMs };
    const { name, defaults, table3 } = findSolver(text);
    return { solver: name, options: { ...defaults, ...(coupling === 'table3' && table3) } };
  });
}

function fileDigest(path: string): string {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}

/** The problems of a replay by their content. */
interface ProblemIdentities {
  /** Hash of each problem; the warm start is part of it. */
  readonly hashes: readonly string[];
  /** Digest of names and contents of all problems. */
  readonly digest: string;
}

export function problemIdentities(problems: readonly NamedProblem[]): ProblemIdentities {
  const hashes = problems.map(({ problem }) => problemHash(problem));
  return { hashes, digest: digestOf(JSON.stringify(problems.map(({ name }, k) => [name, hashes[k]]))) };
}

/** Equal for equal questions to equal versions of the engine. */
export function itemAddress(problem: string, solver: SolverIdentity, { coupling }: CellSetup): string {
  return addressOf({ problem, ...solver, coupling });
}
