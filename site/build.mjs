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
if (!existsSync(join(STUDIO, 'index.html')))
  throw new Error('site: expected the built studio in packages/studio/dist/page, found none: npm run build');

process.chdir(ROOT);
await build('site', { outDir: folder });
for (const file of linkedFiles()) copy(join(ROOT, file), join(folder, publishedAs(file)));
copy('docs/scoreboard', join(folder, 'scoreboard'));
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

/** Pages of the reference lead back to the documents. */
function linkBack() {
  const api = join(folder, 'api');
  for (const file of readdirSync(api, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.html')) {
      const path = join(api, file);
      const link = `<div id="tsd-toolbar-links"><a href="${toTop(join('api', file))}index.html">Documents</a></div>`;
      writeFileSync(path, readFileSync(path, 'utf8').replace('<div id="tsd-toolbar-links"></div>', link));
    }
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
