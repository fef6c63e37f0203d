/** The report's page as a reader has it: with and without scripts, sorted, emphasised, one problem in every chart. Needs Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { compareSolvers } from '@signorini/lab';
import { renderReport, thisMachine } from '@signorini/lab/node';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from './support/browser.ts';

if (!chromiumPath) process.stderr.write('the report in a page: skipped, no Chromium\n');

const SOLVERS = ['bpp', 'newton-coupled', 'pgs', 'pgs-sm', 'psor', 'nncg', 'cpg', 'apgd'];

describe.skipIf(!chromiumPath)('the report in a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-page-'));
  const file = join(folder, 'report.html');
  let browser: Browser;

  beforeAll(async () => {
    const { recommendation, results } = compareSolvers({
      scene: findScene('brick-wall'),
      parameters: { rows: 3 },
      steps: 20,
      every: 1,
      solvers: SOLVERS.map(findSolver),
      budgetMs: 1000,
      toleranceJ: 1e-6,
      repeat: 1,
      machine: thisMachine(),
      clock: () => performance.now(),
    });
    writeFileSync(file, renderReport({ results, title: 'Which solver', tolerance: 1e-6, recommendation }));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page; whatever it complains about fails the test. */
  async function opened(use: (page: Page) => Promise<void>, options = {}): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', ({ message }) => void complaints.push(message));
    page.on('request', (request) => void (request.url().startsWith('file:') || complaints.push(request.url())));
    await page.goto(pathToFileURL(file).href);
    await use(page);
    expect(complaints).toEqual([]);
    await page.close();
  }
  const names = (page: Page) =>
    page.locator('table.solvers tbody th').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-v')));

  test('sorts by a heading, up and down', async () => {
    await opened(async (page) => {
      const merit = await names(page);
      const head = page.locator('table.solvers thead th').nth(2);
      await head.click();
      const figures = await page
        .locator('table.solvers tbody td:nth-child(3)')
        .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-v'))));
      expect(figures).toEqual(figures.toSorted((p, q) => p - q));
      await head.click();
      expect(await head.getAttribute('aria-sort')).toBe('descending');
      await page.locator('table.solvers thead th').nth(1).click(); // the verdict is the order of merit
      expect(await names(page)).toEqual(merit);
    });
  });

  test('a chip brings a solver into colour in every chart', async () => {
    await opened(async (page) => {
      const solver = await page.locator('.chip:not(.on)').first().getAttribute('data-s');
      const chip = page.locator(`.chip[data-s="${solver}"]`);
      const lit = page.locator(`.m.on[data-s="${solver}"]`);
      expect(await lit.count()).toBe(0);
      await chip.click();
      expect(await lit.count()).toBeGreaterThanOrEqual(6); // its symbol, and its marks in the charts
      await chip.click();
      expect(await lit.count()).toBe(0);
    });
  });

  test('a point names its step, and a click shows that step in every chart', async () => {
    await opened(async (page) => {
      const chart = page.locator('svg[data-chart="time-energy"]');
      await chart.scrollIntoViewIfNeeded();
      const point = await chart.evaluate((svg) => {
        const path = svg.querySelector<SVGPathElement>('path.dots.on')!;
        const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM()!);
        return [x, y] as const;
      });
      await page.mouse.move(...point);
      expect(await page.locator('.tip').textContent()).toMatch(/^[\w-]+, step \d+\n.* ms, energy /);
      await page.mouse.click(...point);
      const panel = page.locator('.panel');
      expect(await panel.locator('b').textContent()).toMatch(/^brick-wall, step \d+$/);
      expect(await panel.locator('tbody tr').count()).toBe(SOLVERS.length);
      for (const name of ['time-energy', 'time-frictionConsistency', 'steps-energy'])
        expect(await page.locator(`svg[data-chart="${name}"] .picked-ring`).count()).toBe(SOLVERS.length);
      expect(await page.locator('svg[data-chart="profile-time"] .picked-tick').count()).toBeGreaterThan(0);
      expect(await page.locator('.picked-flag').count()).toBeGreaterThanOrEqual(SOLVERS.length);
      await page.keyboard.press('Escape');
      expect(await page.locator('.picked-ring').count()).toBe(0);
    });
  });

  test('reads without scripts, and nothing is wider than a phone', async () => {
    await opened(
      async (page) => {
        expect(await page.locator('.lead').textContent()).toMatch(/^[\w-]+: all 20 steps within 1e-6 J/);
        expect(await names(page)).toHaveLength(SOLVERS.length);
        for (const chart of await page.locator('svg.chart').all()) expect(await chart.isVisible()).toBe(true);
        const width = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
        expect(width).toBeLessThanOrEqual(400);
      },
      { viewport: { width: 400, height: 800 }, javaScriptEnabled: false },
    );
  });
});
