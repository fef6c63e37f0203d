/** The only list of scenes: command line, studio, laboratory and tests read it. */
import { ContractError } from '../problem/solver.ts';
import { unknownName } from '../problem/wording.ts';
import { brickWall } from './brick-wall.ts';
import { closedLoop } from './closed-loop.ts';
import type { Scene } from './scene.ts';
import { winch } from './winch.ts';

export const scenes: readonly Scene[] = [brickWall, closedLoop, winch];

/** @throws ContractError that names the nearest scenes. */
export function findScene(name: string): Scene {
  const scene = scenes.find((candidate) => candidate.name === name);
  if (!scene)
    throw new ContractError(
      unknownName(
        'scene',
        name,
        scenes.map((s) => s.name),
      ),
    );
  return scene;
}
