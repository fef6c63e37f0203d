/**
 * The cable of two scenes: links around a rod, straight on both sides, each end on a slider.   docs/theory/rope-on-a-cylinder.md
 *
 * The rod lies along y. A place on it has the angle phi from the top, e = (sin phi, 0, cos phi) outward and t = de/dphi along the cable.
 * n links touch it at their middles, alpha = wrap/n apart. Joints are on the radius rho/cos(alpha/2), rho = R + r, and the straight parts
 * leave along t at the first and the last of them, so that every link presses alike:
 *
 *   N = 2 T sin(alpha/2)                                                                                      (RC3)
 *
 * Joints are Cardan joints: on ball joints the links would roll along the rod like wheels, which a wire rope does not.
 */
import { box, capsule, cylinder } from '../../collision/shapes/shapes.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import { constantForce } from '../../dynamics/forces/constant-force.ts';
import type { WorldSettings } from '../../dynamics/world/settings.ts';
import type { World } from '../../dynamics/world/world.ts';
import { cos, PI, sin, tan } from '../../linalg/elementary.ts';
import { axisAngle, multiply, rotate, turning } from '../../linalg/quat.ts';
import { add, length, scale, subtract, unit, type Vec3 } from '../../linalg/vec3.ts';
import type { SceneParameter } from '../scene.ts';
import { ignoreAllContacts } from './common.ts';

/** A steel tube of 150 mm with a wall of 4 mm: radius, half length, m; kg. */
export const ROD = { radius: 0.075, halfLength: 0.3, mass: 8.6 } as const;
/** Wire rope of 10 mm, which is seldom bent around less than 15 times that: radius, m; kg/m; straight on each side, m. */
export const CABLE = { radius: 0.005, massPerLength: 0.4, straight: 0.12 } as const;
/** Distance of the cable's middle from the rod's, m. */
export const RHO: number = ROD.radius + CABLE.radius;
/** The fitting at each end: half sides, the first along the cable, m; kg. */
const FITTING = { halfSides: [0.015, 0.01, 0.01], mass: 0.1 } as const;
/** Along the rod. */
const AXIS: Vec3 = [0, 1, 0];

export const cableParameters = {
  links: { default: 24, unit: '', min: 2, max: 200, integer: true, summary: 'that touch the rod' },
  wrap: { default: PI, unit: 'rad', min: 0.2, max: 4, summary: 'angle by which the cable goes around the rod' },
  friction: { default: 0.2, unit: '', min: 0, max: 1, summary: 'coefficient; 0.2: greasy steel on steel' },
  turn: { default: 0, unit: 'rad', summary: 'of the whole scene about the vertical' },
} as const satisfies Record<string, SceneParameter>;

/** No gravity: the cable's weight is 0.1 % of its tension, and would only blur the formulas. */
export const cableSettings = (title: string): WorldSettings => ({ title, gravity: [0, 0, 0] });

/** Rope that the formulas describe. */
export interface Rope {
  /** Links that touch the rod. */
  readonly links: number;
  /** rad */
  readonly wrap: number;
  readonly friction: number;
}

/** Pulls an end outward: a force, N, or a motor with the speed, m/s, that it reaches if its largest force, N, lets it. */
type Pull = number | { readonly speed: number; readonly maxForce: number };

interface CableOptions extends Rope {
  readonly pulls: readonly [first: Pull, last: Pull];
  readonly rod: 'static' | 'dynamic';
  /** Rise along the rod per length across it, of a link at a place from -1 (first) to 1 (last) or of a straight part. Default 0. */
  readonly slope?: (place: number, straight: boolean) => number;
  /** By how much the links are farther around the rod than midway between the straight parts, rad. Default 0. */
  readonly shift?: number;
  /** Turn of everything about the vertical, rad. Default 0: the rod along y. */
  readonly turn?: number;
}

