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
