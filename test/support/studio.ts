/** The studio's page, built from the sources, in Chromium: for tests that tell a story in it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { expect, inject } from 'vitest';
import { type Opened, type RunningServer, serveStudio } from '../../packages/cli/src/studio-server.ts';
import { chromiumPath } from './browser.ts';

const GL = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

export interface BuiltStudio {
  readonly folder: string;
  readonly server: RunningServer;
  close(): Promise<void>;
}

/** The page that is built once for all tests (built-studio.ts). */
export async function openStudio(opened?: Opened): Promise<BuiltStudio> {
  const folder = inject('studio');
  const server = await serveStudio(folder, { opened });
  return { folder, server, close: () => server.close() };
}

export const launch = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath as string, args: [...GL, ...more] });
/** Without a renderer, neither of the hardware nor in software. */
export const launchWithoutGl = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath as string,
    args: ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'],
  });

/** A page with what it complained about, and every address that it asked for. */
export class StudioPage {
  readonly page: Page;
  readonly complaints: string[] = [];
  readonly asked: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', ({ message }) => void this.complaints.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !/GPU stall|software WebGL/.test(message.text()))
        this.complaints.push(message.text());
    });
    page.on('request', (request) => void this.asked.push(request.url()));
  }

  static async open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<StudioPage> {
    return StudioPage.load(await browser.newPage({ viewport: { width: 1280, height: 720 }, ...options }), address);
  }

  static async load(page: Page, address: string): Promise<StudioPage> {
    const studio = new StudioPage(page);
    await page.goto(address);
    await studio.until('shown.length > 0 || state.answers?.problem');
    return studio;
  }

  /** An expression over `studio` (the session), `state`, `main` (the first branch that is shown) and `shown`. */
  get<T>(expression: string): Promise<T> {
    return this.page.evaluate(`(() => { ${SCOPE} return ${expression}; })()`) as Promise<T>;
  }

  /** Polls from outside: a function that polls inside the page would be refused by its policy. */
  async until(expression: string, timeout = 600_000): Promise<void> {
    const end = Date.now() + timeout;
    while (!(await this.get<boolean>(`Boolean(${expression})`))) {
      if (Date.now() > end) {
        const present = await this.get<string>('JSON.stringify([state.notices, shown])');
        throw new Error(`waited ${timeout} ms for ${expression}; notices and branches: ${present}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  /** Plays until a step, and pauses. */
  async playTo(step: number): Promise<void> {
    await this.get('void (state.playing || studio.toggle())');
    await this.until(`main.step >= ${step}`);
    await this.get('void studio.pause()');
    await this.until('!state.playing && main.hash'); // the step is shown at once, its hash follows
  }

  async seek(step: number): Promise<void> {
    await this.get(`void studio.seek(${step})`);
    await this.until(`main.step === ${step}`);
  }

  notices(): Promise<string[]> {
    return this.get<string[]>('state.notices.map(({ text }) => text)');
  }

  /**
   * Colours in the middle third of the 3-D view, and whether it differs from its corner. A canvas that the view has not taken yet
   * has none: who asks first for its context decides that drawings are not kept, and could never read one.
   */
  async pixels(): Promise<{ readonly colours: number; readonly drawn: number }> {
    return this.page.evaluate(`(() => {
      const gl = document.querySelector('.stage canvas[data-engine]')?.getContext('webgl2');
      if (!gl) return { colours: 0, drawn: 0 };
      const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
      const read = (x, y, width, height) => {
        const bytes = new Uint8Array(4 * width * height);
        gl.readPixels(x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        return new Uint32Array(bytes.buffer);
      };
      const middle = read(Math.floor(w / 3), Math.floor(h / 3), Math.floor(w / 3), Math.floor(h / 3));
      const counts = new Map();
      for (const pixel of middle) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      return { colours: counts.size, drawn: 1 - Math.max(...counts.values()) / middle.length };
    })()`) as Promise<{ colours: number; drawn: number }>;
  }

  /** How much more red than blue there is in a part of the 3-D view, of columns from and to as shares: joules are hot. */
  warmth(from: number, to: number): Promise<number> {
    return this.page.evaluate(`(() => {
      const gl = document.querySelector('.stage canvas').getContext('webgl2');
      const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
      const [left, right] = [Math.ceil(${from} * w), Math.floor(${to} * w)];
      const bytes = new Uint8Array(4 * (right - left) * h);
      gl.readPixels(left, 0, right - left, h, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      let sum = 0;
      for (let k = 0; k < bytes.length; k += 4) sum += bytes[k] - bytes[k + 2];
      return (4 * sum) / bytes.length;
    })()`) as Promise<number>;
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  /** Nothing was printed, and nothing was asked for elsewhere. */
  expectQuiet(origin: string): void {
    expect(this.complaints).toEqual([]);
    expect(this.asked.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([]);
  }
}

const SCOPE =
  'const studio = globalThis.studio; const state = studio?.state ?? { shown: [], notices: [] }; const shown = state.shown; const main = shown[0] ?? { step: -1 };';

export const axeSource = (): string =>
  readFileSync(fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');
