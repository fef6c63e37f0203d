/**
 * Leaves the headsets out of three: a renderer always brings its manager of WebXR along, 5 kB of gzip that the page never uses.
 * What the renderer asks of it stays. The version of three is pinned; if its file looks different one day, the build says so.
 */
import type { Plugin } from 'vite';

const MANAGER = /^class WebXRManager extends EventDispatcher \{[\s\S]*?^\}/m;
const NOTHING = `class WebXRManager extends EventDispatcher {
  constructor() {
    super();
    this.enabled = false;
    this.isPresenting = false;
  }
  getEnvironmentBlendMode() {}
  setAnimationLoop() {}
  dispose() {}
}`;

export const withoutXr = (): Plugin => ({
  name: 'without-xr',
  transform(code, id) {
    if (!/\/three\/build\/three\.module\.js$/.test(id)) return undefined;
    if (!MANAGER.test(code)) throw new Error(`${id}: expected the class WebXRManager, found none`);
    return { code: code.replace(MANAGER, NOTHING), map: null };
  },
});
