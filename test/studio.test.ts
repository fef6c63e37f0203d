/** The studio as a person has it: stories in one page each, in Chromium, served as the command serves it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { short } from '@signorini/lab';
import type { AxeResults } from 'axe-core';
import type { Browser, Response } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../packages/cli/test/support/run.ts';
import { chromiumPath, serve } from './support/browser.ts';
import { axeSource, type BuiltStudio, launch, launchWithoutGl, openStudio, StudioPage } from './support/studio.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isBuilt = existsSync(at('packages/lab/dist/index.js')); // the catalogue is taken from what is built
const able = chromiumPath !== undefined && isBuilt;
if (!able) process.stderr.write(`the studio in a page: skipped, no ${chromiumPath ? 'build' : 'Chromium'}\n`);

const FIRST_LOAD = 400e3; // bytes, gzip
const LONG = 600_000; // ms

describe.skipIf(!able)('the studio in a page', () => {
  let built: BuiltStudio;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    built = await openStudio();
    address = built.server.address;
    browser = await launch(['--js-flags=--expose-gc', '--enable-precise-memory-info']);
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await built?.close();
  });

  test('the first load is below 400 kB of gzip, and runs at once', async () => {
    const page = await browser.newPage();
    const bodies: Promise<number>[] = [];
    const hear = (response: Response) => void bodies.push(response.body().then((body) => gzipSync(body).length));
    page.on('response', hear);
    const studio = await StudioPage.load(page, address);
    await studio.until('main.step > 5');
    page.off('response', hear); // what comes later is no part of the first load, and the page may be closed by then
    const sum = (await Promise.all(bodies)).reduce((p, q) => p + q, 0);
    expect(sum).toBeGreaterThan(300e3);
    expect(sum).toBeLessThan(FIRST_LOAD);
    await page.close();
  }, 600_000);

  test(
    'every scene of the catalogue loads and takes steps',
    async () => {
      const studio = await StudioPage.open(browser, `${address}#play=no`);
      const names = await studio.get<string[]>('state.catalogue.scenes.map(({ name }) => name)');
      expect(names.length).toBeGreaterThan(20);
      for (const name of names) {
        const source = `{ kind: 'catalogue', name: '${name}', parameters: {} }`;
        await studio.get(`void studio.open({ ...state.spec, source: ${source} }, undefined, false)`);
        await studio.until(`state.scene?.title === '${name}' && main.step === 0`);
        for (const step of [1, 2]) {
          await studio.get('void studio.step()');
          await studio.until(`main.step === ${step}`);
        }
        expect(await studio.get<number>('main.energyError'), name).toBeGreaterThanOrEqual(0);
        expect(await studio.notices(), name).toEqual([]);
      }
      studio.expectQuiet(address);
      await studio.close();
    },
    LONG,
  );

  test(
    'five minutes: error rises, back, fork, worst contact, iterations, all solvers',
    async () => {
      const studio = await StudioPage.open(browser, address);
      const { page } = studio;
      await studio.until('main.step > 20 && state.playing'); // it runs without being asked
      await page.getByLabel('Solver', { exact: true }).selectOption('pgs');
      await page.getByLabel('warm start').uncheck();
      await studio.until('state.branches[0].events.length === 3 || main.step > 60');
      const changed = await studio.get<number>('state.branches[0].events.at(-1).step'); // on a busy machine it is late
      const from = changed + 10;
      await studio.until(`main.step > ${changed + 60}`, 600_000);
      await page.getByRole('button', { name: 'Pause' }).click();
      await studio.until('!state.playing');
      const [before, after] = await studio.get<[number, number]>(
        "[studio.figures.at(main.branch, 'energyError', 15), main.energyError]",
      );
      expect(before).toBeLessThan(1e-15);
      expect(after).toBeGreaterThan(1e12 * before);
      expect(await page.locator('.big').textContent()).toBe(short(after));

      await page.getByLabel('Step or time').fill(String(from));
      await page.getByLabel('Step or time').press('Enter');
      await studio.until(`main.step === ${from} && !state.playing`);
      await page.getByRole('button', { name: 'Fork' }).click();
      await studio.until('state.branches.length === 2 && shown.length === 2');
      await page.getByLabel('warm start').check();
      await page.getByLabel('Solver', { exact: true }).selectOption('auto');
      await studio.until("state.branches[1].setup.solver === 'auto'");
      await studio.playTo(from + 50);
      const [exact, rough] = await studio.get<[number, number]>(
        `[1, 0].map((id) => studio.figures.at(id, 'energyError', ${from + 48}))`,
      );
      expect(exact).toBeLessThan(1e-15);
      expect(rough).toBeGreaterThan(1e-12);
      await page.getByRole('tab', { name: 'Distance' }).click();
      expect(await studio.get<number>(`studio.figures.distance(0, 1, ${from + 1})`)).toBeLessThan(
        await studio.get<number>(`studio.figures.distance(0, 1, ${from + 48})`),
      );
      expect(await page.getByRole('slider', { name: /Largest distance/ }).count()).toBe(1);

      await page
        .getByRole('navigation', { name: 'Branches' })
        .getByRole('button', { name: 'auto, then pgs', exact: true })
        .click();
      await studio.until('main.branch === 0');
      await page.keyboard.press('w');
      await page.getByRole('button', { name: /Its rows, bounds and path/ }).click();
      await studio.until('state.answers.iterate');
      const inspector = page.getByRole('complementary', { name: 'Inspector' });
      for (const text of ['row', 'bounds of x', 'impulse above its bound', 'goes on into the constraint'])
        await inspector.getByText(text, { exact: true }).waitFor();
      expect(await studio.get('state.answers.inspection.energy.at(-1) === main.energyError')).toBe(true);

      await page.getByLabel('ghost ×').selectOption('1000');
      const still = await page.locator('.stage canvas').screenshot();
      await page.getByLabel('Iterate', { exact: true }).fill('2');
      await studio.until('state.iterate === 2');
      await page.waitForTimeout(500);
      expect((await page.locator('.stage canvas').screenshot()).equals(still)).toBe(false);

      await page.getByRole('button', { name: 'All solvers' }).click();
      await studio.until('state.dots?.done >= 8', 600_000);
      await page.locator('.dot path').last().click(); // none lies over the last
      await studio.until('state.branches.length === 3 && state.dialog === null && !state.dots.running');
      // the fork shows the step as its own solver takes it, not as its parent did
      await studio.until('main.branch === state.branches.at(-1).id && main.step === state.dots.step');
      const own = 'state.dots.list.find(({ solver }) => solver === state.branches.at(-1).setup.solver)';
      await studio.until(`main.energyError === ${own}.energyError`);
      studio.expectQuiet(address);
      await studio.close();
    },
    LONG,
  );

  test(
    'rules: seeking, selection, typing, follow or stay, names, lost context, pixels, memory',
    async () => {
      const studio = await StudioPage.open(browser, `${address}#play=no`);
      const { page } = studio;
      await studio.playTo(60);

      // seeking changes neither play nor pause
      await studio.seek(10);
      expect(await studio.get('state.playing')).toBe(false);
      await studio.get('void studio.toggle()');
      await studio.until('state.playing');
      await studio.get('void studio.seek(5)');
      await studio.until('main.step > 30 && state.playing');
      await studio.playTo(60);

      // a selection survives scrubbing, a fork and another solver
      await page.keyboard.press('w');
      const id = await studio.get<number>('state.selection.id');
      await studio.seek(40);
      await page.keyboard.press('f');
      await studio.until('state.branches.length === 2');
      await studio.get("void studio.change({ ...state.setup, solver: 'psor' })");
      await studio.playTo(45);
      expect(await studio.get('state.selection')).toEqual({ kind: 'contact', id });
      expect(await studio.get('studio.selectedContact()?.id')).toBe(id);
      await studio.seek(0);
      await page.getByText('It is not present at this step.').waitFor();

      // keys are off while a person types
      await page.getByLabel('Step or time').focus();
      await page.keyboard.press('f');
      await page.keyboard.press('w');
      expect(await studio.get('state.branches.length')).toBe(2);
      await page.getByLabel('Step or time').press('Escape');
      await page.getByRole('button', { name: 'Fit' }).focus();

      // a branch that others start from stays, and says so; a name is changed with F2
      await page.getByRole('button', { name: 'Remove auto', exact: true }).click();
      await studio.until("state.notices.some(({ text }) => text.includes('starts from this branch'))");
      const name = page
        .getByRole('navigation', { name: 'Branches' })
        .getByRole('button', { name: 'auto', exact: true });
      await name.focus();
      await page.keyboard.press('F2');
      await page.getByLabel('Name of auto').waitFor();
      await page.keyboard.type('first try');
      await page.keyboard.press('Enter');
      await studio.until("state.branches[0].name === 'first try'");

      // plots stay where they are if asked to
      await studio.seek(45);
      await page.getByLabel('follow').uncheck();
      const plot = page.getByRole('slider', { name: /Energy error of every step/ });
      const range = await plot.getAttribute('data-range');
      await studio.get('void studio.choose(0)');
      await studio.until('main.branch === 0');
      await studio.playTo((await studio.get<number>('Math.max(...state.branches.map(({ head }) => head))')) + 40);
      await page.waitForTimeout(300);
      expect(await plot.getAttribute('data-range')).toBe(range);
      await page.getByLabel('follow').check();
      await page.waitForTimeout(300);
      expect(await plot.getAttribute('data-range')).not.toBe(range);

      // a lost context restores itself, and something is drawn
      const good = await studio.pixels();
      expect(good.colours).toBeGreaterThan(100);
      expect(good.drawn).toBeGreaterThan(0.2);
      const lose =
        "document.querySelector('.stage canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()";
      await page.evaluate(lose);
      await studio.until("state.notices.some(({ text }) => text.includes('context was lost'))");
      await expect.poll(async () => (await studio.pixels()).colours, { timeout: 600_000 }).toBeGreaterThan(100);
      expect((await studio.pixels()).drawn).toBeGreaterThan(0.2);

      // memory is bounded
      const heap = () => page.evaluate('(gc(), performance.memory.usedJSHeapSize)') as Promise<number>;
      await seekOften(studio, 40);
      const start = await heap();
      await seekOften(studio, 200);
      expect((await heap()) - start).toBeLessThan(8e6); // bytes
      const { bytes, budget } = await studio.get<{ bytes: number; budget: number }>('state.memory');
      expect(bytes).toBeLessThanOrEqual(budget);
      await studio.close();
    },
    LONG,
  );

  test(
    'two branches: side by side, the noise floor, arrows of iterates and of other solvers, names, marks, layout',
    async () => {
      const studio = await StudioPage.open(browser, `${address}#play=no&solver=pgs`);
      const { page } = studio;
      await studio.get('void studio.changes.scene({ source: { ...state.spec.source, parameters: { rows: 5 } } })');
      await studio.until('main.step === 0 || main.step > 0');
      await studio.get('void studio.change({ ...state.setup, warmStart: false })');
      await studio.playTo(40);
      await studio.seek(20);
      await studio.get("void studio.fork({ solver: 'auto', options: {}, warmStart: true })");
      await studio.until('state.branches.length === 2 && shown.length === 2');
      await studio.playTo(50);

      // glass over each other, then two pictures with one camera; hot on the right, cool on the left
      await page.keyboard.press('b');
      const hotter = async () => (await studio.warmth(0.5, 1)) - (await studio.warmth(0, 0.5));
      await expect.poll(hotter, { timeout: 600_000 }).toBeGreaterThan(8);
      const tags = page.locator('.together .cell');
      expect(await tags.count()).toBe(2);
      expect(await tags.nth(1).textContent()).toContain(
        `pgs${short(await studio.get<number>('shown[1].energyError'))} J`,
      );

      // the floor of the noise: far below what the solver does
      await page.getByRole('tab', { name: 'Distance' }).click();
      await studio.until('studio.figures.noise(main.branch, main.step) > 0');
      const [floor, apart] = await studio.get<[number, number]>(
        '[studio.figures.noise(main.branch, main.step), studio.figures.distance(main.branch, shown[1].branch, main.step)]',
      );
      expect(floor).toBeLessThan(1e-9);
      expect(apart).toBeGreaterThan(1e3 * floor);
      await page.getByText('noise floor: auto moved by one ulp').waitFor();
      await page.keyboard.press('b');

      // arrows, joules and colours are those of the iterate; the step comes back with the last one
      await studio.get('void studio.show([shown[1].branch])');
      await studio.until("shown.length === 1 && state.setup.solver === 'pgs'");
      await page.keyboard.press('w');
      await page.keyboard.press('i');
      await studio.until('state.answers.iterate');
      const joules = 'studio.contacts().reduce((sum, one) => sum + one.joules, 0)';
      const solved = await studio.get<number>(joules);
      await page.getByLabel('Iterate', { exact: true }).fill('2');
      await studio.until('state.iterate === 2 && studio.frame[0].drawn > 0');
      await studio.until(`Math.abs(${joules} / state.answers.inspection.energy[2] - 1) < 1e-4`);
      await page.getByLabel('Order of the rows').selectOption('height');
      await page.getByLabel('Measure of the grey lines').selectOption('natural');
      expect(await page.locator('.plane path.level').count()).toBeGreaterThan(2);
      await page.getByLabel('Iterate', { exact: true }).press('End');
      await studio.until(`${joules} === ${solved}`);

      // a dot shows what its solver would have done, beside the view, and leaves no trace
      await page.getByRole('button', { name: 'All solvers' }).click();
      await studio.until("state.dots?.list.some(({ solver }) => solver === 'bpp')", 600_000);
      await page.getByRole('row', { name: /^bpp / }).hover();
      await studio.until(`${joules} < 1e-6 * ${solved}`);
      await page.keyboard.press('Escape');
      await studio.until(`state.dialog === null && ${joules} === ${solved}`);

      // marks are drawn, a name stands under the pointer, a camera follows its key
      await page.getByLabel('contact normals').check();
      await page.getByLabel('centres of mass').check();
      await studio.until('studio.marks?.step === main.step');
      const area = (await page.locator('.stage canvas').boundingBox())!;
      await page.keyboard.press('1');
      await page.waitForTimeout(300);
      await page.mouse.move(area.x + 0.5 * area.width, area.y + 0.5 * area.height);
      await page.locator('.hover:not([hidden])').waitFor();
      expect(await page.locator('.hover').textContent()).toMatch(/brick-|ground/);

      // the camera by hand: a drag turns, the right button moves, the wheel brings it nearer
      const middle = [area.x + 0.5 * area.width, area.y + 0.7 * area.height] as const;
      const picture = () => page.locator('.stage canvas').screenshot();
      const drag = async (button: 'left' | 'right') => {
        await page.mouse.move(...middle);
        await page.mouse.down({ button });
        await page.mouse.move(middle[0] + 60, middle[1] - 40, { steps: 3 });
        await page.mouse.up({ button });
      };
      for (const act of [() => drag('left'), () => drag('right'), () => page.mouse.wheel(0, -200)]) {
        const before = await picture();
        await act();
        await expect.poll(async () => (await picture()).equals(before), { timeout: 600_000 }).toBe(false);
      }

      // panels are dragged, by pointer and by key, closed, and stay so; an undone change is an event
      const side = page.getByRole('separator', { name: /scene and solver/ });
      const from = (await side.boundingBox())!;
      await page.mouse.move(from.x + 2, from.y + 100);
      await page.mouse.down();
      await page.mouse.move(from.x + 62, from.y + 100, { steps: 3 });
      await page.mouse.up();
      expect(await studio.get('state.sizes.left')).toBe(312);
      expect((await page.getByRole('complementary', { name: 'Scene and solver' }).boundingBox())!.width).toBe(312);
      await page.getByRole('separator', { name: /plots/ }).focus();
      await page.keyboard.press('ArrowUp');
      await page.getByRole('button', { name: 'Inspector', exact: true }).first().click();
      await studio.get("void studio.change({ ...state.setup, solver: 'psor' })");
      await page.getByRole('button', { name: 'Fit' }).focus();
      await page.keyboard.press('Control+z');
      await page.getByRole('tab', { name: 'Events' }).click();
      await page.getByText(/undone, solved by pgs, cold/).waitFor();
      studio.expectQuiet(address);
      await page.reload();
      await studio.until('shown.length > 0');
      expect(await studio.get('[state.sizes, state.right]')).toEqual([{ left: 312, right: 288, strip: 244 }, false]);
      await studio.close();
    },
    LONG,
  );

  test(
    'numbers on screen are those of the command, to the last digit shown',
    async () => {
      const { out } = await run('run', 'brick-wall', '--steps', '60', '--solver', 'pgs', '--json');
      const { energyError, frictionConsistency, hash } = JSON.parse(out);
      const studio = await StudioPage.open(browser, `${address}#play=no&solver=pgs`);
      await studio.playTo(60);
      await studio.seek(60);
      expect(await studio.get('main.hash')).toBe(hash);
      for (const [figure, locator] of [
        [energyError, '.big'],
        [frictionConsistency, 'dt:text-is("friction consistency") + dd'],
      ] as const) {
        await studio.seek(figure.worstStep);
        await studio.page.getByRole('heading', { name: `Step ${figure.worstStep}`, exact: true }).waitFor();
        const text = await studio.page.locator(locator).first().textContent();
        expect(text!.replace(' J', '')).toBe(short(figure.worst));
      }
      // a stop condition planted at that step stops there, and is found from the end
      const limit = energyError.worst * (1 - 1e-12);
      await studio.get(`void studio.setStops([{ kind: 'energyError', above: ${limit} }])`);
      await studio.seek(60);
      await studio.page.keyboard.press('[');
      await studio.until(`main.step === ${energyError.worstStep}`);
      await studio.get('void studio.restart()');
      await studio.until('main.step === 0');
      await studio.get('void studio.toggle()');
      await studio.until(`main.step === ${energyError.worstStep} && !state.playing`);
      studio.expectQuiet(address);
      await studio.close();
    },
    LONG,
  );

  test(
    'files: a scene, a problem, a cut one, none; a scene that diverges; a worker that dies',
    async () => {
      const studio = await StudioPage.open(browser, `${address}#play=no`);
      const { page } = studio;
      const open = page.getByLabel('Open a scene file or a problem file');
      const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
      const tower = readFileSync(at('examples/tower.scene.json'), 'utf8');
      const told = (part: string) =>
        studio.until(`state.notices.some(({ text }) => text.includes(${JSON.stringify(part)}))`);

      await open.setInputFiles(file('cut.scene.json', tower.slice(0, 300)));
      await told(
        'cut.scene.json: expected a scene, a problem, a dataset, a recorded run or an FCLib file, found no JSON',
      );
      await open.setInputFiles(file('other.json', '{"format":"gltf"}'));
      await told('found "gltf"');
      await open.setInputFiles(file('wrong.scene.json', tower.replace('"radius": 0.15', '"radius": -1')));
      await told('radius');
      expect(await studio.get('[state.scene.title, state.spec.source.name]')).toEqual(['brick-wall', 'brick-wall']);
      await open.setInputFiles(file('tower.scene.json', tower));
      await studio.until("state.scene?.title === 'tower' && main.step > 5");
      await open.setInputFiles(at('examples/pressed-block.json'));
      await page.getByRole('dialog', { name: 'Problem' }).waitFor();
      await studio.until('state.answers.iterate && state.branches.length === 0');
      await page.keyboard.press('Escape');

      const fast = {
        name: 'ball',
        shape: { kind: 'sphere', radius: 0.5 },
        mass: 1,
        position: [0, 0, 3],
        velocity: [1e305, 0, 0],
      };
      await open.setInputFiles(
        file(
          'fast.scene.json',
          JSON.stringify({ format: 'signorini-scene', version: 1, settings: {}, bodies: [fast] }),
        ),
      );
      await told('expected a finite outcome');
      await studio.until('!state.playing'); // the sentence comes before the frame

      await open.setInputFiles(file('tower.scene.json', tower));
      await studio.until("state.scene?.title === 'tower' && main.step > 5");
      await studio.get('void studio.port.port.terminate()');
      await told('It was started again');
      await studio.until('state.claim?.same === true && shown.length > 0');
      const reached = await studio.get<number>('main.step');
      expect(reached).toBeGreaterThan(5);
      await studio.get('void studio.step()');
      await studio.until(`main.step === ${reached + 1}`);
      await studio.close();
    },
    LONG,
  );

  test(
    'with the keyboard alone: load, run, stop, the worst contact, fork, save',
    async () => {
      const studio = await StudioPage.open(browser, `${address}#play=no`);
      const { page } = studio;
      const tabTo = async (label: string) => {
        for (let k = 0; k < 60; k++) {
          await page.keyboard.press('Tab');
          const name = await page.evaluate(
            "(document.activeElement?.getAttribute('aria-label') || document.activeElement?.labels?.[0]?.textContent || document.activeElement?.textContent || '').trim()",
          );
          if ((name as string).startsWith(label)) return;
        }
        throw new Error(`no way to ${label} by Tab`);
      };
      await tabTo('Scene');
      await page.keyboard.type('mass');
      await page.keyboard.press('Enter');
      await studio.until("state.scene?.title === 'mass-ratio-stack'");
      await tabTo('Pause');
      await page.keyboard.press('Enter');
      await studio.until('!state.playing && main.step > 0');
      await page.keyboard.press('Enter');
      await studio.until('state.playing');
      await studio.until('main.step > 30');
      await page.keyboard.press('Enter');
      await studio.until('!state.playing');
      await page.keyboard.press('w');
      await studio.until("state.selection?.kind === 'contact'");
      await page.keyboard.press('f');
      await studio.until('state.branches.length === 2');
      await page.keyboard.press('p');
      await page.getByRole('button', { name: /Save as a problem file/ }).waitFor();
      const saved = page.waitForEvent('download');
      await tabTo('Save as');
      await page.keyboard.press('Enter');
      expect((await saved).suggestedFilename()).toMatch(/^step-\d+\.json$/);
      await page.keyboard.press('Escape');
      await studio.until('state.dialog === null');
      studio.expectQuiet(address);
      await studio.close();
    },
    LONG,
  );

  test.each(['light', 'dark'] as const)(
    'an axe run finds nothing serious, %s',
    async (colorScheme) => {
      const studio = await StudioPage.open(browser, `${address}#play=no&solver=pgs`, { colorScheme });
      const { page } = studio;
      await studio.playTo(30);
      await page.evaluate(axeSource());
      const serious = async () => {
        const { violations } = (await page.evaluate(
          "axe.run(document, { resultTypes: ['violations'] })",
        )) as AxeResults;
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))].join('\n'));
      };
      expect(await serious()).toEqual([]);
      await page.keyboard.press('w');
      await page.keyboard.press('i');
      await studio.until('state.answers.iterate');
      await page.waitForTimeout(300);
      expect(await serious()).toEqual([]);
      for (const [key, name] of [
        ['p', /Problem of step/],
        ['s', /Pause when/],
        ['?', /Keys/],
      ] as const) {
        await page.keyboard.press(key);
        await page.getByRole('dialog', { name }).waitFor();
        expect(await serious()).toEqual([]);
        await page.keyboard.press('Escape');
        await studio.until('state.dialog === null');
      }
      await studio.close();
    },
    LONG,
  );

  test(
    'a tolerance is dragged and says what it costs; why a contact is wrong, and the fork that cures it',
    async () => {
      const studio = await StudioPage.open(browser, `${address}#play=no`);
      const { page } = studio;
      const source = "{ kind: 'catalogue', name: 'brick-wall', parameters: { rows: 6 } }";
      const cold = "{ solver: 'pgs', options: {}, warmStart: false }";
      await studio.get(`void studio.open({ ...state.spec, source: ${source} }, ${cold}, false)`);
      await studio.until('main.step === 0 && state.scene.bodies.length < 20');
      await studio.get("void studio.send({ type: 'play', speed: 1, until: 30 })");
      await studio.until('main.step === 30 && !state.playing');

      // by keys: 1, 2, 5 and decades; one sentence, once recorded and run again
      const line = page.getByRole('slider', { name: 'Tolerance of the energy error' });
      expect(await line.getAttribute('aria-valuetext')).toBe('1e-6 J');
      await line.focus();
      for (const [key, text] of [
        ['ArrowUp', '2e-6 J'],
        ['ArrowDown', '1e-6 J'],
        ['PageDown', '1e-7 J'],
      ] as const) {
        await page.keyboard.press(key);
        await studio.until(`document.querySelector('.tolerance').getAttribute('aria-valuetext') === '${text}'`);
      }
      expect(await studio.get('main.step')).toBe(30);
      await studio.until('state.answers.tried?.ended && state.answers.tried.tolerance === 1e-7');
      const above = 'studio.figures.of(main.branch).columns.energyError.filter((value) => value > 1e-7)';
      const missed = await studio.get<number>(`${above}.length`);
      const answer = page.locator('#tolerance-answer');
      await answer.getByText(/run again/).waitFor();
      expect(await answer.textContent()).toMatch(
        new RegExp(
          `^pgs to 1e-7 J, run again: \\d+ iterations? per step in the median \\(at most \\d+\\), \\S+ ms; (none|\\d+) of \\d+ sampled steps miss(es)? it\\. As run, ${missed} of 30 steps miss it\\.$`,
        ),
      );

      // by mouse: it moves the line and not the step
      const box = (await line.boundingBox())!;
      await page.mouse.move(box.x + 300, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 320, box.y + box.height / 2 - 15, { steps: 3 });
      await studio.until('state.tolerance > 1e-7');
      await page.mouse.up();
      expect(await studio.get('main.step')).toBe(30);

      // why, and what cures it
      await page.keyboard.press('w');
      await page.keyboard.press('y');
      const why = page.getByRole('region', { name: 'Why' });
      await why.getByText(/The doctor finds nothing to warn of/).waitFor();
      await why.getByText(/^Load path: .* → ground/).waitFor();
      expect(await studio.get('state.answers.why.contact')).toBe(await studio.get('state.selection.id'));
      await page.evaluate(axeSource());
      const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
      expect(
        violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
      ).toEqual([]);
      const fork = why.getByRole('button', { name: /^Fork with/ });
      await fork.waitFor({ timeout: 600_000 });
      await fork.focus();
      await page.keyboard.press('Enter');
      await studio.until('state.branches.length === 2 && state.branches[1].head >= 59 && !state.playing', 600_000);
      expect(await studio.get('state.branches[1].start')).toBe(29);
      await why
        .getByText(/^Over 30 steps of both branches, from step 30 on: the worst error .* fell from .* J to .* J\.$/)
        .waitFor();
      await why.getByRole('button', { name: 'Close why' }).click();
      expect(await why.count()).toBe(0);

      // a direct solver has nothing to stop by
      await studio.get("void studio.change({ ...state.setup, solver: 'bpp', options: {} })");
      await studio.playTo((await studio.get<number>('main.step')) + 2);
      await answer.getByText(/^bpp solves directly: no error per iteration/).waitFor();
      studio.expectQuiet(address);
      await studio.close();

      // by touch, on a phone
      const phone = await StudioPage.open(browser, `${address}#play=no`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await phone.playTo(3);
      const tag = (await phone.page.locator('.tolerance > span').boundingBox())!;
      const touch = await phone.page.context().newCDPSession(phone.page);
      const at = (dy: number) => [{ x: tag.x + 20, y: tag.y + 8 + dy }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const dy of [6, 12, 18])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dy) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await phone.until('state.tolerance < 1e-7');
      await phone.close();
    },
    LONG,
  );

  test(
    'without WebAssembly it has the same bits, without WebGL everything but the view',
    async () => {
      const { out } = await run('run', 'brick-wall', '--steps', '10', '--json');
      const policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'";
      const types = { css: 'text/css', svg: 'image/svg+xml', json: 'application/json' } as const;
      const site = await serve(
        (path) => {
          const name = path.split(/[?#]/)[0] === '/' ? '/index.html' : path;
          return existsSync(built.folder + name) ? readFileSync(built.folder + name) : undefined;
        },
        (path) => {
          const type = types[path.split('.').at(-1) as keyof typeof types];
          return { 'content-security-policy': policy, ...(type && { 'content-type': type }) };
        },
      );
      const studio = await StudioPage.open(browser, `${site.origin}/#play=no`);
      await studio.playTo(10);
      await studio.seek(10);
      expect(await studio.get('main.hash')).toBe(JSON.parse(out).hash);
      await studio.close();
      site.server.close();

      const blind = await launchWithoutGl();
      const dark = await StudioPage.open(blind, `${address}#play=no`);
      await dark.page.getByText(/There is no 3-D view/).waitFor();
      await dark.playTo(5);
      expect(await dark.get('main.energyError')).toBeLessThan(1e-9);
      await blind.close();
    },
    LONG,
  );
});

/** Random places, one after the other is shown. */
async function seekOften(studio: StudioPage, times: number): Promise<void> {
  await studio.page.evaluate(`(async () => {
    const head = studio.state.branches[0].head;
    for (let k = 0; k < ${times}; k++) {
      const step = 1 + ((k * 7919) % head);
      studio.seek(step);
      for (let wait = 0; wait < 400 && studio.frame[0].step !== step; wait++) await new Promise((done) => setTimeout(done, 5));
      if (studio.frame[0].step !== step) throw new Error('step ' + step + ' did not come');
    }
  })()`);
}
