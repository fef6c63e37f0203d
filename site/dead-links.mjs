// Every link, picture, script and style of a built site leads to a file of it, and to an anchor where it names one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const LINK = /<(?:a|link|script|img|iframe|source|video)\b[^>]*?\s(?:href|src)="([^"]*)"/g;
const decoded = (text) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

/**
 * @param folder of the built site
 * @param absent beginnings of paths that this build leaves out
 * @returns a sentence for each dead or external link, and how many were looked at
 */
export function deadLinks(folder, absent = []) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html'));
  const anchors = new Map();
  const anchorsOf = (file) => {
    if (!anchors.has(file)) {
      const text = readFileSync(join(folder, file), 'utf8');
      anchors.set(file, new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => decoded(id))));
    }
    return anchors.get(file);
  };
  const dead = new Set();
  let links = 0;
  for (const page of pages)
    for (const [tag, href] of readFileSync(join(folder, page), 'utf8').matchAll(LINK)) {
      links++;
      const link = decoded(href);
      if (/^(data|mailto|javascript):/.test(link)) continue;
      if (/^([a-z]+:)?\/\//.test(link)) {
        // a reader may follow a link elsewhere; the page itself asks for nothing there
        if (!tag.startsWith('<a')) dead.add(`${page}: expected nothing from elsewhere, found ${link}`);
        continue;
      }
      const sentence = leadsNowhere(folder, page, link, anchorsOf);
      if (sentence && !absent.some((beginning) => sentence.path.startsWith(beginning))) dead.add(sentence.text);
    }
  return { dead: [...dead], pages: pages.length, links };
}

function leadsNowhere(folder, page, link, anchorsOf) {
  const [, path, anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(link);
  if (path.startsWith('/')) return { path, text: `${page}: expected a relative address, found ${link}` };
  let file = path === '' ? page : posix.join(dirname(page), decodeURI(path));
  if (file.endsWith('/') || file === '.') file = posix.join(file, 'index.html');
  const found = join(folder, file);
  if (file.startsWith('..') || !existsSync(found) || !statSync(found).isFile())
    return { path: file, text: `${page}: the link ${link} leads to no file of the site` };
  if (!anchor || !file.endsWith('.html') || file.startsWith('studio/')) return undefined;
  return anchorsOf(file).has(decodeURIComponent(anchor))
    ? undefined
    : { path: file, text: `${page}: the link ${link} leads to no anchor of ${file}` };
}
