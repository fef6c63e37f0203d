/** The command in this process: what it prints, and its exit code. */
import { main } from '../../src/main.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Runner {
  /** ms; default: one that counts its calls, so that times are the same every time. */
  readonly clock?: () => number;
  /** A folder whose path is left out of what is printed on stderr, or on both. */
  readonly hidden?: { readonly path: () => string; readonly inOut?: boolean };
}

export function runner({ clock, hidden }: Runner = {}) {
  return async (...argv: string[]): Promise<Ran> => {
    const [out, err]: [string[], string[]] = [[], []];
    let now = 0;
    const code = await main(argv, {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      clock: clock ?? (() => now++),
    });
    const shown = (texts: string[]) => (hidden ? texts.join('').replaceAll(`${hidden.path()}/`, '') : texts.join(''));
    return { code, out: hidden?.inOut ? shown(out) : out.join(''), err: shown(err) };
  };
}

export const run = runner();

/** With a real clock, for programs and for what waits. */
export const runTimed = runner({ clock: () => performance.now() });
