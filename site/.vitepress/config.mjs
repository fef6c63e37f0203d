// The site: the repository's own pages, where they are. `npm run site` builds it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { thirdParty } from '../../packages/studio/third-party.ts';
import { commands, extend } from '../markdown.mjs';
import { nav, sidebar } from '../navigation.mjs';
import { BASE, pages, ROOT, slug } from '../pages.mjs';

/** Folders without pages, and texts that somebody left beside the pages. */
const notPages = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => (entry.isDirectory() ? !['docs', 'examples'].includes(entry.name) : !pages[entry.name]))
  .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name));

/** Publishes KaTeX's fonts only in the format that every browser in use reads. */
const woff2Only = {
  name: 'woff2-only',
  enforce: 'pre',
  transform: (code, id) =>
    /katex.*\.css/.test(id) ? code.replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, '') : undefined,
};

export default {
  title: 'Signorini',
  description: 'Rigid multibody dynamics with contact and friction that reports how wrong every step is, in joules.',
  lang: 'en',
  base: BASE,
  srcDir: '..',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  srcExclude: notPages,
  rewrites: pages,
  head: [['link', { rel: 'icon', href: `${BASE}studio/icon.svg`, type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify: slug },
    config: extend,
    theme: { light: 'github-light', dark: 'github-dark' },
    codeTransformers: [commands],
  },
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md'
      ? { frontmatter: { sidebar: false, aside: false, pageClass: 'home', prev: false, next: false } }
      : relativePath === 'reproduction.md'
        ? { frontmatter: { outline: [2, 3] } }
        : undefined,
  themeConfig: {
    nav,
    sidebar,
    search: { provider: 'local' },
    outline: [2, 3],
    externalLinkIcon: false,
  },
  vite: {
    // the fonts of KaTeX and the scripts of the reference are no modules of the pages
    plugins: [
      woff2Only,
      thirdParty(
        true,
        ['typedoc', 'katex'].map((name) => join(ROOT, 'node_modules', name)),
      ),
    ],
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
    publicDir: false,
  },
};
