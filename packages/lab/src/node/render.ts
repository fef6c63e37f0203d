/**
 * Vega-Lite to SVG and PNG without a browser. The font is bundled (DejaVu Sans), so a picture is the same on every
 * machine, also on one that has no fonts. Vega and the rasteriser are loaded with the first picture: 300 files that
 * commands without one do not wait for.
 */
import { createRequire } from 'node:module';
import type { Config, TopLevelSpec } from 'vega-lite';

const FONT = 'DejaVu Sans';

export async function renderSvg(spec: TopLevelSpec): Promise<string> {
  const font = { labelFont: FONT, titleFont: FONT };
  return render(spec, {
    background: 'white',
    font: FONT,
    axis: font,
    legend: font,
    header: font,
    title: { font: FONT, subtitleFont: FONT },
  });
}

/**
 * A picture that stands in a page and takes its colours from there: ink is `currentColor`, the background is the page's,
 * and it is as wide as its box. `name` keeps what its parts are called apart from those of other pictures.
 */
export async function renderInline(spec: TopLevelSpec, name: string, label: string): Promise<string> {
  const ink = 'currentColor';
  const svg = await render(spec, {
    background: 'transparent',
    font: FONT,
    aria: false,
    view: { stroke: ink, strokeOpacity: 0.3 },
    axis: {
      ...{ labelFont: FONT, titleFont: FONT, labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal' },
      ...{ labelColor: ink, titleColor: ink, domain: false, tickColor: ink, tickOpacity: 0.4 },
      ...{ gridColor: ink, gridOpacity: 0.12 },
    },
  });
  // Vega counts its clips through all pictures of the process: counted anew, so that equal pictures have equal text
  const ids: string[] = [];
  const numbered = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1);
  const [, width, height] = /^<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return svg
    .replace(
      /^<svg[^>]*>/,
      `<svg class="chart" role="img" aria-label="${label.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">`,
    )
    .replace(/(id="|url\(#)([a-z]+\d+)/g, (_, before, id) => `${before}${name}-${numbered(id)}`)
    .replace(/(\d\.\d\d)\d+/g, '$1'); // a hundredth of a unit is less than anybody sees
}

async function render(spec: TopLevelSpec, config: Config): Promise<string> {
  const [{ parse, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
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
  const { Resvg }: typeof import('@resvg/resvg-js') = require('@resvg/resvg-js');
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng();
}
