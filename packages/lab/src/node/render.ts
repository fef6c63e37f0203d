/**
 * Vega-Lite to SVG and PNG without a browser. The font is bundled (DejaVu Sans), so a picture is the same on every
 * machine, also on one that has no fonts. Vega and the rasteriser are loaded with the first picture: 300 files that
 * commands without one do not wait for, and packages that programs without one need not install.
 */
import { createRequire } from 'node:module';
import type { Config, TopLevelSpec } from 'vega-lite';
import type { ChartSpec } from '../plots/chart-spec.ts';
import { needed } from './optional-packages.ts';

const FONT = 'DejaVu Sans';

/** @throws MissingPackageError */
export async function renderSvg(spec: ChartSpec): Promise<string> {
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

async function render(spec: ChartSpec, config: Config): Promise<string> {
  const { parse, View } = await needed('drawing a chart', 'vega', () => import('vega'));
  const { compile } = await needed('drawing a chart', 'vega-lite', () => import('vega-lite'));
  const { spec: drawn } = compile(spec as unknown as TopLevelSpec, { config });
  const view = new View(parse(drawn), { renderer: 'none' });
  try {
    return numbered(await view.toSVG());
  } finally {
    view.finalize();
  }
}

/** Vega counts the clips and gradients of all pictures of a process: those of a picture begin with 1. */
export function numbered(svg: string): string {
  const order = new Map<string, number>();
  return svg.replace(/(\bid="|url\(#)(clip|gradient_)(\d+)/g, (_, before: string, kind: string, number: string) => {
    if (!order.has(kind + number)) order.set(kind + number, order.size + 1);
    return `${before}${kind}${order.get(kind + number)}`;
  });
}

/** @param scale pixels per unit of the SVG. @throws MissingPackageError */
export async function renderPng(svg: string, scale = 2): Promise<Uint8Array> {
  const task = 'writing a PNG';
  const require = createRequire(import.meta.url);
  const fontFiles = await needed(task, 'dejavu-fonts-ttf', () =>
    ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => require.resolve(`dejavu-fonts-ttf/ttf/${file}`)),
  );
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT };
  const { Resvg } = await needed(task, '@resvg/resvg-js', () => import('@resvg/resvg-js'));
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng();
}
