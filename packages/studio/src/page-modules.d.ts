/** Modules that only the build knows: styles, and the catalogue as data (vite.config.ts). */
declare module '*.css';
declare module 'virtual:catalogue*' {
  const catalogue: import('./protocol.ts').Catalogue;
  export default catalogue;
}
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}

/** The plain kernels, where the compiled ones are refused: `twins-on-demand.ts`. */
declare module 'virtual:twins' {
  export function loadTwins(): Promise<void>;
}
