// Damages datasets and journals and reads them: npm run fuzz:datasets -- --count 2000 --seed 1   (after npm run build)
// A damaged file must give the problems that were written, or a sentence and exit 2; never another problem, a stack trace, more
// than 10 s or 1 GB. `foreign` files lack our checksum, as those of other programs do: of them only the last three are asked.
// Children read, a batch each: what hangs or crashes is found, and the rest goes on.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const LIMIT = { ms: 10e3, bytes: 1e9 };
const BATCH = 50;
const TRAILER = 32; // bytes, hdf5-writer.ts

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    child: { type: 'string' }, // a batch, as JSON
  },
});

if (values.child) await readBatch(JSON.parse(values.child));
else await main(Number(values.count), Number(values.seed));

async function main(count, seed) {
  if (![count, seed].every(Number.isInteger)) {
    process.stderr.write('fuzz-datasets: expected integers for --count and --seed\n');
    process.exit(2);
  }
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-datasets-'));
  try {
    const hashes = await makeOriginals(folder);
    const outcomes = new Map();
    const faults = [];
    let largest = 0;
    for (let from = 0; from < count; ) {
      const batch = { folder, hashes, seed, from, to: Math.min(count, from + BATCH) };
      const { done, bytes, hung } = await inChild(batch);
      largest = Math.max(largest, bytes);
      for (const { kind, outcome, fault, name } of done) {
        outcomes.set(`${kind}: ${outcome}`, (outcomes.get(`${kind}: ${outcome}`) ?? 0) + 1);
        if (fault) faults.push(`${name}: ${fault}`);
      }
      from += done.length;
      if (hung) faults.push(`case ${from++}: ${hung}`); // and goes on behind it
    }
    if (largest > LIMIT.bytes) faults.push(`a batch took ${(largest / 1e6).toFixed(0)} MB`);
    for (const [name, times] of [...outcomes].sort()) process.stdout.write(`${name}: ${times}\n`);
    process.stdout.write(`at most ${(largest / 1e6).toFixed(0)} MB\n`);
    for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
    process.stdout.write(faults.length === 0 ? 'no faults\n' : `${faults.length} faults\n`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A dataset of a small wall with chunks, the same without our trailer, and its journal. @returns the hashes of its problems */
async function makeOriginals(folder) {
  const { captureScene } = await import('@signorini/lab');
  const { findScene } = await import('@signorini/engine/scenes');
  const { createDataset, problemHash } = await import('@signorini/lab/node');
  const selection = { from: 3, to: 40, every: 4 };
  const { problems } = captureScene({ scene: findScene('brick-wall'), parameters: { rows: 3 }, selection });
  const kept = [...problems].flatMap((captured) => captured?.problem ?? []);
  const dataset = createDataset(join(folder, 'sealed.h5'), { title: 'small wall' });
  for (const problem of kept) dataset.add(problem);
  writeFileSync(join(folder, 'journal.h5.part'), readFileSync(join(folder, 'sealed.h5.part')));
  await dataset.finish({ title: 'small wall', engine: '1', provenance: { of: 'fuzz' } });
  const bytes = readFileSync(join(folder, 'sealed.h5'));
  writeFileSync(join(folder, 'foreign.h5'), bytes.subarray(0, bytes.length - TRAILER));
  return kept.map(problemHash);
}

/** @returns what was done, the memory of the child, and why it ended early if it did */
function inChild(batch) {
  return new Promise((resolve) => {
    const child = fork(process.argv[1], ['--child', JSON.stringify(batch)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const done = [];
    let bytes = 0;
    let hung;
    let text = '';
    child.stderr.on('data', (chunk) => {
      text = (text + chunk).slice(-300);
    });
    const kill = () => {
      hung = `took more than ${LIMIT.ms} ms`;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(kill, 3 * LIMIT.ms); // starts, loads, reads the first
    child.on('message', (message) => {
      clearTimeout(timer);
      timer = setTimeout(kill, LIMIT.ms);
      done.push(...message.done);
      bytes = message.bytes;
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      const left = batch.from + done.length < batch.to;
      resolve({ done, bytes, hung: left ? (hung ?? `ended with ${code}: ${text}`) : undefined });
    });
  });
}

async function readBatch({ folder, hashes, seed, from, to }) {
  const { Rng } = await import('@signorini/engine');
  const { main: command } = await import('signorini');
  const { FileError, openDataset, problemHash } = await import('@signorini/lab/node');
  const names = ['sealed.h5', 'journal.h5.part', 'foreign.h5'];
  const originals = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
  for (let k = from; k < to; k++) {
    const name = names[k % names.length];
    const [kind] = name.split('.');
    const path = join(folder, `damaged-${process.pid}-${name}`);
    const { bytes, what } = damaged(originals[name], new Rng(seed * 1e6 + k));
    writeFileSync(path, bytes);
    const { outcome, fault } = await readOne(path, kind);
    process.send({
      done: [{ kind, outcome, fault, name: `case ${k}, ${name}, ${what}` }],
      bytes: process.resourceUsage().maxRSS * 1024,
    });
    rmSync(path);
  }
  process.disconnect();

  async function readOne(path, kind) {
    const errors = [];
    const code = await command(['inspect', path], {
      out: () => {},
      err: (text) => errors.push(text),
      clock: () => 0,
    }).catch((error) => `stack trace: ${error.stack}`);
    if (typeof code === 'string') return { outcome: 'stack trace', fault: code };
    if (code !== 0 && (code !== 2 || errors.join('').trim().split('\n').length !== 1))
      return { outcome: `exit ${code}`, fault: `exit ${code}, ${errors.join('')}` };
    try {
      const dataset = await openDataset(path);
      const read = Array.from(dataset.problems(), problemHash);
      dataset.close();
      const whole = read.length === hashes.length || (kind === 'journal' && dataset.leftOut > 0);
      const same = whole && read.every((hash, i) => hash === hashes[i]);
      if (!same && kind !== 'foreign') return { outcome: 'other problems', fault: 'other problems than were written' };
      return { outcome: same ? (read.length === hashes.length ? 'all problems' : 'the first problems') : 'read' };
    } catch (error) {
      if (!(error instanceof FileError)) return { outcome: 'stack trace', fault: error.stack };
      return code === 2 ? { outcome: 'a sentence' } : { outcome: 'exit 0', fault: `exit 0, and then ${error.message}` };
    }
  }
}

/** One damage of a random kind at a random place. */
function damaged(original, rng) {
  const integer = (n) => rng.below(n);
  const bytes = Buffer.from(original);
  const at = integer(3) === 0 ? Math.min(bytes.length - 1, integer(300)) : integer(bytes.length); // often at the beginning
  const length = Math.min(bytes.length - at, 1 + integer(64));
  switch (integer(6)) {
    case 0:
      return { bytes: bytes.subarray(0, at), what: `cut at ${at}` };
    case 1:
      return { bytes: bytes.fill(0, at, at + length), what: `${length} zeros at ${at}` };
    case 2:
      return { bytes: bytes.fill(255, at, at + length), what: `${length} bytes 255 at ${at}` };
    case 3:
      return {
        bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
        what: `${length} bytes less at ${at}`,
      };
    case 4: {
      const from = integer(bytes.length - length);
      bytes.copy(bytes, at, from, from + length);
      return { bytes, what: `${length} bytes from ${from} to ${at}` };
    }
    default: {
      const flips = 1 + integer(4);
      const places = Array.from({ length: flips }, () => (at + integer(200)) % bytes.length);
      for (const place of places) bytes[place] ^= 1 << integer(8);
      return { bytes, what: `bits at ${places.join(', ')}` };
    }
  }
}
