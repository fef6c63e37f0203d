/** Collects misuses: single ones, and one for each of a list of wrong values. */
import type { Any, Fixture } from './fixture.ts';

/** One call of the public API with an argument that does not fit. */
export interface Misuse {
  readonly title: string;
  readonly act: (f: Fixture) => unknown;
}

export function collector() {
  const cases: Misuse[] = [];
  const misuse = (title: string, act: Misuse['act']): void => {
    cases.push({ title, act });
  };
  const each = (
    title: string,
    values: readonly (readonly [string, Any])[],
    act: (f: Fixture, value: Any) => unknown,
  ): void => {
    for (const [name, value] of values) misuse(`${title}: ${name}`, (f) => act(f, value));
  };
  return { cases, misuse, each };
}
