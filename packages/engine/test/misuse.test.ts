/** Wrong input of every public function gets one sentence, and the world stays bit for bit as it was. */
import { expect, test } from 'vitest';
import { bodyMisuses } from './misuse/body-cases.ts';
import { fixture, nextHashes, stateOf } from './misuse/fixture.ts';
import { jointMisuses } from './misuse/joint-cases.ts';
import { shapeMisuses } from './misuse/shape-cases.ts';
import { worldMisuses } from './misuse/world-cases.ts';

const misuses = [...bodyMisuses, ...shapeMisuses, ...jointMisuses, ...worldMisuses];

const SENTENCES = /^(ContractError|ShapeError|SceneFormatError|ProblemFormatError)$/;

/** Prints and lengths of a sentence that quotes little of the user's own text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: there may be none
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/;
const LONGEST = 300;

const before = stateOf(fixture());
const after = nextHashes(fixture());

test('there are at least 300 misuses, each with a title of its own', () => {
  expect(misuses.length).toBeGreaterThanOrEqual(300);
  expect(new Set(misuses.map(({ title }) => title)).size).toBe(misuses.length);
});

test.each(misuses.map(({ title, act }) => [title, act] as const))(
  '%s gets a sentence and changes nothing',
  (_, act) => {
    const f = fixture();
    let error: unknown;
    try {
      act(f);
    } catch (thrown) {
      error = thrown;
    }
    expect(error, 'nothing was thrown').toBeInstanceOf(Error);
    const { name, message } = error as Error;
    expect(`${name}: ${message}`).toMatch(/^\w+: \S/);
    expect(name, message).toMatch(SENTENCES);
    expect(message).not.toMatch(UNPRINTABLE);
    expect(message.length, message.slice(0, 400)).toBeLessThan(LONGEST);
    expect(message).toMatch(/expected .+ found |expected no such field: |unknown .+ "|was removed/);
    expect(stateOf(f)).toBe(before);
    expect(nextHashes(f)).toEqual(after);
  },
);
