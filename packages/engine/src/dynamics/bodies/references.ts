/** Programs refer to bodies by the handles that `addBody` returns, not by names or numbers.   docs/decisions/022-handles.md */
import { ContractError } from '../../checks/errors.ts';
import { checked, misfit, type Reading, type Value } from '../../checks/value.ts';
import { reference } from '../../checks/values.ts';
import { found, quoted } from '../../checks/wording.ts';
import type { Bodies } from './bodies.ts';
import { Body, isBodyOf, sameWorld } from './body.ts';

export const someBody: Value<Body> = reference<Body>('body');

/** @param store of the world that the bodies have to belong to. Default: of any world */
export function bodyReading(store?: Bodies): Reading {
  return {
    file: false,
    refer(what, given) {
      if (what !== 'body') return misfit(`a ${what}`, found(given));
      if (given instanceof Body) return expectLive(given, store);
      const hint = typeof given === 'string' ? ' (world.body(name) returns the body of that name)' : '';
      return misfit('a body', `${found(given)}${hint}`);
    },
  };
}

function expectLive(body: Body, store: Bodies | undefined): Body {
  const expected = 'a body of this world';
  if (body.removed) return misfit(expected, `${quoted(body.name)}, which was removed`);
  return !store || isBodyOf(body, store) ? body : misfit(expected, `${quoted(body.name)} of another world`);
}

/** A handle to a body that was not removed. @throws ContractError */
export const expectBody = (where: string, given: unknown, reading: Reading = bodyReading()): Body =>
  checked(someBody, given, where, '', reading);

/** Bodies of one world that were not removed; undefined stands for the world itself. @throws ContractError */
export function expectOneWorld(where: string, bodies: readonly (Body | undefined)[]): void {
  const named = bodies.filter((body) => body !== undefined).map((body) => expectBody(where, body));
  const stranger = named.find((body) => !sameWorld(body, named[0]));
  if (stranger)
    throw new ContractError(
      `${where}: expected bodies of one world, found ${quoted(named[0].name)} and ${quoted(stranger.name)} of another world`,
    );
}
