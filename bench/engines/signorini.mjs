// The engine itself: with what `createWorld` gives by default, and as coarse as the accurate settings of others.
import { createWorld } from '@signorini/engine';

export const settings = {
  signorini: (_model, scene, parameters) => create(scene, { parameters }),
  'signorini (60 sweeps)': (_model, scene, parameters) => create(scene, { parameters, options: { sweeps: 60 } }),
  'signorini (20 sweeps)': (_model, scene, parameters) => create(scene, { parameters, options: { sweeps: 20 } }),
};

function create(scene, options) {
  const world = createWorld(scene, options);
  const moving = world.bodies.filter((body) => !body.fixed);
  return {
    step: () => world.step(),
    read(poses) {
      for (const [k, body] of moving.entries()) poses.set([...body.position, ...body.orientation], 7 * k);
    },
  };
}
