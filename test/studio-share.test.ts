/** Moments that leave the page: a link, a capsule, a run of the command line, a page inside another; and a worker that dies. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from './support/browser.ts';
import { type BuiltStudio, launch, openStudio, StudioPage } from './support/studio.ts';

const bin = fileURLToPath(new URL('../packages/cli/bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../packages/cli/dist/studio/index.html', import.meta.url)));
if (!chromiumPath) process.stderr.write('sharing from the studio: skipped, there is no Chromium\n');
const LONG = { timeout: 600_000 };

describe.skipIf(!chromiumPath)('moments that leave the page', () => {
  let studio: BuiltStudio;
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'signorini-share-'));
  beforeAll(async () => {
    [studio, browser] = await Promise.all([openStudio(), launch()]);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'a link and a capsule of a fork, opened elsewhere and offline, have the same bits and show the same',
    LONG,
    async () => {
      const { address } = studio.server;
      const first = await StudioPage.open(browser, `${address}#scene=brick-wall&solver=pgs`, { acceptDownloads: true });
      await first.playTo(25);
      await first.get('void studio.fork({ solver: "auto", options: {}, warmStart: true })');
      await first.until('state.branches.length === 2');
      await first.playTo(15 + (await first.get<number>('main.step'))); // the run may be far beyond 25 on a busy machine
      await first.get('void studio.worstContact()');
      await first.get('void studio.inspect()');
      await first.until('state.answers.iterate');
      const { hash, step } = await first.get<{ hash: string; step: number }>('main');
      const row = 'JSON.stringify((({ id, ...rest }) => rest)(studio.selectedContact()))';
      const contact = await first.get<string>(row);
      const rounded =
        'JSON.stringify(studio.moments.camera.read(), (_, v) => (typeof v === "number" ? v.toFixed(9) : v))';
      const eye = await first.get<string>(rounded);
      await first.page.keyboard.press('l');
      const link = await first.page.getByLabel('Link').inputValue();
      expect(link.length).toBeLessThan(2000);
      const saved = first.page.waitForEvent('download');
      await first.page.getByRole('button', { name: 'Save a capsule' }).click();
      const capsule = join(folder, 'capsule.html');
      await (await saved).saveAs(capsule);
      expect(readFileSync(capsule).length).toBeLessThan(5e6);
      await first.close();

      for (const [where, offline] of [
        [link, false],
        [pathToFileURL(capsule).href, true],
      ] as const) {
        const fresh = await browser.newContext({ offline, viewport: { width: 1280, height: 720 } }); // a profile of its own
        const other = await StudioPage.load(await fresh.newPage(), where);
        await other.until('state.claim && shown.length > 0');
        expect(await other.get('state.claim')).toMatchObject({ step, hash, same: true });
        await other.until('studio.selectedContact()');
        expect(await other.get(row)).toBe(contact);
        expect(await other.get(rounded)).toBe(eye);
        await other.page.getByText('same bits', { exact: true }).waitFor();
        expect((await other.pixels()).colours).toBeGreaterThan(20);
        other.expectQuiet(new URL(where).origin === 'null' ? 'file:' : address);
        await fresh.close();
      }
    },
  );

  test(
    'a changed link is a sentence and the wall; a script in a moment is text; a dead worker comes back to its step',
    LONG,
    async () => {
      const { address } = studio.server;
      const bad = await StudioPage.open(browser, `${address}#m=1.AAAAgarbage`);
      expect((await bad.notices()).join()).toMatch(/the link is cut off or changed/);
      await bad.until("state.scene?.title === 'brick-wall' && main.step > 5");

      const text = await bad.get<string>('studio.moments.text()');
      const hostile = JSON.parse(text) as { branches: { name: string }[] };
      hostile.branches[0]!.name =
        '</script><script>globalThis.ran = true</script><img src=x onerror="globalThis.ran = true">';
      await bad.get(`void studio.moments.open(${JSON.stringify(JSON.stringify(hostile))})`);
      await bad.until('state.claim && shown.length > 0');
      await bad.page.getByText('</script>').first().waitFor({ state: 'attached' });
      const saved = bad.page.waitForEvent('download');
      await bad.get('void studio.share()');
      await bad.page.getByRole('button', { name: 'Save a capsule' }).click();
      const capsule = join(folder, 'hostile.html');
      await (await saved).saveAs(capsule);
      const opened = await StudioPage.load(await browser.newPage(), pathToFileURL(capsule).href);
      await opened.until('state.claim');
      for (const page of [bad, opened]) expect(await page.get('globalThis.ran')).toBeUndefined();
      await opened.close();
      await bad.page.keyboard.press('Escape');

      await bad.playTo(30);
      const before = await bad.get<{ step: number; hash: string }>('main');
      await bad.get('void studio.port.port.onerror({ message: "killed", preventDefault() {} })');
      const said = 'started again, and the run with it, up to the step that was shown';
      await bad.until(`state.notices.some(({ text }) => text.includes('${said}'))`);
      await bad.until('state.claim && !state.reopening && shown.length > 0');
      expect(await bad.get('main')).toMatchObject({ step: before.step, hash: before.hash });
      await bad.close();
    },
  );

  test('inside another page there are the view, time and the error, and nothing else', LONG, async () => {
    const inside = await StudioPage.open(browser, `${studio.server.address}?embed=1&theme=dark#scene=dominoes`);
    await inside.until('main.step > 5');
    expect(await inside.page.locator('.side:visible, .branches:visible, .tabs:visible').count()).toBe(0);
    expect(await inside.page.getByRole('link', { name: 'Open in the studio' }).getAttribute('href')).toBe(
      '/#scene=dominoes',
    );
    expect(await inside.get('document.documentElement.dataset.theme')).toBe('dark');
    expect((await inside.pixels()).colours).toBeGreaterThan(20);
    await inside.close();
  });

  test.skipIf(!built)('a run of the command line is followed to its last step, with the same bits', LONG, async () => {
    const run = spawn(process.execPath, [bin, 'run', 'brick-wall', '--steps', '300', '--studio', '--json']);
    const heard = { out: '', err: '' };
    run.stdout.on('data', (text) => {
      heard.out += text;
    });
    run.stderr.on('data', (text) => {
      heard.err += text;
    });
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
    try {
      while (!/http\S+/.test(heard.err)) await new Promise((resolve) => setTimeout(resolve, 50));
      const page = await StudioPage.open(browser, /http\S+/.exec(heard.err)![0]);
      await page.until('state.claim?.step === 300');
      expect(await page.get('state.claim')).toMatchObject({ same: true });
      await page.close();
    } finally {
      run.kill('SIGINT');
    }
    expect(await ended).toBe(0);
    expect((JSON.parse(heard.out) as { steps: number }).steps).toBe(300);
  });
});
