/** Numbers, points and elements as the text of an SVG file: a tenth of a unit is enough for the eye, and the same everywhere. */
import { escaped } from '../escaped.ts';
import type { Flat } from './view.ts';

export function coordinate(value: number): string {
  const tenths = Math.round(10 * value);
  return tenths === 0 ? '0' : String(tenths / 10);
}

export const pair = ([x, y]: Flat): string => `${coordinate(x)} ${coordinate(y)}`;

/** "M1 2 3 4": lines from point to point; points that fall together are written once. */
export function polyline(points: readonly Flat[]): string {
  const texts = points.map(pair);
  return `M${texts.filter((text, k) => k === 0 || text !== texts[k - 1]).join(' ')}`;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; `inside` is SVG text. */
export function element(name: string, attributes: Attributes, inside?: string): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? coordinate(value) : escaped(value!)}"`)
    .join('');
  return inside === undefined ? `<${name}${list}/>` : `<${name}${list}>${inside}</${name}>`;
}

export const words = (text: string, at: Flat, attributes: Attributes = {}): string =>
  element('text', { x: at[0], y: at[1], ...attributes }, escaped(text));
