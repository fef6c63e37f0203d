/** Items of a replay and their addresses: everything that an answer depends on, hashed.   docs/guide/replay.md */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { solvers as builtIn, findSolver } from '@signorini/engine/solvers';
import type { NamedProblem } from '../../replay.ts';
import { problemHash } from '../dataset/parts.ts';
import { parseSolverList } from '../outside/solver-list.ts';
import { addressOf, digestOf } from '../sweep/addresses.ts';
import type { CellSetup } from './cell-runner.ts';

/** What a solver is, as far as it can be known: of a module its bytes, of a program its command. */
export interface SolverIdentity {
  readonly solver: string;
  /** Of a module, SHA-256. */
  readonly digest?: string;
  /** As used by default; of built-in solvers. */
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
export interface ProblemIdentities {
  /** Of each problem; the warm start is part of it. */
  readonly hashes: readonly string[];
  /** Of names and contents of all. */
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
