/**
 * Contact forces as arrows, states as discs: two instanced meshes whose shaders turn, stretch and colour them, so that the page
 * writes eight numbers per arrow and nothing else.
 */
import {
  type BufferAttribute,
  BufferGeometry,
  DataTexture,
  DynamicDrawUsage,
  Float32BufferAttribute,
  type Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  RGBAFormat,
  ShaderMaterial,
} from 'three';
import { CONTACT_FLOATS } from '../protocol.ts';
import { jouleColour, place, type Theme } from './colours.ts';

export interface ArrowOptions {
  readonly normal: boolean;
  readonly friction: boolean;
  readonly discs: boolean;
  readonly log: boolean;
}

const PALETTE = 64;

const ARROW_VERTEX = /* glsl */ `
attribute vec3 origin; attribute vec3 force; attribute float share; attribute float picked;
uniform float unit; uniform float thick; uniform float logarithmic; uniform sampler2D palette;
varying vec3 vColour; varying vec3 vNormal;
void main() {
  float size = length(force);
  float reach = logarithmic > 0.5 ? unit * log(1.0 + 9.0 * size) / log(10.0) : unit * size;
  vec3 z = size > 0.0 ? force / size : vec3(0.0, 0.0, 1.0);
  vec3 x = normalize(abs(z.z) < 0.9 ? cross(z, vec3(0.0, 0.0, 1.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  vec3 y = cross(z, x);
  float head = min(reach, 6.0 * thick);
  float along = position.z < 0.5 ? 0.0 : (position.z < 1.5 ? reach - head : reach);
  float wide = thick * (picked > 0.5 ? 2.2 : 1.0) * step(1e-9, reach);
  vec3 at = origin + wide * (position.x * x + position.y * y) + along * z;
  vNormal = normalMatrix * normalize(position.x * x + position.y * y + 1e-6 * z);
  vColour = picked > 0.5 ? vec3(0.91, 0.69, 0.0) : texture2D(palette, vec2(share, 0.5)).rgb;
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
const DISC_VERTEX = /* glsl */ `
attribute vec3 origin; attribute vec3 force; attribute float share; attribute float picked; attribute float state;
uniform float radius; uniform sampler2D palette;
varying vec2 vAt; varying vec3 vColour; varying float vState;
void main() {
  vec3 z = length(force) > 0.0 ? normalize(force) : vec3(0.0, 0.0, 1.0);
  vec3 x = normalize(abs(z.z) < 0.9 ? cross(z, vec3(0.0, 0.0, 1.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  vec3 y = cross(z, x);
  vAt = 2.0 * position.xy; vState = state;
  vColour = picked > 0.5 ? vec3(0.91, 0.69, 0.0) : texture2D(palette, vec2(share, 0.5)).rgb;
  vec3 at = origin + 2.0 * radius * (picked > 0.5 ? 1.8 : 1.0) * (position.x * x + position.y * y);
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

export class Contacts {
  private readonly arrows: Instances;
  private readonly discs: Instances;
  private readonly palette = new DataTexture(new Uint8Array(4 * PALETTE), PALETTE, 1, RGBAFormat);

  constructor(parent: Group) {
    const shared = { palette: { value: this.palette } };
    this.arrows = new Instances(
      arrowGeometry(),
      new ShaderMaterial({
        ...{ vertexShader: ARROW_VERTEX, fragmentShader: ARROW_FRAGMENT },
        uniforms: { ...shared, unit: { value: 1 }, thick: { value: 0.01 }, logarithmic: { value: 0 } },
      }),
      ['origin', 'force', 'share', 'picked'],
    );
    this.discs = new Instances(
      new PlaneGeometry(1, 1),
      new ShaderMaterial({
        ...{ vertexShader: DISC_VERTEX, fragmentShader: DISC_FRAGMENT, side: 2 },
        ...{ polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -4 },
        uniforms: { ...shared, radius: { value: 0.02 } },
      }),
      ['origin', 'force', 'share', 'picked', 'state'],
    );
    parent.add(this.arrows.mesh, this.discs.mesh);
  }

  /** Seen through bodies: most forces of a pile lie inside it. */
  set through(through: boolean) {
    for (const { mesh, material } of [this.arrows, this.discs]) {
      material.depthTest = !through;
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
    const arrows = this.arrows.begin(2 * count);
    const plates = this.discs.begin(count);
    for (let k = 0; k < count; k++) {
      const at = CONTACT_FLOATS * k;
      const share = place(contacts[at + 9]!);
      const chosen = contacts[at + 11] === picked ? 1 : 0;
      if (normal) arrows.add(contacts, at, at + 3, share, chosen, 0);
      if (friction) arrows.add(contacts, at, at + 6, share, chosen, 0);
      if (discs) plates.add(contacts, at, at + 3, share, chosen, contacts[at + 10]!);
    }
    const { uniforms } = this.arrows.material;
    uniforms.unit!.value = log ? 0.04 * reach : (0.35 * reach) / Math.max(largest, 1e-12);
    uniforms.logarithmic!.value = log ? 1 : 0;
    uniforms.thick!.value = 0.004 * reach;
    this.discs.material.uniforms.radius!.value = 0.016 * reach;
    arrows.end();
    plates.end();
  }

  dispose(): void {
    this.arrows.dispose();
    this.discs.dispose();
    this.palette.dispose();
  }
}

const SIZES = { origin: 3, force: 3, share: 1, picked: 1, state: 1 } as const;
type Attribute = keyof typeof SIZES;

/** Many copies of a shape; arrays grow, and are kept. */
class Instances {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly material: ShaderMaterial;
  private readonly names: readonly Attribute[];
  private arrays: Record<Attribute, Float32Array>;
  private room = 0;
  private count = 0;

  constructor(
    shape: { attributes: Record<string, unknown>; index: BufferAttribute | null },
    material: ShaderMaterial,
    names: readonly Attribute[],
  ) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', shape.attributes.position as BufferAttribute);
    if (shape.index) geometry.setIndex(shape.index);
    this.names = names;
    this.arrays = { origin: NONE, force: NONE, share: NONE, picked: NONE, state: NONE };
    this.material = material;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  begin(room: number): this {
    this.count = 0;
    if (room <= this.room) return this;
    this.room = Math.max(256, 2 * room);
    for (const name of this.names) {
      this.arrays[name] = new Float32Array(SIZES[name] * this.room);
      const attribute = new InstancedBufferAttribute(this.arrays[name], SIZES[name]);
      attribute.setUsage(DynamicDrawUsage);
      this.mesh.geometry.setAttribute(name, attribute);
    }
    return this;
  }

  add(from: Float32Array, origin: number, force: number, share: number, picked: number, state: number): void {
    const { arrays, count } = this;
    for (let c = 0; c < 3; c++) {
      arrays.origin[3 * count + c] = from[origin + c]!;
      arrays.force[3 * count + c] = from[force + c]!;
    }
    arrays.share[count] = share;
    arrays.picked[count] = picked;
    if (arrays.state.length > 0) arrays.state[count] = state;
    this.count++;
  }

  end(): void {
    const { geometry } = this.mesh;
    geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    for (const name of this.names) {
      const attribute = geometry.getAttribute(name);
      if (attribute) attribute.needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}

const NONE = new Float32Array(0);

/** Radius 1; z 0: the tail, 1: where the head begins, 2: the tip. A shaft of six sides and a cone of eight. */
function arrowGeometry() {
  const points: number[] = [];
  const ring = (sides: number, radius: number, z: number) => {
    const first = points.length / 3;
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      points.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
    return (k: number) => first + (k % sides);
  };
  const [tail, neck, brim] = [ring(6, 1, 0), ring(6, 1, 1), ring(8, 2.6, 1)];
  const tip = points.push(0, 0, 2) / 3 - 1;
  const base = points.push(0, 0, 1) / 3 - 1;
  const corners = Array.from({ length: 6 }, (_, k) => [
    ...[tail(k), tail(k + 1), neck(k + 1)],
    ...[tail(k), neck(k + 1), neck(k)],
  ]);
  const cone = Array.from({ length: 8 }, (_, k) => [brim(k), brim(k + 1), tip, brim(k + 1), brim(k), base]);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  geometry.setIndex([...corners, ...cone].flat());
  return geometry;
}
