/** The first five apexes at 1/1000 s, and whether a smaller step is nearer to them. */
import { type Check, compare, isSo, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'bouncing-ball';
const [HEIGHT, RESTITUTION, RADIUS, BOUNCES] = [1, 0.8, 0.1, 5];

export const bouncingBall: Verification = {
  id,
  run(): Check[] {
    const runs = [1 / 60, 1 / 250, 1 / 1000].map((timeStep) => fall(timeStep));
    const worst = runs.map(({ errors }) => Math.max(...errors));
    return [
      ...runs[2]!.errors.map((error, n) =>
        compare(id, `apex ${n + 1} at 1/1000 s, relative error`, error, { limit: 0.01 }),
      ),
      isSo(
        id,
        'the error shrinks with the step (1/60, 1/250, 1/1000 s)',
        worst[0]! > worst[1]! && worst[1]! > worst[2]!,
      ),
      ledgerCheck(
        id,
        runs.map(({ run }) => run),
      ),
    ];
  },
};

/** Relative errors of the apexes; NaN if one did not come. */
function fall(timeStep: number): { run: Watched; errors: number[] } {
  const run = new Watched(id, { height: HEIGHT, restitution: RESTITUTION, radius: RADIUS }, timeStep);
  const ball = run.world.body('ball');
  const apexes: number[] = [];
  let [highest, rising] = [0, false];
  run.run(Math.round(3.5 / timeStep), () => {
    const height = ball.position[2] - RADIUS;
    const up = ball.velocity[2] > 0;
    if (up && !rising) highest = 0;
    if (rising) highest = Math.max(highest, height);
    if (rising && !up) apexes.push(highest);
    rising = up;
  });
  const errors = Array.from({ length: BOUNCES }, (_, n) =>
    run.figure(Math.abs((apexes[n] ?? Number.NaN) / (HEIGHT * RESTITUTION ** (2 * (n + 1))) - 1)),
  );
  return { run, errors };
}
