/** Sticks: creep over 100 s. Slides: acceleration between the first and the second second. */
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'box-on-slope';
const G = 9.81;

export const boxOnSlope: Verification = {
  id,
  run(quick): Check[] {
    const [angle, friction] = [0.35, 0.2];
    const sticks = new Watched(id, { angle, friction: 0.5 });
    const box = sticks.world.body('box');
    const start = box.position;
    const steps = quick ? 600 : 6000;
    sticks.run(steps);
    const creep = Math.hypot(...box.position.map((x, c) => x - start[c]!));

    const slides = new Watched(id, { angle, friction });
    slides.run(60);
    const speed = () => Math.hypot(...slides.world.body('box').velocity);
    const before = speed();
    slides.run(60);
    const known = G * (Math.sin(angle) - friction * Math.cos(angle));
    return [
      compare(id, `creep in ${steps / 60} s while it sticks`, sticks.figure(1e3 * creep), { limit: 1, unit: 'mm' }),
      compare(id, 'acceleration while it slides', slides.figure(speed() - before), {
        expected: known,
        limit: 1e-3 * G,
        unit: 'm/s^2',
      }),
      ledgerCheck(id, [sticks, slides]),
    ];
  },
};
