/** Lines over everything else: joints, normals of contacts, centres of mass. Loaded when one of them is first asked for. */
import { BufferAttribute, BufferGeometry, type Group, LineBasicMaterial, LineSegments } from 'three';
import { BODY_FLOATS, type Marks, type SceneInfo } from '../protocol.ts';
import type { Theme } from './colours.ts';

export interface MarkSwitches {
  readonly joints: boolean;
  readonly normals: boolean;
  readonly centres: boolean;
  /** Sleeping bodies in grey. */
  readonly sleeping: boolean;
  /** Contacts are seen through bodies. */
  readonly through: boolean;
}

const COLOURS: Record<'joints' | 'normals' | 'centres', Record<Theme, string>> = {
  joints: { light: '#7a2fa0', dark: '#d79cf0' },
  normals: { light: '#0d6b62', dark: '#6fd6c8' },
  centres: { light: '#101820', dark: '#f2f5f8' },
};

export class MarkLines {
  private readonly lines = {
    joints: lineSegments(),
    normals: lineSegments(),
    centres: lineSegments(),
  };

  constructor(parent: Group) {
    parent.add(...Object.values(this.lines));
  }

  /** @param bodies numbers of the frame */
  show(
    bodies: Float32Array,
    marks: Marks | undefined,
    info: SceneInfo,
    { switches, theme }: { readonly switches: MarkSwitches; readonly theme: Theme },
  ): void {
    const { joints, normals, centres } = this.lines;
    for (const name of ['joints', 'normals', 'centres'] as const)
      this.lines[name].material.color.set(COLOURS[name][theme]);
    set(joints, switches.joints && marks ? marks.joints : NONE);
    set(normals, switches.normals && marks ? normalLines(marks.normals, 0.12 * info.reach) : NONE);
    set(centres, switches.centres ? crosses(bodies, info) : NONE);
  }

  dispose(): void {
    for (const line of Object.values(this.lines)) {
      line.removeFromParent();
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}

const NONE = new Float32Array(0);

function lineSegments(): LineSegments<BufferGeometry, LineBasicMaterial> {
  const line = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, transparent: true }));
  line.frustumCulled = false;
  line.renderOrder = 3;
  return line;
}

function set(line: LineSegments<BufferGeometry, LineBasicMaterial>, points: Float32Array): void {
  line.visible = points.length > 0;
  if (!line.visible) return;
  line.geometry.dispose(); // arrays of another length need another buffer
  line.geometry.setAttribute('position', new BufferAttribute(points, 3));
}

function normalLines(normals: Float32Array, length: number): Float32Array {
  return normals.map((value, k) => (k % 6 < 3 ? value : normals[k - 3]! + length * value));
}

/** Three short lines per body that moves. */
function crosses(bodies: Float32Array, info: SceneInfo): Float32Array {
  const half = 0.02 * info.reach;
  const points: number[] = [];
  info.bodies.forEach(({ motion }, k) => {
    if (motion === 'static') return;
    const at = bodies.subarray(BODY_FLOATS * k, BODY_FLOATS * k + 3);
    for (let axis = 0; axis < 3; axis++)
      for (const way of [-half, half]) points.push(...[0, 1, 2].map((c) => at[c]! + (c === axis ? way : 0)));
  });
  return Float32Array.from(points);
}
