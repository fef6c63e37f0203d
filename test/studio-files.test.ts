/** Files in the page: opened, refused, saved; pictures and videos; and `signorini render`, which makes them without a window. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Download } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../packages/cli/test/support/run.ts';
import { type FileKind, makeFiles, NAMES, RECORDED_STEPS } from '../packages/studio/test/files.ts';
import { chromiumPath } from './support/browser.ts';
import { type BuiltStudio, launch, openStudio, StudioPage } from './support/studio.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isBuilt = existsSync(at('packages/cli/dist/studio/index.html')); // the catalogue is taken from what is built
const able = chromiumPath !== undefined && isBuilt;
if (!able) process.stderr.write(`files in the studio's page: skipped, no ${chromiumPath ? 'build' : 'Chromium'}\n`);

const LONG = 600_000; // ms
const folder = mkdtempSync(join(tmpdir(), 'studio-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** First bytes of a video. */
const isMp4 = (bytes: Buffer) => bytes.subarray(4, 8).toString('latin1') === 'ftyp';
const isWebm = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === '1a45dfa3';
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString('latin1') === 'PNG';
const pixelsOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe.skipIf(!able)('files in the page', () => {
  let files: Readonly<Record<FileKind, Uint8Array>>;
  let built: BuiltStudio;
  let browser: Browser;

  beforeAll(async () => {
    [files, built, browser] = await Promise.all([makeFiles(), openStudio(), launch()]);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await built?.close();
  });

  test(
    'a recorded run, a dataset, JSON lines, FCLib; cut, too large; saved again; picture, plot, video, cancelled',
    async () => {
      const studio = await StudioPage.open(browser, `${built.server.address}#play=no`);
      const { page } = studio;
      const open = async (name: string, content: Uint8Array) => {
        await studio.get('void studio.store.set({ notices: [], dialog: null })');
        const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
        await page.getByLabel('Open a scene file or a problem file').setInputFiles(file);
      };
      const told = (part: string) =>
        studio.until(`state.notices.some(({ text }) => text.includes(${JSON.stringify(part)}))`);
      const downloaded = async (act: () => Promise<unknown>): Promise<[string, Buffer]> => {
        const [download] = await Promise.all([page.waitForEvent('download', { timeout: LONG }), act()]);
        return [(download as Download).suggestedFilename(), readFileSync(await (download as Download).path())];
      };
      const dialog = page.getByRole('dialog');
      const press = (name: string | RegExp) => dialog.getByRole('button', { name }).first().click();
      expect(studio.asked.filter((url) => /hdf5|tools|file-worker/.test(url))).toEqual([]); // loaded when used

      await open(NAMES.run, files.run);
      await told(`run: the same bits as recorded, ${RECORDED_STEPS} steps`);
      await studio.until(`main.step === ${RECORDED_STEPS} && state.busy === null`);
      expect(studio.asked.some((url) => /hdf5/.test(url))).toBe(true);

      await open('cut.h5', files.run.slice(0, 5000));
      await told('cut.h5: expected');
      await studio.get("void studio.files.open({ name: 'large.h5', size: 2e9 })");
      await told('large.h5: expected at most 1024 MB, found 2000 MB');
      await open('broken.hdf5', files.fclib.slice().fill(255, 600, 2000));
      await told('broken.hdf5: ');
      expect(await studio.get('main.step')).toBe(RECORDED_STEPS); // the run is still there

      await page.keyboard.press('Control+s');
      const [runName, runBytes] = await downloaded(() => press(/^Recorded run/));
      expect(runName).toBe('brick-wall-auto.h5');
      const [, scene] = await downloaded(() => press('Scene file'));
      expect(JSON.parse(scene.toString())).toMatchObject({ format: 'signorini-scene' });
      const [, csv] = await downloaded(() => press(/^CSV/));
      expect(csv.toString().split('\n')).toHaveLength(RECORDED_STEPS + 2);
      expect(csv.toString()).toMatch(/^step,time \[s\],energyError \[J\]/);
      const [, plot] = await downloaded(() => press(/^PNG$/));
      expect(isPng(plot) && pixelsOf(plot)[0]! > 300).toBe(true);
      await dialog.getByLabel('size', { exact: true }).first().selectOption('640 × 360');
      const [, picture] = await downloaded(() => press('PNG of the view'));
      expect(pixelsOf(picture)).toEqual([640, 360]);
      await dialog.getByLabel('size', { exact: true }).last().selectOption('640 × 360');
      await dialog.getByLabel('to', { exact: true }).fill('8');
      await dialog.getByLabel('to', { exact: true }).blur();
      const [videoName, video] = await downloaded(() => press(/^Video/));
      expect(videoName.endsWith('.mp4') ? isMp4(video) : isWebm(video)).toBe(true);
      await told('Video: 5 frames');
      await dialog.getByLabel('to', { exact: true }).fill(String(RECORDED_STEPS));
      await dialog.getByLabel('to', { exact: true }).blur();
      await press(/^Video/);
      await press('Cancel');
      await told('The video was cancelled');
      await studio.get('void (globalThis.VideoEncoder = undefined)');
      await press(/^Video/);
      await told('This browser has no WebCodecs');

      await open(runName, runBytes);
      await told('brick-wall-auto: the same bits as recorded');
      await open(NAMES.dataset, files.dataset);
      await studio.until("state.dataset?.entries.length === 6 && state.dialog === 'dataset'");
      await dialog.getByRole('button', { name: '4', exact: true }).click();
      await studio.until('state.answers.problem?.rows.length === 84 && state.branches.length === 0');
      await open(NAMES.lines, files.lines);
      await studio.until('state.dataset?.entries.length === 6');
      await open(NAMES.fclib, files.fclib);
      await told('An FCLib file names no bodies');
      await open(NAMES.scene, files.scene);
      await studio.until("state.scene?.title === 'crane' && main.step > 2"); // the next action works
      studio.expectQuiet(built.server.address);
      await studio.close();
    },
    LONG,
  );

  test(
    'render makes pictures and a video of a recorded run, in a Chromium of its own, and says what it cannot',
    async () => {
      const { writeFileSync } = await import('node:fs');
      const record = join(folder, 'run.h5');
      writeFileSync(record, files.run);
      const small = ['--size', '320x180'];
      const video = join(folder, 'out.mp4');
      const made = await run('render', record, '-o', video, '--steps', '0:8', ...small, '--json');
      expect(made.err).toMatch(/the same bits as recorded/);
      expect(made.code).toBe(0);
      const { file, frames, same } = JSON.parse(made.out) as { file: string; frames: number; same: boolean };
      expect([frames, same]).toEqual([5, true]);
      const bytes = readFileSync(file);
      expect(file.endsWith('.mp4') ? isMp4(bytes) : isWebm(bytes)).toBe(true);
      const pictures = join(folder, 'frames');
      const drawn = await run('render', 'brick-wall', '-o', pictures, '--steps', '4', '--set', 'rows=2', ...small);
      expect(drawn).toMatchObject({ code: 0, out: expect.stringContaining('3 pictures') });
      expect(readdirSync(pictures)).toEqual([1, 2, 3].map((k) => `frame-0000${k}.png`));
      expect(pixelsOf(readFileSync(join(pictures, 'frame-00003.png')))).toEqual([320, 180]);
      const before = process.env.CHROMIUM;
      process.env.CHROMIUM = join(folder, 'none');
      const without = await run('render', 'brick-wall', '-o', video);
      if (before === undefined) delete process.env.CHROMIUM;
      else process.env.CHROMIUM = before;
      expect(without).toMatchObject({ code: 2, err: expect.stringContaining('expected the path of a Chromium') });
    },
    LONG,
  );
});

