/** A branch as it is shown: poses, contacts with the solver's own impulses, and the figures of the same step. */
import { type ContactTable, contactTable, type World } from '@signorini/engine';
import { BODY_FLOATS, CONTACT_FLOATS, EXACT, exactAt, type FrameBranch } from '../../protocol.ts';
import type { Branch } from '../run/branch.ts';
import type { ContactIds } from './contact-ids.ts';

/** Most arrows drawn; beyond this only the worst contacts get one. */
const MOST_CONTACTS = 12_000;

/** A branch at the step that is shown: of steps before its start, the branch that it comes from under its name. */
export type Shown = Pick<Branch, 'id' | 'at' | 'shown' | 'lastReport'> & { readonly figures: Branch['figures'] };

/** @param hashed with the hash, which costs as much as a small step @param spare is written if it is large enough */
export function frameOf(branch: Shown, ids: ContactIds, hashed: boolean, spare?: ArrayBuffer): FrameBranch {
  const { shown: world, at: step } = branch;
  const table = contactTable(world);
  const figures = branch.figures(table);
  const errors = figures?.contactErrors ?? new Float64Array(table.count);
  const order = worstFirst(errors, table.count);
  const drawn = Math.min(MOST_CONTACTS, table.count);
  const { bodies } = world;
  const bytes = exactAt(bodies.length, drawn) + 8 * EXACT * drawn;
  const buffer = spare && spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes);
  const numbers = new Float32Array(buffer, 0, BODY_FLOATS * bodies.length + CONTACT_FLOATS * drawn);
  writeBodies(world, table, errors, numbers);
  const exact = new Float64Array(buffer, exactAt(bodies.length, drawn), EXACT * drawn);
  const bodiesOf = new Int32Array(2 * drawn);
  for (let place = 0; place < drawn; place++) {
    const i = order ? order[place]! : place;
    const at = BODY_FLOATS * bodies.length + CONTACT_FLOATS * place;
    writeForces(table, i, 1 / world.timeStep, numbers, at);
    numbers[at + 9] = errors[i]!;
    numbers[at + 10] = table.state[i]! % 3;
    numbers[at + 11] = ids.of(table.id[3 * i]!, table.id[3 * i + 1]!, table.id[3 * i + 2]!);
    exact[EXACT * place] = errors[i]!;
    exact[EXACT * place + 1] = Math.abs(table.impulse[3 * i]!) / world.timeStep;
    exact[EXACT * place + 2] = Math.hypot(table.impulse[3 * i + 1]!, table.impulse[3 * i + 2]!) / world.timeStep;
    bodiesOf[2 * place] = table.body[2 * i]!;
    bodiesOf[2 * place + 1] = table.body[2 * i + 1]!;
  }
  let undrawnError = 0;
  if (order) for (let place = drawn; place < table.count; place++) undrawnError += errors[order[place]!]!;
  return {
    branch: branch.id,
    step,
    time: world.time,
    hash: hashed ? world.hash() : null,
    energyError: figures?.energyError ?? null,
    frictionConsistency: figures?.frictionConsistency ?? null,
    status: figures?.status ?? 'start',
    iterations: figures?.iterations ?? 0,
    rows: figures?.rows ?? 0,
    jointsError: figures?.jointsError ?? 0,
    undrawnError,
    contacts: table.count,
    drawn,
    bodiesOf,
    buffer, // last: V8 copies it twice if something large follows, 1.5 ms in place of 0.8 at 5000 bodies
  };
}

/** Poses, speeds, and half of the error of each contact to either body. */
function writeBodies(world: World, table: ContactTable, errors: Float64Array, numbers: Float32Array): void {
  const poses = world.poses();
  world.bodies.forEach(({ velocity: [x, y, z] }, k) => {
    const at = BODY_FLOATS * k;
    for (let c = 0; c < 7; c++) numbers[at + c] = poses[7 * k + c]!;
    numbers[at + 7] = 0;
    numbers[at + 8] = Math.sqrt(x * x + y * y + z * z);
  });
  for (let i = 0; i < table.count; i++)
    for (let side = 0; side < 2; side++) numbers[BODY_FLOATS * table.body[2 * i + side]! + 7]! += 0.5 * errors[i]!;
}

/** Writes the point of a contact, and its normal and friction force on B. */
export function writeForces(table: ContactTable, i: number, rate: number, numbers: Float32Array, at: number): void {
  const { normal, tangent, impulse, point } = table;
  for (let c = 0; c < 3; c++) {
    const [p, q] = [3 * i + ((c + 1) % 3), 3 * i + ((c + 2) % 3)];
    const second = normal[p]! * tangent[q]! - normal[q]! * tangent[p]!;
    numbers[at + c] = point[3 * i + c]!;
    numbers[at + 3 + c] = rate * impulse[3 * i]! * normal[3 * i + c]!;
    numbers[at + 6 + c] = rate * (impulse[3 * i + 1]! * tangent[3 * i + c]! + impulse[3 * i + 2]! * second);
  }
}

/** Places of the contacts by energy error, if there are too many to draw. */
function worstFirst(error: Float64Array, count: number): Uint32Array | undefined {
  if (count <= MOST_CONTACTS) return undefined;
  return Uint32Array.from({ length: count }, (_, i) => i).sort((p, q) => error[q]! - error[p]! || p - q);
}
