import { expect, test } from 'vitest';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { Rng } from '../linalg/rng.ts';
import { energyErrorOf } from '../measures/energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem } from '../problem/problem.ts';
import { CONTACT_PLACES, CONTACT_RECORD, CONTACT_SWEEP, MOMENTUM, PROJECTION } from './layouts.ts';
import { type Table, writeTable } from './tables.ts';

const COUNT = 5;
const BODIES = 4;
const OMEGA = 0.8;

/** A contact by names: rows of Jt over two bodies, normal and two tangents. */
interface Contact {
  readonly Jt: readonly Float64Array[];
  readonly bodies: readonly [number, number];
  readonly b: readonly number[];
  readonly C: readonly number[];
  readonly lower: number;
  readonly upper: number;
  readonly radius: number;
  readonly mu: number;
  readonly square: boolean;
}

const rng = new Rng(352);
const three = (low: number, high: number) => [0, 1, 2].map(() => rng.uniform(low, high));
const contacts: Contact[] = Array.from({ length: COUNT }, (_, c) => ({
  Jt: [0, 1, 2].map(() => Float64Array.from({ length: 12 }, () => rng.uniform(-1, 1))),
  bodies: [c % BODIES, (2 * c + 1) % BODIES === c % BODIES ? (c + 1) % BODIES : (2 * c + 1) % BODIES],
  b: three(-1, 1),
  C: three(0.05, 0.1),
  lower: 0,
  upper: c === 2 ? 0.1 : Infinity,
  radius: c === 3 ? 0.05 : 0,
  mu: c === 3 ? 0 : c === 1 ? 3 : 0.4, // tangents of contact 1 are not at their bounds
  square: c % 2 === 1,
}));
const startX = Float64Array.from({ length: 3 * COUNT }, () => rng.uniform(0, 0.3));
const startY = Float64Array.from({ length: 6 * BODIES }, () => rng.uniform(-1, 1));
/** Entries of A between rows of one contact. */
const entry = ({ Jt, C }: Contact, i: number, j: number) =>
  Jt[i].reduce((sum, value, k) => sum + value * Jt[j][k], i === j ? C[i] : 0);

function recordsOf(): { records: Float64Array; places: Int32Array } {
  const records = new Float64Array(CONTACT_RECORD.size * COUNT);
  const places = new Int32Array(CONTACT_PLACES.size * COUNT);
  contacts.forEach((contact, c) => {
    const { Jt, bodies, b, C, lower, upper, radius, mu, square } = contact;
    const record = records.subarray(CONTACT_RECORD.size * c);
    record.set(Jt[0], CONTACT_RECORD.normal);
    record.set(Jt[1], CONTACT_RECORD.first);
    record.set(Jt[2], CONTACT_RECORD.second);
    record.set([b[1], b[2]], CONTACT_RECORD.b);
    record.set([C[1], C[2]], CONTACT_RECORD.C);
    record.set([1 / entry(contact, 1, 1), 1 / entry(contact, 2, 2)], CONTACT_RECORD.step);
    record.set([entry(contact, 0, 1), entry(contact, 0, 2)], CONTACT_RECORD.coupling);
    record[CONTACT_RECORD.a12] = entry(contact, 1, 2);
    record[CONTACT_RECORD.normalB] = b[0];
    record[CONTACT_RECORD.normalC] = C[0];
    record[CONTACT_RECORD.normalStep] = 1 / entry(contact, 0, 0);
    record[CONTACT_RECORD.lower] = lower;
    record[CONTACT_RECORD.upper] = upper;
    record[CONTACT_RECORD.radius] = radius;
    record[CONTACT_RECORD.mu] = mu;
    record[CONTACT_RECORD.normalMetric] = entry(contact, 0, 0);
    record[CONTACT_RECORD.metric] = 0.5 * (entry(contact, 1, 1) + entry(contact, 2, 2));
    const place = places.subarray(CONTACT_PLACES.size * c);
    place[CONTACT_PLACES.firstBody] = 6 * bodies[0];
    place[CONTACT_PLACES.secondBody] = 6 * bodies[1];
    place[CONTACT_PLACES.normal] = 3 * c;
    place[CONTACT_PLACES.first] = 3 * c + 2; // not in the order of rows: places count
    place[CONTACT_PLACES.second] = 3 * c + 1;
    place[CONTACT_PLACES.projection] = square ? PROJECTION.square : PROJECTION.round;
  });
  return { records, places };
}

