/**
 * Licences of the packages whose code is in the page: read from the modules that the bundler really took, its workers'
 * included, and written beside the page. The capsule has them inside, since it travels alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const NOTICES_FILE = 'THIRD-PARTY-LICENSES.txt';
const RULE = '-'.repeat(80);
/** Copyright lines of packages under MIT that ship no licence, from their own files. */
const STATED: Readonly<Record<string, string>> = { '@docsearch/css': 'Copyright (c) Algolia, Inc. and contributors' };

/** Folder of the package that a module is of: up to the last node_modules and the name behind it. */
const folderOf = (module: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1];

/** Folders of the packages of one build; a build's workers are bundled before the page that starts them. */
const folders = new Set<string>();

/**
 * Collects packages; `emit` writes the file, which only the last bundle of a build should do.
 * @param others folders of packages of which the page carries what is no module
 */
export const thirdParty = (emit: boolean, others: readonly string[] = []): Plugin => ({
  name: 'third-party',
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle))
      if (output.type === 'chunk') for (const module of Object.keys(output.modules)) add(module);
    if (emit)
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: noticesOf(new Set([...folders, ...others])) });
  },
});

function add(module: string): void {
  const folder = folderOf(module);
  if (folder) folders.add(folder);
}

function noticesOf(packages: ReadonlySet<string>): string {
  const notices = [...packages].map(noticeOf).sort();
  const head = 'This page contains code of the following packages, unchanged but for bundling and leaving parts out.';
  return `${[head, ...notices].join(`\n\n${RULE}\n`)}\n`;
}

/** Name, version, licence, where its source is, and the text of its licence. A package without a text stops the build. */
function noticeOf(folder: string): string {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.(txt|md))?$/i.test(entry));
  const stated = license === 'MIT' ? STATED[name] : undefined;
  if (!file && !stated)
    throw new Error(`${name} is bundled but has no licence file: expected LICENSE or COPYING in its package.`);
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `MIT License\n\n${stated}\n\n${mit()}`;
  const address = (repository?.url ?? repository ?? '').replace(/^git\+/, '').replace(/\.git$/, '');
  const source = `Source: ${address || `the package ${name}`}, version ${version}`;
  const title = `${name} ${version}${license ? ` (${license})` : ''}`;
  return `${title}\n${source}\n\n${text}`;
}

/** The words of the licence, which is ours too. */
function mit(): string {
  const own = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
  return own.slice(own.indexOf('Permission is hereby granted')).trim();
}
