/**
 * Items through a queue: this end puts them in and collects the results; `signorini worker` on any machine does the work.
 * At least once: an item may be done twice, its result has the same address and counts once.   docs/guide/sweep.md
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { shortened } from '@signorini/engine/checks';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { crashedResult, type SweepResult } from '../../sweep/run-item.ts';
import { FileError } from '../file-error.ts';
import { needed } from '../optional-packages.ts';
import { type AddressedItem, addressOf } from './addresses.ts';
import { type SweepDocument, SweepFolder } from './folder.ts';
import { JobSize } from './job-size.ts';
import type { Executor } from './pool.ts';
import {
  connect,
  KEPT,
  keysOf,
  LATER,
  lost,
  PREFIX,
  QUEUE,
  type QueuedJob,
  reasonText,
  shownAddress,
} from './queue-connection.ts';
import { carried, type OpenedSource } from './source.ts';

export interface QueueRequest {
  readonly opened: OpenedSource;
  readonly document: SweepDocument;
  readonly folder: string;
  readonly address: string;
  /** Called with what the user should know, one sentence per call. */
  readonly note?: (sentence: string) => void;
}

const IN_FLIGHT = 20_000; // items that are asked for at once
const JOBS = 1000; // in the queue
const AT_FIRST = 100; // jobs, until it is known how long items take; a few seconds later JOBS
const COLLECT = ['COUNT', 200, 'BLOCK', 1000, 'STREAMS'] as const; // results per call, ms to wait for them
const FAILED = 100; // jobs per call
const LOOK = 2000; // ms between looks at failed jobs and for workers
const OWNED = 15; // s without renewal after which another may collect
const ATTEMPTS = 3; // times that an item may end its process
const LOST = 10; // attempts to reach the server again, about 5 s
/** Of what Redis keeps in one string. */
const LARGEST_SOURCE = 256e6;

/** @throws FileError if there is no server, or if another run collects this sweep; MissingPackageError */
export async function createQueueExecutor(request: QueueRequest): Promise<Executor> {
  const { address } = request;
  const { Queue } = await needed('a queue', 'bullmq', () => import('bullmq'));
  const options = { retryStrategy: (times: number) => (times > LOST ? null : 500) };
  const redis = await connect(address, options);
  const reader = await connect(address, options); // it waits for results
  const executor = new QueueExecutor(request, redis, reader, new Queue(QUEUE, { connection: redis, prefix: PREFIX }));
  try {
    await executor.begin();
  } catch (error) {
    await executor.close();
    throw error;
  }
  return executor;
}

interface Waiting {
  readonly item: AddressedItem;
  readonly resolve: (result: SweepResult) => void;
  readonly reject: (error: Error) => void;
}

class QueueExecutor implements Executor {
  readonly width = IN_FLIGHT;
  private readonly request: QueueRequest;
  private readonly redis: Redis;
  private readonly reader: Redis;
  private readonly queue: Queue;
  private readonly keys: ReturnType<typeof keysOf>;
  private readonly waiting = new Map<string, Waiting>();
  private readonly folder: SweepFolder;
  private readonly token = randomUUID();
  /** Done for an earlier run of this sweep that was killed. */
  private readonly early = new Map<string, SweepResult>();
  /** Items that wait for room in the queue, and the number of those that are in it. */
  private backlog: AddressedItem[] = [];
  private queued = 0;
  private limit = AT_FIRST;
  private readonly size = new JobSize();
  private readonly ending = new AbortController();
  private loops: Promise<unknown>[] = [];

  constructor(request: QueueRequest, redis: Redis, reader: Redis, queue: Queue) {
    this.request = request;
    this.redis = redis;
    this.reader = reader;
    this.queue = queue;
    this.queue.on('error', () => {}); // the loops report it
    this.keys = keysOf(request.document.id);
    this.folder = new SweepFolder(request.folder);
  }

  private get closed(): boolean {
    return this.ending.signal.aborted;
  }

  async begin(): Promise<void> {
    await this.own();
    const source = JSON.stringify({
      ...{ source: carried(this.request.opened), folder: this.folder.absolute(), token: this.token },
    });
    if (source.length > LARGEST_SOURCE)
      throw new FileError(
        '--queue',
        `expected problems of at most ${LARGEST_SOURCE / 1e6} MB, found ${Math.ceil(source.length / 1e6)} MB`,
      );
    this.folder.writeToken(this.token);
    await this.redis.set(this.keys.source, source, 'EX', KEPT);
    for (const job of await this.failedJobs()) await job.remove();
    for (const [, [, id = '', , payload = '']] of await this.redis.xrange(this.keys.results, '-', '+')) {
      const result = this.resultOf(id, payload);
      if (result) this.early.set(id, result);
    }
    this.loops = [this.guarded(this.collect()), this.guarded(this.look())];
  }

  /** Two that collect the same sweep would take each other's results; one that was killed is waited for. */
  private async own(): Promise<void> {
    const name = `process ${process.pid} of ${hostname()}`;
    for (let second = 0; second <= OWNED; second++) {
      if (await this.redis.set(this.keys.owner, `${name} ${this.token}`, 'EX', OWNED, 'NX')) return;
      await pause(1000);
    }
    const owner = (await this.redis.get(this.keys.owner)) ?? 'one';
    const shown = shortened(owner.replace(/ \S+$/, ''), 80);
    throw new FileError(shownAddress(this.request.address), `expected no other run of this sweep, found ${shown}`);
  }

