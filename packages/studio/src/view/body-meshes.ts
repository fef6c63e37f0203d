/** BodyMeshes of one branch: one instanced mesh per shape, matrices written straight into its array. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  type Group,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshStandardMaterial,
  type TypedArray,
} from 'three';
import { BODY_FLOATS, type SceneInfo } from '../protocol.ts';
import { jouleColour, place, type Theme } from './colours.ts';

export type ColourBy = 'material' | 'joules' | 'speed' | 'island';
/** Another colour of the body at a place; undefined: its own. */
export type ColourOf = (body: number) => string | undefined;

/** Calm greys and blues, so that only joules have strong colours. */
const MATERIALS: Record<Theme, readonly string[]> = {
  light: ['#aebccb', '#bcb3a4', '#a9bfae', '#c2b1ba'],
  dark: ['#63758a', '#7d7264', '#637a69', '#7c6874'],
};
/** m/s: the hot end of the colours of speed. */
export const FAST = 10;

export class BodyMeshes {
  private readonly meshes: { readonly mesh: InstancedMesh; readonly members: readonly number[] }[] = [];
  private readonly info: SceneInfo;
  private readonly colour = new Color();

  /** @param ghost drawn as glass of this colour */
  constructor(info: SceneInfo, parent: Group, geometries: readonly BufferGeometry[], ghost?: string) {
    this.info = info;
    info.shapes.forEach(({ ground, drawn }, shape) => {
      const members = info.bodies.flatMap((body, k) => (body.shape === shape ? [k] : []));
      if (members.length === 0 || (ground && ghost !== undefined)) return;
      const material = new MeshStandardMaterial({
        roughness: 0.85,
        metalness: 0,
        flatShading: false,
        ...(ghost !== undefined && { color: ghost, transparent: true, opacity: 0.22, depthWrite: false }),
      });
      const mesh = new InstancedMesh(geometries[shape]!, material, members.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = !ground && ghost === undefined;
      mesh.receiveShadow = ghost === undefined;
      mesh.visible = drawn;
      mesh.userData.ghost = ghost !== undefined;
      parent.add(mesh);
      this.meshes.push({ mesh, members });
    });
  }

  /** @param stride numbers per body @param solid bodies at whose place glass is not drawn: it would only change their colours */
  place(numbers: Float32Array, stride: number, solid?: Float32Array): void {
    for (const { mesh, members } of this.meshes) {
      const { array } = mesh.instanceMatrix;
      for (let k = 0; k < members.length; k++) {
        const at = stride * members[k]!;
        if (solid && samePose(numbers, solid, at, this.info.reach)) array.fill(0, 16 * k, 16 * k + 16);
        else setMatrix(array, 16 * k, numbers, at, this.info.bodies[members[k]!]!.origin);
      }
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  paint(numbers: Float32Array, by: ColourBy, theme: Theme, selected: string | null, colourOf?: ColourOf): void {
    const scale = scaleOf(theme);
    for (const { mesh, members } of this.meshes) {
      if (mesh.userData.ghost) continue;
      mesh.instanceColor ??= new InstancedBufferAttribute(new Float32Array(3 * members.length), 3);
      const { array } = mesh.instanceColor;
      for (let k = 0; k < members.length; k++) {
        const body = members[k]!;
        const { name, motion, material } = this.info.bodies[body]!;
        const at = BODY_FLOATS * body;
        const other = colourOf?.(body);
        if (name === selected) this.colour.set('#e8b000').toArray(array, 3 * k);
        else if (other !== undefined) this.colour.set(other).toArray(array, 3 * k);
        else if (by === 'joules' && motion !== 'static') fromScale(scale, place(numbers[at + 7]!), array, 3 * k);
        else if (by === 'speed') fromScale(scale, Math.min(1, numbers[at + 8]! / FAST), array, 3 * k);
        else this.colour.set(MATERIALS[theme][material % 4]!).toArray(array, 3 * k);
      }
      mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const { mesh } of this.meshes) {
      mesh.removeFromParent();
      (mesh.material as MeshStandardMaterial).dispose();
      mesh.dispose();
    }
  }
}

/** Beyond so many bodies a sphere has 72 triangles instead of 512. */
const MOST_ROUND = 600;

export function geometriesOf(info: SceneInfo): BufferGeometry[] {
  return info.shapes.map(({ points, corners, round }) => {
    if (round > 0) return sphere(round, info.bodies.length <= MOST_ROUND ? 8 : 3);
    const shape = new BufferGeometry();
    shape.setAttribute('position', new BufferAttribute(points, 3));
    shape.setIndex(new BufferAttribute(corners, 1));
    const flat = shape.toNonIndexed();
    flat.computeVertexNormals(); // faces of boxes stay flat
    shape.dispose();
    return flat;
  });
}

/** An octahedron whose faces are cut into n x n triangles, blown up; three has icospheres, in more code than this. */
function sphere(radius: number, n: number): BufferGeometry {
  const points: number[] = [];
  for (let octant = 0; octant < 8; octant++) {
    const sign = [0, 1, 2].map((bit) => (octant & (1 << bit) ? -1 : 1)) as [number, number, number];
    const outwards = sign[0] * sign[1] * sign[2] > 0;
    const corner = (i: number, j: number) => {
      const at = [i * sign[0], j * sign[1], (n - i - j) * sign[2]];
      points.push(...at.map((c) => (radius * c) / Math.hypot(...at)));
    };
    const triangle = (...places: [number, number][]) => {
      for (const [i, j] of outwards ? places : places.reverse()) corner(i, j);
    };
    for (let i = 0; i < n; i++)
      for (let j = 0; i + j < n; j++) {
        triangle([i, j], [i + 1, j], [i, j + 1]);
        if (i + j < n - 1) triangle([i + 1, j], [i + 1, j + 1], [i, j + 1]);
      }
  }
  const position = new BufferAttribute(Float32Array.from(points), 3);
  return new BufferGeometry().setAttribute('position', position).setAttribute('normal', position); // shaders make it a unit vector
}

/** Nobody could see the difference: less than a ten-thousandth of the scene, and of a turn. */
function samePose(p: Float32Array, q: Float32Array, at: number, reach: number): boolean {
  for (let k = 0; k < 7; k++) if (!(Math.abs(p[at + k]! - q[at + k]!) <= (k < 3 ? 1e-4 * reach : 1e-4))) return false;
  return true;
}

/** A body's matrix from its position and unit quaternion; written out, because a frame has thousands of them. */
function setMatrix(
  m: TypedArray,
  to: number,
  numbers: Float32Array,
  at: number,
  [ox, oy, oz]: readonly [number, number, number],
): void {
  const x = numbers[at + 3]!;
  const y = numbers[at + 4]!;
  const z = numbers[at + 5]!;
  const w = numbers[at + 6]!;
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y + w * z);
  const xz = 2 * (x * z - w * y);
  const yx = 2 * (x * y - w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z + w * x);
  const zx = 2 * (x * z + w * y);
  const zy = 2 * (y * z - w * x);
  const zz = 1 - 2 * (x * x + y * y);
  m[to] = xx;
  m[to + 1] = xy;
  m[to + 2] = xz;
  m[to + 4] = yx;
  m[to + 5] = yy;
  m[to + 6] = yz;
  m[to + 8] = zx;
  m[to + 9] = zy;
  m[to + 10] = zz;
  m[to + 12] = numbers[at]! + xx * ox + yx * oy + zx * oz;
  m[to + 13] = numbers[at + 1]! + xy * ox + yy * oy + zy * oz;
  m[to + 14] = numbers[at + 2]! + xz * ox + yz * oy + zz * oz;
  m[to + 15] = 1;
}

const SHADES = 256;
const scales = new Map<Theme, Float32Array>();

/** The colours of joules as three computes with them, made once per theme. */
function scaleOf(theme: Theme): Float32Array {
  const known = scales.get(theme);
  if (known) return known;
  const scale = new Float32Array(3 * SHADES);
  const colour = new Color();
  for (let k = 0; k < SHADES; k++) colour.setRGB(...jouleColour(k / (SHADES - 1), theme), 'srgb').toArray(scale, 3 * k);
  scales.set(theme, scale);
  return scale;
}

/** @param share along the scale, 0 to 1 */
function fromScale(scale: Float32Array, share: number, to: TypedArray, at: number): void {
  const from = 3 * Math.round(share * (SHADES - 1));
  to[at] = scale[from]!;
  to[at + 1] = scale[from + 1]!;
  to[at + 2] = scale[from + 2]!;
}
