/**
 * Listens to fresh workers until all have joined a team, and fails with one sentence when one of them cannot: its script
 * throws or does not load, it exits, or it does not answer in time.
 */
import { clearTimer, setTimer } from '../kernels/platform.ts';

/** A worker as Node (`on`) and browsers (`addEventListener`) have it. */
export interface TeamMember {
  postMessage(message: unknown): void;
  on?(event: string, listener: (value: unknown) => void): unknown;
  off?(event: string, listener: (value: unknown) => void): unknown;
  addEventListener?(event: string, listener: (event: unknown) => void): void;
  removeEventListener?(event: string, listener: (event: unknown) => void): void;
}

/** Messages of workers: their script runs; they share the team's memory. */
export type Word = 'started' | 'joined';

const EVENTS = ['message', 'error', 'messageerror', 'exit'] as const;

export class Arrivals {
  private readonly members: readonly TeamMember[];
  /** s */
  private readonly timeout: number;
  private readonly heard: Set<unknown>[];
  private readonly listeners: Record<(typeof EVENTS)[number], (value: unknown) => void>[];
  private failure: Error | undefined;
  /** The word that is awaited, and the callbacks for its arrival or failure. */
  private waiting: { word: Word; done: () => void; failed: (error: Error) => void } | undefined;

  /** @param timeout s, for each word */
  constructor(members: readonly TeamMember[], timeout: number) {
    this.members = members;
    this.timeout = timeout;
    this.heard = members.map(() => new Set());
    this.listeners = members.map((_, k) => ({
      message: (value) => this.hear(k, value),
      error: (value) => this.fail(k, `the error "${textOf(value)}"`),
      messageerror: () => this.fail(k, 'a message that cannot be read'),
      exit: (code) => this.fail(k, `that it has exited with code ${code}`),
    }));
    members.forEach((member, k) => {
      for (const event of EVENTS) listen(member, event, this.listeners[k][event]);
    });
  }

  /** Resolves when every worker has sent `word`. */
  async all(word: Word): Promise<void> {
    const timer = setTimer(() => {
      const late = this.heard.findIndex((words) => !words.has(word));
      this.fail(late, 'no answer (does it run the entry @signorini/engine/worker?)', ` within ${this.timeout} s`);
    }, 1000 * this.timeout);
    try {
      await new Promise<void>((done, failed) => {
        this.waiting = { word, done, failed };
        this.look();
      });
    } finally {
      clearTimer(timer);
      this.waiting = undefined;
    }
  }

  /** Stops listening; after a failure not to errors, because Node ends the process at an error without a listener. */
  end(): void {
    this.members.forEach((member, k) => {
      for (const event of EVENTS)
        if (!this.failure || event !== 'error') unlisten(member, event, this.listeners[k][event]);
    });
  }

  private hear(k: number, value: unknown): void {
    const { data = value } = (value ?? {}) as { data?: unknown }; // browsers wrap what Node hands over
    this.heard[k].add(data);
    this.look();
  }

  private fail(k: number, found: string, within = ''): void {
    const verb = this.heard[k].has('started') ? 'join' : 'start';
    this.failure ??= new Error(
      `threads: expected worker ${k + 1} of ${this.members.length} to ${verb}${within}, found ${found}`,
    );
    this.look();
  }

  private look(): void {
    const { waiting, failure, heard } = this;
    if (!waiting) return;
    if (failure) waiting.failed(failure);
    else if (heard.every((words) => words.has(waiting.word))) waiting.done();
  }
}

/** Message of an Error or of a browser's ErrorEvent; a script that does not load has no text. */
function textOf(value: unknown): string {
  const { message } = (value ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : 'the script could not be loaded';
}

export function listen(member: TeamMember, event: string, listener: (value: unknown) => void): void {
  if (member.on) member.on(event, listener);
  else member.addEventListener?.(event, listener);
}

function unlisten(member: TeamMember, event: string, listener: (value: unknown) => void): void {
  if (member.off) member.off(event, listener);
  else member.removeEventListener?.(event, listener);
}
