/** A block that slides on a floor with the convex relaxation of Coulomb's law, in closed form and as a world. */
import { box, createWorld, plane } from '@signorini/engine';
import type { SetKind } from '@signorini/engine/problem';

/** s, m/s^2 */
export const H = 1 / 120;
export const G = 9.81;
/** Half its edges, m: so flat that braking does not tip it. */
const HALF = { x: 0.5, y: 0.5, z: 0.01 } as const;
/** Angle of the path on the floor against the first axis, rad: no axis of a polygon. */
const HEADING = 0.4;

export interface Slide {
  readonly model: string;
  readonly mu: number;
  /** At the start, m/s. */
  readonly speed: number;
  /** After the first step, m/s: away from the floor, and along it. */
  readonly separation: number;
  readonly sliding: number;
  /** Largest gap until it rests, m. */
  readonly highest: number;
  /** m */
  readonly distance: number;
}

/**
 * The separation speed after the first step by PIR Eq. (12), m/s: w_n = mu |w_t|, N = m (g h + w_n), |w_t| = v - mu N/m;
 * zero if friction stops the block in that step.
 */
export function relaxedSeparation(mu: number, speed: number): number {
  const push = (G * H + mu * speed) / (1 + mu * mu); // N/m of the step, m/s
  return Math.max(0, mu * (speed - mu * push));
}

/** Slides until it rests on the floor, or `most` steps. Rigid contacts, plain steps. */
export function slide(model: SetKind, mu: number, speed: number, most: number): Slide {
  const world = createWorld({
    frictionModel: model,
    contactForm: 'rigid',
    stick: 'none',
    integrator: 'semi-implicit',
    timeStep: H,
    gravity: [0, 0, -G],
  });
  const material = { friction: mu };
  world.addBody({ name: 'floor', motion: 'static', shape: plane(), material });
  const block = world.addBody({
    name: 'block',
    shape: box(HALF.x, HALF.y, HALF.z),
    material,
    density: 500,
    position: [0, 0, HALF.z],
    velocity: [speed * Math.cos(HEADING), speed * Math.sin(HEADING), 0],
  });
  const along = () => Math.hypot(block.velocity[0], block.velocity[1]);
  world.step();
  const [separation, sliding] = [block.velocity[2], along()];
  let highest = block.position[2] - HALF.z;
  for (let k = 1; k < most && (along() > 1e-6 || Math.abs(block.velocity[2]) > 1e-6); k++) {
    world.step();
    highest = Math.max(highest, block.position[2] - HALF.z);
  }
  const distance = Math.hypot(block.position[0], block.position[1]);
  world.release();
  return { model, mu, speed, separation, sliding, highest, distance };
}
