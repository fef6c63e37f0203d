/** examples/three and examples/three-start in Chromium: bodies move, poses are interpolated, a click pushes a body, nothing is printed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from './support/browser.ts';

if (!chromiumPath) process.stderr.write('the three.js example: skipped, no Chromium\n');

test('the code that the guide shows is the code of the example', () => {
  const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
  const blocks = [...read('docs/guide/three.md').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expect(read('examples/three/main.js')).toContain(block.trimEnd());
});

test('docs/start/three.md shows the whole program of its example', () => {
  const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
  const blocks = [...read('docs/start/three.md').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  const [head, ...program] = read('examples/three-start/main.js').split('\n');
  expect(head).toMatch(/^\/\/ .*docs\/start\/three\.md$/);
  expect(blocks.join('\n')).toBe(program.join('\n'));
});

describe.skipIf(!chromiumPath)('the three.js example', () => {
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    server = await createServer({
      configFile: fileURLToPath(new URL('../examples/three/vite.config.mjs', import.meta.url)),
      root: fileURLToPath(new URL('../examples', import.meta.url)),
      server: { port: 0, host: '127.0.0.1', hmr: false },
      logLevel: 'error',
    });
    await server.listen();
    browser = await launchChromium(['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
    page = await browser.newPage({ viewport: { width: 640, height: 400 } });
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${server.resolvedUrls!.local[0]}three/index.html`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('the ball swings, and the caption shows an energy error in joules that is next to nothing', async () => {
    await page.waitForFunction('window.example?.report?.time > 0.3', undefined, { timeout: 600_000 });
    const ball = (await page.evaluate('example.world.body("ball").position')) as number[];
    expect(ball[0]).toBeGreaterThan(-2.3); // m; it starts at -2.48, and swings towards the wall at 0
    const caption = await page.textContent('#error');
    expect(caption).toMatch(/^\d\.\de[+-]\d+ J$/);
    expect(Number.parseFloat(caption!)).toBeLessThan(1e-9);
  });

  test('each mesh lies between the last two poses of its body', async () => {
    const farthest = await page.evaluate(`
      Math.max(...example.meshes.flatMap(({ position }, k) => position.toArray().map((at, axis) => {
        const [one, other] = [example.before[7 * k + axis], example.after[7 * k + axis]];
        return Math.max(Math.min(one, other) - at, at - Math.max(one, other));
      })))`);
    expect(farthest).toBeLessThan(1e-12);
  });

  test('a click on the wall pushes a brick', async () => {
    const gained = await page.evaluate(`
      (() => {
        const speed = () => Math.max(...example.world.bodies.filter(({ name }) => name.startsWith('brick')).map(({ velocity }) => Math.hypot(...velocity)));
        document.querySelector('#again').click();
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
          const before = speed();
          const at = { clientX: innerWidth * 0.54, clientY: innerHeight * 0.64, bubbles: true };
          document.querySelector('canvas').dispatchEvent(new PointerEvent('pointerdown', at));
          done(speed() - before);
        })));
      })()`);
    expect(gained).toBeGreaterThan(1); // m/s
  });

  test('it draws more than its background, and nothing went to the console', async () => {
    const colours = await page.evaluate(`
      (() => {
        const { renderer, scene, camera } = example;
        renderer.render(scene, camera); // a canvas can be read in the task that has drawn it
        const gl = renderer.getContext();
        const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
        const pixels = new Uint8Array(4 * width * height);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        return new Set(new Uint32Array(pixels.buffer)).size;
      })()`);
    expect(colours).toBeGreaterThan(500); // shades of lit bodies; sky and ground alone have about a hundred
    expect(complaints).toEqual([]);
  });

  test('docs/start/three.md: 200 bodies fall and stand, frames lie between steps, a click pushes one', async () => {
    await page.close(); // it would go on drawing beside this one
    const towers = await browser.newPage({ viewport: { width: 640, height: 400 } });
    const said: string[] = [];
    towers.on('pageerror', ({ message }) => void said.push(message));
    towers.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    await towers.goto(`${server.resolvedUrls!.local[0]}three-start/index.html`);
    await towers.waitForFunction('window.example?.report?.time > 0.5', undefined, { timeout: 600_000 });
    const { bodies, contacts, error, outside, pushed } = (await towers.evaluate(`
      (() => {
        const { world, meshes, before, after, report } = example;
        const outside = Math.max(...meshes.flatMap(({ position }, k) => position.toArray().map((at, axis) => {
          const [one, other] = [before[7 * k + axis], after[7 * k + axis]];
          return Math.max(Math.min(one, other) - at, at - Math.max(one, other));
        })));
        const speed = () => Math.max(...world.bodies.map(({ velocity }) => Math.hypot(...velocity)));
        const still = speed();
        const at = { clientX: innerWidth * 0.495, clientY: innerHeight * 0.607, bubbles: true };
        document.querySelector('canvas').dispatchEvent(new PointerEvent('pointerdown', at));
        const error = Math.max(report.energyError.value, report.frictionConsistency.value);
        return { bodies: meshes.length - 1, contacts: world.contacts.length, error, outside, pushed: speed() - still };
      })()`)) as Record<string, number>;
    expect(bodies).toBe(200);
    expect(contacts).toBeGreaterThan(640); // four per pair of boxes, four on the ground: 16 per tower, and the balls
    expect(error).toBeLessThan(1e-12); // J
    expect(outside).toBeLessThan(1e-12); // m
    expect(pushed).toBeGreaterThan(2); // m/s
    expect(said).toEqual([]);
    await towers.close();
  });
});
