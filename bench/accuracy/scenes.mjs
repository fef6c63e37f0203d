// Scenes with known answers as plain data that every engine can build, each with a judge of the figure that is known.
// The worlds and references are those of packages/lab/src/verify/problems; here poses alone are judged, those of any engine.
//
// bodies: { name, shape, fixed, mass (kg), position (m), orientation (x y z w), velocity (m/s), omega (rad/s) }, moving ones first;
//   `turns`: a fixed one that turns about z, rad/s.   joints: { kind, a, b, point, axis }, numbers of bodies, -1 the world
// spring: { body, stiffness (N/m), at (m) }: along x, without load at x = at, on a slider without gravity
// judge(): { see(time, bodies), end() }: the error as a share of what is known
// Every scene is a function of a number near 1 that scales one of its measures: where within a step an impact falls is chance.
import { chainRate } from '../../packages/lab/dist/verify/problems/references/planar-chain.js';
import { rk4 } from '../../packages/lab/dist/verify/problems/references/rk4.js';
import { rollingDisc, rollingRate, turned } from '../../packages/lab/dist/verify/problems/references/rolling.js';

const G = 9.81;
const UPRIGHT = [0, 0, 0, 1];
const ground = { name: 'ground', fixed: true, shape: { kind: 'plane' }, position: [0, 0, 0], orientation: UPRIGHT };
const about = (axis, angle) => [...axis.map((c) => c * Math.sin(angle / 2)), Math.cos(angle / 2)];
const share = (found, known) => Math.abs(found / known - 1);
const body = (name, shape, mass, position, more = {}) => ({
  name,
  shape,
  mass,
  position,
  fixed: false,
  orientation: UPRIGHT,
  velocity: [0, 0, 0],
  omega: [0, 0, 0],
  ...more,
});

/** The largest of samples at equal times, read between them by parabolas. */
class Peak {
  top = -Infinity;
  last = [];
  see(value) {
    const [a, b] = [this.last.at(-2), this.last.at(-1)];
    this.top = Math.max(this.top, value);
    if (a !== undefined && b >= a && b > value) {
      const bend = a - 2 * b + value;
      this.top = Math.max(this.top, b - (value - a) ** 2 / (8 * bend));
    }
    this.last = [b, value];
  }
}

const BLOCK = { b: 0.1, h: 0.5, tilt: 0.15 }; // m, m, rad
/** Housner: an impact keeps the angular momentum about the new edge. */
function rockingBlock(scale) {
  const block = { ...BLOCK, tilt: scale * BLOCK.tilt };
  return {
    title: 'rocking block',
    figure: 'first swing after the impact (Housner)',
    end: 1.2,
    gravity: [0, 0, -G],
    material: { friction: 2, restitution: 0 },
    bodies: [
      body('block', { kind: 'box', half: [block.b, 0.2, block.h] }, 80, rockingPlace(block), {
        orientation: about([0, 1, 0], block.tilt),
      }),
      ground,
    ],
    judge() {
      const a = Math.atan2(block.b, block.h);
      const kept = (1 - 1.5 * Math.sin(a) ** 2) ** 2;
      const known = a - Math.acos(kept * (Math.cos(a - block.tilt) - Math.cos(a)) + Math.cos(a));
      const peak = new Peak();
      return {
        see: (_, [{ orientation: q }]) => peak.see(-2 * Math.atan2(q[1], q[3])),
        end: () => share(peak.top, known),
      };
    },
  };
}
function rockingPlace({ b, h, tilt }) {
  return [h * Math.sin(tilt) - b * Math.cos(tilt), 0, b * Math.sin(tilt) + h * Math.cos(tilt)];
}

const DROP = { height: 1, gap: 0.01, radii: [0.1, 0.05], masses: [3, 1] }; // m, m, m, kg
/** The lower ball bounces and meets the upper one. */
function twoBalls(scale) {
  const drop = { ...DROP, height: scale * DROP.height };
  return {
    title: 'two balls, e = 1',
    figure: 'height of the upper ball',
    end: 1.4,
    gravity: [0, 0, -G],
    material: { friction: 0, restitution: 1 },
    bodies: [
      body('below', { kind: 'sphere', radius: drop.radii[0] }, drop.masses[0], [0, 0, drop.height + drop.radii[0]]),
      body('above', { kind: 'sphere', radius: drop.radii[1] }, drop.masses[1], [
        ...[0, 0, drop.height + 2 * drop.radii[0] + drop.gap + drop.radii[1]],
      ]),
      ground,
    ],
    judge() {
      const { height, gap, radii, masses } = drop;
      const v = Math.sqrt(2 * G * height); // both, when the lower one strikes
      const t = gap / (2 * v); // from there to when they meet
      const fast = ((2 * masses[0]) / (masses[0] + masses[1])) * 2 * v - v - G * t;
      const known = 2 * radii[0] + gap + radii[1] - v * t - (G * t * t) / 2 + fast ** 2 / (2 * G);
      const peak = new Peak();
      return {
        see: (time, [, { position }]) => time > 0.6 && peak.see(position[2]),
        end: () => share(peak.top, known),
      };
    },
  };
}

