import { expect, test } from 'vitest';
import type { Request } from '../protocol.ts';
import { Seeks } from './seeks.ts';

function listening() {
  const sent: Request[] = [];
  return { sent, seeks: new Seeks((request) => void sent.push(request)) };
}
const seek = (step: number): Request => ({ type: 'seek', step });

test('a slider that is dragged asks for one step at a time, and the last one comes', () => {
  const { sent, seeks } = listening();
  for (let step = 1; step <= 30; step++) seeks.to(step);
  expect(sent).toEqual([seek(1)]);
  seeks.arrived();
  expect(sent).toEqual([seek(1), seek(30)]);
  seeks.arrived();
  seeks.arrived(); // frames of a run that plays
  expect(sent.length).toBe(2);
  seeks.to(7);
  expect(sent.at(-1)).toEqual(seek(7));
});

test('what waits goes before another request, and is forgotten with its worker', () => {
  const { sent, seeks } = listening();
  seeks.to(1);
  seeks.to(2);
  seeks.flush();
  expect(sent).toEqual([seek(1), seek(2)]);
  seeks.to(3);
  seeks.clear();
  seeks.flush();
  seeks.to(4);
  expect(sent).toEqual([seek(1), seek(2), seek(4)]);
});
