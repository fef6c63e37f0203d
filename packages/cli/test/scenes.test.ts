/** The commands that simulate: scenes, run, capture, recommend; and report. Short runs of small walls. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scenes } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { afterAll, expect, test } from 'vitest';
import { parseSeconds, short } from '../src/quantities.ts';
import { runTimed as run } from './support/run.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (...parts: string[]) => join(root, ...parts);

const wall = ['brick-wall', '--set', 'rows=2'];

test('scenes lists the catalogue, as text and as JSON', async () => {
  const { out } = await run('scenes', '--json');
  const listed = JSON.parse(out).scenes;
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(scenes.map(({ name }) => name));
  expect(listed[0]).toMatchObject({
    name: 'brick-wall',
    parameters: { density: { default: 500, unit: 'kg/m^3' }, kick: { default: 0, unit: 'm/s' } },
  });
  const one = await run('scenes', 'brick-wall');
  expect(one.out).toMatch(/density +500 kg\/m\^3 +a number >= /);
  expect(one.out).toMatch(/stick +anchor +anchor or none;/);
  expect(one.out).toMatch(/known: Stands at 500/);
  expect(one.out).not.toContain('winch');
});

test('run prints the errors of its steps with their units', async () => {
  const { code, out, err } = await run('run', ...wall, '--steps', '20');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^brick-wall: 20 steps of 1\/60 s, auto, warm starts, friction box\n/);
  expect(out).toMatch(/time per step +\S+ ms median, \S+ ms p95, \S+ ms max\n/);
  expect(out).toMatch(/energy error +\S+ J median, \S+ J worst \(step \d+, row \d+, .* of .*\)\n/);
  expect(out).toMatch(/settings +1 solve, bounds updated, sweeps 300, target 1e-7, critical none, direct affordable\n/);
  expect(out).toMatch(/methods +newton-coupled in 20 steps\n/);
  expect(out).toMatch(/friction consistency \S+ J median, \S+ J worst \(step \d+, row \d+, .* of .*\)\n/);
  expect(out).toMatch(/unsolved +no step/);
  expect(out).toMatch(/ledger +closes: \S+ J off at most, of \S+ J/);
  expect(out).toMatch(/contacts +28 at the end, deepest \S+ m, \S+ m in the run\n/);
  expect(out).toMatch(/hash +[0-9a-f]{8}\n/);
});

test('run --json prints the document and nothing else, the same hash every time', async () => {
  const { out } = await run('run', ...wall, '--steps', '5', '--json');
  const document = JSON.parse(out);
  expect(Object.keys(document)).toEqual(
    expect.arrayContaining([
      ...['scene', 'steps', 'timeStep', 'solver', 'msPerStep', 'energyError', 'frictionConsistency', 'unsolvedSteps'],
      ...['hash', 'energy', 'bodies', 'joints', 'contacts'],
    ]),
  );
  expect(document).toMatchObject({ scene: 'brick-wall', steps: 5, timeStep: 1 / 60, solver: 'auto', joints: [] });
  expect(Object.keys(document.msPerStep)).toEqual(['median', 'p95', 'max']);
  expect(document.energyError).toMatchObject({ unit: 'J', worstStep: expect.any(Number) });
  expect(document.contacts).toMatchObject({ unit: 'm', deepest: expect.any(Number) });
  expect(Object.keys(document.bodies[0])).toEqual([
    ...['name', 'position', 'orientation', 'velocity', 'angularVelocity'],
  ]);
  expect(JSON.parse((await run('run', ...wall, '--steps', '5', '--json')).out).hash).toBe(document.hash);
  const joints = JSON.parse((await run('run', 'closed-loop', '--set', 'cubes=4', '--steps', '2', '--json')).out).joints;
  expect(joints[0]).toMatchObject({ name: expect.any(String), gap: expect.any(Number), unit: 'm' });
});

test('run --sleep lets a wall fall asleep, and says how many and what it took', async () => {
  const { code, out, err } = await run('run', ...wall, '--steps', '60', '--sleep');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/asleep +5 of 6 bodies at the end, the first in step \d+; \S+ J taken\n/);
  const document = JSON.parse((await run('run', ...wall, '--steps', '60', '--sleep', '--json')).out);
  expect(document.sleep).toMatchObject({ bodies: 5, unit: 'J' });
  expect(document.ledger.closed).toBe(true);
  const without = JSON.parse((await run('run', ...wall, '--steps', '60', '--json')).out);
  expect(without.sleep).toBe(null);
});

test('run reports joints that a step tears, and counts the step as unsolved', async () => {
  const ball = (name: string, mass: number, z: number) => {
    const moment = 1e-4 * mass;
    return { name, mass, inertia: [moment, moment, moment], position: [0.3, 0, z] };
  };
  const scene = (integrator: string) => ({
    format: 'signorini-scene',
    version: 1,
    settings: { integrator },
    bodies: [ball('bead', 1e-3, -0.5), ball('load', 1, -1)],
    joints: [
      { kind: 'distance', name: 'upper', b: 'bead', pointA: [0, 0, 0], pointB: [0.3, 0, -0.5] },
      { kind: 'distance', name: 'lower', a: 'bead', b: 'load', pointA: [0.3, 0, -0.5], pointB: [0.3, 0, -1] },
    ],
  });
  for (const integrator of ['semi-implicit', 'euler']) {
    writeFileSync(at(`${integrator}.json`), JSON.stringify(scene(integrator)));
    const { out } = await run('run', at(`${integrator}.json`), '--steps', '120', '--json');
    const { torn, unsolvedSteps } = JSON.parse(out);
    // implicit Euler, which mends what tears, does not converge in a few of its steps: they count as unsolved, and nothing is torn
    if (integrator === 'euler') expect([torn, unsolvedSteps.length < 12]).toEqual([null, true]);
    else {
      expect(torn.joints).toContain('upper');
      expect(unsolvedSteps).toHaveLength(torn.steps);
    }
  }
  const { out } = await run('run', at('semi-implicit.json'), '--steps', '120');
  expect(out).toMatch(
    /TORN +\d+ steps, first \d+: joint (upper|lower) and 1 other came apart by more than 0.05 of its size/,
  );
});

test('run takes a solver with its options, a time step and a cold start', async () => {
  const flags = ['--solver', 'pgs', '-O', 'maxIterations=2', '--time-step', '1/120', '--no-warm-start', '--steps', '9'];
  const { out } = await run('run', ...wall, ...flags, '--json');
  const document = JSON.parse(out);
  expect(document).toMatchObject({ solver: 'pgs', timeStep: 1 / 120, warmStart: false, steps: 9 });
  expect(document.unsolvedSteps.length).toBeGreaterThan(0);
  expect(document.iterations.max).toBe(6); // three solves of two sweeps
  expect(JSON.parse((await run('run', ...wall, '--steps', '1', '--warm-start', '--json')).out).warmStart).toBe(true);
  expect(['1/60', '1/60 s', '0.01s', '5ms', '0.5'].map((text) => parseSeconds('', text))).toEqual([
    ...[1 / 60, 1 / 60, 0.01, 0.005, 0.5],
  ]);
});

test('a step without a finite outcome ends the run with exit 3, and says which bodies', async () => {
  const broken = ['run', 'brick-wall', '--time-step', '1e200s', '--steps', '3'];
  const { code, out } = await run(...broken);
  expect(code).toBe(3);
  expect(out).toMatch(/^brick-wall: 0 of 3 steps of 1e\+200 s, auto/);
  expect(out).toMatch(/FAILED +step 1: expected a finite outcome, found bodies brick-1, /);
  const json = await run(...broken, '--json');
  expect([json.code, json.err]).toEqual([3, expect.stringMatching(/^signorini: step 1: /)]);
  expect(JSON.parse(json.out)).toMatchObject({
    steps: 0,
    stepsAsked: 3,
    failure: { step: 1 },
    msPerStep: { max: null },
  });
  const capture = await run('capture', 'brick-wall', '--time-step', '1e200s', '-o', at('broken'));
  expect([capture.code, existsSync(at('broken'))]).toEqual([3, false]);
  expect(capture.err).toMatch(/step 1: .*nothing was written\n$/);
});

test('capture writes a folder that replay, solve and report read', async () => {
  const folder = at('wall');
  const { code, out } = await run('capture', ...wall, '--steps', '20', '--every', '5', '-o', folder);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^capture {2}brick-wall {2}20 steps {2}bpp {2}friction box {2}\S+ s\n4 problems of steps from 1 to 20 that are mult/,
  );
  expect(readdirSync(folder)).toEqual([
    ...['brick-wall-0005.json', 'brick-wall-0010.json', 'brick-wall-0015.json', 'brick-wall-0020.json', 'capture.json'],
  ]);
  const capture = JSON.parse(readFileSync(join(folder, 'capture.json'), 'utf8'));
  expect(capture).toMatchObject({ scene: 'brick-wall', steps: 20, solver: { name: 'bpp', coupling: 'table3' } });
  expect(capture.parameters).toMatchObject({ rows: 2, density: 500 });

  // the stored bounds and x belong together
  const solved = await run('solve', join(folder, 'brick-wall-0020.json'), '-s', 'bpp', '--coupling', '0', '--json');
  expect(JSON.parse(solved.out).reference.maxDifferenceX).toBeLessThan(1e-9);

  const results = at('results.json');
  expect((await run('replay', folder, '-s', 'bpp,pgs', '--coupling', 'own', '-o', results)).code).toBe(0);
  expect(JSON.parse(readFileSync(results, 'utf8'))).toMatchObject({
    capture: { scene: 'brick-wall' },
    settings: { repeat: 1 },
  });
  const page = at('page.html');
  expect(await run('report', results, '-o', page)).toMatchObject({ code: 0, out: `${page}\n`, err: '' });
  expect(readFileSync(page, 'utf8')).toContain('<h1>Solvers compared: brick-wall</h1>');
});

test('capture writes JSON lines; one problem of them is FILE#N', async () => {
  const file = at('hard.jsonl');
  const { code, out } = await run('capture', ...wall, '--steps', '4:20', '--worst', '3', '-o', file, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ steps: 20, problems: 3 });
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBe(3);
  const solved = await run('solve', `${file}#2`, '-s', 'bpp', '--json');
  expect(JSON.parse(solved.out).problem.title).toMatch(/^brick-wall, step \d+$/);
  const replayed = await run('replay', file, '-s', 'pgs', '--json');
  expect(JSON.parse(replayed.out).rows.length).toBe(3);
});

const FEW = ['--steps', '12', '--repeat', '1'];

test('recommend compares every solver that takes the problems, and leaves its evidence', async () => {
  const folder = at('advice');
  const { code, out, err } = await run('recommend', ...wall, ...FEW, '--budget', '10s', '-o', folder, '--json');
  expect([code, err]).toEqual([0, '']);
  const advice = JSON.parse(out);
  expect(advice).toMatchObject({ scene: 'brick-wall', budgetMs: 10000, toleranceJ: 1e-6, steps: 12 });
  expect(advice.solvers.length).toBeGreaterThanOrEqual(7);
  expect(advice.leftOut).toEqual([{ solver: 'enumeration', reason: expect.stringMatching(/at most 12 rows/) }]);
  expect(Object.keys(advice.solvers[0])).toEqual(
    expect.arrayContaining([
      'solver',
      'passes',
      'medianTimeMs',
      'maxTimeMs',
      'worstEnergy',
      'worstFrictionConsistency',
    ]),
  );
  expect(advice.report).toBe(join(folder, 'report.html'));
  expect(readdirSync(folder)).toEqual(['problems.h5', 'recommend.json', 'report.html', 'results.json']);
  expect(JSON.parse(readFileSync(join(folder, 'recommend.json'), 'utf8'))).toEqual(advice);
  // each solver at its own setting, from the captured warm starts
  const rows: { solver: string; coupling: number }[] = JSON.parse(
    readFileSync(join(folder, 'results.json'), 'utf8'),
  ).rows;
  for (const { solver: name, coupling } of rows) {
    const solver = findSolver(name);
    if (solver.settles) expect(coupling, name).toBeGreaterThanOrEqual(1);
    else expect(coupling, name).toBe(solver.coupling);
  }
  // and the evidence can be replayed
  expect((await run('replay', join(folder, 'problems.h5'), '-s', 'bpp')).code).toBe(0);
});

interface Advice {
  readonly budgetMs: number;
  readonly toleranceJ: number;
  readonly chosen: string | null;
  readonly sentence: string;
  readonly steps: number;
  readonly problems: number;
  readonly faster: { solver: string; timesFaster: number; worstError: number } | null;
  readonly solvers: {
    readonly solver: string;
    readonly passes: boolean;
    readonly medianTimeMs: number | null;
    readonly maxTimeMs: number | null;
    readonly worstEnergy: number | null;
    readonly worstFrictionConsistency: number | null;
  }[];
}

/** Whatever was measured: who passes and who is chosen follows from the figures. */
async function advised(...argv: string[]): Promise<{ code: number; advice: Advice }> {
  const { code, out } = await run('recommend', ...argv, '-o', at('a'), '--no-problems', '--json');
  const advice: Advice = JSON.parse(out);
  for (const line of advice.solvers) {
    const worst = Math.max(line.worstEnergy ?? Infinity, line.worstFrictionConsistency ?? Infinity);
    const passes = worst <= advice.toleranceJ && (line.maxTimeMs ?? Infinity) <= advice.budgetMs;
    expect(line.passes, line.solver).toBe(passes);
  }
  const passing = advice.solvers.filter(({ passes }) => passes).sort((p, q) => p.medianTimeMs! - q.medianTimeMs!);
  expect(advice.chosen).toBe(passing[0]?.solver ?? null);
  expect(code).toBe(passing.length > 0 ? 0 : 3);
  return { code, advice };
}

