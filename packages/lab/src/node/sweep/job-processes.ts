/**
 * Processes that do the jobs of a queue, one job each at a time. One that ends, even before it has begun, fails its job with a
 * sentence, and the next job gets a new one. By hand: BullMQ's own waits for ever for a process that is killed while it starts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { QueuedJob } from './queue-connection.ts';

const PROGRAM = new URL('./queue-processor.js', import.meta.url);

/** Answer of a process. */
export type JobAnswer = { readonly done: number } | { readonly failed: string };

export class JobProcesses {
  private readonly env: NodeJS.ProcessEnv;
  private readonly all = new Set<ChildProcess>();
  private readonly free: ChildProcess[] = [];

  /** @param address of the server, which a process reads from its environment */
  constructor(address: string) {
    this.env = { ...process.env, SIGNORINI_QUEUE: address };
  }

  /** @returns items done. @throws Error if the process ends or fails */
  async run(job: QueuedJob): Promise<number> {
    const child = this.free.pop() ?? this.start();
    const answer = await answerOf(child, job);
    this.free.push(child);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.done;
  }

  end(): void {
    for (const child of this.all) child.kill('SIGTERM');
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, { env: this.env, execArgv: [] });
    this.all.add(child);
    child.on('error', () => {}); // its exit follows
    child.once('exit', () => {
      this.all.delete(child);
      const place = this.free.indexOf(child);
      if (place >= 0) this.free.splice(place, 1);
    });
    return child;
  }
}

function answerOf(child: ChildProcess, job: QueuedJob): Promise<JobAnswer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null) =>
      reject(new Error(signal === null ? `exit code ${code}` : `signal ${signal}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as JobAnswer);
    });
    child.send(job, () => {}); // one that is gone has ended
  });
}
