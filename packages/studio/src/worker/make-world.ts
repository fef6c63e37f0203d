/** Worlds of a run, and what the page is shown of them. */
import { createWorld, type Shape, type World } from '@signorini/engine';
import { brickWall, type Scene } from '@signorini/engine/scenes';
import { shapeMesh } from '@signorini/lab';
import type { BodyInfo, RunSpec, SceneInfo, SceneSource, Setup, ShapeMesh } from '../protocol.ts';
import { FIRST_SCENE, isBuiltIn, library } from './library.ts';

/** @throws ContractError, SceneFormatError: a sentence */
export function sceneOf(source: SceneSource): Scene {
  if (source.kind === 'file') return library().readScene(source.text);
  return source.name === FIRST_SCENE ? brickWall : library().findScene(source.name);
}

/** The same spec and setup make the same world, bit for bit. */
export function makeWorld(spec: RunSpec, { solver, options, warmStart }: Setup): World {
  const { source, timeStep, frictionModel, integrator } = spec;
  return createWorld(sceneOf(source), {
    ...(source.kind === 'catalogue' && { parameters: source.parameters }),
    ...{
      solver: isBuiltIn(solver) ? solver : library().findSolver(solver),
      options,
      warmStart,
      clock: () => performance.now(),
    },
    ...(timeStep !== null && { timeStep }),
    ...(frictionModel !== null && { frictionModel: frictionModel as 'cone' }),
    ...(integrator !== null && { integrator: integrator as 'euler' }),
  });
}

/** Half the side of the square that stands for a plane, m. */
const GROUND = 60;

export function describeScene(spec: RunSpec, world: World): SceneInfo {
  const scene = sceneOf(spec.source);
  const known = new Map<string, number>();
  const shapes: ShapeMesh[] = [];
  const placeOf = (shape: Shape | undefined): number => {
    if (!shape) return -1;
    const key = JSON.stringify(shape, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value));
    const place = known.get(key) ?? shapes.push(meshOf(shape)) - 1;
    known.set(key, place);
    return place;
  };
  const bodies = world.bodies.map((body): BodyInfo => {
    const { name, motion, shape, shapeOrigin } = body;
    const mass = motion === 'dynamic' ? body.mass : 0;
    return { name, motion, mass, shape: placeOf(shape), origin: [...shapeOrigin] as [number, number, number] };
  });
  return {
    title: spec.source.kind === 'catalogue' ? scene.name : spec.source.title,
    ...{ summary: scene.summary, known: scene.known, timeStep: world.timeStep },
    frictionModel: spec.frictionModel ?? 'scene',
    ...{ shapes, bodies, joints: world.joints.map(({ name }) => name) },
    ...extentOf(world),
  };
}

function meshOf(shape: Shape): ShapeMesh {
  const { points, corners } = shapeMesh(shape, GROUND);
  return {
    points: Float32Array.from(points.flat()),
    corners: Uint32Array.from(corners),
    ground: shape.kind === 'plane' || shape.kind === 'heightfield' || shape.kind === 'mesh',
    round: shape.kind === 'sphere' ? shape.radius : 0,
  };
}

/** Of the bodies that move; of all with a size if none does. */
function extentOf(world: World): Pick<SceneInfo, 'centre' | 'half' | 'reach'> {
  const sized = world.bodies.filter(({ shape }) => shape && shape.kind !== 'plane');
  const moving = sized.filter(({ motion }) => motion !== 'static');
  const list = moving.length > 0 ? moving : sized;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { position, shape } of list)
    for (let c = 0; c < 3; c++) {
      const radius = shape && 'radius' in shape && Number.isFinite(shape.radius) ? shape.radius : 0.5;
      low[c] = Math.min(low[c]!, position[c]! - radius);
      high[c] = Math.max(high[c]!, position[c]! + radius);
    }
  if (list.length === 0) return { centre: [0, 0, 0], half: [2, 2, 2], reach: 2 };
  const centre = low.map((v, c) => 0.5 * (v + high[c]!)) as [number, number, number];
  const half = high.map((v, c) => Math.max(0.01, 0.5 * (v - low[c]!))) as [number, number, number];
  return { centre, half, reach: Math.max(0.05, ...half) };
}