/** Adds the rod, the cable and the sliders of its ends. @returns the rod, and the direction of its axis */
export function buildCable(world: World, options: CableOptions): { readonly rod: Body; readonly axis: Vec3 } {
  const { pulls, friction, turn = 0 } = options;
  const turned = axisAngle([0, 0, 1], turn);
  const inWorld = (v: Vec3): Vec3 => rotate(turned, v);
  const facing = (from: Vec3, to: Vec3) => multiply(turned, turning(from, to));
  const material = { friction };
  const rod = world.addBody({
    name: 'rod',
    motion: options.rod,
    shape: cylinder(ROD.radius, ROD.halfLength),
    ...(options.rod === 'dynamic' && { mass: ROD.mass }),
    orientation: facing([0, 0, 1], AXIS),
    material,
  });
  const { points, angles } = pathOf(options);
  const fitting = (name: string, point: Vec3, outward: Vec3): Body =>
    world.addBody({
      name,
      shape: box(...FITTING.halfSides),
      mass: FITTING.mass,
      position: inWorld(add(point, scale(outward, FITTING.halfSides[0]))),
      orientation: facing([1, 0, 0], outward),
    });
  const link = (from: Vec3, k: number): Body => {
    const span = subtract(points[k + 1], from);
    return world.addBody({
      name: `link-${k + 1}`,
      shape: capsule(CABLE.radius, length(span) / 2),
      mass: CABLE.massPerLength * length(span),
      position: inWorld(add(from, scale(span, 0.5))),
      orientation: facing([0, 0, 1], unit(span)),
      material,
    });
  };
  const [before, after] = [scale(along(angles[0]), -1), along(angles.at(-1) as number)];
  const first = fitting('end-first', points[0], before);
  const chain = points.slice(0, -1).map(link);
  const last = fitting('end-last', points.at(-1) as Vec3, after);
  const bodies = [first, ...chain, last];
  points.forEach((point, k) => {
    world.addJoint({
      kind: 'universal',
      name: `joint-${k + 1}`,
      a: bodies[k],
      b: bodies[k + 1],
      point: inWorld(point),
      axisA: inWorld(AXIS),
      axisB: inWorld(outOf(angles[k])),
    });
  });
  ignoreAllContacts(world, bodies);
  addPull(world, 'first', first, inWorld(before), pulls[0]);
  addPull(world, 'last', last, inWorld(after), pulls[1]);
  return { rod, axis: inWorld(AXIS) };
}

/** An end slides along its straight part, as that is seen along the rod, and does not turn. */
function addPull(world: World, which: string, b: Body, axis: Vec3, pull: Pull): void {
  const slider = { kind: 'prismatic', name: `slider-${which}`, b, point: b.position, axis } as const;
  if (typeof pull === 'number') {
    world.addJoint(slider);
    world.addDriver(constantForce({ name: `pull-${which}`, body: b, force: scale(axis, pull) }));
  } else world.addJoint({ ...slider, motor: pull });
}

/** Length of a link as it is seen along the rod, m. @param alpha angle between links, rad */
export const acrossOf = (alpha: number): number => 2 * RHO * tan(alpha / 2);

/** The joints from end to end, highest along the rod at y = 0, and the angle on the rod that belongs to each. */
function pathOf({ links, wrap, shift = 0, slope = () => 0 }: CableOptions) {
  const alpha = wrap / links;
  const across = acrossOf(alpha);
  const spare = Math.max(1, Math.round(CABLE.straight / across)); // links of each straight part
  const angles: number[] = [];
  const points: Vec3[] = [];
  let y = 0;
  for (let k = -spare; k <= links + spare; k++) {
    const j = Math.min(Math.max(k, 0), links); // the nearest joint on the rod
    const phi = j * alpha - wrap / 2;
    const straight = k < 1 || k > links;
    const place = straight ? Math.sign(k - links / 2) : (2 * k - 1) / links - 1; // of the link that ends here
    if (k > -spare) y += across * slope(place, straight);
    const [x, , z] = add(scale(outOf(phi + shift), RHO / cos(alpha / 2)), scale(along(phi), (k - j) * across));
    angles.push(phi);
    points.push([x, y, z]);
  }
  const top = Math.max(...points.map((point) => point[1]));
  return { angles, points: points.map((point) => subtract(point, [0, top, 0])) };
}

/** e and t of an angle. */
const outOf = (phi: number): Vec3 => [sin(phi), 0, cos(phi)];
const along = (phi: number): Vec3 => [cos(phi), 0, -sin(phi)];
