/** Solves for the scoreboard one at a time, in a thread that is ended and replaced if a solve exceeds the time limit. */
import { Worker } from 'node:worker_threads';
import { ContractError } from '@signorini/engine';
import { shortened } from '@signorini/engine/checks';
import { cutRow } from '../../scoreboard/score-problem.ts';
import type { ScoredSolver, ScoreRow } from '../../scoreboard/scoreboard.ts';
import { type ScoreItem, ScoreTable } from './score-item.ts';

export interface ScoreThread {
  readonly solvers: readonly ScoredSolver[];
  score(item: ScoreItem): Promise<ScoreRow>;
  close(): Promise<void>;
}

/** ms: a program ends itself at the limit, and answers are measured after the solve. */
const GRACE = 2000;

/** @throws ContractError for solvers that do not exist */
export async function openScoreThread(list: string, limitMs: number): Promise<ScoreThread> {
  if (import.meta.url.endsWith('.ts')) return inThisThread(list, limitMs);
  let thread = await Thread.start(list, limitMs);
  const { solvers } = thread;
  return {
    solvers,
    async score(item) {
      const name = solvers[item.solver]!.name;
      const answer = await thread.ask(item, limitMs + GRACE);
      if (answer !== 'late' && !(answer instanceof Error)) return answer;
      await thread.end();
      thread = await Thread.start(list, limitMs);
      if (answer === 'late') return cutRow(item.problem, name, limitMs);
      const reason = `its thread ended while at it: ${shortened(answer.message, 200)}`;
      return { ...cutRow(item.problem, name, limitMs), outcome: 'failed', reason };
    },
    close: () => thread.close(),
  };
}

interface Reply {
  readonly ready?: readonly ScoredSolver[];
  readonly row?: ScoreRow;
  readonly failed?: Error;
}

class Thread {
  readonly solvers: readonly ScoredSolver[];
  private readonly worker: Worker;

  private constructor(worker: Worker, solvers: readonly ScoredSolver[]) {
    this.worker = worker;
    this.solvers = solvers;
  }

  static async start(list: string, limitMs: number): Promise<Thread> {
    const worker = new Worker(new URL('./score-worker.js', import.meta.url), {
      workerData: { list, limitMs },
      execArgv: [], // what the command was started with is not meant for its threads
    });
    const reply = await replyOf(worker, Infinity);
    if (reply === 'late' || reply instanceof Error || !reply.ready) {
      await worker.terminate();
      throw new ContractError(reply instanceof Error ? reply.message : 'the thread of the scoreboard did not start');
    }
    return new Thread(worker, reply.ready);
  }

  async ask(item: ScoreItem, limitMs: number): Promise<ScoreRow | 'late' | Error> {
    this.worker.postMessage(item);
    const reply = await replyOf(this.worker, limitMs);
    return typeof reply === 'string' || reply instanceof Error ? reply : reply.row!;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  /** Its programs end first. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    this.worker.postMessage('close');
    await ended;
  }
}

/** The next message; an error if the thread ends without one. */
function replyOf(worker: Worker, limitMs: number): Promise<Reply | 'late' | Error> {
  return new Promise((resolve) => {
    const done = (reply: Reply | 'late' | Error) => {
      clearTimeout(timer);
      worker.off('message', message);
      worker.off('error', done);
      worker.off('exit', exit);
      resolve(reply);
    };
    const message = (reply: Reply) => done(reply.failed ?? reply);
    const exit = (code: number) => done(new Error(`it ended with code ${code}`));
    const timer = Number.isFinite(limitMs) ? setTimeout(() => done('late'), limitMs) : undefined;
    worker.on('message', message);
    worker.on('error', done);
    worker.on('exit', exit);
  });
}

/** Node's threads cannot load TypeScript: run from sources, as tests are, nothing ends a solve but its own limit. */
async function inThisThread(list: string, limitMs: number): Promise<ScoreThread> {
  const table = await ScoreTable.open(list, limitMs);
  return {
    solvers: table.descriptions,
    score: (item) => table.score(item),
    close: () => table.close(),
  };
}
