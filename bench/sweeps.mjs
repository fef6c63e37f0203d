// Time of a matrix-free sweep per contact, from 5 000 to 1 000 000 contacts, against a C++ loop over the same records, and the
// cost of watching every iterate for the least energy error; and of psor over Coulomb's cones, with its memory.
// npm run bench -- sweeps [--most CONTACTS]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeastError, makeContact, pgs, psor, Watch } from '@signorini/engine';
import { pile } from './pile.mjs';
import { median } from './timing.mjs';

const ROUNDS = 11;
const SIZES = [5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000];

export async function run(argv) {
  const most = argv.includes('--most') ? Number(argv[argv.indexOf('--most') + 1]) : Infinity;
  const folder = mkdtempSync(join(tmpdir(), 'signorini-'));
  const native = compile(folder);
  const rows = [];
  for (const contacts of SIZES.filter((size) => size <= most)) {
    const p = pile(contacts);
    const few = Math.max(4, Math.round(2e6 / contacts));
    const { sweepMs, leastMs, watchedOverSweep } = perSweep(p, few);
    const nativeMs = native ? nativeTime(native, folder, p, few) : undefined;
    rows.push({
      contacts,
      megabytes: Math.round((p.n * 18 * 8) / 1e6),
      nsPerContact: (1e6 * sweepMs) / contacts,
      leastNsPerContact: (1e6 * leastMs) / contacts, // of the rounds: what the machine does when nobody disturbs it
      ...(nativeMs && { nativeNsPerContact: (1e6 * nativeMs) / contacts, overNative: sweepMs / nativeMs }),
      measureOverSweep: watchedOverSweep - 1,
      ...cones(p, few),
    });
    const last = rows.at(-1);
    process.stdout.write(
      `${Object.entries(last)
        .map(([key, v]) => `${key} ${Number(v.toPrecision(3))}`)
        .join('  ')}\n`,
    );
  }
  rmSync(folder, { recursive: true });
  return { unit: 'ns per contact and sweep', rows };
}

/** Many sweeps in one solve minus few: preparing the records does not count. Plain and watched sweeps take turns. */
function perSweep(p, few) {
  const instance = pgs.create();
  const time = (sweeps, watched) => {
    const x = new Float64Array(p.n);
    const start = performance.now();
    const monitor = watched ? new Watch([new LeastError('energy')]) : undefined;
    instance.solve(p, x, { ...pgs.defaults, maxIterations: sweeps, tolerance: 0 }, monitor);
    return performance.now() - start;
  };
  const each = (watched) => (time(3 * few, watched) - time(few, watched)) / (2 * few);
  time(few, false);
  time(few, true);
  const rounds = Array.from({ length: ROUNDS }, () => ({ plain: each(false), watched: each(true) }));
  instance.release();
  return {
    sweepMs: median(rounds.map(({ plain }) => plain)),
    leastMs: Math.min(...rounds.map(({ plain }) => plain)),
    watchedOverSweep: median(rounds.map(({ plain, watched }) => watched / plain)),
  };
}

/** psor on the same pile with cones: ns per contact and sweep, and the bytes a contact that an instance holds. */
function cones(p, few) {
  const contacts = Array.from({ length: p.n / 3 }, (_, c) =>
    makeContact({ normal: 3 * c, tangents: [3 * c + 1, 3 * c + 2], mu: 0.5, set: 'cone' }),
  );
  const q = { ...p, contacts };
  const instance = psor.create();
  const time = (sweeps) => {
    const x = new Float64Array(p.n);
    const start = performance.now();
    instance.solve(q, x, { ...psor.defaults, maxIterations: sweeps, tolerance: 0 });
    return performance.now() - start;
  };
  const count = Math.max(2, Math.round(few / 2));
  const before = process.memoryUsage().arrayBuffers;
  time(count);
  const bytes = process.memoryUsage().arrayBuffers - before;
  const rounds = Array.from({ length: ROUNDS }, () => (time(3 * count) - time(count)) / (2 * count));
  instance.release();
  const ns = (ms) => (1e6 * ms) / contacts.length;
  return {
    coneNsPerContact: ns(median(rounds)),
    coneBytesPerContact: bytes / contacts.length,
  };
}

function compile(folder) {
  try {
    const program = join(folder, 'sweep');
    execFileSync('g++', ['-O3', '-march=native', '-o', program, 'bench/sweep.cpp']);
    return program;
  } catch {
    process.stderr.write('sweeps: no g++ here, so nothing to compare with\n');
    return undefined;
  }
}

/** Writes the records that a sweep reads and times the same loop in C++ on them. */
function nativeTime(program, folder, p, sweeps) {
  const { Jt, structure, diagonal } = p.A;
  const records = new Float64Array(18 * p.n);
  const bodies = new Int32Array(2 * p.n);
  for (let i = 0; i < p.n; i++) {
    records.set(Jt.subarray(12 * i, 12 * i + 12), 18 * i);
    records.set([p.b[i], structure.C[i], 1 / diagonal[i], p.lo[i], p.hi[i], 0], 18 * i + 12);
    bodies[2 * i] = 6 * structure.body[2 * i];
    bodies[2 * i + 1] = 6 * structure.body[2 * i + 1];
  }
  const file = join(folder, 'records.bin');
  const head = Int32Array.of(p.n, structure.bodies);
  writeFileSync(file, Buffer.concat([head, bodies, records].map((a) => Buffer.from(a.buffer))));
  return Number(execFileSync(program, [file, String(sweeps)], { encoding: 'utf8' }));
}