test('a direct method wins where the tolerance is tight, and loses where it is loose', async () => {
  const compared = ['closed-loop', '--set', 'cubes=6', '--steps', '60', '--every', '3', '--repeat', '3'];
  const entrants = ['--budget', '10s', '--solver', 'pgs,bpp-dense,dantzig'];
  const { advice: tight } = await advised(...compared, ...entrants, '--tolerance', '1e-6J');
  expect(findSolver(tight.chosen!).family).toBe('direct');
  const { advice: loose } = await advised(...compared, ...entrants, '--tolerance', '1000J');
  expect(loose.chosen).toBe('pgs');
});

test('the first answer is a line on stderr while the race goes on; --quick ends there', async () => {
  const argv = [...wall, '--steps', '60', '--repeat', '1', '--solver', 'pgs,newton-coupled', '--budget', '10s'];
  const full = await run('recommend', ...argv, '-o', at('raced'), '--no-problems', '--json');
  expect(full.err).toMatch(/^first answer after \S+ s: newton-coupled: all 8 replayed of 60 steps within 1e-6 J/);
  const advice = JSON.parse(full.out);
  expect(advice).toMatchObject({ evidence: 'full', problems: 60, chosen: 'newton-coupled' });
  expect(advice.solvers[0]).toMatchObject({ solver: 'pgs', stoppedAfter: 50, stoppedFor: 'error', fails: ['error'] });
  const quick = await run('recommend', ...argv, '-o', at('raced'), '--no-problems', '--quick', '--json');
  expect([quick.code, quick.err]).toEqual([0, '']);
  const answer = JSON.parse(quick.out);
  expect(answer).toMatchObject({ evidence: 'first', problems: 8, chosen: 'newton-coupled', leftOut: [] });
  expect(answer.solvers[0].stoppedAfter).toBeLessThan(8);
});

