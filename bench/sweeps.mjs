// Time of a matrix-free sweep per contact, from 5 000 to 1 000 000 contacts, against a C++ loop over the same records, and the
// cost of watching every iterate for the least energy error; and of psor over Coulomb's cones, with its memory.
// Every size does the same work: sweeps 5 to 20 from rest. The sizes take turns, so that what else the machine does meets all.
// Which sizes the caches hold is measured beside them (residence.cpp): by how many of its lines are gone when a sweep comes round again.
// npm run bench -- sweeps [--most CONTACTS] [--rounds N]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LeastError, Watch } from '@signorini/engine/measures';
import { makeContact } from '@signorini/engine/problem';
import { pgs, psor } from '@signorini/engine/solvers';
import { pile } from './pile.mjs';
import { betweenIterations, median } from './timing.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const SIZES = [5000, 7000, 10000, 14000, 20000, 30000, 50000, 100000, 200000, 500000, 1000000];
const [FIRST, LAST] = [4, 20]; // sweeps that do not count, and the last that does
const AT_LEAST = 100000; // contacts that a round sweeps at a size, by repeating the small ones

const WAITS = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 8, 16]; // ms for which lines are left alone
const PROBE = 4; // MB: more than an L2 cache, less than an L3

export async function run(argv) {
  const option = (name, otherwise) => (argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) : otherwise);
  const folder = mkdtempSync(join(tmpdir(), 'signorini-'));
  const native = compile(folder, 'sweep');
  const residence = compile(folder, 'residence');
  const latencies = [];
  const sizes = [];
  for (const size of SIZES) if (size <= option('--most', Infinity)) sizes.push(await setUp(size, folder, native));
  for (let round = 0; round < option('--rounds', 25); round++) {
    for (const size of sizes) size.measure();
    if (residence) latencies.push(probe(residence));
  }
  rmSync(folder, { recursive: true });
  const rows = sizes.map((size) => size.row());
  for (const row of rows)
    process.stdout.write(
      `${Object.entries(row)
        .map(([key, v]) => `${key} ${Number(v.toPrecision(3))}`)
        .join('  ')}\n`,
    );
  const caches = residence && { waitMs: WAITS, nsPerLine: WAITS.map((_, k) => median(latencies.map((ns) => ns[k]))) };
  if (caches) process.stdout.write(`${JSON.stringify(caches)}\n`);
  const flatness = caches ? ['', 'cone'].flatMap((kind) => levels(rows, kind, caches.nsPerLine)) : [];
  for (const level of flatness) process.stdout.write(`${JSON.stringify(level)}\n`);
  return { unit: 'ns per contact and sweep', sweeps: [FIRST + 1, LAST], rows, caches, flatness };
}

/** Sizes of which the caches still hold three quarters when a sweep begins again, those of which they have lost as many, and the rest. */
const LEVELS = {
  cache: (gone) => gone < 0.25,
  between: (gone) => gone >= 0.25 && gone <= 0.75,
  memory: (gone) => gone > 0.75,
};

function levels(rows, kind, nsPerLine) {
  const [key, quartileKey] = kind
    ? ['coneNsPerContact', 'coneQuartileNsPerContact']
    : ['nsPerContact', 'quartileNsPerContact'];
  const gone = (row) => share(nsPerLine, (row.contacts * row[key]) / 1e6);
  return Object.entries(LEVELS).map(([level, holds]) => {
    const here = rows.filter((row) => holds(gone(row)));
    return {
      level,
      contacts: here.map(({ contacts }) => contacts),
      gone: here.map((row) => Number(gone(row).toFixed(2))),
      [key]: farthest(here.map((row) => row[key])),
      [quartileKey]: farthest(here.map((row) => row[quartileKey])),
    };
  });
}

/** The share of lines that are gone from the caches after `ms`, by what a line costs then; 0 where waiting does not make lines dearer. */
function share(nsPerLine, ms) {
  const [first, last] = [nsPerLine[0], nsPerLine.at(-1)];
  if (!(last > 2 * first)) return 0;
  const k = WAITS.findIndex((wait) => wait > ms);
  const part = k < 0 ? 1 : (ms - WAITS[k - 1]) / (WAITS[k] - WAITS[k - 1]);
  const ns = k < 0 ? last : nsPerLine[k - 1] + part * (nsPerLine[k] - nsPerLine[k - 1]);
  return Math.min(1, Math.max(0, (ns - first) / (last - first)));
}

/** The largest distance from the mean, as a part of the mean. */
function farthest(values) {
  if (values.length === 0) return undefined;
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return Number((values.reduce((most, v) => Math.max(most, Math.abs(v - mean)), 0) / mean).toFixed(3));
}