const TABLE = { rate: 2 * Math.PI, radius: 0.1, centre: 0.5, orbit: 0.3 }; // rad/s, m, m, m
/** The ball runs on a circle, which need not be about the table's centre, once in 7/2 turns of the table. */
function turntable(scale) {
  const table = { ...TABLE, orbit: scale * TABLE.orbit };
  return {
    title: 'ball on a turntable',
    figure: 'radius of its circle, worst in three orbits',
    end: 10.5,
    gravity: [0, 0, -G],
    material: { friction: 1, restitution: 0 },
    bodies: [turntableBall(table), { ...ground, name: 'table', turns: table.rate }],
    judge() {
      let off = 0;
      return {
        see(_, [{ position }]) {
          off = Math.max(off, share(Math.hypot(position[0] - table.centre, position[1]), table.orbit));
        },
        end: () => off,
      };
    },
  };
}
function turntableBall({ rate, radius, centre, orbit }) {
  const v = (2 / 7) * rate * orbit;
  const state = { velocity: [0, v, 0], omega: [(rate * (centre + orbit) - v) / radius, 0, 0] };
  return body('ball', { kind: 'sphere', radius }, 1, [centre + orbit, 0, radius], state);
}

const DISC = { mass: 1, radius: 0.1, half: 0.002, tilt: 0.6, end: 1.5 }; // kg, m, m, rad, s
/** Slower than in steady rolling with the centre at rest, so that it nods; own integration of the rolling disc. */
function eulersDisc(scale) {
  const flat = { ...DISC, tilt: scale * DISC.tilt };
  const { orientation, omega } = disc(flat);
  const tilt = ([x, y]) => Math.acos(Math.abs(1 - 2 * (x * x + y * y)));
  const rate = rollingRate(rollingDisc(flat.mass, flat.radius, flat.half));
  const [knownTop, knownLow] = [new Peak(), new Peak()];
  rk4(rate, [...orientation, ...omega], flat.end, 1e-4, (y) => {
    knownTop.see(tilt(y));
    knownLow.see(-tilt(y));
  });
  return {
    title: "Euler's disc",
    figure: 'largest and least tilt in 1.5 s (own RK4), the worse',
    end: flat.end,
    gravity: [0, 0, -G],
    material: { friction: 3, restitution: 0 },
    bodies: [disc(flat), ground],
    judge() {
      const [top, low] = [new Peak(), new Peak()];
      return {
        see(_, [{ orientation: q }]) {
          top.see(tilt(q));
          low.see(-tilt(q));
        },
        end: () => Math.max(share(top.top, knownTop.top), share(low.top, knownLow.top)),
      };
    },
  };
}
function disc({ mass, radius, half, tilt }) {
  const orientation = about([0, 1, 0], tilt);
  const round = 0.7 * Math.sqrt((4 * G) / (radius * Math.sin(tilt)));
  const [n, rim] = [turned(orientation, [0, 0, 1]), turned(orientation, [1, 0, 0])];
  const omega = rim.map((c) => -c * round * Math.sin(tilt)); // about the line from the centre to the contact
  const rho = n.map((c, i) => radius * rim[i] - half * c);
  const velocity = [
    rho[1] * omega[2] - rho[2] * omega[1],
    rho[2] * omega[0] - rho[0] * omega[2],
    rho[0] * omega[1] - rho[1] * omega[0],
  ];
  return body('disc', { kind: 'cylinder', radius, half }, mass, [0, 0, -rho[2]], { orientation, omega, velocity });
}

const HILL = { radius: 1, ball: 0.1, start: 0.1 }; // m, m, rad
const REACH = HILL.radius + HILL.ball;
/** It leaves where v^2 = g (R + r) cos a, and keeps its horizontal speed from there on: cos^3 a = vx^2/(g (R + r)). */
function leavesSphere(scale) {
  const hill = { ...HILL, start: scale * HILL.start };
  return {
    title: 'ball rolls off a sphere',
    figure: 'cosine where it leaves, 10/17 of the first',
    end: 2.2,
    gravity: [0, 0, -G],
    material: { friction: 100, restitution: 0 },
    bodies: [
      body('ball', { kind: 'sphere', radius: hill.ball }, 1, [
        ...[REACH * Math.sin(hill.start), 0, REACH * Math.cos(hill.start)],
      ]),
      { ...ground, name: 'hill', shape: { kind: 'sphere', radius: hill.radius } },
    ],
    judge() {
      let cosine;
      return {
        see(_, [{ position, velocity }]) {
          if (cosine === undefined && position[2] < 0) cosine = Math.cbrt(velocity[0] ** 2 / (G * REACH));
        },
        end: () => share(cosine ?? Number.NaN, (10 / 17) * Math.cos(hill.start)),
      };
    },
  };
}

