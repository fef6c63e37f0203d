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
import { resultIn } from '../../sweep/check-result.ts';
import { crashedResult, type SweepResult } from '../../sweep/run-item.ts';
import { FileError } from '../files/file-error.ts';
import { needed } from '../optional-packages.ts';
import { type AddressedItem, addressOf } from './addresses.ts';
import { type SweepDocument, SweepFolder } from './folder.ts';
import { JobSize } from './job-size.ts';
import type { Executor } from './pool.ts';
import {
  connect,
  expectJob,
  IN_FOLDER,
  KEPT,
  keysOf,
  LATER,
  lost,
  PREFIX,
  QUEUE,
  type QueuedJob,
  type QueuedPlace,
  reasonText,
  shownAddress,
} from './queue-connection.ts';
import { carried, type OpenedSource } from './source.ts';

interface QueueRequest {
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
const ATTEMPTS = 3; // times that an item may end its process, or come back without a result
const LOST = 10; // attempts to reach the server again, about 5 s
/** Largest source, bytes: Redis keeps at most 512 MB in one string. */
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
    throw error instanceof FileError ? error : lost(address, reasonText(error as Error));
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
  /** Items that wait for room in the queue, and those that are in it. */
  private backlog: AddressedItem[] = [];
  private readonly queued = new Set<string>();
  /** How often an item came back without a result that can be used. */
  private readonly returned = new Map<string, number>();
  private noted = false;
  private owned = false;
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
    const source = JSON.stringify(carried(this.request.opened));
    if (source.length > LARGEST_SOURCE)
      throw new FileError(
        '--queue',
        `expected problems of at most ${LARGEST_SOURCE / 1e6} MB, found ${Math.ceil(source.length / 1e6)} MB`,
      );
    this.folder.writeToken(this.token);
    const place: QueuedPlace = { folder: this.folder.absolute(), token: this.token };
    await this.redis.set(this.keys.source, source, 'EX', KEPT);
    await this.redis.set(this.keys.place, JSON.stringify(place), 'EX', KEPT);
    for (const job of await this.failedJobs()) await job.remove();
    for (const [, [, id = '', , payload = '']] of await this.redis.xrange(this.keys.results, '-', '+')) {
      const result = this.resultOf(id, payload);
      if (result) this.early.set(id, result);
    }
    this.loops = [this.guarded(this.collect()), this.guarded(this.look())];
  }

  /** Two that collect the same sweep would take each other's results; one that was killed is waited for. */
  private async own(): Promise<void> {
    for (let second = 0; second <= OWNED; second++) {
      if (await this.renew()) return;
      await pause(1000);
    }
    throw await this.otherRun();
  }

  /** The sign that this run collects. @returns false if another one does */
  private async renew(): Promise<boolean> {
    const { owner } = this.keys;
    const own = `process ${process.pid} of ${hostname()} ${this.token}`;
    this.owned =
      (await this.redis.set(owner, own, 'EX', OWNED, 'NX')) !== null || (await this.redis.get(owner)) === own;
    if (this.owned) await this.redis.expire(owner, OWNED);
    return this.owned;
  }

  private async otherRun(): Promise<FileError> {
    const owner = (await this.redis.get(this.keys.owner)) ?? 'one';
    const shown = shortened(owner.replace(/ \S+$/, ''), 80);
    return new FileError(
      shownAddress(this.request.address),
      `expected no other run of this sweep, found ${shown}; wait for its end, or end it`,
    );
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
    const room = (known ? JOBS : this.limit) * size - this.queued.size;
    if (this.closed || room <= 0 || this.backlog.length === 0) return;
    const items = this.backlog.splice(0, room);
    for (const { id } of items) this.queued.add(id);
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
          jobId: `${sweep}-${addressOf(job.map(({ id }) => id))}${this.roundOf(job)}`,
          attempts: ATTEMPTS,
          removeOnComplete: true,
          stackTraceLimit: 0,
        },
      })),
    );
  }

  /** A job that did not give a result may still be in the queue: another try has another name. */
  private roundOf(job: readonly AddressedItem[]): string {
    return job.some(({ id }) => this.returned.has(id)) ? `-${randomUUID()}` : '';
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
        else this.unusable(id, payload);
      }
      await this.fill();
      await new Promise((resolve) => setImmediate(resolve)); // the results are written meanwhile
      if (entries.length > 0) await this.redis.xdel(this.keys.results, ...entries.map(([place]) => place));
    }
  }

  private resultOf(id: string, payload: string): SweepResult | undefined {
    if (payload === LATER) return undefined;
    return payload === IN_FOLDER ? this.folder.result(id) : resultIn(payload, id);
  }

  /** Not in the folder, or no result: of a job of an earlier run in another folder, or of somebody else. It is done again. */
  private unusable(id: string, payload: string): void {
    if (payload !== IN_FOLDER && !this.noted) {
      this.noted = true;
      const shown = shownAddress(this.request.address);
      this.request.note?.(`${shown}: expected results of this sweep, found something else, which is left out`);
    }
    if (!this.queued.has(id)) return;
    const count = (this.returned.get(id) ?? 0) + 1;
    this.returned.set(id, count);
    if (count < ATTEMPTS) {
      this.later(id);
      return;
    }
    const { item } = this.waiting.get(id)!.item;
    const sentence = `its result did not arrive ${count} times; look at the folder's rights, and who else writes to Redis`;
    this.settle(id, crashedResult(id, item, sentence, 'queue'));
  }

  private settle(id: string, result: SweepResult): void {
    const one = this.waiting.get(id);
    if (!one) return; // done twice
    this.size.add(result);
    this.waiting.delete(id);
    this.queued.delete(id);
    one.resolve(result);
  }

  private later(id: string): void {
    const one = this.waiting.get(id);
    if (one && this.queued.delete(id)) this.backlog.push(one.item);
  }

  /** Jobs that ended their process too often; workers, if there are none; the sign that this run is alive. */
  private async look(): Promise<void> {
    let warned = false;
    while (!this.closed) {
      await pause(LOOK, undefined, { signal: this.ending.signal });
      if (!(await this.renew())) throw await this.otherRun();
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
    return jobs.filter((job) => isJobOf(this.request.document.id, job?.data));
  }

  /** A server that is gone ends the sweep; what has been written stays. */
  private async guarded(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (this.closed) return;
      const fault = error instanceof FileError ? error : lost(this.request.address, reasonText(error as Error));
      for (const { reject } of this.waiting.values()) reject(fault);
      this.waiting.clear();
    }
  }

  async close(): Promise<void> {
    const interrupted = this.waiting.size > 0;
    this.ending.abort();
    this.folder.removeToken();
    this.reader.disconnect();
    if (this.redis.status === 'ready' && this.owned) {
      const { source, place, results, owner } = this.keys;
      await this.redis.del(owner, ...(interrupted ? [] : [source, place, results])).catch(() => {});
    }
    await this.queue.close().catch(() => {});
    this.redis.disconnect();
    await Promise.all(this.loops);
  }
}

function isJobOf(sweep: string, data: unknown): boolean {
  try {
    return expectJob(data).sweep === sweep;
  } catch {
    return false; // somebody else's
  }
}
