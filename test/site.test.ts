/**
 * The site, without building it (`npm run site` does, and fails on a dead link; `npm run site:check` walks through the result): every
 * link of every page means something in it, formulas can be typeset, and what makes it independent of its path does what it says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const part = (name: string) => import(/* @vite-ignore */ join(ROOT, 'site', name)); // not a literal: no types
const { addressOf, BASE, folder, linkedFiles, pages, read, resolve, slug } = await part('pages.mjs');
const { formula, inText, linesOf, runsOf } = await part('formula.mjs');
const { rebasePage, rebaseProgram, toTop } = await part('rebase.mjs');
const { nav, sidebar } = await part('navigation.mjs');
const files = Object.keys(pages);

interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
}
const linksOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link ? [link] : []), ...linksOf(items)]);

test('every link of every page leads to a page of the site, to an anchor that it has, or to a file that goes with it', () => {
  expect(files.length).toBeGreaterThan(100);
  const published = new Set(linkedFiles());
  const anchors = (file: string) => [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title]) => slug(title));
  const byAddress = Object.fromEntries(files.map((file) => [addressOf(pages[file]), file]));
  let links = 0;
  for (const page of files)
    for (const [, mark, href] of read(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)) {
      if (mark === '!') continue; // VitePress resolves pictures, and fails without them
      const found = href.startsWith('#') ? { address: addressOf(pages[page]) + href } : resolve(page, href);
      if (!found) continue; // elsewhere
      links++;
      const [address, anchor] = found.address.split('#');
      if (found.file) expect(published, `${page}: ${href}`).toContain(found.file);
      else expect(byAddress[address], `${page}: ${href}`).toBeDefined();
      if (anchor) expect(anchors(byAddress[address]), `${page}: ${href}`).toContain(anchor);
    }
  expect(links).toBeGreaterThan(500);
});

test('a link to what is not there is a sentence that names the page', () => {
  expect(() => resolve('docs/guide/run.md', 'nowhere.md')).toThrow(
    'docs/guide/run.md: expected a link to a page or to a file of the repository, found nowhere.md',
  );
  expect(() => resolve('docs/guide/run.md', '../../../outside.txt')).toThrow(/expected a link/);
});

test('no two pages share an address, and the bars lead to every page and nowhere else', () => {
  const addresses = files.map((file) => addressOf(pages[file]));
  expect(new Set(addresses).size).toBe(addresses.length);
  const besides = ['/', '/examples/solvers.html']; // the first page, and one that a guide leads to
  expect(new Set([...linksOf(sidebar), ...besides])).toEqual(new Set(addresses));
  const outside = ['/api/index.html', '/studio/index.html', '/scoreboard/index.html'];
  for (const link of linksOf(nav)) expect([...addresses, ...outside]).toContain(link);
  expect(folder('start')).toEqual(['docs/start/three.md', 'docs/start/robotics.md', 'docs/start/research.md']);
});

const blocks = files
  .filter((file) => file.startsWith('docs/theory/'))
  .flatMap((file) => [...read(file).matchAll(/(?:^ {4}.*\n)+/gm)].map(([text]) => ({ file, text })));

test('every formula of the theory pages can be typeset, with its label as an anchor', () => {
  let labels = 0;
  for (const { file, text } of blocks) {
    const block = text.replace(/^ {4}/gm, '');
    const html: string = formula(block, file); // KaTeX throws on what it does not know
    for (const [, label] of text.matchAll(/^ {4}.*\s\(([A-Z]+\d+)\)$/gm)) {
      labels++;
      expect(html, `${file} ${label}`).toContain(`<span class="label" id="${label}">(${label})</span>`);
    }
    for (const { body } of linesOf(block))
      expect(
        runsOf(body, file).filter(({ kind }: { kind: string }) => !['tex', 'text', 'code', 'gap'].includes(kind)),
      ).toEqual([]);
  }
  expect(labels).toBeGreaterThan(250);
});

