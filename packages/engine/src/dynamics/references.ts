/** How programs refer to bodies: by the handles that `addBody` returns, not by names or numbers. */
import { misfit, type Reading } from '../checks/value.ts';
import { found, quoted } from '../checks/wording.ts';
import { Body } from './body.ts';

/** @param owns whether a body belongs to the world that is asked. Default: any body */
export function bodyReading(owns: (body: Body) => boolean = () => true): Reading {
  return {
    file: false,
    refer(what, given) {
      if (what !== 'body') return misfit(`a ${what}`, found(given));
      if (given instanceof Body) return owns(given) ? given : misfit('a body of this world', quoted(given.name));
      const hint = typeof given === 'string' ? ' (world.body(name) returns the body of that name)' : '';
      return misfit('a body', `${found(given)}${hint}`);
    },
  };
}
