/**
 * The ground at z = 0 as a grid that a shader draws: lines stay one pixel wide at every angle and fade before they blur together.
 * Lines of GL are lost at grazing angles, where a pixel lies between two of them.
 */
import { Color, Mesh, PlaneGeometry, ShaderMaterial } from 'three';
import type { Theme } from './colours.ts';

const COLOURS: Record<Theme, readonly [line: string, axis: string]> = {
  light: ['#b3bdc8', '#7c8896'],
  dark: ['#3d4854', '#66727f'],
};
/** Half the side of the plane, in units of the grid. */
const REACH = 60;

const VERTEX = /* glsl */ `
uniform float unit;
varying vec2 vAt;
void main() {
  vAt = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(unit * position.xy, 0.0, 1.0);
}`;
const FRAGMENT = /* glsl */ `
uniform vec3 line; uniform vec3 axis;
varying vec2 vAt;
float strength(vec2 at, vec2 wide) {
  vec2 near = abs(fract(at - 0.5) - 0.5) / wide;
  vec2 fade = 1.0 - smoothstep(0.25, 0.6, wide);
  return max((1.0 - min(near.x, 1.0)) * fade.x, (1.0 - min(near.y, 1.0)) * fade.y);
}
void main() {
  vec2 wide = fwidth(vAt) * 1.1;
  float fine = 0.5 * strength(vAt, wide);
  float coarse = 0.8 * strength(vAt / 10.0, wide / 10.0);
  vec2 middle = abs(vAt) / wide;
  float main = 1.0 - min(min(middle.x, middle.y), 1.0);
  float far = 1.0 - smoothstep(0.1, 0.6, length(vAt) / ${REACH}.0);
  float alpha = max(max(fine, coarse), main) * far;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(line, axis, max(main, 0.0)), alpha);
}`;

export class Ground {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: 2,
      uniforms: { unit: { value: 1 }, line: { value: new Color() }, axis: { value: new Color() } },
    });
    this.mesh = new Mesh(new PlaneGeometry(2 * REACH, 2 * REACH), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
  }

  /** Squares of a power of ten of metres. @param reach half the size of what moves, m */
  dress(theme: Theme, reach: number): void {
    const { unit, line, axis } = this.mesh.material.uniforms;
    unit!.value = 10 ** Math.round(Math.log10(reach / 3));
    line!.value.set(COLOURS[theme][0]).convertLinearToSRGB();
    axis!.value.set(COLOURS[theme][1]).convertLinearToSRGB();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
