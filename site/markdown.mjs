// What the site does to Markdown of the repository beyond VitePress: links, formulas, wide tables, the studio on the first page.
import { relative } from 'node:path';
import { formula, inText } from './formula.mjs';
import { BASE, pages, ROOT, resolve } from './pages.mjs';

const pageOf = (env) => relative(ROOT, env.realPath ?? env.path).replaceAll('\\', '/');
/** The index of the search renders too, and wants words alone. */
const isSearch = (env) => env.realPath === undefined;
/** Pages whose indented blocks are formulas. */
const hasFormulas = (page) => page.startsWith('docs/theory/');

function walk(tokens, see) {
  for (const token of tokens) {
    see(token);
    if (token.children) walk(token.children, see);
  }
}

/** Links by the places of files in the repository become links by places in the site. */
function links(state) {
  const page = pageOf(state.env);
  if (!pages[page]) return;
  walk(state.tokens, (token) => {
    if (token.type !== 'link_open') return;
    const found = resolve(page, token.attrGet('href'));
    if (!found) return;
    if (!found.file) return token.attrSet('href', found.address);
    token.attrSet('href', `${BASE}${found.address.slice(1)}`);
    token.attrSet('target', '_self'); // a file: the page must not try to show it itself
  });
}

/** The studio stands below the first paragraphs of the README, before the commands. */
function studio(state) {
  if (pageOf(state.env) !== 'README.md' || isSearch(state.env)) return;
  const at = state.tokens.findIndex(({ type }) => type === 'fence');
  const before = state.tokens.findLastIndex(({ type }, k) => k < at && type === 'paragraph_open');
  const token = new state.Token('html_block', '', 0);
  token.content = '<HomeStudio />\n';
  state.tokens.splice(before, 0, token);
}

/** Pictures load when they come near. Plots of the reproduction are on white; in the dark they are turned over. */
function pictures(state) {
  walk(state.tokens, (token) => {
    if (token.type !== 'image') return;
    token.attrSet('loading', 'lazy');
    if (/(^|\/)reproduction\/.*\.svg$/.test(token.attrGet('src'))) token.attrJoin('class', 'plot');
  });
}

/** Commands of a transcript stand out from what they print. */
export const commands = {
  name: 'site-commands',
  line(node, number) {
    if (this.source.split('\n')[number - 1]?.startsWith('$ ')) this.addClassToHast(node, 'command');
  },
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function extend(md) {
  md.core.ruler.push('site-links', links);
  md.core.ruler.push('site-studio', studio);
  md.core.ruler.push('site-pictures', pictures);
  const { code_block: code, table_open: open, table_close: close, text } = md.renderer.rules;
  md.renderer.rules.table_open = (...all) =>
    `<div class="wide">${open ? open(...all) : all[4].renderToken(...all.slice(0, 3))}`;
  md.renderer.rules.table_close = (...all) => `${close ? close(...all) : all[4].renderToken(...all.slice(0, 3))}</div>`;
  md.renderer.rules.code_block = (tokens, k, options, env, self) => {
    if (!hasFormulas(pageOf(env))) return code(tokens, k, options, env, self);
    return isSearch(env) ? `<pre>${escaped(tokens[k].content)}</pre>` : formula(tokens[k].content, pageOf(env));
  };
  md.renderer.rules.text = (tokens, k, options, env, self) => {
    const plain = text(tokens, k, options, env, self);
    const page = pageOf(env);
    return !isSearch(env) && (hasFormulas(page) || page === 'docs/notation.md') ? inText(plain) : plain;
  };
}