  run(item: AddressedItem): Promise<SweepResult> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('the queue is closed'));
      const early = this.early.get(item.id);
      if (early) return resolve(early);
      this.waiting.set(item.id, { item, resolve, reject });
      this.backlog.push(item);
      if (this.backlog.length === 1) setImmediate(() => void this.guarded(this.fill()));
    });
  }

  /** Fills the queue up. */
  private async fill(): Promise<void> {
    const { items: size, known } = this.size;
    const room = (known ? JOBS : this.limit) * size - this.queued;
    if (this.closed || room <= 0 || this.backlog.length === 0) return;
    const items = this.backlog.splice(0, room);
    this.queued += items.length;
    await this.put(items, size);
  }

  /** @param size items per job */
  private async put(items: readonly AddressedItem[], size: number): Promise<void> {
    const { id: sweep } = this.request.document;
    const jobs: AddressedItem[][] = [];
    for (let k = 0; k < items.length; k += size) jobs.push(items.slice(k, k + size));
    await this.queue.addBulk(
      jobs.map((job) => ({
        name: 'items',
        data: { sweep, items: job.map(({ id, item }) => ({ id, item })) } satisfies QueuedJob,
        opts: {
          // the same items, the same job: one that a killed run has left is not put in twice
          jobId: `${sweep}-${addressOf(job.map(({ id }) => id))}`,
          ...{ attempts: ATTEMPTS, removeOnComplete: true, stackTraceLimit: 0 },
        },
      })),
    );
  }

  /** A result is deleted once it is written: what a kill interrupts is read again. */
  private async collect(): Promise<void> {
    let from = '0';
    while (!this.closed) {
      const answer = await this.reader.xread(...COLLECT, this.keys.results, from);
      const entries = answer?.[0]?.[1] ?? [];
      for (const [place, [, id = '', , payload = '']] of entries) {
        from = place;
        const result = this.resultOf(id, payload);
        if (result) this.settle(id, result);
        else if (payload === LATER) this.later(id);
      }
      await this.fill();
      await new Promise((resolve) => setImmediate(resolve)); // the results are written meanwhile
      if (entries.length > 0) await this.redis.xdel(this.keys.results, ...entries.map(([place]) => place));
    }
  }

  private resultOf(id: string, payload: string): SweepResult | undefined {
    if (payload === LATER) return undefined;
    return payload === '' ? this.folder.result(id) : (JSON.parse(payload) as SweepResult);
  }

  private settle(id: string, result: SweepResult): void {
    const one = this.waiting.get(id);
    if (!one) return; // done twice
    this.size.add(result);
    this.waiting.delete(id);
    this.queued--;
    one.resolve(result);
  }

  private later(id: string): void {
    const one = this.waiting.get(id);
    if (!one) return;
    this.queued--;
    this.backlog.push(one.item);
  }

  /** Jobs that ended their process too often; workers, if there are none; the sign that this run is alive. */
  private async look(): Promise<void> {
    let warned = false;
    while (!this.closed) {
      await pause(LOOK, undefined, { signal: this.ending.signal });
      await this.redis.expire(this.keys.owner, OWNED);
      for (const job of await this.failedJobs()) await this.failed(job);
      this.limit = JOBS;
      await this.fill();
      if (warned || this.waiting.size === 0 || (await this.queue.getWorkersCount()) > 0) continue;
      warned = true;
      const shown = shownAddress(this.request.address);
      this.request.note?.(
        `no worker yet: start \`signorini worker --queue ${shown}\`, version ${this.request.document.engine}`,
      );
    }
  }

  /** The item at fault is found by putting those of the job in again, one by one. */
  private async failed(job: Job): Promise<void> {
    const { items } = job.data as QueuedJob;
    const left = items.flatMap(({ id }) => this.waiting.get(id) ?? []);
    await job.remove();
    if (items.length > 1)
      return this.put(
        left.map(({ item }) => item),
        1,
      );
    const sentence = `its process ended while at it: ${shortened(job.failedReason ?? 'unknown reason', 200)}`;
    for (const { item } of left) this.settle(item.id, crashedResult(item.id, item.item, sentence, 'queue'));
  }

  private async failedJobs(): Promise<Job[]> {
    const jobs = await this.queue.getFailed(0, FAILED);
    return jobs.filter((job) => (job?.data as QueuedJob | undefined)?.sweep === this.request.document.id);
  }

  /** A server that is gone ends the sweep; what has been written stays. */
  private async guarded(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (this.closed) return;
      const fault = lost(this.request.address, reasonText(error as Error));
      for (const { reject } of this.waiting.values()) reject(fault);
      this.waiting.clear();
    }
  }

  async close(): Promise<void> {
    const interrupted = this.waiting.size > 0;
    this.ending.abort();
    this.folder.removeToken();
    this.reader.disconnect();
    if (this.redis.status === 'ready') {
      const { source, results, owner } = this.keys;
      await this.redis.del(owner, ...(interrupted ? [] : [source, results])).catch(() => {});
    }
    await this.queue.close().catch(() => {});
    this.redis.disconnect();
    await Promise.all(this.loops);
  }
}
