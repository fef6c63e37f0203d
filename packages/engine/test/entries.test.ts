import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as checks from '../src/entries/checks.ts';
import * as collision from '../src/entries/collision.ts';
import * as measures from '../src/entries/measures.ts';
import * as problem from '../src/entries/problem.ts';
import * as scenes from '../src/entries/scenes.ts';
import * as solvers from '../src/entries/solvers.ts';
import * as testing from '../src/entries/testing.ts';
import * as engine from '../src/index.ts';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

test('the main entry holds what a user of worlds needs, and nothing else', () => {
  const shapes = ['box', 'capsule', 'compound', 'cylinder', 'heightField', 'hull', 'mesh', 'plane', 'sphere'];
  const forces = ['constantForce', 'springDamper', 'torqueConverter', 'torsionalSpring'];
  const errors = ['ContractError', 'ShapeError', 'StepError'];
  const facts = ['DEFAULT_MATERIAL', 'JOINT_KINDS', 'STAGES', 'VERSION', 'kernelStatus'];
  const tables = ['contactRows', 'contactTable', 'frictionModels', 'solvedRows'];
  const worlds = ['Body', 'World', 'createWorld', 'Rng', 'Team', 'quaternion', ...tables];
  expect(Object.keys(engine).sort()).toEqual([...shapes, ...forces, ...errors, ...facts, ...worlds].sort());
});

test('a name is in one entry, but for shapes and errors, which stand beside what uses them', () => {
  const shared = [...Object.keys(engine).filter((name) => name in collision || name in checks), 'ProblemFormatError'];
  const seen = new Map<string, string>();
  for (const [entry, names] of Object.entries({
    engine,
    checks,
    collision,
    measures,
    problem,
    scenes,
    solvers,
    testing,
  }))
    for (const name of Object.keys(names)) {
      if (!shared.includes(name)) expect(`${name} of ${seen.get(name) ?? entry}`).toBe(`${name} of ${entry}`);
      seen.set(name, entry);
    }
  for (const name of shared) expect(['box', 'ContractError'].includes(name) || seen.has(name), name).toBe(true);
});

/** Files that a file reaches by imports of values. */
function reached(from: string, found = new Set<string>()): Set<string> {
  if (found.has(from)) return found;
  found.add(from);
  const text = readFileSync(from, 'utf8').replace(/^(?:import|export) type [^;]*;/gm, '');
  for (const [, target] of text.matchAll(/from '(\.[^']+)'/g)) reached(join(dirname(from), target), found);
  return found;
}

test('a page that uses the main entry does not carry the list of solvers, nor the catalogue of scenes', () => {
  const files = [...reached(join(SOURCES, 'index.ts'))].map((file) => relative(SOURCES, file));
  expect(files).toContain('solvers/auto.ts');
  for (const heavy of [
    'solvers/registry.ts',
    'solvers/registry/all.ts',
    'solvers/enumeration.ts',
    'scenes/catalogue.ts',
  ])
    expect(files).not.toContain(heavy);
});
