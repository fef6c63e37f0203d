/** JSON text as files hold it; what is wrong with it becomes the end of a sentence. */
import { found, quoted } from './wording.ts';

/** @param otherwise gets what was found in place of JSON, and throws or returns a document */
export function parseJson(text: string, otherwise: (was: string) => unknown): unknown {
  if (typeof text !== 'string') return otherwise(found(text));
  try {
    return JSON.parse(text);
  } catch (error) {
    return otherwise(mistakeIn(text, (error as Error).message));
  }
}

/** In our own words: those of a JSON parser differ from engine to engine, and repeat the text with its line ends. */
function mistakeIn(text: string, message: string): string {
  const begun = text.trimStart();
  if (begun === '') return 'an empty text';
  if (!/^[{["\d-]|^(true|false|null)/.test(begun)) return `text that begins with ${quoted(begun)}`;
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (/end of JSON/i.test(message) || Number(position) >= text.trimEnd().length) return 'JSON that ends too early';
  if (position !== undefined) {
    const lines = text.slice(0, Number(position)).split('\n');
    return `a mistake in line ${lines.length}, column ${lines[lines.length - 1].length + 1}`;
  }
  const [, near] = /"([\s\S]*)"/.exec(message) ?? [];
  return near === undefined ? 'text with a mistake' : `a mistake near ${quoted(near)}`;
}
