// Run after `npm install` has changed package-lock.json.
// Packages with native parts list one optional package a platform. A registry mirror may hold only some of them; npm then
// leaves the others out of the lockfile, and `npm ci` refuses it as incomplete. This adds them with the version, system
// and processor that their names tell. npm skips them on any other platform, without asking a registry. Then it asks the
// registry for every checksum that is missing; those that it does not hold are listed.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32'];
const PROCESSORS = {
  arm: 'arm',
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  wasm32: 'wasm32',
  loong64: 'loong64',
  mips64el: 'mips64el',
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const added = [];
for (const [owner, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    // beside its owner: a second version of a package lies in the node_modules of the one that asks for it
    const place = `${/^(.*\/)?node_modules\/(?!.*node_modules\/)/.exec(owner)?.[0] ?? 'node_modules/'}${name}`;
    if (lock.packages[place] || !/^\d+\.\d+\.\d+$/.test(version)) continue;
    const words = name.split(/[-/]/);
    const os = SYSTEMS.find((system) => words.includes(system));
    const cpu = PROCESSORS[words.find((word) => PROCESSORS[word])];
    if (!cpu) continue;
    lock.packages[place] = {
      version,
      cpu: [cpu],
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    };
    added.push(name);
  }
const missing = Object.entries(lock.packages).filter(
  ([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.integrity,
);
const unknown = [];
for (const [place, entry] of missing) {
  const name = `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
  const integrity = await integrityOf(name);
  if (integrity) lock.packages[place] = { version: entry.version, integrity, ...entry };
  else unknown.push(name);
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([p], [q]) => (p < q ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`package-lock.json: ${added.length} packages of other platforms added\n`);
process.stdout.write(`checksums: ${missing.length - unknown.length} added, ${unknown.length} not in this registry\n`);
for (const name of unknown) process.stdout.write(`  ${name}\n`);

/** Checksum of a package's archive; nothing if the registry does not hold that version. */
async function integrityOf(name) {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'dist.integrity']);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
