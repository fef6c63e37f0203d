import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, Rng, VERSION } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { momentText } from '@signorini/engine/testing';
import { expect, test } from 'vitest';
import { opened, PGS, studioOf } from '../../test/support/studio-of.ts';
import type { Moment } from '../engine-types.ts';
import { momentFragment, readMomentFragment } from '../files/link.ts';
import { readMoment } from './read-moment.ts';

const VIEW = { iterate: null, body: null, camera: null };

/** A wall that was pulled, with a fork by pgs; both are shown. */
function forkedWall() {
  const studio = opened();
  studio.play(20);
  const brick = studio.last('scene').info.bodies.at(-1)!.name;
  studio.ask({ type: 'pull', pull: { body: brick, at: [0, 0, 0], to: [0.4, 0.5, 3], limit: 40 } });
  studio.play(10);
  studio.ask({ type: 'pull', pull: null });
  studio.play(10);
  studio.ask({ type: 'fork', branch: studio.frame().branch, step: 25, setup: PGS, name: null });
  studio.play(12);
  return studio;
}

function textOf(studio: ReturnType<typeof studioOf>, contact: number | null = null): string {
  return studio.question('moment', { view: VIEW, contact }).text;
}

test('a moment opened elsewhere has the same bits in all its branches, and the same contact is selected', async () => {
  const studio = forkedWall();
  const { step, hash, buffer, drawn } = studio.frame();
  const contacts = new Float32Array(buffer, 4 * 9 * studio.last('scene').info.bodies.length, 12 * drawn);
  const fragment = await momentFragment(textOf(studio, contacts[12 * 3 + 11]!));
  expect(fragment.length).toBeLessThan(2000);

  const other = studioOf();
  other.ask({ type: 'openMoment', text: (await readMomentFragment(fragment))! });
  other.ask({ type: 'seek', step: step - 5 }); // waits until the moment is there
  other.settle();
  const { reopened } = other.last('reopened');
  expect(reopened).toMatchObject({ step, hash, expected: hash, short: null });
  expect(other.last('branches').branches.map(({ name }) => name)).toEqual(['auto', 'pgs']);
  expect(other.frame().step).toBe(step - 5);
  studio.ask({ type: 'seek', step: step - 5 });
  for (const place of [0, 1]) expect(other.frame(place).hash).toBe(studio.frame(place).hash);
  const again = other.replies.flatMap((reply) => (reply.type === 'frame' ? reply.branches : []));
  const there = again.find((frame) => frame.step === step)!;
  const numbers = new Float32Array(there.buffer, 4 * 9 * other.last('scene').info.bodies.length, 12 * there.drawn);
  const place = Array.from({ length: there.drawn }, (_, k) => k).find(
    (k) => numbers[12 * k + 11] === reopened.contact,
  )!;
  expect([...numbers.subarray(12 * place, 12 * place + 9)]).toEqual([...contacts.subarray(36, 45)]);
});

test('a test that failed leaves its step: from the start, or from a state after something moved the world', () => {
  const world = createWorld(findScene('dominoes'), { solver: 'pgs' });
  for (let k = 0; k < 30; k++) world.step();
  const open = (text: string) => {
    const studio = studioOf();
    studio.ask({ type: 'openMoment', text });
    studio.settle();
    return studio;
  };
  const recipe = { scene: 'dominoes', solver: 'pgs' };
  expect(open(momentText(world, recipe)).last('reopened').reopened).toMatchObject({ step: 30, hash: world.hash() });

  world.bodies.find(({ motion }) => motion === 'dynamic')!.velocity = [0, 0, 2]; // from outside
  const from = world.snapshot();
  for (let k = 0; k < 5; k++) world.step();
  const lost = open(momentText(world, recipe)).last('reopened').reopened;
  expect(lost.hash).not.toBe(lost.expected);
  const studio = open(momentText(world, { ...recipe, from }));
  expect(studio.last('reopened').reopened).toMatchObject({ step: 35, hash: world.hash(), expected: world.hash() });
  studio.ask({ type: 'seek', step: 0 });
  expect(studio.frame().step).toBe(30); // nothing is known of the steps before
});

const LINKS = new URL('../../test/links/', import.meta.url);

test.each(readdirSync(LINKS))('%s, a link of an earlier day, opens at its step', async (file) => {
  const { link, step, branches } = JSON.parse(readFileSync(new URL(file, LINKS), 'utf8')) as Kept;
  const studio = studioOf();
  studio.ask({ type: 'openMoment', text: (await readMomentFragment(link))! });
  studio.settle();
  const { reopened } = studio.last('reopened');
  expect(reopened).toMatchObject({ step, short: null });
  if (reopened.engine === VERSION) expect(reopened.hash).toBe(reopened.expected);
  expect(studio.last('branches').branches.map(({ name }) => name)).toEqual(branches);
});
interface Kept {
  readonly link: string;
  readonly step: number;
  readonly branches: readonly string[];
}

