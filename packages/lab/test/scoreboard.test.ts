/** The scoreboard: who counts as solving what, what solvers are not given, and a page that shows it and nothing else. */

import { isSolved, problemLines, type ScoreDocument, type ScoreRow, scoreLines, scorePage } from '@signorini/lab';
import { collectionProblem, runScoreboard } from '@signorini/lab/node';
import { expect, test } from 'vitest';
import { cutRow, withoutAnswer } from '../src/scoreboard/score-problem.ts';
import { energyShare } from '../src/scoreboard/scoreboard.ts';

const settings = { timeLimitMs: 10_000, repeat: 0, slowMs: 500, reference: 'ours' };

/** An answer with a relative error and a time. */
function answer(problem: string, solver: string, relative: number | null, timeMs = 1): ScoreRow {
  return {
    problem,
    solver,
    outcome: 'answer',
    status: 'converged',
    reason: null,
    energy: relative,
    frictionConsistency: relative,
    relative,
    iterations: 1,
    coupling: 1,
    path: solver,
    timeMs,
    solves: 1,
  };
}

function documentOf(rows: readonly ScoreRow[]): ScoreDocument {
  const names = (key: 'problem' | 'solver') => [...new Set(rows.map((row) => row[key]))];
  return {
    format: 'signorini-scoreboard',
    version: 1,
    engine: '0',
    collection: { version: 1, content: '00' },
    machine: { node: 'v0', platform: 'none', cpu: 'none', cores: 1 },
    settings,
    rows,
    solvers: names('solver').map((name) => ({ name, given: null, summary: '', family: 'direct', options: {} })),
    problems: names('problem').map((name) => ({
      name,
      scene: 'scene',
      step: 1,
      rows: 3,
      contacts: 1,
      friction: ['box'],
      hard: 'nothing',
      hash: '00',
    })),
  };
}

test('a problem is solved at the levels that its relative error is within; a figure that is not finite never is', () => {
  expect([1e-4, 1e-8, 1e-16].map((level) => isSolved(answer('p', 's', 1e-8), level))).toEqual([true, true, false]);
  expect(isSolved(answer('p', 's', null), 1)).toBe(false);
  expect(isSolved(cutRow('p', 's', 1000), 1)).toBe(false);
});

test('a problem that a solver does not take is not taken, one without an answer in time is cut: neither is solved', () => {
  const refused: ScoreRow = { ...cutRow('p', 'theirs', 1), outcome: 'not taken', reason: 'takes boxes' };
  const rows = [answer('p', 'ours', 1e-20, 2), answer('q', 'ours', 1, 4), refused, cutRow('q', 'theirs', 1000)];
  const [first, second] = scoreLines(documentOf(rows));
  expect(first).toMatchObject({ solved: [1, 1, 1], taken: 2, cut: 0, medianRatio: 1 });
  expect(second).toMatchObject({ solved: [0, 0, 0], taken: 1, cut: 1, compared: 0, worstJoules: null });
  expect(problemLines(documentOf(rows)).map(({ taken, best }) => [taken, best?.solver ?? null])).toEqual([
    [1, 'ours'],
    [2, null],
  ]);
});

test('an answer that is right for its own bounds and wrong for its normals is solved by energy alone only', () => {
  const lagged = { ...answer('p', 'ours', 1e-3), energy: 1e-12, frictionConsistency: 1e-2 }; // doing nothing: 10 J
  expect(energyShare(lagged)).toBeCloseTo(1e-13, 20);
  expect(scoreLines(documentOf([lagged]))[0]).toMatchObject({ solved: [0, 0, 0], asBounded: 1, worstJoules: 1e-2 });
  expect(energyShare(answer('p', 'ours', 0))).toBe(0);
  expect(energyShare(answer('p', 'ours', null))).toBeNull();
});

test('lines are sorted by what is solved at 1e-8, before what is quick', () => {
  const rows = [answer('p', 'ours', 1e-6, 1), answer('p', 'slow', 1e-9, 50), answer('p', 'slower', 1e-9, 90)];
  const lines = scoreLines(documentOf(rows));
  expect(lines.map(({ solver, medianRatio }) => [solver.name, medianRatio])).toEqual([
    ['slow', 50],
    ['slower', 90],
    ['ours', 1],
  ]);
});

test('solvers get no reference answer, no warm start and no friction bounds; joints and normals stay as they are', async () => {
  const stored = await collectionProblem('forklift-middle');
  const given = withoutAnswer(stored);
  expect([stored.x, stored.warm].every((x) => x instanceof Float64Array)).toBe(true);
  expect([given.x, given.warm]).toEqual([undefined, undefined]);
  const friction = new Set(stored.contacts.flatMap(({ tangents, rolling }) => [...tangents, ...rolling]));
  expect(given.ungiven).toEqual([...friction].sort((i, j) => i - j));
  for (let i = 0; i < stored.n; i++)
    expect([given.lo[i], given.hi[i]], `row ${i}`).toEqual(friction.has(i) ? [0, 0] : [stored.lo[i], stored.hi[i]]);
});

test('a run over some problems has one row per problem and solver, and the same errors when it is repeated', async () => {
  const request = {
    list: 'auto,pgs,enumeration',
    problems: ['slope-12-rows', 'stack-1e3'],
    settings: { ...settings, reference: 'auto', repeat: 1 },
  };
  const figures = ({ rows }: ScoreDocument) => rows.map(({ timeMs: _, ...row }) => row);
  const document = await runScoreboard(request);
  expect(document.rows.map(({ outcome }) => outcome)).toEqual([
    ...['answer', 'answer', 'answer', 'answer', 'not taken', 'not taken'],
  ]);
  expect(document.rows.filter((row) => isSolved(row, 1e-16)).map(({ solver }) => solver)).toEqual([
    ...['auto', 'enumeration', 'auto'],
  ]);
  expect(figures(await runScoreboard(request))).toEqual(figures(document));
  await expect(runScoreboard({ ...request, problems: ['stak'] })).rejects.toThrow('unknown problem of the collection');
  await expect(runScoreboard({ ...request, list: 'pgs' })).rejects.toThrow(
    'unknown reference among the solvers "auto"',
  );
});

test('the page names what is not text as text, has no script and asks for nothing outside', () => {
  const evil = '<script src="http://example.org/x.js">&"\'';
  const page = scorePage(documentOf([answer(evil, 'ours', 1e-9), { ...cutRow('q', evil, 1), reason: evil }]));
  expect(page).not.toMatch(/<script|<link|<img|@import|url\(/);
  expect(page).not.toContain('="http');
  expect(page).toContain('&lt;script src=&quot;http://example.org/x.js&quot;&gt;&amp;');
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain('undefined');
});
