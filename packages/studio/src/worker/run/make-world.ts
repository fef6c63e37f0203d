/** Worlds of a run, and what the page is shown of them. */
import { type Body, createWorld, type Shape, type World, type WorldOptions } from '@signorini/engine';
import { type Scene, sceneValues } from '@signorini/engine/scenes';
import { shapeMesh } from '@signorini/lab';
import type { BodyInfo, RunSpec, SceneInfo, Setup, ShapeMesh, WorldMore } from '../../protocol.ts';
import { sceneOf, solverOf } from './scene-library.ts';

/** The same spec and setup make the same world, bit for bit. @param tolerance energy error at which its solves stop, J */
export function makeWorld(spec: RunSpec, { solver, options, warmStart }: Setup, tolerance?: number): World {
  const { source, timeStep, frictionModel, integrator, more } = spec;
  return createWorld(sceneOf(source), {
    ...(source.kind === 'catalogue' && { parameters: source.parameters }),
    solver: solverOf(solver),
    options,
    warmStart,
    clock: () => performance.now(),
    ...(tolerance !== undefined && { tolerance }),
    ...(timeStep !== null && { timeStep }),
    ...(frictionModel !== null && { frictionModel: frictionModel as 'cone' }),
    ...(integrator !== null && { integrator: integrator as 'euler' }),
    ...(more && moreOptions(more)),
  });
}

function moreOptions({ coupling, sleep, accuracy, budget }: WorldMore): WorldOptions {
  return {
    ...(coupling !== null && { coupling }),
    ...(sleep && { sleep: true }),
    ...(accuracy !== null && { accuracy }),
    ...(budget === 'full' && { budget }),
  };
}

/** Half the side of the square that stands for a wall and for any other plane, in reaches of the scene. */
const [WALL, SLOPE] = [1.1, 5];

export function describeScene(spec: RunSpec, world: World): SceneInfo {
  const scene = sceneOf(spec.source);
  const known = new Map<string, number>();
  const shapes: ShapeMesh[] = [];
  const placeOf = (shape: Shape | undefined, square?: PlaneSquare): number => {
    if (!shape) return -1;
    const values = (_: string, value: unknown) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value);
    const key = JSON.stringify({ shape, ...square, origin: undefined }, values);
    const place = known.get(key) ?? shapes.push(meshOf(shape, square)) - 1;
    known.set(key, place);
    return place;
  };
  const extent = extentOf(world, (shape) => radiusOf(shapes[placeOf(shape)]));
  const materials = new Map<string, number>();
  const bodies = world.bodies.map((body): BodyInfo => {
    const { name, motion, shape, shapeOrigin } = body;
    const square = shape?.kind === 'plane' ? squareOf(body, extent) : undefined;
    const mass = motion === 'dynamic' ? body.mass : 0;
    const key = JSON.stringify(body.material);
    const material = materials.get(key) ?? materials.size;
    materials.set(key, material);
    return {
      name,
      motion,
      mass,
      shape: placeOf(shape, square),
      origin: square?.origin ?? ([...shapeOrigin] as [number, number, number]),
      material,
    };
  });
  return {
    title: spec.source.kind === 'catalogue' ? scene.name : spec.source.title,
    summary: scene.summary,
    known: scene.known,
    timeStep: world.timeStep,
    named: namedModels(spec, scene, world),
    shapes,
    bodies,
    joints: world.joints.map(({ name }) => name),
    ...extent,
  };
}

interface PlaneSquare {
  /** m, half its side. */
  readonly half: number;
  /** False for the ground, which is drawn as a grid. */
  readonly drawn: boolean;
  /** Its middle, m, in the axes of the body. */
  readonly origin: readonly [number, number, number];
}

/** The part of a plane that is drawn: next to the middle of the scene, so that walls stand around what they hold. */
function squareOf(body: Body, { centre, reach }: Pick<SceneInfo, 'centre' | 'reach'>): PlaneSquare {
  const upright = body.directionToWorld([0, 0, 1])[2];
  const [x, y] = body.toLocal(centre);
  const isGround = upright > 1 - 1e-9 && Math.abs(body.position[2]) < 1e-3 * reach;
  return { half: (Math.abs(upright) < 0.1 ? WALL : SLOPE) * reach, drawn: !isGround, origin: [x, y, 0] };
}

/** Friction models that the person, the scene or materials name. */
function namedModels({ source, frictionModel }: RunSpec, scene: Scene, world: World): string[] {
  const values = source.kind === 'catalogue' ? sceneValues(scene, source.parameters) : sceneValues(scene, {});
  const whole = frictionModel ?? scene.settings(values).frictionModel;
  const own = world.bodies.flatMap(({ material }) => material.frictionModel ?? []);
  return [...new Set([...(whole === undefined ? [] : [whole]), ...own])];
}

function meshOf(shape: Shape, square?: PlaneSquare): ShapeMesh {
  const { points, corners } = shapeMesh(shape, square?.half ?? 1);
  return {
    points: Float32Array.from(points.flat()),
    corners: Uint32Array.from(corners),
    ground: shape.kind === 'plane' || shape.kind === 'heightfield' || shape.kind === 'mesh',
    drawn: square?.drawn ?? true,
    round: shape.kind === 'sphere' ? shape.radius : 0,
  };
}

/** Largest distance of a mesh's points from its origin, m. */
function radiusOf(mesh: ShapeMesh | undefined): number {
  let most = 0;
  for (let k = 0; k < (mesh?.points.length ?? 0); k += 3)
    most = Math.max(most, Math.hypot(mesh!.points[k]!, mesh!.points[k + 1]!, mesh!.points[k + 2]!));
  return most;
}

/** Box around the bodies that move; around all with a size if none does. */
function extentOf(world: World, radiusOf: (shape: Shape) => number): Pick<SceneInfo, 'centre' | 'half' | 'reach'> {
  const sized = world.bodies.filter(({ shape }) => shape && shape.kind !== 'plane');
  const moving = sized.filter(({ motion }) => motion !== 'static');
  const list = moving.length > 0 ? moving : sized;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { position, shape } of list)
    for (let c = 0; c < 3; c++) {
      const radius = radiusOf(shape!);
      low[c] = Math.min(low[c]!, position[c]! - radius);
      high[c] = Math.max(high[c]!, position[c]! + radius);
    }
  if (list.length === 0) return { centre: [0, 0, 0], half: [2, 2, 2], reach: 2 };
  const centre = low.map((v, c) => 0.5 * (v + high[c]!)) as [number, number, number];
  const half = high.map((v, c) => Math.max(0.01, 0.5 * (v - low[c]!))) as [number, number, number];
  return { centre, half, reach: Math.max(0.05, ...half) };
}
