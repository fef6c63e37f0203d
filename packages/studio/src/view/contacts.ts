/**
 * Contact forces as arrows, states as discs: three instanced meshes over one array, the contacts of a frame as they came. Shaders
 * turn, stretch and colour them, so that the page copies 48 bytes per contact and computes nothing.
 */
import {
  BufferGeometry,
  DataTexture,
  DynamicDrawUsage,
  Float32BufferAttribute,
  type Group,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  PlaneGeometry,
  RGBAFormat,
  ShaderMaterial,
} from 'three';
import { CONTACT_FLOATS } from '../protocol.ts';
import { jouleColour, SCALE_FROM, SCALE_TO, type Theme } from './colours.ts';

export interface ArrowOptions {
  readonly normal: boolean;
  readonly friction: boolean;
  readonly discs: boolean;
  readonly log: boolean;
}

const PALETTE = 64;
const HEAD = 2.6; // radii of the shaft
const SHAFT_SIDES = 6;
const HEAD_SIDES = 8;

/** The colour of an energy error, as `place` and `jouleColour` have it; of the selected contact, the accent. */
const COLOUR = /* glsl */ `
attribute vec3 origin; attribute vec3 force; attribute float joules; attribute float id;
uniform float picked; uniform sampler2D palette;
bool isPicked() { return id == picked; }
vec3 colourOf() {
  if (isPicked()) return vec3(0.91, 0.69, 0.0);
  float tens = log2(max(joules, 1e-37)) * 0.30102999566;
  float share = clamp((tens - (${SCALE_FROM}.0)) / (${SCALE_TO - SCALE_FROM}.0), 0.0, 1.0);
  return texture2D(palette, vec2(share, 0.5)).rgb;
}`;
const ARROW_VERTEX = /* glsl */ `${COLOUR}
uniform float unit; uniform float thick; uniform float logarithmic;
varying vec3 vColour; varying vec3 vNormal;
void main() {
  float size = length(force);
  float reach = logarithmic > 0.5 ? unit * log(1.0 + 9.0 * size) / log(10.0) : unit * size;
  vec3 z = size > 0.0 ? force / size : vec3(0.0, 0.0, 1.0);
  vec3 x = normalize(abs(z.z) < 0.9 ? cross(z, vec3(0.0, 0.0, 1.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  vec3 y = cross(z, x);
  float head = min(reach, 6.0 * thick);
  float along = position.z < 0.5 ? 0.0 : (position.z < 1.5 ? reach - head : reach);
  float wide = thick * (isPicked() ? 2.2 : 1.0) * step(1e-9, reach);
  vec3 at = origin + wide * (position.x * x + position.y * y) + along * z;
  vNormal = normalMatrix * normalize(position.x * x + position.y * y + 1e-6 * z);
  vColour = colourOf();
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
}`;
const ARROW_FRAGMENT = /* glsl */ `
varying vec3 vColour; varying vec3 vNormal;
void main() {
  vec3 n = normalize(vNormal);
  float light = 0.78 + 0.22 * n.y;
  float rim = smoothstep(0.45, 0.8, 1.0 - abs(n.z)); // dark edges: an arrow is seen before a body of its colour
  gl_FragColor = vec4(mix(vColour * light, vec3(0.07, 0.09, 0.12), rim), 1.0);
}`;
const DISC_VERTEX = /* glsl */ `${COLOUR}
attribute float state;
uniform float radius;
varying vec2 vAt; varying vec3 vColour; varying float vState;
void main() {
  vec3 z = length(force) > 0.0 ? normalize(force) : vec3(0.0, 0.0, 1.0);
  vec3 x = normalize(abs(z.z) < 0.9 ? cross(z, vec3(0.0, 0.0, 1.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  vec3 y = cross(z, x);
  vAt = 2.0 * position.xy; vState = state;
  vColour = colourOf();
  vec3 at = origin + 2.0 * radius * (isPicked() ? 1.8 : 1.0) * (position.x * x + position.y * y);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
}`;
/** Ring: open. Filled: sticks. Wedge: slides. */
const DISC_FRAGMENT = /* glsl */ `
varying vec2 vAt; varying vec3 vColour; varying float vState;
void main() {
  float r = length(vAt);
  if (r > 1.0) discard;
  if (vState < 0.5 && r < 0.7) discard;
  if (vState > 1.5 && r < 0.75 && vAt.y < abs(vAt.x) * 0.6) discard;
  gl_FragColor = vec4(mix(vColour, vec3(0.07, 0.09, 0.12), smoothstep(0.74, 0.86, r)), 1.0);
}`;

type Uniforms = Readonly<
  Record<'palette' | 'picked' | 'unit' | 'thick' | 'logarithmic' | 'radius', { value: unknown }>
>;
type Instances = Mesh<InstancedBufferGeometry, ShaderMaterial>;

export class Contacts {
  private readonly palette = new DataTexture(new Uint8Array(4 * PALETTE), PALETTE, 1, RGBAFormat);
  private readonly uniforms: Uniforms = {
    palette: { value: this.palette },
    picked: { value: -1 },
    unit: { value: 1 },
    thick: { value: 0.01 },
    logarithmic: { value: 0 },
    radius: { value: 0.02 },
  };
  private readonly normals: Instances;
  private readonly frictions: Instances;
  private readonly discs: Instances;
  private numbers = new InstancedInterleavedBuffer(new Float32Array(0), CONTACT_FLOATS);