/** ns of a line after each wait. */
function probe(residence) {
  const args = [PROBE, ...WAITS].map(String);
  return execFileSync(residence, args, { encoding: 'utf8' }).trim().split('\n').map(Number);
}

/** One size: its problems, an instance of each solver, and what the rounds have measured. */
async function setUp(contacts, folder, native) {
  const p = pile(contacts);
  const cones = Array.from({ length: contacts }, (_, c) =>
    makeContact({ normal: 3 * c, tangents: [3 * c + 1, 3 * c + 2], mu: 0.5, set: 'cone' }),
  );
  const repeats = Math.max(1, Math.round(AT_LEAST / contacts));
  const [box, cone] = [pgs.create(), psor.create()];
  const least = () => new Watch([new LeastError('energy')]);
  const plain = () => perSweep(pgs, box, p, repeats);
  const watched = () => perSweep(pgs, box, p, repeats, least);
  const coned = () => betweenIterations(psor, cone, { ...p, contacts: cones }, [FIRST, LAST], repeats);
  const records = native && writeRecords(join(folder, `${contacts}.bin`), p);
  const inCpp = () => Number(execFileSync(native, [records, FIRST, LAST, repeats].map(String), { encoding: 'utf8' }));
  const before = await heldBytes();
  coned();
  const coneBytes = (await heldBytes()) - before;
  plain();
  watched();
  const rounds = [];
  const ns = (ms) => (1e6 * ms) / contacts;
  return {
    measure() {
      rounds.push({ plain: plain(), native: native && inCpp(), watched: watched(), cone: coned() });
    },
    row() {
      const of = (key) => rounds.map((round) => round[key]);
      return {
        contacts,
        recordBytes: p.n * 18 * 8,
        nsPerContact: ns(median(of('plain'))),
        quartileNsPerContact: ns(quartile(of('plain'))), // the machine in its quieter rounds
        ...(native && {
          nativeNsPerContact: ns(median(of('native'))),
          nativeQuartileNsPerContact: ns(quartile(of('native'))),
          overNative: median(rounds.map((round) => round.plain / round.native)),
        }),
        measureOverSweep: median(rounds.map((round) => round.watched / round.plain)) - 1,
        coneNsPerContact: ns(median(of('cone'))),
        coneQuartileNsPerContact: ns(quartile(of('cone'))),
        coneBytesPerContact: coneBytes / contacts,
      };
    },
  };
}

/** Bytes in buffers and in WebAssembly memories that something still holds. */
async function heldBytes() {
  for (let k = 0; k < 3; k++) {
    collect();
    await setTimeout(50); // buffers are given back beside the program
  }
  return process.memoryUsage().external;
}

function quartile(values) {
  return values.toSorted((p, q) => p - q)[Math.floor(values.length / 4)];
}

/** Twenty sweeps in one solve minus four: preparing the records does not count. Mean ms of a sweep. */
function perSweep(solver, instance, p, repeats, monitor) {
  const time = (sweeps) => {
    const x = new Float64Array(p.n);
    const start = performance.now();
    instance.solve(p, x, { ...solver.defaults, maxIterations: sweeps, tolerance: 0 }, monitor?.());
    return performance.now() - start;
  };
  let sum = 0;
  for (let k = 0; k < repeats; k++) sum += time(LAST) - time(FIRST);
  return sum / repeats / (LAST - FIRST);
}

function compile(folder, name) {
  try {
    const program = join(folder, name);
    execFileSync('g++', ['-O3', '-march=native', '-o', program, `bench/${name}.cpp`]);
    return program;
  } catch {
    process.stderr.write(`sweeps: no g++ here for bench/${name}.cpp, so what it measures is left out\n`);
    return undefined;
  }
}

/** The records that a sweep reads, for the same loop in C++. */
function writeRecords(file, p) {
  const { Jt, structure, diagonal } = p.A;
  const records = new Float64Array(18 * p.n);
  const bodies = new Int32Array(2 * p.n);
  for (let i = 0; i < p.n; i++) {
    records.set(Jt.subarray(12 * i, 12 * i + 12), 18 * i);
    records.set([p.b[i], structure.C[i], 1 / diagonal[i], p.lo[i], p.hi[i], 0], 18 * i + 12);
    bodies[2 * i] = 6 * structure.body[2 * i];
    bodies[2 * i + 1] = 6 * structure.body[2 * i + 1];
  }
  const head = Int32Array.of(p.n, structure.bodies);
  writeFileSync(file, Buffer.concat([head, bodies, records].map((a) => Buffer.from(a.buffer))));
  return file;
}
