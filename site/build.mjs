// npm run site [-- FOLDER] [--no-api]: the documents, the studio, the scoreboard and the API reference as one static folder,
// which works under any path of any host. Without FOLDER: site/dist.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { deadLinks } from './dead-links.mjs';
import { notFound } from './not-found.mjs';
import { linkedFiles, publishedAs, ROOT } from './pages.mjs';
import { rebase, toTop } from './rebase.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'no-api': { type: 'boolean' } } });
const folder = resolve(positionals[0] ?? join(ROOT, 'site/dist'));
const STUDIO = join(ROOT, 'packages/studio/dist/page');
/** The theme that a reader chose in the site, as the reference names it. */
const CHOSEN = '{light:"light",dark:"dark"}[localStorage.getItem("vitepress-theme-appearance")]';
if (!existsSync(join(STUDIO, 'index.html')))
  throw new Error('site: expected the built studio in packages/studio/dist/page, found none: npm run build');

process.chdir(ROOT);
await build('site', { outDir: folder });
for (const file of linkedFiles()) copy(join(ROOT, file), join(folder, publishedAs(file)));
copy('docs/scoreboard', join(folder, 'scoreboard'));
edit(join(folder, 'scoreboard/index.html'), [['<body>', '<body><p><a href="../index.html">Signorini</a></p>']]);
rebase(folder);
copy(STUDIO, join(folder, 'studio'));
if (!values['no-api']) {
  const typedoc = join(ROOT, 'node_modules/typedoc/bin/typedoc');
  execFileSync(process.execPath, [typedoc, '--out', join(folder, 'api')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  linkBack();
}
writeFileSync(join(folder, '404.html'), notFound);

const { dead, pages, links } = deadLinks(folder, values['no-api'] ? ['api/'] : []);
for (const sentence of dead) process.stderr.write(`${sentence}\n`);
process.stdout.write(`${folder}: ${pages} pages, ${links} links, ${dead.length} of them dead\n`);
process.exitCode = dead.length > 0 ? 1 : 0;

/** Pages of the reference lead back to the documents, and have the icon and the theme of the site. */
function linkBack() {
  const api = join(folder, 'api');
  edit(join(api, 'assets/main.js'), [['.getItem("tsd-theme")||', `.getItem("tsd-theme")||${CHOSEN}||`]]);
  for (const file of readdirSync(api, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.html')) {
      const top = toTop(join('api', file));
      edit(join(api, file), [
        ['<div id="tsd-toolbar-links">', `<div id="tsd-toolbar-links"><a href="${top}index.html">Documents</a>`],
        ['<head>', `<head><link rel="icon" href="${top}studio/icon.svg" type="image/svg+xml"/>`],
        ['localStorage.getItem("tsd-theme") ||', `localStorage.getItem("tsd-theme") || ${CHOSEN} ||`],
      ]);
    }
}

/** Replaces texts of a page, each of which must be in it. */
function edit(path, changes) {
  let page = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    if (!page.includes(from)) throw new Error(`${path}: expected ${from}, found none`);
    page = page.replace(from, () => to);
  }
  writeFileSync(path, page);
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
