/** Steps a world and changed copies of it side by side and compares them. */
import { type Body, createWorld, StepError, type Vec3, type World } from '@signorini/engine';
import { sceneFromDocument, sceneOf } from '@signorini/engine/scenes';
import { add, norm, scale, subtract } from '../problems/references/vectors.ts';
import { type Change, Changer, changed, withDefaults } from './change.ts';

export interface Compared {
  /** Largest difference of a place over the run, of the size of the scene; NaN if a step failed. */
  readonly places: number;
  /** Largest difference of an orientation, rad. */
  readonly turns: number;
  /** Every bit of every place and orientation is the same, but for the units. */
  readonly same: boolean;
  /** Steps whose ledger did not close. */
  readonly unclosed: number;
}

/** A copy beside the world that it was made of. */
class ChangedCopy {
  readonly world: World;
  private readonly by: Changer;
  private readonly pairs: readonly { readonly body: Body; readonly other: Body }[];
  places = 0;
  turns = 0;
  same = true;
  unclosed = 0;

  constructor(world: World, change: Change, bodies: readonly Body[]) {
    this.world = world;
    this.by = new Changer(change);
    this.pairs = bodies.map((body) => ({ body, other: world.body(body.name) }));
  }

  step(): void {
    const { by } = this;
    if (!this.world.step().ledger.closed) this.unclosed++;
    const metre = by.factor(1);
    for (const { body, other } of this.pairs) {
      const known = scale(by.vector(body.position), metre);
      const found = other.position;
      const [q, p] = [by.orientation(body.orientation), other.orientation];
      const sign = Math.sign(q.reduce((sum, c, k) => sum + c * p[k]!, 0));
      this.places = Math.max(this.places, norm(subtract(found, known)) / metre);
      this.turns = Math.max(this.turns, 2 * Math.hypot(...q.map((c, k) => c - sign * p[k]!)));
      this.same &&= known.every((c, k) => c === found[k]) && q.every((c, k) => c === p[k]);
    }
  }
}

/** One result per change, and the steps of the world itself whose ledger did not close. */
export interface Copies {
  readonly copies: readonly Compared[];
  readonly unclosed: number;
}

/** @param world that has not been stepped; it is released */
export function compareCopies(world: World, changes: readonly Change[], steps: number): Copies {
  const document = withDefaults(sceneOf(world));
  const make = (one: typeof document) => createWorld(sceneFromDocument(one));
  const own = make(document);
  const moving = own.bodies.filter(({ fixed }) => !fixed);
  const copies = changes.map((change) => new ChangedCopy(make(changed(document, change)), change, moving));
  const starts = moving.map(({ position }) => position);
  let [way, unclosed] = [0, 0];
  try {
    for (let k = 0; k < steps; k++) {
      if (!own.step().ledger.closed) unclosed++;
      for (const copy of copies) copy.step();
      for (const [i, { position }] of moving.entries()) way = Math.max(way, norm(subtract(position, starts[i]!)));
    }
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    way = Number.NaN;
  } finally {
    for (const one of [world, own, ...copies.map((copy) => copy.world)]) one.release();
  }
  const size = Math.max(way, extent(starts));
  return {
    copies: copies.map(({ places, turns, same, unclosed: open }) => ({
      places: places / size,
      turns,
      same,
      unclosed: open,
    })),
    unclosed,
  };
}

/** m; of the starting places about their mean. */
function extent(places: readonly Vec3[]): number {
  const mean = scale(add(...places), 1 / Math.max(1, places.length));
  return Math.max(0.1, ...places.map((place) => norm(subtract(place, mean))));
}
