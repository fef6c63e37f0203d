import { expect, test } from 'vitest';
import type { Io } from './io.ts';
import { Progress } from './progress.ts';

/** Output of a terminal of so many columns, or of none; `wait` moves the clock. */
function stage(columns?: number) {
  let now = 0; // ms
  const err: string[] = [];
  const io: Io = {
    out: () => {},
    err: (text) => void err.push(text),
    clock: () => now,
    ...(columns !== undefined && { columns: () => columns }),
  };
  const wait = (seconds: number) => {
    now += 1000 * seconds;
  };
  return { io, err, wait };
}

test('a terminal gets a bar with an estimate, which the next one overwrites without escape codes', () => {
  const { io, err, wait } = stage(80);
  const progress = new Progress(io);
  progress.at('run  wall', 0, 40);
  wait(1);
  progress.at('run  wall', 10, 40, 'step 11');
  progress.at('run  wall', 11, 40); // too soon: nobody could read it
  wait(99);
  progress.at('run  wall', 20, 40);
  progress.end();
  const [first, second, third] = [
    'run  wall  [....................]  0/40  0 %',
    'run  wall  [#####...............]  10/40  25 %  3 s left  step 11',
    'run  wall  [##########..........]  20/40  50 %  2 min left',
  ] as const;
  expect(err).toEqual([
    `\r${first}`,
    `\r${second}`,
    `\r${third.padEnd(second.length)}`,
    `\r${' '.repeat(third.length)}\r`,
  ]);
});

test('without a terminal there is a line every ten seconds, and none in a short run', () => {
  const { io, err, wait } = stage();
  const progress = new Progress(io);
  for (let k = 0; k < 50; k++) {
    progress.at('capture  wall', k, 100);
    wait(0.5);
  }
  progress.doing('drawing');
  progress.end();
  expect(err).toEqual(['capture  wall  20/100  20 %  40 s left\n', 'capture  wall  40/100  40 %  30 s left\n']);
});

test('a line is cut to the columns, and what a file calls a problem moves no cursor', () => {
  const { io, err } = stage(60);
  new Progress(io).at('replay', 0, 1, `\u001b[2J\n${'x'.repeat(1000)}`);
  expect(err.join('').length).toBeLessThanOrEqual(60);
  expect(err.join('').slice(1)).toMatch(/^[^\p{C}]*$/u);
  expect(err.join('')).toContain('\\u{1b}[2J\\u{a}xxx');
});

test('the estimate of the next part begins anew', () => {
  const { io, err, wait } = stage(80);
  const progress = new Progress(io);
  progress.at('capture', 0, 2);
  wait(50);
  progress.at('replay', 0, 4);
  wait(1);
  progress.at('replay', 1, 4);
  expect(err.at(-1)).toContain('1/4  25 %  3 s left');
});
