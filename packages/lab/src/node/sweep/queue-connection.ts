/** The queue of sweeps on Redis: its address, its names, and connections that fail with a sentence. */
import { setTimeout as pause } from 'node:timers/promises';
import { VERSION } from '@signorini/engine';
import { found, shortened } from '@signorini/engine/checks';
import type { Redis, RedisOptions } from 'ioredis';
import { FileError } from '../file-error.ts';
import { needed } from '../optional-packages.ts';

/** One per version: a worker of another version never sees its jobs. */
export const QUEUE = `jobs-${VERSION}`;
export const PREFIX = 'signorini';
/** What a sweep needs to be run elsewhere, its results on their way back, and who collects them. */
export const keysOf = (sweep: string) => ({
  source: `${PREFIX}:sweep:${sweep}:source`,
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

/** The payload of an item that its job had no time for. */
export const LATER = 'later';

/** A result, whole or as a reference: its file is in the folder that both sides see. */
export interface QueuedResult {
  readonly id: string;
  /** JSON of the result; '' if it is in the folder; LATER if there is none. */
  readonly payload: string;
}

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
    ...{ lazyConnect: true, connectTimeout: PATIENCE, maxRetriesPerRequest: null, retryStrategy: () => null },
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

export function reasonText(error: NodeJS.ErrnoException): string {
  return REASONS[error.code ?? ''] ?? shortened(error.message, 120);
}
