/**
 * Work that kinematic bodies do through the rows that touch them.   docs/theory/ledger.md (LE5)
 *
 *   kinematic = - sum_i x_i (J_kin v_kin)_i,   and row i keeps x_i (J (v* + v+)/2 + J_kin v_kin)_i, its own relative velocity
 *
 * Rows of the MLCP have no blocks for bodies that impulses do not move, so those that touch one are
 * written once more, with such bodies alone, in steps in which these move.
 */
import { RowBuilder } from '../../problem/rows/row-builder.ts';
import type { Frames } from '../joints/parts/frames.ts';
import { ENTRY_OF_KIND, type LedgerEntries } from '../state/ledger.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import type { StepParts } from '../state/step-parts.ts';

export class KinematicWork {
  private readonly rows = new RowBuilder();
  private slot: Int32Array = new Int32Array(0);
  private velocity: Float64Array = new Float64Array(0);
  private readonly joints: number[] = [];
  private readonly points: number[] = [];
  /** Place in x of each row written. */
  private readonly from: number[] = [];

  /** @param x impulses of the group's rows, written at `frames` */
  account(
    parts: StepParts,
    group: SolveGroup,
    frames: Frames,
    x: Float64Array,
    h: number,
    entries: LedgerEntries,
  ): void {
    if (!this.select(parts)) return;
    this.findTouching(parts, group);
    const { bodies, joints } = parts;
    const { rows, from } = this;
    rows.clear(this.slot, bodies.velocity);
    for (const j of this.joints) joints[j].write(frames, h, rows);
    parts.contactRows.write(parts, this.points, rows, h, bodies.velocity);
    for (let i = 0; i < rows.n; i++) {
      const work = -x[from[i]] * rows.product(i, this.velocity);
      if (work === 0) continue;
      entries.kinematic += work;
      entries[ENTRY_OF_KIND[rows.kind[i]]] -= work;
    }
  }

  /** The group's joints and points that touch such a body, and where in x their rows are. */
  private findTouching({ colliders, contactRows, detector, joints }: StepParts, group: SolveGroup): void {
    const { a, b } = detector.points;
    const moves = (body: number) => body >= 0 && this.slot[body] >= 0;
    this.joints.length = 0;
    this.points.length = 0;
    this.from.length = 0;
    let at = 0;
    const take = (list: number[], member: number, touches: boolean, count: number) => {
      if (touches) {
        list.push(member);
        for (let c = 0; c < count; c++) this.from.push(at + c);
      }
      at += count;
    };
    for (const j of group.joints) take(this.joints, j, joints[j].bodies.some(moves), joints[j].rows.length);
    const { first } = contactRows;
    for (const i of group.points)
      take(this.points, i, moves(colliders.body[a[i]]) || moves(colliders.body[b[i]]), first[i + 1] - first[i]);
  }

  /** Numbers the kinematic bodies that move; false: there are none. */
  private select({ bodies }: StepParts): boolean {
    const { count, motion, velocity } = bodies;
    if (this.slot.length !== count) {
      this.slot = new Int32Array(count);
      this.velocity = new Float64Array(6 * count);
    }
    let found = 0;
    for (let k = 0; k < count; k++) {
      this.slot[k] = -1;
      if (motion[k] !== 'kinematic') continue;
      let moves = false;
      for (let c = 0; c < 6; c++) if (velocity[6 * k + c] !== 0) moves = true;
      if (!moves) continue;
      for (let c = 0; c < 6; c++) this.velocity[6 * found + c] = velocity[6 * k + c];
      this.slot[k] = found++;
    }
    return found > 0;
  }
}
