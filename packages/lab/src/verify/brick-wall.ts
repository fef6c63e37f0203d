/** The wall: drift between steps 400 and 1000, places against where its bricks belong, contacts; with and without a kick. */
import type { Vec3 } from '@signorini/engine';
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'brick-wall';
const ROWS = 12;

export const brickWall: Verification = {
  id,
  run(quick): Check[] {
    const stands = [0, 0.01].map((kick) => stand(kick, quick ? 500 : 1000));
    return [
      ...stands.flatMap(({ checks }) => checks),
      ledgerCheck(
        id,
        stands.map(({ run }) => run),
      ),
    ];
  },
};

function stand(kick: number, steps: number): { run: Watched; checks: Check[] } {
  const run = new Watched(id, { kick });
  const bricks = run.world.bodies.filter(({ fixed }) => !fixed);
  const places = () => bricks.map(({ position }) => position);
  const start = places();
  run.run(400);
  const settled = places();
  let contacts = 0;
  run.run(steps - 400, ({ contactCount }) => {
    contacts = contactCount;
  });
  const end = places();
  const worst = (figure: (now: Vec3, k: number) => number) => run.figure(Math.max(...end.map(figure)));
  const rowOf = bricks.map((_, k) => rowOfBrick(k));
  const drift = worst((now, k) => 1e3 * Math.hypot(...now.map((x, c) => x - settled[k]![c]!)));
  const sideways = worst((now, k) => 1e3 * Math.hypot(now[0] - start[k]![0], now[1] - start[k]![1]));
  const height = worst((now, k) => 1e3 * Math.abs(now[2] - (0.1 + 0.2 * rowOf[k]!)));
  const with_ = kick === 0 ? 'no kick' : `kick ${kick} m/s`;
  return {
    run,
    checks: [
      compare(id, `${with_}: largest drift, steps 400 to ${steps}`, drift, { limit: 1e-3, unit: 'mm' }),
      compare(id, `${with_}: largest way sideways`, sideways, { limit: 25, unit: 'mm' }),
      compare(id, `${with_}: largest error of a height`, height, { limit: 25, unit: 'mm' }),
      compare(id, `${with_}: contacts missing of 170`, run.figure(Math.max(0, 170 - contacts)), { unit: 'contacts' }),
    ],
  };
}

/** From 0; rows alternate between three and two bricks. */
function rowOfBrick(k: number): number {
  for (let row = 0, first = 0; row < ROWS; first += row % 2 === 0 ? 3 : 2, row++)
    if (k < first + (row % 2 === 0 ? 3 : 2)) return row;
  return Number.NaN;
}
