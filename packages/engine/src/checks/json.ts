/** JSON text as files hold it; what is wrong with it becomes the end of a sentence. */
import { found, shortened } from './wording.ts';

/** Characters of a JSON parser's own words that a sentence repeats. */
const LONGEST = 120;

/** @param otherwise gets what was found in place of JSON, and throws or returns a document */
export function parseJson(text: string, otherwise: (was: string) => unknown): unknown {
  if (typeof text !== 'string') return otherwise(found(text));
  try {
    return JSON.parse(text);
  } catch (error) {
    return otherwise(shortened((error as Error).message, LONGEST));
  }
}