test.each([
  [
    'x_i <- clamp( x_i - omega/a_ii (A x + b)_i, l_i, u_i )',
    'gauss-seidel',
    String.raw`x_{i} \leftarrow \operatorname{clamp} ( x_{i} - \omega / a_{ii}\,( A\,x + b )_{i} , l_{i} , u_{i} )`,
  ],
  ['sqrt((u - x)^2 + w-^2)', 'error-measures', String.raw`\sqrt{( u - x )^{2} + w_{-}^{2}}`],
  [
    'J_d = (-d, -r_A x d | d, r_B x d)',
    'contact-rows',
    String.raw`J_{d} = ( {-} d , {-} r_{A} \times d \mid d , r_{B} \times d )`,
  ],
  ['1e-10 es', 'error-measures', String.raw`10^{-10}\,\mathit{es}`],
  ['v+ = v* + M^-1 J^T x', 'dynamics', String.raw`v^{+} = v^{*} + M^{-1}\,J^{T}\,x`],
  ['A_FF x_F = -(b_F + A_FN x_N)', 'block-pivoting', String.raw`A_{FF}\,x_{F} = {-} ( b_{F} + A_{FN}\,x_{N} )`],
])('%s', (text, page, tex) => {
  expect(runsOf(text, `docs/theory/${page}.md`)).toEqual([{ kind: 'tex', text: tex, space: false }]);
});

test('words stay words, and the article is no symbol', () => {
  const said = runsOf('a free row that blocks joins N;   d joins F', 'docs/theory/dantzig.md');
  expect(said.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
    ['text', 'a free row that blocks joins'],
    ['tex', 'N'],
    ['text', ';'],
    ['gap', ''],
    ['tex', 'd'],
    ['text', 'joins'],
    ['tex', 'F'],
  ]);
  expect(inText('solves row i for x_i, (A⁻¹)_ii')).toBe(
    'solves row i for <var>x</var><sub>i</sub>, (A⁻¹)<sub>ii</sub>',
  );
});

test('a program finds its path when it runs, whatever the quotes', () => {
  const program = `const a="${BASE}";function f(){return"${BASE}"+'x'}const g=\`\${1}<a href="${BASE}y">\`;result=[a,f(),g,a.length]`;
  const rebased = rebaseProgram(program);
  const context: Record<string, unknown> = { __siteBase: '/deep/down/' };
  runInNewContext(rebased, context);
  expect(context.result).toEqual(['/deep/down/', '/deep/down/x', '1<a href="/deep/down/y">', 11]);
  expect(() => rebaseProgram(`import x from "${BASE}x.js"`)).toThrow(/expected the base path in values only/);
  expect(() => rebaseProgram(`/* ${BASE} */`)).toThrow(/found it elsewhere/);
});

test('a page has relative addresses, and its own scripts keep the placeholder apart', () => {
  expect(['index.html', 'guide/run.html', 'api/classes/a.html'].map(toTop)).toEqual(['./', '../', '../../']);
  const page = `<html><head><link href="${BASE}s.css"></head><body><a href="${BASE}x.html#y">x</a><script>d=JSON.parse("{\\"base\\":\\"${BASE}\\"}")</script></body></html>`;
  const rebased: string = rebasePage(page, 'guide/run.html');
  expect(rebased).toContain('<link href="../s.css">');
  expect(rebased).toContain('<a href="../x.html#y">');
  const [first, second] = [...rebased.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  const context: Record<string, unknown> = { URL, location: { href: 'https://example.org/a/b/guide/run.html' } };
  runInNewContext(`${first};${second}`, context);
  expect(context.d).toEqual({ base: '/a/b/' });
});

test('the built studio is part of the site, and nothing of the site is asked for elsewhere', () => {
  const source = ['build.mjs', '.vitepress/config.mjs', '.vitepress/theme/HomeStudio.vue', '.vitepress/theme/style.css']
    .map((file) => readFileSync(join(ROOT, 'site', file), 'utf8'))
    .join('\n');
  expect(source).toContain('packages/studio/dist/page');
  expect(source).toContain('?embed=1');
  expect(source).not.toMatch(/https?:\/\//);
});
