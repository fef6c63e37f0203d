// The built studio in a headless Chromium, served as the command serves it.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { serveStudio } from '../../packages/cli/dist/studio-server.js';

const PAGE = fileURLToPath(new URL('../../packages/studio/dist/page', import.meta.url));
const SIZE = { width: 1280, height: 720 };
const FLAGS = [
  ...['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--js-flags=--expose-gc', '--enable-precise-memory-info'],
];
/**
 * Marks every picture that the view draws, for the trace. Every call is made, but the rasteriser is off: without a graphics card it
 * is software that takes all cores, and what is measured here is the page and its worker.
 */
const INSIDE = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    if (kind === 'webgl2') context?.enable(context.RASTERIZER_DISCARD);
    return context;
  };
  const { clear } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.clear = function (mask) {
    performance.mark('picture');
    performance.clearMarks();
    return clear.call(this, mask);
  };
}`;
const SCOPE = 'const { studio } = globalThis; const { state } = studio; const main = state.shown[0] ?? { step: -1 };';

/** @param act is given the browser and the address; both end with it */
export async function withStudio(act) {
  const server = await serveStudio(PAGE, undefined);
  const executablePath = process.env.CHROMIUM ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    return await act(browser, server.address);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** A page of the studio; expressions see `studio` (the session), `state` and `main`, the first branch that is shown. */
export class StudioPage {
  constructor(browser, page) {
    this.browser = browser;
    this.page = page;
  }

  static async open(browser, address) {
    const page = await browser.newPage({ viewport: SIZE });
    await page.addInitScript(INSIDE);
    await page.goto(`${address}#play=no`);
    const studio = new StudioPage(browser, page);
    await studio.until('main.step === 0');
    return studio;
  }

  /** Runs a scene. @param setup another solver, and its options */
  async scene(name, parameters, setup = {}) {
    const source = JSON.stringify({ kind: 'catalogue', name, parameters });
    const how = JSON.stringify({ solver: 'auto', options: {}, warmStart: true, ...setup });
    await this.get(`void studio.open({ ...state.spec, source: ${source} }, ${how}, false)`);
    await this.until(`state.scene?.title === '${name}' && main.step === 0`, 120_000);
  }

  get(expression) {
    return this.page.evaluate(`(() => { ${SCOPE} return ${expression}; })()`);
  }

  async until(expression, timeout = 60_000) {
    const end = Date.now() + timeout;
    while (!(await this.get(`globalThis.studio && Boolean(${expression})`).catch(() => false))) {
      if (Date.now() > end) {
        const found = await this.get('JSON.stringify([state.notices, state.shown])');
        throw new Error(`studio: waited ${timeout} ms for ${expression}; notices and branches: ${found}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Plays until a step, and pauses. */
  async playTo(step) {
    await this.get('void (state.playing || studio.toggle())');
    await this.until(`main.step >= ${step}`, 600_000);
    await this.get('void studio.pause()');
    await this.until('!state.playing');
  }

  async close() {
    await this.page.close();
  }
}
