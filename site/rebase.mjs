// Makes a built site independent of the path that it is served under.
//
// VitePress writes a base into every address. The site is built with a placeholder, which this replaces: in HTML and CSS by
// a relative path; in programs by a path that the page computes from its own address, before any other script runs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { BASE } from './pages.mjs';

const GLOBAL = 'globalThis.__siteBase';

/** From a file of the site to its top: `./`, `../`, `../../`. */
export const toTop = (file) => {
  const path = relative(dirname(file), '.').replaceAll('\\', '/');
  return path === '' ? './' : `${path}/`;
};

/** A program in which every text with the placeholder gets the path of the site when it runs. */
export function rebaseProgram(text, name = 'program.js') {
  if (!text.includes(BASE)) return text;
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const edits = [];
  const visit = (node) => {
    const isText =
      ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
    if (!isText || !node.getText(source).includes(BASE)) return void ts.forEachChild(node, visit);
    const { parent } = node;
    const isValue =
      !ts.isImportDeclaration(parent) &&
      !ts.isExportDeclaration(parent) &&
      !(parent.name === node) &&
      !ts.isTaggedTemplateExpression(parent);
    if (!isValue)
      throw new Error(
        `${name}: expected the base path in values only, found it in ${parent.getText(source).slice(0, 80)}`,
      );
    edits.push(node);
  };
  visit(source);
  const half = BASE.length >> 1;
  const placeholder = `${JSON.stringify(BASE.slice(0, half))}+${JSON.stringify(BASE.slice(half))}`;
  let result = text;
  for (const node of edits.toReversed()) {
    const [from, to] = [node.getStart(source), node.end];
    const short = node.getText(source).slice(1, -1) === BASE;
    const value = short ? GLOBAL : `${result.slice(from, to)}.replaceAll(${placeholder},${GLOBAL})`;
    result = `${result.slice(0, from)}${/\w$/.test(result.slice(from - 1, from)) ? ' ' : ''}${value}${result.slice(to)}`;
  }
  if (edits.length === 0)
    throw new Error(`${name}: expected the base path in a text of the program, found it elsewhere`);
  return result;
}

/**
 * First script of a page: it finds the top of the site, and makes relative addresses absolute, because links of the bars stay
 * in place when another page is shown without loading it.
 */
const first = (up) => `<script>${GLOBAL}=new URL(${JSON.stringify(up)},location.href).pathname</script>`;
const LAST = `<script>for(const[n,a]of[["a","href"],["img","src"],["link[rel=icon]","href"]])for(const e of document.querySelectorAll(n+"["+a+"]")){const v=e.getAttribute(a);if(/^\\.\\.?\\//.test(v)){const u=new URL(v,location.href);e.setAttribute(a,u.pathname+u.search+u.hash)}}</script>`;

/** A page of HTML at `file`, a path from the top of the site. */
export function rebasePage(text, file) {
  const up = toTop(file);
  const rebased = text
    .split(/(<script(?![^>]*\bsrc=)[^>]*>[\s\S]*?<\/script>)/)
    .map((part) => {
      const [, open, body, close] = /^(<script(?![^>]*\bsrc=)[^>]*>)([\s\S]*?)(<\/script>)$/.exec(part) ?? [];
      return body === undefined ? part.replaceAll(BASE, up) : open + rebaseProgram(body, file) + close;
    })
    .join('');
  return rebased.replace(/<head>/, `<head>${first(up)}`).replace(/<\/body>/, `${LAST}</body>`);
}

/** Every file below `folder`, in place. */
export function rebase(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css|json)$/.test(file)) continue;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(BASE)) continue;
    if (file.endsWith('.html')) writeFileSync(path, rebasePage(text, file));
    else if (file.endsWith('.js')) writeFileSync(path, rebaseProgram(text, file));
    else if (file.endsWith('.css')) writeFileSync(path, text.replaceAll(BASE, toTop(file)));
    else throw new Error(`${file}: expected no address with the base path in data`);
  }
}
