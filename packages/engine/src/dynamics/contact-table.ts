/**
 * The contacts of a world's last step as arrays, for recordings: numbers as the solver returned them, and the part that each
 * contact has in the step's energy error. `world.contacts` has the same for people.   docs/guide/record.md
 */
import { ContractError } from '../checks/errors.ts';
import { found } from '../checks/wording.ts';
import { setContactTangents } from '../contact/contact-tangents.ts';
import { energyErrorOf } from '../measures/energy.ts';
import { velocities } from '../problem/operator.ts';
import { contactStates } from './contact-view.ts';
import { recall, type WorldMade } from './made-with.ts';
import type { SolvedProblem } from './step/step-state.ts';
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
  /** At the start of the step, m. */
  readonly gap: Float64Array;
  /** Three per contact, on B, along the normal and the tangents, N s. */
  readonly impulse: Float64Array;
  /** Three per contact, on B, about the tangents and the normal, N m s: against rolling and spinning. */
  readonly turning: Float64Array;
  /** Energy error of the contact's rows, J; NaN after a restored snapshot, until the next step. */
  readonly error: Float64Array;
  /** 0 open, 1 stick, 2 slip; + 3 if rolling is held, + 6 if it rolls at the bound; + 9, + 18 the same for spinning. */
  readonly state: Int32Array;
  /** The memory of all arrays above: point, normal, tangent, gap, impulse, turning, error; and id, body, state. */
  readonly doubles: Float64Array;
  readonly integers: Int32Array;
}

/** @throws ContractError if it is no world */
export function contactTable(world: World): ContactTable {
  const made = recall<WorldMade | undefined>(world);
  if (!made) throw new ContractError(`contactTable: expected a world, found ${found(world)}`);
  const { stepper, store } = made;
  const { detector, colliders } = stepper.parts;
  const { points } = detector;
  const { contactImpulse: x, contactFirst: first } = stepper;
  const count = Math.min(points.count, first.length - 1);
  const table = emptyTable(count);
  const { id, body, point, tangent, impulse, turning } = table;
  table.normal.set(points.normal.subarray(0, 3 * count));
  table.gap.set(points.gap.subarray(0, count));
  table.state.set(contactStates(stepper, points, colliders).subarray(0, count));
  addErrors(stepper.solved, table.error);
  const places = new Int32Array(store.handles.length);
  world.bodies.forEach(({ index }, place) => {
    places[index] = place;
  });
  const tangents = new Float64Array(6);
  const { pointA, pointB } = points;
  for (let i = 0; i < count; i++) {
    const a = points.a[i];
    const b = points.b[i];
    const { law } = colliders.materialOf(a, b);
    id[3 * i] = a;
    id[3 * i + 1] = b;
    id[3 * i + 2] = points.feature[i];
    body[2 * i] = places[colliders.body[a]];
    body[2 * i + 1] = places[colliders.body[b]];
    setContactTangents(points, i, law.muRolling > 0, tangents, 0);
    for (let c = 0; c < 3; c++) {
      point[3 * i + c] = 0.5 * (pointA[3 * i + c] + pointB[3 * i + c]);
      tangent[3 * i + c] = tangents[c];
    }
    let row = first[i];
    impulse[3 * i] = x[row++];
    if (law.set !== 'none') for (let c = 1; c <= 2; c++) impulse[3 * i + c] = x[row++];
    if (law.muRolling > 0) for (let c = 0; c <= 1; c++) turning[3 * i + c] = x[row++];
    if (law.muSpinning > 0) turning[3 * i + 2] = x[row];
  }
  return table;
}

/** Two pieces of memory: eleven small ones take longer to get than to fill. */
function emptyTable(count: number): ContactTable {
  const doubles = new Float64Array(17 * count);
  const integers = new Int32Array(6 * count);
  const part = (from: number, columns: number) => doubles.subarray(from * count, (from + columns) * count);
  return {
    count,
    id: integers.subarray(0, 3 * count),
    body: integers.subarray(3 * count, 5 * count),
    point: part(0, 3),
    normal: part(3, 3),
    tangent: part(6, 3),
    gap: part(9, 1),
    impulse: part(10, 3),
    turning: part(13, 3),
    error: part(16, 1),
    state: integers.subarray(5 * count),
    doubles,
    integers,
  };
}

/** J, against the bounds of the last solve, summed over the rows of each contact. */
function addErrors(solved: readonly SolvedProblem[], errors: Float64Array): void {
  if (solved.length === 0) errors.fill(Number.NaN);
  for (const { problem, solution, w, points } of solved) {
    const { x, lo, hi } = solution;
    const known = w ?? velocities(problem, x, new Float64Array(problem.n));
    const rows = energyErrorOf(problem, x, known, { lo, hi, perRow: true }).rows as Float64Array;
    for (let c = 0; c < points.length; c++) {
      const { normal, tangents, rolling, spinning } = problem.contacts[c];
      let sum = errors[points[c]] + rows[normal];
      for (let k = 0; k < tangents.length; k++) sum += rows[tangents[k]];
      for (let k = 0; k < rolling.length; k++) sum += rows[rolling[k]];
      for (let k = 0; k < spinning.length; k++) sum += rows[spinning[k]];
      errors[points[c]] = sum;
    }
  }
}

/**
 * Two per contact of the table: place of its problem in `world.problems()`, and its normal row there; -1 after a restored
 * snapshot. If several problems add up to a step, the last. Apart from the table: recordings do not need it.
 */
export function contactRows(world: World): Int32Array {
  const made = recall<WorldMade | undefined>(world);
  if (!made) throw new ContractError(`contactRows: expected a world, found ${found(world)}`);
  const { parts, contactFirst, solved } = made.stepper;
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