test('render refuses what it cannot make before it starts anything', { timeout: 600_000 }, async () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['brick-wal', '-o', 'x.mp4'], /brick-wall/],
    [['none.h5', '-o', 'x.mp4'], /none\.h5: expected a recorded run, found no such file/],
    [['brick-wall', '-o', 'x.gif'], /--output: expected \.mp4, \.webm, \.png, \.webp or a folder, found "x\.gif"/],
    [['brick-wall', '-o', 'x.mp4', '--size', '3x3'], /--size: expected even numbers from 16 to 4096/],
    [['brick-wall', '-o', 'x.mp4', '--steps', '9:3'], /--steps: expected a number of steps or a:b/],
    [['brick-wall', '-o', 'x.mp4', '--fps', '0'], /--fps: expected an integer >= 1/],
    [['brick-wall', '-o', 'x.mp4', '--speed', 'fast'], /--speed: expected a number/],
    [['brick-wall', '-o', 'x.mp4', '--set', 'bricks=3'], /bricks/],
    [['brick-wall', '-o', `${at('package.json')}/x.mp4`], /x\.mp4: expected/],
  ];
  for (const [argv, sentence] of wrong) {
    const { code, err } = await run('render', ...argv);
    expect(code, argv.join(' ')).toBe(2);
    expect(err).toMatch(sentence);
  }
});

test("the README's moving picture is an animated WebP below 2 MB", () => {
  expect(readFileSync(at('README.md'), 'utf8')).toContain('(docs/images/wall.webp)');
  const bytes = readFileSync(at('docs/images/wall.webp'));
  expect(bytes.length).toBeLessThan(2e6);
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8X');
  let frames = 0;
  for (let chunk = 12; chunk < bytes.length; chunk += 8 + 2 * Math.ceil(bytes.readUInt32LE(chunk + 4) / 2))
    if (bytes.toString('latin1', chunk, chunk + 4) === 'ANMF') frames++;
  expect(frames).toBeGreaterThan(30);
});
