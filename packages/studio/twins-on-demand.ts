/**
 * The page's worker loads the twins of the kernels only where WebAssembly is missing or refused: 7 kB of gzip that most never need.
 * Other workers, the capsule and the development server have them at hand.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const TWINS = fileURLToPath(new URL('../engine/src/kernels/twins.ts', import.meta.url));
const AT_HAND = 'export const loadTwins = async () => {};';
const ON_DEMAND = `import { TWINS } from ${JSON.stringify(TWINS)};
export const loadTwins = async () => void Object.assign(TWINS, (await import(${JSON.stringify(`${TWINS}?whole`)})).TWINS);`;

/** @param on in the worker of the page */
export const twinsOnDemand = (on: boolean): Plugin => {
  let divided = false;
  return {
    name: 'twins-on-demand',
    enforce: 'pre',
    options({ input }) {
      divided = on && JSON.stringify(input).includes('src/worker/worker.ts');
    },
    resolveId: (id) => (id === 'virtual:twins' ? `\0${id}` : undefined),
    load(id) {
      if (id === '\0virtual:twins') return divided ? ON_DEMAND : AT_HAND;
      return divided && id === TWINS ? 'export const TWINS = {};' : undefined;
    },
  };
};
