/**
 * Scenes and solvers by name. Those of the first picture are always there; the others come with on-demand.ts, which keeps the first load
 * below 400 kB.
 */
import { brickWall, type Scene } from '@signorini/engine/scenes';
import type { SceneSource } from '../../protocol.ts';

/** The scene that a page begins with. */
export const FIRST_SCENE = 'brick-wall';
export const FIRST_SOLVER = 'auto';
/** Solvers that every world brings along. */
const BUILT_IN = ['admm', 'auto', 'bpp', 'newton-cone', 'newton-coupled', 'nncg', 'pgs', 'psor'] as const;
type BuiltIn = (typeof BUILT_IN)[number];
export const isBuiltIn = (solver: string): solver is BuiltIn => (BUILT_IN as readonly string[]).includes(solver);

interface Loaded {
  readonly findScene: typeof import('@signorini/engine/scenes').findScene;
  readonly readScene: typeof import('@signorini/engine/scenes').readScene;
  readonly findSolver: typeof import('@signorini/engine/solvers').findSolver;
}
let others: Loaded | undefined;

export function provideOthers(loaded: Loaded): void {
  others = loaded;
}

function loaded(): Loaded {
  if (!others) throw new Error('expected loadLibrary() before this request');
  return others;
}

/** @throws ContractError, SceneFormatError: a sentence */
export function sceneOf(source: SceneSource): Scene {
  if (source.kind === 'file') return loaded().readScene(source.text);
  return source.name === FIRST_SCENE ? brickWall : loaded().findScene(source.name);
}

/** A solver as `createWorld` takes it. */
export const solverOf = (name: string): BuiltIn | ReturnType<Loaded['findSolver']> =>
  isBuiltIn(name) ? name : loaded().findSolver(name);
