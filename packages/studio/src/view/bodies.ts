/** Bodies of one branch: one instanced mesh per shape, matrices written straight into its array. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  type Group,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
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

export class Bodies {
  private readonly meshes: { readonly mesh: InstancedMesh; readonly members: readonly number[] }[] = [];
  private readonly info: SceneInfo;
  private readonly matrix = new Matrix4();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly size = new Vector3(1, 1, 1);
  private readonly colour = new Color();

  /** @param ghost drawn as glass of this colour */
  constructor(info: SceneInfo, parent: Group, geometries: readonly BufferGeometry[], ghost?: string) {
    this.info = info;
    info.shapes.forEach(({ ground }, shape) => {
      const members = info.bodies.flatMap((body, k) => (body.shape === shape ? [k] : []));
      if (members.length === 0 || (ground && ghost !== undefined)) return;
      const material = new MeshStandardMaterial({
        ...{ roughness: 0.85, metalness: 0, flatShading: false },
        ...(ghost !== undefined && { color: ghost, transparent: true, opacity: 0.22, depthWrite: false }),
      });
      const mesh = new InstancedMesh(geometries[shape]!, material, members.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = !ground && ghost === undefined;
      mesh.receiveShadow = ghost === undefined;
      mesh.visible = !ground || !isPlane(info, members);
      mesh.userData.ghost = ghost !== undefined;
      parent.add(mesh);
      this.meshes.push({ mesh, members });
    });
  }

  /** @param stride numbers per body */
  place(numbers: Float32Array, stride: number): void {
    for (const { mesh, members } of this.meshes) {
      members.forEach((body, k) => {
        const at = stride * body;
        const { origin } = this.info.bodies[body]!;
        this.turn.set(numbers[at + 3]!, numbers[at + 4]!, numbers[at + 5]!, numbers[at + 6]!);
        this.position.set(origin[0], origin[1], origin[2]).applyQuaternion(this.turn);
        this.position.x += numbers[at]!;
        this.position.y += numbers[at + 1]!;
        this.position.z += numbers[at + 2]!;
        this.matrix.compose(this.position, this.turn, this.size);
        this.matrix.toArray(mesh.instanceMatrix.array, 16 * k);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  paint(numbers: Float32Array, by: ColourBy, theme: Theme, selected: string | null, colourOf?: ColourOf): void {
    for (const { mesh, members } of this.meshes) {
      if (mesh.userData.ghost) continue;
      members.forEach((body, k) => {
        const { name, motion, material } = this.info.bodies[body]!;
        const at = BODY_FLOATS * body;
        const other = colourOf?.(body);
        if (name === selected) this.colour.set('#e8b000');
        else if (other !== undefined) this.colour.set(other);
        else if (by === 'joules' && motion !== 'static')
          this.colour.setRGB(...jouleColour(place(numbers[at + 7]!), theme), 'srgb');
        else if (by === 'speed')
          this.colour.setRGB(...jouleColour(Math.min(1, numbers[at + 8]! / FAST), theme), 'srgb');
        else this.colour.set(MATERIALS[theme][material % 4]!);
        mesh.setColorAt(k, this.colour);
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
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

/** A horizontal plane is drawn as the grid. */
const isPlane = (info: SceneInfo, members: readonly number[]): boolean =>
  members.every((body) => info.shapes[info.bodies[body]!.shape]!.corners.length === 6);

export function geometriesOf(info: SceneInfo): BufferGeometry[] {
  return info.shapes.map(({ points, corners, round }) => {
    const shape = new BufferGeometry();
    shape.setAttribute('position', new BufferAttribute(points, 3));
    shape.setIndex(new BufferAttribute(corners, 1));
    const flat = shape.toNonIndexed();
    if (round)
      flat.setAttribute('normal', flat.getAttribute('position')); // shaders make it a unit vector
    else flat.computeVertexNormals(); // faces of boxes stay flat
    shape.dispose();
    return flat;
  });
}
