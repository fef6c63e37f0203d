/** The name of the method that `using` calls at the end of a block. */

/// <reference lib="esnext.disposable" preserve="true" />

/** Platforms without `using` have no such symbol; what compiles `using` for them takes this one. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
