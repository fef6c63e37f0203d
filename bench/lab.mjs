// The laboratory: how fast datasets are written and read, and how large they are (docs/guide/datasets.md); what threads and
// a queue do for sweeps (bench/lab/sweeps.mjs); what recording a run costs (bench/lab/recording.mjs).
// npm run build && npm run bench -- lab [--only datasets | --only sweeps | --only recording]   Some minutes. MB: of the numbers, 8 bytes each; the best of ROUNDS, by the
// clock and by the CPU time of all threads: on a busy machine only the second says much.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { captureScene } from '@signorini/lab';
import { createDataset, openDataset } from '@signorini/lab/node';
import { measureRecording } from './lab/recording.mjs';
import { measureSweeps } from './lab/sweeps.mjs';
import { median } from './timing.mjs';

const ROUNDS = 12;

/** @param argv `--only datasets`, `--only sweeps` or `--only recording` keeps the other figures as they are */
export async function run(argv) {
  const asked = (part) => !argv.includes('--only') || argv[argv.indexOf('--only') + 1] === part;
  const { machine: _, ...before } = JSON.parse(readFileSync('bench/results/lab.json', 'utf8'));
  return {
    ...before,
    unit: 'MB of numbers per second, and per CPU second, best of 12',
    ...(asked('datasets') && { datasets: [await measureDataset('brick-wall', 500)] }),
    ...(asked('sweeps') && { sweeps: await measureSweeps() }),
    ...(asked('recording') && { recording: await measureRecording() }),
  };
}

async function measureDataset(scene, steps) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-lab-'));
  try {
    const { problems } = captureScene({ scene: findScene(scene), selection: { from: 1, to: steps } });
    const kept = [...problems].flatMap((captured) => captured ?? []);
    const numbers = kept.reduce((sum, { problem }) => sum + numbersOf(problem), 0);
    const jsonBytes = kept.reduce((sum, { problem }) => sum + writeProblem(problem).length + 1, 0);
    const path = join(folder, 'wall.h5');
    const rates = { journal: 0, build: 0, read: 0 };
    const cpuRates = { ...rates };
    const [one, oneCpu] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const rate = async (name, act) => {
        const [start, cpu] = [performance.now(), process.cpuUsage()];
        await act();
        const { user, system } = process.cpuUsage(cpu);
        rates[name] = Math.max(rates[name], (8 * numbers) / 1e3 / (performance.now() - start));
        cpuRates[name] = Math.max(cpuRates[name], (8 * numbers) / (user + system));
      };
      const dataset = createDataset(path, { round });
      await rate('journal', () => {
        for (const { problem, step, time } of kept) dataset.add(problem, { step, time });
      });
      await rate('build', () => dataset.finish({ title: scene, engine: '', provenance: null }));
      const open = await openDataset(path);
      await rate('read', () => {
        for (const problem of open.problems()) if (problem.n === 0) throw new Error('no rows');
      });
      for (let k = 0; k < kept.length; k += 25) {
        const [start, cpu] = [performance.now(), process.cpuUsage()];
        open.problem(k);
        one.push(performance.now() - start);
        const { user, system } = process.cpuUsage(cpu);
        oneCpu.push((user + system) / 1e3);
      }
      open.close();
    }
    const fileBytes = statSync(path).size;
    const sizes = { scene, problems: kept.length, numbersBytes: 8 * numbers, jsonBytes, fileBytes };
    process.stderr.write(
      `${scene}: ${JSON.stringify({ rates, cpuRates })}, ${(fileBytes / jsonBytes).toFixed(3)} of the JSON lines\n`,
    );
    return { ...sizes, clock: { ...rates, oneMs: median(one) }, cpu: { ...cpuRates, oneMs: median(oneCpu) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function numbersOf({ n, structure, contacts }) {
  return 6 * n + structure.J.length + structure.Minv.length + 3 * contacts.length;
}
