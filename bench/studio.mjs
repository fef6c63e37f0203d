// The studio in a headless Chromium: script per picture on the page's main thread, tasks while a long solve runs, seeks, the first
// load, and memory over many seeks.   docs/decisions/043-studio.md
// npm run build && npm run bench -- studio [--only frames | solve | seeks | load | memory] [--seeks N]   Some minutes. CHROMIUM names the browser.
// Times are by the clock and by the CPU time of the main thread: on a busy machine only the second says much.
import { readFileSync } from 'node:fs';
import { measureFrames, measureLongSolve } from './studio/frames.mjs';
import { measureLoad } from './studio/load.mjs';
import { withStudio } from './studio/page.mjs';
import { measureMemory, measureSeeks } from './studio/seeks.mjs';

const PARTS = {
  load: measureLoad,
  frames: measureFrames,
  solve: measureLongSolve,
  seeks: measureSeeks,
  memory: measureMemory,
};

/** @param argv `--only PART` keeps the other figures as they are */
export async function run(argv) {
  const only = argv.includes('--only') ? argv[argv.indexOf('--only') + 1] : undefined;
  if (only !== undefined && !(only in PARTS))
    throw new Error(`studio: --only: expected ${Object.keys(PARTS).join(', ')}, found ${only}`);
  const { machine: _, ...before } = only ? JSON.parse(readFileSync('bench/results/studio.json', 'utf8')) : {};
  const result = { ...before };
  await withStudio(async (browser, address) => {
    result.browser = `Chromium ${browser.version()}`;
    for (const [name, measure] of Object.entries(PARTS)) {
      if (only !== undefined && only !== name) continue;
      result[name] = await measure(browser, address, argv);
      process.stderr.write(`${name}: ${JSON.stringify(result[name])}\n`);
    }
  });
  return result;
}
