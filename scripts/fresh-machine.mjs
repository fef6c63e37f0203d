// npm run check:fresh [-- --first] [-- --tests COMMAND]: the README's two commands on what is committed, as a fresh machine runs
// them: a clone, an empty home, an empty npm cache, no variable but those below. --first: only the first command, in a minute or
// two; --tests: another command in place of `npm test`, which takes a quarter of an hour.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** How a machine reaches a registry, and where its Chromium is. */
const KEPT = [
  'CHROMIUM',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
];
/** The same, of npm's settings; a fresh home has none. */
const SETTINGS = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'];

const { values } = parseArgs({
  options: { first: { type: 'boolean' }, tests: { type: 'string' } },
});
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const commands = [...readme.matchAll(/^(npm ci && .*?)\s+#/gm)].map(([, command]) => command);
if (commands.length !== 2)
  throw new Error(`README.md: expected two commands that begin with npm ci, found ${commands.length}`);
if (values.tests) commands[1] = commands[1].replace('npm test', () => values.tests);
const uncommitted = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
if (uncommitted) process.stdout.write(`not committed, so not checked:\n${uncommitted}`);

for (const command of commands.slice(0, values.first ? 1 : 2)) {
  const place = mkdtempSync(join(tmpdir(), 'signorini-fresh-'));
  try {
    run(command, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(command, place) {
  const [clone, home, temporary] = ['clone', 'home', 'tmp'].map((name) => join(place, name));
  for (const folder of [home, temporary]) mkdirSync(folder);
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const env = { ...machine(), HOME: home, TMPDIR: temporary };
  process.stdout.write(`$ ${command}\n`);
  const { status, signal } = spawnSync(command, {
    cwd: clone,
    env,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.stdout.write(`${command}: ${status === 0 ? 'works on a fresh machine' : `failed (${signal ?? status})`}\n`);
  if (status !== 0) process.exitCode = 1;
}

/** Tools of the machine without those of a workspace: `npm run` puts the latter on the PATH. */
function machine() {
  const path = process.env.PATH.split(delimiter).filter((folder) => !/node_modules/.test(folder));
  const env = { PATH: path.join(delimiter) };
  for (const name of KEPT) if (process.env[name] !== undefined) env[name] = process.env[name];
  for (const name of SETTINGS) {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', stdio: 'pipe' }).trim();
    if (value && value !== 'null') env[`npm_config_${name.replaceAll('-', '_')}`] = value;
  }
  return env;
}
