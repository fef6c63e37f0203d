/** Steps a world and a changed copy of it side by side and compares them. */
import { createWorld, StepError, type Vec3, type World } from '@signorini/engine';
import { sceneFromDocument, sceneOf } from '@signorini/engine/scenes';
import { add, norm, scale, subtract } from '../problems/references/vectors.ts';
import { type Change, Changer, changed, withDefaults } from './change.ts';

export interface Compared {
  /** Largest difference of a place over the run, of the size of the scene. */
  readonly places: number;
  /** Largest difference of an orientation, rad. */
  readonly turns: number;
  /** Every bit of every place and orientation is the same, but for the units. */
  readonly same: boolean;
}

/** @param world that has not been stepped */
export function compareCopies(world: World, change: Change, steps: number): Compared {
  const document = withDefaults(sceneOf(world));
  const [own, copy] = [document, changed(document, change)].map((one) => createWorld(sceneFromDocument(one)));
  const moving = own!.bodies.filter(({ fixed }) => !fixed);
  const pairs = moving.map((body) => ({ body, other: copy!.body(body.name), start: body.position }));
  const by = new Changer(change);
  const metre = by.factor(1);
  const seen = (v: Vec3) => scale(by.vector(v), metre);
  let [places, turns, same, way] = [0, 0, true, 0];
  try {
    for (let k = 0; k < steps; k++) {
      own!.step();
      copy!.step();
      for (const { body, other, start } of pairs) {
        const [known, found] = [seen(body.position), other.position];
        const [q, p] = [by.orientation(body.orientation), other.orientation];
        places = Math.max(places, norm(subtract(found, known)) / metre);
        turns = Math.max(turns, 2 * Math.hypot(...q.map((c, i) => c - Math.sign(dot4(q, p)) * p[i]!)));
        way = Math.max(way, norm(subtract(body.position, start)));
        same &&= known.every((c, i) => c === found[i]) && q.every((c, i) => c === p[i]);
      }
    }
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return { places: Number.NaN, turns: Number.NaN, same: false };
  } finally {
    for (const one of [world, own!, copy!]) one.release();
  }
  return { places: places / Math.max(way, extent(pairs.map(({ start }) => start))), turns, same };
}

const dot4 = (a: readonly number[], b: readonly number[]) => a.reduce((s, c, k) => s + c * b[k]!, 0);

/** m; of the starting places about their mean. */
function extent(places: readonly Vec3[]): number {
  const mean = scale(add(...places), 1 / Math.max(1, places.length));
  return Math.max(0.1, ...places.map((place) => norm(subtract(place, mean))));
}
