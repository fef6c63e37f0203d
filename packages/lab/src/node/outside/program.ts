/**
 * A program that is asked line by line, synchronously: a thread talks to it while this one sleeps, since solvers are functions
 * that return. `programs/guard.mjs` ends it, with everything that it started, at the latest when this process ends.
 */
import { once } from 'node:events';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ContractError } from '@signorini/engine';
import { shortened } from '@signorini/engine/checks';
import { SolverFailure } from '../../solver-failure.ts';

/** ms for the start and the answer to hello: some take seconds to import their libraries. */
const LONGEST_START = 30_000;
/** Beyond its limit, ms: to end a program and what it started. */
const LONGEST_END = 10_000;
/** Bytes of the answer to hello. */
const LONGEST_HELLO = 1_000_000;
/** Starts in succession that may fail; then it is not started any more. */
const MOST_STARTS = 3;

interface Reply {
  readonly line?: string;
  /** The program's failure to answer. */
  readonly failure?: string;
  /** The last bytes of its stderr. */
  readonly errors?: string;
  /** There is no such program. */
  readonly missing?: boolean;
}

export class Program {
  /** For sentences. */
  readonly name: string;
  private readonly flag = new Int32Array(new SharedArrayBuffer(4));
  private readonly port: MessagePort;
  private readonly worker: Worker;
  private failedStarts = 0;
  private lost = false;

  constructor(name: string, command: readonly string[]) {
    this.name = name;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(new URL('../../../programs/talk.mjs', import.meta.url), {
      workerData: { command, flag: this.flag, port: port2 },
      transferList: [port2],
      execArgv: [],
    });
    this.worker.unref();
  }

  /** Starts it unless it runs. @returns its answer to hello; undefined if it ran already. @throws SolverFailure, ContractError */
  start(): Record<string, unknown> | undefined {
    if (this.failedStarts >= MOST_STARTS)
      throw new SolverFailure(`${this.name}: did not start ${MOST_STARTS} times in succession, and is not tried again`);
    this.failedStarts++;
    const reply = this.call({ kind: 'start', line: '{"hello":1}', mostBytes: LONGEST_HELLO }, LONGEST_START);
    if (reply.missing) throw new ContractError(`solver ${this.name}: expected a program, found none of that name`);
    const document = reply.line === undefined && !reply.failure ? undefined : this.documentOf(reply);
    this.failedStarts = 0;
    return document;
  }

  /** @param limitMs after which it is ended; @param mostBytes of the answer. @throws SolverFailure */
  ask(line: string, limitMs: number, mostBytes: number): Record<string, unknown> {
    return this.documentOf(this.call({ kind: 'ask', line, mostBytes }, limitMs));
  }

  /** Ends the program and everything that it started. */
  async close(): Promise<void> {
    this.lost = true;
    this.worker.ref();
    const gone = once(this.worker, 'exit');
    this.port.postMessage({ kind: 'stop' });
    const timer = setTimeout(() => void this.worker.terminate(), LONGEST_END);
    await gone;
    clearTimeout(timer);
    this.port.close();
  }

  private call(message: { kind: string; line: string; mostBytes: number }, limitMs: number): Reply {
    if (this.lost) return { failure: 'is closed' };
    Atomics.store(this.flag, 0, 0);
    this.port.postMessage({ ...message, limitMs });
    Atomics.wait(this.flag, 0, 0, limitMs + LONGEST_END);
    const reply = receiveMessageOnPort(this.port)?.message;
    if (reply) return reply;
    this.lost = true; // a late answer must not be taken for that of the next question
    return { failure: 'could not be ended' };
  }

  /** @throws SolverFailure */
  private documentOf({ line, failure, errors = '' }: Reply): Record<string, unknown> {
    if (line === undefined) throw new SolverFailure(`${this.name}: ${failure}${lastOf(errors)}`);
    try {
      const document: unknown = JSON.parse(line);
      if (typeof document === 'object' && document !== null && !Array.isArray(document))
        return document as Record<string, unknown>;
    } catch {}
    const bare = /[[:,]\s*(-?Infinity|NaN)\b/.exec(line)?.[1];
    throw new SolverFailure(
      `${this.name}: expected one JSON object per line on stdout, found ${bare ? `a bare ${bare}` : `"${shortened(line, 60)}"`}`,
    );
  }
}

function lastOf(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /error|exception/i.test(line)) ?? lines.at(-1); // below it there may be a stack
  return telling === undefined ? '' : `; on stderr: "${shortened(telling.trim(), 160)}"`;
}
