/** The spring of the mouse: pulls a point of a body to a place, critically damped for its mass, with a largest force. */
import type { Body, World } from '@signorini/engine';
import type { Pull } from '../../protocol.ts';

const RATE = 12; // rad/s of the spring on the free body

export class PullDriver {
  pull: Pull | null = null;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
    world.addDriver({ act: () => this.act() });
  }

  private act(): void {
    const { pull } = this;
    if (!pull) return;
    const body = this.world.bodies.find(({ name }) => name === pull.body);
    if (body?.motion !== 'dynamic') return;
    const arm = turned(body, pull.at);
    const { position, velocity, angularVelocity: spin } = body;
    const speed = [
      velocity[0] + spin[1] * arm[2] - spin[2] * arm[1],
      velocity[1] + spin[2] * arm[0] - spin[0] * arm[2],
      velocity[2] + spin[0] * arm[1] - spin[1] * arm[0],
    ];
    const force = [0, 1, 2].map(
      (c) => body.mass * RATE * (RATE * (pull.to[c]! - position[c]! - arm[c]!) - 2 * speed[c]!),
    );
    const size = Math.hypot(...force);
    const scale = size > pull.limit ? pull.limit / size : 1;
    const point = [0, 1, 2].map((c) => position[c]! + arm[c]!) as [number, number, number];
    body.applyForce(force.map((f) => scale * f) as [number, number, number], point);
  }
}

/** A vector of body axes in world axes. */
function turned({ orientation: [x, y, z, w] }: Body, [a, b, c]: readonly number[]): [number, number, number] {
  const t = [2 * (y * c! - z * b!), 2 * (z * a! - x * c!), 2 * (x * b! - y * a!)];
  return [
    a! + w * t[0]! + y * t[2]! - z * t[1]!,
    b! + w * t[1]! + z * t[0]! - x * t[2]!,
    c! + w * t[2]! + x * t[1]! - y * t[0]!,
  ];
}
