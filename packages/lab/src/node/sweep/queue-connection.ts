/** The queue of sweeps on Redis: its address, its names, and connections that fail with a sentence. */
import { setTimeout as pause } from 'node:timers/promises';
import { VERSION } from '@signorini/engine';
import { found, shortened } from '@signorini/engine/checks';
import type { Redis, RedisOptions } from 'ioredis';
import { FileError } from '../files/file-error.ts';
import { needed } from '../optional-packages.ts';
import { addressOf, isAddress } from './addresses.ts';

/** One per version: a worker of another version never sees its jobs. */
export const QUEUE = `jobs-${VERSION}`;
export const PREFIX = 'signorini';
/**
 * Keys of the source that other processes need, the folder of the present run, the results on their way back, and the
 * collector. The source follows from the sweep's address and may be kept; the folder is another one in every run.
 */
export const keysOf = (sweep: string) => ({
  source: `${PREFIX}:sweep:${sweep}:source`,
  place: `${PREFIX}:sweep:${sweep}:place`,
  results: `${PREFIX}:sweep:${sweep}:results`,
  owner: `${PREFIX}:sweep:${sweep}:owner`,
});
/** s; what nobody collects is forgotten after a week. */
export const KEPT = 7 * 24 * 3600;

/** A job: an item, or several short ones. */
export interface QueuedJob {
  readonly sweep: string;
  readonly items: readonly { readonly id: string; readonly item: unknown }[];
}

/** Anybody who reaches the server can put a job in: an address that is none must not become the name of a file. */
export function expectJob(job: unknown): QueuedJob {
  const { sweep, items } = (job ?? {}) as Partial<QueuedJob>;
  const valid =
    isAddress(sweep) &&
    Array.isArray(items) &&
    items.every((one) => isAddress(one?.id) && addressOf(one.item) === one.id);
  if (!valid) throw new Error('expected a job of a sweep of this version, with items under their addresses');
  return job as QueuedJob;
}

/** `place`: where results are written if a worker has that very folder before it. */
export interface QueuedPlace {
  readonly folder: string;
  readonly token: string;
}

/** The payload of an item that its job had no time for. */
export const LATER = 'later';

/** The payload of an item whose result is in the folder; else it is the JSON of the result. */
export const IN_FOLDER = '';

const PATIENCE = 4000; // ms until a server that does not answer counts as absent

/** @throws FileError unless it is redis://host:port or rediss://..., with a user, a password and a number as needed */
export function checkAddress(address: string): void {
  const valid = /^rediss?:\/\/./.test(address) && URL.canParse(address);
  if (!valid)
    throw new FileError('--queue', `expected an address such as redis://localhost:6379, found ${found(address)}`);
}

/** Without user and password. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
}

/** A connection that has answered. @throws FileError within seconds if there is no server */
export async function connect(address: string, options: RedisOptions = {}): Promise<Redis> {
  const { Redis } = await needed('a queue', 'ioredis', () => import('ioredis'));
  let reason = 'no answer';
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    maxRetriesPerRequest: null,
    retryStrategy: () => null,
    ...options,
  });
  redis.on('error', (error: NodeJS.ErrnoException) => {
    reason = reasonText(error);
  });
  const answer = redis.connect().then(() => redis.ping());
  const answered = await Promise.race([
    answer.then(
      () => true,
      (error: Error) => {
        if (reason === 'no answer') reason = reasonText(error);
        return false;
      },
    ),
    pause(PATIENCE, false, { ref: false }),
  ]);
  if (answered) return redis;
  redis.disconnect();
  throw lost(address, reason);
}

/** Before anything is written. @throws FileError if there is no server, MissingPackageError */
export async function expectQueue(address: string): Promise<void> {
  await needed('a queue', 'bullmq', () => import('bullmq'));
  (await connect(address)).disconnect();
}

export function lost(address: string, reason: string): FileError {
  return new FileError(shownAddress(address), `expected a Redis server that answers, found ${reason}`);
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'none: the connection was refused',
  ENOTFOUND: 'no machine of that name',
  EAI_AGAIN: 'no machine of that name',
  ETIMEDOUT: 'no answer',
  ECONNRESET: 'a connection that was closed',
};

/** The first word of what a server answers. */
const REFUSALS: Readonly<Record<string, string>> = {
  NOAUTH: 'one that wants a password; redis://:PASSWORD@HOST:PORT gives it',
  WRONGPASS: 'one that does not take this user and password',
  NOPERM: `a user without the rights that a queue needs; \`ACL SETUSER NAME on >PASSWORD ~${PREFIX}:* +@all -@dangerous +info +client\` gives them`,
  WRONGTYPE: `something else under a key of this program; \`redis-cli --scan --pattern '${PREFIX}:*'\` lists them, DEL removes them`,
  OOM: 'one without memory left; raise its maxmemory',
  MISCONF: 'one that cannot write to its disk',
  READONLY: 'a replica, which takes no items; name the primary server',
};

/** Those that no waiting changes. */
const LASTING = ['NOAUTH', 'WRONGPASS', 'NOPERM', 'WRONGTYPE'];

const wordOf = ({ message }: Error): string => /\b[A-Z]{3,}\b/.exec(message)?.[0] ?? '';

/** Undefined if the server may yet change its mind, or come back. */
export function lastingRefusal(error: Error): string | undefined {
  return LASTING.includes(wordOf(error)) ? REFUSALS[wordOf(error)] : undefined;
}

export function reasonText(error: NodeJS.ErrnoException): string {
  const texts = { ...REFUSALS, ...REASONS };
  const key = [error.code ?? '', wordOf(error)].find((word) => Object.hasOwn(texts, word));
  return key === undefined ? shortened(error.message, 120) : texts[key]!;
}
