// Which files of the repository are pages of the site, and where a link of one of them leads.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Stands for the path that the site is served under, until rebase.mjs takes it out. */
export const BASE = '/site-base-of-signorini/';

/** Pages outside of docs, by their places in the site. */
const OTHERS = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'docs/README.md': 'documents.md',
  'docs/measured/README.md': 'measured/index.md',
  'examples/solvers/README.md': 'examples/solvers.md',
};

/** The place of every page in the site, by its path from the root of the repository. */
export const pages = Object.fromEntries(
  [
    ...Object.keys(OTHERS),
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => posix.join('docs', file.replaceAll('\\', '/'))),
  ]
    .filter((file, k, all) => all.indexOf(file) === k)
    .toSorted()
    .map((file) => [file, OTHERS[file] ?? file.replace(/^docs\//, '')]),
);

export const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** The first heading of a page, without marks. */
export const titleOf = (file) => /^# (.*)$/m.exec(read(file))[1].replaceAll('`', '');

/** The anchor of a heading as code hosts make it, so that a link works in both places. */
export const slug = (title) =>
  title
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Files of docs lie where the pages do; other files of the repository keep their paths. */
const placeOf = (file) => file.replace(/^docs\//, '');

/** An address of the site for a place in it: `guide/run.md` is `/guide/run.html`, `index.md` is `/`. */
export const addressOf = (place) => `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;

/**
 * Resolves a link of a page in the site.
 *
 * @param page the page that has the link, by its path from the root of the repository
 * @param href as it stands there
 * @returns its address, without the base, and the file to publish if it leads to no page; undefined if it leads outside
 */
export function resolve(page, href) {
  if (/^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(href)) return undefined;
  const [, path, anchor = ''] = /^([^#]*)(#.*)?$/.exec(href);
  const file = posix.join(dirname(page), decodeURI(path));
  if (pages[file]) return { address: addressOf(pages[file]) + anchor };
  const found = join(ROOT, file);
  if (file.startsWith('..') || !existsSync(found) || !statSync(found).isFile())
    throw new Error(`${page}: expected a link to a page or to a file of the repository, found ${href}`);
  return { address: `/${placeOf(file)}${anchor}`, file };
}

/** Where a file that is no page goes in the built folder. */
export const publishedAs = (file) => placeOf(file);

/** Files that are no pages and that some page links to. Pictures are not links. */
export function linkedFiles() {
  const files = Object.keys(pages).flatMap((page) =>
    [
      ...read(page)
        .replace(/^```[\s\S]*?^```$/gm, '')
        .matchAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g),
    ].flatMap(([, href]) => resolve(page, href)?.file ?? []),
  );
  return [...new Set(files)].toSorted();
}

/** Pages of a folder of docs in the order in which docs/README.md names them, then the others by name. */
export function folder(name) {
  const index = read('docs/README.md');
  const named = (file) => {
    const at = index.indexOf(`](${file.replace(/^docs\//, '')}`);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return Object.keys(pages)
    .filter((file) => dirname(file) === `docs/${name}` && !file.endsWith('/README.md'))
    .toSorted((p, q) => Math.sign(named(p) - named(q)) || p.localeCompare(q));
}