test('every number of the sentence is a field of the document', async () => {
  const { advice } = await advised(...wall, '--steps', '30', '--budget', '10s', '--solver', 'pgs,bpp-dense,lemke');
  const line = advice.solvers.find(({ solver }) => solver === advice.chosen)!;
  const expected = [advice.problems, advice.toleranceJ, line.maxTimeMs!];
  if (advice.faster) expected.push(advice.faster.timesFaster, advice.faster.worstError);
  const words = advice.sentence.replace(/\(of \d+\)/, '');
  const numbers = [...words.matchAll(/(?<![\w-])\d+(?:\.\d+)?(?:e[+-]\d+)?/g)].map(([text]) => Number(text));
  expect(numbers).toEqual(expected.map((value, k) => (k < 2 ? value : Number(short(value)))));
});

test('where none passes the exit code is 3, and the evidence is there', async () => {
  const { code, advice } = await advised(...wall, ...FEW, '--budget', '0.00001ms', '--solver', 'pgs,bpp');
  expect([code, advice.chosen]).toEqual([3, null]);
  expect(advice.sentence).toMatch(/^No solver keeps all 12 steps/);
  expect(readdirSync(at('a'))).toEqual(['recommend.json', 'report.html', 'results.json']);
  const text = await run('recommend', ...wall, ...FEW, '--tolerance', '1e-300J', '--solver', 'pgs,bpp', '-o', at('a'));
  expect(text.code).toBe(3);
  expect(text.out).toMatch(
    /^budget 16\.7 ms, tolerance 1e-300 J\ncapture {2}12\/12 steps {3}bpp {3}friction box {3}\S+ s/,
  );
  expect(text.out).toMatch(/\nreplay {3}12 problems x 2 solvers {3}\S+ s\n/);
  expect(text.out.trimEnd()).toMatch(/Evidence: .*report\.html$/);
});

