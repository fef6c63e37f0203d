// The bars of the site, from the pages themselves: titles are their headings, the order is that of docs/README.md.
import { addressOf, folder, pages, read, titleOf } from './pages.mjs';

/** `Run: simulate, and read ...` is `Run` in a bar; of the pages for a kind of reader the reader is. */
function shortTitle(file) {
  const [thing, rest] = titleOf(file).split(': ');
  return file.startsWith('docs/start/') ? rest.replace(/^./, (letter) => letter.toUpperCase()) : thing;
}

const entry = (file) => ({ text: shortTitle(file), link: addressOf(pages[file]) });
const group = (text, files, collapsed = true) => ({ text, collapsed, items: files.map((file) => entry(file)) });

/** Pages of docs/measured in the order of its table. */
function measured() {
  const order = [...read('docs/measured/README.md').matchAll(/\]\((\w[\w-]*\.md)\)/g)].map(([, file]) => file);
  return order.map((file) => `docs/measured/${file}`);
}

export const outside = (text, path) => ({ text, link: path, target: '_self', rel: 'noopener', noIcon: true });

export const nav = [
  { text: 'Start', items: folder('start').map((file) => entry(file)) },
  { text: 'Documents', link: '/documents.html' },
  {
    text: 'Papers',
    items: ['docs/reproduction.md', 'docs/findings.md', 'docs/papers.md'].map((file) => entry(file)),
  },
  { text: 'Measured', items: [entry('docs/measured/README.md'), outside('Scoreboard', '/scoreboard/index.html')] },
  outside('API', '/api/index.html'),
  outside('Studio', '/studio/index.html'),
];

export const sidebar = [
  { text: 'All documents, by task', link: '/documents.html' },
  group('First contact', folder('start'), false),
  group('Guides', folder('guide'), false),
  group('Papers', ['docs/reproduction.md', 'docs/findings.md', 'docs/papers.md'], false),
  group('Theory', ['docs/notation.md', 'docs/pipeline.md', ...folder('theory')]),
  group('Measured', ['docs/measured/README.md', ...measured()]),
  group('Decisions', folder('decisions')),
  group('Project', ['CONTRIBUTING.md', 'CHANGELOG.md']),
];
