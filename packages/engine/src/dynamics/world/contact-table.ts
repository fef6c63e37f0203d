/**
 * The contacts of a world's last step as arrays, for recordings: numbers as the solver returned them, and the part that each
 * contact has in the step's energy error. `world.contacts` has the same for people.   docs/guide/record.md
 */
import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import { setContactTangents } from '../../contact/contact-tangents.ts';
import { energyErrorOf } from '../../measures/energy.ts';
import { velocities } from '../../problem/operator.ts';
import type { SolvedProblem } from '../state/step-state.ts';
import { contactStates } from './contact-views.ts';
import { internalsOf, type WorldInternals } from './internals.ts';
import type { World } from './world.ts';

export interface ContactTable {
  readonly count: number;
  /** Three per contact: collider of A, collider of B, feature. The same while the same features touch. */
  readonly id: Int32Array;
  /** Two per contact: places of A and B in `world.bodies`. */
  readonly body: Int32Array;
  /** Three each. Between the two surface points, world, m; from A to B; the first tangent, the second is normal x first. */
  readonly point: Float64Array;
  readonly normal: Float64Array;
  readonly tangent: Float64Array;
  /** Gap at the start of the step, m. */
  readonly gap: Float64Array;
  /** Three per contact, on B, along the normal and the tangents, N s. */
  readonly impulse: Float64Array;
  /** Three per contact, on B, about the tangents and the normal, N m s: against rolling and spinning. */
  readonly turning: Float64Array;
  /** Energy error of the contact's rows, J; NaN after a restored snapshot, until the next step. */
  readonly error: Float64Array;
  /** 0 open, 1 stick, 2 slip; + 3 if rolling is held, + 6 if it rolls at the bound; + 9, + 18 the same for spinning. */
  readonly state: Int32Array;
}

/** @throws ContractError if it is no world */
export function contactTable(world: World): ContactTable {
  const made = internalsOf<WorldInternals | undefined>(world);
  if (!made) throw new ContractError(`contactTable: expected a world, found ${found(world)}`);
  const { stepper, store } = made;
  const { detector, colliders } = stepper.parts;
  const { points } = detector;
  const { contactImpulse: x, contactFirst: first } = stepper.last;
  const count = Math.min(points.count, first.length - 1);
  const vectors = () => new Float64Array(3 * count);
  const table = {
    count,
    id: new Int32Array(3 * count),
    body: new Int32Array(2 * count),
    point: vectors(),
    normal: points.normal.slice(0, 3 * count),
    tangent: vectors(),
    gap: points.gap.slice(0, count),
    impulse: vectors(),
    turning: vectors(),
    error: contactErrors(stepper.last.solved, count),
    state: Int32Array.from(contactStates(stepper.last, points, colliders).subarray(0, count)),
  };
  const places = new Int32Array(store.handles.length);
  world.bodies.forEach(({ index }, place) => {
    places[index] = place;
  });
  const tangents = new Float64Array(6);
  for (let i = 0; i < count; i++) {
    const [a, b] = [points.a[i], points.b[i]];
    const { law } = colliders.materialOf(a, b);
    table.id[3 * i] = a;
    table.id[3 * i + 1] = b;
    table.id[3 * i + 2] = points.feature[i];
    table.body[2 * i] = places[colliders.body[a]];
    table.body[2 * i + 1] = places[colliders.body[b]];
    setContactTangents(points, i, law.muRolling > 0, tangents, 0);
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      table.point[c] = 0.5 * (points.pointA[c] + points.pointB[c]);
      table.tangent[c] = tangents[c - 3 * i];
    }
    let row = first[i];
    table.impulse[3 * i] = x[row++];
    if (law.set !== 'none') for (let c = 1; c <= 2; c++) table.impulse[3 * i + c] = x[row++];
    if (law.muRolling > 0) for (let c = 0; c <= 1; c++) table.turning[3 * i + c] = x[row++];
    if (law.muSpinning > 0) table.turning[3 * i + 2] = x[row];
  }
  return table;
}

/** J, against the bounds of the last solve, summed over the rows of each contact. */
function contactErrors(solved: readonly SolvedProblem[], count: number): Float64Array {
  const errors = new Float64Array(count);
  if (solved.length === 0) return errors.fill(Number.NaN);
  for (const { problem, solution, w, points } of solved) {
    const { x, lo, hi } = solution;
    const known = w ?? velocities(problem, x, new Float64Array(problem.n));
    const rows = energyErrorOf(problem, x, known, { lo, hi, perRow: true }).rows as Float64Array;
    points.forEach((i, c) => {
      const { normal, tangents, rolling, spinning } = problem.contacts[c];
      errors[i] += rows[normal];
      for (const row of tangents) errors[i] += rows[row];
      for (const row of rolling) errors[i] += rows[row];
      for (const row of spinning) errors[i] += rows[row];
    });
  }
  return errors;
}

/**
 * Two per contact of the table: place of its problem in `world.problems()`, and its normal row there; -1 after a restored
 * snapshot. If several problems add up to a step, the last. Apart from the table: recordings do not need it.
 */
export function contactRows(world: World): Int32Array {
  const made = internalsOf<WorldInternals | undefined>(world);
  if (!made) throw new ContractError(`contactRows: expected a world, found ${found(world)}`);
  const { parts } = made.stepper;
  const { contactFirst, solved } = made.stepper.last;
  const count = Math.min(parts.detector.points.count, contactFirst.length - 1);
  const row = new Int32Array(2 * count).fill(-1);
  solved.forEach(({ problem, points }, place) => {
    points.forEach((i, c) => {
      row[2 * i] = place;
      row[2 * i + 1] = problem.contacts[c].normal;
    });
  });
  return row;
}
