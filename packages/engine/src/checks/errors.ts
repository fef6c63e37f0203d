/** Errors of callers: the message is one sentence that says where, what was expected and what was found. */
import { unknownName } from './wording.ts';

/** A wrong argument: an option out of range, a problem that the solver does not take. */
export class ContractError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ContractError';
  }
}

/** @throws ContractError for a key that is not in `known`; the sentence names the nearest ones. */
export function expectNames(where: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new ContractError(`${where}: ${unknownName('option', key, known)}`);
}