/** (FP8) row by row, from names alone. */
function plainSweep(): { x: Float64Array; y: Float64Array; change: number } {
  const [x, y] = [startX.slice(), startY.slice()];
  let change = 0;
  contacts.forEach((contact, c) => {
    const { Jt, bodies, b, C, lower, upper, radius, mu, square } = contact;
    const rows = [3 * c, 3 * c + 2, 3 * c + 1];
    const velocity = (i: number) => {
      let w = b[i] + C[i] * x[rows[i]];
      for (let k = 0; k < 12; k++) w += Jt[i][k] * y[6 * bodies[k < 6 ? 0 : 1] + (k % 6)];
      return w;
    };
    const move = (i: number, to: number) => {
      const d = to - x[rows[i]];
      change = Math.max(change, Math.abs(d));
      x[rows[i]] = to;
      for (let k = 0; k < 12; k++) y[6 * bodies[k < 6 ? 0 : 1] + (k % 6)] += Jt[i][k] * d;
    };
    const free = (i: number) => x[rows[i]] - (OMEGA / entry(contact, i, i)) * velocity(i);
    move(0, Math.min(Math.max(free(0), lower), upper));
    const most = radius + mu * Math.max(x[rows[0]], 0);
    if (square) for (const i of [1, 2]) move(i, Math.min(Math.max(free(i), -most), most));
    else {
      const [z1, z2] = [free(1), free(2)];
      const share = Math.min(1, most / Math.sqrt(z1 * z1 + z2 * z2));
      move(1, share * z1);
      move(2, share * z2);
    }
  });
  return { x, y, change };
}

/** (FM7) of the contacts from `first` on, as measured from outside: each as a problem of its own, with the velocities of y. */
function coneEnergy(x: Float64Array, y: Float64Array, first: number): number {
  let sum = 0;
  for (let c = first; c < COUNT; c++) {
    const contact = contacts[c];
    const { Jt, bodies, b, C, mu } = contact;
    const own = Float64Array.of(x[3 * c], x[3 * c + 2], x[3 * c + 1]);
    const w = own.map((xi, i) =>
      Jt[i].reduce((v, value, k) => v + value * y[6 * bodies[k < 6 ? 0 : 1] + (k % 6)], b[i] + C[i] * xi),
    );
    const A = fromDense(
      3,
      [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => entry(contact, i, j))),
    );
    const bounds = { lo: Float64Array.of(0, 0, 0), hi: Float64Array.of(Infinity, 0, 0) };
    const cone = makeContact({ normal: 0, tangents: [1, 2], mu, set: 'cone' });
    sum += energyErrorOf(makeProblem({ A, b: w, ...bounds, contacts: [cone] }), own, w).value;
  }
  return sum;
}

const work = {
  layout: CONTACT_SWEEP,
  make: (kind: Kind) => new KernelMemory(kind, CONTACT_SWEEP, { ...recordsOf(), y: startY, x: startX }),
  run(memory: KernelMemory<typeof CONTACT_SWEEP>) {
    const { kernels, table } = memory;
    const changes = [kernels.sweepContacts(table, 0, 2, OMEGA), kernels.sweepContacts(table, 2, COUNT, OMEGA)];
    return [Math.max(...changes), ...memory.read('x'), ...memory.read('y'), kernels.coneEnergies(table, 1, COUNT)];
  },
  writes: ['x', 'y'],
} as const;

