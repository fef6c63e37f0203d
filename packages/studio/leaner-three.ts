/**
 * Leaves out of three what a renderer always brings along and the page never uses: headsets, surroundings for mirrors, glass, cube
 * textures, morphs, shared uniforms, effects after the picture, copies and readings of textures, and the shaders of materials that the
 * view does not have. The calls of the renderer stay. The version of three is pinned; the build throws if its file looks different.
 */
import type { Plugin } from 'vite';

/** Head of a class or function up to its brace, and the body that replaces its own. */
const REPLACED = [
  [
    'class WebXRManager extends EventDispatcher {',
    `constructor() {
    super();
    this.enabled = false;
    this.isPresenting = false;
  }
  getEnvironmentBlendMode() {}
  setAnimationLoop() {}
  dispose() {}`,
  ],
  ['function WebGLEnvironments( renderer ) {', 'return { get: () => null, dispose() {} };'],
  ['function WebGLMorphtargets( gl, capabilities, textures ) {', 'return { update() {} };'],
  [
    'function WebGLUniformsGroups( gl, info, capabilities, state ) {',
    'return { bind() {}, update() {}, dispose() {} };',
  ],
  ['function WebGLOutput( type, width, height, antialias, depth, stencil ) {', ''],
  ['\tfunction uploadCubeTexture( textureProperties, texture, slot ) {', ''],
  ['\t\tfunction renderTransmissionPass( opaqueObjects, transmissiveObjects, scene, camera ) {', ''],
  ...[
    'compile = function ( scene, camera, targetScene = null )',
    'compileAsync = function ( scene, camera, targetScene = null )',
    'copyFramebufferToTexture = function ( texture, position = null, level = 0 )',
    'copyTextureToTexture = function ( srcTexture, dstTexture, srcRegion = null, dstPosition = null, srcLevel = 0, dstLevel = 0 )',
    'readRenderTargetPixels = function ( renderTarget, x, y, width, height, buffer, activeCubeFaceIndex, textureIndex = 0 )',
    'readRenderTargetPixelsAsync = async function ( renderTarget, x, y, width, height, buffer, activeCubeFaceIndex, textureIndex = 0 )',
  ].map((head) => [`\t\tthis.${head} {`, ''] as const),
] as const;

/** Shaders of materials that the view does not have, and parts that only glass, mirrors, textures, fog, bones and morphs use. */
const SHADERS = new RegExp(
  `^\\t(${[
    '(?:mesh|lights_)(?:lambert|phong|toon|matcap|normal)_\\w+',
    '(?:points|sprite|linedashed|equirect|cube|background|backgroundCube|distance)_(?:vert|frag)',
    '(?:tonemapping|uv|clipping_planes|dithering|fog|logdepthbuf|clearcoat|gradientmap|map|alphamap|alphatest)_\\w+',
    '(?:emissivemap|lightmap|map_particle|premultiplied)\\w+|(?:specular|roughness|metalness)map_pars_fragment',
    '(?:transmission|iridescence|alphahash|aomap|batching|displacementmap|envmap|morph|skin)\\w+',
    '(?:bumpmap|normalmap|lightprobes)_pars_fragment|normal_fragment_maps',
  ].join('|')}): [\\w$]+(,?)$`,
  'gm',
);
const SHADER_COUNT = 101;

export const leanerThree = (): Plugin => ({
  name: 'leaner-three',
  transform(code, id) {
    if (!/\/three\/build\/three\.module\.js$/.test(id)) return undefined;
    let left = code;
    for (const [head, body] of REPLACED) {
      const from = left.indexOf(`\n${head}`);
      const end = left.indexOf(`\n${/^\t*/.exec(head)![0]}}`, from);
      if (from < 0 || end < 0) throw new Error(`${id}: expected ${head}, found none`);
      left = `${left.slice(0, from)}\n${head}\n${body}${left.slice(end)}`;
    }
    const count = left.match(SHADERS)?.length ?? 0;
    if (count !== SHADER_COUNT) throw new Error(`${id}: expected ${SHADER_COUNT} shaders, found ${count}`);
    return { code: left.replace(SHADERS, "\t$1: ''$2"), map: null };
  },
});
