/** A person's hands in the studio: keys after the mouse, a pause, a fork by a dot, a camera that keeps what moves in the frame. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BODY_FLOATS } from '../packages/studio/src/protocol.ts';
import { chromiumPath } from './support/browser.ts';
import { type BuiltStudio, launch, openStudio, StudioPage } from './support/studio.ts';

const able = chromiumPath && existsSync(fileURLToPath(new URL('../packages/lab/dist/index.js', import.meta.url)));
if (!able) process.stderr.write(`hands on the studio: skipped, no ${chromiumPath ? 'build' : 'Chromium'}\n`);
const LONG = { timeout: 600_000 };

/** The worker has answered everything that it was asked, and the last answer was drawn. */
async function answered(studio: StudioPage): Promise<void> {
  await studio.get('void (globalThis.told = null, studio.moments.text().then((text) => { globalThis.told = text; }))');
  await studio.until('globalThis.told !== null');
  await studio.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

/** Degrees between the middle of the view and a body; the view is 40 degrees high, and wider. */
const offMiddle = (studio: StudioPage, body: number): Promise<number> =>
  studio.get<number>(`(() => {
    const { position, target } = studio.moments.camera.read();
    const [x, y, z] = new Float32Array(studio.frame[0].buffer, 4 * ${BODY_FLOATS} * ${body}, 3);
    const unit = (v) => v.map((c) => c / Math.hypot(...v));
    const [p, q] = [target, [x, y, z]].map((at) => unit(at.map((c, k) => c - position[k])));
    return (180 / Math.PI) * Math.acos(Math.min(1, p[0] * q[0] + p[1] * q[1] + p[2] * q[2]));
  })()`);

describe.skipIf(!able)('hands on the studio', () => {
  let built: BuiltStudio;
  let browser: Browser;
  beforeAll(async () => {
    [built, browser] = await Promise.all([openStudio(), launch()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await built?.close();
  });

  test("keys after the mouse are the page's; a control reached with Tab keeps its own", LONG, async () => {
    const studio = await StudioPage.open(browser, `${built.server.address}#play=no`);
    const { page } = studio;
    await studio.playTo(30);
    const playing = async (wanted: boolean) => studio.until(`state.playing === ${wanted}`);
    const count = () => studio.get<number>('state.branches.length');

    await page.getByRole('button', { name: 'Fork' }).click();
    await studio.until('state.branches.length === 2');
    await page.keyboard.press('Space');
    await playing(true);
    await page.keyboard.press('Space');
    await playing(false);
    expect(await count()).toBe(2);
    await page.getByLabel('warm start').click();
    await page.keyboard.press('Space');
    await playing(true);
    await page.keyboard.press('Space');
    await playing(false);
    expect(await page.getByLabel('warm start').isChecked()).toBe(false);
    const solver = page.getByLabel('Solver', { exact: true });
    await solver.dispatchEvent('pointerdown'); // a list that is really opened takes the keys until it is shut
    await solver.focus();
    await page.keyboard.press('Space');
    await playing(true);
    await page.keyboard.press('Space');
    await playing(false);

    // the slider of steps: its own arrows, and the keys of the page
    const slider = page.getByLabel('Step', { exact: true });
    await slider.focus();
    await studio.seek(10);
    await page.keyboard.press('ArrowRight');
    await studio.until('main.step === 11');
    await page.keyboard.press('Shift+ArrowRight');
    await studio.until('main.step === 21');
    await page.keyboard.press('.');
    await studio.until('main.step === 22');
    await page.keyboard.press('Space');
    await playing(true);
    await page.keyboard.press('Space');
    await playing(false);

    // with Tab to a button, Space presses it
    await page.getByRole('button', { name: 'Restart' }).focus();
    while ((await page.evaluate('document.activeElement.textContent')) !== 'Fork') await page.keyboard.press('Tab');
    const before = await count();
    await page.keyboard.press('Space');
    await studio.until(`state.branches.length === ${before + 1}`);
    expect(await studio.get('state.playing')).toBe(false);
    await studio.close();
  });

  test(
    'a pause rests at the step that is shown, a problem is of that step, a dot has its own error',
    LONG,
    async () => {
      const studio = await StudioPage.open(browser, `${built.server.address}#play=no&solver=pgs`);
      const { page } = studio;
      await studio.get('void studio.change({ ...state.setup, warmStart: false })');
      // a slow display: pictures of the page come four times per second
      await page.evaluate('requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), 250)');
      await studio.get('void studio.toggle()');
      await studio.until('main.step > 15');
      const asked = await studio.get<number>('(studio.toggle(), studio.state.shown[0].step)');
      await answered(studio);
      expect(await studio.get('[main.step, studio.frame[0].step, state.playing]')).toEqual([asked, asked, false]);

      await studio.get('void studio.toggle()');
      await studio.until(`main.step > ${asked + 15}`);
      await page.keyboard.press('p');
      await studio.until('state.answers.problem');
      await answered(studio);
      const [problem, view, panels] = await studio.get<number[]>(
        '[state.answers.problem.step, studio.frame[0].step, main.step]',
      );
      expect([view, panels]).toEqual([problem, problem]);
      await page.getByRole('dialog', { name: `Problem of step ${problem}` }).waitFor();
      await page.keyboard.press('Escape');

      const parent = await studio.get<number>('main.energyError');
      await page.keyboard.press('a');
      await studio.until("state.dots?.list.some(({ solver }) => solver === 'bpp')", 120_000);
      await page.getByRole('button', { name: 'bpp', exact: true }).click();
      await studio.until('state.branches.length === 2 && shown.length === 2');
      expect(await studio.get('main.step')).toBe(problem);
      expect(await studio.get<number>('main.energyError')).toBeLessThan(1e-6 * parent);
      await studio.close();
    },
  );

  test.each(['bouncing-ball', 'sliding-to-rolling'])(
    'the camera keeps what moves in the frame, and leaves alone who moved it: %s',
    LONG,
    async (scene) => {
      const studio = await StudioPage.open(browser, `${built.server.address}#scene=${scene}&play=no`);
      const { page } = studio;
      await studio.until(`state.scene?.title === '${scene}'`);
      const ball = await studio.get<number>("state.scene.bodies.findIndex(({ motion }) => motion === 'dynamic')");
      const eye = () => studio.get<string>('JSON.stringify(studio.moments.camera.read())');
      const start = await eye();
      for (const step of [60, 120, 180]) {
        await studio.playTo(step);
        await answered(studio);
        expect(await offMiddle(studio, ball)).toBeLessThan(30);
      }
      expect(await eye()).not.toBe(start);
      await studio.seek(0);
      await answered(studio);
      expect(await offMiddle(studio, ball)).toBeLessThan(30);

      const kept = JSON.stringify(await eye());
      await page.locator('.stage canvas').hover();
      await page.mouse.wheel(0, -100);
      await studio.until(`JSON.stringify(studio.moments.camera.read()) !== ${kept}`);
      const chosen = await eye();
      await studio.seek(180);
      await answered(studio);
      expect(await eye()).toBe(chosen);
      await page.getByRole('button', { name: 'Fit' }).click();
      expect(await offMiddle(studio, ball)).toBeLessThan(1);
      await studio.seek(20);
      await answered(studio);
      expect(await offMiddle(studio, ball)).toBeLessThan(30);
      await studio.close();
    },
  );

  test(
    'a link brings side by side, the open plot and the scale of arrows; a click on nothing clears',
    LONG,
    async () => {
      const studio = await StudioPage.open(browser, `${built.server.address}#play=no&solver=pgs`);
      const { page } = studio;
      await studio.playTo(12);
      await studio.seek(4);
      await studio.get('void studio.fork({ ...state.setup, solver: "auto" })');
      await studio.until('shown.length === 2');
      await page.keyboard.press('b');
      await page.getByRole('tab', { name: 'Energy' }).click();
      await studio.until("state.side && state.tab === 'energy'");
      await answered(studio);
      const told = await studio.get<string>('globalThis.told');
      const longest = await studio.get<number>('studio.moments.camera.longest');
      expect(longest).toBeGreaterThan(0);

      const other = await StudioPage.open(browser, `${built.server.address}#play=no`);
      await other.get(`void studio.moments.open(${JSON.stringify(told)})`);
      await other.until("state.claim && shown.length === 2 && state.side && state.tab === 'energy'");
      await answered(other);
      expect(await other.get('studio.moments.camera.longest')).toBe(longest);
      expect(await other.get('state.claim.same')).toBe(true);

      // two equal states over each other: glass is where they differ, so no colour changes
      await other.get("void studio.open({ ...state.spec }, { ...state.setup, solver: 'pgs' }, false)");
      await other.until('main.step === 0 && shown.length === 1');
      await other.playTo(5);
      await answered(other);
      const alone = await other.page
        .locator('.stage canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
      await other.get('void (studio.store.set({ side: false }), studio.fork())');
      await other.until('shown.length === 2');
      await answered(other);
      const both = await other.page
        .locator('.stage canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
      expect(both === alone).toBe(true);

      await other.get("void studio.store.set({ selection: { kind: 'body', name: state.scene.bodies.at(-1).name } })");
      await other.page.locator('.stage canvas').click({ position: { x: 30, y: 250 } });
      await other.until('state.selection === null');
      await other.close();
      await studio.close();
    },
  );
});
