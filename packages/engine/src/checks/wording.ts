/** Words for error sentences: what was found, and which known name was probably meant. A sentence is one short line. */

/** Characters of the user's own text that a sentence quotes. */
const LONGEST = 40;
/** Characters that a list of known names may take in a sentence. */
const LONGEST_LIST = 150;
/** Two names without their common beginning and end; longer remainders are not compared. */
const LONGEST_DIFFERENCE = 64;
/** Control and format characters, which could end the line, move the cursor or reverse the text; and lone surrogates. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

/** Mark on objects that users hold: what they are, and which copy of the engine made them. */
export interface Brand {
  readonly kind: string;
  readonly copy: object;
}
/** The same symbol in every copy of the engine. */
export const BRAND: unique symbol = Symbol.for('signorini.engine') as never;
/** This copy. */
export const COPY: object = {};

/** A user's text for a sentence: cut, control characters escaped. */
export function shortened(text: string, longest: number = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 3)}...` : text;
  return cut.replace(UNPRINTABLE, (c) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`);
}

export const quoted = (text: string): string => `"${shortened(text)}"`;

/** A short description of a value found where something else was expected. */
export function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  const count = lengthOf(value);
  if (count !== undefined) return `an array of ${count}`;
  const brand = (value as { readonly [BRAND]?: Brand })[BRAND];
  if (brand) return `a ${brand.kind}${brand.copy === COPY ? '' : ANOTHER_COPY}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Import and require, two versions, or a bundle beside the package make two. */
const ANOTHER_COPY =
  ' of another copy of the engine: two are loaded, make all imports reach one (npm ls @signorini/engine)';

/** Numbers of an array or a typed array; undefined for anything else. */
export function lengthOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return ArrayBuffer.isView(value) && 'length' in value ? (value.length as number) : undefined;
}

/** The known names that are close enough to what was written to have been meant, nearest first. */
export function nearest(written: string, known: readonly string[]): string[] {
  const limit = Math.max(2, Math.floor(written.length / 2));
  const lower = written.toLowerCase();
  return known
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= limit || name.startsWith(written))
    .sort((p, q) => p.distance - q.distance || (p.name < q.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Names with commas between; as many as a sentence bears, then how many more there are. */
export function listed(names: readonly string[], between = ', '): string {
  let text = '';
  for (const [k, name] of names.entries()) {
    const next = `${k === 0 ? '' : between}${shortened(name)}`;
    if (text.length + next.length > LONGEST_LIST && k > 0) return `${text} and ${names.length - k} more`;
    text += next;
  }
  return text;
}

/** `unknown solver "pgz"; nearest: pgs, bpp`, or the list if nothing is near. */
export function unknownName(what: string, written: string, known: readonly string[]): string {
  const close = nearest(written, known);
  const hint =
    close.length > 0 ? `nearest: ${listed(close)}` : known.length > 0 ? `known: ${listed(known)}` : 'there are none';
  return `unknown ${what} ${quoted(written)}; ${hint}`;
}

/**
 * Insertions, deletions and substitutions that turn a into b; Infinity if they differ over more than LONGEST_DIFFERENCE characters,
 * so that thousands of long names take milliseconds.
 */
function editDistance(a: string, b: string): number {
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let [m, n] = [a.length, b.length];
  while (m > from && n > from && a[m - 1] === b[n - 1]) {
    m--;
    n--;
  }
  if (m - from > LONGEST_DIFFERENCE || n - from > LONGEST_DIFFERENCE) return Infinity;
  let previous = Array.from({ length: n - from + 1 }, (_, j) => j);
  for (let i = from; i < m; i++) {
    const current = [i - from + 1];
    for (let j = from; j < n; j++) {
      const k = j - from;
      current.push(Math.min(previous[k + 1] + 1, current[k] + 1, previous[k] + (a[i] === b[j] ? 0 : 1)));
    }
    previous = current;
  }
  return previous[n - from];
}
