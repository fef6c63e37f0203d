/**
 * The folder of a sweep: sweep.json (the grid and where it comes from) and items/ID.json, one result per item, each written
 * beside its place and renamed. A kill loses the items under way and nothing else.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { VERSION } from '@signorini/engine';
import { found, shortened } from '@signorini/engine/checks';
import { resultIn } from '../../sweep/check-result.ts';
import type { SweepResult } from '../../sweep/run-item.ts';
import type { SweepPlan } from '../../sweep/sweep.ts';
import { FileError, reasonOf } from '../files/file-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { addressOf, isAddress } from './addresses.ts';

/** The i-th of n parts, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** sweep.json */
export interface SweepDocument extends SweepPlan {
  readonly format: 'signorini-sweep';
  readonly version: 1;
  /** Version of the engine. */
  readonly engine: string;
  /** The hash of all that decides which items there are. */
  readonly id: string;
  /** Items of the whole sweep, equal ones joined. */
  readonly items: number;
  /** null: all items. */
  readonly shard: Shard | null;
}

export function documentOf(plan: SweepPlan, items: number, shard: Shard | null): SweepDocument {
  const { source, axes, settings, random, outside } = plan;
  const rest = { axes, settings, random, ...(outside && { outside }) };
  const { kind, name, digest } = source;
  const id = addressOf({ source: { kind, name, digest }, ...rest });
  return { format: 'signorini-sweep', version: 1, engine: VERSION, id, items, shard, source, ...rest };
}

const SWEEP = 'sweep.json';
const ITEMS = 'items';
const TOKEN = '.queue';

/** @throws FileError about the folder that could not be made */
export function makeSweepFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const { path: failed = path } = error as NodeJS.ErrnoException;
    throw new FileError(failed, `expected to make this folder, found ${reasonOf(error)}`);
  }
}

export class SweepFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** undefined if there is nothing here, or an empty folder. @throws FileError for anything that is no sweep */
  read(): SweepDocument | undefined {
    let names: string[];
    try {
      names = readdirSync(this.path).filter((name) => !name.startsWith('.'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      throw new FileError(
        this.path,
        `expected the folder of a sweep, found ${code === 'ENOTDIR' ? 'a file' : reasonOf(error)}`,
      );
    }
    if (names.length === 0) return undefined;
    if (!names.includes(SWEEP))
      throw new FileError(this.path, `expected the folder of a sweep, found a folder without ${SWEEP}`);
    return this.document();
  }

  /** @throws FileError if there is none */
  expectDocument(): SweepDocument {
    const document = this.read();
    if (!document) throw new FileError(this.path, 'expected the folder of a sweep, found none');
    return document;
  }

  private document(): SweepDocument {
    const path = join(this.path, SWEEP);
    let document: Partial<SweepDocument> | null;
    try {
      document = JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      const reason = error instanceof SyntaxError ? shortened(error.message, 120) : reasonOf(error);
      throw new FileError(path, `expected the JSON document of a sweep, found ${reason}`);
    }
    if (document?.format !== 'signorini-sweep' || document.version !== 1)
      throw new FileError(
        path,
        `expected format "signorini-sweep" version 1, found ${found(document?.format)} ${found(document?.version)}`,
      );
    const { engine, id, items, axes, settings, source } = document;
    const complete = typeof engine === 'string' && typeof id === 'string' && Number.isInteger(items);
    if (!complete || !Array.isArray(axes) || !settings || !source)
      throw new FileError(path, 'expected engine, id, items, axes, settings and source, found some of them missing');
    return document as SweepDocument;
  }

  /** Makes the folder, or leaves one of the same sweep as it is. @throws FileError */
  begin(document: SweepDocument): void {
    try {
      makeSweepFolder(join(this.path, ITEMS));
      for (const name of readdirSync(join(this.path, ITEMS)))
        if (name.startsWith('.')) rmSync(join(this.path, ITEMS, name));
      this.writeWhole(join(this.path, SWEEP), `${JSON.stringify(document, null, 1)}\n`);
    } catch (error) {
      throw error instanceof FileError
        ? error
        : new FileError(this.path, `expected to write it, found ${reasonOf(error)}`);
    }
  }

  /** Items that have a result file. */
  ids(): string[] {
    try {
      return readdirSync(join(this.path, ITEMS)).flatMap((name) => {
        const id = name.replace(/\.json$/, '');
        return isAddress(id) && id !== name ? [id] : [];
      });
    } catch {
      return [];
    }
  }

  /** undefined if there is none, or none that can be used: a power failure may leave an empty file. */
  result(id: string): SweepResult | undefined {
    try {
      return resultIn(readFileSync(this.resultPath(id), 'utf8'), id);
    } catch {
      return undefined;
    }
  }

  /** @throws FileError for an id that is none: it may come from a queue, and `../../x` is a path too */
  resultPath(id: string): string {
    if (!isAddress(id)) throw new FileError(this.path, `expected the address of an item, found ${found(id)}`);
    return join(this.path, ITEMS, `${id}.json`);
  }

  /** @throws FileError */
  write(result: SweepResult): void {
    this.writeWhole(this.resultPath(result.id), `${JSON.stringify(result, null, 1)}\n`);
  }

  /** For workers of a queue, on a machine that may see the same folder. */
  absolute(): string {
    return resolve(this.path);
  }

  /** A worker that reads the token has the same folder before it, and writes results there. */
  writeToken(token: string): void {
    this.writeWhole(join(this.path, TOKEN), token);
  }

  removeToken(): void {
    rmSync(join(this.path, TOKEN), { force: true });
  }

  /** True if this is the folder of the run that wrote the token; never for an empty token. */
  hasToken(token: unknown): boolean {
    if (typeof token !== 'string' || token === '') return false;
    try {
      return readFileSync(join(this.path, TOKEN), 'utf8') === token;
    } catch {
      return false;
    }
  }

  private writeWhole(path: string, text: string): void {
    const part = `${path.replace(/([^/\\]*)$/, '.$1')}.${process.pid}.part`; // workers of a queue may write too
    try {
      writeFileSync(part, text);
      renameSync(part, path);
    } catch (error) {
      rmSync(part, { force: true });
      throw new FileError(path, `expected to write it, found ${reasonOf(error)}`);
    }
  }
}
