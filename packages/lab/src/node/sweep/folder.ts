/**
 * The folder of a sweep: sweep.json (the grid and where it comes from) and items/ID.json, one result per item, each written
 * beside its place and renamed. A kill loses the items under way and nothing else.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { VERSION } from '@signorini/engine';
import { found, shortened } from '@signorini/engine/checks';
import type { SweepResult } from '../../sweep/run-item.ts';
import type { SweepPlan } from '../../sweep/sweep.ts';
import { FileError, reasonOf } from '../file-error.ts';
import { addressOf } from './addresses.ts';

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
  /** Of the whole sweep, equal ones joined. */
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
const RESULT = /^([0-9a-f]{20})\.json$/;

/** mkdir -p, each level tried once: Node's own `recursive` never returns if a parent refuses children (/proc). @throws FileError */
export function makeFolders(path: string): void {
  const made = makeFolder(path);
  if (made === undefined) return;
  const absent = made.code === 'ENOENT' && dirname(path) !== path;
  if (absent) makeFolders(dirname(path));
  const failure = absent ? makeFolder(path) : made;
  if (failure) throw new FileError(path, `expected to make this folder, found ${reasonOf(failure)}`);
}

/** The failure, if there is one; a folder that exists is none. */
function makeFolder(path: string): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return error as NodeJS.ErrnoException; // a file is reported by its first use
  }
  return undefined;
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
      makeFolders(join(this.path, ITEMS));
      for (const name of readdirSync(join(this.path, ITEMS)))
        if (name.startsWith('.')) rmSync(join(this.path, ITEMS, name));
      this.writeWhole(SWEEP, `${JSON.stringify(document, null, 1)}\n`);
    } catch (error) {
      throw error instanceof FileError
        ? error
        : new FileError(this.path, `expected to write it, found ${reasonOf(error)}`);
    }
  }

  /** Items that have a result file. */
  ids(): string[] {
    try {
      return readdirSync(join(this.path, ITEMS)).flatMap((name) => RESULT.exec(name)?.[1] ?? []);
    } catch {
      return [];
    }
  }

  /** undefined if there is none, or none that can be used: a power failure may leave an empty file. */
  result(id: string): SweepResult | undefined {
    try {
      const result = JSON.parse(readFileSync(this.resultPath(id), 'utf8')) as SweepResult;
      return result?.id === id && typeof result.outcome === 'string' ? result : undefined;
    } catch {
      return undefined;
    }
  }

  resultPath(id: string): string {
    return join(this.path, ITEMS, `${id}.json`);
  }

  /** @throws FileError */
  write(result: SweepResult): void {
    this.writeWhole(join(ITEMS, `${result.id}.json`), `${JSON.stringify(result, null, 1)}\n`);
  }

  /** For workers of a queue, on a machine that may see the same folder. */
  absolute(): string {
    return resolve(this.path);
  }

  /** A worker that reads the token has the same folder before it, and writes results there. */
  writeToken(token: string): void {
    this.writeWhole(TOKEN, token);
  }

  removeToken(): void {
    rmSync(join(this.path, TOKEN), { force: true });
  }

  token(): string | undefined {
    try {
      return readFileSync(join(this.path, TOKEN), 'utf8');
    } catch {
      return undefined;
    }
  }

  private writeWhole(name: string, text: string): void {
    const path = join(this.path, name);
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