test('a sweep over contacts on discs and on squares is what its rows give one by one', () => {
  const { x, y, change } = plainSweep();
  const known = [change, ...x, ...y, coneEnergy(x, y, 1)];
  for (const kind of KINDS)
    work.run(work.make(kind)).forEach((value, k) => {
      expect(value, `number ${k}`).toBeCloseTo(known[k], 13);
    });
});

test('contact sweep: kernels and twins agree, and no two entries of the table can be exchanged unnoticed', () => {
  expectTwins(work);
  expectExchangesNoticed(work);
});

const HALF = 0.5;
const motion = {
  yBefore: startY.map((v) => v - 0.2),
  xBefore: startX.map((v, i) => v - 0.1 - 0.01 * i),
  moved: startX.map((_, i) => (Math.floor(i / 3) === 2 ? -0.3 : 0.1)), // contact 2 has turned round
};

/** A sweep's memory with a table of momentum beside it. */
function coasting(kind: Kind, without = -1) {
  const { records, places } = recordsOf();
  if (without >= 0) places[CONTACT_PLACES.size * without + CONTACT_PLACES.projection] = PROJECTION.none;
  const table = Int32Array.from({ length: MOMENTUM.size }, () => 0);
  const memory = new KernelMemory(kind, CONTACT_SWEEP, { records, places, y: startY, x: startX, ...motion, table });
  const { at, arena } = memory;
  writeTable(arena.I, at.table as Table<typeof MOMENTUM>, MOMENTUM, { ...at, bodies: startY.length });
  memory.kernels.coast(memory.table, at.table as Table<typeof MOMENTUM>, COUNT, HALF);
  return { x: memory.read('x'), y: memory.read('y'), before: memory.read('xBefore'), moved: memory.read('moved') };
}

test('momentum: contacts go on by a part of their last change, those that turned round stay, and y is that of x', () => {
  const x = startX.map((v, i) => (Math.floor(i / 3) === 2 ? v : v + HALF * (v - motion.xBefore[i])));
  const y = startY.map((v, k) => v + HALF * (v - motion.yBefore[k]));
  const { Jt, bodies } = contacts[2];
  [6, 8, 7].forEach((row, i) => {
    for (let k = 0; k < 12; k++)
      y[6 * bodies[k < 6 ? 0 : 1] + (k % 6)] -= Jt[i][k] * HALF * (startX[row] - motion.xBefore[row]);
  });
  for (const kind of KINDS) {
    const found = coasting(kind);
    expect(found.x).toEqual(Array.from(x));
    expect(found.before).toEqual(Array.from(startX));
    expect(found.moved).toEqual(Array.from(startX.map((v, i) => v - motion.xBefore[i])));
    found.y.forEach((v, k) => {
      expect(v).toBeCloseTo(y[k], 13);
    });
  }
  expect(coasting('twin')).toEqual(coasting('auto'));
});

test('momentum: a contact without a record is left to the caller', () => {
  for (const kind of KINDS) {
    const { x, before, moved } = coasting(kind, 1);
    expect(x.slice(3, 6)).toEqual(Array.from(startX.slice(3, 6)));
    expect(before.slice(3, 6)).toEqual(Array.from(motion.xBefore.slice(3, 6)));
    expect(moved.slice(3, 6)).toEqual(Array.from(motion.moved.slice(3, 6)));
  }
});

test('every field of a contact record counts: a change of it changes the sweep', () => {
  const right = work.run(work.make('auto'));
  for (let field = 0; field < CONTACT_RECORD.size; field++) {
    const memory = work.make('auto');
    const records = memory.viewOf('records');
    for (let c = 0; c < COUNT; c++) records[CONTACT_RECORD.size * c + field] += 0.01;
    expect(work.run(memory), `field ${field}`).not.toEqual(right);
  }
});
