/** Above and below the least friction that holds: it stands for 10 s, it falls. */
import { type Check, isSo, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'a-frame';

export const aFrame: Verification = {
  id,
  run(): Check[] {
    const [above, below] = [1.05, 0.95].map((friction) => lean(friction));
    return [
      isSo(id, 'stands for 10 s at 1.05 of the least friction', !above!.run.failed && above!.sunk < 0.01),
      isSo(id, 'falls at 0.95 of it', !below!.run.failed && below!.sunk > 0.5),
      ledgerCheck(id, [above!.run, below!.run]),
    ];
  },
};

/** How much of their height the planks' centres have lost after 10 s. */
function lean(friction: number): { run: Watched; sunk: number } {
  const run = new Watched(id, { friction });
  const height = () => (run.world.body('left').position[2] + run.world.body('right').position[2]) / 2;
  const start = height();
  run.run(600);
  return { run, sunk: 1 - height() / start };
}