  constructor(parent: Group) {
    const arrows = new ShaderMaterial({
      vertexShader: ARROW_VERTEX,
      fragmentShader: ARROW_FRAGMENT,
      uniforms: { ...this.uniforms },
    });
    const discs = new ShaderMaterial({
      vertexShader: DISC_VERTEX,
      fragmentShader: DISC_FRAGMENT,
      side: 2,
      polygonOffset: true,
      polygonOffsetFactor: -4,
      polygonOffsetUnits: -4,
      uniforms: { ...this.uniforms },
    });
    this.normals = instances(arrowGeometry(), arrows);
    this.frictions = instances(arrowGeometry(), arrows);
    this.discs = instances(new PlaneGeometry(1, 1), discs);
    parent.add(this.normals, this.frictions, this.discs);
  }

  /** Seen through bodies: most forces of a pile lie inside it. */
  set through(through: boolean) {
    for (const mesh of [this.normals, this.frictions, this.discs]) {
      mesh.material.depthTest = !through;
      mesh.renderOrder = through ? 2 : 0;
    }
  }

  set theme(theme: Theme) {
    const data = this.palette.image.data as Uint8Array;
    for (let k = 0; k < PALETTE; k++) {
      const colour = jouleColour(k / (PALETTE - 1), theme);
      for (let c = 0; c < 3; c++) data[4 * k + c] = Math.round(255 * colour[c]!);
      data[4 * k + 3] = 255;
    }
    this.palette.needsUpdate = true;
  }

  /**
   * @param contacts as in a frame @param reach size of the scene, m @param largest force that is drawn a third of that long, N
   */
  show(
    contacts: Float32Array,
    count: number,
    look: { readonly reach: number; readonly largest: number; readonly picked: number } & ArrowOptions,
  ): void {
    const { reach, largest, picked, normal, friction, discs, log } = look;
    this.makeRoom(count);
    this.numbers.array.set(contacts.subarray(0, CONTACT_FLOATS * count));
    this.numbers.clearUpdateRanges();
    this.numbers.addUpdateRange(0, CONTACT_FLOATS * count);
    this.numbers.needsUpdate = true;
    for (const [mesh, on] of [
      [this.normals, normal],
      [this.frictions, friction],
      [this.discs, discs],
    ] as const) {
      mesh.geometry.instanceCount = count;
      mesh.visible = on && count > 0;
    }
    const { uniforms } = this;
    uniforms.picked.value = picked;
    uniforms.unit.value = log ? 0.04 * reach : (0.35 * reach) / Math.max(largest, 1e-12);
    uniforms.logarithmic.value = log ? 1 : 0;
    uniforms.thick.value = 0.004 * reach;
    uniforms.radius.value = 0.016 * reach;
  }

  dispose(): void {
    for (const mesh of [this.normals, this.frictions, this.discs]) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.palette.dispose();
  }

  /** The array grows, and is kept. */
  private makeRoom(count: number): void {
    if (CONTACT_FLOATS * count <= this.numbers.array.length) return;
    this.numbers = new InstancedInterleavedBuffer(
      new Float32Array(CONTACT_FLOATS * Math.max(256, 2 * count)),
      CONTACT_FLOATS,
    );
    this.numbers.setUsage(DynamicDrawUsage);
    const parts = { origin: [3, 0], force: [3, 3], joules: [1, 9], state: [1, 10], id: [1, 11] } as const;
    for (const mesh of [this.normals, this.frictions, this.discs]) {
      for (const [name, [size, from]] of Object.entries(parts)) {
        const offset = name === 'force' && mesh === this.frictions ? 6 : from;
        mesh.geometry.setAttribute(name, new InterleavedBufferAttribute(this.numbers, size, offset));
      }
    }
  }
}

/** Many copies of a shape, none yet. */
function instances(shape: BufferGeometry, material: ShaderMaterial): Instances {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', shape.attributes.position!);
  if (shape.index) geometry.setIndex(shape.index);
  geometry.instanceCount = 0;
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.visible = false;
  return mesh;
}

/** A shaft of radius 1 and a head of radius HEAD. z 0: the tail, 1: where the head begins, 2: the tip. */
function arrowGeometry(): BufferGeometry {
  const points: number[] = [];
  const corners: number[] = [];
  const ring = (sides: number, radius: number, z: number): number => {
    const first = points.length / 3;
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      points.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
    return first;
  };
  const [tail, end] = [ring(SHAFT_SIDES, 1, 0), ring(SHAFT_SIDES, 1, 1)];
  for (let k = 0; k < SHAFT_SIDES; k++) {
    const next = (k + 1) % SHAFT_SIDES;
    corners.push(tail + k, tail + next, end + next, tail + k, end + next, end + k);
  }
  const [base, middle, tip] = [ring(HEAD_SIDES, HEAD, 1), ring(1, 0, 1), ring(1, 0, 2)];
  for (let k = 0; k < HEAD_SIDES; k++) {
    const next = (k + 1) % HEAD_SIDES;
    corners.push(base + k, base + next, tip, base + next, base + k, middle);
  }
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3)).setIndex(corners);
}
