/** A branch as it is shown: poses, contacts with the solver's own impulses, and the figures of the same step. */
import { contactTable } from '@signorini/engine';
import { BODY_FLOATS, CONTACT_FLOATS, type FrameBranch } from '../protocol.ts';
import type { Branch } from './branch.ts';

/** Contacts of which arrows are drawn; of more, the worst. */
export const MOST_CONTACTS = 12_000;

/** Numbers of contacts that stay the same while the same features touch, in all branches. */
export class ContactIds {
  private readonly known = new Map<string, number>();
  private readonly keys: (readonly [number, number, number])[] = [];

  of(a: number, b: number, feature: number): number {
    const key = `${a}/${b}/${feature}`;
    const id = this.known.get(key) ?? this.known.size;
    if (id === this.known.size) {
      this.known.set(key, id);
      this.keys.push([a, b, feature]);
    }
    return id;
  }

  /** Bodies and feature of a contact by its number. */
  keyOf(id: number): readonly [number, number, number] | null {
    return this.keys[id] ?? null;
  }
}

/** A branch at the step that is shown: of steps before its start, the branch that it comes from under its name. */
export type Shown = Pick<Branch, 'id' | 'at' | 'shown' | 'lastReport'>;

/** @param take a buffer of at least so many bytes: from the page, or new */
export function frameOf(branch: Shown, ids: ContactIds, take: (bytes: number) => ArrayBuffer): FrameBranch {
  const { shown: world, lastReport: report, at: step } = branch;
  const table = contactTable(world);
  const known = report?.step === step;
  const order = worstFirst(table.error, table.count, known);
  const drawn = Math.min(MOST_CONTACTS, order.length);
  const bodies = world.bodies;
  const buffer = take(4 * (BODY_FLOATS * bodies.length + CONTACT_FLOATS * drawn));
  const numbers = new Float32Array(buffer);
  const h = world.timeStep;
  const bodiesOf = new Int32Array(2 * drawn);
  const joules = new Float64Array(bodies.length);
  for (let i = 0; i < table.count; i++)
    for (const side of [0, 1]) joules[table.body[2 * i + side]!]! += known ? 0.5 * table.error[i]! : 0;
  bodies.forEach(({ position, orientation, velocity }, k) => {
    const at = BODY_FLOATS * k;
    for (let c = 0; c < 3; c++) numbers[at + c] = position[c]!;
    for (let c = 0; c < 4; c++) numbers[at + 3 + c] = orientation[c]!;
    numbers[at + 7] = joules[k]!;
    numbers[at + 8] = Math.hypot(...velocity);
  });
  const first = BODY_FLOATS * bodies.length;
  for (let place = 0; place < drawn; place++) {
    const i = order[place]!;
    const at = first + CONTACT_FLOATS * place;
    for (let c = 0; c < 3; c++) {
      const n = table.normal[3 * i + c]!;
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      const t1 = table.tangent[3 * i + c]!;
      const t2 =
        table.normal[3 * i + d]! * table.tangent[3 * i + e]! - table.normal[3 * i + e]! * table.tangent[3 * i + d]!;
      numbers[at + c] = table.point[3 * i + c]!;
      numbers[at + 3 + c] = (table.impulse[3 * i]! * n) / h;
      numbers[at + 6 + c] = (table.impulse[3 * i + 1]! * t1 + table.impulse[3 * i + 2]! * t2) / h;
    }
    numbers[at + 9] = known ? table.error[i]! : 0;
    numbers[at + 10] = table.state[i]! % 3;
    numbers[at + 11] = ids.of(table.id[3 * i]!, table.id[3 * i + 1]!, table.id[3 * i + 2]!);
    bodiesOf[2 * place] = table.body[2 * i]!;
    bodiesOf[2 * place + 1] = table.body[2 * i + 1]!;
  }
  const contactJoules = table.error.reduce((sum, value) => sum + value, 0);
  const energyError = known ? report.energyError.value : null;
  return {
    ...{ branch: branch.id, step, time: world.time, hash: world.hash(), energyError },
    frictionConsistency: known ? report.frictionConsistency.value : null,
    status: known ? report.status : 'start',
    iterations: known ? report.iterations.total : 0,
    rows: known ? report.rows : 0,
    jointsError: energyError === null ? 0 : Math.max(0, energyError - contactJoules),
    ...{ contacts: table.count, drawn, buffer, bodiesOf },
  };
}

/** Places of the contacts, by energy error if there are too many to draw. */
function worstFirst(error: Float64Array, count: number, known: boolean): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  if (known && count > MOST_CONTACTS) order.sort((p, q) => error[q]! - error[p]! || p - q);
  return order;
}
