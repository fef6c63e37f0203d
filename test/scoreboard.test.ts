/**
 * The committed scoreboard is that of today: of these solvers and problems, rendered from its figures, and in its quick part
 * solved again. Times are those of the machine that made it. `npm run build && npx signorini scoreboard -o docs/scoreboard`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@signorini/engine';
import { findSolver, solvers } from '@signorini/engine/solvers';
import { type ScoreRow, scorePage, short } from '@signorini/lab';
import { collectionProblem, readCollection, readScoreboard } from '@signorini/lab/node';
import { expect, test } from 'vitest';
import { scoreProblem, withoutAnswer } from '../packages/lab/src/scoreboard/score-problem.ts';

const folder = fileURLToPath(new URL('../docs/scoreboard/', import.meta.url));
const board = await readScoreboard(`${folder}scoreboard.json`);
const { problems, version, content } = await readCollection();

test('the committed page is the page of the committed figures', () => {
  expect(readFileSync(`${folder}index.html`, 'utf8')).toBe(scorePage(board));
});

test('it has every solver with its present options, every problem of the collection, and a row for each pair', () => {
  expect(board.engine).toBe(VERSION);
  expect(board.collection).toEqual({ version, content });
  expect(board.problems.map(({ name, hash }) => [name, hash])).toEqual(problems.map(({ name, hash }) => [name, hash]));
  expect(board.solvers.map(({ name, options }) => [name, options])).toEqual(
    solvers.map(({ name, defaults }) => [name, defaults]),
  );
  const pairs = problems.flatMap(({ name }) => solvers.map((solver) => `${name} ${solver.name}`));
  expect(board.rows.map(({ problem, solver }) => `${problem} ${solver}`)).toEqual(pairs);
});

/** All figures of a row but times, to the digits that are printed. */
function figures({ energy, frictionConsistency, relative, timeMs: _, solves: __, ...row }: ScoreRow) {
  const digits = (value: number | null) => (value === null ? null : short(value));
  return {
    ...row,
    energy: digits(energy),
    frictionConsistency: digits(frictionConsistency),
    relative: digits(relative),
  };
}

const QUICK_ROWS = 300; // rows of a problem,
const QUICK_TIME = 15; // ms of a solve that is made again: about five seconds in all

test('solved again, the quick part has the errors, the status and the path of the committed figures', async () => {
  let compared = 0;
  for (const { name } of problems.filter(({ rows }) => rows <= QUICK_ROWS)) {
    const problem = withoutAnswer(await collectionProblem(name));
    for (const row of board.rows.filter((one) => one.problem === name)) {
      if (row.outcome === 'cut' || (row.timeMs ?? 0) > QUICK_TIME) continue;
      const again = scoreProblem(name, problem, findSolver(row.solver), () => performance.now());
      expect(figures(again), `${row.solver} on ${name}`).toEqual(figures(row));
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(150);
});
