/** The part of gltf-validator that the tests use; the package has no types of its own. */
declare module 'gltf-validator' {
  interface Report {
    readonly issues: { readonly messages: readonly { readonly severity: number; readonly code: string }[] };
    readonly info: { readonly animationCount: number };
  }
  const validator: { validateBytes(bytes: Uint8Array): Promise<Report> };
  export default validator;
}
