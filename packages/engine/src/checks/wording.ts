/** Words for error sentences: what was found, and which known name was probably meant. */

/** A short description of a value found where something else was expected. */
export function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value.length > 40 ? `"${value.slice(0, 37)}..."` : `"${value}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The known names that are close enough to what was written to have been meant, nearest first. */
export function nearest(written: string, known: readonly string[]): string[] {
  const limit = Math.max(2, Math.floor(written.length / 2));
  return known
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= limit || name.startsWith(written))
    .sort((p, q) => p.distance - q.distance || (p.name < q.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `unknown solver "pgz"; nearest: pgs, bpp`, or the whole list where nothing is near. */
export function unknownName(what: string, written: string, known: readonly string[]): string {
  const close = nearest(written, known);
  return `unknown ${what} "${written}"; ${close.length > 0 ? `nearest: ${close.join(', ')}` : `known: ${known.join(', ')}`}`;
}

/** Insertions, deletions and substitutions that turn a into b. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++)
      current.push(Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    previous = current;
  }
  return previous[b.length];
}
