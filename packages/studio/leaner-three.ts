/**
 * Leaves out of three what a renderer always brings along and the page never uses: the manager of headsets, the maker of blurred
 * surroundings for mirrors, the shaders of materials that the view has none of. What the renderer asks of them stays. The version of
 * three is pinned; if its file looks different one day, the build says so.
 */
import type { Plugin } from 'vite';

const CLASSES = [
  {
    name: 'WebXRManager extends EventDispatcher',
    nothing: `constructor() {
    super();
    this.enabled = false;
    this.isPresenting = false;
  }
  getEnvironmentBlendMode() {}
  setAnimationLoop() {}
  dispose() {}`,
  },
  { name: 'PMREMGenerator', nothing: '' },
];

/** Of materials that are nowhere in the view, and of glass. */
const SHADERS =
  /^\t((?:mesh|lights_)(?:lambert|phong|toon|matcap|normal)_\w+|transmission_(?:pars_)?fragment|(?:points|sprite|linedashed|equirect|cube|background|backgroundCube)_(?:vert|frag)): [\w$]+(,?)$/gm;
const SHADER_COUNT = 32;

export const leanerThree = (): Plugin => ({
  name: 'leaner-three',
  transform(code, id) {
    if (!/\/three\/build\/three\.module\.js$/.test(id)) return undefined;
    let left = code;
    for (const { name, nothing } of CLASSES) {
      const whole = new RegExp(`^class ${name} \\{[\\s\\S]*?^\\}`, 'm');
      if (!whole.test(left)) throw new Error(`${id}: expected the class ${name}, found none`);
      left = left.replace(whole, `class ${name} {\n${nothing}\n}`);
    }
    const count = left.match(SHADERS)?.length ?? 0;
    if (count !== SHADER_COUNT) throw new Error(`${id}: expected ${SHADER_COUNT} shaders, found ${count}`);
    return { code: left.replace(SHADERS, "\t$1: ''$2"), map: null };
  },
});
