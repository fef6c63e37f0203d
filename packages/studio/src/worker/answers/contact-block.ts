/** The contacts of a step as another answer of its problem would have them: an iterate, or what another solver returns. */

import { contactRows, contactTable, type World } from '@signorini/engine';
import { energyErrorOf } from '@signorini/engine/measures';
import { type Contact, type Problem, velocities } from '@signorini/engine/problem';
import { CONTACT_FLOATS, EXACT } from '../../protocol.ts';
import type { ContactBlock } from '../../questions.ts';
import type { ContactIds } from '../shown/contact-ids.ts';
import { writeForces } from '../shown/frame.ts';

/** An answer, and the bounds that it was found with. */
export interface Answer {
  readonly x: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}

const BY_ROWS: readonly string[] = ['box', 'pyramid'];
const AT_RIM = 1 - 1e-9;

/** Contacts of other problems stay as the step left them. @param place of the problem among those of the step */
export function contactBlock(world: World, p: Problem, place: number, answer: Answer, ids: ContactIds): ContactBlock {
  const table = contactTable(world);
  const rowOf = contactRows(world);
  const { x, lo, hi } = answer;
  const joules = energyErrorOf(p, x, velocities(p, x, new Float64Array(p.n)), { lo, hi, perRow: true }).rows!;
  const byNormal = new Map(p.contacts.map((contact) => [contact.normal, contact]));
  const numbers = new Float32Array(CONTACT_FLOATS * table.count);
  const exact = new Float64Array(EXACT * table.count);
  const impulse = table.impulse.slice();
  const answered = { ...table, impulse };
  for (let i = 0; i < table.count; i++) {
    const contact = rowOf[2 * i] === place ? byNormal.get(rowOf[2 * i + 1]!) : undefined;
    if (contact)
      impulse.set(
        [contact.normal, ...contact.tangents].map((row) => x[row]!),
        3 * i,
      );
    const at = CONTACT_FLOATS * i;
    writeForces(answered, i, 1 / world.timeStep, numbers, at);
    exact[EXACT * i] = contact ? sumOf(joules, contact) : table.error[i]!;
    exact[EXACT * i + 1] = Math.abs(impulse[3 * i]!) / world.timeStep;
    exact[EXACT * i + 2] = Math.hypot(impulse[3 * i + 1]!, impulse[3 * i + 2]!) / world.timeStep;
    numbers[at + 9] = exact[EXACT * i]!;
    numbers[at + 10] = contact ? stateOf(contact, answer) : table.state[i]! % 3;
    numbers[at + 11] = ids.of(table.id[3 * i]!, table.id[3 * i + 1]!, table.id[3 * i + 2]!);
  }
  return { numbers, exact, bodiesOf: table.body };
}

const sumOf = (joules: Float64Array, { normal, tangents, rolling, spinning }: Contact): number =>
  [normal, ...tangents, ...rolling, ...spinning].reduce((sum, row) => sum + joules[row]!, 0);

/** Place in CONTACT_STATES; polygons count as the circle around them. */
function stateOf({ normal, tangents, mu, set }: Contact, { x, hi }: Answer): number {
  if (!(x[normal]! > 0)) return 0;
  const [p, q] = tangents.map((row) => Math.abs(x[row]!));
  if (p === undefined) return 2;
  const rim = Math.min(mu * x[normal]!, set === 'box' ? hi[tangents[0]!]! : Infinity) * AT_RIM;
  return (BY_ROWS.includes(set) ? Math.max(p, q ?? 0) : Math.hypot(p, q ?? 0)) >= rim ? 2 : 1;
}
