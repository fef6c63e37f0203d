/** The compiled kernels. The studio's page has another text of them, which gzip packs better: this file is all that it replaces. */
import { KERNELS_WASM } from './compiled/kernels.ts';
import { fromBase64 } from './platform.ts';

export const kernelBytes = (): Uint8Array => fromBase64(KERNELS_WASM);
