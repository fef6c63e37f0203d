/**
 * A Vega-Lite specification, which `renderSvg` draws. The type is our own, so that programs which draw nothing need neither
 * vega-lite nor its types.
 */
export interface ChartSpec {
  readonly [field: string]: unknown;
}
