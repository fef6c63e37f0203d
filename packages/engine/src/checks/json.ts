/** JSON text as files hold it; what is wrong with it becomes the end of a sentence. */
import { found, shortened } from './wording.ts';

/** Characters of a JSON parser's own words that a sentence repeats. */
const LONGEST = 120;

/** @param fail gets what was found in place of JSON */
export function parseJson(text: string, fail: (was: string) => never): unknown {
  if (typeof text !== 'string') return fail(found(text));
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(shortened((error as Error).message, LONGEST));
  }
}
