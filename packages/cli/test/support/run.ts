/** The command in this process: what it prints, and its exit code. */
import { main } from '../../src/main.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A clock that counts its calls, so that times are the same every time. */
export const run = (...argv: string[]): Promise<Ran> => {
  let now = 0;
  return runBy(() => now++, argv);
};

/** A real clock, for programs and for what waits. */
export const runTimed = (...argv: string[]): Promise<Ran> => runBy(() => performance.now(), argv);

async function runBy(clock: () => number, argv: readonly string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const io = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text), clock };
  const code = await main([...argv], io);
  return { code, out: out.join(''), err: err.join('') };
}