const CUE = { radius: 0.03, friction: 0.2, speed: 2, spin: -150, end: 1.5 }; // m, -, m/s, rad/s, s
/** A draw shot: slip keeps its direction, a parabola until 2 |s|/(7 mu g), then 5/7 of the speed less 2/7 of the spin. */
function billiards(scale) {
  const cue = { ...CUE, speed: scale * CUE.speed };
  return {
    title: 'billiard ball, draw shot',
    figure: 'place after 1.5 s, of the way to where it turns back',
    end: cue.end,
    gravity: [0, 0, -G],
    material: { friction: cue.friction, restitution: 0 },
    bodies: [
      body('ball', { kind: 'sphere', radius: cue.radius }, 0.17, [0, 0, cue.radius], {
        velocity: [cue.speed, 0, 0],
        omega: [0, cue.spin, 0],
      }),
      ground,
    ],
    judge() {
      const { radius, friction, speed, spin, end } = cue;
      const slip = speed - spin * radius;
      const slides = (2 * slip) / (7 * friction * G);
      const rolls = speed - (2 / 7) * slip;
      const known = speed * slides - (friction * G * slides ** 2) / 2 + rolls * (end - slides);
      const farthest = speed ** 2 / (2 * friction * G);
      let x;
      return {
        see(_, [{ position }]) {
          x = position[0];
        },
        end: () => Math.abs(x - known) / farthest,
      };
    },
  };
}

const LINKS = { length: 1, slim: 0.1, end: 2 }; // m, m, s
/** Released level; own integration of two angles. */
function doublePendulum(scale) {
  const { length, slim, end } = { ...LINKS, length: scale * LINKS.length };
  const chain = { links: 2, length, mass: 1, inertia: (length ** 2 + slim ** 2) / 12 };
  const [a, b] = rk4(chainRate(chain), [Math.PI / 2, Math.PI / 2, 0, 0], end, 1e-4);
  const known = [length * (Math.sin(a) + Math.sin(b)), -length * (Math.cos(a) + Math.cos(b))];
  return {
    title: 'double pendulum',
    figure: 'place of its tip after 2 s (own RK4), of its length',
    end,
    gravity: [0, 0, -G],
    jointed: true,
    bodies: [0, 1].map((k) =>
      body(`link-${k + 1}`, { kind: 'box', half: [length / 2, slim / 2, slim / 2] }, 1, [(k + 0.5) * length, 0, 0]),
    ),
    joints: [0, 1].map((k) => ({ kind: 'revolute', a: k - 1, b: k, point: [k * length, 0, 0], axis: [0, 1, 0] })),
    judge() {
      let tip;
      return {
        see(_, [, { position, orientation }]) {
          const arm = turned(orientation, [length / 2, 0, 0]);
          tip = [position[0] + arm[0], position[2] + arm[2]];
        },
        end: () => Math.hypot(tip[0] - known[0], tip[1] - known[1]) / (2 * length),
      };
    },
  };
}

const SPRING = { amplitude: 0.1, stiffness: (4 * Math.PI) ** 2 }; // m, N/m: 2 Hz
function springOnSlider(scale) {
  const spring = { ...SPRING, stiffness: scale * SPRING.stiffness };
  return {
    title: 'spring on a slider, 2 Hz',
    figure: 'amplitude after 10 s',
    end: 10,
    gravity: [0, 0, 0],
    jointed: true,
    bodies: [body('cart', { kind: 'box', half: [0.1, 0.1, 0.1] }, 1, [spring.amplitude, 0, 0])],
    joints: [{ kind: 'prismatic', a: -1, b: 0, point: [0, 0, 0], axis: [1, 0, 0] }],
    spring: { body: 0, stiffness: spring.stiffness, at: 0 },
    judge() {
      const peak = new Peak();
      return {
        see: (time, [{ position }]) => time > 9 && peak.see(Math.abs(position[0])),
        end: () => share(peak.top, spring.amplitude),
      };
    },
  };
}

/** Nothing moves: what accuracy costs if there is nothing to do. */
const stack = () => ({
  title: 'stack of ten cubes',
  figure: 'sideways drift of the top in 2 s, of an edge',
  end: 2,
  gravity: [0, 0, -G],
  material: { friction: 0.5, restitution: 0 },
  bodies: [
    ...Array.from({ length: 10 }, (_, k) =>
      body(`cube-${k + 1}`, { kind: 'box', half: [0.1, 0.1, 0.1] }, 8, [0, 0, 0.1 + 0.2 * k]),
    ),
    ground,
  ],
  judge() {
    let off;
    return {
      see(_, bodies) {
        off = Math.hypot(bodies[9].position[0], bodies[9].position[1]) / 0.2;
      },
      end: () => off,
    };
  },
});

/** By name, so that a scene that nobody asks for costs nothing. */
export const scenes = {
  'rocking-block': rockingBlock,
  'two-balls': twoBalls,
  turntable,
  'eulers-disc': eulersDisc,
  'leaves-the-sphere': leavesSphere,
  billiards,
  'double-pendulum': doublePendulum,
  'spring-on-slider': springOnSlider,
  stack,
};
