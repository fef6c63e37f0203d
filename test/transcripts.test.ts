/**
 * Every `$ npx signorini ...` of README and docs prints what the page shows. Each ```console block runs in an empty folder that
 * has the examples; its commands run in order and share that folder.
 *
 * Times are not compared, by one rule: a number before ` ms`, a number before ` s` at the end of a line, and every cell of a
 * column whose head ends in ` ms` or is `time ratio` become `#`; rows of such a table may come in any order, since they are sorted by time; the
 * sentence of `recommend` on which solver is faster is left out.
 * `DOCS=write npx vitest run test/transcripts.test.ts` writes what the commands print into the pages.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'signorini';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page === 'README.md' || page.startsWith('docs/') || /^packages\/[^/]*\/README.md$/.test(page));
const BLOCK = /^```console\n([\s\S]*?)^```$/gm;
const write = process.env.DOCS === 'write';
/** Commands that end with another exit code than 0, by their beginning, with the reason that the page gives. */
const EXITS: Record<string, number> = {
  'sweep brick-wall --vary solver=enumeration,bpp': 1, // enumeration takes no problem of that size
  'solve examples/heavy-on-light.json --solver pgs --tolerance 1e-6J': 3, // 25 sweeps miss the tolerance
  'diff small.h5#1 two.json': 1, // they differ
  'diff wall.h5 pgs.h5': 1, // they differ
};

interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The commands of a block, each with the lines below it. */
function commandsOf(block: string): Shown[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { command: part.slice(0, end), output: part.slice(end + 1) };
    });
}

/** Splits like a shell: at spaces outside double quotes, which are removed. */
function wordsOf(command: string): string[] {
  return (command.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** True if the examples in Python can run; otherwise their transcripts are skipped. */
const numpy = (() => {
  try {
    execFileSync('python3', ['-c', 'import numpy'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('transcripts with python3: skipped, it has no numpy\n');
    return false;
  }
})();

/** Runs a command in the folder of its block and returns its stdout. */
async function run({ command }: Shown): Promise<string> {
  expect(command).toMatch(/^npx signorini /);
  const words = wordsOf(command).slice(2);
  const printed: string[] = [];
  const io = { out: (text: string) => void printed.push(text), err: () => {}, clock: () => performance.now() };
  const exit = Object.entries(EXITS).find(([beginning]) => words.join(' ').startsWith(beginning))?.[1] ?? 0;
  expect(await main(words, io), command).toBe(exit);
  return printed.join('');
}

/** `recommend` on solvers that are faster than the chosen one: which they are depends on the machine. */
const FASTER = /^(No solver is faster|\S+ is (\S+x )?faster but leaves (up to \S+ J|\S+ J or more) in a step)\./;

/** Lines without times. */
function timeless(text: string): string[] {
  let timed: number[] = [];
  let table: string[] = [];
  const lines: string[] = [];
  const close = () => {
    lines.push(...table.sort());
    [timed, table] = [[], []];
  };
  for (const line of text.trimEnd().split('\n')) {
    const cells = line.trim().split(/ {2,}/);
    const head = cells.flatMap((cell, k) => (/ ms$|^time ratio$/.test(cell) ? [k] : []));
    if (timed.length > 0 && cells.length > timed.at(-1)!) {
      table.push(cells.map((cell, k) => (timed.includes(k) ? '#' : cell)).join('  '));
      continue;
    }
    close();
    timed = head;
    const plain = cells.join('  ').replace(FASTER, '#.');
    lines.push(plain.replace(/[\d.e+-]+ ms\b/g, '# ms').replace(/[\d.]+ s$/, '# s'));
  }
  close();
  return lines;
}

test('times are masked and nothing else is', () => {
  const shown =
    'replay  3 problems  4.8 s\nsolver  median ms  worst, J\npgs   0.5  3e-3\nbpp  1.5  0\npgs: 7 steps of 1/60 s, 0.3 ms';
  expect(timeless(shown)).toEqual([
    'replay  3 problems  # s',
    'solver  median ms  worst, J',
    'bpp  #  0',
    'pgs  #  3e-3',
    'pgs: 7 steps of 1/60 s, # ms',
  ]);
  expect(timeless('solver  at 1e-4  time ratio\npgs  3  0.7')).toEqual(['solver  at 1e-4  time ratio', 'pgs  3  #']);
});

const blocks = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(BLOCK)].map(([whole, block]) => ({ page, whole, block })),
);

describe('transcripts', () => {
  const home = process.cwd();
  afterAll(() => process.chdir(home));

  test('there are transcripts, and none outside of a console block', () => {
    expect(blocks.length).toBeGreaterThan(5);
    for (const page of PAGES)
      expect(readFileSync(join(ROOT, page), 'utf8').replace(BLOCK, ''), page).not.toMatch(/^\$ /m);
  });

  for (const { page, whole, block } of blocks) {
    const shown = commandsOf(block);
    const skipped = !numpy && block.includes('python3');
    test.skipIf(skipped)(`${page}: ${shown[0]?.command ?? 'empty'}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'signorini-transcript-'));
      symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
      process.chdir(folder);
      try {
        const printed: Shown[] = [];
        for (const one of shown) printed.push({ command: one.command, output: await run(one) });
        if (write) replaceBlock(page, whole, printed);
        else
          for (const [k, { command, output }] of printed.entries())
            expect(timeless(output), command).toEqual(timeless(shown[k].output));
      } finally {
        process.chdir(home);
        rmSync(folder, { recursive: true });
      }
    });
  }
});

function replaceBlock(page: string, whole: string, printed: readonly Shown[]): void {
  const text = printed.map(({ command, output }) => `$ ${command}\n${output}`).join('');
  const file = join(ROOT, page);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(whole, () => `\`\`\`console\n${text}\`\`\``),
  );
}
