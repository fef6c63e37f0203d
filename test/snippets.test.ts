/**
 * Programs in the documents are type-checked and run. In docs/guide/worlds.md the `ts` blocks of one section are one program,
 * elsewhere each block is one. The `js` block on threads runs in Node on the built packages, as it needs real workers; without
 * dist/ it is skipped, and says so. What a program prints is compared with the comments after its console.log calls, in order.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'test', `snippets-${process.pid}`); // inside, so that packages resolve; removed at the end
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page === 'README.md' || page.startsWith('docs/'));

interface Program {
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly file: string;
}

const programs: Program[] = pages.flatMap((page) => {
  const sections = readFileSync(join(ROOT, page), 'utf8').split(/^(?=## )/m);
  return sections.flatMap((section) => {
    const blocks = [...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
    const texts = page === 'docs/guide/worlds.md' && blocks.length > 1 ? [blocks.join('\n')] : blocks;
    const title = /^## (.*)$/m.exec(section)?.[1] ?? 'beginning';
    return texts.map((text, k) => {
      const name = `${page}-${title}-${k}`.replace(/[^\w]+/g, '-').toLowerCase();
      return { page, title, text, file: join(FOLDER, `${name}.ts`) };
    });
  });
});

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  for (const { text, file } of programs) writeFileSync(file, `${text}\nexport {};\n`);
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('programs of the documents type-check, strictly', () => {
  expect(programs.length).toBeGreaterThan(10);
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, composite: false, declaration: false, noEmit: true, noUnusedLocals: false },
    ROOT,
  );
  const program = ts.createProgram(
    programs.map(({ file }) => file),
    { ...options, types: ['node'], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'] },
  );
  const found = programs.flatMap(({ file }) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(({ file: of, start = 0, messageText }) => {
      const line = of?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${of?.fileName.replace(FOLDER, '')}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    }),
  );
  expect(found).toEqual([]);
});

for (const { page, title, text, file } of programs)
  test(`${page}, ${title}: prints what it says`, async () => {
    const printed: string[] = [];
    const shown = (value: unknown) => (typeof value === 'string' ? value : inspect(value));
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...values: unknown[]) => void printed.push(values.map(shown).join(' ')));
    const home = process.cwd();
    process.chdir(ROOT);
    try {
      await import(/* @vite-ignore */ file);
    } finally {
      process.chdir(home);
      log.mockRestore();
    }
    const expected = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment);
    expect(printed).toEqual(expected);
  });

const built = existsSync(join(ROOT, 'packages/engine/dist/index.js'));
if (!built) process.stderr.write('the program of docs/guide/threads.md: skipped, no dist/\n');
test.skipIf(!built)('docs/guide/threads.md: the program on workers runs in Node and ends', () => {
  const [, program] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/guide/threads.md'), 'utf8'))!;
  const file = join(FOLDER, 'threads.mjs');
  writeFileSync(file, program);
  expect(execFileSync(process.execPath, [file], { cwd: ROOT, encoding: 'utf8', timeout: 600_000 })).toBe('');
});
