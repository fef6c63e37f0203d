/**
 * Vega-Lite to SVG and PNG without a browser. The font is bundled (DejaVu Sans), so a picture is the same on every
 * machine, also on one that has no fonts.
 */
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

const FONT = 'DejaVu Sans';

export async function renderSvg(spec: TopLevelSpec): Promise<string> {
  const font = { labelFont: FONT, titleFont: FONT };
  const config = {
    background: 'white',
    font: FONT,
    axis: font,
    legend: font,
    header: font,
    title: { font: FONT, subtitleFont: FONT },
  };
  const view = new View(parse(compile(spec, { config }).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** @param scale pixels per unit of the SVG. */
export function renderPng(svg: string, scale = 2): Uint8Array {
  const require = createRequire(import.meta.url);
  const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) =>
    require.resolve(`dejavu-fonts-ttf/ttf/${file}`),
  );
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT };
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng();
}
