/** Camera positions from which all that moves is seen. */
import { type BufferGeometry, type PerspectiveCamera, Vector3 } from 'three';
import { BODY_FLOATS, type SceneInfo } from '../protocol.ts';

/** Part of the view that what moves may fill before the camera goes after it; less than a fit leaves. */
const ROOM = 0.92;
/** The camera goes back by so much at most: one body that flies away does not make the others specks. */
const MOST_BACK = 4;
/** And comes nearer if what moves is further away than this, in distances of the last fit. */
const FARTHEST = 1.3;

export type Box = Pick<SceneInfo, 'centre' | 'half'>;

/** A box around what moves: as it is shown, before the first frame as it starts. */
export function boxOf(info: SceneInfo, geometries: readonly BufferGeometry[], numbers?: Float32Array): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; numbers && k < info.bodies.length; k++) {
    const { motion, shape } = info.bodies[k]!;
    const sphere = geometries[shape]?.boundingSphere;
    if (motion === 'static' || !sphere || info.shapes[shape]!.ground) continue;
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c]!, numbers[BODY_FLOATS * k + c]! - sphere.radius);
      high[c] = Math.max(high[c]!, numbers[BODY_FLOATS * k + c]! + sphere.radius);
    }
  }
  const half = low.map((l, c) => 0.5 * (high[c]! - l)) as [number, number, number];
  if (!half.every((h) => h >= 0 && h < Infinity)) return info;
  return { centre: low.map((l, c) => l + half[c]!) as [number, number, number], half };
}

/** Camera position from which all corners of a box are seen. @param direction from its middle to the camera */
export function distanceFor(camera: PerspectiveCamera, direction: Vector3, half: Box['half']): number {
  const { right, up, tangent } = axesOf(camera, direction);
  let most = 0;
  for (const at of cornersOf(half)) {
    const wide = Math.max(Math.abs(at.dot(right)) / camera.aspect, Math.abs(at.dot(up))) / tangent;
    most = Math.max(most, at.dot(direction) + wide);
  }
  return most;
}

/**
 * The least move of the camera and its target, without a turn, that has a box in the frame; none while it is there. A motion that has
 * no jumps makes none in the camera, and the same frame asks for nothing twice.
 * @param range distance of the last fit, m
 */
export function keepInFrame(camera: PerspectiveCamera, target: Vector3, { centre, half }: Box, range: number): boolean {
  const back = camera.position.clone().sub(target).normalize();
  const needed = distanceFor(camera, back, half) / ROOM;
  if (!(needed <= MOST_BACK * range)) return false;
  const { right, up, tangent } = axesOf(camera, back);
  const from = new Vector3(...centre).sub(camera.position);
  const depth = -from.dot(back);
  const wanted = Math.min(Math.max(depth, needed), Math.max(FARTHEST * range, needed));
  const move = back.clone().multiplyScalar(wanted - depth);
  for (const [axis, reach] of [
    [right, ROOM * tangent * camera.aspect],
    [up, ROOM * tangent],
  ] as const) {
    let [least, most] = [-Infinity, Infinity];
    for (const at of cornersOf(half)) {
      const [across, room] = [at.dot(axis) + from.dot(axis), reach * (wanted - at.dot(back))];
      least = Math.max(least, across - room);
      most = Math.min(most, across + room);
    }
    const along = least > most ? 0.5 * (least + most) : Math.min(Math.max(0, least), most);
    move.addScaledVector(axis, along);
  }
  if (move.length() < 1e-9 * range) return false;
  camera.position.add(move);
  target.add(move);
  return true;
}

/** Axes of the picture, and the tangent of half its angle. */
function axesOf(camera: PerspectiveCamera, back: Vector3) {
  const right = new Vector3().crossVectors(camera.up, back).normalize();
  return { right, up: new Vector3().crossVectors(back, right), tangent: Math.tan((camera.fov * Math.PI) / 360) };
}

function* cornersOf(half: Box['half']): Generator<Vector3> {
  for (let corner = 0; corner < 8; corner++)
    yield new Vector3(...(half.map((h, c) => ((corner >> c) & 1 ? h : -h)) as [number, number, number]));
}
