/** Runs a world and keeps what pictures need: poses at some times, and the ways of some points. */
import type { Motion, Shape, Vec3, World } from '@signorini/engine';

/** A shape at its place in the world. */
export interface Posed {
  readonly name: string;
  readonly motion: Motion;
  readonly shape: Shape;
  /** Origin of the shape's own axes, m. */
  readonly origin: Vec3;
  /** The shape's own axes as directions of the world. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
  /** Centre of mass, m. */
  readonly centre: Vec3;
}

/** From the centre of a body to the point that a joint holds, or a rope; `pivot` if its end is fixed in the world. */
export interface Rod {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly pivot: boolean;
}

export interface Shot {
  /** s */
  readonly time: number;
  readonly bodies: readonly Posed[];
  readonly rods: readonly Rod[];
}

export interface Recording {
  /** One per time asked for, in that order. */
  readonly shots: readonly Shot[];
  /** The way of each point asked for, after every step. */
  readonly paths: ReadonlyMap<string, readonly { readonly time: number; readonly point: Vec3 }[]>;
}

/** Points by the names of their bodies, in body axes from the centre of mass, m. */
export type BodyPoints = Readonly<Record<string, Vec3>>;

/** Steps the world to the last of the times (s, each rounded to a whole step) and records it on the way. */
export function recordRun(world: World, times: readonly number[], traced: BodyPoints = {}): Recording {
  const steps = times.map((time) => Math.round(time / world.timeStep));
  const last = steps.reduce((p, q) => Math.max(p, q), 0);
  const shots = new Map<number, Shot>();
  const points = Object.entries(traced).map(([name, local]) => ({ body: world.body(name), local }));
  const paths = new Map(points.map(({ body }) => [body.name, [] as { time: number; point: Vec3 }[]]));
  for (let step = 0; step <= last; step++) {
    if (step > 0) world.step();
    if (steps.includes(step)) shots.set(step, shotOf(world));
    for (const { body, local } of points)
      paths.get(body.name)!.push({ time: step * world.timeStep, point: body.toWorld(local) });
  }
  return { shots: steps.map((step) => shots.get(step)!), paths };
}

/** The world as it is now. */
export function shotOf(world: World): Shot {
  const bodies = world.bodies.flatMap((body): Posed[] => {
    const { name, motion, shape, position: centre } = body;
    if (!shape) return [];
    const axes = [body.directionToWorld([1, 0, 0]), body.directionToWorld([0, 1, 0]), body.directionToWorld([0, 0, 1])];
    return [{ name, motion, shape, origin: body.toWorld(body.shapeOrigin), axes: axes as [Vec3, Vec3, Vec3], centre }];
  });
  const rods = world.joints.flatMap(({ kind, points, a, b, broken }): Rod[] => {
    if (!points || broken) return [];
    const [pA, pB] = points;
    const pivot = !a || !b;
    return [
      ...(a ? [{ from: a.position, to: pA, pivot }] : []),
      ...(b ? [{ from: b.position, to: pB, pivot }] : []),
      ...(kind === 'distance' ? [{ from: pA, to: pB, pivot: false }] : []),
    ];
  });
  return { time: world.time, bodies, rods };
}