test('what no moment says is one sentence, and the run that was there stays', () => {
  const studio = forkedWall();
  const before = studio.frame().hash;
  const good = JSON.parse(textOf(studio)) as Moment;
  const [first] = good.branches;
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ ...good, format: 'signorini-scene' }, /moment: format: expected "signorini-moment", found "signorini-scene"/],
    [{ ...good, version: 2, engine: '9.0.0' }, /expected 1, found 2: version 9\.0\.0 of Signorini wrote and opens it/],
    [{ ...good, step: 1e9 }, /moment: step: expected an integer from 0 to \d+, found 1000000000/],
    [{ ...good, shown: [5] }, /moment: shown\[0\]: expected an integer from 0 to 1/],
    [{ ...good, branches: [{ ...first, head: 1e7 }] }, /moment: branches\[0\]\.head/],
    [{ ...good, view: { ...good.view, side: 'yes' } }, /moment: view\.side: expected true or false, found "yes"/],
    [{ ...good, view: { ...good.view, longest: -1 } }, /moment: view\.longest: expected a force > 0 in N, found -1/],
    [{ ...good, script: 'x' }, /moment: expected format, version, .* found "script"/],
    [{ ...good, run: { ...good.run, source: { kind: 'catalogue', name: 'brik-wall', parameters: {} } } }, /brick-wall/],
    [{ ...good, run: { ...good.run, source: { kind: 'file', title: 'x', text: '{}' } } }, /format/],
    [
      {
        ...good,
        branches: [
          { ...first, events: [{ ...first!.events[0], setup: { solver: 'pgz', options: {}, warmStart: true } }] },
        ],
        shown: [0],
      },
      /pgs/,
    ],
    [{ ...good, state: { steps: 0, version: 2 } }, /expected/],
  ];
  for (const [document, sentence] of wrong) {
    studio.ask({ type: 'openMoment', text: JSON.stringify(document) });
    studio.settle();
    expect(studio.last('failed').sentence).toMatch(sentence);
  }
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  expect(() => readMoment(deep)).toThrow(/at most 40 levels/);
  studio.ask({ type: 'pause' });
  expect(studio.frame().hash).toBe(before);
});

test('of 500 changed links none does more than a sentence', { timeout: 600_000 }, async () => {
  const small = opened();
  small.play(3);
  const text = textOf(small);
  const fragment = await momentFragment(text);
  const random = new Rng(19);
  const at = (length: number) => Math.floor(random.uniform() * length);
  const changed = (value: string, letters: string) => {
    const place = at(value.length);
    const rest = [value.slice(0, place), value.slice(place + at(4))] as const;
    return rest[0] + letters[at(letters.length)]! + rest[1];
  };
  const outcomes = { opened: 0, refused: 0 };
  for (let k = 0; k < 500; k++) {
    const studio = studioOf();
    try {
      const link = k % 2 === 0 ? changed(fragment, 'Az09-_=%#') : await momentFragment(changed(text, '"{}[],:0e-9x'));
      const moment = await readMomentFragment(link, 1e6);
      if (moment === undefined) throw new Error('no moment');
      readMoment(moment); // what is run may take longer, and is run below if it is short
      if (moment.length < 2 * text.length && !/"head":\d{3}/.test(moment)) {
        studio.ask({ type: 'openMoment', text: moment });
        studio.settle();
        const ends = studio.replies.filter(({ type }) => type === 'reopened' || type === 'failed');
        expect(ends).toHaveLength(1);
        if (ends[0]!.type === 'failed') throw new Error(studio.last('failed').sentence);
      }
      outcomes.opened++;
    } catch (error) {
      expect((error as Error).message).toMatch(/^[^\n]{5,600}$/);
      expect((error as Error).message).not.toMatch(/undefined|Cannot read|is not a function|\[object/);
      outcomes.refused++;
    }
  }
  expect(outcomes.refused).toBeGreaterThan(300);
});

test('a link that would unpack to gigabytes is refused after the first megabytes', async () => {
  const bomb = await momentFragment(' '.repeat(40e6));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(readMomentFragment(bomb)).rejects.toThrow(/expected a moment of at most 32000000 letters, found more/);
  await expect(readMomentFragment('#m=7.AAAA')).rejects.toThrow(/expected version 1, found 7/);
  expect(await readMomentFragment('#scene=winch')).toBeUndefined();
});
