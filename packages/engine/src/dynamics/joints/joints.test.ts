import { expect, test } from 'vitest';
import { axisAngle, multiply, type Quat, quatAt, unitQuat } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';
import { scale, type Vec3 } from '../../linalg/vec3.ts';
import { RowBuilder } from '../../problem/row-builder.ts';
import { Bodies } from '../bodies.ts';
import { Frames } from './frames.ts';
import { type Joint, stabilisation } from './joint.ts';
import { RevoluteJoint } from './revolute.ts';
import { SphericalJoint } from './spherical.ts';

const STIFFNESS = { stiffness: 1e6, damping: 1e3 };
const H = 0.01;
const place = (bodies: Bodies) => ({ name: 'j', frames: new Frames(bodies.pose), a: 0, b: 1, stiffness: STIFFNESS });
const rng = new Rng(11);
const vector = (size = 1): Vec3 => [rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)];

function twoBodies(): Bodies {
  const bodies = new Bodies();
  for (const name of ['a', 'b'])
    bodies.add({
      name,
      motion: 'dynamic',
      pose: [...vector(), ...unitQuat([...vector(), 1] as unknown as Quat)],
      velocity: new Float64Array(6),
      mass: 1,
      inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      inverseInertia: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    });
  return bodies;
}

/** phi and J of a joint's position rows at the bodies' poses, J as dense rows of 12. */
function rowsOf(joint: Joint, bodies: Bodies, other: Bodies = bodies): { phi: number[]; J: number[][] } {
  const rows = new RowBuilder();
  rows.clear(bodies.slot, new Float64Array(12));
  joint.write(new Frames(bodies.pose, other.pose), H, rows);
  const { b, structure, kind } = rows.build('', new Float64Array(72), H);
  const J = Array.from(b, (_, i) => {
    const dense = new Array<number>(12).fill(0);
    for (let k = structure?.rowStart[i] ?? 0; k < (structure?.rowStart[i + 1] ?? 0); k++)
      for (let c = 0; c < 6; c++) dense[6 * (structure?.body[k] ?? 0) + c] = structure?.J[6 * k + c] ?? 0;
    return dense;
  });
  const held = [...b.keys()].filter((i) => kind?.[i] === 'bilateral');
  return { phi: held.map((i) => b[i] / stabilisation(STIFFNESS, H)), J: held.map((i) => J[i]) };
}

/** The poses after moving with v for the time t. */
function moved(bodies: Bodies, v: readonly number[], t: number): Bodies {
  const next = Object.assign(new Bodies(), bodies);
  next.pose = bodies.pose.slice();
  for (let k = 0; k < 2; k++) {
    for (let c = 0; c < 3; c++) next.pose[7 * k + c] += t * v[6 * k + c];
    const omega = [v[6 * k + 3], v[6 * k + 4], v[6 * k + 5]] as const;
    const turn = axisAngle(omega, t * Math.sqrt(omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]));
    next.pose.set(multiply(turn, quatAt(bodies.pose, 7 * k + 3)), 7 * k + 3);
  }
  return next;
}

const makers: Record<string, (bodies: Bodies) => Joint> = {
  spherical: (bodies) => new SphericalJoint(place(bodies), { point: vector() }),
  revolute: (bodies) => new RevoluteJoint(place(bodies), { point: vector(), axis: vector() }),
};

for (const [name, make] of Object.entries(makers)) {
  test(`the Jacobian of a ${name} joint is the derivative of what it keeps at zero, also away from zero`, () => {
    for (let trial = 0; trial < 20; trial++) {
      const made = twoBodies();
      const joint = make(made);
      const far = moved(
        made,
        Array.from({ length: 12 }, () => rng.uniform(-1, 1)),
        0.3,
      ); // phi is not zero here
      const { J } = rowsOf(joint, far);
      const v = Array.from({ length: 12 }, () => rng.uniform(-1, 1));
      const step = 1e-5;
      const after = rowsOf(joint, moved(far, v, step)).phi;
      const before = rowsOf(joint, moved(far, v, -step)).phi;
      J.forEach((row, i) => {
        const exact = row.reduce((sum, value, c) => sum + value * v[c], 0);
        expect((after[i] - before[i]) / (2 * step)).toBeCloseTo(exact, 7);
      });
    }
  });

  test(`a ${name} joint keeps nothing away from zero where it was made`, () => {
    const bodies = twoBodies();
    const joint = make(bodies);
    for (const value of rowsOf(joint, bodies).phi) expect(Math.abs(value)).toBeLessThan(1e-14);
    expect(joint.gap(new Frames(bodies.pose))).toBeLessThan(1e-14);
  });
}

test('the gap is the distance between the two points', () => {
  const bodies = twoBodies();
  const joint = new SphericalJoint(place(bodies), { point: [0, 0, 0] });
  const apart = moved(bodies, [...scale([1, 0, 0], 1), 0, 0, 0, 0, 0, 0, 0, 0, 0], 0.25);
  expect(joint.gap(new Frames(apart.pose))).toBeCloseTo(0.25, 14);
});

test('a joint to the world has blocks of one body only', () => {
  const bodies = twoBodies();
  const joint = new RevoluteJoint(
    { ...place(bodies), a: -1 },
    { point: [0, 0, 1], axis: [0, 0, 1], motor: { speed: 2, maxTorque: 3 } },
  );
  const rows = new RowBuilder();
  rows.clear(bodies.slot, new Float64Array(12));
  joint.write(new Frames(bodies.pose), H, rows);
  const p = rows.build('', new Float64Array(72), H);
  expect(joint.rows.length).toBe(p.n);
  expect([...(p.structure?.body ?? [])]).toEqual(new Array(6).fill(1));
  expect([p.lo[5], p.hi[5], p.b[5]]).toEqual([-0.03, 0.03, -2]); // h times the torque limit; minus the speed
});

test('halfway between two poses the rows say exactly how far the joint opened: phi(q+) - phi(q) = h J v', () => {
  const h = 0.3; // a large step: nothing here is a small-angle result
  for (const [name, make] of Object.entries(makers)) {
    const bodies = twoBodies();
    const joint = make(bodies);
    const start = moved(
      bodies,
      Array.from({ length: 12 }, () => rng.uniform(-1, 1)),
      0.2,
    );
    const v = Array.from({ length: 12 }, () => rng.uniform(-1, 1));
    const end = Object.assign(new Bodies(), start);
    end.pose = start.pose.slice();
    for (let k = 0; k < 2; k++) {
      for (let c = 0; c < 3; c++) end.pose[7 * k + c] += h * v[6 * k + c];
      const half = h / 2; // Cayley map
      const turn = unitQuat([half * v[6 * k + 3], half * v[6 * k + 4], half * v[6 * k + 5], 1]);
      end.pose.set(multiply(turn, quatAt(start.pose, 7 * k + 3)), 7 * k + 3);
    }
    const { J } = rowsOf(joint, start, end);
    const [before, after] = [rowsOf(joint, start).phi, rowsOf(joint, end).phi];
    J.forEach((row, i) => {
      const product = row.reduce((sum, value, c) => sum + value * v[c], 0);
      expect((after[i] - before[i]) / h, name).toBeCloseTo(product, 12);
    });
  }
});
