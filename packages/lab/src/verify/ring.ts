/**
 * The ring: gaps at rest and, beside what the step's own linearisation opens, in motion. A ring that turns at omega moves its
 * bodies along tangents, which opens each joint by l (h omega)^2/2 per step, l from hinge to hinge; a joint closes h D of its gap per
 * step, so that l (h omega)^2/(2 h D) stays open.
 */
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'ring';
const [PITCH, STIFFNESS, DAMPING] = [0.45, 1e10, 1e8]; // m, N/m, kg/s

export const ring: Verification = {
  id,
  run(): Check[] {
    const run = new Watched(id);
    const { world } = run;
    const h = world.timeStep;
    const closed = (h * STIFFNESS) / (h * STIFFNESS + DAMPING);
    let [gap, turning] = [0, 0];
    run.run(900, () => {
      gap = Math.max(gap, run.largestGap);
      turning = Math.max(turning, ...world.bodies.map(({ angularVelocity }) => Math.hypot(...angularVelocity)));
    });
    const linearisation = (PITCH * (h * turning) ** 2) / (2 * closed);
    const speed = Math.max(...world.bodies.map(({ velocity }) => Math.hypot(...velocity)));
    return [
      compare(id, 'largest speed in the end', run.figure(speed), { limit: 1e-3, unit: 'm/s' }),
      compare(id, 'largest joint gap at rest', run.figure(run.largestGap), { limit: 1e-6, unit: 'm' }),
      compare(id, 'largest joint gap in motion, against the linearisation error', run.figure(gap), {
        limit: linearisation,
        unit: 'm',
      }),
      ledgerCheck(id, [run]),
    ];
  },
};
