/**
 * Leaves out of three what a renderer always brings along and the page never uses: the manager of headsets, what makes surroundings
 * for mirrors, the shaders of materials that the view has none of. What the renderer asks of them stays. The version of
 * three is pinned; if its file looks different one day, the build says so.
 */
import type { Plugin } from 'vite';

/** What a class or function begins with, and what stands in its place. */
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
] as const;

/** Of materials that are nowhere in the view; and parts of others that glass, mirrors, textures, bones and morphs alone switch on. */
const SHADERS = new RegExp(
  `^\\t(${[
    '(?:mesh|lights_)(?:lambert|phong|toon|matcap|normal)_\\w+',
    '(?:points|sprite|linedashed|equirect|cube|background|backgroundCube)_(?:vert|frag)',
    '(?:transmission|iridescence|alphahash|aomap|batching|displacementmap|envmap|morph|skin)\\w+',
    '(?:bumpmap|normalmap|lightprobes)_pars_fragment|normal_fragment_maps',
  ].join('|')}): [\\w$]+(,?)$`,
  'gm',
);
const SHADER_COUNT = 61;

export const leanerThree = (): Plugin => ({
  name: 'leaner-three',
  transform(code, id) {
    if (!/\/three\/build\/three\.module\.js$/.test(id)) return undefined;
    let left = code;
    for (const [head, body] of REPLACED) {
      const from = left.indexOf(`\n${head}`);
      const end = left.indexOf('\n}\n', from);
      if (from < 0 || end < 0) throw new Error(`${id}: expected ${head}, found none`);
      left = `${left.slice(0, from)}\n${head}\n${body}${left.slice(end)}`;
    }
    const count = left.match(SHADERS)?.length ?? 0;
    if (count !== SHADER_COUNT) throw new Error(`${id}: expected ${SHADER_COUNT} shaders, found ${count}`);
    return { code: left.replace(SHADERS, "\t$1: ''$2"), map: null };
  },
});
