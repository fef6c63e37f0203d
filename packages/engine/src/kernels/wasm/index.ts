/**
 * The module: every kernel of this folder, each the counterpart of ../twin/<the same name>. f64x2, raw memory, no runtime.
 * scripts/build-kernels.mjs compiles it into ../compiled/kernels.ts.
 */
export * from './block-lu';
export * from './bodies';
export * from './contact-sweep';
export * from './dense';
export * from './friction';
export * from './group-sweep';
export * from './jacobian';
export * from './row-sweep';
export * from './rows';
export * from './sparse';
export * from './subspace';
