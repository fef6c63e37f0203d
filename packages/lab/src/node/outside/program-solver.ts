/**
 * A program as a solver of the engine's contract: one JSON document per line on stdin and stdout.   docs/guide/own-solver.md
 *
 *   {"hello":1}                                   -> {"name", "accepts", ...}
 *   {"problem", "warm", "options", "id", ...}     -> {"x", "status", "iterations", "timeMs"}
 *
 * The problem is written before the clock starts (in `analyse`); timed are the bounds, the pipe and the program.
 */
import { found, shortened } from '@signorini/engine/checks';
import { isFollowing, type Problem, problemDocument } from '@signorini/engine/problem';
import type { AnySolver, Monitor, OptionValues, Outcome } from '@signorini/engine/solvers';
import { type ClaimingInstance, SolverFailure } from '../../solver-failure.ts';
import { expectNumbers, iterationsOf, statusOf } from './answer.ts';
import { type Description, describe } from './description.ts';
import { Program } from './program.ts';

/** How the program wants A: as the problem has it, or always as a matrix. */
const MATRICES = ['stored', 'sparse', 'dense'] as const;
type Matrix = (typeof MATRICES)[number];

interface OpenProgram {
  readonly solver: AnySolver;
  close(): Promise<void>;
}

/** @param limitMs for one solve. @throws SolverFailure; ContractError if there is no such program */
export async function programSolver(name: string, command: readonly string[], limitMs: number): Promise<OpenProgram> {
  const program = new Program(name, command);
  try {
    const hello = program.start();
    const description = describe(name, hello);
    const matrix = (hello?.matrix ?? 'stored') as Matrix;
    if (!MATRICES.includes(matrix))
      throw new SolverFailure(`${name}: matrix: expected ${MATRICES.join(' or ')}, found ${found(matrix)}`);
    const create = () => new ProgramInstance(program, description, matrix, limitMs);
    return { solver: { ...description, observes: 'end', create }, close: () => program.close() };
  } catch (error) {
    await program.close();
    throw error;
  }
}

/** Bytes that an answer may have per row, and besides. */
const BYTES_PER_ROW = 100;
const OTHER_BYTES = 1_000_000;

class ProgramInstance implements ClaimingInstance<OptionValues> {
  claimedMs: number | null = null;
  private readonly program: Program;
  private readonly description: Description;
  private readonly matrix: Matrix;
  private readonly limitMs: number;
  private prepared: { readonly p: Problem; readonly text: string } | undefined;
  private asked = 0;

  constructor(program: Program, description: Description, matrix: Matrix, limitMs: number) {
    this.program = program;
    this.description = description;
    this.matrix = matrix;
    this.limitMs = limitMs;
  }

  /** Starts the program again if it has ended, and writes what the couplings of a solve have in common. */
  analyse(p: Problem): void {
    this.program.start();
    this.claimedMs = null;
    this.prepared = { p, text: beginningOf(p, this.matrix) };
  }

  solve(p: Problem, x: Float64Array, options: OptionValues, monitor?: Monitor): Outcome {
    const { name } = this.program;
    if (this.prepared?.p.A !== p.A || this.prepared.p.b !== p.b) this.analyse(p);
    monitor?.begin(p, x);
    const limitMs = Math.max(1, Math.min(this.limitMs, monitor?.timeLeft?.() ?? Infinity));
    const id = ++this.asked;
    const rest = { warm: Array.from(x), options, id, timeLimitMs: limitMs };
    const question = `{"problem":${this.prepared!.text},${boundsOf(p)}},${JSON.stringify(rest).slice(1)}`;
    const answer = this.program.ask(question, limitMs, OTHER_BYTES + BYTES_PER_ROW * p.n);
    if (answer.id !== undefined && answer.id !== id)
      throw new SolverFailure(`${name}: id: expected ${id}, that of the question, found ${found(answer.id)}`);
    if (answer.error !== undefined)
      throw new SolverFailure(`${name}: reports "${shortened(String(answer.error), 160)}"`);
    if (!Array.isArray(answer.x))
      throw new SolverFailure(`${name}: x: expected ${p.n} numbers, found ${found(answer.x)}`);
    expectNumbers(name, answer.x, p.n);
    x.set(answer.x);
    const { timeMs } = answer;
    if (timeMs !== undefined && timeMs !== null && !(typeof timeMs === 'number' && timeMs >= 0))
      throw new SolverFailure(`${name}: timeMs: expected a time in ms, found ${found(timeMs)}`);
    if (typeof timeMs === 'number') this.claimedMs = (this.claimedMs ?? 0) + timeMs;
    const iterations = iterationsOf(name, this.description.family, answer.iterations);
    const status = statusOf(name, answer.status);
    const word = monitor?.observe(Math.max(1, iterations.total), x);
    return { status: word ?? status, iterations, lo: p.lo, hi: p.hi };
  }

  release(): void {
    this.prepared = undefined;
  }
}

/** The problem file without its end, bounds and answers. */
function beginningOf(p: Problem, matrix: Matrix): string {
  const { x: _x, warm: _warm, lo: _lo, hi: _hi, ...document } = problemDocument(p);
  const { J: _J, Minv: _Minv, C: _C, ...withoutStructure } = document;
  if (matrix === 'dense') return JSON.stringify({ ...withoutStructure, A: { dense: rowsOf(p) } }).slice(0, -1);
  if (matrix === 'stored' || !p.structure) return JSON.stringify(document).slice(0, -1);
  const { x: _, ...explicit } = problemDocument({ ...p, structure: undefined });
  return JSON.stringify({ ...withoutStructure, A: explicit.A }).slice(0, -1);
}

function rowsOf({ A, n }: Problem): number[][] {
  const dense = A.dense();
  return Array.from({ length: n }, (_, i) => Array.from(dense.subarray(i * n, (i + 1) * n)));
}

/** null: unbounded, or a friction row whose size follows its normal. */
function boundsOf({ lo, hi, ungiven, contacts }: Problem): string {
  const following = new Set(
    contacts
      .filter(({ set }) => isFollowing(set))
      .flatMap(({ tangents, rolling, spinning }) => [...tangents, ...rolling, ...spinning]),
  );
  const free = new Set(ungiven.filter((row) => following.has(row)));
  const numbers = (values: Float64Array) =>
    JSON.stringify(Array.from(values, (v, i) => (free.has(i) || !Number.isFinite(v) ? null : v)));
  return `"lo":${numbers(lo)},"hi":${numbers(hi)}`;
}
