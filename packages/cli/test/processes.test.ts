/** The built command as a process: signals, full disks, closed pipes, two runs at once. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const example = fileURLToPath(new URL('../../../examples/heavy-on-light.json', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../dist/main.js', import.meta.url)));
if (!built) process.stderr.write('processes: skipped, dist/ is not there\n');

const root = mkdtempSync(join(tmpdir(), 'signorini-processes-'));
afterAll(() => rmSync(root, { recursive: true }));

/** By a shell, so that it can set limits and close what it likes: `signorini` is the command. */
function shell(line: string, cwd = root, env: NodeJS.ProcessEnv = {}) {
  const command = `signorini() { "${process.execPath}" "${bin}" "$@"; }; ${line}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd,
    encoding: 'utf8',
    timeout: 600_000,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

/** An empty folder, and what is in it, hidden files too. */
function place(): { readonly path: string; readonly names: () => string[] } {
  const path = mkdtempSync(join(root, 'place-'));
  return { path, names: () => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() };
}
const small = 'brick-wall --set rows=2 --steps 20';

/** A capture that takes minutes, once it has begun to write. */
async function longCapture(cwd: string, output: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bin, 'capture', 'brick-wall', '--steps', '100000', '-o', output], {
    cwd,
    stdio: 'ignore',
  });
  const hidden = () => readdirSync(cwd, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.part'));
  while (!hidden()) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 100)); // the trial before the work is over
  while (!hidden()) await new Promise((resolve) => setTimeout(resolve, 20));
  return child;
}
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', (code) => resolve(code)));

describe.skipIf(!built)('the built command as a process', () => {
  test.each(['problems.jsonl', 'problems'])(
    'a disk that gets full while %s is written: a sentence, nothing in place, what was there stays',
    (output) => {
      const { path, names } = place();
      expect(shell(`signorini capture ${small} -o ${output}`, path).status).toBe(0);
      const before = names();
      // a limit on the size of files ends a write in its middle, as a full disk does
      for (const limit of [1, 9]) {
        const { status, stdout, stderr } = shell(`ulimit -f ${limit}; signorini capture ${small} -o ${output}`, path);
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toBe(`signorini: ${output}: expected to write it, found a limit on the size of files\n`);
        expect(names()).toEqual(before);
      }
      const deeper = shell(`ulimit -f 1; signorini capture ${small} -o a/b/${output}`, path);
      expect(deeper.status).toBe(2);
      expect(names()).toEqual(before); // nor the folders made for it
    },
  );

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
  ] as const)('%s removes what is half written, folders made for it too, and ends with %d', async (signal, code) => {
    const { path, names } = place();
    for (const output of ['a/b/problems.jsonl', 'a/problems']) {
      const child = await longCapture(path, output);
      child.kill(signal);
      expect(await ended(child)).toBe(code);
      expect(names()).toEqual([]);
    }
  });

  test('what cannot be removed when a signal comes does not keep the lock from being removed', () => {
    const { path, names } = place();
    const module = JSON.stringify(new URL('../../lab/dist/node/files/at-end.js', import.meta.url).href);
    const script = `const { atEnd } = await import(${module});
      const { rmSync, writeFileSync } = await import('node:fs');
      writeFileSync('.lock', '');
      atEnd(() => rmSync('.lock'));
      atEnd(() => { throw new Error('ENOTEMPTY'); });
      process.kill(process.pid, 'SIGTERM');
      setInterval(() => {}, 1000);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: path });
    expect([status, String(stderr)]).toEqual([143, '']);
    expect(names()).toEqual([]);
  });

  test('what kill -9 leaves is taken over by the next run', async () => {
    for (const output of ['problems.jsonl', 'problems']) {
      const { path, names } = place();
      const child = await longCapture(path, output);
      child.kill('SIGKILL');
      await ended(child);
      expect(names().some((name) => name.startsWith(`.${output}.`))).toBe(true);
      expect(shell(`signorini capture ${small} -o ${output}`, path).status).toBe(0);
      expect(names().filter((name) => name.startsWith('.'))).toEqual([]);
    }
  });

  test('of two runs onto one place the second is refused at once, and the first goes on', async () => {
    const { path, names } = place();
    const child = await longCapture(path, 'problems');
    const { status, stdout, stderr } = shell(`signorini capture ${small} -o problems`, path);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`signorini: problems: expected no other run that writes it, found process ${child.pid}\n`);
    expect(names()).toContain('.problems.part');
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    await ended(child);
  });

  test('stdout to a full device is a sentence and exit 2', () => {
    const { path } = place();
    writeFileSync(join(path, 'p.json'), readFileSync(example));
    const lines = ['--help', 'solve p.json', 'convert p.json q.json', `run ${small}`, 'verify --quick box-on-slope'];
    const wrong = lines.filter((line) => {
      const { status, stderr } = shell(`signorini ${line} > /dev/full`, path);
      const told = 'signorini: stdout: expected to write all of the output, found no space left\n';
      return status !== 2 || stderr !== told;
    });
    expect(wrong).toEqual([]);
    expect(existsSync(join(path, 'q.json'))).toBe(true); // files are written nevertheless
  });

  test('a reader that has seen enough, and complaints that nobody reads, are no fault', () => {
    expect(shell(`signorini solvers | head -1; echo "\${PIPESTATUS[0]}"`).stdout).toMatch(/^admm.*\n0\n$/);
    for (const closed of ['2>&-', '2>/dev/full', '2> >(true)'])
      expect(shell(`signorini solve nowhere.json ${closed}`).status).toBe(2);
  });

  test('what a shell hands over is read, though it is a pipe', () => {
    const { stdout } = shell(`signorini solve /dev/stdin < ${example}; cat ${example} | signorini solve /dev/stdin`);
    expect(stdout.match(/^auto/gm)?.length).toBe(2);
  });

  test('a terminal gets a bar without escape codes, a dumb one none', () => {
    if (shell('command -v script').status !== 0) return;
    const line = `run ${small.replace('20', '400')}`;
    const shown = (env: NodeJS.ProcessEnv) =>
      shell(`script -qec '"${process.execPath}" "${bin}" ${line}' /dev/null < /dev/null`, root, env).stdout;
    expect(shown({ TERM: 'xterm' })).toMatch(/\rrun {2}brick-wall {2}\[#*\.*\] {2}\d+\/400 {2}\d+ %/);
    expect(shown({ TERM: 'xterm', NO_COLOR: '1' })).not.toContain('\u001b');
    expect(shown({ TERM: 'dumb' }).replaceAll('\r\n', '\n')).not.toMatch(/\p{Cc}(?<!\n)/u);
  });

  test('-o . is a sentence that says which folder it is', () => {
    const { path, names } = place();
    mkdirSync(join(path, 'inner'));
    for (const [cwd, output] of [
      [join(path, 'inner'), '.'],
      [join(path, 'inner'), '""'],
      [join(path, 'inner'), '..'],
    ] as const)
      expect(shell(`signorini capture ${small} -o ${output}`, cwd)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/found the folder that you are in; name one inside it\n$/),
      });
    expect(names()).toEqual(['inner']);
  });
});
