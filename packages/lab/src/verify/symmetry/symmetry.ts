/**
 * Every problem, and every scene that a file can hold, beside copies of it: turned about an axis that is no axis of the world,
 * mirrored, in other units. Factors that are powers of two change no bit of an equation whose terms have the same unit, so that any
 * other bit shows a constant with a unit in the engine.   docs/guide/verify.md
 */
import { createWorld, quaternion, type World } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { type Check, compare, type Known, type Verification } from '../check.ts';
import { chosen, classics } from '../problems/catalogue.ts';
import { ACCURATE } from '../problems/classic.ts';
import { knownFailures } from '../problems/known-failures.ts';
import type { Change } from './change.ts';
import { type Compared, compareCopies } from './copies.ts';
import { armOnLimit, ballOnRope, mixedPile } from './worlds.ts';

const id = 'symmetry';
const turn = quaternion.axisAngle([1, 2, 3], 1);

export const CHANGES = {
  turned: { turn },
  mirrored: { turn, mirror: true },
  milli: { units: { metre: 1000, kilogram: 1000, second: 1000 } }, // mm, g, ms
  binary: { units: { metre: 1024, kilogram: 256, second: 512 } },
} as const satisfies Record<string, Change>;

interface Subject {
  readonly name: string;
  /** fixed: steps of one length. accurate: with `accuracy`. strikes: something is hit under `midpoint`. pile: chaos, only bits are compared. */
  readonly kind: 'fixed' | 'accurate' | 'strikes' | 'pile';
  world(): World;
}

/** Scenes with known answers that a file can hold and that are small. */
const SCENES = [
  ...['box-on-slope', 'sliding-to-rolling', 'bouncing-ball', 'mass-ratio-stack', 'heavy-chain', 'heavy-chain-swing'],
  ...['heavy-chain-drop', 'double-pendulum', 'five-pendulum', 't-handle', 'a-frame'],
];

export const subjects: readonly Subject[] = [
  ...[...classics, ...chosen].map(
    ({ id: name, settings, world }): Subject => ({
      name,
      world,
      kind: settings.startsWith(ACCURATE) ? 'accurate' : 'fixed',
    }),
  ),
  ...SCENES.map(
    (name): Subject => ({
      name,
      kind: 'fixed',
      // Coulomb's cone has no axes of its own
      world: () => createWorld(findScene(name), { frictionModel: 'cone' }),
    }),
  ),
  { name: 'mixed-pile', kind: 'pile', world: mixedPile },
  { name: 'arm-on-limit', kind: 'strikes', world: armOnLimit },
  { name: 'ball-on-rope', kind: 'strikes', world: ballOnRope },
];

/** Cases of a quick run. */
const SOME = [
  'two-balls',
  'spin-bounce',
  'bead-capstan',
  'bennett',
  'simple-pendulum',
  'squeezer',
  'billiards',
  'mixed-pile',
];

/** Differences of places, of the size, and of orientations, rad: the larger. */
const LIMIT = 1e-6;

interface Result extends Subject {
  readonly compared: Readonly<Record<keyof typeof CHANGES, Compared>>;
}

export const symmetry: Verification = {
  id,
  run(quick): Check[] {
    let own = 0;
    const chosenOnes = subjects.filter(({ name, kind }) => !quick || kind === 'strikes' || SOME.includes(name));
    const results = chosenOnes.map((subject): Result => {
      const { copies, unclosed } = compareCopies(subject.world(), Object.values(CHANGES), quick ? 40 : 60);
      own += unclosed;
      const [turned, mirrored, milli, binary] = copies;
      return { ...subject, compared: { turned: turned!, mirrored: mirrored!, milli: milli!, binary: binary! } };
    });
    const calm = results.filter(({ kind }) => kind !== 'pile');
    const of = (...kinds: readonly Subject['kind'][]) => results.filter(({ kind }) => kinds.includes(kind));
    const open = results.flatMap(({ compared }) => Object.values(compared)).reduce((sum, one) => sum + one.unclosed, 0);
    return [
      ...differences('turned by 1 rad about (1, 2, 3)', calm, ({ turned }) => turned),
      ...differences('mirrored and turned', calm, ({ mirrored }) => mirrored),
      ...differences('in mm, g, ms', of('fixed'), ({ milli }) => milli),
      ...bits('in units of powers of two', of('fixed', 'pile')),
      ...differences('accuracy 0.01, in mm, g, ms', of('accurate'), ({ milli }) => milli),
      ...bits('accuracy 0.01, in units of powers of two', of('accurate')),
      ...differences('impacts under midpoint, in mm, g, ms', of('strikes'), ({ milli }) => milli),
      ...bits('impacts under midpoint, in units of powers of two', of('strikes')),
      figure('copies: steps whose ledger does not close', open, { unit: 'steps' }),
      compare(id, 'ledger: steps not closed', own, { unit: 'steps' }),
    ];
  },
};

const figure = (quantity: string, value: number, known: Known): Check =>
  compare(id, quantity, value, { ...known, knownFailure: Object.hasOwn(knownFailures, `${id}: ${quantity}`) });

type Of = (compared: Result['compared']) => Compared;

/** The largest difference; and if that is too large, one line for each world beyond the limit. */
function differences(name: string, results: readonly Result[], of: Of): Check[] {
  const each = results.map((result) => {
    const { places, turns } = of(result.compared);
    return { name: result.name, value: Math.max(places, turns) };
  });
  const whole = figure(`${name}: largest difference`, Math.max(...each.map(({ value }) => value)), { limit: LIMIT });
  if (whole.pass || whole.knownFailure) return [whole];
  const beyond = each.filter(({ value }) => !(value <= LIMIT));
  return [whole, ...beyond.map((one) => compare(id, `${name}: ${one.name}`, one.value, { limit: LIMIT }))];
}

function bits(name: string, results: readonly Result[]): Check[] {
  const others = results.filter(({ compared }) => !compared.binary.same).map((one) => one.name);
  const whole = figure(`${name}: worlds with other bits`, others.length, { unit: 'worlds' });
  if (whole.pass || whole.knownFailure) return [whole];
  return [whole, ...others.map((one) => compare(id, `${name}: ${one}`, 1, { unit: 'worlds' }))];
}
