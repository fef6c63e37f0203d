/**
 * `@signorini/engine/checks`: the words of error sentences and the version, for tools that speak as the engine does.
 * @module checks
 */

export { ContractError, expectNames } from '../checks/errors.ts';
export { parseJson } from '../checks/json.ts';
export { found, nearest, shortened, unknownName } from '../checks/wording.ts';
export { VERSION } from '../version.ts';