test('nothing is written where something else would be lost, and that is told before the work', async () => {
  mkdirSync(at('mine'));
  writeFileSync(at('mine', 'thesis.tex'), '');
  for (const command of ['capture', 'recommend']) {
    const { code, err } = await run(command, ...wall, '-o', at('mine'));
    expect(code).toBe(2);
    expect(err).toMatch(/mine: expected a new folder, or an earlier .* found other files/);
  }
  expect(readdirSync(at('mine'))).toEqual(['thesis.tex']);
});

test('where no step gives a problem there is nothing to compare, and nothing is written', async () => {
  const { code, err } = await run('recommend', ...wall, '--steps', '1', '--every', '2', '-o', at('nothing'));
  expect(code).toBe(2);
  expect(err).toMatch(/brick-wall: found no MLCP to compare solvers on, steps from 1 to 1 that are multiples of 2/);
  expect(existsSync(at('nothing'))).toBe(false);
});

test.each([
  [['run'], /run: expected <scene>, found nothing; `signorini run --help` shows what it takes/],
  [['run', 'brick-wall', '--step', '3'], /run: unknown option "--step"; nearest: --steps/],
  [['run', 'arm.urdf'], /arm\.urdf: expected a scene file \(\.json\), found a name that ends in \.urdf/],
  [['run', 'brick-wall', '--set', '__proto__=1'], /brick-wall: unknown parameter "__proto__"; known: density/],
  [['run', 'brick-wal'], /unknown scene "brick-wal"; nearest: brick-wall/],
  [['run', 'my/scene.json'], /my\/scene.json: expected a scene file, found no such file/],
  [['run', 'brick-wall', '--set', 'densty=3'], /brick-wall: unknown parameter "densty"; nearest: density/],
  [['run', 'brick-wall', '--set', 'density'], /--set: expected key=value, for example density=1, found "density"/],
  [['run', 'brick-wall', '--set', 'density=-1'], /parameter density: expected a number >= .* found -1/],
  [['run', 'brick-wall', '--set', 'stick=glue'], /parameter stick: expected anchor or none, found "glue"/],
  [['run', 'brick-wall', '--steps', '0'], /--steps: expected an integer >= 1, found "0"/],
  [['run', 'brick-wall', '--time-step', '1/0'], /--time-step: expected a positive number with a unit/],
  [['run', 'brick-wall', '--solver', 'pgss'], /unknown solver "pgss"; nearest: pgs/],
  [['run', 'brick-wall', '-O', 'phases=3', '--steps', '1'], /auto: unknown option "phases"/],
  [['scenes', 'wnch'], /unknown scene "wnch"; nearest: winch/],
  [
    ['capture', 'brick-wall', '--resume'],
    /--resume: expected -o with a file that ends in \.h5, found "capture-brick-wall"/,
  ],
  [['capture', 'brick-wall', '--every', '2', '--worst', '3'], /--every and --worst choose in different ways/],
  [['capture', 'brick-wall', '--steps', '9:3'], /--steps: expected a:b with 1 <= a <= b, .* found "9:3"/],
  [['capture', 'brick-wall', '--steps', '3:'], /--steps: expected a number or a:b, .* found "3:"/],
  [['recommend', 'brick-wall', '--budget', '16J'], /--budget: expected a positive number with a unit/],
  [['recommend', 'brick-wall', '--quick', '--complete'], /--quick and --complete: expected one of them, found both/],
  [['recommend', 'brick-wall', '--tolerance', '0'], /--tolerance: expected a positive number with a unit/],
  [['recommend', 'brick-wall', '--solver', 'pgs,nope'], /unknown solver "nope"/],
  [['report', 'nowhere.json'], /nowhere\.json: expected the document of `signorini replay`, found no such file/],
  [['report', 'x.json', '-o', 'page.pdf'], /--output: expected a file that ends in \.html, found "page\.pdf"/],
])('a mistake is told in one sentence with exit 2: %j', async (argv, sentence) => {
  const { code, out, err } = await run(...argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^signorini: .*\n$/);
  expect(err).toMatch(sentence);
});
