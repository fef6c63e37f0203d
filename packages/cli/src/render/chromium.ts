/** A Chromium of this machine, found and driven through its debugging pipe: no package is needed for it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../io.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
/** Drawn by the processor: the same on every machine, also without a screen. */
const ARGUMENTS = [
  ...['--headless=new', '--remote-debugging-pipe', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--no-first-run', '--no-default-browser-check', '--mute-audio', '--hide-scrollbars', '--disable-extensions'],
  ...['--disable-background-networking', '--disable-sync', '--disable-component-update'],
  ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
];

const GRACE = 5000; // ms in which it ends by itself

/** CHROMIUM, one on the PATH, or the one that Playwright installed. @throws UsageError if there is none */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM;
  if (given !== undefined) {
    if (isProgram(given)) return given;
    throw new UsageError(`CHROMIUM: expected the path of a Chromium, found ${given}`);
  }
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) if (isProgram(join(folder, name))) return join(folder, name);
  const own = await playwrights();
  if (own !== undefined && isProgram(own)) return own;
  throw new UsageError('render: expected Chromium (on the PATH, or its path in CHROMIUM), found none');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function playwrights(): Promise<string | undefined> {
  const name = 'playwright'; // not a literal: the command does not depend on it
  try {
    const { chromium } = (await import(name)) as { readonly chromium: { executablePath(): string } };
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

interface PageReply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One page of a browser without a window. */
export class Browser {
  private readonly child: ChildProcess;
  private readonly profile: string;
  private readonly asked = new Map<number, (answer: PageReply) => void>();
  private next = 1;
  private session: string | undefined;
  private ended = false;

  private constructor(executable: string) {
    this.profile = mkdtempSync(join(tmpdir(), 'signorini-chromium-'));
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // its sandbox refuses root
    this.child = spawn(executable, [...ARGUMENTS, ...root, `--user-data-dir=${this.profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.child.on('error', () => this.fail());
    this.child.on('exit', () => this.fail());
    for (const pipe of [3, 4]) this.child.stdio[pipe]!.on('error', () => this.fail());
    this.listen(this.child.stdio[4] as Readable);
  }

  /** @throws UsageError if it does not start */
  static async start(executable: string): Promise<Browser> {
    const browser = new Browser(executable);
    try {
      const { targetId } = await browser.ask<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
      const attached = { targetId, flatten: true };
      browser.session = (await browser.ask<{ sessionId: string }>('Target.attachToTarget', attached)).sessionId;
      return browser;
    } catch (error) {
      await browser.close();
      throw new UsageError(`${executable}: expected a Chromium that starts, found ${(error as Error).message}`);
    }
  }

  async open(url: string): Promise<void> {
    await this.ask('Page.enable');
    await this.ask('Page.navigate', { url });
  }

  /** The value of an expression, awaited. @throws Error with what the page threw */
  async value<T>(expression: string): Promise<T> {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const answer = await this.ask<{
      readonly result: { readonly value?: T };
      readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
    }>('Runtime.evaluate', asked);
    const { exceptionDetails: thrown } = answer;
    if (thrown) throw new PageError((thrown.exception?.description ?? thrown.text).split('\n')[0]!);
    return answer.result.value as T;
  }

  async close(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined) resolve();
      else this.child.once('exit', () => resolve());
    });
    this.session = undefined;
    void this.ask('Browser.close').catch(() => {});
    const patience = setTimeout(() => this.child.kill('SIGKILL'), GRACE);
    await gone;
    clearTimeout(patience);
    try {
      rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch {} // a child of the browser still writes; it is a temporary folder
  }

  private ask<T>(method: string, params: object = {}): Promise<T> {
    if (this.ended) return Promise.reject(new Error('a browser that ended'));
    const id = this.next++;
    const message = { id, method, params, ...(this.session !== undefined && { sessionId: this.session }) };
    return new Promise((resolve, reject) => {
      this.asked.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result as T)));
      (this.child.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    });
  }

  /** Messages end with a zero. */
  private listen(pipe: Readable): void {
    let parts: string[] = [];
    pipe.setEncoding('utf8');
    pipe.on('data', (piece: string) => {
      const lines = piece.split('\0');
      for (const [k, line] of lines.entries()) {
        parts.push(line);
        if (k === lines.length - 1) break;
        this.take(JSON.parse(parts.join('')) as PageReply);
        parts = [];
      }
    });
  }

  private take(answer: PageReply): void {
    const { id } = answer;
    if (id === undefined) return; // an event
    this.asked.get(id)?.(answer);
    this.asked.delete(id);
  }

  private fail(): void {
    this.ended = true;
    for (const answer of this.asked.values()) answer({ error: { message: 'a browser that ended' } });
    this.asked.clear();
  }
}

/** Thrown in the page. */
export class PageError extends Error {
  constructor(text: string) {
    super(text.replace(/^\w*Error: /, ''));
    this.name = 'PageError';
  }
}
